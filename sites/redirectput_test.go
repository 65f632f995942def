package sites_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

func putRedirects(changes ...sites.RedirectChange) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Redirects.Put(a.Ctx, a.ID[0], a.ID[1], sites.RedirectPut{Redirects: changes}, a.Opts...)
	}
}

var redirectPutRows = []contract.Row{
	{
		Op: "Sites.Redirects.Put",
		Call: putRedirects(
			sites.RedirectChange{
				Source: "/old/a", Intent: sites.RedirectIntentDraft, Destination: api.Set(toPage), CaptureWildcard: new(true), Permanent: new(true),
			},
			sites.RedirectChange{Source: "/old/b", Intent: sites.RedirectIntentLive, Destination: api.Set(toSection), CaptureWildcard: new(false), Permanent: new(false)},
			sites.RedirectChange{Source: "/old/c", Destination: api.Set(toSiteSpace)},
			sites.RedirectChange{Source: "/old/d", Destination: api.Null[sites.RedirectDestination]()},
		),
		Request: "PUT " + siteRequest + "/redirects",
		Body: `{"redirects": [
			{"source": "/old/a", "intent": "draft", "destination": {"kind": "site-page", "siteSpaceId": "siteSpace_1", "pageId": "page_1"}, "captureWildcard": true, "permanent": true},
			{"source": "/old/b", "intent": "live", "destination": {"kind": "site-section", "siteSectionId": "section_1"}, "captureWildcard": false, "permanent": false},
			{"source": "/old/c", "destination": {"kind": "site-space", "siteSpaceId": "siteSpace_1"}},
			{"source": "/old/d", "destination": null}]}`,
		Status: 200,
		Response: `{"results": [
			{"status": "created", "source": "/old/a", "draft": true, "id": "redirect_1"},
			{"status": "updated", "source": "/old/b", "draft": true, "id": "redirect_2"},
			{"status": "updated", "source": "/old/c", "draft": true, "id": "redirect_3"},
			{"status": "deleted", "source": "/old/d", "draft": true}]}`,
	},
	{
		Op:       "Sites.Redirects.Put",
		Name:     "publish",
		Call:     putRedirects(sites.RedirectChange{Source: "/old/a", Intent: sites.RedirectIntentPublish}),
		Request:  "PUT " + siteRequest + "/redirects",
		Body:     `{"redirects": [{"source": "/old/a", "intent": "publish"}]}`,
		Status:   200,
		Response: `{"results": [{"status": "published", "source": "/old/a", "draft": true, "id": "redirect_1"}]}`,
	},
	{
		Op:      "Sites.Redirects.Put",
		Name:    "to a destination of another kind",
		Call:    putRedirects(sites.RedirectChange{Source: "/old/a", Destination: api.Set(toElsewhere)}),
		Request: "PUT " + siteRequest + "/redirects",
		Body:    `{"redirects": [{"source": "/old/a", "destination": {"kind": "elsewhere", "url": "https://example.com/", "n": 1.50}}]}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}

// TestFailedChangeOfARedirectIsAnError is about a response with status 200 that is an error.
func TestFailedChangeOfARedirectIsAnError(t *testing.T) {
	t.Parallel()
	put := putRedirects(sites.RedirectChange{Source: "/a", Intent: sites.RedirectIntentPublish}, sites.RedirectChange{Source: "/b", Destination: api.Set(toPage)})
	got := contract.Call(t, put, []string{"org_1", "site_1"}, `{"results": [
		{"status": "updated", "source": "/b", "draft": false, "id": "redirect_1"}, {"status": "error", "source": "/a", "draft": true, "error": "no draft"}]}`)
	var failed *sites.RedirectPutError
	require.ErrorAs(t, got.Err, &failed)
	want := []sites.RedirectPutResult{
		{Status: sites.RedirectPutStatusUpdated, Source: "/b", ID: new("redirect_1")},
		{Status: sites.RedirectPutStatusError, Source: "/a", Draft: true, Error: new("no draft")},
	}
	call := api.FailedCall{Operation: "Sites.Redirects.Put", Method: "PUT", Path: "/v1/orgs/org_1/sites/site_1/redirects", RequestID: got.Meta.RequestID, Attempts: 1}
	require.Equal(t, &sites.RedirectPutError{FailedCall: call, Results: want}, failed)
	require.Equal(t, want[1:], failed.Failed())
	require.Contains(t, failed.Error(), "1 of 2")
	require.Contains(t, failed.Error(), "/a")
	require.Contains(t, failed.Error(), "no draft")
	require.False(t, api.Retryable(got.Err))
	require.False(t, api.MayHaveApplied(got.Err), "the results say what was applied")
	require.Empty(t, got.Values)

	got = contract.Call(t, put, []string{"org_1", "site_1"}, `{"results": [{"status": "queued", "source": "/a", "draft": false}, {"status": "updated", "source": "/b", "draft": false}]}`)
	require.NoError(t, got.Err, "a status that this release does not know")
	got = contract.Call(t, put, []string{"org_1", "site_1"}, `{"results": [{"status": "rejected", "source": "/a", "draft": false, "error": "loop"}, {"status": "updated", "source": "/b", "draft": false}]}`)
	require.ErrorContains(t, got.Err, "1 of 2 changes of redirects failed", "another status with an error")
	const updated = `{"status": "updated", "source": "/b", "draft": false}`
	for results, missing := range map[string]int{"": 2, updated: 1, updated + `, null`: 1, `{}, {}`: 2} {
		got = contract.Call(t, put, []string{"org_1", "site_1"}, `{"results": [`+results+`]}`)
		require.ErrorAs(t, got.Err, &failed)
		require.Equal(t, missing, failed.Missing)
		require.Len(t, failed.Results, 2-missing)
		require.True(t, api.MayHaveApplied(got.Err))
		require.False(t, api.Retryable(got.Err))
		require.ErrorContains(t, got.Err, fmt.Sprintf("0 of 2 changes of redirects failed, and the response has no result for %d", missing))
	}
	require.True(t, api.MayHaveApplied(&sites.RedirectPutError{Missing: 1}))
	long := strings.Repeat("x", 280) + " https://user:c4n4ry-of-the-user@example.com/" // cut off within the password
	failed = &sites.RedirectPutError{Results: []sites.RedirectPutResult{{Status: sites.RedirectPutStatusError, Error: &long}}}
	require.NotContains(t, failed.Error()+failed.LogValue().String(), "c4n4ry")
	require.Empty(t, (&sites.RedirectPutError{}).Failed())
	require.NotEmpty(t, (&sites.RedirectPutError{Results: []sites.RedirectPutResult{{Status: sites.RedirectPutStatusError}}}).Error())
}

// TestChangeOfARedirectIsOfOneKind tries the ways to fill in a change.
func TestChangeOfARedirectIsOfOneKind(t *testing.T) {
	t.Parallel()
	null, to := api.Null[sites.RedirectDestination](), api.Set(toPage)
	valid := sites.RedirectChange{Source: "/valid", Destination: to}
	for _, change := range []sites.RedirectChange{
		{Source: "/a/b%20c", Destination: to},
		{Source: "/a", Destination: null, CaptureWildcard: new(true), Permanent: new(false)},
		{Source: "/a", Intent: "draft", Destination: null},
		{Source: "/a", Intent: "publish"},
	} {
		require.NoError(t, change.Validate())
		area.Accepts(t, "Sites.Redirects.Put", putRedirects(valid, change))
	}
	for _, test := range []struct {
		field  string
		change sites.RedirectChange
	}{
		{"destination", sites.RedirectChange{Source: "/a"}},
		{"destination", sites.RedirectChange{Source: "/a", Intent: "draft"}},
		{"destination", sites.RedirectChange{Source: "/a", Intent: "publish", Destination: null}},
		{"captureWildcard", sites.RedirectChange{Source: "/a", Intent: "publish", CaptureWildcard: new(false)}},
		{"permanent", sites.RedirectChange{Source: "/a", Intent: "publish", Permanent: new(true)}},
	} {
		var invalid *api.ValidationError
		require.ErrorAs(t, test.change.Validate(), &invalid)
		require.Equal(t, test.field, invalid.Field)
	}
	requireRejected(t, "redirects[1].source", putRedirects(valid, sites.RedirectChange{Destination: to}))
	unknown := api.Set(sites.RedirectDestination{Kind: "site-page"})
	requireRejected(t, "redirects[1].destination", putRedirects(valid, sites.RedirectChange{Source: "/a", Destination: unknown}))
	for _, source := range []string{"a", "/a/", "/*/a", "/a/*/b", "/*", "/a?b", "/" + string(make([]byte, 512))} {
		requireRejected(t, "redirects[0].source", putRedirects(sites.RedirectChange{Source: source, Destination: to}))
	}
	requireRejected(t, "redirects", putRedirects())
	many := make([]sites.RedirectChange, 501)
	for i := range many {
		many[i] = valid
	}
	area.Accepts(t, "Sites.Redirects.Put", putRedirects(many[:500]...))
	requireRejected(t, "redirects", putRedirects(many...))
	area.Accepts(t, "Sites.Redirects.Put", putRedirects(many...), publishing.WithoutValidation())
}

// requireRejected requires an error about a field before anything is sent.
func requireRejected(t *testing.T, field string, call func(a contract.Args) (any, error)) {
	t.Helper()
	got := contract.Call(t, call, []string{"org_1", "site_1"}, `{"results": []}`)
	var invalid *api.ValidationError
	require.ErrorAs(t, got.Err, &invalid, field)
	require.Equal(t, field, invalid.Field)
}
