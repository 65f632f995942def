package publishingtest

import (
	"fmt"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
)

var (
	ruleReply          = behaviour("reply.absent-404", "a path with a reply that its comment does not have is answered with 404")
	ruleReplyEdited    = behaviour("changerequests.replies.update.edited", "a new body of a reply gives it the time of the edit")
	ruleReplyReactions = behaviour("changerequests.replies.update.reactions", "a reaction to a reply is that of the caller, who has each but once; one both added and removed is removed")
	ruleReplyResolved  = behaviour("changerequests.replies.update.resolved", "resolved of a reply changes nothing, as a reply has no status")
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

// reply is an answer to a comment.
type reply struct {
	data      changerequests.Reply
	reactions []reaction
}

func listReplies(r *request, _ *changeRequest, c *comment) (answer, error) {
	return page(r, c.replies.All(), func(answered *reply) (changerequests.Reply, bool) { return r.showReply(answered), true })
}

func createReply(r *request, cr *changeRequest, c *comment) (answer, error) {
	in := input[changerequests.ReplyCreate](r)
	return ok(r.showReply(r.addReply(cr, c, changerequests.Reply{ID: r.newID("reply"), PostedBy: *r.callerUser(), Body: in.Body})))
}

// onReply makes a handler of one that works on a reply.
func onReply(handle func(r *request, c *comment, answered *reply) (answer, error)) handler {
	return onComment(func(r *request, _ *changeRequest, c *comment) (answer, error) {
		answered, err := find(r, &c.replies, "commentReplyId", ruleReply)
		if err != nil {
			return answer{}, err
		}
		return handle(r, c, answered)
	})
}

func getReply(r *request, _ *comment, answered *reply) (answer, error) {
	return ok(r.showReply(answered))
}

func updateReply(r *request, c *comment, answered *reply) (answer, error) {
	in := input[changerequests.ReplyUpdate](r)
	if in.Resolved != nil && !r.holds(ruleReplyResolved) {
		r.resolve(c, *in.Resolved)
	}
	if in.Body != nil {
		answered.data.Body = *in.Body
		if r.holds(ruleReplyEdited) {
			answered.data.EditedAt = new(r.now())
		}
	}
	if r.holds(ruleReplyReactions) {
		answered.reactions = r.react(answered.reactions, in.AddedReactions, in.RemovedReactions)
	}
	return ok(r.showReply(answered))
}

func deleteReply(r *request) (answer, error) {
	// The target of the delete is the reply, which is as absent below a comment that is gone.
	sp, ok := r.spaces.Get(r.id("spaceId"))
	if !ok {
		return r.deleted(false)
	}
	cr := r.requestOf(sp, r.id("changeRequestId"), r.holds(ruleRequestNumber))
	if cr == nil {
		return r.deleted(false)
	}
	c, ok := cr.comments.Get(r.id("commentId"))
	return r.deleted(ok && c.replies.Remove(r.id("commentReplyId")))
}

// addReply adds a reply that has an id, a user and a body; fields that are not set are made up.
func (st *state) addReply(cr *changeRequest, c *comment, data changerequests.Reply) *reply {
	data.Object = "comment-reply"
	data.PostedAt = orElse(data.PostedAt, st.now())
	data.URLs.Location = orElse(data.URLs.Location, address(c.data.URLs.Location, "replies", data.ID))
	if data.Permissions == (changerequests.CommentPermissions{}) {
		data.Permissions = changerequests.CommentPermissions{View: true, Edit: true, Delete: true}
	}
	made := &reply{data: data}
	c.replies.Add(data.ID, made)
	cr.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return made
}

// showReply is a reply as the service shows it.
func (r *request) showReply(answered *reply) changerequests.Reply {
	shown := r.state.showReply(answered)
	shown.Body = r.written(shown.Body, ruleCommentFormat)
	return shown
}

func (st *state) showReply(answered *reply) changerequests.Reply {
	shown := answered.data
	shown.Reactions = st.showReactions(shown.Reactions, answered.reactions)
	return shown
}

// AddReply adds a reply to a comment and returns it as the service shows it. Fields that are not set are made up: it is by the caller unless
// PostedBy.ID names another user, and its body says which reply it is.
func (s *Server) AddReply(spaceID, changeRequestID, commentID string, seed changerequests.Reply) changerequests.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	cr := s.seedRequest(spaceID, changeRequestID)
	if cr.data.ID == "" { // a mistake, and the test has gone on
		return seed
	}
	c := known(s, &cr.comments, "comment", commentID)
	seed.ID = s.seedID("reply", seed.ID)
	seed.PostedBy = *known(s, &s.state.users, "user", orElse(seed.PostedBy.ID, s.state.caller))
	if body := seed.Body; body.Markdown == nil && body.Document == nil && body.Extra == nil {
		seed.Body = richtext.Markdown(fmt.Sprintf("Reply %s.", seed.ID))
	}
	return clone(s.state.showReply(s.state.addReply(cr, c, seed)))
}
