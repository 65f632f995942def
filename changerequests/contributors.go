package changerequests

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ContributorService lists the contributors to a change request.
//
// Experimental: may change in any minor release; see [api].
type ContributorService struct {
	core *transport.Core
}

// Contributor is a user who contributed to a change request. A list can contain a user several
// times, with different actions.
//
// Experimental: may change in any minor release; see [api].
type Contributor struct {
	User       api.User   `json:"user"`
	ActionType ActionType `json:"actionType"` // kind of the user's actions
	Count      int64      `json:"count"`      // number of actions
	UpdatedAt  time.Time  `json:"updatedAt"`  // time of the last action
}

// ActionType is a kind of action of a contributor.
//
// Experimental: may change in any minor release; see [api].
type ActionType string

// Actions of a contributor.
const (
	ActionTypeEdit    ActionType = "edit"
	ActionTypeComment ActionType = "comment"
)

// ContributorListOptions are the query parameters of [ContributorService.List]. There are none yet.
//
// Experimental: may change in any minor release; see [api].
type ContributorListOptions struct{}

// List returns the contributors to a change request. The API reference describes no pages for this
// list. If a response nevertheless has a next page, the result contains its cursor.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors
func (s ContributorService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options ContributorListOptions, opts ...api.CallOption,
) (*pagination.Page[Contributor], error) {
	return transport.List[Contributor](ctx, s.core,
		opContributorList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the contributors to a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors
func (s ContributorService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options ContributorListOptions, opts ...api.CallOption,
) iter.Seq2[Contributor, error] {
	return transport.All[Contributor](ctx, s.core,
		opContributorList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [ContributorService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors
func (s ContributorService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options ContributorListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Contributor], error] {
	return transport.Pages[Contributor](ctx, s.core,
		opContributorList.Path(spaceID, changeRequestID).Query(options), opts)
}
