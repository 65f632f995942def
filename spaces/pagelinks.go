package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PageLinkService is reached as the PageLinks field of [Service].
//
// Beyond the documents.
type PageLinkService struct {
	core *transport.Core
}

// PageLinkListOptions are the query of [PageLinkService.List].
//
// Beyond the documents.
type PageLinkListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // links a page, at most 1000; 0 leaves it to the service
	// Status lets links of this status through.
	Status LinkStatus `url:"status,omitempty"`
}

// List returns one page of the links of a page. When there are none the page is empty; a page that does not exist is an error matching
// [api.ErrNotFound]. Newer descriptions of the service no longer have the operation, so a service may answer 404 or 405.
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) List(ctx context.Context, spaceID, pageID string, options PageLinkListOptions, opts ...api.CallOption) (*LinkPage, error) {
	return transport.ListAs[LinkPage, Link](ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts)
}

// All walks the links of a page, from options.Page on. An error is the last turn: a [*pagination.PageError] with what [PageLinkService.List]
// returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) All(ctx context.Context, spaceID, pageID string, options PageLinkListOptions, opts ...api.CallOption) iter.Seq2[Link, error] {
	return transport.AllAs[LinkPage, Link](ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts)
}

// Pages walks the pages of the links of a page, from options.Page on. Errors are those of [PageLinkService.All].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/links
func (s PageLinkService) Pages(ctx context.Context, spaceID, pageID string, options PageLinkListOptions, opts ...api.CallOption) iter.Seq2[*LinkPage, error] {
	return transport.PagesAs[LinkPage, Link](ctx, s.core, opPageLinkList.Path(spaceID, pageID).Query(options), opts)
}
