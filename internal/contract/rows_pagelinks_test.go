package contract

import "github.com/publishing-platform/publishing-go/spaces"

const pagePath = "/v1/spaces/space%2F1/content/page/page%2F1"

var (
	pageLinkPage     = spaces.PageLinkListOptions{Page: "c/2+d=", Limit: 50, Status: spaces.LinkStatusBroken}
	pageBacklinkPage = spaces.PageBacklinkListOptions{Page: "c/2+d=", Limit: 50}
)

func listPageLinks(options spaces.PageLinkListOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Spaces.PageLinks.List(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

var pageLinkRows = []row{
	{
		op:   "Spaces.PageLinks.List",
		call: listPageLinks(pageLinkPage),
		walk: func(a args) (all, pages any) {
			return a.Spaces.PageLinks.All(a.ctx, a.id[0], a.id[1], pageLinkPage, a.opts...),
				a.Spaces.PageLinks.Pages(a.ctx, a.id[0], a.id[1], pageLinkPage, a.opts...)
		},
		request: "GET " + pagePath + "/links?limit=50&page=c%2F2%2Bd%3D&status=broken",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 2, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
			"items": ["@spaces/link-broken.json", "@spaces/link.json"]}`,
	},
	{
		op:      "Spaces.PageLinks.List",
		name:    "those that work",
		call:    listPageLinks(spaces.PageLinkListOptions{Status: spaces.LinkStatusOK}),
		request: "GET " + pagePath + "/links?status=ok",
		status:  200,
		answer:  `{"stats": {"total": 2, "broken": {"total": 1}}, "items": ["@spaces/link.json"]}`,
	},
	{
		op:      "Spaces.PageLinks.List",
		name:    "those within the service",
		call:    listPageLinks(spaces.PageLinkListOptions{Status: spaces.LinkStatusInApp}),
		request: "GET " + pagePath + "/links?status=in-app",
		status:  200,
		answer:  `{"stats": {"total": 2, "broken": {"total": 1}}, "items": ["@spaces/link-in-app.json"]}`,
	},
	{
		op:      "Spaces.PageLinks.List",
		name:    "unset, empty",
		call:    listPageLinks(spaces.PageLinkListOptions{}),
		request: "GET " + pagePath + "/links",
		status:  200,
		answer:  `{"stats": {"total": 1, "broken": {"total": 1}}, "items": []}`,
	},

	{
		op: "Spaces.PageBacklinks.List",
		call: func(a args) (any, error) {
			return a.Spaces.PageBacklinks.List(a.ctx, a.id[0], a.id[1], pageBacklinkPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Spaces.PageBacklinks.All(a.ctx, a.id[0], a.id[1], pageBacklinkPage, a.opts...),
				a.Spaces.PageBacklinks.Pages(a.ctx, a.id[0], a.id[1], pageBacklinkPage, a.opts...)
		},
		request: "GET " + pagePath + "/backlinks?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  backlinksAnswer,
	},
	{
		op:   "Spaces.PageBacklinks.List",
		name: "unset, of other kinds",
		call: func(a args) (any, error) {
			return a.Spaces.PageBacklinks.List(a.ctx, a.id[0], a.id[1], spaces.PageBacklinkListOptions{}, a.opts...)
		},
		request: "GET " + pagePath + "/backlinks",
		status:  200,
		answer:  `{"items": ["@spaces/reference-to-page.json", "@spaces/reference-of-another-kind.json"]}`,
	},
}
