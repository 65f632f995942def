package publishingtest_test

import (
	"context"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func teamPermissionProofs() map[string]proof {
	p := proofs{}
	const teams = wiki + "/permissions/teams"
	given := func(role api.Role, hold proof) proof {
		return func(t *testing.T, w *world) bool {
			for _, id := range []string{"wiki", "inner"} {
				w.Permissions.Grant(id, "crew", role)
			}
			return hold(t, w)
		}
	}
	p.responds("permissions.spaces.teams.delete.no-400", "DELETE", teams+"/crew", "", http.StatusNoContent)
	p.responds("team-permission.absent-404", "PATCH", teams+"/crew", `{"role":"edit"}`, http.StatusNotFound)
	listed := func(t *testing.T, w *world) string {
		t.Helper()
		all := mapped(w.send(t, "GET", teams, "").object(t)["items"].([]any), func(one any) string { return one.(map[string]any)["team"].(map[string]any)["id"].(string) })
		return strings.Join(all, " ")
	}
	p["permissions.teams.guests-not-listed"] = given("", func(t *testing.T, w *world) bool { return listed(t, w) == "" })
	p["permissions.teams.title-order"] = given(api.RoleEdit, func(t *testing.T, w *world) bool {
		w.Permissions.Grant("wiki", "board", api.RoleRead)
		return listed(t, w) == "board crew"
	})
	p["permissions.teams.update.unset"] = given(api.RoleEdit, responds("PATCH", teams+"/crew", "{}", http.StatusNoContent))
	p["permissions.teams.caller-403"] = given(api.RoleEdit, func(t *testing.T, w *world) bool {
		return w.sendAs(t, "nils", "PATCH", teams+"/crew", `{"role":"admin"}`).status == http.StatusForbidden
	})
	return p
}

// grantingTeams contains the methods that the permissions of teams in spaces and in collections
// have in common.
type grantingTeams interface {
	List(ctx context.Context, id string, options permissions.TeamListOptions, opts ...api.CallOption) (*pagination.Page[permissions.TeamPermission], error)
	All(ctx context.Context, id string, options permissions.TeamListOptions, opts ...api.CallOption) iter.Seq2[permissions.TeamPermission, error]
	Update(ctx context.Context, id, teamID string, update permissions.TeamUpdate, opts ...api.CallOption) error
	Delete(ctx context.Context, id, teamID string, opts ...api.CallOption) (api.Deletion, error)
}

// teamsOf returns the permissions of teams in a space or in a collection.
func teamsOf(client *publishing.Client, id string) grantingTeams {
	if id == "wiki" {
		return client.Permissions.Spaces.Teams
	}
	return client.Permissions.Collections.Teams
}

func teamRoles(t *testing.T, service grantingTeams, id string) string {
	t.Helper()
	all := mapped(collect(t, service.All(t.Context(), id, permissions.TeamListOptions{Limit: 1})), func(given permissions.TeamPermission) string {
		return given.Team.ID + ":" + string(publishing.Value(given.Permission))
	})
	return strings.Join(all, " ")
}

func TestLifeOfThePermissionOfATeam(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, w *world, service granting, id string) {
		teams := teamsOf(w.client, id)
		require.Empty(t, teamRoles(t, teams, id))
		require.NoError(t, service.Invite(t.Context(), id, permissions.Invite{Role: api.Set(api.RoleEdit), Teams: []string{"crew", "board"}, Users: []string{"olga"}}))
		require.Equal(t, "board:edit crew:edit", teamRoles(t, teams, id), "by title, and no users")

		require.NoError(t, teams.Update(t.Context(), id, "crew", permissions.TeamUpdate{Role: api.Set(api.RoleAdmin)}))
		require.NoError(t, teams.Update(t.Context(), id, "board", permissions.TeamUpdate{}))
		require.Equal(t, "board:edit crew:admin", teamRoles(t, teams, id), "a role that is not set stays")
		require.NoError(t, teams.Update(t.Context(), id, "board", permissions.TeamUpdate{Role: api.Null[api.Role]()}))
		require.Equal(t, "crew:admin", teamRoles(t, teams, id))
		require.NoError(t, teams.Update(t.Context(), id, "board", permissions.TeamUpdate{Role: api.Set(api.RoleRead)}), "the permission has stayed")
		require.Equal(t, "board:read crew:admin", teamRoles(t, teams, id))
		require.Equal(t, []publishingtest.GrantedRole{{ID: "olga", Role: new(api.RoleEdit)}, {ID: "crew", Role: new(api.RoleAdmin)}, {ID: "board", Role: new(api.RoleRead)}}, w.Permissions.All(id))

		must(teams.Delete(t.Context(), id, "crew"))(t)
		require.Equal(t, "board:read", teamRoles(t, teams, id))
		require.ErrorIs(t, teams.Update(t.Context(), id, "crew", permissions.TeamUpdate{Role: api.Set(api.RoleRead)}), publishing.ErrNotFound)
		require.Equal(t, "board:read", teamRoles(t, teams, id), "an update gives no first role")
	})
}

