package changerequests

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
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
	Body *api.Content `json:"body,omitzero"`
	// URLs are the addresses.
	//
	// Beyond the documents.
	URLs *CommentURLs `json:"urls,omitzero"`
	// Permissions tells what the caller may do.
	//
	// Beyond the documents.
	Permissions *CommentPermissions `json:"permissions,omitzero"`
}

// ReplyListOptions are the query of [ReplyService.List].
type ReplyListOptions struct {
	Page   string      `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit  int         `url:"limit,omitempty" check:"range=0..1000"` // replies a page, at most 1000; 0 leaves it to the service
	Format *api.Format `url:"format,omitempty"`                      // of the bodies, nil leaves it to the service
}

// List returns one page of the replies of a comment. When there are none the page is empty; a comment that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s *ReplyService) List(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) (*pagination.Page[Reply], error) {
	return transport.List[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// All walks the replies of a comment, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [ReplyService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s *ReplyService) All(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) iter.Seq2[Reply, error] {
	return transport.All[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// Pages walks the pages of the replies of a comment, from options.Page on. Errors are those of [ReplyService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies
func (s *ReplyService) Pages(ctx context.Context, spaceID, changeRequestID, commentID string, options ReplyListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Reply], error] {
	return transport.Pages[Reply](ctx, s.core, opReplyList.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}
