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

// CommentService manages the comments on the main content of a space. Package changerequests has a
// service for the comments on a change request.
//
// Experimental: may change in any minor release; see [api].
type CommentService struct {
	// Replies manages the replies to a comment.
	Replies CommentReplyService

	core *transport.Core
}

// Comment is a comment on the main content of a space, on a change request, on a page, or on a part
// of a page.
type Comment struct {
	Object string `json:"object"` // "comment"
	ID     string `json:"id"`
	// PostedBy is the author. If an agent of the service posted the comment, the author is not a
	// member of the organization. An ID such as "gitbook:agent" has been seen.
	PostedBy    api.User           `json:"postedBy"`
	PostedAt    time.Time          `json:"postedAt"`
	EditedAt    *time.Time         `json:"editedAt,omitzero"` // nil if the text was never edited
	Reactions   []Reaction         `json:"reactions"`
	Replies     ReplyCount         `json:"replies"`
	Body        richtext.Content   `json:"body"`
	Target      CommentTarget      `json:"target"`
	URLs        CommentURLs        `json:"urls"`
	Permissions CommentPermissions `json:"permissions"`
	Status      CommentStatus      `json:"status"`
	// ResolvedAt is nil while the comment is open.
	ResolvedAt *time.Time `json:"resolvedAt,omitzero" response:"required,if=status:resolved"`
	// ResolvedBy is nil while the comment is open.
	ResolvedBy *api.User `json:"resolvedBy,omitzero" response:"required,if=status:resolved"`
	// Repliers contains the users who replied. It is nil if the service does not report them.
	//
	// Experimental: may change in any minor release; see [api].
	Repliers []Replier `json:"repliers,omitzero"`
}

// Replier is a user who replied to a comment.
//
// Experimental: may change in any minor release; see [api].
type Replier struct {
	User      api.User  `json:"user"`
	Count     int64     `json:"count"`     // number of replies
	UpdatedAt time.Time `json:"updatedAt"` // time of the last reply
}

// CommentStatus is the status of a comment.
type CommentStatus string

// CommentStatusResolved means that the comment is resolved.
const CommentStatusResolved CommentStatus = "resolved"

// CommentStatusOpen means that the comment is not resolved.
//
// Experimental: may change in any minor release; see [api].
const CommentStatusOpen CommentStatus = "open"

// A CommentStatusFilter selects comments by their status in a list.
type CommentStatusFilter string

// Values of CommentStatusFilter.
const (
	CommentStatusFilterResolved CommentStatusFilter = "resolved"
	CommentStatusFilterAll      CommentStatusFilter = "all"
)

// CommentStatusFilterOpen selects the comments that are not resolved.
//
// Experimental: may change in any minor release; see [api].
const CommentStatusFilterOpen CommentStatusFilter = "open"

// Reaction is an emoji reaction to a comment or a reply.
type Reaction struct {
	Emoji string         `json:"emoji"`
	Count int64          `json:"count"`
	Users []ReactionUser `json:"users"`
}

// ReactionUser is a user who reacted to a comment or a reply.
type ReactionUser struct {
	User      api.User  `json:"user"`
	ReactedAt time.Time `json:"reactedAt"`
}

// CommentTarget identifies the target of a comment. A field that does not apply is nil, such as
// ChangeRequest for a comment on the main content.
type CommentTarget struct {
	Node          *CommentNode `json:"node,omitzero"`
	TableCell     *TableCell   `json:"tableCell,omitzero"`
	ChangeRequest *string      `json:"changeRequest,omitzero"` // ID of the change request
	Review        *string      `json:"review,omitzero"`        // ID of the review
	Page          *CommentPage `json:"page,omitzero"`
	Space         string       `json:"space" response:"id"` // ID of the space
	// Revision is the ID of the revision on which the comment was made.
	Revision string `json:"revision" response:"id"`
}

// CommentNode is a node of the document of a page.
type CommentNode struct {
	ID      string  `json:"id"`
	Preview *string `json:"preview,omitzero"`
}

// TableCell is a cell of a table.
type TableCell struct {
	Record     string `json:"record" response:"id"`
	Definition string `json:"definition" response:"id"`
}

// CommentPage is the page that a comment is on. Newer versions of the service send only the ID, and
// leave the other fields nil.
type CommentPage struct {
	ID        string     `json:"id"`
	Title     *string    `json:"title,omitzero"`
	Emoji     *string    `json:"emoji,omitzero"`
	Icon      *string    `json:"icon,omitzero"`
	CreatedAt *time.Time `json:"createdAt,omitzero"`
	UpdatedAt *time.Time `json:"updatedAt,omitzero"`
	Path      *string    `json:"path,omitzero"`
	Outdated  *bool      `json:"outdated,omitzero"`
}

