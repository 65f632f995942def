package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleComment         = behaviour("comment.absent-404", "a path with a comment that does not exist is answered with 404")
	ruleCommentPage     = behaviour("changerequests.comments.create.page-exists", "a comment is on a page that the change request has")
	ruleCommentOrder    = behaviour("changerequests.comments.list.order", "a list of comments has the newest first unless the order is asc")
	ruleCommentStatus   = behaviour("changerequests.comments.list.status", "the status of a list of comments lets open or resolved ones through; all and none let all")
	ruleCommentPageOnly = behaviour("changerequests.comments.list.target-page", "targetPage lets the comments on the page through")
	ruleCommentAuthors  = behaviour("changerequests.comments.list.authors", "authors, once for each, lets the comments of these users through")
	ruleReplies         = behaviour("comment.replies", "a comment counts its replies")
	ruleCommentFormat   = behaviour("comment.format", "the body of a comment or a reply is Markdown or a tree of nodes as format says, and as it was written without a format")
	ruleResolve         = behaviour("changerequests.comments.update.resolved", "resolved=true resolves a comment, with the time and the user, and false reopens it")
	ruleEdited          = behaviour("changerequests.comments.update.edited", "a new body of a comment gives it the time of the edit")
	ruleReactions       = behaviour("changerequests.comments.update.reactions", "a reaction is that of the caller, who has each but once; one both added and removed is removed")
)

// commentOperations are the operations on comments.
var commentOperations = operations{
	"ChangeRequests.Comments.List": {onRequest(listComments), limits.Table{
		limits.Query("order", limits.String, limits.FromDescription(limits.OneOf("asc", "desc"))),
		limits.Query("format", limits.String, formats),
		limits.Query("status", limits.String, limits.FromDescription(limits.OneOf("all", "open", "resolved"))),
	}},
	"ChangeRequests.Comments.Create": {onRequest(createComment), limits.Table{
		limits.Body("node", limits.String),
		limits.Body("page", limits.String),
		limits.Body("body", limits.Object, limits.Required),
		limits.Body("body.markdown", limits.String),
		limits.Body("body.document", limits.Object),
		limits.Body("tableCell", limits.Object),
		limits.Body("tableCell.record", limits.String, limits.Required),
		limits.Body("tableCell.definition", limits.String, limits.Required),
	}},
	"ChangeRequests.Comments.Get": {onComment(getComment), limits.Table{
		limits.Query("format", limits.String, formats),
	}},
	"ChangeRequests.Comments.Update": {onComment(updateComment), limits.Table{
		limits.Body("resolved", limits.Boolean),
		limits.Body("body", limits.Object),
		limits.Body("body.markdown", limits.String),
		limits.Body("body.document", limits.Object),
		limits.Body("addedReactions", limits.List),
		limits.Body("addedReactions[]", limits.String),
		limits.Body("removedReactions", limits.List),
		limits.Body("removedReactions[]", limits.String),
	}},
	"ChangeRequests.Comments.Delete": {handle: deleteComment},
}

// comment is a comment on a change request.
type comment struct {
	data      changerequests.Comment
	page      *contentPage // as it was, nil for none
	reactions []reaction
	replies   ordered.Table[*reply]
}

func listComments(r *request, cr *changeRequest) (answer, error) {
	elements := cr.comments.All()
	if r.query.Get("order") != string(changerequests.OrderAsc) && r.holds(ruleCommentOrder) {
		elements = cr.comments.Backward()
	}
	return page(r, elements, func(c *comment) (changerequests.Comment, bool) { return r.showComment(cr, c), r.wantsComment(c) })
}

