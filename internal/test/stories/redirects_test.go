package stories_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestStoryOfRedirectsInBulk changes 500 redirects at once, with each kind of result among them.
func TestStoryOfRedirectsInBulk(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client(strict)
	org := server.Orgs.Add(orgs.Organization{}).ID
	site := server.Sites.Add(org, sites.Site{}).ID
	to := func(path string) api.Nullable[sites.RedirectDestination] {
		return api.Set(sites.RedirectDestination{Kind: sites.RedirectDestinationKindExternal, URL: new("https://new.example.com" + path)})
	}
	source := func(i int) string { return fmt.Sprintf("/old/%d", i) }
	put := func(changes ...sites.RedirectChange) (*sites.RedirectPutResults, error) {
		return client.Sites.Redirects.Put(t.Context(), org, site, sites.RedirectPut{Redirects: changes})
	}
	_, err := put(
		sites.RedirectChange{Source: source(0), Destination: to("/before")},
		sites.RedirectChange{Source: source(1), Destination: to("/before")},
		sites.RedirectChange{Source: source(2), Intent: sites.RedirectIntentDraft, Destination: to("/draft")},
	)
	require.NoError(t, err)

	batch := []sites.RedirectChange{
		{Source: source(0), Destination: to("/0")},
		{Source: source(1), Destination: api.Null[sites.RedirectDestination]()},
		{Source: source(2), Intent: sites.RedirectIntentPublish},
		{Source: source(3), Intent: sites.RedirectIntentPublish},
	}
	want := map[string]sites.RedirectPutStatus{
		source(0): sites.RedirectPutStatusUpdated, source(1): sites.RedirectPutStatusDeleted,
		source(2): sites.RedirectPutStatusPublished, source(3): sites.RedirectPutStatusError,
	}
	for i := len(batch); i < 500; i++ {
		batch = append(batch, sites.RedirectChange{Source: source(i), Destination: to(source(i)), Permanent: new(i%2 == 0)})
		want[source(i)] = sites.RedirectPutStatusCreated
	}
	_, err = put(batch...)
	var failed *sites.RedirectPutError
	require.ErrorAs(t, err, &failed)
	got := map[string]sites.RedirectPutStatus{}
	for _, result := range failed.Results {
		got[result.Source] = result.Status
	}
	require.Equal(t, want, got)
	require.Len(t, failed.Failed(), 1)
	require.NotNil(t, failed.Failed()[0].Error)

	redirects := func() []sites.Redirect {
		var list []sites.Redirect
		for redirect, err := range client.Sites.Redirects.All(t.Context(), org, site, sites.RedirectListOptions{}) {
			require.NoError(t, err)
			list = append(list, redirect)
		}
		return list
	}
	before := redirects()
	require.Len(t, before, 498, "all but the deleted one and the one without a draft")
	again, err := put(append(batch[:2:2], batch[4:]...)...)
	require.NoError(t, err)
	require.Len(t, again.Results, 498)
	require.Equal(t, before, redirects(), "the same batch again changes nothing")

	tooMany := append(slices.Clone(batch), sites.RedirectChange{Source: "/more", Destination: to("/more")})
	_, err = put(tooMany...)
	var invalid *api.ValidationError
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "redirects", invalid.Field)
	_, err = put(sites.RedirectChange{Source: "/old/*/page", Destination: to("/page")})
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "redirects[0].source", invalid.Field, "a wildcard in the middle")
	require.Equal(t, 3, server.Calls.Count("Sites.Redirects.Put"), "neither is sent")
	require.Equal(t, before, redirects())
}
