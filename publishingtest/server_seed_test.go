package publishingtest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestSeedsHaveReadableIDs(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	for _, test := range []struct{ seed, title, wantID, wantTitle string }{
		{"", "", "org_1", "Organization org_1"}, {"acme", "Acme", "acme", "Acme"}, {"", "", "org_2", "Organization org_2"},
	} {
		added := server.Orgs.Add(orgs.Organization{ID: test.seed, Title: test.title})
		require.Equal(t, []string{test.wantID, test.wantTitle}, []string{added.ID, added.Title})
	}
}

func TestMembersAreUsers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	ada := w.Users.Add(api.User{DisplayName: "Ada", Email: new("ada@example.com")})
	require.Equal(t, api.User{Object: "user", ID: "user_1", DisplayName: "Ada", Email: new("ada@example.com"), URLs: api.UserURLs{Location: w.URL() + "/v1/users/user_1"}}, ada)
	member := w.Orgs.Members.Add(w.org, api.Member{User: api.User{ID: "user_1"}, Role: new(api.RoleAdmin)})
	require.Equal(t, api.Member{Object: "member", ID: "user_1", Role: new(api.RoleAdmin), User: ada, JoinedAt: now}, member)
	guest := w.Orgs.Members.Add(w.org, api.Member{User: api.User{ID: "bob"}})
	require.Equal(t, "User bob", guest.User.DisplayName)
	require.Nil(t, guest.Role)
	require.Equal(t, []api.Member{member, guest}, w.Orgs.Members.All(w.org))
	require.Empty(t, w.Orgs.Members.All(w.Orgs.Add(orgs.Organization{}).ID))
}

// TestSeedsOfOneCharacter seeds titles that no request can set, but that responses can contain: the
// title of a section can be that of its space.
func TestSeedsOfOneCharacter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "a", Title: "\u00e4"})
	site := w.Sites.Add(w.org, sites.Site{}).ID
	require.Equal(t, "\u00e4", must(w.client.Sites.Sections.Create(t.Context(), w.org, site, sites.SectionCreate{SpaceID: api.Set("a")}))(t).Title)
	require.Equal(t, "\u00e4", w.Sites.Sections.Add(w.org, site, sites.Section{Title: "\u00e4"}).Title)
	require.Equal(t, "A", w.Orgs.Add(orgs.Organization{ID: "a-org", Title: "A"}).Title)
	require.Equal(t, "A", must(w.client.Orgs.Get(t.Context(), "a-org"))(t).Title)
}
