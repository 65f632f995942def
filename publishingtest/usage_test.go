package publishingtest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// rename stands for the program under test.
func rename(ctx context.Context, client *publishing.Client, orgID, siteID, title string) error {
	_, err := client.Sites.Update(ctx, orgID, siteID, sites.Update{Title: &title})
	return err
}

func TestRename(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	site := server.Sites.Add(org.ID, sites.Site{Title: "Old"})

	require.NoError(t, rename(t.Context(), server.Client(), org.ID, site.ID, "New"))

	require.Equal(t, "New", server.Sites.All(org.ID)[0].Title)
}

func TestRenameIsNotRetried(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	site := server.Sites.Add(org.ID, sites.Site{Title: "Old"})
	server.Faults.Add("Sites.Update", 1, publishingtest.Reset().AfterCommit()) // the response is lost

	err := rename(t.Context(), server.Client(), org.ID, site.ID, "New")

	require.True(t, publishing.MayHaveApplied(err))
	require.Equal(t, 1, server.Calls.Count("Sites.Update"))
}
