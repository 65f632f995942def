package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var shareLinkPage = sites.ShareLinkListOptions{Cursor: "c/2+d=", Limit: 1000}

var shareLinkRows = []contract.Row{
	{
		Op: "Sites.ShareLinks.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.List(a.Ctx, a.ID[0], a.ID[1], shareLinkPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.ShareLinks.All(a.Ctx, a.ID[0], a.ID[1], shareLinkPage, a.Opts...), a.Sites.ShareLinks.ListPages(a.Ctx, a.ID[0], a.ID[1], shareLinkPage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/share-links?limit=1000&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@share-link.json",
			{"object": "share-link", "id": "link_2", "createdAt": "2026-02-03T04:05:06Z", "active": false, "urls": {"published": "https://docs.acme.example.com/sk_2"}}]}`,
	},

	{
		Op: "Sites.ShareLinks.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.Create(a.Ctx, a.ID[0], a.ID[1], sites.ShareLinkCreate{Name: "For the press"}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/share-links",
		Body:     `{"name": "For the press"}`,
		Status:   201,
		Response: "share-link.json",
	},
	{
		Op:   "Sites.ShareLinks.Create",
		Name: "empty name",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.Create(a.Ctx, a.ID[0], a.ID[1], sites.ShareLinkCreate{}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/share-links",
		Body:     `{"name": ""}`,
		Status:   201,
		Response: "share-link.json",
	},

	{
		Op: "Sites.ShareLinks.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Sites.ShareLinks.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.ShareLinkUpdate{Active: new(true), Name: new("For partners")}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		Body:     `{"active": true, "name": "For partners"}`,
		Status:   200,
		Response: "share-link.json",
	},
	{
		Op:   "Sites.ShareLinks.Update",
		Name: "false and empty",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ShareLinks.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.ShareLinkUpdate{Active: new(false), Name: new("")}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		Body:     `{"active": false, "name": ""}`,
		Status:   200,
		Response: `{"object": "share-link", "id": "link_1", "createdAt": "2026-02-03T04:05:06Z", "name": "", "active": false, "urls": {"published": "https://docs.acme.example.com/"}}`,
	},
}
