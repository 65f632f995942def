package publishingtest

import (
	"iter"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleMemberSpaceSeen  = ofCallers(newUndecidedRule("orgs.members.spaces.list.caller", "the spaces of a member that the caller cannot access are not listed; without the rule, they are"))
	ruleMemberSpaceOrder = newUndecidedRule("orgs.members.spaces.list.order", "the spaces of a member are sorted by title, in any case, from last to first unless the order is asc; without the rule, in the order of their IDs")
)

// memberSpaceOperations are the operations on the spaces of members.
var memberSpaceOperations = operations{
	"Orgs.Members.Spaces.List": {memberKind.on(listMemberSpaces), limits.Table{limits.QueryOf[orgs.MemberSpaceListOptions]()}},
}

// accessible iterates over the spaces of an organization in which a user has a role, with the role.
func (st *state) accessible(org *organization, userID string) iter.Seq2[*space, api.Role] {
	return func(yield func(*space, api.Role) bool) {
		for sp := range st.spacesOf(org.data.ID) {
			if role, _ := st.access(treeNode{space: sp}, userID); role != nil && !yield(sp, *role) {
				return
			}
		}
	}
}

func listMemberSpaces(c *call, org *organization, m *api.Member) (response, error) {
	type access struct {
		space *space
		role  api.Role
	}
	var listed ordered.Elements[string, access]
	for sp, role := range c.accessible(org, m.ID) {
		if c.restricted && c.enabled(ruleMemberSpaceSeen) && c.roleOn(treeNode{space: sp}) == nil {
			continue
		}
		byTitle := sortPosition(strings.ToLower(sp.data.Title),
			sp.data.ID, c.query.Get("order") != string(api.OrderAsc))
		listed.Add(byRule(c.state, ruleMemberSpaceOrder, byTitle, sp.data.ID), access{sp, role})
	}
	return respondPage(c, listed.Sorted(), func(a access) orgs.MemberSpace {
		return orgs.MemberSpace{Permission: a.role, Space: c.showSpace(a.space, "")}
	})
}
