package stories_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestStoryOfAnAuditLog makes six writes, reads their events backwards in three pages while others
// are written, and then reads the details of one. Who is no administrator may read none.
func TestStoryOfAnAuditLog(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "alan"}, Role: new(api.RoleEdit)})
	ctx, client := t.Context(), server.ClientFor("ada", strict, strictWrites)

	site, err := client.Sites.Create(ctx, org, sites.Create{Title: new("Docs")})
	require.NoError(t, err)
	rename := func(title string) {
		t.Helper()
		_, err := client.Sites.Update(ctx, org, site.ID, sites.Update{Title: new(title)})
		require.NoError(t, err)
	}
	for _, title := range []string{"One", "Two", "Three", "Four"} {
		rename(title)
	}
	_, err = client.Sites.Delete(ctx, org, site.ID)
	require.NoError(t, err)

	pages := 0
	var actions []string
	for page, err := range client.Orgs.AuditEvents.ListPages(ctx, org, orgs.AuditEventListOptions{Limit: 2}) {
		require.NoError(t, err)
		pages++
		for _, event := range page.Items {
			actions = append(actions, event.Action)
			require.Equal(t, "ada", event.Actor.ID)
			require.Equal(t, site.ID, event.Target.ID)
		}
		_, err = client.Sites.Create(ctx, org, sites.Create{Title: new("Written during the iteration")})
		require.NoError(t, err)
	}
	require.Equal(t, 3, pages)
	require.Equal(t, []string{
		"sites.delete", "sites.update", "sites.update", "sites.update", "sites.update", "sites.create",
	}, actions)

	created := everything(t, client.Orgs.AuditEvents.All(ctx, org, orgs.AuditEventListOptions{
		Action: "sites.create", Target: site.ID,
	}))
	require.Len(t, created, 1)
	details, err := client.Orgs.AuditEvents.Get(ctx, org, created[0].ID)
	require.NoError(t, err)
	require.Equal(t, new("Docs"), details.Target.Label, "the title at the time of the event")

	_, err = server.ClientFor("alan", strict, strictWrites).Orgs.AuditEvents.List(ctx, org, orgs.AuditEventListOptions{})
	require.ErrorIs(t, err, publishing.ErrForbidden)
}
