package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// pageReads are the rows of an operation that reads a page: each of its parameters has each of its
// values or is unset.
func pageReads(name, request string, read func(contract.Args, spaces.PageOptions) (any, error)) []contract.Row {
	with := func(options spaces.PageOptions) func(contract.Args) (any, error) {
		return func(a contract.Args) (any, error) { return read(a, options) }
	}
	return []contract.Row{
		{
			Op: name,
			Call: with(spaces.PageOptions{
				Format: richtext.FormatMarkdown, Evaluated: spaces.EvaluatedTrue, Metadata: new(true), Computed: new(false),
			}),
			Request:  request + "?computed=false&evaluated=true&format=markdown&metadata=true",
			Status:   200,
			Response: "spaces/page.json",
		},
		{
			Op:   name,
			Name: "as a document, deterministic, without metadata, computed",
			Call: with(spaces.PageOptions{
				Format: richtext.FormatDocument, Evaluated: spaces.EvaluatedDeterministicOnly, Metadata: new(false), Computed: new(true),
			}),
			Request:  request + "?computed=true&evaluated=deterministic-only&format=document&metadata=false",
			Status:   200,
			Response: "spaces/page-experimental.json",
		},
		{
			Op:       name,
			Name:     "not evaluated, a group",
			Call:     with(spaces.PageOptions{Evaluated: spaces.EvaluatedFalse}),
			Request:  request + "?evaluated=false",
			Status:   200,
			Response: "spaces/page-group.json",
		},
		{
			Op:       name,
			Name:     "unset, of another type",
			Call:     with(spaces.PageOptions{}),
			Request:  request,
			Status:   200,
			Response: "spaces/page-of-another-type.json",
		},
		{
			Op:      name,
			Name:    "absent",
			Call:    with(spaces.PageOptions{}),
			Request: request,
			Status:  404,
			Err:     api.ErrNotFound,
		},
	}
}

var contentPageRows = slices.Concat(
	pageReads("Spaces.Content.Page", "GET /v1/spaces/space%2F1/content/page/page%2F1", func(a contract.Args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.Page(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
	pageReads("Spaces.Content.PageByPath", "GET /v1/spaces/space%2F1/content/path/pagePath%2F1", func(a contract.Args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.PageByPath(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
)
