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

// ReplyService is reached as the Replies field of [Service].
type ReplyService struct {
	core *transport.Core
}

// Reply is a reply to a comment.
type Reply struct {
	Object    string     `json:"object"` // "comment-reply"
	ID        string     `json:"id"`
	PostedBy  api.User   `json:"postedBy"`
	PostedAt  time.Time  `json:"postedAt"`
	EditedAt  *time.Time `json:"editedAt,omitzero"` // nil when never edited
	Reactions []Reaction `json:"reactions"`
	// Body is the text.
	//
	// Beyond the documents.
	Body richtext.Content `json:"body"`
	// URLs are the addresses.
	//
	// Beyond the documents.
	URLs CommentURLs `json:"urls"`
	// Permissions tells what the caller may do.
	//
	// Beyond the documents.
	Permissions CommentPermissions `json:"permissions"`
}

// ReplyListOptions are the query of [ReplyService.List].
type ReplyListOptions struct {
	Page   string          `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit  int             `url:"limit,omitempty" check:"range=0..1000"` // replies per page, at most 1000; 0 for the service's default
	Format richtext.Format `url:"format,omitempty"`                      // of the bodies; empty for the service's default
}

// List returns one page of the replies of a comment. When there are none the page is empty; a comment that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s ReplyService) List(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) (*pagination.Page[Reply], error) {
	return transport.List[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// All walks the replies of a comment, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [ReplyService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s ReplyService) All(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) iter.Seq2[Reply, error] {
	return transport.All[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// Pages walks the pages of the replies of a comment, from options.Page on. Errors are those of [ReplyService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s ReplyService) Pages(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Reply], error] {
	return transport.Pages[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// ReplyCreate is the body of [ReplyService.Create].
//
// Beyond the documents.
type ReplyCreate struct {
	Body richtext.Content `json:"body" check:"required"`
}

// ReplyCreateOptions are the query of [ReplyService.Create].
//
// Beyond the documents.
type ReplyCreateOptions struct {
	Format richtext.Format `url:"format,omitempty"` // of the body that is returned; empty for the service's default
}

// Create replies to a comment and returns the reply. A comment that does not exist is an error matching [api.ErrNotFound]; a body that is
// not set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s ReplyService) Create(ctx context.Context, spaceID, changeRequestID, commentID string, reply ReplyCreate, options ReplyCreateOptions, opts ...api.CallOption) (*Reply, error) {
	return transport.JSON[Reply](ctx, s.core, opReplyCreate.Path(spaceID, changeRequestID, commentID).Query(options).Body(reply), opts)
}

// ReplyGetOptions are the query of [ReplyService.Get].
//
// Beyond the documents.
type ReplyGetOptions struct {
	Format richtext.Format `url:"format,omitempty"` // of the body; empty for the service's default
}

// Get returns a reply. One that does not exist, or that is to another comment, is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s ReplyService) Get(ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string, options ReplyGetOptions, opts ...api.CallOption) (*Reply, error) {
	return transport.JSON[Reply](ctx, s.core, opReplyGet.Path(spaceID, changeRequestID, commentID, commentReplyID).Query(options), opts)
}

// ReplyUpdate is the body of [ReplyService.Update]. A nil field is left as it is.
//
// Beyond the documents.
type ReplyUpdate struct {
	Resolved         *bool             `json:"resolved,omitzero"` // what it does to a reply, which has no status, is not described
	Body             *richtext.Content `json:"body,omitzero"`
	AddedReactions   []string          `json:"addedReactions,omitzero"`   // emojis
	RemovedReactions []string          `json:"removedReactions,omitzero"` // emojis
}

// Update changes a reply, reacts to it, and returns it as it is then. One that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s ReplyService) Update(ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string, update ReplyUpdate, opts ...api.CallOption) (*Reply, error) {
	return transport.JSON[Reply](ctx, s.core, opReplyUpdate.Path(spaceID, changeRequestID, commentID, commentReplyID).Body(update), opts)
}

// Delete removes a reply. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error matching
// [api.ErrForbidden].
//
// Beyond the documents.
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}
func (s ReplyService) Delete(ctx context.Context, spaceID, changeRequestID, commentID, commentReplyID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opReplyDelete.Path(spaceID, changeRequestID, commentID, commentReplyID), opts)
}
