package changerequests

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
)

// ReviewService is reached as the Reviews field of [Service].
//
// Beyond the documents.
type ReviewService struct {
	core *transport.Core
}

// Review is what a reviewer thinks of a revision of a change request.
//
// Beyond the documents.
type Review struct {
	Object      string       `json:"object"` // "change-request-review"
	ID          string       `json:"id"`
	Revision    string       `json:"revision"` // ID of the revision that was reviewed
	Reviewer    api.User     `json:"reviewer"`
	RequestedBy *api.User    `json:"requestedBy,omitzero"` // nil when nobody asked for it
	Status      ReviewStatus `json:"status"`
	Outdated    bool         `json:"outdated"`         // the change request has changed since
	Comment     *Comment     `json:"comment,omitzero"` // nil for a review without one
	CreatedAt   time.Time    `json:"createdAt"`
	UpdatedAt   time.Time    `json:"updatedAt"`
}

// ReviewStatus is the outcome of a review. The service may know more values than the constants.
//
// Beyond the documents.
type ReviewStatus string

const (
	// ReviewStatusApproved approves the change request.
	//
	// Beyond the documents.
	ReviewStatusApproved ReviewStatus = "approved"
	// ReviewStatusChangesRequested asks for changes.
	//
	// Beyond the documents.
	ReviewStatusChangesRequested ReviewStatus = "changes-requested"
)

// ReviewListOptions are the query of [ReviewService.List].
//
// Beyond the documents.
type ReviewListOptions struct {
	Page     string          `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit    int             `url:"limit,omitempty" check:"range=0..1000"` // reviews per page, at most 1000; 0 for the service's default
	Format   richtext.Format `url:"format,omitempty"`                      // of the bodies of the comments; empty for the service's default
	Outdated *bool           `url:"outdated,omitempty"`                    // true for outdated reviews, false for the others, nil leaves it to the service
}

// List returns one page of the reviews of a change request. When there are none the page is empty; a change request that does not exist is
// an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) List(ctx context.Context, spaceID, changeRequestID string, options ReviewListOptions, opts ...api.CallOption) (*pagination.Page[Review], error) {
	return transport.List[Review](ctx, s.core, opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All walks the reviews of a change request, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [ReviewService.List] returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) All(ctx context.Context, spaceID, changeRequestID string, options ReviewListOptions, opts ...api.CallOption) iter.Seq2[Review, error] {
	return transport.All[Review](ctx, s.core, opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Pages walks the pages of the reviews of a change request, from options.Page on. Errors are those of [ReviewService.All].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) Pages(ctx context.Context, spaceID, changeRequestID string, options ReviewListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Review], error] {
	return transport.Pages[Review](ctx, s.core, opReviewList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ReviewSubmit is the body of [ReviewService.Submit].
//
// Beyond the documents.
type ReviewSubmit struct {
	Status  ReviewStatus      `json:"status" check:"required"`
	Comment *richtext.Content `json:"comment,omitzero"` // what to comment with it
}

// Submit reviews a change request as it is now and returns the review. A change request that does not exist is an error matching
// [api.ErrNotFound]; a status that is not set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews
func (s ReviewService) Submit(ctx context.Context, spaceID, changeRequestID string, review ReviewSubmit, opts ...api.CallOption) (*Review, error) {
	return transport.JSON[Review](ctx, s.core, opReviewSubmit.Path(spaceID, changeRequestID).Body(review), opts)
}
