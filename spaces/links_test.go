package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

var linkPage = spaces.LinkListOptions{Cursor: "c/2+d=", Limit: 50}

func listLinks(options spaces.LinkListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Links.List(a.Ctx, a.ID[0], options, a.Opts...) }
}

var linkRows = []contract.Row{
	{
		Op:   "Spaces.Links.List",
		Call: listLinks(linkPage),
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Links.All(a.Ctx, a.ID[0], linkPage, a.Opts...), a.Spaces.Links.ListPages(a.Ctx, a.ID[0], linkPage, a.Opts...)
		},
		Request: "GET /v1/spaces/space%2F1/links?limit=50&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
			"items": ["@spaces/link.json", "@spaces/link-broken.json", "@spaces/link-in-app.json"]}`,
	},
	{
		Op:      "Spaces.Links.List",
		Name:    "broken, to a page of a change request",
		Call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusBroken}),
		Request: "GET /v1/spaces/space%2F1/links?status=broken",
		Status:  200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "broken", "relation": "dependsOn",
			"targetReference": "@spaces/reference-to-page.json", "locationReferences": ["@spaces/reference-of-another-kind.json"]}]}`,
	},
	{
		Op:      "Spaces.Links.List",
		Name:    "in a revision in full",
		Call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusOK}),
		Request: "GET /v1/spaces/space%2F1/links?status=ok",
		Status:  200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "ok", "relation": "reference",
			"locationReferences": ["@reference-to-node.json"]}]}`,
	},
	{
		Op:      "Spaces.Links.List",
		Name:    "of other kinds",
		Call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusInApp}),
		Request: "GET /v1/spaces/space%2F1/links?status=in-app",
		Status:  200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "in-app", "relation": "reference",
			"targetReference": "@reference-to-collection.json", "locationReferences": ["@reference-to-space.json"]}]}`,
	},
	{
		Op:      "Spaces.Links.List",
		Name:    "of more kinds",
		Call:    listLinks(spaces.LinkListOptions{}),
		Request: "GET /v1/spaces/space%2F1/links",
		Status:  200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "ok", "relation": "reference",
			"targetReference": "@reference-to-reusable-content.json", "locationReferences": ["@reference-to-openapi.json"]}]}`,
	},
	{
		Op:       "Spaces.Links.List",
		Name:     "unset, empty",
		Call:     listLinks(spaces.LinkListOptions{}),
		Request:  "GET /v1/spaces/space%2F1/links",
		Status:   200,
		Response: `{"count": 0, "stats": {"total": 1, "broken": {"total": 1, "changeRequest": 0}}, "items": []}`,
	},
}

// TestLinksKeepTheirStats is about each page of an iteration having its own stats.
func TestLinksKeepTheirStats(t *testing.T) {
	t.Parallel()
	page := func(next, total string) string {
		return `{` + next + `"stats": {"total": ` + total + `, "broken": {"total": 2}}, "items": [{"status": "ok", "relation": "reference", "locationReferences": []}]}`
	}
	for _, opts := range [][]api.CallOption{nil, {api.WithPrefetch()}} {
		got := contract.Call(t, func(a contract.Args) (any, error) {
			return a.Spaces.Links.ListPages(a.Ctx, "space_1", spaces.LinkListOptions{}, append(a.Opts, opts...)...), nil
		}, nil, page(`"next": {"page": "b"}, `, "5"), page("", "6"))
		require.NoError(t, got.Err)
		require.Len(t, got.Values, 2)
		for i, want := range []int64{5, 6} {
			links, ok := got.Values[i].(*spaces.LinkList)
			require.True(t, ok)
			require.Equal(t, spaces.LinkStats{Total: want, Broken: spaces.BrokenStats{Total: 2}}, links.Stats)
			require.Equal(t, []spaces.Link{{Status: spaces.LinkStatusOK, Relation: spaces.LinkRelationReference, LocationReferences: []spaces.Reference{}}}, links.Items)
		}
		require.Equal(t, &pagination.Next{Cursor: "b"}, got.Values[0].(*spaces.LinkList).Next)
	}
}
