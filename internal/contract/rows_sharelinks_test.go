package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var shareLinkPage = sites.ShareLinkListOptions{Page: "c/2+d=", Limit: 1000}

var shareLinkRows = []row{
	{
		op: "Sites.ShareLinks.List",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.List(a.ctx, a.id[0], a.id[1], shareLinkPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Sites.ShareLinks.All(a.ctx, a.id[0], a.id[1], shareLinkPage, a.opts...), a.Sites.ShareLinks.Pages(a.ctx, a.id[0], a.id[1], shareLinkPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/share-links?limit=1000&page=c%2F2%2Bd%3D",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@sites/share-link.json",
			{"object": "share-link", "id": "link_2", "createdAt": "2026-02-03T04:05:06Z", "active": false, "urls": {"published": "https://docs.acme.example.com/sk_2"}}]}`,
	},

	{
		op: "Sites.ShareLinks.Create",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Create(a.ctx, a.id[0], a.id[1], sites.ShareLinkCreate{Name: "For the press"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/share-links",
		body:    `{"name": "For the press"}`,
		status:  201,
		answer:  "sites/share-link.json",
	},
	{
		op:   "Sites.ShareLinks.Create",
		name: "empty name",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Create(a.ctx, a.id[0], a.id[1], sites.ShareLinkCreate{}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/share-links",
		body:    `{"name": ""}`,
		status:  201,
		answer:  "sites/share-link.json",
	},

	{
		op: "Sites.ShareLinks.Delete",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Sites.ShareLinks.Delete",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Sites.ShareLinks.Update",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.ShareLinkUpdate{Active: new(true), Name: new("For partners")}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		body:    `{"active": true, "name": "For partners"}`,
		status:  200,
		answer:  "sites/share-link.json",
	},
	{
		op:   "Sites.ShareLinks.Update",
		name: "false and empty",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.ShareLinkUpdate{Active: new(false), Name: new("")}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		body:    `{"active": false, "name": ""}`,
		status:  200,
		answer:  `{"object": "share-link", "id": "link_1", "createdAt": "2026-02-03T04:05:06Z", "name": "", "active": false, "urls": {"published": "https://docs.acme.example.com/"}}`,
	},
	{
		op:   "Sites.ShareLinks.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.ShareLinks.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.ShareLinkUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/share-links/shareLink%2F1",
		body:    `{}`,
		status:  200,
		answer:  "sites/share-link.json",
	},
}
