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

// TestCheckoutCarriesTheSession is about a response with status 200 that is an error: it begins
// with the operation and has the response.
func TestCheckoutCarriesTheSession(t *testing.T) {
	t.Parallel()
	got := contract.Call(t, publish, []string{"org_1", "site_1"}, `{"type": "checkout", "sessionId": "session_1"}`)
	require.ErrorContains(t, got.Err, "Sites.Publish: ")
	require.ErrorContains(t, got.Err, "session_1")
	var checkout *sites.CheckoutError
	require.ErrorAs(t, got.Err, &checkout)
	require.Equal(t, "session_1", checkout.Checkout.SessionID)
}
