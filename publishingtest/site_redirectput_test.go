package publishingtest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func redirectPutProofs() map[string]proof {
	const path = docs + "/redirects"
	status := func(want string) func(got map[string]any) bool {
		return func(got map[string]any) bool { return at(got, "results.0.status") == want }
	}
	p := proofs{}
	p.shows("sites.redirects.put.no-draft", "PUT", path, `{"redirects":[{"source":"/moved","intent":"publish"}]}`, status("error"))
	p.shows("sites.redirects.put.absent", "PUT", path, `{"redirects":[{"source":"/nowhere","destination":null}]}`, status("deleted"))
	return p
}

func TestRedirectsAreChangedInBulk(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	redirects := w.client.Sites.Redirects
	put := func(changes ...sites.RedirectChange) ([]sites.RedirectPutResult, error) {
		results, err := redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: changes})
		if err != nil {
			return nil, err
		}
		return results.Results, nil
	}
	change := func(source string, intent sites.RedirectIntent, destination string) sites.RedirectChange {
		return sites.RedirectChange{Source: source, Intent: intent, Destination: api.Set(to[destination])}
	}
	const live, draft, publish = sites.RedirectIntentLive, sites.RedirectIntentDraft, sites.RedirectIntentPublish
	null := api.Null[sites.RedirectDestination]()
	batch := []sites.RedirectChange{change("/a", "", "/reference"), change("/A", draft, "/reference/api"), change("/b", live, "")}
	batch[0].CaptureWildcard, batch[0].Permanent = new(true), new(true)

	created := must(put(batch...))(t)
	list := w.Sites.Redirects.All(w.org, site)
	require.Len(t, list, 3)
	for i, want := range []sites.RedirectPutResult{{Source: "/a"}, {Source: "/A", Draft: true}, {Source: "/b"}} {
		want.Status, want.ID = sites.RedirectPutStatusCreated, &list[i].ID
		require.Equal(t, want, created[i])
		require.Equal(t, want.Draft, publishing.Value(list[i].Draft))
	}
	require.Equal(t, new(true), list[0].CaptureWildcard)
	require.Equal(t, new(true), list[0].Permanent)

	again := must(put(batch...))(t)
	require.Equal(t, list, w.Sites.Redirects.All(w.org, site), "the same batch again changes nothing")
	for i := range again {
		require.Equal(t, sites.RedirectPutStatusUpdated, again[i].Status)
		require.Equal(t, created[i].ID, again[i].ID)
	}

	published := must(put(sites.RedirectChange{Source: "/a", Intent: publish}))(t)
	require.Equal(t, []sites.RedirectPutResult{{Status: sites.RedirectPutStatusPublished, Source: "/a", ID: created[0].ID}}, published)
	list = w.Sites.Redirects.All(w.org, site)
	require.Len(t, list, 2)
	require.Equal(t, to["/reference/api"], list[0].Destination, "that of the draft")
	must(put(change("/c", draft, "")))(t)
	published = must(put(sites.RedirectChange{Source: "/c", Intent: publish}))(t)
	require.Equal(t, new(false), w.Sites.Redirects.All(w.org, site)[2].Draft)
	require.Equal(t, &w.Sites.Redirects.All(w.org, site)[2].ID, published[0].ID)

	_, err := put(
		sites.RedirectChange{Source: "/a", Intent: publish}, sites.RedirectChange{Source: "/b", Destination: null},
		sites.RedirectChange{Source: "/d", Destination: api.Set(sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("gone")})},
		sites.RedirectChange{Source: "/e", Intent: draft, Destination: null}, change("/f", "", ""),
	)
	var failed *sites.RedirectPutError
	require.ErrorAs(t, err, &failed)
	statuses := mapped(failed.Results, func(result sites.RedirectPutResult) sites.RedirectPutStatus { return result.Status })
	require.Equal(t, []sites.RedirectPutStatus{"error", "deleted", "error", "deleted", "created"}, statuses)
	require.Len(t, failed.Failed(), 2)
	require.Len(t, w.Sites.Redirects.All(w.org, site), 3, "the others took effect")
}

func TestDraftOfARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	must(w.client.Sites.Redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: []sites.RedirectChange{
		{Source: "/old", Intent: sites.RedirectIntentDraft, Destination: api.Set(to["/reference"])},
	}}))(t)
	require.Len(t, must(w.client.Sites.Redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{Draft: new(true)}))(t).Items, 1)
	live := must(w.client.Sites.Redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{}))(t)
	require.Empty(t, live.Items)
	require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/old"})), publishing.ErrNotFound)
	must(w.client.Sites.Redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/old", Destination: to["/reference"]}))(t, "the live redirect is another one")
}

func TestBatchOfFiveHundredRedirectsIsRetriedUnlessItPublishes(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	put := sites.RedirectPut{}
	for i := range 500 {
		put.Redirects = append(put.Redirects, sites.RedirectChange{Source: fmt.Sprintf("/old/%d", i), Destination: api.Set(to["/reference"])})
	}
	w.Faults.Add("Sites.Redirects.Put", 1, publishingtest.Reset().AfterCommit())
	results := must(w.client.Sites.Redirects.Put(t.Context(), w.org, site, put))(t)
	require.Len(t, results.Results, 500)
	require.Equal(t, sites.RedirectPutStatusUpdated, results.Results[0].Status, "by the lost request")
	require.Len(t, w.Sites.Redirects.All(w.org, site), 500)

	w.Faults.Add("Sites.Redirects.Put", 1, publishingtest.Reset().AfterCommit())
	put.Redirects[499] = sites.RedirectChange{Source: "/old/499", Intent: sites.RedirectIntentPublish}
	_, err := w.client.Sites.Redirects.Put(t.Context(), w.org, site, put)
	require.True(t, api.MayHaveApplied(err), "%v", err)
	require.False(t, api.Retryable(err))
}
