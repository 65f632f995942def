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
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func permissionProofs() map[string]proof {
	const grants = wiki + "/permissions"
	p := proofs{}
	roles := func(list map[string]any) string {
		var all []string
		for _, one := range list["items"].([]any) {
			given := one.(map[string]any)
			role, _ := given["permission"].(string)
			all = append(all, given["user"].(map[string]any)["id"].(string)+":"+role)
		}
		return strings.Join(all, " ")
	}
	p["permissions.guests-not-listed"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("wiki", "olga", "")
		w.Permissions.Grant("wiki", "nils", "")
		return roles(w.send(t, "GET", grants+"/users", "").object(t)) == "" &&
			roles(w.send(t, "GET", grants+"/aggregate", "").object(t)) == "mona:admin"
	}
	level := func(id string, holds func(roles string) bool) {
		p["permissions.default-level"+id] = func(t *testing.T, w *world) bool {
			w.Permissions.Grant("outer", "olga", api.RoleRead)
			require.Equal(t, http.StatusOK, w.send(t, "PATCH", wiki, `{"defaultLevel":"comment"}`).status)
			return holds(roles(w.send(t, "GET", grants+"/aggregate", "").object(t)))
		}
	}
	level("", func(roles string) bool { return strings.Contains(roles, "nils:comment") })
	level(".admins", func(roles string) bool { return strings.Contains(roles, "mona:admin") })
	level(".guests", func(roles string) bool { return !strings.Contains(roles, "guest") })
	level(".inheritance", func(roles string) bool { return !strings.Contains(roles, "olga") })
	p["permissions.listaggregate.teams"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("inner", "crew", api.RoleReview)
		w.Permissions.Grant("inner", "nils", api.RoleRead)
		return roles(w.send(t, "GET", grants+"/aggregate", "").object(t)) == "mona:admin nils:read"
	}
	return p
}

// granting contains the methods that the permissions of spaces and of collections have in common.
type granting struct {
	Invite    func(ctx context.Context, id string, invite permissions.Invite, opts ...api.CallOption) error
	Users     grantingUsers
	Aggregate grantingLister[permissions.AggregateListOptions]
}

type grantingUsers interface {
	grantingLister[permissions.UserListOptions]
	Update(ctx context.Context, id, userID string, update permissions.UserUpdate, opts ...api.CallOption) error
	Delete(ctx context.Context, id, userID string, opts ...api.CallOption) (api.Deletion, error)
}

type grantingLister[O any] interface {
	List(ctx context.Context, id string, options O, opts ...api.CallOption) (*pagination.Page[permissions.Permission], error)
	All(ctx context.Context, id string, options O, opts ...api.CallOption) iter.Seq2[permissions.Permission, error]
}

func (w *world) inSpaces() granting {
	s := w.client.Permissions.Spaces
	return granting{s.Invite, s.Users, s.Aggregate}
}

func (w *world) inCollections() granting {
	s := w.client.Permissions.Collections
	return granting{s.Invite, s.Users, s.Aggregate}
}

// both runs a test on the permissions of a space and on those of a collection.
func both(t *testing.T, test func(t *testing.T, w *world, service granting, id string)) {
	t.Helper()
	for _, id := range []string{"wiki", "inner"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			w := newWiki(t)
			service := w.inCollections()
			if id == "wiki" {
				service = w.inSpaces()
			}
			test(t, w, service, id)
		})
	}
}

func shownRoles(list []permissions.Permission) string {
	all := mapped(list, func(given permissions.Permission) string { return given.User.ID + ":" + string(*given.Permission) })
	return strings.Join(all, " ")
}

