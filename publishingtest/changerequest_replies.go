package publishingtest

import (
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleReply          = newRule("reply.absent-404", "a call for a reply that the comment does not have returns 404")
	ruleReplyEdited    = newRule("changerequests.replies.update.edited", "an update of the body of a reply sets the time of the edit")
	ruleReplyReactions = newRule("changerequests.replies.update.reactions", "a user has each reaction to a reply at most once; a reaction that is both added and removed is removed")
	ruleReplyResolved  = newUndecidedRule("changerequests.replies.update.resolved", "resolved has no effect on a reply, which has no status")
)

// replyOperations are the operations on replies.
var replyOperations = operations{
	"ChangeRequests.Replies.List": {onComment(listReplies), limits.Table{
		limits.Query("format", limits.String, formats),
	}},
	"ChangeRequests.Replies.Create": {onComment(createReply), limits.Table{
		limits.Query("format", limits.String, formats),
		limits.Body("body", limits.Object, limits.Required),
		limits.Body("body.markdown", limits.String),
		limits.Body("body.document", limits.Object),
	}},
	"ChangeRequests.Replies.Get": {onReply(getReply), limits.Table{
		limits.Query("format", limits.String, formats),
	}},
	"ChangeRequests.Replies.Update": {onReply(updateReply), limits.Table{
		limits.Body("resolved", limits.Boolean),
		limits.Body("body", limits.Object),
		limits.Body("body.markdown", limits.String),
		limits.Body("body.document", limits.Object),
		limits.Body("addedReactions", limits.List),
		limits.Body("addedReactions[]", limits.String),
		limits.Body("removedReactions", limits.List),
		limits.Body("removedReactions[]", limits.String),
	}},
	"ChangeRequests.Replies.Delete": {handle: deleteReply},
}

// reply is a reply to a comment.
type wireResponse struct {
	data      changerequests.Reply
	reactions []reaction
}

func listReplies(c *call, _ *changeRequest, cm *comment) (response, error) {
	return respondPage(c, cm.replies.All(), func(reply *wireResponse) (changerequests.Reply, bool) { return c.showReply(reply), true })
}

func createReply(c *call, cr *changeRequest, cm *comment) (response, error) {
	in := input[changerequests.ReplyCreate](c)
	return respondOK(c.showReply(c.addReply(cr, cm, changerequests.Reply{ID: c.newID("reply"), PostedBy: *c.callerUser(), Body: in.Body})))
}

// onReply returns a handler for operations on a reply.
func onReply(handle func(c *call, cm *comment, reply *wireResponse) (response, error)) handler {
	return onComment(func(c *call, _ *changeRequest, cm *comment) (response, error) {
		reply, err := find(c, &cm.replies, "commentReplyId", ruleReply)
		if err != nil {
			return response{}, err
		}
		return handle(c, cm, reply)
	})
}

func getReply(c *call, _ *comment, reply *wireResponse) (response, error) {
	return respondOK(c.showReply(reply))
}

func updateReply(c *call, cm *comment, reply *wireResponse) (response, error) {
	in := input[changerequests.ReplyUpdate](c)
	if in.Resolved != nil && !c.enabled(ruleReplyResolved) {
		c.resolve(cm, *in.Resolved)
	}
	if in.Body != nil {
		reply.data.Body = *in.Body
		if c.enabled(ruleReplyEdited) {
			reply.data.EditedAt = new(c.now())
		}
	}
	if c.enabled(ruleReplyReactions) {
		reply.reactions = c.react(reply.reactions, in.AddedReactions, in.RemovedReactions)
	}
	return respondOK(c.showReply(reply))
}

func deleteReply(c *call) (response, error) {
	// The target is the reply, which does not exist if its comment does not exist either.
	sp, ok := c.spaces.Get(c.param("spaceId"))
	if !ok {
		return c.respondDeleted(false)
	}
	cr := c.findChangeRequest(sp, c.param("changeRequestId"), c.enabled(ruleChangeRequestNumber))
	if cr == nil {
		return c.respondDeleted(false)
	}
	cm, ok := cr.comments.Get(c.param("commentId"))
	return c.respondDeleted(ok && cm.replies.Remove(c.param("commentReplyId")))
}

// addReply adds a reply that has an ID, a user and a body. It generates other fields that are not
// set.
func (st *state) addReply(cr *changeRequest, cm *comment, data changerequests.Reply) *wireResponse {
	data.Object = "comment-reply"
	data.PostedAt = orElse(data.PostedAt, st.now())
	data.URLs.Location = orElse(data.URLs.Location, address(cm.data.URLs.Location, "replies", data.ID))
	if data.Permissions == (changerequests.CommentPermissions{}) {
		data.Permissions = changerequests.CommentPermissions{View: true, Edit: true, Delete: true}
	}
	created := &wireResponse{data: data}
	cm.replies.Add(data.ID, created)
	cr.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return created
}

// showReply returns a reply as the service does.
func (c *call) showReply(reply *wireResponse) changerequests.Reply {
	shown := c.state.showReply(reply)
	shown.Body = c.inRequestedFormat(shown.Body, ruleCommentFormat)
	return shown
}

func (st *state) showReply(reply *wireResponse) changerequests.Reply {
	shown := reply.data
	shown.PostedBy = st.current(shown.PostedBy)
	shown.Reactions = st.showReactions(shown.Reactions, reply.reactions)
	return shown
}

// AddReply adds a reply to a comment and returns it as the service does. Fields that are not set
// are generated. By default, the reply is by the caller; PostedBy.ID identifies another user. The
// users of Reactions are identified by their IDs as well.
func (s *Server) AddReply(spaceID, changeRequestID, commentID string, seed changerequests.Reply) changerequests.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	cr := s.seedChangeRequest(spaceID, changeRequestID)
	if cr.data.ID == "" { // the test has failed and continues
		return seed
	}
	cm := mustFind(s, &cr.comments, "comment", commentID)
	seed.ID = s.seedID("reply", seed.ID)
	seed.PostedBy = s.seedUser("PostedBy", orElse(seed.PostedBy.ID, s.state.caller))
	seed.Reactions = s.seedReactions(seed.Reactions)
	seed.Body = bodyOr(seed.Body, "Reply "+seed.ID+".")
	return clone(s.state.showReply(s.state.addReply(cr, cm, seed)))
}

// Replies returns the replies to a comment as the service does, in the order in which they were
// created.
func (s *Server) Replies(spaceID, changeRequestID, commentID string) []changerequests.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	cr := s.seedChangeRequest(spaceID, changeRequestID)
	if cr.data.ID == "" { // the test has failed and continues
		return nil
	}
	return values(&mustFind(s, &cr.comments, "comment", commentID).replies, s.state.showReply)
}
