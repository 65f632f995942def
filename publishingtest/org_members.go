package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleMember     = newUndecidedRule("member.absent-404", "a path with a member that does not exist returns 404; without the rule, it returns 403")
	ruleMemberCase = newUndecidedRule("orgs.members.list.search-case", "the search of a list of members, or of the users of a site, ignores case; without the rule, case matters")
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
	"Orgs.Members.List":   {onOrganization(listMembers), limits.Table{limits.QueryOf(orgs.MemberListOptions{})}},
	"Orgs.Members.Get":    {handle: memberKind.get},
	"Orgs.Members.Update": {memberKind.on(updateMember), limits.Table{limits.BodyOf(orgs.MemberUpdate{})}},
	"Orgs.Members.Delete": {handle: inOrganization(memberKind.delete)},
	"Orgs.Members.SetSSO": {handle: onOrganization(setMemberSSO)},
	"Orgs.Ping":           {handle: onOrganization(pingOrganization)},

	"Orgs.Members.Spaces.List": {memberKind.on(listMemberSpaces), limits.Table{limits.QueryOf(orgs.MemberSpaceListOptions{})}},
	"Orgs.Members.Teams.List":  {handle: memberKind.on(listMemberTeams)},
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
		c.accept(c.checkLastAdmin(org, m, role))
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
func dismissMember(c *call, org *organization, m *api.Member) {
	c.accept(c.checkLastAdmin(org, m, nil))
	c.forgetMember(org, m.ID)
}

// forgetMember removes what a user has as a member of an organization.
func (c *call) forgetMember(org *organization, id string) {
	delete(org.claims, id)
	for t := range org.teams.Values() {
		t.members.Remove(id)
	}
	if c.enabled(ruleMemberGrants) {
		c.eachGrants(org, func(given *grants) { given.users.Remove(id) })
	}
}

func setMemberSSO(c *call, org *organization) (response, error) {
	if user, known := c.users.Get(c.param("userId")); known && !c.enabled(ruleMemberSSO) {
		c.addMember(org, user, nil, false)
	}
	m := memberKind.of(c)
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
	wanted, text := api.RoleFilter(c.query.Get("role")), c.query.Get("search")
	return every(
		when(wanted != "", func(m *api.Member) bool { return hasRole(m.Role, wanted) }),
		when(text != "", func(m *api.Member) bool { return c.isNamed(c.current(m.User), text) }),
	)
}

// hasRole reports whether a filter selects a role, which is nil for guests.
func hasRole(role *api.Role, wanted api.RoleFilter) bool {
	return orElse(api.RoleFilter(publishing.Value(role)), api.RoleFilterGuest) == wanted
}

// isNamed reports whether the name or the email address of a user contains a text.
func (c *call) isNamed(user api.User, text string) bool {
	names := user.DisplayName + "\n" + publishing.Value(user.Email)
	return strings.Contains(names, text) || c.enabled(ruleMemberCase) &&
		strings.Contains(strings.ToLower(names), strings.ToLower(text))
}

// sortedMembers returns the members of an organization, sorted by the time that the query selects.
func (c *call) sortedMembers(org *organization) ordered.List[*api.Member] {
	descending := c.query.Get("order") != string(api.OrderAsc)
	var sorted ordered.Elements[*api.Member]
	for added, m := range org.members.All() {
		at := m.JoinedAt
		if orgs.MemberSort(c.query.Get("sort")) == orgs.MemberSortLastSeenAt {
			if m.LastSeenAt == nil && c.enabled(ruleMemberSeen) {
				continue
			}
			at = publishing.Value(m.LastSeenAt)
		}
		tie := byRule(c.state, ruleMemberTies, m.ID, ordered.At(added))
		sorted.Add(sortPosition(at.UTC().Format(sortableTime), tie, descending), m)
	}
	return sorted.Sorted()
}

// sortableTime is a layout for times. Texts in this layout sort in the order of the times.
const sortableTime = "2006-01-02T15:04:05.000000000"

// Add adds a user and returns it. Fields that are not set are generated, except for the email
// address and the photo.
func (s Users) Add(seed api.User) api.User {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	server.acceptEmail(seed)
	return server.addUser(seed)
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
	seed.ID = s.seedID("user", seed.ID)
	s.state.fillCommon(&seed, "user", "users", seed.ID)
	fill(&seed.DisplayName, "User "+seed.ID)
	s.accept(s.limit("Users.Update", seed))
	s.state.users.Add(seed.ID, &seed)
	return clone(seed)
}

