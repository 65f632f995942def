package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

const siteRequest = "/v1/orgs/organization%2F1/sites/site%2F1"

func publish(a Args) (any, error) { return a.Sites.Publish(a.Ctx, a.ID[0], a.ID[1], a.Opts...) }

func published(options sites.PublishedOptions) func(a Args) (any, error) {
	return func(a Args) (any, error) { return a.Sites.Published.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...) }
}

var publishedRows = []Row{
	{
		Op:       "Sites.Publish",
		Call:     publish,
		Request:  "POST " + siteRequest + "/publish",
		Status:   200,
		Response: "sites/site.json",
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
		Call: func(a Args) (any, error) {
			return a.Sites.Unpublish(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST " + siteRequest + "/unpublish",
		Status:   200,
		Response: "sites/site.json",
	},

	{
		Op:       "Sites.Published.Get",
		Call:     published(sites.PublishedOptions{ShareKey: "key/1"}),
		Request:  "GET " + siteRequest + "/published?shareKey=key%2F1",
		Status:   200,
		Response: "sites/published-site.json",
	},
	{
		Op:       "Sites.Published.Get",
		Name:     "without sections",
		Call:     published(sites.PublishedOptions{}),
		Request:  "GET " + siteRequest + "/published",
		Status:   200,
		Response: "sites/published-site-without-sections.json",
	},
	{
		Op:      "Sites.Published.Get",
		Name:    "not published",
		Call:    published(sites.PublishedOptions{}),
		Request: "GET " + siteRequest + "/published",
		Status:  404,
		Err:     api.ErrNotFound,
	},
}

// TestCheckoutCarriesTheSession is about a 200 that says no: the error begins with the operation and has what the service answered.
func TestCheckoutCarriesTheSession(t *testing.T) {
	t.Parallel()
	got := newService().run(t.Context(), publish, []string{"org_1", "site_1"}, []reply{
		{200, "application/json", []byte(`{"type": "checkout", "sessionId": "session_1"}`)},
	})
	require.ErrorContains(t, got.err, "Sites.Publish: ")
	require.ErrorContains(t, got.err, "session_1")
	var checkout *sites.CheckoutError
	require.ErrorAs(t, got.err, &checkout)
	require.Equal(t, "session_1", checkout.Checkout.SessionID)
}
