package sites

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// StructureService returns and sorts the parts of a site.
//
// Experimental: may change in any minor release; see [api].
type StructureService struct {
	core *transport.Core
}

// Structure contains the parts of a site in order.
//
// Experimental: may change in any minor release; see [api].
type Structure struct {
	Type StructureType `json:"type"`
	// Items contains sections, section groups and external links, or site spaces, depending on
	// Type. Sections and groups contain their own parts in order, too.
	Items []StructureItem `json:"structure" response:"about"`
}

// StructureType is the kind of the parts at the top level of a site.
//
// Experimental: may change in any minor release; see [api].
type StructureType string

// Kinds of the parts at the top level of a site.
const (
	StructureTypeSections   StructureType = "sections"   // sections and section groups
	StructureTypeSiteSpaces StructureType = "siteSpaces" // site spaces, without sections
)

// StructureItem is a part of a site. Exactly one of its fields is set.
//
// Experimental: may change in any minor release; see [api].
type StructureItem struct {
	// SiteSpace is set for a site space.
	SiteSpace *SiteSpace
	// Section is set for a section.
	Section *Section
	// Group is set for a section group.
	Group *SectionGroup
	// ExternalLink is set for a link to another site.
	ExternalLink *ExternalLink
	// Raw is the JSON of a part whose kind this release does not know.
	Raw api.Raw
}

var structureCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(append(sectionGroupBranches(),
		jsonx.Choice(
			"object",
			func(i *StructureItem, data *jsonx.Value) any {
				*i = StructureItem{}
				switch data.Text("object") {
				case objectSiteSpace:
					return jsonx.New(&i.SiteSpace)
				case objectSection:
					return jsonx.New(&i.Section)
				case objectSectionGroup:
					return jsonx.New(&i.Group)
				case objectExternalLink:
					return jsonx.New(&i.ExternalLink)
				default:
					i.Raw = data.Keep()
					return nil
				}
			},
			func(i *StructureItem) any {
				return jsonx.FirstOf(i.SiteSpace, i.Section, i.Group, i.ExternalLink, i.Raw)
			},
		),
	)...)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (i StructureItem) MarshalJSON() ([]byte, error) { return structureCodec.Marshal(&i) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (i *StructureItem) UnmarshalJSON(data []byte) error {
	return structureCodec.Unmarshal(data, i)
}

// StructureGetOptions are the query parameters of [StructureService.Get].
//
// Experimental: may change in any minor release; see [api].
type StructureGetOptions struct {
	ShareKey api.Secret `url:"shareKey,omitempty"` // key of a share link; empty for none
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o StructureGetOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Get returns the parts of a site. Unlike [Service.Published], it does not return the appearance of
// the site. If a share key is set, Get also returns the published URLs of a site with the
// visibility [VisibilityShareLink].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/structure
func (s StructureService) Get(
	ctx context.Context, orgID, siteID string, options StructureGetOptions, opts ...api.CallOption,
) (*Structure, error) {
	return transport.JSON[Structure](
		ctx, s.core, opStructureGet.Path(orgID, siteID).Query(options), opts,
	)
}

// StructureSort is the request body of [StructureService.Sort].
//
// Experimental: may change in any minor release; see [api].
type StructureSort struct {
	Item     StructurePointer  `json:"item"`     // part to move
	Position StructurePosition `json:"position"` // a zero Position is sent as an empty object
}

// StructurePosition is a position before or after another part of a site. Either field can be
// nil.
//
// Experimental: may change in any minor release; see [api].
type StructurePosition struct {
	Before *StructurePointer `json:"before,omitzero"`
	After  *StructurePointer `json:"after,omitzero"`
}

// StructurePointer identifies a part of a site.
//
// Experimental: may change in any minor release; see [api].
type StructurePointer struct {
	Type StructureItemType `json:"type" check:"required"`
	ID   string            `json:"id" check:"required"`
}

// StructureItemType is the kind of part that a [StructurePointer] identifies.
//
// Experimental: may change in any minor release; see [api].
type StructureItemType string

// Kinds of parts.
const (
	StructureItemTypeSiteSpace    StructureItemType = "site-space"
	StructureItemTypeSection      StructureItemType = "site-section"
	StructureItemTypeSectionGroup StructureItemType = "site-section-group"
	StructureItemTypeExternalLink StructureItemType = "site-external-link" // only in newer versions of the service
)

// Sort moves a site space, a section, a section group or an external link before or after another
// part of the site, and returns the moved part. If the position is invalid, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort
func (s StructureService) Sort(
	ctx context.Context, orgID, siteID string, sort StructureSort, opts ...api.CallOption,
) (*StructureItem, error) {
	return transport.JSON[StructureItem](
		ctx, s.core, opStructureSort.Path(orgID, siteID).Body(sort), opts,
	)
}
