package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const pagePath = "/v1/spaces/space%2F1/content/page/page%2F1"

var (
	pageLinkPage     = spaces.PageLinkListOptions{Cursor: "c/2+d=", Limit: 50, Status: spaces.LinkStatusBroken}
	pageBacklinkPage = spaces.PageBacklinkListOptions{Cursor: "c/2+d=", Limit: 50}
)

func listPageLinks(options spaces.PageLinkListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Pages.Links.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var pageLinkRows = []contract.Row{
	{
		Op:   "Spaces.Pages.Links.List",
		Call: listPageLinks(pageLinkPage),
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Pages.Links.All(a.Ctx, a.ID[0], a.ID[1], pageLinkPage, a.Opts...),
				a.Spaces.Pages.Links.ListPages(a.Ctx, a.ID[0], a.ID[1], pageLinkPage, a.Opts...)
		},
		Request: "GET " + pagePath + "/links?limit=50&page=c%2F2%2Bd%3D&status=broken",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
			"items": ["@spaces/link-broken.json", "@spaces/link.json"]}`,
	},
	{
		Op:       "Spaces.Pages.Links.List",
		Name:     "those that work",
		Call:     listPageLinks(spaces.PageLinkListOptions{Status: spaces.LinkStatusOK}),
		Request:  "GET " + pagePath + "/links?status=ok",
		Status:   200,
		Response: `{"stats": {"total": 2, "broken": {"total": 1}}, "items": ["@spaces/link.json"]}`,
	},
	{
		Op:       "Spaces.Pages.Links.List",
		Name:     "those within the service",
		Call:     listPageLinks(spaces.PageLinkListOptions{Status: spaces.LinkStatusInApp}),
		Request:  "GET " + pagePath + "/links?status=in-app",
		Status:   200,
		Response: `{"stats": {"total": 2, "broken": {"total": 1}}, "items": ["@spaces/link-in-app.json"]}`,
	},
	{
		Op:       "Spaces.Pages.Links.List",
		Name:     "unset, empty",
		Call:     listPageLinks(spaces.PageLinkListOptions{}),
		Request:  "GET " + pagePath + "/links",
		Status:   200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": []}`,
	},

	{
		Op: "Spaces.Pages.Backlinks.List",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Pages.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], pageBacklinkPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Pages.Backlinks.All(a.Ctx, a.ID[0], a.ID[1], pageBacklinkPage, a.Opts...),
				a.Spaces.Pages.Backlinks.ListPages(a.Ctx, a.ID[0], a.ID[1], pageBacklinkPage, a.Opts...)
		},
		Request:  "GET " + pagePath + "/backlinks?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: backlinksResponse,
	},
	{
		Op:   "Spaces.Pages.Backlinks.List",
		Name: "unset, of other kinds",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Pages.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], spaces.PageBacklinkListOptions{}, a.Opts...)
		},
		Request:  "GET " + pagePath + "/backlinks",
		Status:   200,
		Response: `{"items": ["@spaces/reference-to-page.json", "@spaces/reference-of-another-kind.json"]}`,
	},
}
