package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CommenterService lists the users who commented on the main content of a space.
//
// Experimental: may change in any minor release; see [api].
type CommenterService struct {
	core *transport.Core
}

// CommenterListOptions are the query parameters of [CommenterService.List].
//
// Experimental: may change in any minor release; see [api].
type CommenterListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of commenters per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the users who commented on the main content of a space. The elements are
// members of the organization. It is undocumented whether the list can contain a user more than
// once, and whether it contains users who have only replied.
//
// API: GET /v1/spaces/{spaceId}/commenters
func (s CommenterService) List(
	ctx context.Context, spaceID string, options CommenterListOptions, opts ...api.CallOption,
) (*pagination.Page[api.Member], error) {
	return transport.List[api.Member](
		ctx, s.core, opCommenterList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the users who commented on the main content of a space.
//
// API: GET /v1/spaces/{spaceId}/commenters
func (s CommenterService) All(
	ctx context.Context, spaceID string, options CommenterListOptions, opts ...api.CallOption,
) iter.Seq2[api.Member, error] {
	return transport.All[api.Member](
		ctx, s.core, opCommenterList.Path(spaceID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CommenterService.List].
//
// API: GET /v1/spaces/{spaceId}/commenters
func (s CommenterService) ListPages(
	ctx context.Context, spaceID string, options CommenterListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[api.Member], error] {
	return transport.Pages[api.Member](
		ctx, s.core, opCommenterList.Path(spaceID).Query(options), opts,
	)
}
