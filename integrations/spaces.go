package integrations

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ListInSpaceOptions are the query parameters of [Service.ListInSpace].
//
// Experimental: may change in any minor release; see [api].
type ListInSpaceOptions struct {
	// Search is a text to search for; it is undocumented which fields the service searches.
	Search string `url:"search,omitempty"`
}

// ListInSpace returns the integrations that are installed on a space. The API reference describes
// no pages for this list. If a response nevertheless has a next page, the result contains its
// cursor.
//
// API: GET /v1/spaces/{spaceId}/integrations
func (s Service) ListInSpace(
	ctx context.Context, spaceID string, options ListInSpaceOptions, opts ...api.CallOption,
) (*pagination.Page[Integration], error) {
	return transport.List[Integration](
		ctx, s.core, opListInSpace.Path(spaceID).Query(options), opts,
	)
}

// AllInSpace returns an iterator over the integrations that are installed on a space.
//
// API: GET /v1/spaces/{spaceId}/integrations
func (s Service) AllInSpace(
	ctx context.Context, spaceID string, options ListInSpaceOptions, opts ...api.CallOption,
) iter.Seq2[Integration, error] {
	return transport.All[Integration](ctx, s.core, opListInSpace.Path(spaceID).Query(options), opts)
}

// ListPagesInSpace returns an iterator over the pages of [Service.ListInSpace].
//
// API: GET /v1/spaces/{spaceId}/integrations
func (s Service) ListPagesInSpace(
	ctx context.Context, spaceID string, options ListInSpaceOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Integration], error] {
	return transport.Pages[Integration](
		ctx, s.core, opListInSpace.Path(spaceID).Query(options), opts,
	)
}

// IntegrationBlocks contains the blocks that an integration adds to the pages of a space.
//
// Experimental: may change in any minor release; see [api].
type IntegrationBlocks struct {
	Name   string  `json:"name" response:"id"` // name of the integration
	Blocks []Block `json:"blocks" response:"about"`
}

// SpaceBlocks contains the blocks that the pages of a space can contain, grouped by integration.
// Its JSON form is an array.
//
// Experimental: may change in any minor release; see [api].
type SpaceBlocks struct {
	Items []IntegrationBlocks
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l SpaceBlocks) MarshalJSON() ([]byte, error) { return jsonx.Marshal(l.Items) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *SpaceBlocks) UnmarshalJSON(data []byte) error { return jsonx.Unmarshal(data, &l.Items) }

// BlocksInSpace returns the blocks that the pages of a space can contain. The result is not
// paginated.
//
// API: GET /v1/spaces/{spaceId}/integration-blocks
func (s Service) BlocksInSpace(
	ctx context.Context, spaceID string, opts ...api.CallOption,
) (*SpaceBlocks, error) {
	items, err := transport.JSON[[]IntegrationBlocks](ctx, s.core, opBlocksInSpace.Path(spaceID), opts)
	if err != nil {
		return nil, err
	}
	return &SpaceBlocks{*items}, nil
}
