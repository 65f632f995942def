package sites

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// SectionGroupChild is a child of a section group. Exactly one of its fields is set.
type SectionGroupChild struct {
	// Section is a child that is a section.
	Section *Section
	// Group is a child that is a group with children of its own.
	//
	// Beyond the documents.
	Group *SectionGroup
	// Raw is a child of a kind this release does not know, as it came.
	Raw api.Raw
}

// The objects of the parts of a site.
const (
	objectSite         = "site"
	objectSiteSpace    = "site-space"
	objectSection      = "site-section"
	objectSectionGroup = "site-section-group"
)

type plainSectionGroup SectionGroup

var sectionGroupBranches = []jsonx.Branch{
	jsonx.Tree(func(g *SectionGroup) *plainSectionGroup { return (*plainSectionGroup)(g) }),
	jsonx.Choice(
		func(c *SectionGroupChild, data []byte) any {
			*c = SectionGroupChild{}
			kind := struct {
				Object string `json:"object"`
			}{objectSection}
			if err := jsonx.Unmarshal(data, &kind); err != nil || jsonx.IsNull(data) {
				kind.Object = "" // what is no object, or has a kind that is no text, is not known either
			}
			switch kind.Object {
			case objectSection:
				c.Section = new(Section)
				return c.Section
			case objectSectionGroup:
				c.Group = new(SectionGroup)
				return c.Group
			default:
				c.Raw = jsonx.Clone(data)
				return nil
			}
		},
		func(c *SectionGroupChild) any {
			switch {
			case c.Section != nil:
				return c.Section
			case c.Group != nil:
				return c.Group
			default:
				return c.Raw
			}
		},
	),
}

var sectionGroupCodec = jsonx.NewCodec(sectionGroupBranches...)

// MarshalJSON returns the group with its children.
func (g SectionGroup) MarshalJSON() ([]byte, error) { return sectionGroupCodec.Marshal(&g) }

// UnmarshalJSON reads the group and its children.
func (g *SectionGroup) UnmarshalJSON(data []byte) error { return sectionGroupCodec.Unmarshal(data, g) }

// MarshalJSON returns the child that is set, null for none.
func (c SectionGroupChild) MarshalJSON() ([]byte, error) { return sectionGroupCodec.Marshal(&c) }

// UnmarshalJSON tells the kinds apart by their object. A child that does not say what it is, is a section.
func (c *SectionGroupChild) UnmarshalJSON(data []byte) error {
	return sectionGroupCodec.Unmarshal(data, c)
}
