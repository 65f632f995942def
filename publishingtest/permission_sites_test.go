package publishingtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

const sitePermissions = "/v1/orgs/library/sites/library-site/permissions"

func sitePermissionProofs() map[string]proof {
	p := proofs{}
	users := func(id, want string, given func(w *world)) {
		p["permissions.sites.aggregate.list."+id] = func(t *testing.T, w *world) bool {
			given(w)
			got := w.send(t, "GET", "/v1/orgs/library/sites/library-site/permissions/aggregate", "")
			require.Equal(t, http.StatusOK, got.status)
			var page struct{ Items []permissions.SitePermission }
			require.NoError(t, json.Unmarshal([]byte(got.body), &page))
			return siteRoles(page.Items) == want
		}
	}
	users("strongest", "mona:admin@library nils:edit@library olga:review@wiki", func(w *world) {
		w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
		w.Permissions.Grant("placed", "olga", api.RoleRead)
		w.Permissions.Grant("wiki", "olga", api.RoleReview)
	})
	users("origin-collection", "mona:admin@library nils:edit@library olga:read@wiki", func(w *world) {
		w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
		w.Permissions.Grant("inner", "olga", api.RoleRead)
	})
	users("guests", "mona:admin@library nils:edit@library olga:@placed", func(w *world) { w.Permissions.Grant("placed", "olga", "") })
	users("site-first", "mona:admin@library nils:edit@library olga:comment@library-site", func(w *world) {
		w.Permissions.Grant("library-site", "olga", api.RoleComment)
		w.Permissions.Grant("placed", "olga", api.RoleReview)
	})
	p["permissions.sites.spaces"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("library-site", "olga", api.RoleComment)
		return strings.Contains(w.send(t, "GET", "/v1/spaces/placed/permissions/aggregate", "").body, `"olga"`)
	}
	p.respondsTo("permissions.sites.caller-403", "nils", "GET", sitePermissions+"/users", "", http.StatusForbidden)
	return p
}

// siteRoles returns users with their roles and the IDs of the origins.
func siteRoles(list []permissions.SitePermission) string {
	var all []string
	for _, given := range list {
		from := publishing.Value(given.Origin.Space) + publishing.Value(given.Origin.Organization) + publishing.Value(given.Origin.Site)
		all = append(all, given.User.ID+":"+string(publishing.Value(given.Permission))+"@"+from)
	}
	return strings.Join(all, " ")
}

func TestUsersOfASiteHaveTheStrongestRole(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	selected := func(options permissions.SiteAggregateListOptions) string {
		t.Helper()
		options.Limit = 1
		return siteRoles(collect(t, w.client.Permissions.Sites.Aggregate.All(t.Context(), "library", "library-site", options)))
	}
	users := func() string { t.Helper(); return selected(permissions.SiteAggregateListOptions{}) }
	require.Equal(t, "mona:admin@library nils:edit@library", users())
	w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	require.Equal(t, "mona:admin@library nils:review@wiki", users(), "a role on a collection is a role on its space")
	w.Permissions.Grant("placed", "olga", "")
	require.Equal(t, "mona:admin@library nils:review@wiki olga:@placed", users())
	require.Equal(t, "olga:@placed", selected(permissions.SiteAggregateListOptions{Role: api.RoleFilterGuest}))
	require.Equal(t, "mona:admin@library", selected(permissions.SiteAggregateListOptions{Role: api.RoleFilterAdmin}))
	require.Equal(t, "nils:review@wiki", selected(permissions.SiteAggregateListOptions{Team: "crew"}))
	require.Empty(t, selected(permissions.SiteAggregateListOptions{Team: "nobody"}))
	require.Equal(t, "olga:@placed", selected(permissions.SiteAggregateListOptions{Search: "OLGA"}))
	w.Permissions.Grant("wiki", "olga", api.RoleRead)
	require.Equal(t, "mona:admin@library nils:review@wiki olga:read@wiki", users())
	w.Permissions.Grant("placed", "mona", api.RoleRead)
	w.Permissions.Grant("wiki", "mona", api.RoleRead)
	require.Equal(t, "mona:read@placed nils:review@wiki olga:read@wiki", users(), "the first of equal ones")
	must(w.client.Spaces.Delete(t.Context(), "wiki"))(t)
	require.Equal(t, "mona:read@placed nils:edit@library olga:@placed", users(), "without the deleted space, which the site has again if it is restored")
}

