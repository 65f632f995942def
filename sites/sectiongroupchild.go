package sites

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// SectionGroupChild is a child of a section group. Exactly one of its fields is set. A child
// without an "object" field in its JSON is a section.
type SectionGroupChild struct {
	// Section is set for a section.
	Section *Section
	// Group is set for a group, which has its own children.
	//
	// Experimental: may change in any minor release; see [api].
	Group *SectionGroup
	// ExternalLink is set for a link to another site.
	//
	// Experimental: may change in any minor release; see [api].
	ExternalLink *ExternalLink
	// Raw is the JSON of a child whose kind this release does not know.
	Raw api.Raw
}

// Values of the object field of a site and its parts.
const (
	objectSite         = "site"
	objectSiteSpace    = "site-space"
	objectSection      = "site-section"
	objectSectionGroup = "site-section-group"
	objectExternalLink = "site-external-link"
)

type plainSectionGroup SectionGroup

func sectionGroupBranches() []jsonx.Branch {
	return []jsonx.Branch{
		jsonx.Tree(func(g *SectionGroup) *plainSectionGroup { return (*plainSectionGroup)(g) }),
		jsonx.Choice(
			"",
			func(c *SectionGroupChild, data *jsonx.Value) any {
				*c = SectionGroupChild{}
				kind := data.Text("object")
				if data.IsObject() && !data.Has("object") {
					kind = objectSection
				}
				switch kind {
				case objectSection:
					return jsonx.New(&c.Section)
				case objectSectionGroup:
					return jsonx.New(&c.Group)
				case objectExternalLink:
					return jsonx.New(&c.ExternalLink)
				default:
					c.Raw = data.Keep()
					return nil
				}
			},
			func(c *SectionGroupChild) any { return jsonx.FirstOf(c.Section, c.Group, c.ExternalLink, c.Raw) },
		),
	}
}

var sectionGroupCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(sectionGroupBranches()...)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (g SectionGroup) MarshalJSON() ([]byte, error) { return sectionGroupCodec.Marshal(&g) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (g *SectionGroup) UnmarshalJSON(data []byte) error {
	return sectionGroupCodec.Unmarshal(data, g)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c SectionGroupChild) MarshalJSON() ([]byte, error) { return sectionGroupCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface. A child without an "object"
// field in its JSON is a section.
func (c *SectionGroupChild) UnmarshalJSON(data []byte) error {
	return sectionGroupCodec.Unmarshal(data, c)
}
