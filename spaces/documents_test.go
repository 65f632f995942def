package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

// schemaReads are the rows of an operation that gives a document in a schema.
func schemaReads[O spaces.DocumentGetOptions | spaces.ComputedDocumentOptions](name, request, body string, read func(contract.Args, O) (any, error)) []contract.Row {
	with := func(options O) func(contract.Args) (any, error) {
		return func(a contract.Args) (any, error) { return read(a, options) }
	}
	return []contract.Row{
		{
			Op:       name,
			Call:     with(O{Schema: spaces.DocumentSchemaNext}),
			Request:  request + "?schema=next",
			Body:     body,
			Status:   200,
			Response: "api/rich-document.json",
		},
		{
			Op:       name,
			Name:     "in the schema in use",
			Call:     with(O{Schema: spaces.DocumentSchemaCurrent}),
			Request:  request + "?schema=current",
			Body:     body,
			Status:   200,
			Response: "api/rich-document-experimental.json",
		},
	}
}

var documentRows = slices.Concat(
	schemaReads("Spaces.Documents.Get", "GET /v1/spaces/space%2F1/documents/document%2F1", "", func(a contract.Args, options spaces.DocumentGetOptions) (any, error) {
		return a.Spaces.Documents.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
	contract.ContentRows("Spaces.ReusableContents.Get", "GET /v1/spaces/space%2F1/content/reusable-contents/reusableContent%2F1",
		"spaces/reusable-content.json", "spaces/reusable-content-computed.json",
		func(a contract.Args, options spaces.ReusableContentGetOptions) (any, error) {
			return a.Spaces.ReusableContents.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		}),
)
