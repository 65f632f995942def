package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// PageBacklinkService lists the places that refer to pages.
//
// Experimental: may change in any minor release; see [api].
type PageBacklinkService struct {
	core *transport.Core
}

// PageBacklinkListOptions are the query parameters of [PageBacklinkService.List].
type PageBacklinkListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of backlinks per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the places that refer to a page. Newer descriptions of the API do not
// contain this operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) List(
	ctx context.Context, spaceID, pageID string,
	options PageBacklinkListOptions, opts ...api.CallOption,
) (*pagination.Page[Reference], error) {
	return transport.List[Reference](
		ctx, s.core, opPageBacklinkList.Path(spaceID, pageID).Query(options), opts,
	)
}

// All returns an iterator over the places that refer to a page.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) All(
	ctx context.Context, spaceID, pageID string,
	options PageBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[Reference, error] {
	return transport.All[Reference](
		ctx, s.core, opPageBacklinkList.Path(spaceID, pageID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [PageBacklinkService.List].
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks
func (s PageBacklinkService) ListPages(
	ctx context.Context, spaceID, pageID string,
	options PageBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Reference], error] {
	return transport.Pages[Reference](
		ctx, s.core, opPageBacklinkList.Path(spaceID, pageID).Query(options), opts,
	)
}