func TestPermissionOfATeamThatDoesNotExist(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, w *world, _ granting, id string) {
		teams := teamsOf(w.client, id)
		for _, target := range [][2]string{{id, "nobody"}, {"nowhere", "crew"}} {
			require.Equal(t, api.AlreadyAbsent, must(teams.Delete(t.Context(), target[0], target[1]))(t))
		}
	})
}

func TestTeamOfTheFormerOrganizationHasNoPermission(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Permissions.Grant("wiki", "crew", api.RoleEdit)
	must(w.client.Spaces.Transfer(t.Context(), "wiki", spaces.Transfer{Organization: &w.org}))(t)
	err := w.client.Permissions.Spaces.Teams.Update(t.Context(), "wiki", "crew", permissions.TeamUpdate{Role: api.Set(api.RoleRead)})
	require.ErrorIs(t, err, publishing.ErrNotFound)
}

func TestRemovalOfATeamThatTheServiceRejectsIsAnError(t *testing.T) {
	t.Parallel()
	w := newWiki(t, publishingtest.WithoutRule("permissions.spaces.teams.delete.no-400"))
	outcome, err := w.client.Permissions.Spaces.Teams.Delete(t.Context(), "wiki", "crew")
	require.ErrorIs(t, err, publishing.ErrBadRequest)
	require.NotEqual(t, api.AlreadyAbsent, outcome)
	outcome = must(w.client.Permissions.Collections.Teams.Delete(t.Context(), "inner", "crew"))(t)
	require.Equal(t, api.AlreadyAbsent, outcome, "a collection has no such response")
}

func TestPermissionOfATeamIsThatOfItsMembers(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	can := func() string {
		all := collect(t, w.client.Permissions.Spaces.Aggregate.All(t.Context(), "wiki", permissions.AggregateListOptions{}))
		return shownRoles(all)
	}
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	require.Equal(t, "mona:admin nils:review", can())
	require.Empty(t, teamRoles(t, w.client.Permissions.Spaces.Teams, "wiki"), "the list has only what was given there")
	require.NoError(t, w.client.Permissions.Collections.Teams.Update(t.Context(), "outer", "crew", permissions.TeamUpdate{Role: api.Set(api.RoleComment)}))
	require.Equal(t, "mona:admin nils:comment", can())

	require.NoError(t, w.client.Orgs.Teams.Members.Put(t.Context(), "library", "crew", "guest", orgs.TeamMemberPut{}))
	require.Equal(t, "mona:admin nils:comment guest:comment", can(), "who joins has the role at once")
	must(w.client.Orgs.Teams.Members.Delete(t.Context(), "library", "crew", "nils"))(t)
	require.Equal(t, "mona:admin nils:edit guest:comment", can(), "who leaves has lost it")
	must(w.client.Permissions.Collections.Teams.Delete(t.Context(), "outer", "crew"))(t)
	require.Equal(t, "mona:admin nils:edit", can())
}

func TestTeamCountsItsSpaces(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	count := func() int64 { return w.Orgs.Teams.All("library")[0].Spaces }
	require.Zero(t, count())
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	require.EqualValues(t, 2, count(), "wiki and notes")
	w.Permissions.Grant("wiki", "crew", "")
	require.EqualValues(t, 1, count(), "the nearer role is that of guests")
	w.Permissions.Grant("placed", "crew", api.RoleRead)
	require.EqualValues(t, 2, count())
	must(w.client.Spaces.Delete(t.Context(), "placed"))(t)
	require.EqualValues(t, 1, count())
	must(w.client.Spaces.Move(t.Context(), "notes", spaces.Move{Parent: api.Null[string]()}))(t)
	require.Zero(t, count())
}

func TestCallerWithoutARoleManagesNoTeams(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, w *world, _ granting, id string) {
		w.Permissions.Grant(id, "crew", api.RoleRead)
		teams := teamsOf(w.ClientFor("nils"), id) // edits as a member
		calls := []func() error{
			func() error { return errorOf(teams.List(t.Context(), id, permissions.TeamListOptions{})) },
			func() error {
				return teams.Update(t.Context(), id, "crew", permissions.TeamUpdate{Role: api.Set(api.RoleEdit)})
			},
			func() error { return errorOf(teams.Delete(t.Context(), id, "crew")) },
		}
		for _, call := range calls {
			require.ErrorIs(t, call(), publishing.ErrForbidden)
		}
		require.Equal(t, "crew:read", teamRoles(t, teamsOf(w.client, id), id))
		w.Permissions.Grant(id, "nils", api.RoleCreate)
		for _, call := range calls {
			require.NoError(t, call())
		}
	})
}
