package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var siteSpacePage = sites.SiteSpaceListOptions{Page: "c/2+d=", Limit: 50, ShareKey: "key 1", Default: new(true)}

var siteSpaceRows = []row{
	{
		op: "Sites.SiteSpaces.List",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.List(a.ctx, a.id[0], a.id[1], siteSpacePage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Sites.SiteSpaces.All(a.ctx, a.id[0], a.id[1], siteSpacePage, a.opts...), a.Sites.SiteSpaces.Pages(a.ctx, a.id[0], a.id[1], siteSpacePage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces?default=true&limit=50&page=c%2F2%2Bd%3D&shareKey=key+1",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@sites/site-space.json", "@sites/site-space-at-root.json"]}`,
	},
	{
		op:   "Sites.SiteSpaces.List",
		name: "but the default one",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.List(a.ctx, a.id[0], a.id[1], sites.SiteSpaceListOptions{Default: new(false)}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces?default=false",
		status:  200,
		answer:  `{"count": 1, "items": ["@sites/site-space-at-root.json"]}`,
	},
	{
		op:   "Sites.SiteSpaces.List",
		name: "unset, null",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.List(a.ctx, a.id[0], a.id[1], sites.SiteSpaceListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		status:  200,
		answer: `{"items": [{"object": "site-space", "id": "siteSpace_3", "path": "notes", "section": null, "space": "@spaces/space-beyond.json", "title": "Notes",
			"default": null, "condition": null, "hasAdvancedCustomizationFeature": null, "urls": {"published": "https://docs.acme.example.com/notes"}}]}`,
	},

	{
		op: "Sites.SiteSpaces.Create",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Create(a.ctx, a.id[0], a.id[1], sites.SiteSpaceCreate{SpaceID: "space_1", SectionID: new("section_1")}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		body:    `{"spaceId": "space_1", "sectionId": "section_1"}`,
		status:  201,
		answer:  "sites/site-space.json",
	},
	{
		op:   "Sites.SiteSpaces.Create",
		name: "unset, another status",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Create(a.ctx, a.id[0], a.id[1], sites.SiteSpaceCreate{SpaceID: "space_3"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		body:    `{"spaceId": "space_3"}`,
		status:  200,
		answer:  "sites/site-space-at-root.json",
	},

	{
		op: "Sites.SiteSpaces.Delete",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Sites.SiteSpaces.Delete",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
	{
		op:   "Sites.SiteSpaces.Delete",
		name: "another status",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		status:  200,
		outcome: api.DeletionUnknown,
	},

	{
		op: "Sites.SiteSpaces.Update",
		call: func(a args) (any, error) {
			update := sites.SiteSpaceUpdate{Path: new("guides"), Condition: api.Set("visitor.claims.isBetaUser == true"), SpaceID: new("space_1")}
			return a.Sites.SiteSpaces.Update(a.ctx, a.id[0], a.id[1], a.id[2], update, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		body:    `{"path": "guides", "condition": "visitor.claims.isBetaUser == true", "spaceId": "space_1"}`,
		status:  200,
		answer:  "sites/site-space.json",
	},
	{
		op:   "Sites.SiteSpaces.Update",
		name: "null",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SiteSpaceUpdate{Condition: api.Null[string]()}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		body:    `{"condition": null}`,
		status:  200,
		answer:  "sites/site-space-at-root.json",
	},
	{
		op:   "Sites.SiteSpaces.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.SiteSpaces.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SiteSpaceUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		body:    `{}`,
		status:  200,
		answer:  "sites/site-space.json",
	},

	{
		op: "Sites.SiteSpaces.Move",
		call: func(a args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{SiteSpace: "siteSpace_2"}, After: &sites.SiteSpacePointer{SiteSpace: "siteSpace_3"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		body:    `{"position": {"before": {"type": "site-space", "siteSpace": "siteSpace_2"}, "after": {"type": "site-space", "siteSpace": "siteSpace_3"}}}`,
		status:  200,
		answer:  "sites/site-space.json",
	},
	{
		op:   "Sites.SiteSpaces.Move",
		name: "after",
		call: func(a args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{After: &sites.SiteSpacePointer{SiteSpace: "siteSpace_2"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		body:    `{"position": {"after": {"type": "site-space", "siteSpace": "siteSpace_2"}}}`,
		status:  200,
		answer:  "sites/site-space.json",
	},
	{
		op:   "Sites.SiteSpaces.Move",
		name: "before itself",
		call: func(a args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{SiteSpace: "siteSpace/1"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		body:    `{"position": {"before": {"type": "site-space", "siteSpace": "siteSpace/1"}}}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},
	{
		op:      "Sites.SiteSpaces.Move",
		name:    "to the end",
		call:    func(a args) (any, error) { return moveSiteSpace(a, sites.SiteSpacePosition{}) },
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		body:    `{}`,
		status:  200,
		answer:  "sites/site-space.json",
	},
	{
		op:      "Sites.SiteSpaces.Move",
		name:    "to the end, absent",
		call:    func(a args) (any, error) { return moveSiteSpace(a, sites.SiteSpacePosition{}) },
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		body:    `{}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
}

func moveSiteSpace(a args, position sites.SiteSpacePosition) (any, error) {
	return a.Sites.SiteSpaces.Move(a.ctx, a.id[0], a.id[1], a.id[2], sites.SiteSpaceMove{Position: position}, a.opts...)
}
