package publishingtest

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
)

var (
	ruleContributors   = newUndecidedRule("changerequests.contributors.list.actions", "contributors are listed once for edits and once for comments, with the number and the time of the last; replies are comments, and deleted comments count; without the rule, a user whose comments are all deleted is not listed for them")
	ruleCommenters     = newUndecidedRule("commenter.list.posted", "commenters are the users with a comment or a reply that still exists, each listed once, in the order of their first comments; without the rule, also the users whose comments are all deleted")
	ruleCommenterGuest = newUndecidedRule("commenter.list.guest", "a commenter who is not a member of the organization is listed as a guest who joined with the first comment; without the rule, not at all")
)

// The operations on contributors.
var _ = declare(operations{
	"Spaces.Commenters.List":           {handle: onDiscussion(listCommenters)},
	"ChangeRequests.Commenters.List":   {handle: onDiscussion(listCommenters)},
	"ChangeRequests.Contributors.List": {handle: onChangeRequest(listContributors)},
})

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
	for did := range cr.contributions.Values() {
		if did.user == userID {
			return true
		}
	}
	return false
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
