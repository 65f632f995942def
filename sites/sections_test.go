package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var sectionPage = sites.SectionListOptions{Cursor: "c/2+d=", Limit: 50, ShareKey: api.NewSecret("key 1")}

var sectionRows = []contract.Row{
	{
		Op: "Sites.Sections.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Sections.List(a.Ctx, a.ID[0], a.ID[1], sectionPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.Sections.All(a.Ctx, a.ID[0], a.ID[1], sectionPage, a.Opts...), a.Sites.Sections.ListPages(a.Ctx, a.ID[0], a.ID[1], sectionPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/sections?limit=50&page=c%2F2%2Bd%3D&shareKey=key+1",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@section.json", "@section-bare.json"]}`,
	},
	{
		Op:   "Sites.Sections.List",
		Name: "unset, null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Sections.List(a.Ctx, a.ID[0], a.ID[1], sites.SectionListOptions{}, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/sections",
		Status:  200,
		Response: `{"next": null, "items": [{"object": "site-section", "id": "section_3", "title": "Notes", "description": null, "default": true, "path": "notes",
			"condition": null, "sectionGroup": null, "siteSpaces": [], "urls": {"published": "https://docs.acme.example.com/notes"}, "icon": null}]}`,
	},

	{
		Op: "Sites.Sections.Create",
		Call: func(a contract.Args) (any, error) {
			section := sites.SectionCreate{SpaceID: api.Set("space_1"), Title: new("Product"), Icon: new("book-open")}
			return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], section, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/sections",
		Body:     `{"spaceId": "space_1", "title": "Product", "icon": "book-open"}`,
		Status:   201,
		Response: "section.json",
	},
	{
		Op:   "Sites.Sections.Create",
		Name: "of a space alone",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{SpaceID: api.Set("space_1")}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/sections",
		Body:     `{"spaceId": "space_1"}`,
		Status:   201,
		Response: "section-bare.json",
	},

	{
		Op: "Sites.Sections.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Sections.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Sites.Sections.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{
				Title:            new("Product"),
				Path:             new("product"),
				DefaultSiteSpace: new("siteSpace_1"),
				Condition:        api.Set("visitor.claims.isBetaUser == true"),
				Icon:             api.Set("book-open"),
				Description:      api.Set("How the product works"),

				LocalizedTitle:       map[api.Language]string{"de": "Produkt"},
				LocalizedDescription: map[api.Language]string{"de": "Wie es geht"},
			}, a.Opts...)
		},
		Request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		Body: `{"title": "Product", "path": "product", "defaultSiteSpace": "siteSpace_1", "condition": "visitor.claims.isBetaUser == true",
			"icon": "book-open", "description": "How the product works",
			"localizedTitle": {"de": "Produkt"}, "localizedDescription": {"de": "Wie es geht"}}`,
		Status:   200,
		Response: "section.json",
	},
	{
		Op:   "Sites.Sections.Update",
		Name: "null",
		Call: func(a contract.Args) (any, error) {
			update := sites.SectionUpdate{Condition: api.Null[string](), Icon: api.Null[string](), Description: api.Null[string]()}
			return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		Body:     `{"condition": null, "icon": null, "description": null}`,
		Status:   200,
		Response: "section-bare.json",
	},
	{
		Op:   "Sites.Sections.Update",
		Name: "empty",
		Call: func(a contract.Args) (any, error) {
			update := sites.SectionUpdate{Condition: api.Set(""), Icon: api.Set(""), Description: api.Set("")}
			return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
		},
		Request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1",
		Body:    `{"condition": "", "icon": "", "description": ""}`,
		Status:  200,
		Response: `{"object": "site-section", "id": "section_3", "title": "Notes", "description": "", "default": false, "path": "notes", "condition": "",
			"siteSpaces": [], "urls": {"published": "https://docs.acme.example.com/notes"}, "icon": ""}`,
	},

	{
		Op: "Sites.Sections.Move",
		Call: func(a contract.Args) (any, error) {
			return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{SiteSection: "section_2"}, After: &sites.SectionPointer{SiteSection: "section_3"}})
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		Body:     `{"position": {"before": {"type": "site-section", "siteSection": "section_2"}, "after": {"type": "site-section", "siteSection": "section_3"}}}`,
		Status:   200,
		Response: "section.json",
	},
	{
		Op:   "Sites.Sections.Move",
		Name: "before",
		Call: func(a contract.Args) (any, error) {
			return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{SiteSection: "section_2"}})
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		Body:     `{"position": {"before": {"type": "site-section", "siteSection": "section_2"}}}`,
		Status:   200,
		Response: "section-bare.json",
	},
	{
		Op:   "Sites.Sections.Move",
		Name: "after itself",
		Call: func(a contract.Args) (any, error) {
			return moveSection(a, sites.SectionPosition{After: &sites.SectionPointer{SiteSection: "siteSection/1"}})
		},
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		Body:    `{"position": {"after": {"type": "site-section", "siteSection": "siteSection/1"}}}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},
	{
		Op:       "Sites.Sections.Move",
		Name:     "to the end",
		Call:     func(a contract.Args) (any, error) { return moveSection(a, sites.SectionPosition{}) },
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		Body:     `{}`,
		Status:   200,
		Response: "section.json",
	},
	{
		Op:      "Sites.Sections.Move",
		Name:    "to the end, absent",
		Call:    func(a contract.Args) (any, error) { return moveSection(a, sites.SectionPosition{}) },
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/sections/siteSection%2F1/move",
		Body:    `{}`,
		Status:  404,
		Err:     api.ErrNotFound,
	},
}

func moveSection(a contract.Args, position sites.SectionPosition) (any, error) {
	move := sites.SectionMove{Position: position}
	return a.Sites.Sections.Move(a.Ctx, a.ID[0], a.ID[1], a.ID[2], move, a.Opts...)
}