// wantsComment holds a comment against the filters of the list.
func (r *request) wantsComment(c *comment) bool {
	status := changerequests.CommentStatus(r.query.Get("status"))
	if status != "" && status != changerequests.CommentStatusAll && c.data.Status != status && r.holds(ruleCommentStatus) {
		return false
	}
	if id := r.query.Get("targetPage"); id != "" && (c.page == nil || c.page.seed.ID != id) && r.holds(ruleCommentPageOnly) {
		return false
	}
	authors := r.query["authors"]
	return len(authors) == 0 || slices.Contains(authors, c.data.PostedBy.ID) || !r.holds(ruleCommentAuthors)
}

func createComment(r *request, cr *changeRequest) (answer, error) {
	in := input[changerequests.CommentCreate](r)
	data := changerequests.Comment{ID: r.newID("comment"), Body: in.Body}
	data.Target.TableCell = in.TableCell
	if in.Node != nil {
		data.Target.Node = &changerequests.CommentNode{ID: *in.Node}
	}
	if in.Page != nil {
		if pageWith(cr.head.pages, *in.Page, true) == nil && r.holds(ruleCommentPage) {
			return answer{}, broken("page", "a page of the change request", *in.Page, ruleCommentPage)
		}
		data.Target.Page = &changerequests.CommentPage{ID: *in.Page}
	}
	return ok(r.showComment(cr, r.addComment(cr, data)))
}

// comment is the comment that the path names.
func (r *request) comment(cr *changeRequest) (*comment, error) {
	return find(r, &cr.comments, "commentId", ruleComment)
}

// onComment makes a handler of one that works on a comment.
func onComment(handle func(r *request, cr *changeRequest, c *comment) (answer, error)) handler {
	return onRequest(func(r *request, cr *changeRequest) (answer, error) {
		c, err := r.comment(cr)
		if err != nil {
			return answer{}, err
		}
		return handle(r, cr, c)
	})
}

func getComment(r *request, cr *changeRequest, c *comment) (answer, error) {
	return ok(r.showComment(cr, c))
}

func updateComment(r *request, cr *changeRequest, c *comment) (answer, error) {
	in := input[changerequests.CommentUpdate](r)
	if in.Resolved != nil && r.holds(ruleResolve) {
		r.resolve(c, *in.Resolved)
	}
	if in.Body != nil {
		c.data.Body = *in.Body
		if r.holds(ruleEdited) {
			c.data.EditedAt = new(r.now())
		}
	}
	if r.holds(ruleReactions) {
		c.reactions = r.react(c.reactions, in.AddedReactions, in.RemovedReactions)
	}
	return ok(r.showComment(cr, c))
}

// resolve resolves a comment or reopens it.
func (r *request) resolve(c *comment, resolved bool) {
	switch {
	case !resolved:
		c.data.Status, c.data.ResolvedAt, c.data.ResolvedBy = changerequests.CommentStatusOpen, nil, nil
	case c.data.Status != changerequests.CommentStatusResolved:
		c.data.Status, c.data.ResolvedAt, c.data.ResolvedBy = changerequests.CommentStatusResolved, new(r.now()), new(*r.callerUser())
	}
}

func deleteComment(r *request) (answer, error) {
	// The target of the delete is the comment, which is as absent in a change request that is gone.
	sp, ok := r.spaces.Get(r.id("spaceId"))
	if !ok {
		return r.deleted(false)
	}
	cr := r.requestOf(sp, r.id("changeRequestId"), r.holds(ruleRequestNumber))
	return r.deleted(cr != nil && cr.comments.Remove(r.id("commentId")))
}

