package changerequests

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ContributorService is reached as the Contributors field of [Service].
//
// Beyond the documents.
type ContributorService struct {
	core *transport.Core
}

// Contributor is a user who did something in a change request. A user may be there more than once, for each kind of action.
//
// Beyond the documents.
type Contributor struct {
	User       api.User   `json:"user"`
	ActionType ActionType `json:"actionType"` // what the user did
	Count      int64      `json:"count"`      // how often
	UpdatedAt  time.Time  `json:"updatedAt"`  // when last
}

// ActionType is what a contributor did. The service may know more values than the constants.
//
// Beyond the documents.
type ActionType string

const (
	// ActionTypeEdit is an edit of the content.
	//
	// Beyond the documents.
	ActionTypeEdit ActionType = "edit"
	// ActionTypeComment is a comment.
	//
	// Beyond the documents.
	ActionTypeComment ActionType = "comment"
)

// List returns the contributors of a change request. The list has no pages to ask for; should the service answer with a next page all the
// same, it is in the result. A change request that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors
func (s ContributorService) List(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*pagination.Page[Contributor], error) {
	return transport.List[Contributor](ctx, s.core, opContributorList.Path(spaceID, changeRequestID), opts)
}
