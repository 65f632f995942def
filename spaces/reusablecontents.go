package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ReusableContentService returns the reusable content of a space.
//
// Experimental: may change in any release; see docs/sources.md.
type ReusableContentService struct {
	core *transport.Core
}

// Get returns reusable content of the current revision of a space. [DocumentService.Get] returns
// its document.
//
// API: GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}
func (s ReusableContentService) Get(ctx context.Context, spaceID, reusableContentID string, options ContentGetOptions, opts ...api.CallOption) (*ReusableContent, error) {
	return transport.JSON[ReusableContent](ctx, s.core, opReusableContentGet.Path(spaceID, reusableContentID).Query(options), opts)
}