// addComment adds a comment that has an id and a body; fields that are not set are made up.
func (st *state) addComment(cr *changeRequest, data changerequests.Comment) *comment {
	data.Object = "comment"
	if data.PostedBy.ID == "" {
		data.PostedBy = *st.callerUser()
	}
	data.PostedAt = orElse(data.PostedAt, st.now())
	data.Status = orElse(data.Status, changerequests.CommentStatusOpen)
	if data.Status == changerequests.CommentStatusResolved {
		data.ResolvedAt, data.ResolvedBy = orNew(data.ResolvedAt, st.now()), orNew(data.ResolvedBy, *st.callerUser())
	}
	data.Target.ChangeRequest, data.Target.Space, data.Target.Revision = new(cr.data.ID), cr.data.Space, orElse(data.Target.Revision, cr.head.id)
	if data.Permissions == (changerequests.CommentPermissions{}) {
		data.Permissions = changerequests.CommentPermissions{View: true, Edit: true, Reply: new(true), Delete: true}
	}
	data.URLs.Location = orElse(data.URLs.Location, st.location("spaces", data.Target.Space, "change-requests", cr.data.ID, "comments", data.ID))
	c := &comment{data: data}
	if data.Target.Page != nil {
		c.page = pageWith(cr.head.pages, data.Target.Page.ID, true)
	}
	cr.comments.Add(data.ID, c)
	cr.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return c
}

// showComment is a comment as the service shows it.
func (r *request) showComment(cr *changeRequest, c *comment) changerequests.Comment {
	shown := r.state.showComment(cr, c)
	shown.Body = r.written(shown.Body, ruleCommentFormat)
	return shown
}

func (st *state) showComment(cr *changeRequest, c *comment) changerequests.Comment {
	shown := c.data
	if !st.config.off[string(ruleReplies)] {
		shown.Replies += int64(c.replies.Len())
	}
	shown.Reactions = st.showReactions(shown.Reactions, c.reactions)
	if c.page != nil {
		now := pageWith(cr.head.pages, c.page.seed.ID, true)
		last := c.page
		if now != nil {
			last = now
		}
		shown.Target.Page = &changerequests.CommentPage{
			ID: last.seed.ID, Title: last.seed.Title, Emoji: filled(last.seed.Emoji), CreatedAt: &last.created, UpdatedAt: &last.updated,
			Path: last.path, Outdated: !samePage(now, c.page),
		}
	}
	return shown
}

// openComments counts the open comments of a change request.
func (st *state) openComments(cr *changeRequest) (count int64) {
	for _, c := range cr.comments.All() {
		if c.data.Status == changerequests.CommentStatusOpen || st.config.off[string(ruleOpenComments)] {
			count++
		}
	}
	return count
}

// AddComment adds a comment to the change request of a space with an id or a number and returns it
// as the service shows it. Fields that are not set are made up: it is by the caller unless
// PostedBy.ID names another user, and a resolved one is resolved now by the caller unless
// ResolvedAt and ResolvedBy.ID say otherwise. Target may name a node, a table cell, and a page by
// its id.
func (s *Server) AddComment(spaceID, changeRequestID string, seed changerequests.Comment) changerequests.Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	cr := s.seedRequest(spaceID, changeRequestID)
	s.agrees("Target.Space", seed.Target.Space, cr.data.Space)
	if seed.Target.ChangeRequest != nil {
		s.agrees("Target.ChangeRequest", *seed.Target.ChangeRequest, cr.data.ID)
	}
	if seed.PostedBy.ID != "" {
		seed.PostedBy = *known(s, &s.state.users, "user", seed.PostedBy.ID)
	}
	if seed.ResolvedBy != nil {
		seed.ResolvedBy = new(*known(s, &s.state.users, "user", seed.ResolvedBy.ID))
	}
	if seed.Target.Page != nil && pageWith(cr.head.pages, seed.Target.Page.ID, true) == nil {
		s.mistake("there is no page %q", seed.Target.Page.ID)
	}
	seed.ID = s.seedID("comment", seed.ID)
	made := s.state.addComment(cr, seed)
	return clone(s.state.showComment(cr, made))
}

// Comments returns the comments of the change request of a space with an id or a number as the service shows them, in the order they were
// made.
func (s *Server) Comments(spaceID, changeRequestID string) []changerequests.Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	cr := s.seedRequest(spaceID, changeRequestID)
	return values(&cr.comments, func(c *comment) changerequests.Comment { return s.state.showComment(cr, c) })
}
