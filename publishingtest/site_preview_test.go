package publishingtest_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func previewProofs() map[string]proof {
	const preview = docs + "/publishing/preview"
	p := proofs{}
	p.rejects("sites.publishing.preview.site-space", "GET", preview+"?siteSpace=nowhere", "", "siteSpace")
	return p
}

func TestPreviewIsAnAddressThatExpiresInAnHour(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	first, second := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{}, first, second).ID
	placed, before := w.Sites.SiteSpaces.All(w.org, site), w.Sites.All(w.org)
	claims := must(api.NewSecretJSON(map[string]any{"plan": "pro", "name": "Ada's"}))(t)
	for _, test := range []struct {
		options sites.PublishingPreviewOptions
		want    string
	}{
		{sites.PublishingPreviewOptions{}, placed[0].ID + "?expires=2026-01-02T04:04:05Z"},
		{sites.PublishingPreviewOptions{SiteSpace: placed[1].ID}, placed[1].ID + "?expires=2026-01-02T04:04:05Z"},
		{sites.PublishingPreviewOptions{Claims: claims}, placed[0].ID + "?claims=(name:'Ada!'s',plan:pro)&expires=2026-01-02T04:04:05Z"},
	} {
		got := must(w.client.Sites.Publishing.Preview(t.Context(), w.org, site, test.options))(t)
		text, err := url.QueryUnescape(got.URL.Reveal())
		require.NoError(t, err)
		require.Equal(t, "https://sites.publishing.example/preview/"+site+"/"+test.want, text)
	}
	require.Equal(t, before, w.Sites.All(w.org), "the site is not published by it")

	other := w.Sites.SiteSpaces.Add(w.org, w.Sites.Add(w.org, sites.Site{}).ID, sites.SiteSpace{Space: spaces.Space{ID: first}}).ID
	require.ErrorIs(t, errorOf(w.client.Sites.Publishing.Preview(t.Context(), w.org, site, sites.PublishingPreviewOptions{SiteSpace: other})), api.ErrBadRequest)
	empty := must(w.client.Sites.Publishing.Preview(t.Context(), w.org, w.Sites.Add(w.org, sites.Site{ID: "empty"}).ID, sites.PublishingPreviewOptions{}))(t)
	require.Contains(t, empty.URL.Reveal(), "/preview/empty?")
}

func TestClaimsOfAPreviewAreRison(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := w.at("/sites/" + w.Sites.Add(w.org, sites.Site{}).ID + "/publishing/preview?claims=")
	for claims, status := range map[string]int{
		"(isBeta:!t)": http.StatusOK, "()": http.StatusOK, "(a:(b:!(1,!n)))": http.StatusOK,
		"": http.StatusBadRequest, "!t": http.StatusBadRequest, "!(isBeta)": http.StatusBadRequest, "(isBeta:true": http.StatusBadRequest, `{"isBeta":true}`: http.StatusBadRequest,
	} {
		require.Equal(t, status, w.send(t, "GET", path+url.QueryEscape(claims), "").status, claims)
	}
}
