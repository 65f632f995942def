package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleTeam              = behaviour("team.absent-404", "a path with a team that does not exist is answered with 404")
	ruleTeamUser          = behaviour("orgs.teammembers.user-404", "a user who is no member of the organization is answered with 404")
	ruleTeamBoth          = behaviour("orgs.teammembers.update.remove-wins", "a user who is added, or given a membership, and removed in one call is removed")
	ruleTeamDefaultRole   = behaviour("orgs.teammembers.role-member", "who joins a team without a role is a member, who is in it keeps the role")
	ruleTeamCount         = behaviour("team.members", "a team counts its members, a member the teams")
	ruleTeamMembersUpdate = behaviour("orgs.teammembers.update.changed-204", "an update of the members of a team answers 204")
	ruleTeamMemberPut     = behaviour("orgs.teammembers.put.changed-204", "a put of a member of a team answers 204")
)

var teamRoles = limits.OneOf("owner", "member")

// teamMemberOperations are the operations on members of teams.
var teamMemberOperations = operations{
	"Orgs.TeamMembers.List": {handle: onTeam(listTeamMembers)},
	"Orgs.TeamMembers.Update": {onTeam(updateTeamMembers), limits.Table{
		limits.Body("add", limits.List),
		limits.Body("add[]", limits.String),
		limits.Body("remove", limits.List),
		limits.Body("remove[]", limits.String),
		limits.Body("memberships", limits.Object),
		limits.Body("memberships{}", limits.Object),
		limits.Body("memberships{}.role", limits.String, limits.Required, teamRoles),
	}},
	"Orgs.TeamMembers.Put": {onTeam(putTeamMember), limits.Table{
		limits.Body("role", limits.String, teamRoles),
	}},
	"Orgs.TeamMembers.Delete": {handle: onOrganization(deleteTeamMember)},
}

// team is a team with the roles of its members by id of the user.
type team struct {
	data    api.Team
	members ordered.Table[orgs.TeamMemberRole]
}

func onTeam(handle func(r *request, org *organization, t *team) (answer, error)) handler {
	return onOrganization(func(r *request, org *organization) (answer, error) {
		t, err := find(r, &org.teams, "teamId", ruleTeam)
		if err != nil {
			return answer{}, err
		}
		return handle(r, org, t)
	})
}

func listTeamMembers(r *request, org *organization, t *team) (answer, error) {
	return page(r, t.members.Keys(), func(id string) (orgs.TeamMembership, bool) { return r.showTeamMember(org, t, id), true })
}

func updateTeamMembers(r *request, org *organization, t *team) (answer, error) {
	in := input[orgs.TeamMemberUpdate](r)
	add, err := r.membersOf(org, "add", in.Add)
	if err != nil {
		return answer{}, err
	}
	remove, err := r.membersOf(org, "remove", in.Remove)
	if err != nil {
		return answer{}, err
	}
	given := slices.Sorted(maps.Keys(in.Memberships))
	for _, id := range given {
		if _, ok := org.members.Get(id); !ok && r.holds(ruleTeamUser) {
			return answer{}, notFound("memberships["+id+"]", id)
		}
	}
	leave := func() {
		for _, id := range remove {
			t.members.Remove(id)
		}
	}
	if !r.holds(ruleTeamBoth) {
		leave()
	}
	for _, id := range add {
		r.join(t, id, nil)
	}
	for _, id := range given {
		r.join(t, id, new(in.Memberships[id].Role))
	}
	if r.holds(ruleTeamBoth) {
		leave()
	}
	return r.changed(ruleTeamMembersUpdate)
}

// changed answers 204 for a write that is no delete.
func (r *request) changed(id rule) (answer, error) {
	if r.holds(id) {
		return answer{status: http.StatusNoContent}, nil
	}
	return ok(struct{}{})
}

