package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

// schemaReads are the rows of an operation that gives a document in a schema.
func schemaReads(name, request, body string, read func(args, spaces.DocumentOptions) (any, error)) []row {
	with := func(options spaces.DocumentOptions) func(args) (any, error) {
		return func(a args) (any, error) { return read(a, options) }
	}
	return []row{
		{
			op:      name,
			call:    with(spaces.DocumentOptions{Schema: spaces.DocumentSchemaNext}),
			request: request + "?schema=next",
			body:    body,
			status:  200,
			answer:  "api/rich-document.json",
		},
		{
			op:      name,
			name:    "in the schema in use",
			call:    with(spaces.DocumentOptions{Schema: spaces.DocumentSchemaCurrent}),
			request: request + "?schema=current",
			body:    body,
			status:  200,
			answer:  "api/rich-document-beyond.json",
		},
		{
			op:      name,
			name:    "unset",
			call:    with(spaces.DocumentOptions{}),
			request: request,
			body:    body,
			status:  200,
			answer:  "api/rich-document.json",
		},
		{
			op:      name,
			name:    "absent",
			call:    with(spaces.DocumentOptions{}),
			request: request,
			body:    body,
			status:  404,
			fails:   api.ErrNotFound,
		},
	}
}

var documentRows = slices.Concat(
	schemaReads("Spaces.Documents.Get", "GET /v1/spaces/space%2F1/documents/document%2F1", "", func(a args, options spaces.DocumentOptions) (any, error) {
		return a.Spaces.Documents.Get(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}),
	contentReads("Spaces.ReusableContents.Get", "GET /v1/spaces/space%2F1/content/reusable-contents/reusableContent%2F1",
		"spaces/reusable-content.json", "spaces/reusable-content-computed.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.Spaces.ReusableContents.Get(a.ctx, a.id[0], a.id[1], options, a.opts...)
		}),
)
