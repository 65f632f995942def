package publishingtest_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func memberProofs() map[string]proof {
	const members = acme + "/members"
	p := proofs{}
	p.responds("member.absent-404", "GET", members+"/nowhere", "", http.StatusNotFound)
	listed := func(id, query, want string) {
		p.shows("orgs.members.list."+id, "GET", members+query, "", func(list map[string]any) bool { return ids(list) == want })
	}
	listed("search-case", "?search=BOB", "bob")
	listed("last-seen", "?sort=lastSeenAt", "")

	p["orgs.members.list.ties"] = func(t *testing.T, w *world) bool {
		for _, id := range []string{"zoe", "abe"} {
			w.Orgs.Members.Add("acme", api.Member{ID: id, JoinedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
		}
		return ids(w.send(t, "GET", members+"?role=guest", "").object(t)) == "zoe abe"
	}

	const ada, bob, update = members + "/ada", members + "/bob", "orgs.members.update"
	p["member.disabled"] = func(t *testing.T, w *world) bool {
		w.Orgs.Members.Add("acme", api.Member{ID: "dan", Role: new(api.RoleEdit), Disabled: true})
		return w.send(t, "GET", members+"/dan", "").object(t)["spaces"] == 0.0
	}
	p.responds(update+".unset", "PATCH", bob, `{}`, http.StatusOK)
	p.responds("orgs.members.last-admin", "PATCH", ada, `{"role":"edit"}`, http.StatusOK)
	p["orgs.members.delete.grants"] = func(t *testing.T, w *world) bool {
		w.Permissions.Grant("guides", "bob", api.RoleRead)
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", bob, "").status)
		return len(w.Permissions.All("guides")) == 0
	}
	p.responds("orgs.members.setsso.member-404", "POST", members+"/known/sso", "", http.StatusNotFound)
	p.responds("orgs.ping.absent-404", "POST", acme+"/ping", "", http.StatusNotFound)
	return p
}

func TestMembersAreSelectedAndSorted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := func(minute int) time.Time { return time.Date(2026, 2, 3, 4, minute, 0, 0, time.UTC) }
	seen := at(5)
	for _, seed := range []api.Member{
		{User: api.User{ID: "ada", DisplayName: "Ada Lovelace", Email: new("ada@acme.example")}, Role: new(api.RoleAdmin), JoinedAt: at(3), LastSeenAt: &seen},
		{User: api.User{ID: "bob", DisplayName: "Bob", Email: new("lovely@acme.example")}, Role: new(api.RoleEdit), JoinedAt: at(1)},
		{User: api.User{ID: "cyd", DisplayName: "Cyd"}, JoinedAt: at(1), LastSeenAt: new(at(4))},
		{User: api.User{ID: "dan", DisplayName: "Dan"}, Role: new(api.RoleEdit), Disabled: true, JoinedAt: at(2), LastSeenAt: new(at(6))},
	} {
		w.Orgs.Members.Add(w.org, seed)
	}
	for _, c := range []struct {
		options orgs.MemberListOptions
		want    []string
	}{
		{orgs.MemberListOptions{}, []string{"ada", "dan", "cyd", "bob"}},
		{orgs.MemberListOptions{Order: api.OrderAsc}, []string{"bob", "cyd", "dan", "ada"}},
		{orgs.MemberListOptions{Sort: orgs.MemberSortLastSeenAt}, []string{"dan", "ada", "cyd"}},
		{orgs.MemberListOptions{Sort: orgs.MemberSortLastSeenAt, Order: api.OrderAsc}, []string{"cyd", "ada", "dan"}},
		{orgs.MemberListOptions{Role: api.RoleFilterEdit}, []string{"dan", "bob"}},
		{orgs.MemberListOptions{Role: api.RoleFilterGuest}, []string{"cyd"}},
		{orgs.MemberListOptions{Search: "LOVE"}, []string{"ada", "bob"}},
		{orgs.MemberListOptions{Search: "love", Role: api.RoleFilterGuest}, []string{}},
	} {
		for _, limit := range []int{0, 1, 2} {
			t.Run(fmt.Sprintf("%+v, %d per page", c.options, limit), func(t *testing.T) {
				t.Parallel()
				options := c.options
				options.Limit = limit
				got := []string{}
				for _, member := range collect(t, w.client.Orgs.Members.All(t.Context(), w.org, options)) {
					got = append(got, member.ID)
				}
				require.Equal(t, c.want, got)
			})
		}
	}
	dan := must(w.client.Orgs.Members.Get(t.Context(), w.org, "dan"))(t)
	require.True(t, dan.Disabled)
	require.Equal(t, at(6), *dan.LastSeenAt)
}

func TestMemberGetsAnotherRole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleAdmin)})
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	service := w.client.Orgs.Members
	for _, step := range []struct {
		role   api.Nullable[api.Role]
		want   *api.Role
		access int64 // number of spaces with access
	}{
		{api.Set(api.RoleEdit), new(api.RoleEdit), 1},
		{api.Nullable[api.Role]{}, new(api.RoleEdit), 1},
		{api.Null[api.Role](), nil, 0},
		{api.Nullable[api.Role]{}, nil, 0},
		{api.Set(api.RoleAdmin), new(api.RoleAdmin), 1},
	} {
		updated := must(service.Update(t.Context(), w.org, "ada", orgs.MemberUpdate{Role: step.role}))(t)
		require.Equal(t, step.want, updated.Role)
		require.Equal(t, step.access, updated.Spaces)
		require.Equal(t, must(service.Get(t.Context(), w.org, "ada"))(t), updated)
		require.Len(t, must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), space, permissions.AggregateListOptions{}))(t).Items, int(step.access))
	}
	require.Equal(t, 3, w.Calls.Commits("Orgs.Members.Update"), "an update of nothing is no change")
}