func TestLifeOfARoleOnASite(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	site := w.client.Permissions.Sites
	given := func() string {
		t.Helper()
		var all []string
		for _, user := range collect(t, site.Users.All(t.Context(), "library", "library-site", permissions.UserListOptions{Limit: 1})) {
			all = append(all, user.User.ID+":"+string(publishing.Value(user.Permission)))
		}
		for _, team := range collect(t, site.Teams.All(t.Context(), "library", "library-site", permissions.TeamListOptions{Limit: 1})) {
			all = append(all, team.Team.ID+":"+string(publishing.Value(team.Permission)))
		}
		return strings.Join(all, " ")
	}
	require.NoError(t, site.Invite(t.Context(), "library", "library-site", permissions.Invite{Role: api.Null[api.Role](), Users: []string{"olga"}, Teams: []string{"crew", "board"}}))
	require.Equal(t, "olga: board: crew:", given(), "guests are listed, and teams by title")
	for _, invite := range []permissions.Invite{{Users: []string{"mona", "nobody"}}, {Users: []string{"mona"}, Teams: []string{"nobody"}}} {
		invite.Role = api.Set(api.RoleEdit)
		require.ErrorIs(t, site.Invite(t.Context(), "library", "library-site", invite), publishing.ErrNotFound)
	}
	require.NoError(t, site.Users.Update(t.Context(), "library", "library-site", "olga", permissions.SiteUserUpdate{Role: api.RoleRead}))
	require.NoError(t, site.Teams.Update(t.Context(), "library", "library-site", "crew", permissions.SiteTeamUpdate{Role: api.RoleCreate}))
	require.Equal(t, "olga:read board: crew:create", given())
	require.Equal(t, []publishingtest.GrantedRole{{ID: "olga", Role: new(api.RoleRead)}, {ID: "crew", Role: new(api.RoleCreate)}, {ID: "board"}}, w.Permissions.All("library-site"))
	require.ErrorIs(t, site.Users.Update(t.Context(), "library", "library-site", "mona", permissions.SiteUserUpdate{Role: api.RoleRead}), publishing.ErrNotFound)

	require.Equal(t, api.AlreadyAbsent, must(site.Users.Delete(t.Context(), "library", "nowhere", "olga"))(t))
	must(w.client.Orgs.Teams.Delete(t.Context(), "library", "board"))(t)
	must(site.Users.Delete(t.Context(), "library", "library-site", "olga"))(t)
	require.Equal(t, "crew:create", given(), "a deleted team has no role")
}

func TestRoleOnASiteIsOneOnItsSpaces(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
	roles := func() string {
		t.Helper()
		space := must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), "wiki", permissions.AggregateListOptions{}))(t)
		site := must(w.client.Permissions.Sites.Aggregate.List(t.Context(), "library", "library-site", permissions.SiteAggregateListOptions{}))(t)
		return shownRoles(space.Items) + " | " + siteRoles(site.Items)
	}
	w.Permissions.Grant("outer", "olga", api.RoleCreate)
	w.Permissions.Grant("library-site", "olga", api.RoleRead)
	w.Permissions.Grant("library-site", "crew", api.RoleReview)
	require.Equal(t, "mona:admin nils:review olga:read | mona:admin@library nils:review@library-site olga:read@library-site", roles(), "before the collection")
	shown := must(w.client.Permissions.Sites.Aggregate.List(t.Context(), "library", "library-site", permissions.SiteAggregateListOptions{}))(t).Items[1].Origin
	require.Equal(t, permissions.Origin{Type: permissions.OriginTypeSite, Site: new("library-site"), Reason: new(permissions.OriginReasonTeam), Team: new("crew")}, shown)
	w.Permissions.Grant("wiki", "olga", api.RoleComment)
	require.Equal(t, "mona:admin nils:review olga:comment | mona:admin@library nils:review@library-site olga:read@library-site", roles(), "after the space itself")
	must(w.client.Sites.Delete(t.Context(), "library", "library-site"))(t)
	space := must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), "wiki", permissions.AggregateListOptions{}))(t)
	require.Equal(t, "mona:admin nils:edit olga:comment", shownRoles(space.Items))
}

func TestCallerWithoutARoleManagesNoSite(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	site := w.ClientFor("nils").Permissions.Sites // edits as a member
	w.Permissions.Grant("library-site", "olga", api.RoleRead)
	calls := []func() error{
		func() error {
			return site.Invite(t.Context(), "library", "library-site", permissions.Invite{Role: api.Set(api.RoleAdmin), Users: []string{"nils"}})
		},
		func() error {
			return site.Users.Update(t.Context(), "library", "library-site", "olga", permissions.SiteUserUpdate{Role: api.RoleEdit})
		},
		func() error { return errorOf(site.Users.Delete(t.Context(), "library", "library-site", "olga")) },
	}
	for _, call := range calls {
		require.ErrorIs(t, call(), publishing.ErrForbidden)
	}
	w.Permissions.Grant("library-site", "crew", api.RoleCreate)
	for _, call := range calls {
		require.NoError(t, call())
	}
	require.Equal(t, []publishingtest.GrantedRole{{ID: "nils", Role: new(api.RoleAdmin)}, {ID: "crew", Role: new(api.RoleCreate)}}, w.Permissions.All("library-site"))
}
