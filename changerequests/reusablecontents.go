package changerequests

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ReusableContentService returns the reusable content of a change request.
//
// Experimental: may change in any minor release; see [api].
type ReusableContentService struct {
	core *transport.Core
}

// Get returns reusable content of the active revision of a change request. It behaves like
// [spaces.ReusableContentService.Get].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}
func (s ReusableContentService) Get(
	ctx context.Context, spaceID, changeRequestID, reusableContentID string,
	options spaces.ReusableContentGetOptions, opts ...api.CallOption,
) (*spaces.ReusableContent, error) {
	return transport.JSON[spaces.ReusableContent](ctx, s.core,
		opReusableContentGet.Path(spaceID, changeRequestID, reusableContentID).Query(options), opts)
}