func TestRemovedMemberLeavesTeamsAndPermissions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, id := range []string{"ada", "bob"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: id, Role: new(api.RoleEdit)})
	}
	team := w.Orgs.Teams.Add(w.org, api.Team{}, "ada", "bob").ID
	shelf := w.Collections.Add(w.org, spaces.Collection{}).ID
	space, deleted := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	elsewhere := w.Spaces.Add(w.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}).ID
	for _, id := range []string{shelf, space, deleted, elsewhere} {
		w.Permissions.Grant(id, "ada", api.RoleAdmin)
		w.Permissions.Grant(id, "bob", api.RoleAdmin)
	}
	must(w.client.Spaces.Delete(t.Context(), deleted))(t)
	w.Orgs.Members.SetVisitorClaims(w.org, "ada", "claims")

	must(w.client.Orgs.Members.Delete(t.Context(), w.org, "ada"))(t)
	require.ErrorIs(t, errorOf(w.client.Orgs.Members.Get(t.Context(), w.org, "ada")), api.ErrNotFound)
	require.Len(t, w.Orgs.Members.All(w.org), 1)
	require.Len(t, w.Users.All(), 3, "the account remains")
	require.Len(t, w.Orgs.Teams.Members.All(w.org, team), 1)
	require.EqualValues(t, 1, w.Orgs.Teams.All(w.org)[0].Members)
	must(w.client.Spaces.Restore(t.Context(), deleted))(t)
	bob := publishingtest.GrantedRole{ID: "bob", Role: new(api.RoleAdmin)}
	for _, id := range []string{shelf, space, deleted} {
		require.Equal(t, []publishingtest.GrantedRole{bob}, w.Permissions.All(id))
	}
	require.Len(t, w.Permissions.All(elsewhere), 2, "another organization")
	require.Empty(t, w.Orgs.Members.VisitorClaims(w.org, "ada"))

	again := w.Orgs.Members.Add(w.org, api.Member{ID: "ada"})
	require.Zero(t, again.Teams)
	require.Zero(t, again.Spaces)
}

func TestRemovalThatAwaitsApprovalIsRequested(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada"})
	w.Faults.Add("Orgs.Members.Delete", 1, publishingtest.Status(http.StatusAccepted))
	require.Equal(t, api.DeletionRequested, must(w.client.Orgs.Members.Delete(t.Context(), w.org, "ada"))(t))
	require.Len(t, w.Orgs.Members.All(w.org), 1)
}

func TestLastAdministratorStaysWithoutTheRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithoutRule("orgs.members.last-admin"))
	for _, id := range []string{"ada", "bob"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: id, Role: new(api.RoleAdmin)})
	}
	service := w.client.Orgs.Members
	must(service.Update(t.Context(), w.org, "ada", orgs.MemberUpdate{Role: api.Set(api.RoleEdit)}))(t)
	require.ErrorIs(t, errorOf(service.Update(t.Context(), w.org, "bob", orgs.MemberUpdate{Role: api.Null[api.Role]()})), api.ErrBadRequest)
	must(service.Update(t.Context(), w.org, "bob", orgs.MemberUpdate{Role: api.Set(api.RoleAdmin)}))(t)
	require.ErrorIs(t, errorOf(service.Delete(t.Context(), w.org, "bob")), api.ErrBadRequest)
	require.Equal(t, api.Deleted, must(service.Delete(t.Context(), w.org, "ada"))(t))
	require.Len(t, w.Orgs.Members.All(w.org), 1)

	w.Orgs.Members.Add(w.org, api.Member{ID: "cleo", Role: new(api.RoleCreate)})
	require.ErrorIs(t, errorOf(service.Delete(t.Context(), w.org, "bob")), api.ErrBadRequest, "a member with the role create is no administrator")
}

func TestSetSSOIsForMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleEdit)})
	stranger := w.Users.Add(api.User{}).ID
	service := w.client.Orgs.Members
	for range 2 {
		member := must(service.SetSSO(t.Context(), w.org, "ada"))(t)
		require.True(t, member.SSO)
		require.Equal(t, api.RoleEdit, *member.Role)
	}
	require.ErrorIs(t, errorOf(service.SetSSO(t.Context(), w.org, stranger)), api.ErrNotFound)
	require.Len(t, w.Orgs.Members.All(w.org), 1)
}

func TestSetSSOAddsAGuestWithoutTheRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithoutRule("orgs.members.setsso.member-404"))
	stranger := w.Users.Add(api.User{}).ID
	guest := must(w.client.Orgs.Members.SetSSO(t.Context(), w.org, stranger))(t)
	require.Nil(t, guest.Role)
	require.True(t, guest.SSO)
	require.Equal(t, []api.Member{*guest}, w.Orgs.Members.All(w.org))
	require.ErrorIs(t, errorOf(w.client.Orgs.Members.SetSSO(t.Context(), w.org, "nobody")), api.ErrNotFound)
}

func TestPingIsSeen(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	for _, id := range []string{"ada", "bob"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: id})
	}
	w.Orgs.Members.SetVisitorClaims(w.org, "ada", "claims-of-ada")
	stranger := w.Users.Add(api.User{}).ID
	ping := func(userID string) (*orgs.PingResult, error) {
		return w.ClientFor(userID).Orgs.Ping(t.Context(), w.org)
	}
	seen := func(id string) *time.Time {
		return must(w.client.Orgs.Members.Get(t.Context(), w.org, id))(t).LastSeenAt
	}
	got := must(ping("ada"))(t)
	require.Equal(t, "claims-of-ada", got.VisitorClaims.Reveal())
	require.Equal(t, now, *seen("ada"))
	require.Nil(t, seen("bob"))
	w.Advance(time.Minute)
	got = must(ping("bob"))(t)
	require.Nil(t, got.VisitorClaims)
	require.Equal(t, now.Add(time.Minute), *seen("bob"))
	require.Equal(t, now, *seen("ada"))
	w.Orgs.Members.SetVisitorClaims(w.org, "ada", "")
	got = must(ping("ada"))(t)
	require.Nil(t, got.VisitorClaims)
	require.ErrorIs(t, errorOf(ping(stranger)), api.ErrNotFound)
}

func TestDisabledAdministratorHasNoRole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	org := w.Orgs.Add(orgs.Organization{}).ID
	for _, disabled := range []bool{false, true} {
		member := w.Orgs.Members.Add(org, api.Member{Role: new(api.RoleAdmin), Disabled: disabled})
		client := w.ClientFor(member.ID)
		_, err := client.Orgs.Update(t.Context(), org, orgs.Update{Title: new("Acme")})
		require.Equal(t, disabled, errors.Is(err, api.ErrForbidden), "%v", err)
		_, err = client.Spaces.Create(t.Context(), org, spaces.Create{})
		require.Equal(t, disabled, errors.Is(err, api.ErrForbidden), "%v", err)
	}
}

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
		return must(w.client.Orgs.Teams.Get(t.Context(), w.org, team))(t).Spaces
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

func TestTeamsOfAMemberHaveTheRoleInThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, id := range []string{"ada", "bob"} {
		w.Orgs.Members.Add(w.org, api.Member{ID: id})
	}
	writers := w.Orgs.Teams.Add(w.org, api.Team{Title: "Writers"}, "ada")
	w.Orgs.Teams.Add(w.org, api.Team{Title: "Readers"}, "bob")
	w.Orgs.Teams.Add(w.org, api.Team{Title: "Ghostwriters"}, "bob", "ada")
	w.Orgs.Teams.Members.SetRole(w.org, writers.ID, "ada", orgs.TeamMemberRoleOwner)
	for _, test := range []struct {
		user, title string
		want        []string
	}{
		{"ada", "", []string{"Writers:owner", "Ghostwriters:member"}},
		{"ada", "WRITERS", []string{"Writers:owner", "Ghostwriters:member"}},
		{"ada", "ghost", []string{"Ghostwriters:member"}},
		{"ada", "read", nil},
		{"bob", "", []string{"Readers:member", "Ghostwriters:member"}},
	} {
		var got []string
		for item, err := range w.client.Orgs.Members.Teams.All(t.Context(), w.org, test.user, orgs.MemberTeamListOptions{Limit: 1, Title: test.title}) {
			require.NoError(t, err)
			got = append(got, item.Team.Title+":"+string(item.Member.Role))
			require.Contains(t, w.Orgs.Teams.All(w.org), item.Team)
		}
		require.Equal(t, test.want, got, "%s %q", test.user, test.title)
	}
}
