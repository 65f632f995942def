package sites_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

func updateAds(update sites.AdsUpdate) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Sites.Ads.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}
}

func reviewAds(update sites.AdsReviewUpdate) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Sites.AdsReview.Update(a.Ctx, a.ID[0], update, sites.AdsReviewUpdateOptions{PartnerKey: a.Key}, a.Opts...)
	}
}

func reviewFilters(a contract.Args) sites.AdsReviewListOptions {
	return sites.AdsReviewListOptions{PartnerKey: a.Key, Cursor: "c/2+d=", Limit: 50, Status: sites.AdsStatusLive}
}

var adsRows = []contract.Row{
	{
		Op:      "Sites.Ads.Update",
		Call:    updateAds(sites.AdsUpdate{Status: sites.AdsStatusInReview, Topic: sites.AdsTopicWebdev}),
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/ads",
		Body:    `{"status": "in-review", "topic": "webdev"}`,
		Status:  204,
	},
	{
		Op:      "Sites.Ads.Update",
		Name:    "disabled",
		Call:    updateAds(sites.AdsUpdate{Status: sites.AdsStatusDisabled}),
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/ads",
		Body:    `{"status": "disabled"}`,
		Status:  204,
	},

	{
		Op: "Sites.AdsReview.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdsReview.List(a.Ctx, reviewFilters(a), a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.AdsReview.All(a.Ctx, reviewFilters(a), a.Opts...), a.Sites.AdsReview.ListPages(a.Ctx, reviewFilters(a), a.Opts...)
		},
		Request: "GET /v1/ads/sites?limit=50&page=c%2F2%2Bd%3D&status=live",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": [
			{"id": "site_1", "url": "https://docs.acme.example", "email": "ads@acme.example", "topic": "webdev", "status": "live", "zoneId": "zone_1"},
			{"id": "site_2", "url": "https://docs.bolt.example", "email": "ads@bolt.example", "topic": "crypto", "status": "in-review"}]}`,
	},
	{
		Op:   "Sites.AdsReview.List",
		Name: "rejected, with a reason and without",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdsReview.List(a.Ctx, sites.AdsReviewListOptions{PartnerKey: a.Key, Status: sites.AdsStatusRejected}, a.Opts...)
		},
		Request: "GET /v1/ads/sites?status=rejected",
		Status:  200,
		Response: `{"items": [
			{"id": "site_1", "url": "https://docs.acme.example", "email": "ads@acme.example", "topic": "webdev", "status": "rejected", "reason": "too few visitors"},
			{"id": "site_2", "url": "https://docs.bolt.example", "email": "ads@bolt.example", "topic": "crypto", "status": "rejected"}]}`,
	},
	{
		Op:   "Sites.AdsReview.List",
		Name: "another key",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdsReview.List(a.Ctx, sites.AdsReviewListOptions{PartnerKey: a.Key}, a.Opts...)
		},
		Request: "GET /v1/ads/sites",
		Status:  401,
		Err:     api.ErrUnauthorized,
	},

	{
		Op:      "Sites.AdsReview.Update",
		Call:    reviewAds(sites.AdsReviewUpdate{Status: sites.AdsStatusLive, ZoneID: new("zone_1"), ReportingID: new("report_1")}),
		Request: "PATCH /v1/ads/sites/site%2F1",
		Body:    `{"status": "live", "zoneId": "zone_1", "reportingId": "report_1"}`,
		Status:  204,
	},
	{
		Op:      "Sites.AdsReview.Update",
		Name:    "rejected",
		Call:    reviewAds(sites.AdsReviewUpdate{Status: sites.AdsStatusRejected, Reason: new("too few visitors")}),
		Request: "PATCH /v1/ads/sites/site%2F1",
		Body:    `{"status": "rejected", "reason": "too few visitors"}`,
		Status:  204,
	},
	{
		Op:      "Sites.AdsReview.Update",
		Name:    "pending",
		Call:    reviewAds(sites.AdsReviewUpdate{Status: sites.AdsStatusPending}),
		Request: "PATCH /v1/ads/sites/site%2F1",
		Body:    `{"status": "pending"}`,
		Status:  204,
	},
}

func TestReviewedSiteKeepsUnknownFields(t *testing.T) {
	t.Parallel()
	const text = `{"id":"site_1","url":"https://docs.acme.example","email":"ads@acme.example","topic":"games","status":"paused","until":"2026-01-02"}`
	var site sites.AdsReviewSite
	require.NoError(t, json.Unmarshal([]byte(text), &site))
	require.Equal(t, sites.AdsStatus("paused"), site.Status)
	encoded, err := json.Marshal(site)
	require.NoError(t, err)
	require.JSONEq(t, text, string(encoded))
}
