package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func teamMemberProofs() map[string]proof {
	const path = acme + "/teams/team/members"
	p := proofs{}
	p.then("orgs.teams.members.role-member", "PUT", path+"/bob", "{}", path, func(list map[string]any) bool {
		return list["items"].([]any)[1].(map[string]any)["team"].(map[string]any)["role"] == "member"
	})
	return p
}

func TestLifeOfATeam(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	members := mapped([]string{"ada", "bob", "cyd", "dan"}, func(id string) api.Member {
		return w.Orgs.Members.Add(w.org, api.Member{User: api.User{ID: id, Email: new(id + "@acme.example")}, Role: new(api.RoleEdit)})
	})
	team := w.Orgs.Teams.Add(w.org, api.Team{Title: "Docs"}, "ada")
	require.Equal(t, "team", team.Object)
	require.EqualValues(t, 1, team.Members)
	service := w.client.Orgs.Teams.Members
	roles := func() map[string]orgs.TeamMemberRole {
		page := must(service.List(t.Context(), w.org, team.ID, orgs.TeamMemberListOptions{}))(t)
		require.Equal(t, page.Items, w.Orgs.Teams.Members.All(w.org, team.ID))
		got := map[string]orgs.TeamMemberRole{}
		for _, item := range page.Items {
			got[item.Organization.ID] = item.Team.Role
		}
		return got
	}
	first := w.Orgs.Teams.Members.All(w.org, team.ID)[0]
	members[0].Teams = 1
	require.Equal(t, orgs.TeamMembership{
		Organization: members[0], Team: orgs.TeamMember{Role: orgs.TeamMemberRoleMember}, Permissions: orgs.TeamMemberPermissions{View: true},
	}, first)
	require.Equal(t, members, w.Orgs.Members.All(w.org))

	const owner, member = orgs.TeamMemberRoleOwner, orgs.TeamMemberRoleMember
	for _, step := range []struct {
		name   string
		update orgs.TeamMemberUpdate
		want   map[string]orgs.TeamMemberRole
	}{
		{"nothing", orgs.TeamMemberUpdate{}, map[string]orgs.TeamMemberRole{"ada": member}},
		{"add by id and address", orgs.TeamMemberUpdate{Add: []string{"bob", "CYD@acme.example"}}, map[string]orgs.TeamMemberRole{"ada": member, "bob": member, "cyd": member}},
		{
			"membership of one in and one not",
			orgs.TeamMemberUpdate{Memberships: map[string]orgs.TeamMember{"ada": {Role: owner}, "dan": {Role: owner}}},
			map[string]orgs.TeamMemberRole{"ada": owner, "bob": member, "cyd": member, "dan": owner},
		},
		{"add of one who is in", orgs.TeamMemberUpdate{Add: []string{"ada"}}, map[string]orgs.TeamMemberRole{"ada": owner, "bob": member, "cyd": member, "dan": owner}},
		{"remove by address", orgs.TeamMemberUpdate{Remove: []string{"bob@acme.example"}}, map[string]orgs.TeamMemberRole{"ada": owner, "cyd": member, "dan": owner}},
		{"in both", orgs.TeamMemberUpdate{Add: []string{"bob"}, Remove: []string{"bob@acme.example"}}, map[string]orgs.TeamMemberRole{"ada": owner, "cyd": member, "dan": owner}},
		{
			"membership and remove",
			orgs.TeamMemberUpdate{Memberships: map[string]orgs.TeamMember{"dan": {Role: member}}, Remove: []string{"dan"}},
			map[string]orgs.TeamMemberRole{"ada": owner, "cyd": member},
		},
	} {
		require.NoError(t, service.Update(t.Context(), w.org, team.ID, step.update), step.name)
		require.Equal(t, step.want, roles(), step.name)
	}
	require.EqualValues(t, 2, w.Orgs.Teams.All(w.org)[0].Members)

	require.NoError(t, service.Put(t.Context(), w.org, team.ID, "bob", orgs.TeamMemberPut{}))
	require.NoError(t, service.Put(t.Context(), w.org, team.ID, "ada", orgs.TeamMemberPut{}))
	require.NoError(t, service.Put(t.Context(), w.org, team.ID, "cyd", orgs.TeamMemberPut{Role: owner}))
	require.Equal(t, map[string]orgs.TeamMemberRole{"ada": owner, "bob": member, "cyd": owner}, roles())
	must(service.Delete(t.Context(), w.org, team.ID, "bob"))(t)
	require.Len(t, roles(), 2)
	require.Len(t, w.Orgs.Members.All(w.org), 4, "who leaves a team stays in the organization")
}

func TestUnknownTeamOrUserReturns404(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{User: api.User{ID: "ada"}})
	stranger := w.Users.Add(api.User{Email: new("s@acme.example")})
	team := w.Orgs.Teams.Add(w.org, api.Team{}).ID
	service := w.client.Orgs.Teams.Members
	for name, err := range map[string]error{
		"no member":     service.Put(t.Context(), w.org, team, stranger.ID, orgs.TeamMemberPut{}),
		"added user":    service.Update(t.Context(), w.org, team, orgs.TeamMemberUpdate{Add: []string{"ada", "nobody"}}),
		"added address": service.Update(t.Context(), w.org, team, orgs.TeamMemberUpdate{Add: []string{"ada", "s@acme.example"}}),
		"removed user":  service.Update(t.Context(), w.org, team, orgs.TeamMemberUpdate{Add: []string{"ada"}, Remove: []string{"nobody"}}),
		"membership": service.Update(t.Context(), w.org, team, orgs.TeamMemberUpdate{
			Add: []string{"ada"}, Memberships: map[string]orgs.TeamMember{"nobody": {Role: orgs.TeamMemberRoleOwner}},
		}),
	} {
		require.ErrorIs(t, err, publishing.ErrNotFound, name)
	}
	require.Empty(t, w.Orgs.Teams.Members.All(w.org, team), "a rejected call changes nothing")
}
