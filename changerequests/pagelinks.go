package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// PageLinkService is reached as the PageLinks field of [Service].
type PageLinkService struct {
	core *transport.Core
}

// PageLinkListOptions are the query of [PageLinkService.List].
type PageLinkListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // links per page, at most 1000; 0 for the service's default
}

// List returns one page of the links of a page. When there are none the page is empty; a page that does not exist is an error matching
// [api.ErrNotFound]. Newer descriptions of the service no longer have the operation, so a service may answer 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) List(ctx context.Context, spaceID, changeRequestID, pageID string, options PageLinkListOptions, opts ...api.CallOption) (*spaces.LinkPage, error) {
	return transport.ListAs[spaces.LinkPage, spaces.Link](ctx, s.core, opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// All walks the links of a page, from options.Page on. An error is the last turn: a pagination.PageError with what [PageLinkService.List]
// returns, or a pagination.CursorLoopError.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) All(ctx context.Context, spaceID, changeRequestID, pageID string, options PageLinkListOptions, opts ...api.CallOption) iter.Seq2[spaces.Link, error] {
	return transport.AllAs[spaces.LinkPage, spaces.Link](ctx, s.core, opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// Pages walks the pages of the links of a page, from options.Page on. Errors are those of [PageLinkService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) Pages(ctx context.Context, spaceID, changeRequestID, pageID string, options PageLinkListOptions, opts ...api.CallOption) iter.Seq2[*spaces.LinkPage, error] {
	return transport.PagesAs[spaces.LinkPage, spaces.Link](ctx, s.core, opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}