// membersOf returns the ids of members of the organization who are named by id or e-mail address.
func (r *request) membersOf(org *organization, field string, names []string) ([]string, error) {
	var ids []string
	for i, name := range names {
		id := name
		if user := r.userWithEmail(name); user != nil {
			id = user.ID
		}
		if _, ok := org.members.Get(id); ok {
			ids = append(ids, id)
		} else if r.holds(ruleTeamUser) {
			return nil, notFound(fmt.Sprintf("%s[%d]", field, i), name)
		}
	}
	return ids, nil
}

// join puts a member of the organization into a team, or changes the role there; a nil role leaves it.
func (st *state) join(t *team, userID string, role *orgs.TeamMemberRole) {
	current, there := t.members.Get(userID)
	switch {
	case role != nil:
		current = *role
	case !there && !st.config.off[string(ruleTeamDefaultRole)]:
		current = orgs.TeamMemberRoleMember
	case !there:
		current = orgs.TeamMemberRoleOwner
	}
	t.members.Put(userID, current)
}

func putTeamMember(r *request, org *organization, t *team) (answer, error) {
	id := r.id("userId")
	if _, ok := org.members.Get(id); !ok && r.holds(ruleTeamUser) {
		return answer{}, notFound("userId", id)
	}
	var role *orgs.TeamMemberRole
	if in := input[orgs.TeamMemberPut](r); in.Role != "" {
		role = &in.Role
	}
	r.join(t, id, role)
	return r.changed(ruleTeamMemberPut)
}

func deleteTeamMember(r *request, org *organization) (answer, error) {
	t, ok := org.teams.Get(r.id("teamId"))
	return r.deleted(ok && t.members.Remove(r.id("userId")))
}

// showTeamMember is a member of a team as the service shows it.
func (st *state) showTeamMember(org *organization, t *team, userID string) orgs.TeamMembership {
	role, _ := t.members.Get(userID)
	shown := orgs.TeamMembership{Team: orgs.TeamMember{Role: role}, Permissions: orgs.TeamMemberPermissions{View: true}}
	if m, ok := org.members.Get(userID); ok {
		shown.Organization = st.showMember(org, m)
	}
	return shown
}

// showTeam is a team as the service shows it.
func (st *state) showTeam(t *team) api.Team {
	shown := t.data
	if !st.config.off[string(ruleTeamCount)] {
		shown.Members += int64(t.members.Len())
	}
	return shown
}

// AddTeam adds a team to an organization and returns it as the service shows it. The users, who are members of the organization, are its
// members with the role member, and are counted in addition to Members. Fields that are not set are
// made up.
func (s *Server) AddTeam(organizationID string, seed api.Team, userIDs ...string) api.Team {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	seed.Object = "team"
	seed.ID = s.seedID("team", seed.ID)
	seed.Title = orElse(seed.Title, "Team "+seed.ID)
	seed.CreatedAt = orElse(seed.CreatedAt, s.state.now())
	seed.Permissions = orElse(seed.Permissions, api.TeamPermissions{Admin: true, View: true})
	t := &team{data: seed}
	for _, id := range userIDs {
		known(s, &org.members, "member", id)
		t.members.Put(id, orgs.TeamMemberRoleMember)
	}
	org.teams.Add(seed.ID, t)
	return clone(s.state.showTeam(t))
}

// SetTeamRole gives a member of an organization a role in one of its teams, whether in it before or not.
func (s *Server) SetTeamRole(organizationID, teamID, userID string, role orgs.TeamMemberRole) {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	t := known(s, &org.teams, "team", teamID)
	known(s, &org.members, "member", userID)
	t.members.Put(userID, role)
}

// Teams returns the teams of an organization as the service shows them, in the order they were made.
func (s *Server) Teams(organizationID string) []api.Team {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return values(&org.teams, s.state.showTeam)
}

// TeamMembers returns the members of a team as the service shows them, in the order they joined.
func (s *Server) TeamMembers(organizationID, teamID string) []orgs.TeamMembership {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	t := known(s, &org.teams, "team", teamID)
	shown := make([]orgs.TeamMembership, 0, t.members.Len())
	for _, id := range t.members.Keys() {
		shown = append(shown, s.state.showTeamMember(org, t, id))
	}
	return clone(shown)
}
