package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var siteFilters = sites.ListOptions{Page: "c/2+d=", Limit: 50, Space: "space/1", Title: "Hand book", Published: new(true)}

var siteRows = []row{
	{
		op:   "Sites.List",
		call: func(a args) (any, error) { return a.Sites.List(a.ctx, a.id[0], siteFilters, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Sites.All(a.ctx, a.id[0], siteFilters, a.opts...), a.Sites.Pages(a.ctx, a.id[0], siteFilters, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites?limit=50&page=c%2F2%2Bd%3D&published=true&space=space%2F1&title=Hand+book",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 4, "items": ["@sites/site.json", "@sites/site-live-ads.json"]}`,
	},
	{
		op:   "Sites.List",
		name: "not published, last page",
		call: func(a args) (any, error) {
			return a.Sites.List(a.ctx, a.id[0], sites.ListOptions{Published: new(false)}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites?published=false",
		status:  200,
		answer:  `{"count": 2, "items": ["@sites/site-in-review.json", "@sites/site-rejected.json"]}`,
	},
	{
		op:      "Sites.List",
		name:    "unset, empty, next null",
		call:    func(a args) (any, error) { return a.Sites.List(a.ctx, a.id[0], sites.ListOptions{}, a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites",
		status:  200,
		answer:  `{"next": null, "items": []}`,
	},
	{
		op:   "Sites.List",
		name: "of types",
		call: func(a args) (any, error) {
			return a.Sites.List(a.ctx, a.id[0], sites.ListOptions{Type: []sites.Type{sites.TypeBasic, sites.TypeUltimate}}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites?type=basic&type=ultimate",
		status:  200,
		answer:  `{"items": ["@sites/site.json"]}`,
	},

	{
		op: "Sites.Create",
		call: func(a args) (any, error) {
			return a.Sites.Create(a.ctx, a.id[0], sites.SiteCreate{
				Type:       sites.TypeBasic,
				Title:      new("Handbook"),
				Visibility: sites.VisibilityShareLink,
				Spaces:     []string{"space_1", "space_2"},
			}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites",
		body:    `{"type": "basic", "title": "Handbook", "visibility": "share-link", "spaces": ["space_1", "space_2"]}`,
		status:  201,
		answer:  "sites/site.json",
	},
	{
		op:      "Sites.Create",
		name:    "unset",
		call:    func(a args) (any, error) { return a.Sites.Create(a.ctx, a.id[0], sites.SiteCreate{}, a.opts...) },
		request: "POST /v1/orgs/organization%2F1/sites",
		body:    `{}`,
		status:  201,
		answer:  "sites/site.json",
	},
	{
		op:   "Sites.Create",
		name: "no spaces",
		call: func(a args) (any, error) {
			return a.Sites.Create(a.ctx, a.id[0], sites.SiteCreate{Spaces: []string{}}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites",
		body:    `{"spaces": []}`,
		status:  201,
		answer:  "sites/site.json",
	},

	{
		op:      "Sites.Get",
		call:    func(a args) (any, error) { return a.Sites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1",
		status:  200,
		answer:  "sites/site.json",
	},
	{
		op:      "Sites.Get",
		name:    "no icon",
		call:    func(a args) (any, error) { return a.Sites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1",
		status:  200,
		answer: `{"object": "site", "id": "site_5", "type": "basic", "title": "Handbook", "icon": null, "hostname": null, "basename": null, "proxy": null,
			"visibility": "public", "published": true, "siteSpaces": 1, "createdAt": "2026-01-02T03:04:05Z", "ads": null, "agentsContext": "included",
			"urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_5", "app": "https://app.example.com/o/org_1/site/site_5"}}`,
	},
	{
		op:      "Sites.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Sites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op:      "Sites.Delete",
		call:    func(a args) (any, error) { return a.Sites.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Sites.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Sites.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
	{
		op:      "Sites.Delete",
		name:    "another status",
		call:    func(a args) (any, error) { return a.Sites.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1",
		status:  200,
		outcome: api.DeletionUnknown,
	},

	{
		op: "Sites.Update",
		call: func(a args) (any, error) {
			return a.Sites.Update(a.ctx, a.id[0], a.id[1], sites.SiteUpdate{
				Title:              new("Guide"),
				Visibility:         sites.VisibilityVisitorAuth,
				Basename:           new("guide"),
				AgentsContext:      sites.AgentsContextExcluded,
				DefaultSiteSpace:   new("siteSpace_1"),
				DefaultSiteSection: new("section_1"),
				AdaptiveContent:    &sites.AdaptiveContent{Enabled: true},
				Proxy:              api.Set("acme.example.com/docs"),
			}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
		body: `{"title": "Guide", "visibility": "visitor-auth", "basename": "guide", "agentsContext": "excluded", "defaultSiteSpace": "siteSpace_1",
			"defaultSiteSection": "section_1", "adaptiveContent": {"enabled": true}, "proxy": "acme.example.com/docs"}`,
		status: 200,
		answer: "sites/site.json",
	},
	{
		op:   "Sites.Update",
		name: "false and null",
		call: func(a args) (any, error) {
			return a.Sites.Update(a.ctx, a.id[0], a.id[1], sites.SiteUpdate{AdaptiveContent: &sites.AdaptiveContent{}, Proxy: api.Null[string]()}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
		body:    `{"adaptiveContent": {"enabled": false}, "proxy": null}`,
		status:  200,
		answer:  "sites/site.json",
	},
	{
		op:   "Sites.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.Update(a.ctx, a.id[0], a.id[1], sites.SiteUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
		body:    `{}`,
		status:  200,
		answer:  "sites/site.json",
	},
}
