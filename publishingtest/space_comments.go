package publishingtest

import (
	"cmp"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCommentPage     = newUndecidedRule("changerequests.comments.create.page-exists", "a comment is on a page of the change request: any other returns 400; without the rule, 404")
	ruleCommentMainPage = newUndecidedRule("spaces.comments.create.page-404", "a comment on a page that the main content does not have returns 404; without the rule, 400")
	ruleCommentMain     = newUndecidedRule("spaces.comments.main", "the comments of a space are those on its main content, without those on its change requests; without the rule, with them")
	ruleCommentNode     = newUndecidedRule("spaces.comments.create.node", "a comment on a node without a page is created; without the rule, it returns 400")
	ruleCommentAuthor   = ofCallers(newUndecidedRule("comment.update.author-403", "the body of a comment or a reply is edited by its author alone; without the rule, by any caller"))
	ruleCommentResolver = ofCallers(newUndecidedRule("comment.update.resolve-403", "a comment is resolved and reopened by a caller with the role comment, or a stronger one, on the space; without the rule, by any caller"))
	ruleCommentAsIs     = newUndecidedRule("comment.format.default", "the body of a comment or a reply is returned as it was written if the request has no format; without the rule, as Markdown")
	ruleReactions       = newUndecidedRule("comment.update.reactions", "a user has each reaction at most once; a reaction that is both added and removed is removed; without the rule, it is added")
)

var (
	commentListLimits = limits.Table{
		limits.QueryOf(spaces.CommentListOptions{}, "order", "format", "status"),
	}
	commentUpdateLimits = limits.Table{limits.BodyOf(spaces.CommentUpdate{})}
	replyCreateLimits   = limits.Table{limits.BodyOf(spaces.CommentReplyCreate{})}
	bodyFormat          = limits.Table{limits.QueryOf(spaces.CommentGetOptions{}, "format")}
)

// The operations on comments and their replies.
var _ = declareIn(editable, operations{
	"Comments.List":           {commentKind.list, commentListLimits},
	"Comments.Create":         {onDiscussion(createComment), limits.Table{limits.BodyOf(spaces.CommentCreate{})}},
	"Comments.Get":            {commentKind.get, bodyFormat},
	"Comments.Update":         {commentKind.on(updateComment), commentUpdateLimits},
	"Comments.Delete":         {handle: commentKind.delete},
	"Comments.Replies.List":   {replyKind.list, bodyFormat},
	"Comments.Replies.Get":    {replyKind.get, bodyFormat},
	"Comments.Replies.Delete": {handle: replyKind.delete},
	"Commenters.List":         {handle: onDiscussion(listCommenters)},
})

// The operations on replies and contributors that have different limits, or that only a change
// request has.
var _ = declare(operations{
	"Spaces.Comments.Replies.Create":         {on(commentKind.of)(createReply), replyCreateLimits},
	"Spaces.Comments.Replies.Update":         {replyKind.on(updateReply), limits.Table{limits.BodyOf(spaces.CommentReplyUpdate{})}},
	"ChangeRequests.Comments.Replies.Create": {on(commentKind.of)(createReply), slices.Concat(bodyFormat, replyCreateLimits)},
	"ChangeRequests.Comments.Replies.Update": {replyKind.on(updateReply), commentUpdateLimits},
	"ChangeRequests.Contributors.List":       {handle: onChangeRequest(listContributors)},
})

// discussed contains the comments on the main content of a space or on a change request.
type discussed struct {
	comments      ordered.Table[*comment]
	contributions ordered.Table[*contribution] // keys consist of an action and a user
}

// discussion is the discussion of the main content of a space, or of a change request.
type discussion struct {
	*discussed
	branch
	seen *ordered.Table[*comment] // comments that the operations on comments return
}

func (b branch) discussion() discussion {
	if cr := b.changeRequest; cr != nil {
		return discussion{&cr.discussed, b, &cr.comments}
	}
	return discussion{&b.space.discussed, b, &b.space.comments}
}

