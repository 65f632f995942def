package changerequests

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ContributorService lists the contributors to a change request.
//
// Experimental: may change in any release; see docs/sources.md.
type ContributorService struct {
	core *transport.Core
}

// Contributor is a user who contributed to a change request. A user can be listed more than once,
// with different actions.
//
// Experimental: may change in any release; see docs/sources.md.
type Contributor struct {
	User       api.User   `json:"user"`
	ActionType ActionType `json:"actionType"` // what the user did
	Count      int64      `json:"count"`      // number of actions
	UpdatedAt  time.Time  `json:"updatedAt"`  // time of the last action
}

// ActionType identifies what a contributor did.
//
// Experimental: may change in any release; see docs/sources.md.
type ActionType string

// Actions of a contributor.
const (
	ActionTypeEdit    ActionType = "edit"
	ActionTypeComment ActionType = "comment"
)

// List returns the contributors to a change request. The operation takes no cursor, but if the
// response contains one, it is in the result.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors
func (s ContributorService) List(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*pagination.Page[Contributor], error) {
	return transport.List[Contributor](ctx, s.core, opContributorList.Path(spaceID, changeRequestID), opts)
}