func TestLifeOfAPermission(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, w *world, service granting, id string) {
		list := func() string {
			all := collect(t, service.Users.All(t.Context(), id, permissions.UserListOptions{Limit: 1}))
			return shownRoles(all)
		}
		require.NoError(t, service.Invite(t.Context(), id, permissions.Invite{Role: api.Set(api.RoleEdit), Users: []string{"olga", "mona"}}))
		require.Equal(t, "olga:edit mona:edit", list())
		require.NoError(t, service.Invite(t.Context(), id, permissions.Invite{Role: api.Null[api.Role](), Users: []string{"olga"}}))
		require.Equal(t, "mona:edit", list(), "a second invite changes the role, and a guest is not listed")
		require.NoError(t, service.Invite(t.Context(), id, permissions.Invite{Role: api.Set(api.RoleRead), Teams: []string{"crew"}}))
		require.Equal(t, "mona:edit", list(), "a team is no user")

		require.NoError(t, service.Users.Update(t.Context(), id, "olga", permissions.UserUpdate{Role: api.Set(api.RoleAdmin)}))
		require.Equal(t, "olga:admin mona:edit", list())
		require.NoError(t, service.Users.Update(t.Context(), id, "olga", permissions.UserUpdate{}))
		require.Equal(t, "olga:admin mona:edit", list())
		require.NoError(t, service.Users.Update(t.Context(), id, "olga", permissions.UserUpdate{Role: api.Null[api.Role]()}))
		require.Equal(t, "mona:edit", list(), "the permission stays, and is not listed")
		require.ErrorIs(t, service.Users.Update(t.Context(), id, "nils", permissions.UserUpdate{Role: api.Set(api.RoleAdmin)}), publishing.ErrNotFound)

		must(service.Users.Delete(t.Context(), id, "olga"))(t)
		require.Equal(t, "mona:edit", list())
		require.Equal(t, api.AlreadyAbsent, must(service.Users.Delete(t.Context(), "nowhere", "olga"))(t))
	})
}

func TestRejectedInviteGivesNoRole(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, w *world, service granting, id string) {
		for _, invite := range []permissions.Invite{
			{Role: api.Set(api.RoleEdit), Users: []string{"mona", "nobody"}},
			{Role: api.Set(api.RoleEdit), Users: []string{"mona"}, Teams: []string{"crew", "nobody"}},
		} {
			require.ErrorIs(t, service.Invite(t.Context(), id, invite), publishing.ErrNotFound)
		}
		for _, invite := range []permissions.Invite{{Role: api.Set(api.RoleEdit)}, {Role: api.Set(api.RoleEdit), Users: []string{}, Teams: []string{}}} {
			require.ErrorIs(t, service.Invite(t.Context(), id, invite), publishing.ErrBadRequest)
		}
		require.Empty(t, must(service.Users.List(t.Context(), id, permissions.UserListOptions{}))(t).Items)
	})
}

func TestAggregateHasTheNearestRoleOfEachUser(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	aggregate := func(service granting, id string, role api.Role) string {
		all := collect(t, service.Aggregate.All(t.Context(), id, permissions.AggregateListOptions{Limit: 1, Role: role}))
		return shownRoles(all)
	}
	inSpace := func() string { return aggregate(w.inSpaces(), "wiki", "") }
	require.Equal(t, "mona:admin nils:edit", inSpace(), "the members of the organization, guests excepted")
	w.Permissions.Grant("outer", "olga", api.RoleCreate)
	require.Equal(t, "mona:admin nils:edit olga:create", inSpace())
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	require.Equal(t, "mona:admin nils:review olga:create", inSpace(), "a team of two collections up goes before the organization")
	w.Permissions.Grant("inner", "board", "")
	require.Equal(t, "mona:admin olga:create", inSpace(), "the nearer one goes before, weak as it is")
	w.Permissions.Grant("inner", "crew", api.RoleComment)
	require.Equal(t, "mona:admin nils:comment olga:create", inSpace(), "the strongest of teams at one place")
	w.Permissions.Grant("inner", "nils", api.RoleRead)
	require.Equal(t, "mona:admin nils:read olga:create", inSpace(), "a user's own goes before a team's")
	w.Permissions.Grant("wiki", "guest", "")
	require.Equal(t, "mona:admin nils:read olga:create", inSpace())
	require.Equal(t, "mona:admin nils:read olga:create", aggregate(w.inCollections(), "inner", ""))
	require.Equal(t, "mona:admin nils:review olga:create", aggregate(w.inCollections(), "outer", ""))
	require.Equal(t, "olga:create", aggregate(w.inSpaces(), "wiki", api.RoleCreate))

	must(w.client.Spaces.Move(t.Context(), "wiki", spaces.Move{Parent: api.Null[string]()}))(t)
	require.Equal(t, "mona:admin nils:edit", inSpace(), "moved out, it inherits no more")
}

