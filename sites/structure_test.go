package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

func pointer(kind sites.StructureItemType, id string) *sites.StructurePointer {
	return &sites.StructurePointer{Type: kind, ID: id}
}

func sortSite(item *sites.StructurePointer, position sites.StructurePosition) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Structure.Sort(a.Ctx, a.ID[0], a.ID[1], sites.StructureSort{Item: *item, Position: position}, a.Opts...)
	}
}

func structure(options sites.StructureGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Structure.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var structureRows = []contract.Row{
	{
		Op:       "Sites.Structure.Get",
		Call:     structure(sites.StructureGetOptions{ShareKey: api.NewSecret("key/1")}),
		Request:  "GET " + siteRequest + "/structure?shareKey=key%2F1",
		Status:   200,
		Response: `{"type": "sections", "structure": ["@section.json", "@section-group.json"]}`,
	},
	{
		Op:       "Sites.Structure.Get",
		Name:     "site spaces",
		Call:     structure(sites.StructureGetOptions{}),
		Request:  "GET " + siteRequest + "/structure",
		Status:   200,
		Response: `{"type": "siteSpaces", "structure": ["@site-space.json"]}`,
	},
	{
		Op:       "Sites.Structure.Get",
		Name:     "unknown",
		Call:     structure(sites.StructureGetOptions{}),
		Request:  "GET " + siteRequest + "/structure",
		Status:   200,
		Response: `{"type": "sections", "structure": [{"object": "external-link", "url": "https://example.com"}]}`,
	},

	{
		Op: "Sites.Structure.Sort",
		Call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{
			Before: pointer(sites.StructureItemTypeSectionGroup, "group_2"), After: pointer(sites.StructureItemTypeSection, "section_3"),
		}),
		Request: "PATCH " + siteRequest + "/structure/sort",
		Body: `{"item": {"type": "site-section", "id": "section_1"}, "position": {"before": {"type": "site-section-group", "id": "group_2"},
			"after": {"type": "site-section", "id": "section_3"}}}`,
		Status:   200,
		Response: "section.json",
	},
	{
		Op:       "Sites.Structure.Sort",
		Name:     "site space",
		Call:     sortSite(pointer(sites.StructureItemTypeSiteSpace, "siteSpace_1"), sites.StructurePosition{After: pointer(sites.StructureItemTypeSiteSpace, "siteSpace_2")}),
		Request:  "PATCH " + siteRequest + "/structure/sort",
		Body:     `{"item": {"type": "site-space", "id": "siteSpace_1"}, "position": {"after": {"type": "site-space", "id": "siteSpace_2"}}}`,
		Status:   200,
		Response: "site-space.json",
	},
	{
		Op:       "Sites.Structure.Sort",
		Name:     "section group",
		Call:     sortSite(pointer(sites.StructureItemTypeSectionGroup, "group_1"), sites.StructurePosition{Before: pointer(sites.StructureItemTypeSection, "section_3")}),
		Request:  "PATCH " + siteRequest + "/structure/sort",
		Body:     `{"item": {"type": "site-section-group", "id": "group_1"}, "position": {"before": {"type": "site-section", "id": "section_3"}}}`,
		Status:   200,
		Response: "section-group-experimental.json",
	},
	{
		Op:       "Sites.Structure.Sort",
		Name:     "to the end",
		Call:     sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{}),
		Request:  "PATCH " + siteRequest + "/structure/sort",
		Body:     `{"item": {"type": "site-section", "id": "section_1"}, "position": {}}`,
		Status:   200,
		Response: "section.json",
	},
	{
		Op:      "Sites.Structure.Sort",
		Name:    "after itself",
		Call:    sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: pointer(sites.StructureItemTypeSection, "section_1")}),
		Request: "PATCH " + siteRequest + "/structure/sort",
		Body:    `{"item": {"type": "site-section", "id": "section_1"}, "position": {"after": {"type": "site-section", "id": "section_1"}}}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}
