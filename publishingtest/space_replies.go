package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleReplyReactions = newUndecidedRule("reply.update.reactions", "a user has each reaction to a reply at most once; a reaction that is both added and removed is removed; without the rule, it is added")
	ruleReplyResolved  = newUndecidedRule("changerequests.comments.replies.update.resolved", "resolved has no effect on a reply, which has no status; without the rule, it resolves or reopens the comment")
)

// The operations on replies.
var _ = declare(operations{
	"Spaces.Comments.Replies.List":   {replyKind.list, bodyFormat},
	"Spaces.Comments.Replies.Create": {withResource(commentKind.of, createReply), replyCreateLimits},
	"Spaces.Comments.Replies.Get":    {replyKind.get, bodyFormat},
	"Spaces.Comments.Replies.Update": {replyKind.on(updateReply), replyUpdateLimits},
	"Spaces.Comments.Replies.Delete": {handle: replyKind.delete},

	"ChangeRequests.Comments.Replies.List":   {replyKind.list, bodyFormat},
	"ChangeRequests.Comments.Replies.Create": {withResource(commentKind.of, createReply), slices.Concat(bodyFormat, replyCreateLimits)},
	"ChangeRequests.Comments.Replies.Get":    {replyKind.get, bodyFormat},
	"ChangeRequests.Comments.Replies.Update": {replyKind.on(updateReply), commentUpdateLimits},
	"ChangeRequests.Comments.Replies.Delete": {handle: replyKind.delete},
})

var (
	replyCreateLimits = limits.Table{limits.BodyOf[spaces.CommentReplyCreate]()}
	replyUpdateLimits = limits.Table{limits.BodyOf[spaces.CommentReplyUpdate]()}
)

// commentReply is a reply to a comment.
type commentReply struct {
	data      spaces.Reply
	reactions []reaction
}

// replyKind is the resource kind for replies to comments.
var replyKind = &kind[*comment, commentReply, spaces.Reply]{
	name: "reply", param: "commentReplyId", in: commentKind.scope(),
	table: func(cm *comment) *ordered.Table[*commentReply] { return &cm.replies },
	show: func(c *call, _ *comment, reply *commentReply) spaces.Reply {
		return c.showReply(reply)
	},
}

func createReply(c *call, cm *comment) (response, error) {
	in := input[spaces.CommentReplyCreate](c)
	return respondOK(c.showReply(c.addReply(cm,
		spaces.Reply{ID: c.newID("reply"), PostedBy: *c.callerUser(), Body: in.Body})))
}

func updateReply(c *call, cm *comment, reply *commentReply) (response, error) {
	in := input[changerequests.CommentReplyUpdate](c) // the update of a reply in a space has no Resolved
	if in.Resolved != nil && !c.enabled(ruleReplyResolved) {
		c.resolve(cm, *in.Resolved)
	}
	if in.Body != nil {
		if err := c.mayEdit(reply.data.PostedBy); err != nil {
			return response{}, err
		}
		reply.data.Body, reply.data.EditedAt = *in.Body, new(c.now())
	}
	reply.reactions = c.react(reply.reactions, in.AddedReactions,
		in.RemovedReactions, ruleReplyReactions)
	return respondOK(c.showReply(reply))
}

// addReply adds a reply, which must have an ID, a user and a body. Other fields that are not set
// are generated.
func (st *state) addReply(cm *comment, data spaces.Reply) *commentReply {
	data.Object = "comment-reply"
	data.PostedAt = orElse(data.PostedAt, st.now())
	data.URLs.Location = orElse(data.URLs.Location,
		address(cm.data.URLs.Location, "replies", data.ID))
	if data.Permissions == (spaces.CommentPermissions{}) {
		data.Permissions = spaces.CommentPermissions{View: true, Edit: true, Delete: true}
	}
	created := &commentReply{data: data}
	cm.replies.Add(data.ID, created)
	cm.of.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return created
}

// showReply returns a reply as it appears in responses.
func (c *call) showReply(reply *commentReply) spaces.Reply {
	shown := reply.data
	shown.PostedBy = c.current(shown.PostedBy)
	shown.Reactions = c.showReactions(shown.Reactions, reply.reactions)
	shown.Body = c.commentBody(shown.Body)
	return shown
}

// Add adds a reply to a comment and returns the reply. If changeRequestID is "", the comment is on
// the main content of the space. Otherwise, it is on the change request. Fields that are not set
// are generated. By default, the caller is the author. PostedBy.ID and the IDs in Reactions
// identify other users.
func (s SpaceCommentReplies) Add(
	spaceID, changeRequestID, commentID string, seed spaces.Reply,
) spaces.Reply {
	return replyKind.add(s.server, seed, func(cm *comment, seed spaces.Reply) *commentReply {
		seed.ID = s.seedID("reply", seed.ID)
		seed.PostedBy = s.seedUser("PostedBy", orElse(seed.PostedBy.ID, s.state.caller))
		seed.Reactions = s.seedReactions(seed.Reactions)
		seed.Body = bodyOr(seed.Body, "Reply "+seed.ID+".")
		return s.state.addReply(cm, seed)
	}, spaceID, changeRequestID, commentID)
}

// All returns the replies to a comment, in the order in which they were created. If changeRequestID
// is "", the comment is on the main content of the space. Otherwise, it is on the change request.
func (s SpaceCommentReplies) All(spaceID, changeRequestID, commentID string) []spaces.Reply {
	return replyKind.all(s.server, spaceID, changeRequestID, commentID)
}
