package publishingtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func memberSpaceProofs() map[string]proof {
	const path, list = acme + "/members/bob/spaces", "orgs.members.spaces.list"
	p := proofs{}
	p.shows(list+".order", "GET", path, "", func(list map[string]any) bool { return at(list, "items.0.space.id") == "papers" })
	p[list+".caller"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("papers", "bob", "") // a guest there
		page := must(w.ClientFor("bob").Orgs.Members.Spaces.List(t.Context(), "acme", "ada", orgs.MemberSpaceListOptions{}))(t)
		return len(page.Items) == 1
	}
	return p
}

// memberSpaces returns the spaces of a member as text, in the order of the list.
func (w *world) memberSpaces(t *testing.T, userID string, options orgs.MemberSpaceListOptions) string {
	t.Helper()
	all := mapped(collect(t, w.client.Orgs.Members.Spaces.All(t.Context(), w.org, userID, options)), func(item orgs.MemberSpace) string { return item.Space.Title + ":" + string(item.Permission) })
	return strings.Join(all, " ")
}

func TestSpacesOfAMemberHaveTheEffectiveRole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleAdmin)})
	for _, guest := range []string{"bob", "cyd", "eve"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: guest})
	}
	w.Orgs.Members.Add(w.org, api.Member{ID: "dan", Role: new(api.RoleAdmin), Disabled: true})
	team := w.Orgs.Teams.Add(w.org, api.Team{}, "bob", "cyd").ID
	outer := w.Collections.Add(w.org, spaces.Collection{}).ID
	inner := w.Collections.Add(w.org, spaces.Collection{Parent: &outer}).ID
	own := w.Spaces.Add(w.org, spaces.Space{Title: "own"}).ID
	through := w.Spaces.Add(w.org, spaces.Space{Title: "through"}).ID
	w.Spaces.Add(w.org, spaces.Space{Title: "below", Parent: &inner})
	nearer := w.Spaces.Add(w.org, spaces.Space{Title: "nearer", Parent: &inner}).ID
	w.Spaces.Add(w.org, spaces.Space{Title: "no"})
	w.Spaces.Add(w.Orgs.Add(orgs.Organization{}).ID, spaces.Space{Title: "elsewhere"})
	w.Permissions.Grant(own, "bob", api.RoleComment)
	w.Permissions.Grant(own, "dan", api.RoleEdit)
	w.Permissions.Grant(through, team, api.RoleReview)
	w.Permissions.Grant(outer, team, api.RoleEdit)
	w.Permissions.Grant(nearer, team, api.RoleRead)
	w.Permissions.Grant(through, "cyd", "") // a guest there

	asc := orgs.MemberSpaceListOptions{Order: api.OrderAsc}
	for id, want := range map[string]string{
		"ada": "below:admin nearer:admin no:admin own:admin through:admin",
		"bob": "below:edit nearer:read own:comment through:review",
		"cyd": "below:edit nearer:read",
		"dan": "",
		"eve": "",
	} {
		require.Equal(t, want, w.memberSpaces(t, id, asc), id)
		backward := strings.Fields(want)
		slices.Reverse(backward)
		require.Equal(t, strings.Join(backward, " "), w.memberSpaces(t, id, orgs.MemberSpaceListOptions{}), id)
		require.EqualValues(t, len(backward), must(w.client.Orgs.Members.Get(t.Context(), w.org, id))(t).Spaces, id)
	}
	counted := func() int64 {
		got := must(w.client.Orgs.Teams.Get(t.Context(), w.org, team))(t)
		return got.Spaces
	}
	require.EqualValues(t, 3, counted())

	require.NoError(t, w.client.Orgs.Teams.Members.Put(t.Context(), w.org, team, "eve", orgs.TeamMemberPut{}))
	require.Equal(t, "below:edit nearer:read through:review", w.memberSpaces(t, "eve", asc), "who joins a team has its roles")
	must(w.client.Orgs.Teams.Members.Delete(t.Context(), w.org, team, "bob"))(t)
	require.Equal(t, "own:comment", w.memberSpaces(t, "bob", asc), "and who leaves it has not")
	must(w.client.Spaces.Delete(t.Context(), through))(t)
	require.Equal(t, "below:edit nearer:read", w.memberSpaces(t, "eve", asc))
	require.EqualValues(t, 2, counted())
	w.Permissions.Grant(nearer, team, "")
	require.EqualValues(t, 1, counted(), "a guest has no access")

	require.ErrorIs(t, errorOf(w.client.Orgs.Members.Spaces.List(t.Context(), w.org, "nobody", asc)), api.ErrNotFound)
}

func TestSpacesOfAMemberAreSortedByTitle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleRead)})
	for _, title := range []string{"b", "A long title", "B2", "a", "ä", "C", "a", "A longer title"} {
		w.Spaces.Add(w.org, spaces.Space{Title: title})
	}
	want := []string{"a", "a", "A long title", "A longer title", "b", "B2", "C", "ä"}
	for _, order := range []api.Order{api.OrderAsc, api.OrderDesc} {
		for limit := range 4 {
			t.Run(fmt.Sprintf("%s, %d per page", order, limit), func(t *testing.T) {
				t.Parallel()
				got := []string{}
				for _, item := range collect(t, w.client.Orgs.Members.Spaces.All(t.Context(), w.org, "ada", orgs.MemberSpaceListOptions{Order: order, Limit: limit})) {
					got = append(got, item.Space.Title)
				}
				if order == api.OrderDesc {
					slices.Reverse(got)
				}
				require.Equal(t, want, got)
			})
		}
	}
}

func TestMemberCanLoseSpacesDuringAnIteration(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	w.Orgs.Members.Add(w.org, api.Member{ID: "bob"})
	for _, title := range []string{"c", "a", "e", "b", "d"} {
		w.Permissions.Grant(w.Spaces.Add(w.org, spaces.Space{Title: title}).ID, "bob", api.RoleEdit)
	}
	left := ""
	for item, err := range w.client.Orgs.Members.Spaces.All(t.Context(), w.org, "bob", orgs.MemberSpaceListOptions{Order: api.OrderAsc}) {
		require.NoError(t, err)
		must(w.client.Permissions.Spaces.Users.Delete(t.Context(), item.Space.ID, "bob"))(t)
		left += item.Space.Title
	}
	require.Equal(t, "abcde", left)
	require.Empty(t, w.memberSpaces(t, "bob", orgs.MemberSpaceListOptions{}))
}