// CommentURLs contains the URLs of a comment or a reply.
type CommentURLs struct {
	Location string `json:"location"`
}

// CommentPermissions contains the caller's permissions on a comment or a reply.
type CommentPermissions struct {
	View   bool  `json:"view"`
	Edit   bool  `json:"edit"`
	Reply  *bool `json:"reply,omitzero"`
	Delete bool  `json:"delete"`
}

// CommentListOptions are the query parameters of [CommentService.List].
type CommentListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of comments per page, at most 1000; 0 for the service's default.
	Limit int       `url:"limit,omitempty" check:"range=0..1000"`
	Order api.Order `url:"order,omitempty"` // [api.OrderDesc] if empty
	// Format is the format of the bodies; empty for the service's default.
	Format richtext.Format     `url:"format,omitempty"`
	Status CommentStatusFilter `url:"status,omitempty"` // [CommentStatusFilterAll] if empty
	// TargetPage selects the comments on the page with this ID.
	TargetPage string `url:"targetPage,omitempty"`
	// Authors selects the comments by the users with these IDs.
	Authors []string `url:"authors,omitempty"`
}

// List returns one page of the comments on the main content of a space. It is undocumented whether
// the list includes comments on change requests. A comment on a change request has a
// Target.ChangeRequest.
//
// API: GET /v1/spaces/{spaceId}/comments
func (s CommentService) List(
	ctx context.Context, spaceID string, options CommentListOptions, opts ...api.CallOption,
) (*pagination.Page[Comment], error) {
	return transport.List[Comment](ctx, s.core, opCommentList.Path(spaceID).Query(options), opts)
}

// All returns an iterator over the comments on the main content of a space.
//
// API: GET /v1/spaces/{spaceId}/comments
func (s CommentService) All(
	ctx context.Context, spaceID string, options CommentListOptions, opts ...api.CallOption,
) iter.Seq2[Comment, error] {
	return transport.All[Comment](ctx, s.core, opCommentList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [CommentService.List].
//
// API: GET /v1/spaces/{spaceId}/comments
func (s CommentService) ListPages(
	ctx context.Context, spaceID string, options CommentListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Comment], error] {
	return transport.Pages[Comment](ctx, s.core, opCommentList.Path(spaceID).Query(options), opts)
}

// CommentCreate is the request body of [CommentService.Create].
type CommentCreate struct {
	Node      *string          `json:"node,omitzero"` // ID of the node to comment on
	Page      *string          `json:"page,omitzero"` // ID of the page to comment on
	Body      richtext.Content `json:"body" check:"required"`
	TableCell *TableCell       `json:"tableCell,omitzero"` // cell to comment on
}

// Create creates a comment on the main content and returns it.
//
// API: POST /v1/spaces/{spaceId}/comments
func (s CommentService) Create(
	ctx context.Context, spaceID string, comment CommentCreate, opts ...api.CallOption,
) (*Comment, error) {
	return transport.JSON[Comment](ctx, s.core, opCommentCreate.Path(spaceID).Body(comment), opts)
}

// CommentGetOptions are the query parameters of [CommentService.Get].
type CommentGetOptions struct {
	// Format is the format of the body; empty for the service's default.
	Format richtext.Format `url:"format,omitempty"`
}

// Get returns a comment.
//
// API: GET /v1/spaces/{spaceId}/comments/{commentId}
func (s CommentService) Get(
	ctx context.Context, spaceID, commentID string,
	options CommentGetOptions, opts ...api.CallOption,
) (*Comment, error) {
	return transport.JSON[Comment](
		ctx, s.core, opCommentGet.Path(spaceID, commentID).Query(options), opts,
	)
}

// CommentUpdate is the request body of [CommentService.Update].
type CommentUpdate struct {
	// Resolved is true to resolve the comment, and false to reopen it.
	Resolved         *bool             `json:"resolved,omitzero"`
	Body             *richtext.Content `json:"body,omitzero"`
	AddedReactions   []string          `json:"addedReactions,omitzero"`   // emojis
	RemovedReactions []string          `json:"removedReactions,omitzero"` // emojis
}

// Update edits, resolves or reopens a comment, adds or removes reactions, and returns the updated
// comment.
//
// API: PUT /v1/spaces/{spaceId}/comments/{commentId}
func (s CommentService) Update(
	ctx context.Context, spaceID, commentID string, update CommentUpdate, opts ...api.CallOption,
) (*Comment, error) {
	return transport.JSON[Comment](
		ctx, s.core, opCommentUpdate.Path(spaceID, commentID).Body(update), opts,
	)
}

// Delete deletes a comment with its replies. If the comment does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/spaces/{spaceId}/comments/{commentId}
func (s CommentService) Delete(
	ctx context.Context, spaceID, commentID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCommentDelete.Path(spaceID, commentID), opts)
}
