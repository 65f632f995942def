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
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

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
	return p
}

// siteRoles returns users with their roles and the IDs of the origins.
func siteRoles(list []permissions.SitePermission) string {
	var all []string
	for _, given := range list {
		from := publishing.Value(given.Origin.Space) + publishing.Value(given.Origin.Organization)
		all = append(all, given.User.ID+":"+string(publishing.Value(given.Permission))+"@"+from)
	}
	return strings.Join(all, " ")
}

func TestUsersOfASiteHaveTheStrongestRole(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	users := func() string {
		t.Helper()
		all := collect(t, w.client.Permissions.Sites.Aggregate.All(t.Context(), "library", "library-site", permissions.SiteAggregateListOptions{Limit: 1}))
		return siteRoles(all)
	}
	require.Equal(t, "mona:admin@library nils:edit@library", users())
	w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	require.Equal(t, "mona:admin@library nils:review@wiki", users(), "a role on a collection is a role on its space")
	w.Permissions.Grant("placed", "olga", "")
	require.Equal(t, "mona:admin@library nils:review@wiki olga:@placed", users())
	w.Permissions.Grant("wiki", "olga", api.RoleRead)
	require.Equal(t, "mona:admin@library nils:review@wiki olga:read@wiki", users())
	w.Permissions.Grant("placed", "mona", api.RoleRead)
	w.Permissions.Grant("wiki", "mona", api.RoleRead)
	require.Equal(t, "mona:read@placed nils:review@wiki olga:read@wiki", users(), "the first of equal ones")
	must(w.client.Spaces.Delete(t.Context(), "wiki"))(t)
	require.Equal(t, "mona:read@placed nils:edit@library olga:@placed", users(), "without the deleted space, which the site has again if it is restored")

	require.ErrorIs(t, errorOf(w.client.Permissions.Sites.Aggregate.List(t.Context(), "library", "nowhere", permissions.SiteAggregateListOptions{})), publishing.ErrNotFound)
}
