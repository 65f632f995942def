package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// DocumentService returns documents by ID.
//
// Experimental: may change in any minor release; see [api].
type DocumentService struct {
	core *transport.Core
}

// DocumentGetOptions are the query parameters of [DocumentService.Get].
//
// Experimental: may change in any minor release; see [api].
type DocumentGetOptions struct {
	// Schema is the version of the schema; empty for the service's default.
	Schema DocumentSchema `url:"schema,omitempty"`
}

// DocumentSchema is the version of a document's schema.
//
// Experimental: may change in any minor release; see [api].
type DocumentSchema string

// Versions of the schema.
const (
	DocumentSchemaCurrent DocumentSchema = "current"
	DocumentSchemaNext    DocumentSchema = "next"
)

// Get returns a document of a space as a tree of nodes. Page.DocumentID and
// ReusableContent.Document contain its ID. [PageService.Get] returns the text of a page as
// Markdown.
//
// API: GET /v1/spaces/{spaceId}/documents/{documentId}
func (s DocumentService) Get(
	ctx context.Context, spaceID, documentID string,
	options DocumentGetOptions, opts ...api.CallOption,
) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](
		ctx, s.core, opDocumentGet.Path(spaceID, documentID).Query(options), opts,
	)
}