func TestDefaultLevelIsTheRoleOfMembersEverywhere(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
	nils := w.ClientFor("nils")
	set := func(space, inner, outer api.Nullable[api.Role]) {
		t.Helper()
		must(w.client.Spaces.Update(t.Context(), "wiki", spaces.Update{DefaultLevel: space}))(t)
		for id, level := range map[string]api.Nullable[api.Role]{"inner": inner, "outer": outer} {
			must(w.client.Collections.Update(t.Context(), id, spaces.CollectionUpdate{DefaultLevel: level}))(t)
		}
	}
	// shown returns what each operation shows about the wiki and about nils.
	shown := func() string {
		t.Helper()
		aggregate := must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), "wiki", permissions.AggregateListOptions{}))(t)
		all := shownRoles(aggregate.Items)
		page := must(w.client.Permissions.Sites.Aggregate.List(t.Context(), "library", "library-site", permissions.SiteAggregateListOptions{}))(t)
		all += " | " + siteRoles(page.Items)
		for _, item := range collect(t, w.client.Orgs.Members.Spaces.All(t.Context(), "library", "nils", orgs.MemberSpaceListOptions{})) {
			if item.Space.ID == "wiki" {
				all += " | " + string(item.Permission)
			}
		}
		for _, space := range collect(t, nils.Spaces.All(t.Context(), "library", spaces.ListOptions{})) {
			if space.ID == "wiki" {
				all += " seen"
			}
		}
		return all
	}
	inherit, guest := api.Set(spaces.LevelInherit), api.Null[api.Role]()
	require.Equal(t, "mona:admin nils:edit | mona:admin@library nils:edit@library | edit seen", shown(), "without levels, the role of the membership")
	set(inherit, inherit, api.Set(api.RoleReview))
	require.Equal(t, "mona:admin nils:review | mona:admin@library nils:review@wiki | review seen", shown(), "the level of a collection two up")
	set(inherit, api.Set(api.RoleRead), api.Set(api.RoleReview))
	const reads = "mona:admin nils:read | mona:admin@library nils:edit@library | read seen"
	require.Equal(t, reads, shown(), "the nearer one goes before, and a site shows the strongest role")
	inside := must(w.client.Permissions.Collections.Aggregate.List(t.Context(), "inner", permissions.AggregateListOptions{}))(t)
	require.Equal(t, "mona:admin nils:read", shownRoles(inside.Items))
	set(guest, api.Set(api.RoleRead), inherit)
	require.Equal(t, "mona:admin | mona:admin@library nils:edit@library", shown(), "null is no access")
	set(inherit, guest, inherit)
	require.Equal(t, "mona:admin | mona:admin@library nils:edit@library", shown())
	require.ErrorIs(t, errorOf(nils.Spaces.Create(t.Context(), "library", spaces.Create{Parent: new("inner")})), publishing.ErrForbidden)
	set(inherit, api.Set(api.RoleCreate), inherit)
	created := must(nils.Spaces.Create(t.Context(), "library", spaces.Create{Parent: new("inner")}))(t)
	must(w.client.Spaces.Delete(t.Context(), created.ID))(t)

	set(api.Set(api.RoleComment), inherit, inherit)
	w.Permissions.Grant("outer", "crew", api.RoleReview)
	w.Permissions.Grant("outer", "guest", api.RoleRead)
	require.Equal(t, "mona:admin nils:comment", strings.Split(shown(), " | ")[0], "roles on the collections are not inherited")
	require.EqualValues(t, 1, w.Orgs.Teams.All("library")[0].Spaces, "the notes")
	w.Permissions.Grant("wiki", "crew", api.RoleReview)
	w.Permissions.Grant("wiki", "guest", api.RoleRead)
	require.Equal(t, "mona:admin nils:review guest:read", strings.Split(shown(), " | ")[0], "a role on the space goes before its level")
	require.EqualValues(t, 2, w.Orgs.Teams.All("library")[0].Spaces)

	set(guest, inherit, inherit)
	copied := must(w.client.Spaces.Duplicate(t.Context(), "wiki"))(t)
	require.Nil(t, copied.DefaultLevel)
	aggregate := must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), copied.ID, permissions.AggregateListOptions{}))(t)
	require.Equal(t, "mona:admin", shownRoles(aggregate.Items))
}
