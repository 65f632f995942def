package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// RevisionReusableContentService is reached as the ReusableContents field of [RevisionService].
//
// Beyond the documents.
type RevisionReusableContentService struct {
	core *transport.Core
}

// Get returns a reusable content of a revision. A revision or a reusable content that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}
func (s RevisionReusableContentService) Get(ctx context.Context, spaceID, revisionID, reusableContentID string, options ContentOptions, opts ...api.CallOption) (*ReusableContent, error) {
	return transport.JSON[ReusableContent](ctx, s.core, opRevisionReusableContentGet.Path(spaceID, revisionID, reusableContentID).Query(options), opts)
}

// Document returns the text of a reusable content of a revision as a tree of nodes. A revision or a reusable content that does not exist is an
// error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document
func (s RevisionReusableContentService) Document(ctx context.Context, spaceID, revisionID, reusableContentID string, options RevisionDocumentOptions, opts ...api.CallOption) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](ctx, s.core, opRevisionReusableContentDocument.Path(spaceID, revisionID, reusableContentID).Query(options), opts)
}
