package integrations

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SpaceService lists the integrations that are installed on a space.
type SpaceService struct {
	core *transport.Core
}

// SpaceListOptions are the query parameters of [SpaceService.List].
type SpaceListOptions struct {
	Search string `url:"search,omitempty"` // text, presumably in the title
}

// List returns the integrations that are installed on a space. The operation takes no cursor. If
// the response has a next page nonetheless, the result contains its cursor.
//
// API: GET /v1/spaces/{spaceId}/integrations
func (s SpaceService) List(ctx context.Context, spaceID string, options SpaceListOptions, opts ...api.CallOption) (*pagination.Page[Integration], error) {
	return transport.List[Integration](ctx, s.core, opSpacesList.Path(spaceID).Query(options), opts)
}

// SpaceBlocks are the blocks that an integration adds to the pages of a space.
type SpaceBlocks struct {
	Name   string  `json:"name" response:"id"` // of the integration
	Blocks []Block `json:"blocks" response:"about"`
}

// Blocks returns the blocks that the pages of a space can contain, by integration. There are no
// pages of the result.
//
// API: GET /v1/spaces/{spaceId}/integration-blocks
func (s SpaceService) Blocks(ctx context.Context, spaceID string, opts ...api.CallOption) ([]SpaceBlocks, error) {
	return transport.Array[SpaceBlocks](ctx, s.core, opSpacesBlocks.Path(spaceID), opts)
}
