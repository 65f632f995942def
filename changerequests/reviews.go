package changerequests

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ReviewService submits and lists the reviews of a change request.
//
// Experimental: may change in any minor release; see [api].
type ReviewService struct {
	core *transport.Core
}

// Review is a user's review of a change request at one of its revisions.
//
// Experimental: may change in any minor release; see [api].
type Review struct {
	Object      string          `json:"object"` // "change-request-review"
	ID          string          `json:"id"`
	Revision    string          `json:"revision" response:"id"` // ID of the reviewed revision
	Reviewer    api.User        `json:"reviewer"`
	RequestedBy *api.User       `json:"requestedBy,omitzero"` // nil if nobody requested the review
	Status      ReviewStatus    `json:"status"`
	Outdated    bool            `json:"outdated"`         // whether the change request has changed since the review
	Comment     *spaces.Comment `json:"comment,omitzero"` // nil if there is none
	CreatedAt   time.Time       `json:"createdAt"`
	UpdatedAt   time.Time       `json:"updatedAt"`
	URLs        *ReviewURLs     `json:"urls,omitzero"` // nil if the service does not return them
}

// ReviewURLs contains the URLs of a review.
//
// Experimental: may change in any minor release; see [api].
type ReviewURLs struct {
	Location string `json:"location"` // URL in the API
}

// ReviewStatus is the result of a review.
//
// Experimental: may change in any minor release; see [api].
type ReviewStatus string

// Results of a review.
const (
	ReviewStatusApproved         ReviewStatus = "approved"
	ReviewStatusChangesRequested ReviewStatus = "changes-requested"
)

// ReviewListOptions are the query parameters of [ReviewService.List].
//
// Experimental: may change in any minor release; see [api].
type ReviewListOptions struct {
	Cursor   string          `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit    int             `url:"limit,omitempty" check:"range=0..1000"` // number of reviews per page, at most 1000; 0 for the service's default
	Format   richtext.Format `url:"format,omitempty"`                      // format of the returned comments; empty for the service's default
	Outdated *bool           `url:"outdated,omitempty"`                    // true selects the outdated reviews, and false all others; nil is the service's default
}

// List returns one page of the reviews of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options ReviewListOptions, opts ...api.CallOption,
) (*pagination.Page[Review], error) {
	return transport.List[Review](ctx, s.core,
		opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the reviews of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options ReviewListOptions, opts ...api.CallOption,
) iter.Seq2[Review, error] {
	return transport.All[Review](ctx, s.core,
		opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [ReviewService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options ReviewListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Review], error] {
	return transport.Pages[Review](ctx, s.core,
		opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ReviewCreate is the request body of [ReviewService.Create].
//
// Experimental: may change in any minor release; see [api].
type ReviewCreate struct {
	Status  ReviewStatus      `json:"status" check:"required"`
	Comment *richtext.Content `json:"comment,omitzero"` // comment to post with the review
}

// Create submits a review of the current revision of a change request and returns the review. If
// somebody edits the change request before the call, the review is about the new revision.
// Therefore, compare the Revision of the result with the revision that was actually reviewed.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) Create(
	ctx context.Context, spaceID, changeRequestID string,
	review ReviewCreate, opts ...api.CallOption,
) (*Review, error) {
	return transport.JSON[Review](ctx, s.core,
		opReviewCreate.Path(spaceID, changeRequestID).Body(review), opts)
}

// ReviewGetOptions are the query parameters of [ReviewService.Get].
//
// Experimental: may change in any minor release; see [api].
type ReviewGetOptions struct {
	Format richtext.Format `url:"format,omitempty"` // format of the returned comment; empty for the service's default
}

// Get returns a review.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}
func (s ReviewService) Get(
	ctx context.Context, spaceID, changeRequestID, reviewID string,
	options ReviewGetOptions, opts ...api.CallOption,
) (*Review, error) {
	return transport.JSON[Review](ctx, s.core,
		opReviewGet.Path(spaceID, changeRequestID, reviewID).Query(options), opts)
}
