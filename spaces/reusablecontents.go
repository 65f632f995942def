package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ReusableContentService is reached as the ReusableContents field of [Service].
//
// Beyond the documents.
type ReusableContentService struct {
	core *transport.Core
}

// Get returns a reusable content of the current revision of a space. Its text is a document: see [DocumentService.Get]. A space or a reusable
// content that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}
func (s ReusableContentService) Get(ctx context.Context, spaceID, reusableContentID string, options ContentOptions, opts ...api.CallOption) (*ReusableContent, error) {
	return transport.JSON[ReusableContent](ctx, s.core, opReusableContentGet.Path(spaceID, reusableContentID).Query(options), opts)
}