// discussion returns the discussion that the path identifies. If the rule is off, the operations on
// the main content of a space also return the comments on its change requests.
func (c *call) discussion() discussion {
	d := c.branch().discussion()
	if d.changeRequest != nil || c.enabled(ruleCommentMain) {
		return d
	}
	parts := []*discussed{d.discussed}
	for cr := range c.changeRequestsOf(d.space).Values() {
		parts = append(parts, &cr.discussed)
	}
	d.seen = &ordered.Table[*comment]{}
	for _, part := range parts {
		for cm := range part.comments.Values() {
			d.seen.Add(cm.data.ID, cm)
		}
	}
	return d
}

var onDiscussion = on((*call).discussion)

// comment is a comment of a discussion.
type comment struct {
	of      discussion
	data    spaces.Comment
	page    *contentPage // the page at the time when the comment was created; nil if there is none
	replies ordered.Table[*commentReply]
}

// commentKind is the resource kind for comments in discussions.
var commentKind = &kind[discussion, comment, spaces.Comment]{
	name: "comment", param: "commentId",
	in: scope[discussion]{
		(*call).discussion,
		func(s *server, ids ...string) discussion { return s.seedBranch(ids[0], ids[1]).discussion() },
	},
	table:    func(d discussion) *ordered.Table[*comment] { return d.seen },
	show:     showing[discussion]((*call).showComment),
	newest:   func(c *call) bool { return c.query.Get("order") != string(api.OrderAsc) },
	selected: (*call).selectedComments,
	remove:   func(_ *call, _ discussion, cm *comment) { cm.of.comments.Remove(cm.data.ID) },
}

// selectedComments returns a function that reports whether a comment passes the filters of a list.
// It returns nil if there are no filters.
func (c *call) selectedComments(discussion) func(cm *comment) bool {
	status, page, authors := spaces.CommentStatusFilter(c.query.Get("status")), c.query.Get("targetPage"), c.query["authors"]
	return every(
		when(status != "" && status != spaces.CommentStatusFilterAll, func(cm *comment) bool {
			return cm.data.Status == spaces.CommentStatus(status)
		}),
		when(page != "", func(cm *comment) bool { return cm.page != nil && cm.page.seed.ID == page }),
		when(len(authors) > 0, func(cm *comment) bool {
			return slices.Contains(authors, cm.data.PostedBy.ID)
		}),
	)
}

func createComment(c *call, d discussion) (response, error) {
	in := input[spaces.CommentCreate](c)
	if in.Node != nil && in.Page == nil && d.changeRequest == nil && !c.enabled(ruleCommentNode) {
		return response{}, invalid("page", "the page of the node", nil, "")
	}
	data := spaces.Comment{ID: c.newID("comment"), Body: in.Body}
	data.Target.TableCell = in.TableCell
	if in.Node != nil {
		data.Target.Node = &spaces.CommentNode{ID: *in.Node}
	}
	if in.Page != nil {
		c.accept(c.checkCommentPage(d, *in.Page))
		data.Target.Page = &spaces.CommentPage{ID: *in.Page}
	}
	return respondOK(c.showComment(c.addComment(d, data)))
}

// checkCommentPage rejects the ID of a page that the content does not contain.
func (st *state) checkCommentPage(d discussion, id string) error {
	switch ok := pageWith(d.head().pages, id, true) != nil; {
	case ok:
		return nil
	case d.changeRequest == nil:
		return byRule[error](st, ruleCommentMainPage, notFound("page", id),
			invalid("page", "a page of the space", id, ""))
	default:
		return byRule[error](
			st, ruleCommentPage,
			invalid("page", "a page of the change request", id, ruleCommentPage),
			notFound("page", id),
		)
	}
}

func updateComment(c *call, _ discussion, cm *comment) (response, error) {
	in := input[spaces.CommentUpdate](c)
	mayResolve := in.Resolved == nil ||
		strength(c.roleOn(treeNode{space: cm.of.space})) >= strength(new(api.RoleComment))
	c.accept(c.mayCall(mayResolve, "a role that may comment", ruleCommentResolver),
		c.mayEdit(in.Body, cm.data.PostedBy))
	if in.Resolved != nil {
		c.resolve(cm, *in.Resolved)
	}
	if in.Body != nil {
		cm.data.Body, cm.data.EditedAt = *in.Body, new(c.now())
	}
	cm.data.Reactions = c.react(cm.data.Reactions, in.AddedReactions, in.RemovedReactions, ruleReactions)
	return respondOK(c.showComment(cm))
}

