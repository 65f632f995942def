package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CommenterService is reached as the Commenters field of [Service].
//
// Beyond the documents.
type CommenterService struct {
	core *transport.Core
}

// CommenterListOptions are the query of [CommenterService.List].
//
// Beyond the documents.
type CommenterListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // members per page, at most 1000; 0 for the service's default
}

// List returns one page of the users who commented in a change request, as members of the organization. Whether each is there once is not
// described. When nobody commented the page is empty; a change request that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) List(ctx context.Context, spaceID, changeRequestID string, options CommenterListOptions, opts ...api.CallOption) (*pagination.Page[api.Member], error) {
	return transport.List[api.Member](ctx, s.core, opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All walks the users who commented in a change request, from options.Page on. An error is the last turn: a [*pagination.PageError] with
// what [CommenterService.List] returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) All(ctx context.Context, spaceID, changeRequestID string, options CommenterListOptions, opts ...api.CallOption) iter.Seq2[api.Member, error] {
	return transport.All[api.Member](ctx, s.core, opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Pages walks the pages of the users who commented in a change request, from options.Page on. Errors are those of [CommenterService.All].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters
func (s CommenterService) Pages(ctx context.Context, spaceID, changeRequestID string, options CommenterListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[api.Member], error] {
	return transport.Pages[api.Member](ctx, s.core, opCommenterList.Path(spaceID, changeRequestID).Query(options), opts)
}