// All returns the users of all organizations, in the order in which they were added. The first is
// the user "caller": see [Server.Caller].
func (s Users) All() []api.User {
	return userKind.all(open(s.server))
}

// Add makes a user a member of an organization and returns the membership. ID or User.ID identifies
// the user. If both are set, they must be equal. If the user does not exist, Add adds it. A nil
// role makes the user a guest. Spaces and Teams are ignored, because the server counts them.
func (s OrgMembers) Add(orgID string, seed api.Member) api.Member {
	server := open(s.server)
	return memberKind.add(server, seed, func(org *organization, seed api.Member) *api.Member {
		server.accept(server.limit("Orgs.Invites.Create", orgs.InviteCreate{Role: nullable(seed.Role)}))
		server.agrees("ID", seed.ID, orElse(seed.User.ID, seed.ID))
		fill(&seed.User.ID, seed.ID)
		if known, ok := server.state.users.Get(seed.User.ID); ok {
			seed.User = *known
		} else {
			server.acceptEmail(seed.User)
			seed.User = server.addUser(seed.User)
		}
		server.mistakeIf(org.members.Has(seed.User.ID),
			"%s is already a member of %s", seed.User.ID, orgID)
		seed.Object = "member"
		seed.ID = seed.User.ID
		fill(&seed.JoinedAt, server.state.now())
		seed.Spaces, seed.Teams = 0, 0
		org.members.Add(seed.ID, &seed)
		return &seed
	}, orgID)
}

// All returns the members of an organization, in the order in which they were added.
func (s OrgMembers) All(orgID string) []api.Member {
	return memberKind.all(open(s.server), orgID)
}

// SetVisitorClaims sets the token that Orgs.Ping returns to a member of an organization. An empty
// token means that there is none, which is also the initial state.
func (s OrgMembers) SetVisitorClaims(orgID, userID, token string) {
	defer open(s.server).mu.hold()()
	org, _ := memberKind.seededWithin(open(s.server), []string{orgID, userID})
	setOrDelete(&org.claims, userID, api.NewSecret(token), token != "")
}

// VisitorClaims returns the token set with [OrgMembers.SetVisitorClaims]. It is empty if there is
// none.
func (s OrgMembers) VisitorClaims(orgID, userID string) string {
	defer open(s.server).mu.hold()()
	return organizationKind.seeded(open(s.server), orgID).claims[userID].Reveal()
}

