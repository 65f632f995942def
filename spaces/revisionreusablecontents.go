package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// RevisionReusableContentService returns the reusable content of revisions.
//
// Experimental: may change in any minor release; see [api].
type RevisionReusableContentService struct {
	core *transport.Core
}

// Get returns reusable content of a revision.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}
func (s RevisionReusableContentService) Get(
	ctx context.Context, spaceID, revisionID, reusableContentID string,
	options ReusableContentGetOptions, opts ...api.CallOption,
) (*ReusableContent, error) {
	return transport.JSON[ReusableContent](
		ctx, s.core,
		opRevisionReusableContentGet.Path(spaceID, revisionID, reusableContentID).Query(options), opts,
	)
}

// RevisionReusableContentDocumentOptions are the query parameters of
// [RevisionReusableContentService.Document].
//
// Experimental: may change in any minor release; see [api].
type RevisionReusableContentDocumentOptions struct {
	Evaluated Evaluated `url:"evaluated,omitempty"` // expressions to evaluate; none if empty
	// Dereferenced selects the references to replace by their content; none if it is empty. Only
	// newer versions of the service use it.
	Dereferenced Dereferenced `url:"dereferenced,omitempty"`
}

// Document returns the document of reusable content of a revision as a tree of nodes.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document
func (s RevisionReusableContentService) Document(
	ctx context.Context, spaceID, revisionID, reusableContentID string,
	options RevisionReusableContentDocumentOptions, opts ...api.CallOption,
) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](
		ctx, s.core,
		opRevisionReusableContentDocument.Path(spaceID, revisionID, reusableContentID).Query(options), opts,
	)
}