// mayEdit rejects a caller who edits the body of another user's comment or reply. A nil body is not
// edited.
func (c *call) mayEdit(body *richtext.Content, by api.User) error {
	return c.mayCall(body == nil || by.ID == c.caller, "the author", ruleCommentAuthor)
}

// resolve resolves a comment or reopens it.
func (c *call) resolve(cm *comment, resolved bool) {
	switch {
	case !resolved:
		cm.data.Status, cm.data.ResolvedAt, cm.data.ResolvedBy = spaces.CommentStatusOpen, nil, nil
	case cm.data.Status != spaces.CommentStatusResolved:
		cm.data.Status, cm.data.ResolvedAt, cm.data.ResolvedBy = spaces.CommentStatusResolved, new(c.now()), new(*c.callerUser())
	}
}

// addComment adds a comment, which must have an ID and a body. Other fields that are not set are
// generated.
func (st *state) addComment(d discussion, data spaces.Comment) *comment {
	data.Object = "comment"
	if data.PostedBy.ID == "" {
		data.PostedBy = *st.callerUser()
	}
	fill(&data.PostedAt, st.now())
	fill(&data.Status, spaces.CommentStatusOpen)
	if data.Status == spaces.CommentStatusResolved {
		data.ResolvedAt, data.ResolvedBy = orNew(data.ResolvedAt, st.now()), orNew(data.ResolvedBy,
			*st.callerUser())
	}
	data.Target.Space, data.Target.Revision = d.space.data.ID, orElse(data.Target.Revision, d.head().id)
	at := []string{"spaces", d.space.data.ID}
	if d.changeRequest != nil {
		data.Target.ChangeRequest = new(d.changeRequest.data.ID)
		at = append(at, "change-requests", d.changeRequest.data.ID)
	}
	fill(&data.Permissions,
		spaces.CommentPermissions{View: true, Edit: true, Reply: new(true), Delete: true})
	fill(&data.URLs.Location, st.location(append(at, "comments", data.ID)...))
	cm := &comment{of: d, data: data}
	if data.Target.Page != nil {
		cm.page = pageWith(d.head().pages, data.Target.Page.ID, true)
	}
	d.comments.Add(data.ID, cm)
	d.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return cm
}

// commentBody returns the body of a comment or a reply in the format that the request asks for.
func (c *call) commentBody(written richtext.Content) richtext.Content {
	if c.query.Has("format") || c.enabled(ruleCommentAsIs) || written.Document == nil {
		return c.inRequestedFormat(written)
	}
	return richtext.Markdown(textOf(written.Document.Nodes))
}

// showComment returns a comment as it appears in responses.
func (c *call) showComment(cm *comment) spaces.Comment {
	shown := c.state.showComment(cm)
	shown.Body = c.commentBody(shown.Body)
	return shown
}

func (st *state) showComment(cm *comment) spaces.Comment {
	shown := cm.data
	shown.PostedBy = st.current(shown.PostedBy)
	if shown.ResolvedBy != nil {
		shown.ResolvedBy = new(st.current(*shown.ResolvedBy))
	}
	shown.Replies.Count += int64(cm.replies.Len())
	shown.Reactions = st.showReactions(shown.Reactions)
	if cm.page != nil {
		now := pageWith(cm.of.head().pages, cm.page.seed.ID, true)
		last := cmp.Or(now, cm.page)
		shown.Target.Page = &spaces.CommentPage{
			ID: last.seed.ID, Title: &last.seed.Title, Emoji: filled(last.seed.Emoji),
			CreatedAt: &last.created, UpdatedAt: &last.updated,
			Path:     &last.path,
			Outdated: new(now == nil || cm.of.changeRequest != nil && !samePage(now, cm.page)),
		}
	}
	return shown
}

