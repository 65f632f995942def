package stories_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfAccessToASite gives a user, a guest and a team a role on a site, changes these roles
// and removes them. After each step, the aggregate of the site shows who can access it.
func TestStoryOfAccessToASite(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "alan"}})
	server.Users.Add(api.User{ID: "grace"})
	server.Users.Add(api.User{ID: "guest"})
	team := server.Orgs.Teams.Add(org, api.Team{Title: "Partners"}, "alan").ID
	site := server.Sites.Add(org, sites.Site{Title: "Docs"}, server.Spaces.Add(org, spaces.Space{}).ID).ID

	ctx, on := t.Context(), server.ClientFor("ada", strict, strictWrites).Permissions.Sites
	aggregate := func() string {
		t.Helper()
		var all []string
		for access, err := range on.Aggregate.All(ctx, org, site, permissions.SiteAggregateListOptions{}) {
			require.NoError(t, err)
			all = append(all, access.User.ID+":"+string(publishing.Value(access.Permission)))
		}
		return strings.Join(all, " ")
	}
	require.Equal(t, "ada:admin", aggregate())
	invite := func(role api.Nullable[api.Role], users, teams []string) error {
		return on.Invite(ctx, org, site, permissions.Invite{Role: role, Users: users, Teams: teams})
	}
	require.NoError(t, invite(api.Set(api.RoleRead), []string{"grace"}, []string{team}))
	require.Equal(t, "ada:admin alan:read grace:read", aggregate())
	require.NoError(t, invite(api.Null[api.Role](), []string{"guest"}, nil))
	require.Equal(t, "ada:admin alan:read grace:read guest:", aggregate())
	require.ErrorIs(t, invite(api.Set(api.RoleEdit), []string{"grace", "nobody"}, nil), publishing.ErrNotFound)
	require.ErrorIs(t, server.ClientFor("grace", strict, strictWrites).Permissions.Sites.Invite(ctx, org, site, permissions.Invite{
		Role: api.Set(api.RoleAdmin), Users: []string{"grace"},
	}), publishing.ErrForbidden)
	require.Equal(t, "ada:admin alan:read grace:read guest:", aggregate(), "a rejected invite gives nobody a role")

	require.NoError(t, on.Users.Update(ctx, org, site, "grace", permissions.SiteUserUpdate{Role: api.RoleEdit}))
	require.NoError(t, on.Teams.Update(ctx, org, site, team, permissions.SiteTeamUpdate{Role: api.RoleComment}))
	require.Equal(t, "ada:admin alan:comment grace:edit guest:", aggregate())
	for _, want := range []api.Deletion{api.Deleted, api.AlreadyAbsent} {
		for _, id := range []string{"grace", "guest"} {
			got, err := on.Users.Delete(ctx, org, site, id)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		got, err := on.Teams.Delete(ctx, org, site, team)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.Equal(t, "ada:admin", aggregate())
}
