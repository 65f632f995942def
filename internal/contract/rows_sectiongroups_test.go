package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var sectionGroupPage = sites.SectionGroupListOptions{Page: "c/2+d=", Limit: 50}

func moveGroup(position sites.StructurePosition) func(a args) (any, error) {
	return func(a args) (any, error) {
		//nolint:staticcheck // deprecated, and still there
		return a.Sites.SectionGroups.Move(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionGroupMove{Position: position}, a.opts...)
	}
}

var sectionGroupRows = []row{
	{
		op: "Sites.SectionGroups.List",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.List(a.ctx, a.id[0], a.id[1], sectionGroupPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Sites.SectionGroups.All(a.ctx, a.id[0], a.id[1], sectionGroupPage, a.opts...),
				a.Sites.SectionGroups.Pages(a.ctx, a.id[0], a.id[1], sectionGroupPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/section-groups?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@sites/section-group.json", "@sites/section-group-beyond.json"]}`,
	},
	{
		op:   "Sites.SectionGroups.List",
		name: "unset, null",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.List(a.ctx, a.id[0], a.id[1], sites.SectionGroupListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		status:  200,
		answer: `{"items": [{"object": "site-section-group", "id": "group_5", "title": "Plain", "sectionGroup": null, "icon": null, "children": null},
			{"object": "site-section-group", "id": "group_6", "title": "Odd", "children": [null, "section_1", {"object": ["site-section"]}]}]}`,
	},

	{
		op: "Sites.SectionGroups.Create",
		call: func(a args) (any, error) {
			group := sites.SectionGroupCreate{Title: "Everything", Icon: api.Set("layer-group"), Sections: []string{"section_1", "section_2"}, Parent: new("group_9")}
			return a.Sites.SectionGroups.Create(a.ctx, a.id[0], a.id[1], group, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		body:    `{"title": "Everything", "icon": "layer-group", "sections": ["section_1", "section_2"], "parent": "group_9"}`,
		status:  201,
		answer:  "sites/section-group.json",
	},
	{
		op:   "Sites.SectionGroups.Create",
		name: "null icon, no sections",
		call: func(a args) (any, error) {
			group := sites.SectionGroupCreate{Title: "Everything", Icon: api.Null[string](), Sections: []string{}}
			return a.Sites.SectionGroups.Create(a.ctx, a.id[0], a.id[1], group, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		body:    `{"title": "Everything", "icon": null, "sections": []}`,
		status:  201,
		answer:  `{"object": "site-section-group", "id": "group_5", "title": "Everything", "children": []}`,
	},
	{
		op:   "Sites.SectionGroups.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Create(a.ctx, a.id[0], a.id[1], sites.SectionGroupCreate{Title: "Everything"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups",
		body:    `{"title": "Everything"}`,
		status:  201,
		answer:  "sites/section-group.json",
	},

	{
		op: "Sites.SectionGroups.Delete",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Sites.SectionGroups.Delete",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Sites.SectionGroups.Update",
		call: func(a args) (any, error) {
			update := sites.SectionGroupUpdate{Title: new("Everything"), Icon: api.Set("layer-group")}
			return a.Sites.SectionGroups.Update(a.ctx, a.id[0], a.id[1], a.id[2], update, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		body:    `{"title": "Everything", "icon": "layer-group"}`,
		status:  200,
		answer:  "sites/section-group.json",
	},
	{
		op:   "Sites.SectionGroups.Update",
		name: "null icon",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionGroupUpdate{Icon: api.Null[string]()}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		body:    `{"icon": null}`,
		status:  200,
		answer:  "sites/section-group-beyond.json",
	},
	{
		op:   "Sites.SectionGroups.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Update(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionGroupUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1",
		body:    `{}`,
		status:  200,
		answer:  "sites/section-group.json",
	},

	{
		op: "Sites.SectionGroups.Add",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Add(a.ctx, a.id[0], a.id[1], a.id[2], sites.SectionGroupAdd{SectionID: "section_2"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/sites/site%2F1/section-groups/siteSectionGroup%2F1/sections",
		body:    `{"sectionId": "section_2"}`,
		status:  201,
		answer:  "sites/section-group.json",
	},

	{
		op: "Sites.SectionGroups.Remove",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Remove(a.ctx, a.id[0], a.id[1], a.id[2], a.id[3], a.opts...)
		},
		request: "DELETE " + siteRequest + "/section-groups/siteSectionGroup%2F1/sections/siteSection%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Sites.SectionGroups.Remove",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Sites.SectionGroups.Remove(a.ctx, a.id[0], a.id[1], a.id[2], a.id[3], a.opts...)
		},
		request: "DELETE " + siteRequest + "/section-groups/siteSectionGroup%2F1/sections/siteSection%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Sites.SectionGroups.Move",
		call: moveGroup(sites.StructurePosition{
			Before: pointer(sites.StructureItemTypeSection, "section_2"), After: pointer(sites.StructureItemTypeSectionGroup, "group_3"),
		}),
		request: "POST " + siteRequest + "/section-groups/siteSectionGroup%2F1/move",
		body:    `{"position": {"before": {"type": "site-section", "id": "section_2"}, "after": {"type": "site-section-group", "id": "group_3"}}}`,
		status:  200,
		answer:  "sites/section-group.json",
	},
	{
		op:      "Sites.SectionGroups.Move",
		name:    "to the end",
		call:    moveGroup(sites.StructurePosition{}),
		request: "POST " + siteRequest + "/section-groups/siteSectionGroup%2F1/move",
		body:    `{}`,
		status:  200,
		answer:  "sites/section-group.json",
	},
}
