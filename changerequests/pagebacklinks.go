package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// PageBacklinkService lists the places that refer to a page.
type PageBacklinkService struct {
	core *transport.Core
}

// List returns one page of the places in a change request that refer to a page. Newer
// descriptions of the API do not contain this operation, so the service may respond with 404 or
// 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) List(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options spaces.PageBacklinkListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.Reference], error) {
	return transport.List[spaces.Reference](ctx, s.core,
		opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// All returns an iterator over the places that refer to a page.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) All(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options spaces.PageBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.Reference, error] {
	return transport.All[spaces.Reference](ctx, s.core,
		opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [PageBacklinkService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) ListPages(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options spaces.PageBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.Reference], error] {
	return transport.Pages[spaces.Reference](ctx, s.core,
		opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}
