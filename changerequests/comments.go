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

// CommentService is reached as the Comments field of [Service].
type CommentService struct {
	core *transport.Core
}

// Comment is a comment on a change request, a page, or a place on a page.
type Comment struct {
	Object      string             `json:"object"` // "comment"
	ID          string             `json:"id"`
	PostedBy    api.User           `json:"postedBy"`
	PostedAt    time.Time          `json:"postedAt"`
	EditedAt    *time.Time         `json:"editedAt,omitzero"` // nil when never edited
	Reactions   []Reaction         `json:"reactions"`
	Replies     int64              `json:"replies"`
	Body        richtext.Content   `json:"body"`
	Target      CommentTarget      `json:"target"`
	URLs        CommentURLs        `json:"urls"`
	Permissions CommentPermissions `json:"permissions"`
	Status      CommentStatus      `json:"status"`
	ResolvedAt  *time.Time         `json:"resolvedAt,omitzero"` // nil while open
	ResolvedBy  *api.User          `json:"resolvedBy,omitzero"` // nil while open
}

// CommentStatus is the state of a comment. The service may know more values than the constants.
type CommentStatus string

const (
	// CommentStatusResolved is a comment that was settled.
	CommentStatusResolved CommentStatus = "resolved"
	// CommentStatusOpen is one that was not.
	//
	// Beyond the documents.
	CommentStatusOpen CommentStatus = "open"
	// CommentStatusAll lets comments of every state through. It is a filter only.
	CommentStatusAll CommentStatus = "all"
)

// Reaction is an emoji that users answered a comment with.
type Reaction struct {
	Emoji string         `json:"emoji"`
	Count int64          `json:"count"`
	Users []ReactionUser `json:"users"`
}

// ReactionUser is a user who reacted.
type ReactionUser struct {
	User      api.User  `json:"user"`
	ReactedAt time.Time `json:"reactedAt"`
}

// CommentTarget is what a comment is on. A nil field is not part of it.
type CommentTarget struct {
	Node          *CommentNode `json:"node,omitzero"`
	TableCell     *TableCell   `json:"tableCell,omitzero"`
	ChangeRequest *string      `json:"changeRequest,omitzero"` // ID
	Review        *string      `json:"review,omitzero"`        // ID
	Page          *CommentPage `json:"page,omitzero"`
	Space         string       `json:"space"`    // ID
	Revision      string       `json:"revision"` // ID
}

// CommentNode is a node of a page's document.
type CommentNode struct {
	ID      string  `json:"id"`
	Preview *string `json:"preview,omitzero"`
}

// TableCell is a cell of a table.
type TableCell struct {
	Record     string `json:"record"`
	Definition string `json:"definition"`
}

// CommentPage is the page a comment is on.
type CommentPage struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Emoji     *string    `json:"emoji,omitzero"`
	Icon      *string    `json:"icon,omitzero"`
	CreatedAt *time.Time `json:"createdAt,omitzero"`
	UpdatedAt *time.Time `json:"updatedAt,omitzero"`
	Path      string     `json:"path"`
	Outdated  bool       `json:"outdated"`
}

// CommentURLs are the addresses of a comment or a reply.
type CommentURLs struct {
	Location string `json:"location"`
}

// CommentPermissions tells what the caller may do with a comment or a reply.
type CommentPermissions struct {
	View   bool  `json:"view"`
	Edit   bool  `json:"edit"`
	Reply  *bool `json:"reply,omitzero"` // nil when the service does not say
	Delete bool  `json:"delete"`
}

// CommentListOptions are the query of [CommentService.List].
type CommentListOptions struct {
	Page       string          `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit      int             `url:"limit,omitempty" check:"range=0..1000"` // comments per page, at most 1000; 0 for the service's default
	Order      Order           `url:"order,omitempty"`                       // [OrderDesc] if empty
	Format     richtext.Format `url:"format,omitempty"`                      // of the bodies; empty for the service's default
	Status     CommentStatus   `url:"status,omitempty"`                      // [CommentStatusAll] if empty
	TargetPage string          `url:"targetPage,omitempty"`                  // comments on the page of this ID
	Authors    []string        `url:"authors,omitempty"`                     // comments of the users of these IDs
}

// List returns one page of the comments of a change request. When there are none the page is empty; a change request that does not exist is
// an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) List(ctx context.Context, spaceID, changeRequestID string, options CommentListOptions, opts ...api.CallOption) (*pagination.Page[Comment], error) {
	return transport.List[Comment](ctx, s.core, opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All walks the comments of a change request, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [CommentService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) All(ctx context.Context, spaceID, changeRequestID string, options CommentListOptions, opts ...api.CallOption) iter.Seq2[Comment, error] {
	return transport.All[Comment](ctx, s.core, opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Pages walks the pages of the comments of a change request, from options.Page on. Errors are those of [CommentService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) Pages(ctx context.Context, spaceID, changeRequestID string, options CommentListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Comment], error] {
	return transport.Pages[Comment](ctx, s.core, opCommentList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Order is an order by time.
type Order string

const (
	// OrderDesc has the newest first.
	OrderDesc Order = "desc"
	// OrderAsc has the oldest first.
	//
	// Beyond the documents.
	OrderAsc Order = "asc"
)

// CommentCreate is the body of [CommentService.Create].
type CommentCreate struct {
	Node      *string          `json:"node,omitzero"` // ID of the node it is on
	Page      *string          `json:"page,omitzero"` // ID of the page it is on
	Body      richtext.Content `json:"body" check:"required"`
	TableCell *TableCell       `json:"tableCell,omitzero"` // cell of a table it is on
}

// Create posts a comment and returns it. A change request that does not exist is an error matching [api.ErrNotFound]; a body that is not
// set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments
func (s CommentService) Create(ctx context.Context, spaceID, changeRequestID string, comment CommentCreate, opts ...api.CallOption) (*Comment, error) {
	return transport.JSON[Comment](ctx, s.core, opCommentCreate.Path(spaceID, changeRequestID).Body(comment), opts)
}

// CommentGetOptions are the query of [CommentService.Get].
type CommentGetOptions struct {
	Format richtext.Format `url:"format,omitempty"` // of the body; empty for the service's default
}

// Get returns a comment. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Get(ctx context.Context, spaceID, changeRequestID, commentID string, options CommentGetOptions, opts ...api.CallOption) (*Comment, error) {
	return transport.JSON[Comment](ctx, s.core, opCommentGet.Path(spaceID, changeRequestID, commentID).Query(options), opts)
}

// CommentUpdate is the body of [CommentService.Update]. A nil field is left as it is.
type CommentUpdate struct {
	Resolved         *bool             `json:"resolved,omitzero"` // true resolves the comment, false reopens it
	Body             *richtext.Content `json:"body,omitzero"`
	AddedReactions   []string          `json:"addedReactions,omitzero"`   // emojis
	RemovedReactions []string          `json:"removedReactions,omitzero"` // emojis
}

// Update changes a comment, resolves or reopens it, reacts to it, and returns it as it is then. One that does not exist is an error
// matching [api.ErrNotFound].
//
// API: PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Update(ctx context.Context, spaceID, changeRequestID, commentID string, update CommentUpdate, opts ...api.CallOption) (*Comment, error) {
	return transport.JSON[Comment](ctx, s.core, opCommentUpdate.Path(spaceID, changeRequestID, commentID).Body(update), opts)
}

// Delete removes a comment. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}
func (s CommentService) Delete(ctx context.Context, spaceID, changeRequestID, commentID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCommentDelete.Path(spaceID, changeRequestID, commentID), opts)
}
