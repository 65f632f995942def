package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// DocumentService is reached as the Documents field of [Service].
//
// Beyond the documents.
type DocumentService struct {
	core *transport.Core
}

// DocumentOptions are the query of reads of documents by their own id or from their source.
//
// Beyond the documents.
type DocumentOptions struct {
	Schema DocumentSchema `url:"schema,omitempty"` // of the nodes, the service decides if empty
}

// DocumentSchema is a version of the schema that a document is written in. The service may know more values than the constants.
//
// Beyond the documents.
type DocumentSchema string

const (
	// DocumentSchemaCurrent is the version in use.
	//
	// Beyond the documents.
	DocumentSchemaCurrent DocumentSchema = "current"
	// DocumentSchemaNext is the version to come.
	//
	// Beyond the documents.
	DocumentSchemaNext DocumentSchema = "next"
)

// Get returns a document of a space by the id that Page.DocumentID or ReusableContent.Document gives, as a tree of nodes. To have a text as
// Markdown, read the page: see [ContentService.Page]. A space or a document that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/documents/{documentId}
func (s DocumentService) Get(ctx context.Context, spaceID, documentID string, options DocumentOptions, opts ...api.CallOption) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](ctx, s.core, opDocumentGet.Path(spaceID, documentID).Query(options), opts)
}
