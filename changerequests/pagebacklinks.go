package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// PageBacklinkService is reached as the PageBacklinks field of [Service].
type PageBacklinkService struct {
	core *transport.Core
}

// PageBacklinkListOptions are the query of [PageBacklinkService.List].
type PageBacklinkListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // places per page, at most 1000; 0 for the service's default
}

// List returns one page of the places that refer to a page. When there are none the page is empty; a page that does not exist is an error
// matching [api.ErrNotFound]. Newer descriptions of the service no longer have the operation, so a service may answer 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) List(ctx context.Context, spaceID, changeRequestID, pageID string, options PageBacklinkListOptions, opts ...api.CallOption) (*pagination.Page[spaces.Reference], error) {
	return transport.List[spaces.Reference](ctx, s.core, opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// All walks the places that refer to a page, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [PageBacklinkService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) All(ctx context.Context, spaceID, changeRequestID, pageID string, options PageBacklinkListOptions, opts ...api.CallOption) iter.Seq2[spaces.Reference, error] {
	return transport.All[spaces.Reference](ctx, s.core, opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// Pages walks the pages of the places that refer to a page, from options.Page on. Errors are those of [PageBacklinkService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) Pages(ctx context.Context, spaceID, changeRequestID, pageID string, options PageBacklinkListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[spaces.Reference], error] {
	return transport.Pages[spaces.Reference](ctx, s.core, opPageBacklinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}
