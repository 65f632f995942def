package publishingtest

import (
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleMember     = newUndecidedRule("member.absent-404", "a path with a member that does not exist returns 404; without the rule, it returns 403")
	ruleMemberCase = newUndecidedRule("orgs.members.list.search-case", "the search of a list of members ignores case; without the rule, case matters")
	ruleMemberSeen = newRule("orgs.members.list.last-seen", "a list of members sorted by when they were last seen omits those never seen; without the rule, they count as seen before all others")
	ruleMemberTies = newUndecidedRule("orgs.members.list.ties", "members that joined or were last seen at the same time are sorted by ID; without the rule, in the order in which they were added")

	ruleMemberDisabled = newRule("member.disabled", "a disabled member has no access to spaces and collections, and no role as a caller; without the rule, the member keeps both")
	ruleMemberNoRole   = newUndecidedRule("orgs.members.update.unset", "an update of a member without a role changes nothing; without the rule, the response is 400")
	ruleLastAdmin      = newSeenRule("orgs.members.last-admin", "the last administrator may be removed or lose the role; without the rule, the response is 400")
	ruleMemberGrants   = newUndecidedRule("orgs.members.delete.grants", "the delete of a member removes the user's roles on spaces and collections of the organization; without the rule, they remain")
	ruleMemberSSO      = newUndecidedRule("orgs.members.setsso.member-404", "a SetSSO of a user who is not a member returns 404, since a guide says that such a user must be invited first; without the rule, it adds the user as a guest")
	rulePingMember     = newUndecidedRule("orgs.ping.absent-404", "a ping of a caller who is not a member of the organization returns 404; without the rule, it returns an empty object")
)

// The operations on members of organizations.
var _ = declare(operations{
	"Orgs.Members.List":   {onOrganization(listMembers), limits.Table{limits.QueryOf[orgs.MemberListOptions]()}},
	"Orgs.Members.Get":    {handle: memberKind.get},
	"Orgs.Members.Update": {memberKind.on(updateMember), limits.Table{limits.BodyOf[orgs.MemberUpdate]()}},
	"Orgs.Members.Delete": {handle: inOrganization(memberKind.delete)},
	"Orgs.Members.SetSSO": {handle: onOrganization(setMemberSSO)},
	"Orgs.Ping":           {handle: onOrganization(pingOrganization)},
})

// memberKind is the resource kind for members of organizations. The ID of a member is that of the
// user.
var memberKind = &kind[*organization, api.Member, api.Member]{
	name: "member", param: "userId", in: organizationKind.scope(), absent: ruleMember,
	table: func(org *organization) *ordered.Table[*api.Member] { return &org.members },
	show: func(c *call, org *organization, m *api.Member) api.Member {
		return c.showMember(org, m)
	},
	remove: dismissMember,
}

func listMembers(c *call, org *organization) (response, error) {
	return respondPage(c, c.sortedMembers(org).Where(c.selectedMembers()), func(m *api.Member) api.Member {
		return c.showMember(org, m)
	})
}

func updateMember(c *call, org *organization, m *api.Member) (response, error) {
	in := input[orgs.MemberUpdate](c)
	switch {
	case !in.Role.IsZero():
		role := roleOf(in.Role)
		if err := c.checkLastAdmin(org, m, role); err != nil {
			return response{}, err
		}
		m.Role = role
		return respondOK(c.showMember(org, m))
	case c.enabled(ruleMemberNoRole):
		return respondUnchanged(c.showMember(org, m))
	default:
		return response{}, fail(http.StatusBadRequest, "role: want a role or null")
	}
}

// checkLastAdmin rejects a role that would leave the organization without an administrator, unless
// the rule is off. A nil role means that the member becomes a guest or leaves.
func (st *state) checkLastAdmin(org *organization, m *api.Member, role *api.Role) error {
	if st.enabled(ruleLastAdmin) || !isAdminRole(m.Role) || isAdminRole(role) {
		return nil
	}
	for other := range org.members.Values() {
		if other != m && isAdminRole(other.Role) {
			return nil
		}
	}
	return fail(http.StatusBadRequest,
		"userId: want a member who is not the last administrator, got %q", m.ID)
}

