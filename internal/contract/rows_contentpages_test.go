package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// pageReads are the rows of an operation that reads a page: each of its parameters has each of its values or is unset.
func pageReads(name, request string, read func(args, spaces.PageOptions) (any, error)) []row {
	with := func(options spaces.PageOptions) func(args) (any, error) {
		return func(a args) (any, error) { return read(a, options) }
	}
	return []row{
		{
			op: name,
			call: with(spaces.PageOptions{
				Format: richtext.FormatMarkdown, Evaluated: spaces.EvaluatedTrue, Metadata: new(true), Computed: new(false),
			}),
			request: request + "?computed=false&evaluated=true&format=markdown&metadata=true",
			status:  200,
			answer:  "spaces/page.json",
		},
		{
			op:   name,
			name: "as a document, deterministic, without metadata, computed",
			call: with(spaces.PageOptions{
				Format: richtext.FormatDocument, Evaluated: spaces.EvaluatedDeterministicOnly, Metadata: new(false), Computed: new(true),
			}),
			request: request + "?computed=true&evaluated=deterministic-only&format=document&metadata=false",
			status:  200,
			answer:  "spaces/page-beyond.json",
		},
		{
			op:      name,
			name:    "not evaluated, a group",
			call:    with(spaces.PageOptions{Evaluated: spaces.EvaluatedFalse}),
			request: request + "?evaluated=false",
			status:  200,
			answer:  "spaces/page-group.json",
		},
		{
			op:      name,
			name:    "unset, of another type",
			call:    with(spaces.PageOptions{}),
			request: request,
			status:  200,
			answer:  "spaces/page-of-another-type.json",
		},
		{
			op:      name,
			name:    "absent",
			call:    with(spaces.PageOptions{}),
			request: request,
			status:  404,
			fails:   api.ErrNotFound,
		},
	}
}

var contentPageRows = slices.Concat(
	pageReads("Spaces.Content.Page", "GET /v1/spaces/space%2F1/content/page/page%2F1", func(a args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.Page(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}),
	pageReads("Spaces.Content.PageByPath", "GET /v1/spaces/space%2F1/content/path/pagePath%2F1", func(a args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.PageByPath(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}),
)
