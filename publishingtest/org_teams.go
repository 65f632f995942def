package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

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
	"Orgs.Teams.Create": {onOrganization(createTeam), limits.Table{limits.BodyOf[orgs.TeamCreate]()}},
	"Orgs.Teams.Get":    {handle: teamKind.get},
	"Orgs.Teams.Update": {teamKind.on(updateTeam), limits.Table{limits.BodyOf[orgs.TeamUpdate]()}},
	"Orgs.Teams.Delete": {handle: inOrganization(teamKind.delete)},
})

// team is a team with the roles of its members. The keys are user IDs.
type team struct {
	data    api.Team
	members ordered.Table[orgs.TeamMemberRole]
}

// teamKind is the resource kind for teams of organizations.
var teamKind = &kind[*organization, team, api.Team]{
	name: "team", param: "teamId", in: organizationKind.scope(),
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
	title := strings.ToLower(c.query.Get("title"))
	return when(title != "", func(t *team) bool {
		return strings.Contains(strings.ToLower(t.data.Title), title)
	})
}

func createTeam(c *call, org *organization) (response, error) {
	in := input[orgs.TeamCreate](c)
	t := &team{}
	if err := c.nameTeam(org, t, in.Title); err != nil {
		return response{}, err
	}
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
	t.data.Object = "team"
	fill(&t.data.Title, "Team "+t.data.ID)
	fill(&t.data.CreatedAt, st.now())
	fill(&t.data.Permissions, api.TeamPermissions{Admin: true, View: true})
	org.teams.Add(t.data.ID, t, t.data.Title)
}

func updateTeam(c *call, org *organization, t *team) (response, error) {
	if err := c.nameTeam(org, t, input[orgs.TeamUpdate](c).Title); err != nil {
		return response{}, err
	}
	return respondOK(c.showTeam(org, t))
}

// disbandTeam removes the references to a team before the team is deleted.
func disbandTeam(c *call, org *organization, t *team) error {
	id := t.data.ID
	for p := range org.saml.Values() {
		switch {
		case p.team != id:
		case c.enabled(ruleTeamDeleteDefault):
			p.team = ""
		default:
			return fail(http.StatusBadRequest,
				"teamId: want a team that is not the default team of a SAML provider, got %q", id)
		}
	}
	if c.enabled(ruleTeamDeleteGrants) {
		c.eachGrants(org, func(given *grants) { given.teams.Remove(id) })
	}
	return nil
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
	return teamKind.add(s.server, seed, func(org *organization, seed api.Team) *team {
		s.accept(s.limit("Orgs.Teams.Create", orgs.TeamCreate{Title: seed.Title}),
			s.state.checkTeamTitle(org, nil, seed.Title))
		seed.ID = s.seedID("team", seed.ID)
		seed.Members, seed.Spaces = 0, 0
		t := &team{data: seed}
		for _, id := range userIDs {
			mustFind(s.server, &org.members, "member", id)
			t.members.Put(id, orgs.TeamMemberRoleMember)
		}
		s.state.addTeam(org, t)
		return t
	}, orgID)
}

// All returns the teams of an organization, in the order in which they were created.
func (s OrgTeams) All(orgID string) []api.Team {
	return teamKind.all(s.server, orgID)
}

var ruleTeamDefaultRole = newUndecidedRule("orgs.teams.members.role-member", "a user who joins a team without a role gets the role member; without the rule, the role owner")

// The operations on members of teams.
var _ = declare(operations{
	"Orgs.Teams.Members.List":   {handle: teamKind.on(listTeamMembers)},
	"Orgs.Teams.Members.Update": {teamKind.on(updateTeamMembers), limits.Table{limits.BodyOf[orgs.TeamMemberUpdate]()}},
	"Orgs.Teams.Members.Put":    {teamKind.on(putTeamMember), limits.Table{limits.BodyOf[orgs.TeamMemberPut]()}},
	"Orgs.Teams.Members.Delete": {handle: inOrganization(deleteTeamMember)},
})

func listTeamMembers(c *call, org *organization, t *team) (response, error) {
	return respondPage(c, t.members.KeyList(), func(id string) orgs.TeamMembership {
		return c.showTeamMember(org, t, id)
	})
}

func updateTeamMembers(c *call, org *organization, t *team) (response, error) {
	in := input[orgs.TeamMemberUpdate](c)
	add, err := c.membersOf(org, "add", in.Add)
	if err != nil {
		return response{}, err
	}
	remove, err := c.membersOf(org, "remove", in.Remove)
	if err != nil {
		return response{}, err
	}
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
func (c *call) membersOf(org *organization, field string, names []string) ([]string, error) {
	var ids []string
	for i, name := range names {
		id := name
		if user := c.userWithEmail(name); user != nil {
			id = user.ID
		}
		if !org.members.Has(id) {
			return nil, notFound(fmt.Sprintf("%s[%d]", field, i), name)
		}
		ids = append(ids, id)
	}
	return ids, nil
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
	var role *orgs.TeamMemberRole
	if in := input[orgs.TeamMemberPut](c); in.Role != "" {
		role = &in.Role
	}
	c.joinTeam(t, id, role)
	return response{status: http.StatusNoContent}, nil
}

func deleteTeamMember(c *call) (response, error) {
	t, err := teamKind.of(c)
	return respondDeleted(err == nil && t.members.Remove(c.param("userId")))
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
	defer s.mu.hold()()
	org := s.seedOrganization(orgID)
	t := teamKind.seeded(s.server, orgID, teamID)
	mustFind(s.server, &org.members, "member", userID)
	s.accept(s.limit("Orgs.Teams.Members.Put", orgs.TeamMemberPut{Role: role}))
	if role == "" {
		s.state.joinTeam(t, userID, nil)
		return
	}
	s.state.joinTeam(t, userID, &role)
}

// All returns the members of a team, in the order in which they joined.
func (s OrgTeamMembers) All(orgID, teamID string) []orgs.TeamMembership {
	defer s.mu.hold()()
	org := s.seedOrganization(orgID)
	t := teamKind.seeded(s.server, orgID, teamID)
	return values(t.members.Keys(), func(id string) orgs.TeamMembership {
		return s.state.showTeamMember(org, t, id)
	})
}
