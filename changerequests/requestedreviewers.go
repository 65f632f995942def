package changerequests

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
)

// RequestedReviewerService is reached as the RequestedReviewers field of [Service].
//
// Beyond the documents.
type RequestedReviewerService struct {
	core *transport.Core
}

// RequestedReviewer is a user or a team who was asked for a review.
//
// Beyond the documents.
type RequestedReviewer struct {
	Object      string        `json:"object"` // "change-request-requested-reviewer"
	Kind        ReviewerKind  `json:"kind"`
	User        *api.User     `json:"user,omitzero"` // set for [ReviewerKindUser], else nil
	Team        *ReviewerTeam `json:"team,omitzero"` // set for [ReviewerKindTeam], else nil
	Revision    string        `json:"revision"`      // ID of the revision to review
	RequestedBy api.User      `json:"requestedBy"`
	CreatedAt   time.Time     `json:"createdAt"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ReviewerTeam names a team that was asked for a review.
//
// Beyond the documents.
type ReviewerTeam struct {
	Object string `json:"object"` // "team"
	ID     string `json:"id"`
}

// ReviewerKind tells what was asked for a review. The service may know more values than the constants.
//
// Beyond the documents.
type ReviewerKind string

const (
	// ReviewerKindUser is a user.
	//
	// Beyond the documents.
	ReviewerKindUser ReviewerKind = "user"
	// ReviewerKindTeam is a team.
	//
	// Beyond the documents.
	ReviewerKindTeam ReviewerKind = "team"
)

type plainRequestedReviewer RequestedReviewer

var requestedReviewerCodec = jsonx.NewCodec(jsonx.Tree(func(r *RequestedReviewer) *plainRequestedReviewer { return (*plainRequestedReviewer)(r) }))

// MarshalJSON returns the reviewer with all it was read with.
func (r RequestedReviewer) MarshalJSON() ([]byte, error) { return requestedReviewerCodec.Marshal(&r) }

// UnmarshalJSON reads a reviewer and keeps what it does not know.
func (r *RequestedReviewer) UnmarshalJSON(data []byte) error {
	return requestedReviewerCodec.Unmarshal(data, r)
}

// RequestedReviewerListOptions are the query of [RequestedReviewerService.List].
//
// Beyond the documents.
type RequestedReviewerListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // reviewers per page, at most 1000; 0 for the service's default
}

// List returns one page of those who were asked for a review. When nobody was the page is empty; a change request that does not exist is an
// error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) List(ctx context.Context, spaceID, changeRequestID string, options RequestedReviewerListOptions, opts ...api.CallOption) (*pagination.Page[RequestedReviewer], error) {
	return transport.List[RequestedReviewer](ctx, s.core, opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All walks those who were asked for a review, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [RequestedReviewerService.List] returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) All(ctx context.Context, spaceID, changeRequestID string, options RequestedReviewerListOptions, opts ...api.CallOption) iter.Seq2[RequestedReviewer, error] {
	return transport.All[RequestedReviewer](ctx, s.core, opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Pages walks the pages of those who were asked for a review, from options.Page on. Errors are those of [RequestedReviewerService.All].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) Pages(ctx context.Context, spaceID, changeRequestID string, options RequestedReviewerListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[RequestedReviewer], error] {
	return transport.Pages[RequestedReviewer](ctx, s.core, opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ReviewRequest is the body of [RequestedReviewerService.Request]. What the service does with a subject and a description is not described:
// in package publishingtest they become those of the change request.
//
// Beyond the documents.
type ReviewRequest struct {
	Users       []string           `json:"users" check:"required"` // IDs; an empty list is sent, nil is refused
	Subject     *string            `json:"subject,omitzero"`       // nil sends none
	Description *richtext.Document `json:"description,omitzero"`   // nil sends none
}

// ReviewRequestResult is what [RequestedReviewerService.Request] returns.
//
// Beyond the documents.
type ReviewRequestResult struct {
	Users []RequestedReviewer `json:"users,omitzero"` // nil when the service does not say
}

// Request asks users for a review of a change request. One that does not exist is an error matching [api.ErrNotFound]; users that are not
// set are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) Request(ctx context.Context, spaceID, changeRequestID string, request ReviewRequest, opts ...api.CallOption) (*ReviewRequestResult, error) {
	return transport.JSON[ReviewRequestResult](ctx, s.core, opRequestedReviewerRequest.Path(spaceID, changeRequestID).Body(request), opts)
}

// Delete takes back the request to a user. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not gets an
// error matching [api.ErrForbidden].
//
// Beyond the documents.
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}
func (s RequestedReviewerService) Delete(ctx context.Context, spaceID, changeRequestID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opRequestedReviewerDelete.Path(spaceID, changeRequestID, userID), opts)
}
