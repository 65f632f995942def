package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

var linkPage = spaces.LinkListOptions{Page: "c/2+d=", Limit: 50}

func listLinks(options spaces.LinkListOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.Links.List(a.ctx, a.id[0], options, a.opts...) }
}

var linkRows = []row{
	{
		op:   "Spaces.Links.List",
		call: listLinks(linkPage),
		walk: func(a args) (all, pages any) {
			return a.Spaces.Links.All(a.ctx, a.id[0], linkPage, a.opts...), a.Spaces.Links.Pages(a.ctx, a.id[0], linkPage, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/links?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 3, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
			"items": ["@spaces/link.json", "@spaces/link-broken.json", "@spaces/link-in-app.json"]}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "broken, to a page of a change request",
		call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusBroken}),
		request: "GET /v1/spaces/space%2F1/links?status=broken",
		status:  200,
		answer: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "broken", "relation": "dependsOn",
			"targetReference": "@spaces/reference-to-page.json", "locationReferences": ["@spaces/reference-of-another-kind.json"]}]}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "in a revision in full",
		call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusOK}),
		request: "GET /v1/spaces/space%2F1/links?status=ok",
		status:  200,
		answer: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "ok", "relation": "reference",
			"locationReferences": ["@spaces/reference-to-node.json"]}]}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "of other kinds",
		call:    listLinks(spaces.LinkListOptions{Status: spaces.LinkStatusInApp}),
		request: "GET /v1/spaces/space%2F1/links?status=in-app",
		status:  200,
		answer: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "in-app", "relation": "reference",
			"targetReference": "@spaces/reference-to-collection.json", "locationReferences": ["@spaces/reference-to-space.json"]}]}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "of more kinds",
		call:    listLinks(spaces.LinkListOptions{}),
		request: "GET /v1/spaces/space%2F1/links",
		status:  200,
		answer: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": [{"status": "ok", "relation": "reference",
			"targetReference": "@spaces/reference-to-reusable-content.json", "locationReferences": ["@spaces/reference-to-openapi.json"]}]}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "unset, empty",
		call:    listLinks(spaces.LinkListOptions{}),
		request: "GET /v1/spaces/space%2F1/links",
		status:  200,
		answer:  `{"count": 0, "stats": {"total": 1, "broken": {"total": 1, "changeRequest": 0}}, "items": []}`,
	},
	{
		op:      "Spaces.Links.List",
		name:    "absent",
		call:    listLinks(spaces.LinkListOptions{}),
		request: "GET /v1/spaces/space%2F1/links",
		status:  404,
		fails:   api.ErrNotFound,
	},
}

// TestLinksKeepTheirStats is about each page of a walk having the stats it came with.
func TestLinksKeepTheirStats(t *testing.T) {
	t.Parallel()
	page := func(next string, total string) reply {
		body := `{` + next + `"stats": {"total": ` + total + `, "broken": {"total": 2}}, "items": [{"status": "ok", "relation": "reference", "locationReferences": []}]}`
		return reply{200, "application/json", []byte(body)}
	}
	replies := []reply{page(`"next": {"page": "b"}, `, "5"), page("", "6")}
	for _, opts := range [][]api.CallOption{nil, {api.WithPrefetch()}} {
		got := newService().run(t.Context(), func(a args) (any, error) {
			return a.Spaces.Links.Pages(a.ctx, "space_1", spaces.LinkListOptions{}, a.opts...), nil
		}, nil, replies, opts...)
		require.NoError(t, got.err)
		require.Len(t, got.values, 2)
		for i, want := range []int64{5, 6} {
			links, ok := got.values[i].(*spaces.LinkPage)
			require.True(t, ok)
			require.Equal(t, spaces.LinkStats{Total: want, Broken: spaces.BrokenStats{Total: 2}}, links.Stats)
			require.Equal(t, []spaces.Link{{Status: spaces.LinkStatusOK, Relation: spaces.LinkRelationReference, LocationReferences: []spaces.Reference{}}}, links.Items)
		}
		require.Equal(t, &pagination.Next{Page: "b"}, got.values[0].(*spaces.LinkPage).Next)
	}
}
