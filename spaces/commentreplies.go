package spaces

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
)

// CommentReplyService manages the replies to a comment on the main content of a space.
//
// Experimental: may change in any minor release; see [api].
type CommentReplyService struct {
	core *transport.Core
}

// CommentReply is a reply to a comment.
type CommentReply struct {
	Object    string     `json:"object"` // "comment-reply"
	ID        string     `json:"id"`
	PostedBy  api.User   `json:"postedBy"`
	PostedAt  time.Time  `json:"postedAt"`
	EditedAt  *time.Time `json:"editedAt,omitzero"` // nil if the text was never edited
	Reactions []Reaction `json:"reactions"`

	// The following fields contain the text and the URLs of the reply, and the caller's permissions
	// on it.
	//
	// Experimental: may change in any minor release; see [api].
	Body        richtext.Content   `json:"body"`
	URLs        CommentURLs        `json:"urls"`
	Permissions CommentPermissions `json:"permissions"`
}

// CommentReplyListOptions are the query parameters of [CommentReplyService.List].
type CommentReplyListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of replies per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Format is the format of the bodies; empty for the service's default.
	Format richtext.Format `url:"format,omitempty"`
}

// List returns one page of the replies to a comment.
//
// API: GET /v1/spaces/{spaceId}/comments/{commentId}/replies
func (s CommentReplyService) List(
	ctx context.Context, spaceID, commentID string,
	options CommentReplyListOptions, opts ...api.CallOption,
) (*pagination.Page[CommentReply], error) {
	return transport.List[CommentReply](
		ctx, s.core, opReplyList.Path(spaceID, commentID).Query(options), opts,
	)
}

// All returns an iterator over the replies to a comment.
//
// API: GET /v1/spaces/{spaceId}/comments/{commentId}/replies
func (s CommentReplyService) All(
	ctx context.Context, spaceID, commentID string,
	options CommentReplyListOptions, opts ...api.CallOption,
) iter.Seq2[CommentReply, error] {
	return transport.All[CommentReply](
		ctx, s.core, opReplyList.Path(spaceID, commentID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CommentReplyService.List].
//
// API: GET /v1/spaces/{spaceId}/comments/{commentId}/replies
func (s CommentReplyService) ListPages(
	ctx context.Context, spaceID, commentID string,
	options CommentReplyListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[CommentReply], error] {
	return transport.Pages[CommentReply](
		ctx, s.core, opReplyList.Path(spaceID, commentID).Query(options), opts,
	)
}

// CommentReplyCreate is the request body of [CommentReplyService.Create].
//
// Experimental: may change in any minor release; see [api].
type CommentReplyCreate struct {
	Body richtext.Content `json:"body" check:"required"`
}

// Create replies to a comment and returns the reply.
//
// API: POST /v1/spaces/{spaceId}/comments/{commentId}/replies
func (s CommentReplyService) Create(
	ctx context.Context, spaceID, commentID string,
	reply CommentReplyCreate, opts ...api.CallOption,
) (*CommentReply, error) {
	return transport.JSON[CommentReply](
		ctx, s.core, opReplyCreate.Path(spaceID, commentID).Body(reply), opts,
	)
}

// CommentReplyGetOptions are the query parameters of [CommentReplyService.Get].
//
// Experimental: may change in any minor release; see [api].
type CommentReplyGetOptions struct {
	// Format is the format of the body; empty for the service's default.
	Format richtext.Format `url:"format,omitempty"`
}

// Get returns a reply. If the reply belongs to another comment, the error matches
// [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Get(
	ctx context.Context, spaceID, commentID, commentReplyID string,
	options CommentReplyGetOptions, opts ...api.CallOption,
) (*CommentReply, error) {
	return transport.JSON[CommentReply](
		ctx, s.core, opReplyGet.Path(spaceID, commentID, commentReplyID).Query(options), opts,
	)
}

// CommentReplyUpdate is the request body of [CommentReplyService.Update].
//
// Experimental: may change in any minor release; see [api].
type CommentReplyUpdate struct {
	Body             *richtext.Content `json:"body,omitzero"`
	AddedReactions   []string          `json:"addedReactions,omitzero"`   // emojis
	RemovedReactions []string          `json:"removedReactions,omitzero"` // emojis
}

// Update edits a reply, adds or removes reactions, and returns the updated reply.
//
// API: PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Update(
	ctx context.Context, spaceID, commentID, commentReplyID string,
	update CommentReplyUpdate, opts ...api.CallOption,
) (*CommentReply, error) {
	return transport.JSON[CommentReply](
		ctx, s.core, opReplyUpdate.Path(spaceID, commentID, commentReplyID).Body(update), opts,
	)
}

// Delete deletes a reply. If the reply does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error.
//
// API: DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}
func (s CommentReplyService) Delete(
	ctx context.Context, spaceID, commentID, commentReplyID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opReplyDelete.Path(spaceID, commentID, commentReplyID), opts,
	)
}
