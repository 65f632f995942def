package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// LinkService lists the links in a change request.
//
// Experimental: may change in any minor release; see [api].
type LinkService struct {
	core *transport.Core
}

// LinkListOptions are the query parameters of [LinkService.List].
//
// Experimental: may change in any minor release; see [api].
type LinkListOptions struct {
	Cursor string `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"` // number of links per page, at most 1000; 0 for the service's default
	// Status selects the links with this status.
	Status spaces.LinkStatus `url:"status,omitempty"`
	// BrokenContext selects the broken links with this context.
	BrokenContext BrokenContext `url:"brokenContext,omitempty"`
}

// BrokenContext selects broken links by their context. It is undocumented what its values mean.
//
// Experimental: may change in any minor release; see [api].
type BrokenContext string

// Contexts of broken links.
const (
	BrokenContextChangeRequest BrokenContext = "change-request" // the change request
	BrokenContextSpace         BrokenContext = "space"          // the space of the change request
)

// List returns one page of the links in a change request. Newer descriptions of the API do not
// contain this operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links
func (s LinkService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options LinkListOptions, opts ...api.CallOption,
) (*spaces.LinkList, error) {
	return transport.ListAs[spaces.LinkList](ctx, s.core,
		opLinkList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the links in a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links
func (s LinkService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options LinkListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.Link, error] {
	return transport.AllAs[spaces.LinkList, spaces.Link](ctx, s.core,
		opLinkList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [LinkService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links
func (s LinkService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options LinkListOptions, opts ...api.CallOption,
) iter.Seq2[*spaces.LinkList, error] {
	return transport.PagesAs[spaces.LinkList](ctx, s.core,
		opLinkList.Path(spaceID, changeRequestID).Query(options), opts)
}
