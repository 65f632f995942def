package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

func pointer(kind sites.StructureItemType, id string) *sites.StructurePointer {
	return &sites.StructurePointer{Type: kind, ID: id}
}

func sortSite(item *sites.StructurePointer, position sites.StructurePosition) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Sites.Structure.Sort(a.ctx, a.id[0], a.id[1], sites.StructureSort{Item: *item, Position: position}, a.opts...)
	}
}

var structureRows = []row{
	{
		op: "Sites.Structure.Sort",
		call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{
			Before: pointer(sites.StructureItemTypeSectionGroup, "group_2"), After: pointer(sites.StructureItemTypeSection, "section_3"),
		}),
		request: "PATCH " + siteRequest + "/structure/sort",
		body: `{"item": {"type": "site-section", "id": "section_1"}, "position": {"before": {"type": "site-section-group", "id": "group_2"},
			"after": {"type": "site-section", "id": "section_3"}}}`,
		status: 200,
		answer: "sites/section.json",
	},
	{
		op:      "Sites.Structure.Sort",
		name:    "site space",
		call:    sortSite(pointer(sites.StructureItemTypeSiteSpace, "siteSpace_1"), sites.StructurePosition{After: pointer(sites.StructureItemTypeSiteSpace, "siteSpace_2")}),
		request: "PATCH " + siteRequest + "/structure/sort",
		body:    `{"item": {"type": "site-space", "id": "siteSpace_1"}, "position": {"after": {"type": "site-space", "id": "siteSpace_2"}}}`,
		status:  200,
		answer:  "sites/site-space.json",
	},
	{
		op:      "Sites.Structure.Sort",
		name:    "section group",
		call:    sortSite(pointer(sites.StructureItemTypeSectionGroup, "group_1"), sites.StructurePosition{Before: pointer(sites.StructureItemTypeSection, "section_3")}),
		request: "PATCH " + siteRequest + "/structure/sort",
		body:    `{"item": {"type": "site-section-group", "id": "group_1"}, "position": {"before": {"type": "site-section", "id": "section_3"}}}`,
		status:  200,
		answer:  "sites/section-group-beyond.json",
	},
	{
		op:      "Sites.Structure.Sort",
		name:    "to the end",
		call:    sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{}),
		request: "PATCH " + siteRequest + "/structure/sort",
		body:    `{"item": {"type": "site-section", "id": "section_1"}, "position": {}}`,
		status:  200,
		answer:  "sites/section.json",
	},
	{
		op:      "Sites.Structure.Sort",
		name:    "after itself",
		call:    sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: pointer(sites.StructureItemTypeSection, "section_1")}),
		request: "PATCH " + siteRequest + "/structure/sort",
		body:    `{"item": {"type": "site-section", "id": "section_1"}, "position": {"after": {"type": "site-section", "id": "section_1"}}}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},
}
