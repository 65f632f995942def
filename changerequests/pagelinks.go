package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// PageLinkService lists the links on a page.
type PageLinkService struct {
	core *transport.Core
}

// PageLinkListOptions are the query parameters of [PageLinkService.List].
type PageLinkListOptions struct {
	Cursor string `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"` // number of links per page, at most 1000; 0 for the service's default
}

// List returns one page of the links on a page. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) List(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) (*spaces.LinkList, error) {
	return transport.ListAs[spaces.LinkList](ctx, s.core,
		opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// All returns an iterator over the links on a page.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) All(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.Link, error] {
	return transport.AllAs[spaces.LinkList, spaces.Link](ctx, s.core,
		opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [PageLinkService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links
func (s PageLinkService) ListPages(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) iter.Seq2[*spaces.LinkList, error] {
	return transport.PagesAs[spaces.LinkList](ctx, s.core,
		opPageLinkList.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}