// openComments returns the number of open comments.
func (d *discussed) openComments() (count int64) {
	for cm := range d.comments.Values() {
		if cm.data.Status == spaces.CommentStatusOpen {
			count++
		}
	}
	return count
}

// Add adds a comment to a change request and returns the comment. If changeRequestID is "", it adds
// the comment to the main content of the space. Fields that are not set are generated. By default,
// the author is the caller, who has also just resolved the comment if it is resolved. PostedBy.ID,
// ResolvedBy.ID and the IDs in Reactions identify other users. Only a resolved comment may have a
// ResolvedBy or a ResolvedAt. Target may contain a node, a table cell, and the ID of a page.
func (s SpaceComments) Add(spaceID, changeRequestID string, seed spaces.Comment) spaces.Comment {
	server := open(s.server)
	return commentKind.add(server, seed, func(d discussion, seed spaces.Comment) *comment {
		return server.state.addComment(d, server.seedComment(d, seed))
	}, spaceID, changeRequestID)
}

// seedComment completes the seed of a comment: it adds an ID, a body and the users. It fails the
// test if no request could create such a comment.
func (s *server) seedComment(d discussion, seed spaces.Comment) spaces.Comment {
	s.agrees("Target.Space", seed.Target.Space, d.space.data.ID)
	if seed.Target.ChangeRequest != nil {
		var id string
		if d.changeRequest != nil {
			id = d.changeRequest.data.ID
		}
		s.agrees("Target.ChangeRequest", *seed.Target.ChangeRequest, id)
	}
	if seed.PostedBy.ID != "" {
		seed.PostedBy = s.seedUser("PostedBy", seed.PostedBy.ID)
	}
	if seed.ResolvedBy != nil {
		seed.ResolvedBy = new(s.seedUser("ResolvedBy", seed.ResolvedBy.ID))
	}
	seed.Reactions = s.seedReactions(seed.Reactions)
	s.accept(s.limit("ChangeRequests.Comments.Create",
		spaces.CommentCreate{Body: seed.Body, TableCell: seed.Target.TableCell}))
	if seed.Target.Page != nil {
		s.accept(s.state.checkCommentPage(d, seed.Target.Page.ID))
	}
	switch seed.Status {
	case spaces.CommentStatusResolved:
	case spaces.CommentStatusOpen, "":
		if seed.ResolvedBy != nil || seed.ResolvedAt != nil {
			s.mistake("Status: want %q with ResolvedBy or ResolvedAt, got %q",
				spaces.CommentStatusResolved, seed.Status)
		}
	default:
		s.mistake("Status: want %q or %q, got %q", spaces.CommentStatusOpen,
			spaces.CommentStatusResolved, seed.Status)
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

// All returns the comments on a change request, in the order in which they were created. If
// changeRequestID is "", it returns the comments on the main content of the space.
func (s SpaceComments) All(spaceID, changeRequestID string) []spaces.Comment {
	return commentKind.all(open(s.server), spaceID, changeRequestID)
}

// react adds and removes reactions of the caller. A reaction that is in both lists is removed or,
// if the rule is off, added.
func (c *call) react(given []spaces.Reaction, added, removed []string, removes rule) []spaces.Reaction {
	given = clone(given)
	byCaller := func(by spaces.ReactionUser) bool { return by.User.ID == c.caller }
	for _, emoji := range added {
		at := slices.IndexFunc(given, func(r spaces.Reaction) bool { return r.Emoji == emoji })
		if at < 0 {
			at, given = len(given), append(given, spaces.Reaction{Emoji: emoji})
		}
		if r := &given[at]; !slices.ContainsFunc(r.Users, byCaller) {
			r.Count++
			r.Users = append(r.Users, spaces.ReactionUser{User: *c.callerUser(), ReactedAt: c.now()})
		}
	}
	for i := range given {
		r, before := &given[i], len(given[i].Users)
		if slices.Contains(removed, r.Emoji) && (c.enabled(removes) || !slices.Contains(added, r.Emoji)) {
			r.Users = slices.DeleteFunc(r.Users, byCaller)
			r.Count -= int64(before - len(r.Users))
		}
	}
	return slices.DeleteFunc(given, func(r spaces.Reaction) bool { return r.Count == 0 })
}

// showReactions returns reactions as they appear in responses.
func (st *state) showReactions(given []spaces.Reaction) []spaces.Reaction {
	shown := orNone(clone(given))
	for _, r := range shown {
		for i := range r.Users {
			r.Users[i].User = st.current(r.Users[i].User)
		}
	}
	return shown
}

// orNone returns the list, or an empty one if it is nil.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

var (
	ruleReplyReactions = newUndecidedRule("reply.update.reactions", "a user has each reaction to a reply at most once; a reaction that is both added and removed is removed; without the rule, it is added")
	ruleReplyResolved  = newUndecidedRule("changerequests.comments.replies.update.resolved", "resolved has no effect on a reply, which has no status; without the rule, it resolves or reopens the comment")
)

// commentReply is a reply to a comment.
type commentReply struct {
	data spaces.CommentReply
}

// replyKind is the resource kind for replies to comments.
var replyKind = &kind[*comment, commentReply, spaces.CommentReply]{
	name: "reply", id: "reply", param: "commentReplyId", in: commentKind.scope(),
	table: func(cm *comment) *ordered.Table[*commentReply] { return &cm.replies },
	show:  showing[*comment]((*call).showReply),
}

func createReply(c *call, cm *comment) (response, error) {
	in := input[spaces.CommentReplyCreate](c)
	return respondOK(c.showReply(c.addReply(cm,
		spaces.CommentReply{ID: c.newID("reply"), PostedBy: *c.callerUser(), Body: in.Body})))
}

func updateReply(c *call, cm *comment, reply *commentReply) (response, error) {
	in := input[changerequests.CommentReplyUpdate](c) // the update of a reply in a space has no Resolved
	c.accept(c.mayEdit(in.Body, reply.data.PostedBy))
	if in.Body != nil {
		reply.data.Body, reply.data.EditedAt = *in.Body, new(c.now())
	}
	if in.Resolved != nil && !c.enabled(ruleReplyResolved) {
		c.resolve(cm, *in.Resolved)
	}
	reply.data.Reactions = c.react(reply.data.Reactions, in.AddedReactions,
		in.RemovedReactions, ruleReplyReactions)
	return respondOK(c.showReply(reply))
}

// addReply adds a reply, which must have an ID, a user and a body. Other fields that are not set
// are generated.
func (st *state) addReply(cm *comment, data spaces.CommentReply) *commentReply {
	data.Object = "comment-reply"
	fill(&data.PostedAt, st.now())
	fill(&data.URLs.Location, address(cm.data.URLs.Location, "replies", data.ID))
	fill(&data.Permissions, spaces.CommentPermissions{View: true, Edit: true, Delete: true})
	created := &commentReply{data: data}
	cm.replies.Add(data.ID, created)
	cm.of.contribute(data.PostedBy.ID, changerequests.ActionTypeComment, data.PostedAt)
	return created
}

// showReply returns a reply as it appears in responses.
func (c *call) showReply(reply *commentReply) spaces.CommentReply {
	shown := reply.data
	shown.PostedBy = c.current(shown.PostedBy)
	shown.Reactions = c.showReactions(shown.Reactions)
	shown.Body = c.commentBody(shown.Body)
	return shown
}

// Add adds a reply to a comment and returns the reply. If changeRequestID is "", the comment is on
// the main content of the space. Otherwise, it is on the change request. Fields that are not set
// are generated. By default, the caller is the author. PostedBy.ID and the IDs in Reactions
// identify other users.
func (s SpaceCommentReplies) Add(
	spaceID, changeRequestID, commentID string, seed spaces.CommentReply,
) spaces.CommentReply {
	server := open(s.server)
	return replyKind.add(server, seed, func(cm *comment, seed spaces.CommentReply) *commentReply {
		seed.PostedBy = server.seedUser("PostedBy", orElse(seed.PostedBy.ID, server.state.caller))
		seed.Reactions = server.seedReactions(seed.Reactions)
		seed.Body = bodyOr(seed.Body, "Reply "+seed.ID+".")
		return server.state.addReply(cm, seed)
	}, spaceID, changeRequestID, commentID)
}

// All returns the replies to a comment, in the order in which they were created. If changeRequestID
// is "", the comment is on the main content of the space. Otherwise, it is on the change request.
func (s SpaceCommentReplies) All(spaceID, changeRequestID, commentID string) []spaces.CommentReply {
	return replyKind.all(open(s.server), spaceID, changeRequestID, commentID)
}

var (
	ruleContributors   = newUndecidedRule("changerequests.contributors.list.actions", "contributors are listed once for edits and once for comments, with the number and the time of the last; replies are comments, and deleted comments count; without the rule, a user whose comments are all deleted is not listed for them")
	ruleCommenters     = newUndecidedRule("commenter.list.posted", "commenters are the users with a comment or a reply that still exists, each listed once, in the order of their first comments; without the rule, also the users whose comments are all deleted")
	ruleCommenterGuest = newUndecidedRule("commenter.list.guest", "a commenter who is not a member of the organization is listed as a guest who joined with the first comment; without the rule, not at all")
)

// contribution counts the actions of a user in a change request, or in the discussion of the main
// content of a space.
type contribution struct {
	user        string // ID
	action      changerequests.ActionType
	count       int64
	first, last time.Time
}

// contribute records an action of a user.
func (d *discussed) contribute(userID string, action changerequests.ActionType, at time.Time) {
	key := string(action) + " " + userID
	did, ok := d.contributions.Get(key)
	if !ok {
		did = &contribution{user: userID, action: action, first: at, last: at}
		d.contributions.Add(key, did)
	}
	did.count++
	if did.last.Before(at) {
		did.last = at
	}
}

// contributed reports whether a user edited a change request or commented on it.
func (cr *changeRequest) contributed(userID string) bool {
	return cr.contributions.Has(string(changerequests.ActionTypeEdit)+" "+userID) ||
		cr.contributions.Has(string(changerequests.ActionTypeComment)+" "+userID)
}

func listContributors(c *call, cr *changeRequest) (response, error) {
	all := []changerequests.Contributor{}
	posted := cr.posters()
	for did := range cr.contributions.Values() {
		if did.action == changerequests.ActionTypeEdit || posted[did.user] ||
			c.enabled(ruleContributors) {
			all = append(all, changerequests.Contributor{
				User: c.userWith(did.user), ActionType: did.action,
				Count: did.count, UpdatedAt: did.last,
			})
		}
	}
	return respondAll(all)
}

func listCommenters(c *call, d discussion) (response, error) {
	posted, guests := d.posters(), c.enabled(ruleCommenterGuest)
	list := d.contributions.List().Where(every(
		func(did *contribution) bool {
			return did.action == changerequests.ActionTypeComment &&
				(guests || c.memberWho(d.space, did) != nil)
		},
		when(c.enabled(ruleCommenters), func(did *contribution) bool { return posted[did.user] }),
	))
	return respondPage(c, list,
		func(did *contribution) api.Member { return c.commenter(d.space, did) })
}

// posters returns the IDs of the users with a comment or a reply that still exists.
func (d *discussed) posters() map[string]bool {
	posted := map[string]bool{}
	for cm := range d.comments.Values() {
		posted[cm.data.PostedBy.ID] = true
		for reply := range cm.replies.Values() {
			posted[reply.data.PostedBy.ID] = true
		}
	}
	return posted
}

// memberWho returns the member of the organization who made a contribution, or nil if the user is
// not a member.
func (c *call) memberWho(in *space, did *contribution) *api.Member {
	member, _ := c.organizationOf(in).members.Get(did.user)
	return member
}

// commenter is like memberWho, but also returns a member for a user who has left the organization.
func (c *call) commenter(in *space, did *contribution) api.Member {
	if member := c.memberWho(in, did); member != nil {
		return c.showMember(c.organizationOf(in), member)
	}
	return api.Member{Object: "member", ID: did.user, User: c.userWith(did.user), JoinedAt: did.first}
}

// userWith returns the user with the given ID. Users are never removed.
func (st *state) userWith(id string) api.User {
	user, _ := st.users.Get(id)
	return *user
}
