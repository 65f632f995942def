package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var siteFilters = sites.ListOptions{Cursor: "c/2+d=", Limit: 50, Space: "space/1", Title: "Hand book", Published: new(true)}

var siteRows = []contract.Row{
	{
		Op:   "Sites.List",
		Call: func(a contract.Args) (any, error) { return a.Sites.List(a.Ctx, a.ID[0], siteFilters, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.All(a.Ctx, a.ID[0], siteFilters, a.Opts...), a.Sites.ListPages(a.Ctx, a.ID[0], siteFilters, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites?limit=50&page=c%2F2%2Bd%3D&published=true&space=space%2F1&title=Hand+book",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 4, "items": ["@site.json", "@site-live-ads.json"]}`,
	},
	{
		Op:   "Sites.List",
		Name: "not published, last page",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.List(a.Ctx, a.ID[0], sites.ListOptions{Published: new(false)}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites?published=false",
		Status:   200,
		Response: `{"count": 2, "items": ["@site-in-review.json", "@site-rejected.json"]}`,
	},
	{
		Op:   "Sites.List",
		Name: "unset, empty, next null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.List(a.Ctx, a.ID[0], sites.ListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
	{
		Op:   "Sites.List",
		Name: "of types",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.List(a.Ctx, a.ID[0], sites.ListOptions{Type: []sites.Type{sites.TypeBasic, sites.TypeUltimate}}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites?type=basic&type=ultimate",
		Status:   200,
		Response: `{"items": ["@site.json"]}`,
	},

	{
		Op: "Sites.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Create(a.Ctx, a.ID[0], sites.Create{
				Type:       sites.TypeBasic,
				Title:      new("Handbook"),
				Visibility: sites.VisibilityShareLink,
				Spaces:     []string{"space_1", "space_2"},
			}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites",
		Body:     `{"type": "basic", "title": "Handbook", "visibility": "share-link", "spaces": ["space_1", "space_2"]}`,
		Status:   201,
		Response: "site.json",
	},
	{
		Op:   "Sites.Create",
		Name: "no spaces",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Create(a.Ctx, a.ID[0], sites.Create{Spaces: []string{}}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites",
		Body:     `{"spaces": []}`,
		Status:   201,
		Response: "site.json",
	},

	{
		Op: "Sites.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Get(a.Ctx, a.ID[0], a.ID[1], sites.GetOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1",
		Status:   200,
		Response: "site.json",
	},
	{
		Op:   "Sites.Get",
		Name: "no icon",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Get(a.Ctx, a.ID[0], a.ID[1], sites.GetOptions{}, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1",
		Status:  200,
		Response: `{"object": "site", "id": "site_5", "type": "basic", "title": "Handbook", "icon": null, "hostname": null, "basename": null, "proxy": null,
			"visibility": "public", "published": true, "siteSpaces": 1, "createdAt": "2026-01-02T03:04:05Z", "ads": null, "agentsContext": "included", "features": [],
			"urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_5", "app": "https://app.example.com/o/org_1/site/site_5"}}`,
	},

	{
		Op:      "Sites.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Sites.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "Sites.Delete",
		Name:    "another status",
		Call:    func(a contract.Args) (any, error) { return a.Sites.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1",
		Status:  200,
		Outcome: api.DeletionUnknown,
	},

	{
		Op: "Sites.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.Update{
				Title:              new("Guide"),
				Visibility:         sites.VisibilityVisitorAuth,
				Basename:           new("guide"),
				AgentsContext:      sites.AgentsContextExcluded,
				DefaultSiteSpace:   new("siteSpace_1"),
				DefaultSiteSection: new("section_1"),
				AdaptiveContent:    &sites.AdaptiveContent{Enabled: true},
				Proxy:              api.Set("acme.example.com/docs"),
			}, a.Opts...)
		},
		Request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
		Body: `{"title": "Guide", "visibility": "visitor-auth", "basename": "guide", "agentsContext": "excluded", "defaultSiteSpace": "siteSpace_1",
			"defaultSiteSection": "section_1", "adaptiveContent": {"enabled": true}, "proxy": "acme.example.com/docs"}`,
		Status:   200,
		Response: "site.json",
	},
	{
		Op:   "Sites.Update",
		Name: "false and null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.Update{AdaptiveContent: &sites.AdaptiveContent{}, Proxy: api.Null[string]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
		Body:     `{"adaptiveContent": {"enabled": false}, "proxy": null}`,
		Status:   200,
		Response: "site.json",
	},
}
