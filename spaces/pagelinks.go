package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PageLinkService lists the links on pages.
//
// Experimental: may change in any minor release; see [api].
type PageLinkService struct {
	core *transport.Core
}

// PageLinkListOptions are the query parameters of [PageLinkService.List].
//
// Experimental: may change in any minor release; see [api].
type PageLinkListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of links per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Status selects the links with this status.
	Status LinkStatus `url:"status,omitempty"`
}

// List returns one page of the links on a page. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) List(
	ctx context.Context, spaceID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) (*LinkList, error) {
	return transport.ListAs[LinkList](
		ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts,
	)
}

// All returns an iterator over the links on a page.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) All(
	ctx context.Context, spaceID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) iter.Seq2[Link, error] {
	return transport.AllAs[LinkList, Link](
		ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [PageLinkService.List].
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) ListPages(
	ctx context.Context, spaceID, pageID string,
	options PageLinkListOptions, opts ...api.CallOption,
) iter.Seq2[*LinkList, error] {
	return transport.PagesAs[LinkList](
		ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts,
	)
}
