package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var siteSpacePage = sites.SiteSpaceListOptions{Cursor: "c/2+d=", Limit: 50, ShareKey: api.NewSecret("key 1"), Default: new(true)}

var siteSpaceRows = []contract.Row{
	{
		Op: "Sites.SiteSpaces.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.List(a.Ctx, a.ID[0], a.ID[1], siteSpacePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.SiteSpaces.All(a.Ctx, a.ID[0], a.ID[1], siteSpacePage, a.Opts...), a.Sites.SiteSpaces.ListPages(a.Ctx, a.ID[0], a.ID[1], siteSpacePage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces?default=true&limit=50&page=c%2F2%2Bd%3D&shareKey=key+1",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@site-space.json", "@site-space-at-root.json"]}`,
	},
	{
		Op:   "Sites.SiteSpaces.List",
		Name: "but the default one",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.List(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceListOptions{Default: new(false)}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces?default=false",
		Status:   200,
		Response: `{"count": 1, "items": ["@site-space-at-root.json"]}`,
	},
	{
		Op:   "Sites.SiteSpaces.List",
		Name: "unset, null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.List(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceListOptions{}, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		Status:  200,
		Response: `{"items": [{"object": "site-space", "id": "siteSpace_3", "path": "notes", "section": null, "space": "@spaces/space-experimental.json", "title": "Notes",
			"default": null, "condition": null, "hasAdvancedCustomizationFeature": null, "urls": {"published": "https://docs.acme.example.com/notes"}}]}`,
	},

	{
		Op: "Sites.SiteSpaces.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Create(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceCreate{SpaceID: api.Set("space_1"), SectionID: new("section_1")}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		Body:     `{"spaceId": "space_1", "sectionId": "section_1"}`,
		Status:   201,
		Response: "site-space.json",
	},
	{
		Op:   "Sites.SiteSpaces.Create",
		Name: "unset, another status",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Create(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceCreate{SpaceID: api.Set("space_3")}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		Body:     `{"spaceId": "space_3"}`,
		Status:   200,
		Response: "site-space-at-root.json",
	},
	{
		Op:   "Sites.SiteSpaces.Create",
		Name: "with a new space",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Create(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceCreate{SpaceID: api.Null[string](), Title: new("Drafts")}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces",
		Body:     `{"spaceId": null, "title": "Drafts"}`,
		Status:   201,
		Response: "site-space-at-root.json",
	},

	{
		Op: "Sites.SiteSpaces.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:   "Sites.SiteSpaces.Delete",
		Name: "another status",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		Status:  200,
		Outcome: api.DeletionUnknown,
	},

	{
		Op: "Sites.SiteSpaces.Update",
		Call: func(a contract.Args) (any, error) {
			update := sites.SiteSpaceUpdate{Path: new("guides"), Condition: api.Set("visitor.claims.isBetaUser == true"), SpaceID: new("space_1")}
			return a.Sites.SiteSpaces.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		Body:     `{"path": "guides", "condition": "visitor.claims.isBetaUser == true", "spaceId": "space_1"}`,
		Status:   200,
		Response: "site-space.json",
	},
	{
		Op:   "Sites.SiteSpaces.Update",
		Name: "null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SiteSpaceUpdate{Condition: api.Null[string]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1",
		Body:     `{"condition": null}`,
		Status:   200,
		Response: "site-space-at-root.json",
	},

	{
		Op: "Sites.SiteSpaces.Move",
		Call: func(a contract.Args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{SiteSpace: "siteSpace_2"}, After: &sites.SiteSpacePointer{SiteSpace: "siteSpace_3"}})
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		Body:     `{"position": {"before": {"type": "site-space", "siteSpace": "siteSpace_2"}, "after": {"type": "site-space", "siteSpace": "siteSpace_3"}}}`,
		Status:   200,
		Response: "site-space.json",
	},
	{
		Op:   "Sites.SiteSpaces.Move",
		Name: "after",
		Call: func(a contract.Args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{After: &sites.SiteSpacePointer{SiteSpace: "siteSpace_2"}})
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		Body:     `{"position": {"after": {"type": "site-space", "siteSpace": "siteSpace_2"}}}`,
		Status:   200,
		Response: "site-space.json",
	},
	{
		Op:   "Sites.SiteSpaces.Move",
		Name: "before itself",
		Call: func(a contract.Args) (any, error) {
			return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{SiteSpace: "siteSpace/1"}})
		},
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		Body:    `{"position": {"before": {"type": "site-space", "siteSpace": "siteSpace/1"}}}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},
	{
		Op:       "Sites.SiteSpaces.Move",
		Name:     "to the end",
		Call:     func(a contract.Args) (any, error) { return moveSiteSpace(a, sites.SiteSpacePosition{}) },
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		Body:     `{}`,
		Status:   200,
		Response: "site-space.json",
	},
	{
		Op:      "Sites.SiteSpaces.Move",
		Name:    "to the end, absent",
		Call:    func(a contract.Args) (any, error) { return moveSiteSpace(a, sites.SiteSpacePosition{}) },
		Request: "POST /v1/orgs/organization%2F1/sites/site%2F1/site-spaces/siteSpace%2F1/move",
		Body:    `{}`,
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op:       "Sites.SiteSpaces.Duplicate",
		Call:     duplicateSiteSpace(sites.SiteSpaceDuplicate{Draft: new(true)}),
		Request:  "POST " + siteSpaceRequest + "/duplicate",
		Body:     `{"draft": true}`,
		Status:   201,
		Response: "site-space.json",
	},
	{
		Op:       "Sites.SiteSpaces.Duplicate",
		Name:     "not a draft",
		Call:     duplicateSiteSpace(sites.SiteSpaceDuplicate{Draft: new(false)}),
		Request:  "POST " + siteSpaceRequest + "/duplicate",
		Body:     `{"draft": false}`,
		Status:   201,
		Response: "site-space-at-root.json",
	},
	{
		Op:       "Sites.SiteSpaces.Duplicate",
		Name:     "unset",
		Call:     duplicateSiteSpace(sites.SiteSpaceDuplicate{}),
		Request:  "POST " + siteSpaceRequest + "/duplicate",
		Body:     `{}`,
		Status:   201,
		Response: "site-space.json",
	},
}

func duplicateSiteSpace(duplicate sites.SiteSpaceDuplicate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.SiteSpaces.Duplicate(a.Ctx, a.ID[0], a.ID[1], a.ID[2], duplicate, a.Opts...)
	}
}

func moveSiteSpace(a contract.Args, position sites.SiteSpacePosition) (any, error) {
	return a.Sites.SiteSpaces.Move(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SiteSpaceMove{Position: position}, a.Opts...)
}
