package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// CommentService manages the comments on a change request.
type CommentService struct {
	// Replies manages the replies to a comment.
	Replies CommentReplyService

	core *transport.Core
}

// List returns one page of the comments on a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommentListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.Comment], error) {
	return transport.List[spaces.Comment](ctx, s.core,
		opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the comments on a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommentListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.Comment, error] {
	return transport.All[spaces.Comment](ctx, s.core,
		opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [CommentService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.CommentListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.Comment], error] {
	return transport.Pages[spaces.Comment](ctx, s.core,
		opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Create creates a comment and returns it.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) Create(
	ctx context.Context, spaceID, changeRequestID string,
	comment spaces.CommentCreate, opts ...api.CallOption,
) (*spaces.Comment, error) {
	return transport.JSON[spaces.Comment](ctx, s.core,
		opCommentCreate.Path(spaceID, changeRequestID).Body(comment), opts)
}

// Get returns a comment.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Get(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	options spaces.CommentGetOptions, opts ...api.CallOption,
) (*spaces.Comment, error) {
	return transport.JSON[spaces.Comment](ctx, s.core,
		opCommentGet.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// Update edits, resolves or reopens a comment, adds or removes reactions, and returns the updated
// comment.
//
// API: PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Update(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	update spaces.CommentUpdate, opts ...api.CallOption,
) (*spaces.Comment, error) {
	return transport.JSON[spaces.Comment](ctx, s.core,
		opCommentUpdate.Path(spaceID, changeRequestID, commentID).Body(update), opts)
}

// Delete deletes a comment. If the comment does not exist, Delete returns [api.AlreadyAbsent] and a
// nil error.
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Delete(
	ctx context.Context, spaceID, changeRequestID, commentID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCommentDelete.Path(spaceID, changeRequestID, commentID),
		opts)
}
