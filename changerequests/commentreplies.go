package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// CommentReplyService manages the replies to a comment.
type CommentReplyService struct {
	core *transport.Core
}

// List returns one page of the replies to a comment.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s CommentReplyService) List(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	options spaces.CommentReplyListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.CommentReply], error) {
	return transport.List[spaces.CommentReply](ctx, s.core,
		opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// All returns an iterator over the replies to a comment.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s CommentReplyService) All(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	options spaces.CommentReplyListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.CommentReply, error] {
	return transport.All[spaces.CommentReply](ctx, s.core,
		opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [CommentReplyService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s CommentReplyService) ListPages(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	options spaces.CommentReplyListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.CommentReply], error] {
	return transport.Pages[spaces.CommentReply](ctx, s.core,
		opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// CommentReplyCreateOptions are the query parameters of [CommentReplyService.Create].
//
// Experimental: may change in any minor release; see [api].
type CommentReplyCreateOptions struct {
	Format richtext.Format `url:"format,omitempty"` // format of the returned body; empty for the service's default
}

// Create replies to a comment and returns the reply.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s CommentReplyService) Create(
	ctx context.Context, spaceID, changeRequestID, commentID string,
	reply spaces.CommentReplyCreate, options CommentReplyCreateOptions, opts ...api.CallOption,
) (*spaces.CommentReply, error) {
	return transport.JSON[spaces.CommentReply](ctx, s.core,
		opReplyCreate.Path(spaceID, changeRequestID, commentID).Query(options).Body(reply), opts)
}

// Get returns a reply. If the reply belongs to another comment, the error matches
// [api.ErrNotFound].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Get(
	ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string,
	options spaces.CommentReplyGetOptions, opts ...api.CallOption,
) (*spaces.CommentReply, error) {
	return transport.JSON[spaces.CommentReply](ctx, s.core,
		opReplyGet.Path(spaceID, changeRequestID, commentID, commentReplyID).Query(options), opts)
}

// CommentReplyUpdate is the request body of [CommentReplyService.Update].
//
// Experimental: may change in any minor release; see [api].
type CommentReplyUpdate struct {
	Resolved         *bool             `json:"resolved,omitzero"` // undocumented; a reply cannot be resolved
	Body             *richtext.Content `json:"body,omitzero"`
	AddedReactions   []string          `json:"addedReactions,omitzero"`   // emojis
	RemovedReactions []string          `json:"removedReactions,omitzero"` // emojis
}

// Update edits a reply, adds or removes reactions, and returns the updated reply.
//
// Experimental: may change in any minor release; see [api].
//
// API: PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Update(
	ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string,
	update CommentReplyUpdate, opts ...api.CallOption,
) (*spaces.CommentReply, error) {
	return transport.JSON[spaces.CommentReply](ctx, s.core,
		opReplyUpdate.Path(spaceID, changeRequestID, commentID, commentReplyID).Body(update), opts)
}

// Delete deletes a reply. If the reply does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error.
//
// Experimental: may change in any minor release; see [api].
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Delete(
	ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string,
	opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opReplyDelete.Path(spaceID, changeRequestID, commentID,
		commentReplyID), opts)
}
