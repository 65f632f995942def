package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func adsProofs() map[string]proof {
	const ads, review = docs + "/ads", "/v1/ads/sites"
	p := proofs{}
	p.rejects("sites.ads.update.topic", "POST", ads, `{"status":"in-review"}`, "topic")
	p.responds("sites.ads.update.unset", "POST", ads, "", http.StatusNoContent)
	p["sites.ads.update.again"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusNoContent, w.send(t, "POST", ads, `{"status":"in-review","topic":"webdev"}`).status)
		return w.send(t, "POST", ads, `{"status":"in-review"}`).status == http.StatusNoContent
	}
	p["sites.adsreview.partner-key-401"] = func(t *testing.T, w *world) bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+review, http.NoBody)
		require.NoError(t, err)
		req.Header.Set("X-GitBook-Partner-Key", "another-partner-key")
		got := do(t, req)
		require.NotContains(t, got.body, "another-partner-key")
		return got.status == http.StatusUnauthorized
	}
	return p
}

func TestAdsOfASiteAreReviewed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPartnerKey("key-of-the-partner"))
	site := w.Sites.Add(w.org, sites.Site{Hostname: new("docs.acme.example")}).ID
	other := w.Sites.Add(w.org, sites.Site{Ads: &sites.Ads{Status: sites.AdsStatusLive, Topic: new(sites.AdsTopicCrypto), ZoneID: new("zone_2")}}).ID
	partner := must(publishing.NewClient(w.URL(), publishing.WithoutAuth(), publishing.WithAttemptTimeout(-1)))(t)
	key := api.NewSecret("key-of-the-partner")
	show := func() *sites.Ads {
		return must(w.client.Sites.Get(t.Context(), w.org, site, sites.GetOptions{}))(t).Ads
	}
	list := func(status sites.AdsStatus) []sites.AdsReviewSite {
		return collect(t, partner.Sites.AdsReview.All(t.Context(), sites.AdsReviewListOptions{PartnerKey: key, Status: status, Limit: 1}))
	}
	require.Nil(t, show())
	require.Empty(t, list(""))
	ads := w.client.Sites.Ads
	require.NoError(t, ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Status: sites.AdsStatusInReview, Topic: sites.AdsTopicWebdev}))
	require.Equal(t, &sites.Ads{Status: sites.AdsStatusInReview, Topic: new(sites.AdsTopicWebdev)}, show())
	want := sites.AdsReviewSite{ID: site, URL: "https://docs.acme.example", Email: *w.Caller().Email, Topic: sites.AdsTopicWebdev, Status: sites.AdsStatusInReview}
	require.Equal(t, []sites.AdsReviewSite{want}, list(""))
	require.NoError(t, ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Topic: sites.AdsTopicCrypto}))
	require.Equal(t, sites.AdsTopicCrypto, list(sites.AdsStatusInReview)[0].Topic)

	review, keyed := partner.Sites.AdsReview, sites.AdsReviewUpdateOptions{PartnerKey: key}
	require.NoError(t, review.Update(t.Context(), site, sites.AdsReviewUpdate{Status: sites.AdsStatusRejected, Reason: new("too few visitors")}, keyed))
	require.Equal(t, &sites.Ads{Status: sites.AdsStatusRejected, Reason: new("too few visitors")}, show())
	require.Equal(t, "too few visitors", *list(sites.AdsStatusRejected)[0].Reason)
	require.NoError(t, ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Status: sites.AdsStatusInReview}))
	require.Equal(t, sites.AdsTopicCrypto, *show().Topic, "the last topic is kept")
	require.NoError(t, review.Update(t.Context(), site, sites.AdsReviewUpdate{Status: sites.AdsStatusLive, ZoneID: new("zone_1"), ReportingID: new("report_1")}, keyed))
	require.Equal(t, &sites.Ads{Status: sites.AdsStatusLive, Topic: new(sites.AdsTopicCrypto), ZoneID: new("zone_1")}, show())
	live := list(sites.AdsStatusLive)
	require.Len(t, live, 2)
	require.Equal(t, []string{site, other}, []string{live[0].ID, live[1].ID})
	require.Equal(t, "zone_2", *live[1].ZoneID)
	require.NoError(t, ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Status: sites.AdsStatusDisabled}))
	require.Equal(t, &sites.Ads{Status: sites.AdsStatusDisabled, Topic: new(sites.AdsTopicCrypto), ZoneID: new("zone_1")}, show())
	require.NoError(t, review.Update(t.Context(), site, sites.AdsReviewUpdate{Status: sites.AdsStatusPending}, keyed))
	require.Equal(t, &sites.Ads{Status: sites.AdsStatusPending, Submittable: new(true)}, show())
	require.Empty(t, list(""))

	for _, wrong := range []string{publishingtest.DefaultPartnerKey, "key-of-the-partner-2"} {
		_, err := review.List(t.Context(), sites.AdsReviewListOptions{PartnerKey: api.NewSecret(wrong)})
		require.ErrorIs(t, err, publishing.ErrUnauthorized)
		require.NotContains(t, err.Error(), wrong)
	}
	for _, call := range w.Calls.All("Sites.AdsReview.List", "Sites.AdsReview.Update") {
		require.NotContains(t, call.Header, "X-Gitbook-Partner-Key")
	}
}

func TestReviewListContinuesAfterASiteWasDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want, got []string
	for range 3 {
		want = append(want, w.Sites.Add(w.org, sites.Site{Ads: &sites.Ads{Status: sites.AdsStatusInReview}}).ID)
	}
	options := sites.AdsReviewListOptions{PartnerKey: api.NewSecret(publishingtest.DefaultPartnerKey), Limit: 1}
	for site, err := range w.client.Sites.AdsReview.All(t.Context(), options) {
		require.NoError(t, err)
		got = append(got, site.ID)
		must(w.client.Sites.Delete(t.Context(), w.org, site.ID))(t)
	}
	require.Equal(t, want, got)
}

func TestUserWithoutAnEmailAddressSubmitsASite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPartnerKey("key-of-the-partner"))
	w.ActAs(w.Users.Add(api.User{}).ID)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	require.NoError(t, w.client.Sites.Ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Status: sites.AdsStatusInReview, Topic: sites.AdsTopicWebdev}))
	page := must(w.client.Sites.AdsReview.List(t.Context(), sites.AdsReviewListOptions{PartnerKey: api.NewSecret("key-of-the-partner")}))(t)
	require.Len(t, page.Items, 1)
	require.NotEmpty(t, page.Items[0].Email, "the service always has one")
}

func TestDisabledAdsHaveATopic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	require.NoError(t, w.client.Sites.Ads.Update(t.Context(), w.org, site, sites.AdsUpdate{Status: sites.AdsStatusDisabled}))
	require.Equal(t, new(sites.AdsTopicWebdev), must(w.client.Sites.Get(t.Context(), w.org, site, sites.GetOptions{}))(t).Ads.Topic)
}

func TestPartnerKeyMustNotBeEmpty(t *testing.T) {
	t.Parallel()
	_, err := publishingtest.Start(publishingtest.WithPartnerKey(""))
	require.EqualError(t, err, "start server: WithPartnerKey: the key is empty")
}
