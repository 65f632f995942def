package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// CommenterService lists the users who commented on a change request.
//
// Experimental: may change in any minor release; see [api].
type CommenterService struct {
	core *transport.Core
}

// List returns one page of the users who commented on a change request. The elements are members of
// the organization. It is undocumented whether the list can contain a user more than once.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommenterListOptions, opts ...api.CallOption,
) (*pagination.Page[api.Member], error) {
	return transport.List[api.Member](ctx, s.core,
		opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the users who commented on a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommenterListOptions, opts ...api.CallOption,
) iter.Seq2[api.Member, error] {
	return transport.All[api.Member](ctx, s.core,
		opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [CommenterService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommenterListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[api.Member], error] {
	return transport.Pages[api.Member](ctx, s.core,
		opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}
