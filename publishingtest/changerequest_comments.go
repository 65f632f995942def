package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/richtext"
)

var (
	ruleComment         = newRule("comment.absent-404", "a call for a comment that does not exist returns 404")
	ruleCommentPage     = newRule("changerequests.comments.create.page-exists", "a comment is on a page of the change request")
	ruleCommentOrder    = newRule("changerequests.comments.list.order", "comments are listed newest first, unless the order is asc")
	ruleCommentStatus   = newRule("changerequests.comments.list.status", "status selects open or resolved comments; without it, or with all, every comment is listed")
	ruleCommentPageOnly = newRule("changerequests.comments.list.target-page", "targetPage selects the comments on the page")
	ruleCommentAuthors  = newRule("changerequests.comments.list.authors", "authors, which may be repeated, selects the comments of these users")
	ruleReplies         = newRule("comment.replies", "a comment counts its replies")
	ruleCommentFormat   = newRule("comment.format", "format selects Markdown or a document for the body of a comment or a reply; without it, the body is returned as it was written")
	ruleResolve         = newRule("changerequests.comments.update.resolved", "resolved=true resolves a comment and records the time and the user, resolved=false reopens it")
	ruleEdited          = newRule("changerequests.comments.update.edited", "an update of the body of a comment sets the time of the edit")
	ruleReactions       = newRule("changerequests.comments.update.reactions", "a user has each reaction at most once; a reaction that is both added and removed is removed")
)

// commentOperations are the operations on comments.
var commentOperations = operations{
	"ChangeRequests.Comments.List": {onChangeRequest(listComments), limits.Table{
		limits.Query("order", limits.String, limits.FromDescription(limits.OneOf("asc", "desc"))),
		limits.Query("format", limits.String, formats),
		limits.Query("status", limits.String, limits.FromDescription(limits.OneOf("all", "open", "resolved"))),
	}},
	"ChangeRequests.Comments.Create": {onChangeRequest(createComment), limits.Table{
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
	page      *contentPage // as it was when the comment was created, nil for none
	reactions []reaction
	replies   ordered.Table[*wireResponse]
}

func listComments(c *call, cr *changeRequest) (response, error) {
	elements := cr.comments.All()
	if c.query.Get("order") != string(api.OrderAsc) && c.enabled(ruleCommentOrder) {
		elements = cr.comments.Backward()
	}
	return respondPage(c, elements, func(cm *comment) (changerequests.Comment, bool) { return c.showComment(cr, cm), c.matchesComment(cm) })
}

// matchesComment reports whether the filters of the list select a comment.
func (c *call) matchesComment(cm *comment) bool {
	status := changerequests.CommentStatus(c.query.Get("status"))
	if status != "" && status != changerequests.CommentStatusAll && cm.data.Status != status && c.enabled(ruleCommentStatus) {
		return false
	}
	if id := c.query.Get("targetPage"); id != "" && (cm.page == nil || cm.page.seed.ID != id) && c.enabled(ruleCommentPageOnly) {
		return false
	}
	authors := c.query["authors"]
	return len(authors) == 0 || slices.Contains(authors, cm.data.PostedBy.ID) || !c.enabled(ruleCommentAuthors)
}

func createComment(c *call, cr *changeRequest) (response, error) {
	in := input[changerequests.CommentCreate](c)
	data := changerequests.Comment{ID: c.newID("comment"), Body: in.Body}
	data.Target.TableCell = in.TableCell
	if in.Node != nil {
		data.Target.Node = &changerequests.CommentNode{ID: *in.Node}
	}
	if in.Page != nil {
		if err := c.checkCommentPage(cr, *in.Page); err != nil {
			return response{}, err
		}
		data.Target.Page = &changerequests.CommentPage{ID: *in.Page}
	}
	return respondOK(c.showComment(cr, c.addComment(cr, data)))
}

// checkCommentPage rejects a page that the change request does not have.
func (st *state) checkCommentPage(cr *changeRequest, id string) error {
	if pageWith(cr.head.pages, id, true) == nil && st.enabled(ruleCommentPage) {
		return invalid("page", "a page of the change request", id, ruleCommentPage)
	}
	return nil
}

// comment returns the comment that the path identifies.
func (c *call) comment(cr *changeRequest) (*comment, error) {
	return find(c, &cr.comments, "commentId", ruleComment)
}

// onComment returns a handler for operations on a comment.
func onComment(handle func(c *call, cr *changeRequest, cm *comment) (response, error)) handler {
	return onChangeRequest(func(c *call, cr *changeRequest) (response, error) {
		cm, err := c.comment(cr)
		if err != nil {
			return response{}, err
		}
		return handle(c, cr, cm)
	})
}

func getComment(c *call, cr *changeRequest, cm *comment) (response, error) {
	return respondOK(c.showComment(cr, cm))
}

func updateComment(c *call, cr *changeRequest, cm *comment) (response, error) {
	in := input[changerequests.CommentUpdate](c)
	if in.Resolved != nil && c.enabled(ruleResolve) {
		c.resolve(cm, *in.Resolved)
	}
	if in.Body != nil {
		cm.data.Body = *in.Body
		if c.enabled(ruleEdited) {
			cm.data.EditedAt = new(c.now())
		}
	}
	if c.enabled(ruleReactions) {
		cm.reactions = c.react(cm.reactions, in.AddedReactions, in.RemovedReactions)
	}
	return respondOK(c.showComment(cr, cm))
}

// resolve resolves a comment or reopens it.
func (c *call) resolve(cm *comment, resolved bool) {
	switch {
	case !resolved:
		cm.data.Status, cm.data.ResolvedAt, cm.data.ResolvedBy = changerequests.CommentStatusOpen, nil, nil
	case cm.data.Status != changerequests.CommentStatusResolved:
		cm.data.Status, cm.data.ResolvedAt, cm.data.ResolvedBy = changerequests.CommentStatusResolved, new(c.now()), new(*c.callerUser())
	}
}

func deleteComment(c *call) (response, error) {
	// The target is the comment, which does not exist if its change request does not exist either.
	sp, ok := c.spaces.Get(c.param("spaceId"))
	if !ok {
		return c.respondDeleted(false)
	}
	cr := c.findChangeRequest(sp, c.param("changeRequestId"), c.enabled(ruleChangeRequestNumber))
	return c.respondDeleted(cr != nil && cr.comments.Remove(c.param("commentId")))
}

// addComment adds a comment that has an ID and a body. It generates other fields that are not set.
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
	cm := &comment{data: data}
	if data.Target.Page != nil {
		cm.page = pageWith(cr.head.pages, data.Target.Page.ID, true)
	}
	cr.comments.Add(data.ID, cm)
	cr.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return cm
}

// showComment returns a comment as the service does.
func (c *call) showComment(cr *changeRequest, cm *comment) changerequests.Comment {
	shown := c.state.showComment(cr, cm)
	shown.Body = c.inRequestedFormat(shown.Body, ruleCommentFormat)
	return shown
}

func (st *state) showComment(cr *changeRequest, cm *comment) changerequests.Comment {
	shown := cm.data
	shown.PostedBy = st.current(shown.PostedBy)
	if shown.ResolvedBy != nil {
		shown.ResolvedBy = new(st.current(*shown.ResolvedBy))
	}
	if st.enabled(ruleReplies) {
		shown.Replies += int64(cm.replies.Len())
	}
	shown.Reactions = st.showReactions(shown.Reactions, cm.reactions)
	if cm.page != nil {
		now := pageWith(cr.head.pages, cm.page.seed.ID, true)
		last := cm.page
		if now != nil {
			last = now
		}
		shown.Target.Page = &changerequests.CommentPage{
			ID: last.seed.ID, Title: last.seed.Title, Emoji: filled(last.seed.Emoji), CreatedAt: &last.created, UpdatedAt: &last.updated,
			Path: last.path, Outdated: !samePage(now, cm.page),
		}
	}
	return shown
}

// openComments returns the number of open comments of a change request.
func (st *state) openComments(cr *changeRequest) (count int64) {
	for _, cm := range cr.comments.All() {
		if cm.data.Status == changerequests.CommentStatusOpen || !st.enabled(ruleOpenComments) {
			count++
		}
	}
	return count
}

// AddComment adds a comment to a change request and returns it as the service does. Fields that are
// not set are generated: by default, the comment is by the caller, and a resolved comment is
// resolved now and by the caller. PostedBy.ID and ResolvedBy.ID identify other users, and the users
// of Reactions are identified by their IDs as well. Only a resolved comment may have a ResolvedBy
// or a ResolvedAt. Target may contain a node, a table cell, and the ID of a page.
func (s *Server) AddComment(spaceID, changeRequestID string, seed changerequests.Comment) changerequests.Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	cr := s.seedChangeRequest(spaceID, changeRequestID)
	created := s.state.addComment(cr, s.seedComment(cr, seed))
	return clone(s.state.showComment(cr, created))
}

