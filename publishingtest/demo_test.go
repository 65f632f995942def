package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestDemoHasSomeOfEverything(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t, publishingtest.WithPageSize(2))
	demo := server.SeedDemo()
	client := server.Client()
	require.Len(t, demo.Users, 2)
	require.Len(t, server.Members(demo.Organization), 2)
	var found []string
	for site, err := range client.Sites.All(t.Context(), demo.Organization, sites.ListOptions{}) {
		require.NoError(t, err)
		found = append(found, site.ID)
	}
	require.Equal(t, demo.Sites, found)
	require.GreaterOrEqual(t, server.CallCount("Sites.List"), 3)
	require.Len(t, demo.Spaces, 3)
	for _, id := range demo.Spaces {
		_, err := client.Spaces.Get(t.Context(), id, spaces.GetOptions{})
		require.NoError(t, err)
	}
	site, err := client.Sites.Get(t.Context(), demo.Organization, demo.Sites[0])
	require.NoError(t, err)
	require.True(t, site.Published)
	require.EqualValues(t, 3, site.SiteSpaces)
	links, err := client.Sites.ShareLinks.List(t.Context(), demo.Organization, demo.Sites[0], sites.ShareLinkListOptions{})
	require.NoError(t, err)
	require.Equal(t, demo.ShareLink, links.Items[0].ID)
	spec, err := client.Orgs.OpenAPI.Get(t.Context(), demo.Organization, demo.OpenAPISpec)
	require.NoError(t, err)
	require.Equal(t, orgs.OpenAPIProcessingStateComplete, spec.ProcessingState)
	answer, err := client.Orgs.Ask.Answer(t.Context(), demo.Organization, orgs.AskQuestion{Query: "How do I publish?"}, orgs.AskOptions{})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Answer.Sources)
}

func TestDemoCanBeSeededTwice(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	first, second := server.SeedDemo(), server.SeedDemo()
	require.NotEqual(t, first.Organization, second.Organization)
	require.NotEqual(t, first.Sites, second.Sites)
}