func isAdminRole(role *api.Role) bool { return role != nil && *role == api.RoleAdmin }

// dismissMember removes the references to a member before the member is deleted.
func dismissMember(c *call, org *organization, m *api.Member) error {
	if err := c.checkLastAdmin(org, m, nil); err != nil {
		return err
	}
	id := m.ID
	delete(org.claims, id)
	for t := range org.teams.Values() {
		t.members.Remove(id)
	}
	if c.enabled(ruleMemberGrants) {
		c.eachGrants(org, func(given *grants) { given.users.Remove(id) })
	}
	return nil
}

func setMemberSSO(c *call, org *organization) (response, error) {
	if user, known := c.users.Get(c.param("userId")); known && !c.enabled(ruleMemberSSO) {
		c.addMember(org, user, nil, false)
	}
	m, err := memberKind.of(c)
	if err != nil {
		return response{}, err
	}
	m.SSO = true
	return respondOK(c.showMember(org, m))
}

func pingOrganization(c *call, org *organization) (response, error) {
	m, ok := org.members.Get(c.caller)
	switch {
	case ok:
		m.LastSeenAt = new(c.now())
	case c.enabled(rulePingMember):
		return response{}, notFound("caller", c.caller)
	}
	ping := orgs.PingResult{}
	if claims, set := org.claims[c.caller]; set {
		ping.VisitorClaims = &claims
	}
	return respondOK(ping)
}

// selectedMembers returns a function that reports whether a member passes the filters of a list. It
// returns nil if there are no filters.
func (c *call) selectedMembers() func(m *api.Member) bool {
	wanted, text := orgs.MemberRole(c.query.Get("role")), c.query.Get("search")
	return every(
		when(wanted != "", func(m *api.Member) bool {
			role := orgs.MemberRoleGuest
			if m.Role != nil {
				role = orgs.MemberRole(*m.Role)
			}
			return role == wanted
		}),
		when(text != "", func(m *api.Member) bool {
			user := c.current(m.User)
			names := user.DisplayName
			if user.Email != nil {
				names += "\n" + *user.Email
			}
			return strings.Contains(names, text) || c.enabled(ruleMemberCase) &&
				strings.Contains(strings.ToLower(names), strings.ToLower(text))
		}),
	)
}

// sortedMembers returns the members of an organization, sorted by the time that the query selects.
func (c *call) sortedMembers(org *organization) ordered.List[string, *api.Member] {
	descending := c.query.Get("order") != string(api.OrderAsc)
	var sorted ordered.Elements[string, *api.Member]
	for added, m := range org.members.All() {
		at := m.JoinedAt
		if orgs.MemberSort(c.query.Get("sort")) == orgs.MemberSortLastSeenAt {
			if m.LastSeenAt == nil && c.enabled(ruleMemberSeen) {
				continue
			}
			at = time.Time{}
			if m.LastSeenAt != nil {
				at = *m.LastSeenAt
			}
		}
		tie := byRule(c.state, ruleMemberTies, m.ID, fmt.Sprintf("%019d", added))
		sorted.Add(sortPosition(at.UTC().Format(sortableTime), tie, descending), m)
	}
	return sorted.Sorted()
}

// sortableTime is a layout for times. Texts in this layout sort in the order of the times.
const sortableTime = "2006-01-02T15:04:05.000000000"

// Add adds a user and returns it. Fields that are not set are generated, except for the email
// address and the photo.
func (s Users) Add(seed api.User) api.User {
	defer s.mu.hold()()
	seed = clone(seed)
	s.acceptEmail(seed)
	return s.addUser(seed)
}

// acceptEmail fails the test if the email address of a user is not valid in an invite.
func (s *server) acceptEmail(user api.User) {
	if user.Email != nil {
		s.accept(renamed(
			s.limit("Orgs.Invites.Create", orgs.InviteCreate{Emails: []string{*user.Email}}),
			"emails[0]", "email",
		))
	}
}

func (s *server) addUser(seed api.User) api.User {
	seed.Object = "user"
	seed.ID = s.seedID("user", seed.ID)
	fill(&seed.DisplayName, "User "+seed.ID)
	s.accept(s.limit("Users.Update", seed))
	fill(&seed.URLs.Location, s.state.location("users", seed.ID))
	s.state.users.Add(seed.ID, &seed)
	return clone(seed)
}

