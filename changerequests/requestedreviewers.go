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

// RequestedReviewerService manages the requests for reviews of a change request.
//
// Experimental: may change in any minor release; see [api].
type RequestedReviewerService struct {
	core *transport.Core
}

// RequestedReviewer is a user or a team from whom a review was requested.
//
// Experimental: may change in any minor release; see [api].
type RequestedReviewer struct {
	Object      string        `json:"object"` // "change-request-requested-reviewer"
	Kind        ReviewerKind  `json:"kind"`
	User        *api.User     `json:"user,omitzero" response:"required,if=kind:user"` // set for [ReviewerKindUser]
	Team        *ReviewerTeam `json:"team,omitzero" response:"required,if=kind:team"` // set for [ReviewerKindTeam]
	Revision    string        `json:"revision" response:"id"`                         // ID of the revision to review
	RequestedBy api.User      `json:"requestedBy"`
	CreatedAt   time.Time     `json:"createdAt"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ReviewerTeam identifies a team from whom a review was requested.
//
// Experimental: may change in any minor release; see [api].
type ReviewerTeam struct {
	Object string `json:"object"` // "team"
	ID     string `json:"id"`
}

// ReviewerKind is the kind of a requested reviewer.
//
// Experimental: may change in any minor release; see [api].
type ReviewerKind string

// Kinds of reviewers.
const (
	ReviewerKindUser ReviewerKind = "user"
	ReviewerKindTeam ReviewerKind = "team"
)

type plainRequestedReviewer RequestedReviewer

var requestedReviewerCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Tree(func(r *RequestedReviewer) *plainRequestedReviewer {
		return (*plainRequestedReviewer)(r)
	}))
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r RequestedReviewer) MarshalJSON() ([]byte, error) {
	return requestedReviewerCodec.Marshal(&r)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *RequestedReviewer) UnmarshalJSON(data []byte) error {
	return requestedReviewerCodec.Unmarshal(data, r)
}

// RequestedReviewerListOptions are the query parameters of [RequestedReviewerService.List].
//
// Experimental: may change in any minor release; see [api].
type RequestedReviewerListOptions struct {
	Cursor string `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"` // number of requested reviewers per page, at most 1000; 0 for the service's default
}

// List returns one page of the requested reviewers of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options RequestedReviewerListOptions, opts ...api.CallOption,
) (*pagination.Page[RequestedReviewer], error) {
	return transport.List[RequestedReviewer](ctx, s.core,
		opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the requested reviewers of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options RequestedReviewerListOptions, opts ...api.CallOption,
) iter.Seq2[RequestedReviewer, error] {
	return transport.All[RequestedReviewer](ctx, s.core,
		opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [RequestedReviewerService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options RequestedReviewerListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[RequestedReviewer], error] {
	return transport.Pages[RequestedReviewer](ctx, s.core,
		opRequestedReviewerList.Path(spaceID, changeRequestID).Query(options), opts)
}

// RequestedReviewerCreate is the request body of [RequestedReviewerService.Create]. The effect of
// the subject and the description is undocumented. In package publishingtest, they replace the
// subject and the description of the change request.
//
// Experimental: may change in any minor release; see [api].
type RequestedReviewerCreate struct {
	Users       []string           `json:"users" check:"required"` // IDs of the users; may be empty, but not nil
	Subject     *string            `json:"subject,omitzero"`
	Description *richtext.Document `json:"description,omitzero"`
}

// RequestedReviewerResult is the result of [RequestedReviewerService.Create].
//
// Experimental: may change in any minor release; see [api].
type RequestedReviewerResult struct {
	Users []RequestedReviewer `json:"users,omitzero"`
}

// Create requests reviews of a change request from users and returns the requested reviewers. It is
// undocumented whether the result contains reviewers who were requested earlier.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers
func (s RequestedReviewerService) Create(
	ctx context.Context, spaceID, changeRequestID string,
	request RequestedReviewerCreate, opts ...api.CallOption,
) (*RequestedReviewerResult, error) {
	return transport.JSON[RequestedReviewerResult](ctx, s.core,
		opRequestedReviewerCreate.Path(spaceID, changeRequestID).Body(request), opts)
}

// Delete withdraws the request for a review by a user. If there is no such request, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}
func (s RequestedReviewerService) Delete(
	ctx context.Context, spaceID, changeRequestID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opRequestedReviewerDelete.Path(spaceID, changeRequestID,
		userID), opts)
}
