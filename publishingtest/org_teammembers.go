package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

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

// SetRole sets the role of a member of an organization in one of its teams. It adds the member to
// the team if necessary. An empty role has the same effect as in Orgs.Teams.Members.Put: an
// existing member of the team keeps the current role, and a new member gets the role "member".
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
