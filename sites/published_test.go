package sites_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

const siteRequest = "/v1/orgs/organization%2F1/sites/site%2F1"

func publish(a contract.Args) (any, error) {
	return a.Sites.Publish(a.Ctx, a.ID[0], a.ID[1], sites.PublishOptions{}, a.Opts...)
}

func published(options sites.PublishedOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Published(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var publishedRows = []contract.Row{
	{
		Op:       "Sites.Publish",
		Call:     publish,
		Request:  "POST " + siteRequest + "/publish",
		Status:   200,
		Response: "site.json",
	},
	{
		Op:       "Sites.Publish",
		Name:     "to be paid first",
		Call:     publish,
		Request:  "POST " + siteRequest + "/publish",
		Status:   200,
		Response: `{"type": "checkout", "sessionId": "session_1"}`,
		Err:      sites.ErrCheckout,
	},

	{
		Op: "Sites.Unpublish",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Unpublish(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST " + siteRequest + "/unpublish",
		Status:   200,
		Response: "site.json",
	},

	{
		Op:       "Sites.Published",
		Call:     published(sites.PublishedOptions{ShareKey: api.NewSecret("key/1")}),
		Request:  "GET " + siteRequest + "/published?shareKey=key%2F1",
		Status:   200,
		Response: "published-site.json",
	},
	{
		Op:       "Sites.Published",
		Name:     "without sections",
		Call:     published(sites.PublishedOptions{}),
		Request:  "GET " + siteRequest + "/published",
		Status:   200,
		Response: "published-site-without-sections.json",
	},
	{
		Op:      "Sites.Published",
		Name:    "not published",
		Call:    published(sites.PublishedOptions{}),
		Request: "GET " + siteRequest + "/published",
		Status:  404,
		Err:     api.ErrNotFound,
	},
}

// TestOnlyACheckoutIsAnError is about a response with status 200 that is an error: it has the
// operation, the request ID and the response.
func TestOnlyACheckoutIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"object": "site", "id": "site_1"}`, `{"type": "review"}`} {
		got := contract.Call(t, publish, []string{"org_1", "site_1"}, body)
		require.NoError(t, got.Err)
		require.Nil(t, got.Values[0].(*sites.PublishResult).Checkout)
	}
	got := contract.Call(t, publish, []string{"org_1", "site_1"}, `{"type": "checkout", "sessionId": "session_1"}`)
	require.EqualError(t, got.Err, "Sites.Publish: POST /v1/orgs/org_1/sites/site_1/publish: a checkout is needed first (session session_1), request id "+got.Meta.RequestID)
	require.NotEmpty(t, got.Meta.RequestID)
	var checkout *sites.CheckoutError
	require.ErrorAs(t, got.Err, &checkout)
	require.Equal(t, &sites.CheckoutError{
		FailedCall: api.FailedCall{Operation: "Sites.Publish", Method: "POST", Path: "/v1/orgs/org_1/sites/site_1/publish", RequestID: got.Meta.RequestID, Attempts: 1},
		Checkout:   sites.Checkout{Type: "checkout", SessionID: "session_1"},
	}, checkout)
	require.ErrorIs(t, got.Err, sites.ErrCheckout)
	require.NotErrorIs(t, got.Err, api.ErrConflict)
	require.False(t, api.MayHaveApplied(got.Err))
	require.False(t, api.Retryable(got.Err))
	require.Empty(t, got.Values)
}
