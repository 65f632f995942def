package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var sectionPage = sites.SectionListOptions{Page: "c/2+d=", Limit: 50, ShareKey: "key 1"}

var sectionRows = []row{
	{
		op: "Sites.Sections.List",
		call: func(a args) (any, error) {
			return a.Sites.Sections.List(a.ctx, a.id[0], a.id[1], sectionPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Sites.Sections.All(a.ctx, a.id[0], a.id[1], sectionPage, a.opts...), a.Sites.Sections.Pages(a.ctx, a.id[0], a.id[1], sectionPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/sections?limit=50&page=c%2F2%2Bd%3D&shareKey=key+1",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@sites/section.json", "@sites/section-bare.json"]}`,
	},
	{
		op:   "Sites.Sections.List",
		name: "unset, null",
		call: func(a args) (any, error) {
			return a.Sites.Sections.List(a.ctx, a.id[0], a.id[1], sites.SectionListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/sections",
		status:  200,
		answer: `{"next": null, "items": [{"object": "site-section", "id": "section_3", "title": "Notes", "description": null, "default": true, "path": "notes",
			"condition": null, "sectionGroup": null, "siteSpaces": null, "urls": {"published": "https://docs.acme.example.com/notes"}, "icon": null}]}`,
	},

	{
		op: "Sites.Sections.Create",
		call: func(a args) (any, error) {
			section := sites.SectionCreate{SpaceID: "space_1", Title: api.Set("Product"), Icon: api.Set("book-open")}
			return a.Sites.Sections.Create(a.ctx, a.id[0], a.id[1], section, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections",
		body:    `{"spaceId": "space_1", "title": "Product", "icon": "book-open"}`,
		status:  201,
		answer:  "sites/section.json",
	},
	{
		op:   "Sites.Sections.Create",
		name: "null",
		call: func(a args) (any, error) {
			section := sites.SectionCreate{SpaceID: "space_1", Title: api.Null[string](), Icon: api.Null[string]()}
			return a.Sites.Sections.Create(a.ctx, a.id[0], a.id[1], section, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections",
		body:    `{"spaceId": "space_1", "title": null, "icon": null}`,
		status:  201,
		answer:  "sites/section-bare.json",
	},
	{
		op:   "Sites.Sections.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.Sections.Create(a.ctx, a.id[0], a.id[1], sites.SectionCreate{SpaceID: "space_1"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections",
		body:    `{"spaceId": "space_1"}`,
		status:  201,
		answer:  "sites/section-bare.json",
	},

	{
		op: "Sites.Sections.Delete",
		call: func(a args) (any, error) {
			return a.Sites.Sections.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Sites.Sections.Delete",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Sites.Sections.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Sites.Sections.Update",
		call: func(a args) (any, error) {
			return a.Sites.Sections.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionUpdate{
				Title:            new("Product"),
				Path:             new("product"),
				DefaultSiteSpace: new("siteSpace_1"),
				Condition:        api.Set("visitor.claims.isBetaUser == true"),
				Icon:             api.Set("book-open"),
				Description:      api.Set("How the product works"),
			}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		body: `{"title": "Product", "path": "product", "defaultSiteSpace": "siteSpace_1", "condition": "visitor.claims.isBetaUser == true",
			"icon": "book-open", "description": "How the product works"}`,
		status: 200,
		answer: "sites/section.json",
	},
	{
		op:   "Sites.Sections.Update",
		name: "null",
		call: func(a args) (any, error) {
			update := sites.SectionUpdate{Condition: api.Null[string](), Icon: api.Null[string](), Description: api.Null[string]()}
			return a.Sites.Sections.Update(a.ctx, a.id[0], a.id[1], a.id[2], update, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		body:    `{"condition": null, "icon": null, "description": null}`,
		status:  200,
		answer:  "sites/section-bare.json",
	},
	{
		op:   "Sites.Sections.Update",
		name: "empty",
		call: func(a args) (any, error) {
			update := sites.SectionUpdate{Condition: api.Set(""), Icon: api.Set(""), Description: api.Set("")}
			return a.Sites.Sections.Update(a.ctx, a.id[0], a.id[1], a.id[2], update, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		body:    `{"condition": "", "icon": "", "description": ""}`,
		status:  200,
		answer: `{"object": "site-section", "id": "section_3", "title": "Notes", "description": "", "default": false, "path": "notes", "condition": "",
			"siteSpaces": [], "urls": {"published": "https://docs.acme.example.com/notes"}, "icon": ""}`,
	},
	{
		op:   "Sites.Sections.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.Sections.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		body:    `{}`,
		status:  200,
		answer:  "sites/section.json",
	},

	{
		op: "Sites.Sections.Move",
		call: func(a args) (any, error) {
			return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{SiteSection: "section_2"}, After: &sites.SectionPointer{SiteSection: "section_3"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		body:    `{"position": {"before": {"type": "site-section", "siteSection": "section_2"}, "after": {"type": "site-section", "siteSection": "section_3"}}}`,
		status:  200,
		answer:  "sites/section.json",
	},
	{
		op:   "Sites.Sections.Move",
		name: "before",
		call: func(a args) (any, error) {
			return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{SiteSection: "section_2"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		body:    `{"position": {"before": {"type": "site-section", "siteSection": "section_2"}}}`,
		status:  200,
		answer:  "sites/section-bare.json",
	},
	{
		op:   "Sites.Sections.Move",
		name: "after itself",
		call: func(a args) (any, error) {
			return moveSection(a, sites.SectionPosition{After: &sites.SectionPointer{SiteSection: "siteSection/1"}})
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		body:    `{"position": {"after": {"type": "site-section", "siteSection": "siteSection/1"}}}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},
	{
		op:      "Sites.Sections.Move",
		name:    "to the end",
		call:    func(a args) (any, error) { return moveSection(a, sites.SectionPosition{}) },
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		body:    `{}`,
		status:  200,
		answer:  "sites/section.json",
	},
	{
		op:      "Sites.Sections.Move",
		name:    "to the end, absent",
		call:    func(a args) (any, error) { return moveSection(a, sites.SectionPosition{}) },
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		body:    `{}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
}

func moveSection(a args, position sites.SectionPosition) (any, error) {
	move := sites.SectionMove{Position: position}
	return a.Sites.Sections.Move(a.ctx, a.id[0], a.id[1], a.id[2], move, a.opts...) //nolint:staticcheck // deprecated, and still in the documents
}
