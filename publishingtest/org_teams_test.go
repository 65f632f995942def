package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func teamProofs() map[string]proof {
	const teams, team, create = acme + "/teams", acme + "/teams/team", "orgs.teams.create"
	p := proofs{}
	p.shows("orgs.teams.list.owner", "GET", teams+"?owner=ada", "", func(list map[string]any) bool { return ids(list) == "" })
	p.rejects(create+".members", "PUT", teams, `{"title":"x","members":["known"]}`, "members[0]")
	p[create+".role"] = func(t *testing.T, w *world) bool {
		created := w.send(t, "PUT", teams, `{"title":"x","members":["ada"]}`).object(t)
		return w.Orgs.Teams.Members.All("acme", created["id"].(string))[0].Team.Role == orgs.TeamMemberRoleMember
	}
	p["team.permissions"] = func(t *testing.T, w *world) bool {
		return at(w.sendAs(t, "bob", "GET", team, "").object(t), "permissions.admin") == false
	}
	p.responds("orgs.teams.same-title", "PUT", teams, `{"title":"Team team"}`, http.StatusBadRequest)
	p["orgs.teams.delete.grants"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("guides", "team", api.RoleRead)
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", team, "").status)
		return len(w.Permissions.All("guides")) == 0
	}
	p["orgs.teams.delete.default-team"] = func(t *testing.T, w *world) bool {
		w.Orgs.SAML.Add("acme", orgs.SAMLProvider{DefaultTeam: &api.Team{ID: "team"}})
		return w.send(t, "DELETE", team, "").status == http.StatusResetContent
	}
	return p
}

func TestPermissionsOfATeamFollowFromTheCaller(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Orgs.Members.Add("library", api.Member{ID: "owner", Role: new(api.RoleRead)})
	w.Orgs.Teams.Members.SetRole("library", "crew", "owner", orgs.TeamMemberRoleOwner)
	w.Permissions.Grant("wiki", "crew", api.RoleRead)
	w.Permissions.Grant("wiki", "owner", api.RoleCreate)
	w.Orgs.SAML.Add("library", orgs.SAMLProvider{ID: "saml", DefaultTeam: &api.Team{ID: "crew"}})
	all := api.TeamPermissions{Admin: true, View: true}
	shown := func(client *publishing.Client) []api.TeamPermissions {
		t.Helper()
		crew := must(client.Orgs.Teams.Get(t.Context(), "library", "crew"))(t)
		list := must(client.Orgs.Teams.List(t.Context(), "library", orgs.TeamListOptions{}))(t)
		of := must(client.Orgs.Members.Teams.List(t.Context(), "library", "owner", orgs.MemberTeamListOptions{}))(t)
		saml := must(client.Orgs.SAML.Get(t.Context(), "library", "saml"))(t)
		require.Equal(t, crew.Permissions, of.Items[0].Team.Permissions)
		require.Equal(t, crew.Permissions, saml.DefaultTeam.Permissions)
		return []api.TeamPermissions{crew.Permissions, list.Items[0].Permissions, list.Items[1].Permissions}
	}
	view := api.TeamPermissions{View: true}
	require.Equal(t, []api.TeamPermissions{all, all, all}, shown(w.client), "the token of the server may do everything")
	require.Equal(t, []api.TeamPermissions{all, all, all}, shown(w.ClientFor("mona")), "an administrator")
	require.Equal(t, []api.TeamPermissions{all, all, view}, shown(w.ClientFor("owner")), "the owner of one team")
	require.Equal(t, []api.TeamPermissions{view, view, view}, shown(w.ClientFor("nils")), "a member of it")
	require.Equal(t, make([]api.TeamPermissions, 3), shown(w.ClientFor("olga")), "nobody in the organization")
	page := must(w.ClientFor("owner").Permissions.Spaces.Teams.List(t.Context(), "wiki", permissions.TeamListOptions{}))(t)
	require.Equal(t, all, page.Items[0].Team.Permissions)
}

func TestTeamIsCreatedUpdatedAndDeleted(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	for _, id := range []string{"ada", "bob"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: id})
	}
	service := w.client.Orgs.Teams
	created := must(service.Create(t.Context(), w.org, orgs.TeamCreate{Title: "Writers", Members: []string{"bob", "ada", "bob"}}))(t)
	require.Equal(t, &api.Team{
		Object: "team", ID: created.ID, Title: "Writers", Members: 2, CreatedAt: now, Permissions: api.TeamPermissions{Admin: true, View: true},
	}, created)
	for _, member := range w.Orgs.Teams.Members.All(w.org, created.ID) {
		require.Equal(t, orgs.TeamMemberRoleMember, member.Team.Role)
		require.EqualValues(t, 1, member.Organization.Teams)
	}
	other := must(service.Create(t.Context(), w.org, orgs.TeamCreate{Title: "Readers"}))(t)
	require.NotEqual(t, created.ID, other.ID, "each PUT creates a team")
	require.Zero(t, other.Members)

	renamed := must(service.Update(t.Context(), w.org, other.ID, orgs.TeamUpdate{Title: "Editors"}))(t)
	require.Equal(t, "Editors", renamed.Title)
	got := must(service.Get(t.Context(), w.org, other.ID))(t)
	require.Equal(t, renamed, got)
	require.Equal(t, []api.Team{*created, *got}, w.Orgs.Teams.All(w.org))

	must(service.Delete(t.Context(), w.org, created.ID))(t)
	require.Equal(t, []api.Team{*got}, w.Orgs.Teams.All(w.org))
	require.Len(t, w.Orgs.Members.All(w.org), 2, "the members of a deleted team stay in the organization")
	for _, member := range w.Orgs.Members.All(w.org) {
		require.Zero(t, member.Teams)
	}
}

func TestCountsOfSeedsAreIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	member := w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Spaces: 7, Teams: 7})
	require.Zero(t, member.Spaces+member.Teams)
	team := w.Orgs.Teams.Add(w.org, api.Team{Members: 7, Spaces: 7}, "ada")
	require.EqualValues(t, 1, team.Members)
	require.Zero(t, team.Spaces)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Permissions.Grant(space, team.ID, api.RoleEdit)
	require.EqualValues(t, 1, w.Orgs.Teams.All(w.org)[0].Spaces)
	require.EqualValues(t, 1, w.Orgs.Members.All(w.org)[0].Spaces)
	require.EqualValues(t, 1, w.Orgs.Members.All(w.org)[0].Teams)
}

func TestRejectedTeamIsNotCreated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada"})
	stranger := w.Users.Add(api.User{}).ID
	for _, team := range []orgs.TeamCreate{
		{}, {Title: strings.Repeat("x", 65)}, {Title: "x", Members: []string{"ada", stranger}}, {Title: "x", Members: []string{"nobody"}},
	} {
		require.ErrorIs(t, errorOf(w.client.Orgs.Teams.Create(t.Context(), w.org, team)), api.ErrBadRequest, "%+v", team)
	}
	require.Empty(t, w.Orgs.Teams.All(w.org))
}

func TestTeamsAreSelected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleAdmin)})
	writers := w.Orgs.Teams.Add(w.org, api.Team{Title: "Writers"}, "ada").ID
	w.Orgs.Teams.Add(w.org, api.Team{Title: "Readers"})
	ghosts := w.Orgs.Teams.Add(w.org, api.Team{Title: "Ghostwriters"}, "ada").ID
	w.Orgs.Teams.Members.SetRole(w.org, ghosts, "ada", orgs.TeamMemberRoleOwner)
	for _, test := range []struct {
		options orgs.TeamListOptions
		want    string
	}{
		{orgs.TeamListOptions{}, "Writers Readers Ghostwriters"},
		{orgs.TeamListOptions{Title: "wRITERS"}, "Writers Ghostwriters"},
		{orgs.TeamListOptions{Owner: "ada"}, "Ghostwriters"},
		{orgs.TeamListOptions{Owner: "ada", Title: "readers"}, ""},
		{orgs.TeamListOptions{Owner: "nobody"}, ""},
	} {
		var got []string
		test.options.Limit = 1
		for _, team := range collect(t, w.client.Orgs.Teams.All(t.Context(), w.org, test.options)) {
			got = append(got, team.Title)
		}
		require.Equal(t, test.want, strings.Join(got, " "), "%+v", test.options)
	}
	w.Orgs.Teams.Members.SetRole(w.org, writers, "ada", orgs.TeamMemberRoleOwner)
	require.Len(t, must(w.client.Orgs.Teams.List(t.Context(), w.org, orgs.TeamListOptions{Owner: "ada"}))(t).Items, 2)
}

func TestDeletedTeamLosesItsRoles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "bob"})
	team := w.Orgs.Teams.Add(w.org, api.Team{}, "bob").ID
	shelf := w.Collections.Add(w.org, spaces.Collection{}).ID
	inShelf, space := w.Spaces.Add(w.org, spaces.Space{Parent: &shelf}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Permissions.Grant(shelf, team, api.RoleEdit)
	w.Permissions.Grant(space, team, api.RoleRead)
	w.Permissions.Grant(space, "bob", api.RoleComment)
	provider := w.Orgs.SAML.Add(w.org, orgs.SAMLProvider{DefaultTeam: &api.Team{ID: team}})
	require.EqualValues(t, 2, w.Orgs.Members.All(w.org)[0].Spaces)
	require.EqualValues(t, 2, provider.DefaultTeam.Spaces)

	must(w.client.Orgs.Teams.Delete(t.Context(), w.org, team))(t)
	require.Empty(t, w.Permissions.All(shelf))
	require.Equal(t, []publishingtest.GrantedRole{{ID: "bob", Role: new(api.RoleComment)}}, w.Permissions.All(space))
	require.EqualValues(t, 1, w.Orgs.Members.All(w.org)[0].Spaces)
	require.NotContains(t, w.memberSpaces(t, "bob", orgs.MemberSpaceListOptions{}), inShelf)
	require.Nil(t, w.Orgs.SAML.All(w.org)[0].DefaultTeam)
}

func TestTitleOfATeamIsUnique(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	team := w.Orgs.Teams.Add(w.org, api.Team{Title: "Writers"}).ID
	other := w.Orgs.Teams.Add(w.org, api.Team{Title: "Editors"}).ID
	service := w.client.Orgs.Teams
	require.ErrorIs(t, errorOf(service.Create(t.Context(), w.org, orgs.TeamCreate{Title: "Writers"})), api.ErrBadRequest)
	require.ErrorIs(t, errorOf(service.Update(t.Context(), w.org, other, orgs.TeamUpdate{Title: "Writers"})), api.ErrBadRequest)
	must(service.Update(t.Context(), w.org, team, orgs.TeamUpdate{Title: "Writers"}))(t, "its own title")
}