// All returns the users of all organizations, in the order in which they were added. The first is
// the user "caller": see [Server.Caller].
func (s Users) All() []api.User {
	return userKind.all(s.server)
}

// Add makes a user a member of an organization and returns the membership. ID or User.ID identifies
// the user. If both are set, they must be equal. If the user does not exist, Add adds it. A nil
// role makes the user a guest. Spaces and Teams are ignored, because the server counts them.
func (s OrgMembers) Add(orgID string, seed api.Member) api.Member {
	return memberKind.add(s.server, seed, func(org *organization, seed api.Member) *api.Member {
		s.accept(s.limit("Orgs.Invites.Create", orgs.InviteCreate{Role: nullable(seed.Role)}))
		s.agrees("ID", seed.ID, orElse(seed.User.ID, seed.ID))
		fill(&seed.User.ID, seed.ID)
		if known, ok := s.state.users.Get(seed.User.ID); ok {
			seed.User = *known
		} else {
			s.acceptEmail(seed.User)
			seed.User = s.addUser(seed.User)
		}
		s.mistakeIf(org.members.Has(seed.User.ID),
			"%s is already a member of %s", seed.User.ID, orgID)
		seed.Object = "member"
		seed.ID = seed.User.ID
		fill(&seed.JoinedAt, s.state.now())
		seed.Spaces, seed.Teams = 0, 0
		org.members.Add(seed.ID, &seed)
		return &seed
	}, orgID)
}

// All returns the members of an organization, in the order in which they joined.
func (s OrgMembers) All(orgID string) []api.Member {
	return memberKind.all(s.server, orgID)
}

// SetVisitorClaims sets the token that Orgs.Ping returns to a member of an organization. An empty
// token means that there is none, which is also the initial state.
func (s OrgMembers) SetVisitorClaims(orgID, userID, token string) {
	defer s.mu.hold()()
	org, _ := memberKind.seededWithin(s.server, []string{orgID, userID})
	setOrDelete(&org.claims, userID, api.NewSecret(token), token != "")
}

// VisitorClaims returns the token set with [OrgMembers.SetVisitorClaims]. It is empty if there is
// none.
func (s OrgMembers) VisitorClaims(orgID, userID string) string {
	defer s.mu.hold()()
	return s.seedOrganization(orgID).claims[userID].Reveal()
}

// showMember returns a member of an organization as it appears in responses.
func (st *state) showMember(org *organization, m *api.Member) api.Member {
	shown := *m
	for range st.accessible(org, m.ID) {
		shown.Spaces++
	}
	shown.User = st.current(m.User)
	for t := range org.teams.Values() {
		if t.members.Has(m.ID) {
			shown.Teams++
		}
	}
	return shown
}

var (
	ruleMemberSpaceSeen  = ofCallers(newUndecidedRule("orgs.members.spaces.list.caller", "the spaces of a member that the caller cannot access are not listed; without the rule, they are"))
	ruleMemberSpaceOrder = newUndecidedRule("orgs.members.spaces.list.order", "the spaces of a member are sorted by title, in any case, from last to first unless the order is asc; without the rule, in the order of their IDs")
)

// The operations on the spaces of members.
var _ = declare(operations{
	"Orgs.Members.Spaces.List": {memberKind.on(listMemberSpaces), limits.Table{limits.QueryOf[orgs.MemberSpaceListOptions]()}},
})

// accessible iterates over the spaces of an organization in which a user has a role. It yields each
// space with the role.
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

// The operations on the teams of members.
var _ = declare(operations{
	"Orgs.Members.Teams.List": {handle: memberKind.on(listMemberTeams)},
})

func listMemberTeams(c *call, org *organization, m *api.Member) (response, error) {
	isIn := func(t *team) bool { return t.members.Has(m.ID) }
	list := org.teams.List().Where(every(isIn, c.teamsTitled()))
	return respondPage(c, list, func(t *team) orgs.MemberTeam {
		role, _ := t.members.Get(m.ID)
		return orgs.MemberTeam{Team: c.showTeam(org, t), Member: orgs.TeamMember{Role: role}}
	})
}
