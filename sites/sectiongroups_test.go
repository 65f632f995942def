package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var sectionGroupPage = sites.SectionGroupListOptions{Cursor: "c/2+d=", Limit: 50}

func moveGroup(position sites.StructurePosition) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.SectionGroups.Move(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupMove{Position: position}, a.Opts...)
	}
}

var sectionGroupRows = []contract.Row{
	{
		Op: "Sites.SectionGroups.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.List(a.Ctx, a.ID[0], a.ID[1], sectionGroupPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.SectionGroups.All(a.Ctx, a.ID[0], a.ID[1], sectionGroupPage, a.Opts...),
				a.Sites.SectionGroups.ListPages(a.Ctx, a.ID[0], a.ID[1], sectionGroupPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/section-groups?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@section-group.json", "@section-group-experimental.json"]}`,
	},
	{
		Op:   "Sites.SectionGroups.List",
		Name: "unset, null",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.List(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupListOptions{}, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		Status:  200,
		Response: `{"items": [{"object": "site-section-group", "id": "group_5", "title": "Plain", "sectionGroup": null, "icon": null, "children": []},
			{"object": "site-section-group", "id": "group_6", "title": "Odd", "children": [null, "section_1", {"object": ["site-section"]}]}]}`,
	},

	{
		Op: "Sites.SectionGroups.Create",
		Call: func(a contract.Args) (any, error) {
			group := sites.SectionGroupCreate{Title: "Everything", Icon: new("layer-group"), Sections: []string{"section_1", "section_2"}, Parent: new("group_9")}
			return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], group, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		Body:     `{"title": "Everything", "icon": "layer-group", "sections": ["section_1", "section_2"], "parent": "group_9"}`,
		Status:   201,
		Response: "section-group.json",
	},
	{
		Op:   "Sites.SectionGroups.Create",
		Name: "no icon, no sections",
		Call: func(a contract.Args) (any, error) {
			group := sites.SectionGroupCreate{Title: "Everything", Sections: []string{}}
			return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], group, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		Body:     `{"title": "Everything", "sections": []}`,
		Status:   201,
		Response: `{"object": "site-section-group", "id": "group_5", "title": "Everything", "children": []}`,
	},

	{
		Op: "Sites.SectionGroups.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Sites.SectionGroups.Update",
		Call: func(a contract.Args) (any, error) {
			update := sites.SectionGroupUpdate{Title: new("Everything"), Icon: api.Set("layer-group"), LocalizedTitle: map[api.Language]string{"de": "Alles"}}
			return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		Body:     `{"title": "Everything", "icon": "layer-group", "localizedTitle": {"de": "Alles"}}`,
		Status:   200,
		Response: "section-group.json",
	},
	{
		Op:   "Sites.SectionGroups.Update",
		Name: "null icon",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupUpdate{Icon: api.Null[string]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		Body:     `{"icon": null}`,
		Status:   200,
		Response: "section-group-experimental.json",
	},

	{
		Op: "Sites.SectionGroups.Sections.Add",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.Sections.Add(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupSectionAdd{SectionID: "section_2"}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1/sections",
		Body:     `{"sectionId": "section_2"}`,
		Status:   201,
		Response: "section-group.json",
	},

	{
		Op: "Sites.SectionGroups.Sections.Remove",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SectionGroups.Sections.Remove(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], a.Opts...)
		},
		Request: "DELETE " + siteRequest + "/section-groups/siteSectionGroup%2F1/sections/siteSection%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Sites.SectionGroups.Move",
		Call: moveGroup(sites.StructurePosition{
			Before: pointer(sites.StructureItemTypeSection, "section_2"), After: pointer(sites.StructureItemTypeSectionGroup, "group_3"),
		}),
		Request:  "POST " + siteRequest + "/section-groups/siteSectionGroup%2F1/move",
		Body:     `{"position": {"before": {"type": "site-section", "id": "section_2"}, "after": {"type": "site-section-group", "id": "group_3"}}}`,
		Status:   200,
		Response: "section-group.json",
	},
	{
		Op:       "Sites.SectionGroups.Move",
		Name:     "to the end",
		Call:     moveGroup(sites.StructurePosition{}),
		Request:  "POST " + siteRequest + "/section-groups/siteSectionGroup%2F1/move",
		Body:     `{}`,
		Status:   200,
		Response: "section-group.json",
	},
}
