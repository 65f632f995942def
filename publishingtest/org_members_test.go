package publishingtest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func memberProofs() map[string]proof {
	const members = acme + "/members"
	p := proofs{}
	p.responds("member.absent-404", "GET", members+"/nowhere", "", http.StatusNotFound)
	for _, field := range []string{"order", "role", "sort"} {
		p.rejects("orgs.members.list."+field+".enum", "GET", members+"?"+field+"=up", "", field)
	}
	listed := func(id, query, want string) {
		p.shows("orgs.members.list."+id, "GET", members+query, "", func(list map[string]any) bool { return ids(list) == want })
	}
	listed("role", "?role=edit", "bob")
	listed("search", "?search=BOB", "bob")
	listed("last-seen", "?sort=lastSeenAt", "")
	listed("order", "", "bob ada")
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
		w.AddMember(w.org, seed)
	}
	for _, c := range []struct {
		options orgs.MemberListOptions
		want    []string
	}{
		{orgs.MemberListOptions{}, []string{"ada", "dan", "cyd", "bob"}},
		{orgs.MemberListOptions{Order: api.OrderAsc}, []string{"bob", "cyd", "dan", "ada"}},
		{orgs.MemberListOptions{Sort: orgs.MemberSortLastSeenAt}, []string{"dan", "ada", "cyd"}},
		{orgs.MemberListOptions{Sort: orgs.MemberSortLastSeenAt, Order: api.OrderAsc}, []string{"cyd", "ada", "dan"}},
		{orgs.MemberListOptions{Role: orgs.MemberRoleEdit}, []string{"dan", "bob"}},
		{orgs.MemberListOptions{Role: orgs.MemberRoleGuest}, []string{"cyd"}},
		{orgs.MemberListOptions{Search: "LOVE"}, []string{"ada", "bob"}},
		{orgs.MemberListOptions{Search: "love", Role: orgs.MemberRoleGuest}, []string{}},
	} {
		for _, limit := range []int{0, 1, 2} {
			t.Run(fmt.Sprintf("%+v, %d per page", c.options, limit), func(t *testing.T) {
				t.Parallel()
				options := c.options
				options.Limit = limit
				got := []string{}
				for member, err := range w.client.Orgs.Members.All(t.Context(), w.org, options) {
					require.NoError(t, err)
					got = append(got, member.ID)
				}
				require.Equal(t, c.want, got)
			})
		}
	}
	dan, err := w.client.Orgs.Members.Get(t.Context(), w.org, "dan")
	require.NoError(t, err)
	require.True(t, dan.Disabled)
	require.Equal(t, at(6), *dan.LastSeenAt)
	_, err = w.client.Orgs.Members.Get(t.Context(), w.org, "eve")
	require.ErrorIs(t, err, api.ErrNotFound)
}
