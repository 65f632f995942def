package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

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
	require.ErrorIs(t, errorOf(w.client.Orgs.Members.Teams.List(t.Context(), w.org, "nobody", orgs.MemberTeamListOptions{})), api.ErrNotFound)
}
