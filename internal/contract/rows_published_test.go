package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

const siteRequest = "/v1/orgs/organization%2F1/sites/site%2F1"

func publish(a args) (any, error) { return a.Sites.Publish(a.ctx, a.id[0], a.id[1], a.opts...) }

func published(options sites.PublishedOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Sites.Published.Get(a.ctx, a.id[0], a.id[1], options, a.opts...) }
}

var publishedRows = []row{
	{
		op:      "Sites.Publish",
		call:    publish,
		request: "POST " + siteRequest + "/publish",
		status:  200,
		answer:  "sites/site.json",
	},
	{
		op:      "Sites.Publish",
		name:    "to be paid first",
		call:    publish,
		request: "POST " + siteRequest + "/publish",
		status:  200,
		answer:  `{"type": "checkout", "sessionId": "session_1"}`,
		fails:   sites.ErrCheckout,
	},

	{
		op: "Sites.Unpublish",
		call: func(a args) (any, error) {
			return a.Sites.Unpublish(a.ctx, a.id[0], a.id[1], a.opts...)
		},
		request: "POST " + siteRequest + "/unpublish",
		status:  200,
		answer:  "sites/site.json",
	},

	{
		op:      "Sites.Published.Get",
		call:    published(sites.PublishedOptions{ShareKey: "key/1"}),
		request: "GET " + siteRequest + "/published?shareKey=key%2F1",
		status:  200,
		answer:  "sites/published-site.json",
	},
	{
		op:      "Sites.Published.Get",
		name:    "without sections",
		call:    published(sites.PublishedOptions{}),
		request: "GET " + siteRequest + "/published",
		status:  200,
		answer:  "sites/published-site-without-sections.json",
	},
	{
		op:      "Sites.Published.Get",
		name:    "not published",
		call:    published(sites.PublishedOptions{}),
		request: "GET " + siteRequest + "/published",
		status:  404,
		fails:   api.ErrNotFound,
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
