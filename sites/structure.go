package sites

import (
	"context"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// StructureService is reached as the Structure field of [Service].
//
// Beyond the documents.
type StructureService struct {
	core *transport.Core
}

// Structure is what a published site is made of, in order.
//
// Beyond the documents.
type Structure struct {
	Type StructureType `json:"type"`
	// Items are sections and section groups, or site spaces, as Type says. What is in them is in order too.
	Items []StructureItem `json:"structure"`
}

// StructureType says what a site is made of. The service may know more values than the constants.
//
// Beyond the documents.
type StructureType string

const (
	// StructureTypeSections is a site of sections and section groups.
	//
	// Beyond the documents.
	StructureTypeSections StructureType = "sections"
	// StructureTypeSiteSpaces is a site without sections.
	//
	// Beyond the documents.
	StructureTypeSiteSpaces StructureType = "siteSpaces"
)

// StructureItem is a part of a site. Exactly one of its fields is set.
//
// Beyond the documents.
type StructureItem struct {
	// SiteSpace is a part that is a site space.
	SiteSpace *SiteSpace
	// Section is a part that is a section.
	Section *Section
	// Group is a part that is a section group.
	Group *SectionGroup
	// Raw is a part of a kind this release does not know, as it came.
	Raw api.Raw
}

var structureCodec = jsonx.NewCodec(append(slices.Clone(sectionGroupBranches),
	jsonx.Choice(
		func(i *StructureItem, data []byte) any {
			*i = StructureItem{}
			switch jsonx.Text(data, "object") {
			case objectSiteSpace:
				i.SiteSpace = new(SiteSpace)
				return i.SiteSpace
			case objectSection:
				i.Section = new(Section)
				return i.Section
			case objectSectionGroup:
				i.Group = new(SectionGroup)
				return i.Group
			default:
				i.Raw = jsonx.Clone(data)
				return nil
			}
		},
		func(i *StructureItem) any {
			switch {
			case i.SiteSpace != nil:
				return i.SiteSpace
			case i.Section != nil:
				return i.Section
			case i.Group != nil:
				return i.Group
			default:
				return i.Raw
			}
		},
	),
)...)

// MarshalJSON returns the part that is set, null for none.
func (i StructureItem) MarshalJSON() ([]byte, error) { return structureCodec.Marshal(&i) }

// UnmarshalJSON tells the kinds apart by their object.
func (i *StructureItem) UnmarshalJSON(data []byte) error { return structureCodec.Unmarshal(data, i) }

// StructureSort is the body of [StructureService.Sort].
//
// Beyond the documents.
type StructureSort struct {
	Item     StructurePointer  `json:"item"`     // what is moved
	Position StructurePosition `json:"position"` // sent as an empty object if it is zero
}

// StructurePosition is a place beside another part of a site. Either field may be left out.
//
// Beyond the documents.
type StructurePosition struct {
	Before *StructurePointer `json:"before,omitzero"`
	After  *StructurePointer `json:"after,omitzero"`
}

// StructurePointer names a part of a site.
//
// Beyond the documents.
type StructurePointer struct {
	Type StructureItemType `json:"type" check:"required"`
	ID   string            `json:"id" check:"required"`
}

// StructureItemType is a kind of part of a site. The service may know more values than the constants.
//
// Beyond the documents.
type StructureItemType string

const (
	// StructureItemTypeSiteSpace is a site space.
	//
	// Beyond the documents.
	StructureItemTypeSiteSpace StructureItemType = objectSiteSpace
	// StructureItemTypeSection is a section.
	//
	// Beyond the documents.
	StructureItemTypeSection StructureItemType = objectSection
	// StructureItemTypeSectionGroup is a section group.
	//
	// Beyond the documents.
	StructureItemTypeSectionGroup StructureItemType = objectSectionGroup
)

// Sort puts a site space, a section or a section group before or after another one and returns what was moved. A position that cannot be is
// an error matching [api.ErrBadRequest], a site or an item that does not exist one matching [api.ErrNotFound]. Not resent: see
// [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort
func (s StructureService) Sort(ctx context.Context, orgID, siteID string, sort StructureSort, opts ...api.CallOption) (*StructureItem, error) {
	return transport.JSON[StructureItem](ctx, s.core, opStructureSort.Path(orgID, siteID).Body(sort), opts)
}