// seedComment returns the seed of a comment with an ID, a body and the users that it identifies. It
// fails the test if no request could create such a comment.
func (s *Server) seedComment(cr *changeRequest, seed changerequests.Comment) changerequests.Comment {
	s.agrees("Target.Space", seed.Target.Space, cr.data.Space)
	if seed.Target.ChangeRequest != nil {
		s.agrees("Target.ChangeRequest", *seed.Target.ChangeRequest, cr.data.ID)
	}
	if seed.PostedBy.ID != "" {
		seed.PostedBy = s.seedUser("PostedBy", seed.PostedBy.ID)
	}
	if seed.ResolvedBy != nil {
		seed.ResolvedBy = new(s.seedUser("ResolvedBy", seed.ResolvedBy.ID))
	}
	seed.Reactions = s.seedReactions(seed.Reactions)
	s.accept(s.limit("ChangeRequests.Comments.Create", changerequests.CommentCreate{Body: seed.Body, TableCell: seed.Target.TableCell}))
	if seed.Target.Page != nil {
		s.accept(s.state.checkCommentPage(cr, seed.Target.Page.ID))
	}
	switch seed.Status {
	case changerequests.CommentStatusResolved:
	case changerequests.CommentStatusOpen, "":
		if seed.ResolvedBy != nil || seed.ResolvedAt != nil {
			s.mistake("Status: want %q with ResolvedBy or ResolvedAt, got %q", changerequests.CommentStatusResolved, seed.Status)
		}
	default:
		s.mistake("Status: want %q or %q, got %q", changerequests.CommentStatusOpen, changerequests.CommentStatusResolved, seed.Status)
	}
	seed.ID = s.seedID("comment", seed.ID)
	seed.Body = bodyOr(seed.Body, "Comment "+seed.ID+".")
	return seed
}

// bodyOr returns a body, or a text in Markdown if the body is zero.
func bodyOr(body richtext.Content, text string) richtext.Content {
	if body.Markdown == nil && body.Document == nil && body.Extra == nil {
		return richtext.Markdown(text)
	}
	return body
}

// Comments returns the comments of a change request as the service does, in the order in which they
// were created.
func (s *Server) Comments(spaceID, changeRequestID string) []changerequests.Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	cr := s.seedChangeRequest(spaceID, changeRequestID)
	return values(&cr.comments, func(cm *comment) changerequests.Comment { return s.state.showComment(cr, cm) })
}