// showMember returns a member of an organization as it appears in responses.
func (st *state) showMember(org *organization, m *api.Member) api.Member {
	shown := *m
	shown.Spaces = int64(len(st.accessible(org, m.ID)))
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

// access is the role of a user in a space.
type access struct {
	space *space
	role  api.Role
}

// accessible returns the spaces of an organization in which a user has a role.
func (st *state) accessible(org *organization, userID string) (all []access) {
	for sp := range st.spacesOf(org.data.ID) {
		if role, _ := st.access(treeNode{space: sp}, userID); role != nil {
			all = append(all, access{sp, *role})
		}
	}
	return all
}

func listMemberSpaces(c *call, org *organization, m *api.Member) (response, error) {
	var listed ordered.Elements[access]
	for _, at := range c.accessible(org, m.ID) {
		sp := at.space
		if c.restricted && c.enabled(ruleMemberSpaceSeen) && c.roleOn(treeNode{space: sp}) == nil {
			continue
		}
		byTitle := sortPosition(strings.ToLower(sp.data.Title),
			sp.data.ID, c.query.Get("order") != string(api.OrderAsc))
		listed.Add(byRule(c.state, ruleMemberSpaceOrder, byTitle, sp.data.ID), at)
	}
	return respondPage(c, listed.Sorted(), func(at access) orgs.MemberSpace {
		return orgs.MemberSpace{Permission: at.role, Space: c.showSpace(at.space, "")}
	})
}

func listMemberTeams(c *call, org *organization, m *api.Member) (response, error) {
	isIn := func(t *team) bool { return t.members.Has(m.ID) }
	list := org.teams.List().Where(every(isIn, c.teamsTitled()))
	return respondPage(c, list, func(t *team) orgs.MemberTeam {
		role, _ := t.members.Get(m.ID)
		return orgs.MemberTeam{Team: c.showTeam(org, t), Member: orgs.TeamMember{Role: role}}
	})
}

var (
	ruleTeamOwner         = newUndecidedRule("orgs.teams.list.owner", "a list of teams with an owner contains only teams in which the user has the role owner, even if the user is an administrator; without the rule, an administrator's are all teams")
	ruleTeamCreateMembers = newUndecidedRule("orgs.teams.create.members", "the members of a new team must be members of the organization, or the response is 400; without the rule, other users are ignored")
	ruleTeamCreateRole    = newUndecidedRule("orgs.teams.create.role", "the members of a new team have the role member in it; without the rule, the role owner")
	ruleTeamSameTitle     = newSeenRule("orgs.teams.same-title", "a team whose title another team of the organization has returns 400")
	ruleTeamPermits       = ofCallers(newUndecidedRule("team.permissions", "a team permits administration to administrators of the organization and to its owners, and views to every member of the organization; without the rule, everything to everybody"))
	ruleTeamDeleteGrants  = newUndecidedRule("orgs.teams.delete.grants", "the delete of a team removes its roles on spaces and collections; without the rule, they remain")
	ruleTeamDeleteDefault = newUndecidedRule("orgs.teams.delete.default-team", "the default team of a SAML provider can be deleted, which leaves the provider without one; without the rule, the response is 400")
)

// The operations on teams.
var _ = declare(operations{
	"Orgs.Teams.List":   {handle: teamKind.list},
	"Orgs.Teams.Create": {onOrganization(createTeam), limits.Table{limits.BodyOf(orgs.TeamCreate{})}},
	"Orgs.Teams.Get":    {handle: teamKind.get},
	"Orgs.Teams.Update": {teamKind.on(updateTeam), limits.Table{limits.BodyOf(orgs.TeamUpdate{})}},
	"Orgs.Teams.Delete": {handle: inOrganization(teamKind.delete)},
})

// team is a team with the roles of its members. The keys are user IDs.
type team struct {
	data    api.Team
	members ordered.Table[orgs.TeamMemberRole]
}

// teamKind is the resource kind for teams of organizations.
var teamKind = &kind[*organization, team, api.Team]{
	name: "team", id: "team", param: "teamId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*team] { return &org.teams },
	show:  (*call).showTeam,
	selected: func(c *call, org *organization) func(t *team) bool {
		owner := c.query.Get("owner")
		m, manages := org.members.Get(owner)
		manages = byRule(c.state, ruleTeamOwner, false, manages && isAdminRole(m.Role))
		return every(c.teamsTitled(), when(owner != "", func(t *team) bool {
			role, _ := t.members.Get(owner)
			return manages || role == orgs.TeamMemberRoleOwner
		}))
	},
	remove: disbandTeam,
}

// teamsTitled returns a function that reports whether the title of a team contains the text in the
// query. It returns nil if the query has no text.
func (c *call) teamsTitled() func(t *team) bool {
	return searching(c, "title", func(t *team) string { return t.data.Title })
}

func createTeam(c *call, org *organization) (response, error) {
	in := input[orgs.TeamCreate](c)
	t := &team{}
	c.accept(c.nameTeam(org, t, in.Title))
	role := byRule(c.state, ruleTeamCreateRole, orgs.TeamMemberRoleMember, orgs.TeamMemberRoleOwner)
	for i, id := range in.Members {
		if org.members.Has(id) {
			t.members.Put(id, role)
		} else if c.enabled(ruleTeamCreateMembers) {
			return response{}, invalid(fmt.Sprintf("members[%d]", i),
				"a member of the organization", id, ruleTeamCreateMembers)
		}
	}
	t.data.ID = c.newID("team")
	c.addTeam(org, t)
	return respondCreated(c.showTeam(org, t), "")
}

// checkTeamTitle rejects a title if another team already has it.
func (st *state) checkTeamTitle(org *organization, t *team, title string) error {
	for other := range org.teams.Group(title).Values() {
		if other != t && st.enabled(ruleTeamSameTitle) {
			return invalid("title", "one that no other team has", title, ruleTeamSameTitle)
		}
	}
	return nil
}

// nameTeam sets the title of a team. It returns an error if another team has the title and the rule
// is on.
func (st *state) nameTeam(org *organization, t *team, title string) error {
	if err := st.checkTeamTitle(org, t, title); err != nil {
		return err
	}
	t.data.Title = title
	org.teams.Regroup(t.data.ID, title)
	return nil
}

// addTeam adds a team and generates the fields that are not set, except for the ID.
func (st *state) addTeam(org *organization, t *team) {
	st.fillCommon(&t.data, "team")
	fill(&t.data.Title, "Team "+t.data.ID)
	fill(&t.data.Permissions, api.TeamPermissions{Admin: true, View: true})
	org.teams.Add(t.data.ID, t, t.data.Title)
}

func updateTeam(c *call, org *organization, t *team) (response, error) {
	c.accept(c.nameTeam(org, t, input[orgs.TeamUpdate](c).Title))
	return respondOK(c.showTeam(org, t))
}

// disbandTeam removes the references to a team before the team is deleted.
func disbandTeam(c *call, org *organization, t *team) {
	id := t.data.ID
	for p := range org.saml.Values() {
		switch {
		case p.team != id:
		case c.enabled(ruleTeamDeleteDefault):
			p.team = ""
		default:
			c.accept(fail(http.StatusBadRequest,
				"teamId: want a team that is not the default team of a SAML provider, got %q", id))
		}
	}
	if c.enabled(ruleTeamDeleteGrants) {
		c.eachGrants(org, func(given *grants) { given.teams.Remove(id) })
	}
}

// eachGrants calls visit with the grants on each space, collection and site of an organization,
// including deleted spaces.
func (st *state) eachGrants(org *organization, visit func(given *grants)) {
	for node := range st.tree.Values() {
		if node.organization() == org.data.ID {
			visit(node.grants())
		}
	}
	for s := range org.sites.Values() {
		visit(&s.given)
	}
	for sp := range st.trash.Values() {
		if sp.data.Organization == org.data.ID {
			visit(&sp.grants)
		}
	}
}

// showTeam returns a team as it appears in responses to the caller.
func (c *call) showTeam(org *organization, t *team) api.Team {
	shown := t.data
	shown.Members = int64(t.members.Len())
	for sp := range c.spacesOf(org.data.ID) {
		if c.hasRole(t, treeNode{space: sp}) {
			shown.Spaces++
		}
	}
	if c.restricted && c.enabled(ruleTeamPermits) {
		_, member := c.roleIn(org)
		role, _ := t.members.Get(c.caller)
		shown.Permissions = api.TeamPermissions{
			View: member, Admin: c.isAdmin(org) || role == orgs.TeamMemberRoleOwner,
		}
	}
	return shown
}

// hasRole reports whether a team has a role on a space or a collection.
func (st *state) hasRole(t *team, node treeNode) bool {
	for _, at := range st.levels(node) {
		if given, ok := at.grants().teams.Get(t.data.ID); ok {
			return given.role != nil
		}
	}
	return false
}

// Add adds a team to an organization and returns it. The users must be members of the organization.
// They become members of the team with the role "member". Members and Spaces are ignored, because
// the server counts them. Other fields that are not set are generated. For a caller other than
// [Server.Caller], Permissions depend on the caller's roles in the team and in the organization.
func (s OrgTeams) Add(orgID string, seed api.Team, userIDs ...string) api.Team {
	server := open(s.server)
	return teamKind.add(server, seed, func(org *organization, seed api.Team) *team {
		server.accept(server.limit("Orgs.Teams.Create", orgs.TeamCreate{Title: seed.Title}),
			server.state.checkTeamTitle(org, nil, seed.Title))
		seed.Members, seed.Spaces = 0, 0
		t := &team{data: seed}
		for _, id := range userIDs {
			mustFind(server, &org.members, "member", id)
			t.members.Put(id, orgs.TeamMemberRoleMember)
		}
		server.state.addTeam(org, t)
		return t
	}, orgID)
}

// All returns the teams of an organization, in the order in which they were created.
func (s OrgTeams) All(orgID string) []api.Team {
	return teamKind.all(open(s.server), orgID)
}

var ruleTeamDefaultRole = newUndecidedRule("orgs.teams.members.role-member", "a user who joins a team without a role gets the role member; without the rule, the role owner")

// The operations on members of teams.
var _ = declare(operations{
	"Orgs.Teams.Members.List":   {handle: teamKind.on(listTeamMembers)},
	"Orgs.Teams.Members.Update": {teamKind.on(updateTeamMembers), limits.Table{limits.BodyOf(orgs.TeamMemberUpdate{})}},
	"Orgs.Teams.Members.Put":    {teamKind.on(putTeamMember), limits.Table{limits.BodyOf(orgs.TeamMemberPut{})}},
	"Orgs.Teams.Members.Delete": {handle: inOrganization(ifPresent(teamKind.on(deleteTeamMember)))},
})

func listTeamMembers(c *call, org *organization, t *team) (response, error) {
	return respondPage(c, t.members.KeyList(), func(id string) orgs.TeamMembership {
		return c.showTeamMember(org, t, id)
	})
}

func updateTeamMembers(c *call, org *organization, t *team) (response, error) {
	in := input[orgs.TeamMemberUpdate](c)
	add, remove := c.membersOf(org, "add", in.Add), c.membersOf(org, "remove", in.Remove)
	given := slices.Sorted(maps.Keys(in.Memberships))
	for _, id := range given {
		if !org.members.Has(id) {
			return response{}, notFound("memberships["+id+"]", id)
		}
	}
	for _, id := range add {
		c.joinTeam(t, id, nil)
	}
	for _, id := range given {
		c.joinTeam(t, id, new(in.Memberships[id].Role))
	}
	for _, id := range remove { // last, so that a user who is both added and removed is removed
		t.members.Remove(id)
	}
	return response{status: http.StatusNoContent}, nil
}

// membersOf returns the IDs of the members of an organization that have the given IDs or email
// addresses.
func (c *call) membersOf(org *organization, field string, names []string) (ids []string) {
	for i, name := range names {
		id := name
		if user := c.userWithEmail(name); user != nil {
			id = user.ID
		}
		if !org.members.Has(id) {
			c.accept(notFound(fmt.Sprintf("%s[%d]", field, i), name))
		}
		ids = append(ids, id)
	}
	return ids
}

// joinTeam adds a member of the organization to a team. If the user is already a member of the
// team, it changes the role in the team. A nil role keeps the current role.
func (st *state) joinTeam(t *team, userID string, role *orgs.TeamMemberRole) {
	current, ok := t.members.Get(userID)
	if !ok {
		current = byRule(st, ruleTeamDefaultRole,
			orgs.TeamMemberRoleMember, orgs.TeamMemberRoleOwner)
	}
	setIfGiven(&current, role)
	t.members.Put(userID, current)
}

func putTeamMember(c *call, org *organization, t *team) (response, error) {
	id := c.param("userId")
	if !org.members.Has(id) {
		return response{}, notFound("userId", id)
	}
	c.joinTeam(t, id, filled(input[orgs.TeamMemberPut](c).Role))
	return response{status: http.StatusNoContent}, nil
}

func deleteTeamMember(c *call, _ *organization, t *team) (response, error) {
	return respondDeleted(t.members.Remove(c.param("userId")))
}

// showTeamMember returns a member of a team as it appears in responses.
func (st *state) showTeamMember(org *organization, t *team, userID string) orgs.TeamMembership {
	role, _ := t.members.Get(userID)
	shown := orgs.TeamMembership{
		Team: orgs.TeamMember{Role: role}, Permissions: orgs.TeamMemberPermissions{View: true},
	}
	if m, ok := org.members.Get(userID); ok {
		shown.Organization = st.showMember(org, m)
	}
	return shown
}

// SetRole sets a member's role in one of the teams of an organization. It adds the member to the
// team if necessary. An empty role has the same effect as in Orgs.Teams.Members.Put: an existing
// member of the team keeps the current role, and a new member gets the role "member".
func (s OrgTeamMembers) SetRole(orgID, teamID, userID string, role orgs.TeamMemberRole) {
	server := open(s.server)
	defer server.mu.hold()()
	org, t := teamKind.seededWithin(server, []string{orgID, teamID})
	mustFind(server, &org.members, "member", userID)
	server.accept(server.limit("Orgs.Teams.Members.Put", orgs.TeamMemberPut{Role: role}))
	server.state.joinTeam(t, userID, filled(role))
}

// All returns the members of a team, in the order in which they joined.
func (s OrgTeamMembers) All(orgID, teamID string) []orgs.TeamMembership {
	server := open(s.server)
	defer server.mu.hold()()
	org, t := teamKind.seededWithin(server, []string{orgID, teamID})
	return values(t.members.Keys(), func(id string) orgs.TeamMembership {
		return server.state.showTeamMember(org, t, id)
	})
}
