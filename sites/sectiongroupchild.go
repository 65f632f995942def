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

// MarshalJSON returns the child that is set, null for none.
func (c SectionGroupChild) MarshalJSON() ([]byte, error) {
	switch {
	case c.Section != nil:
		return jsonx.Marshal(c.Section)
	case c.Group != nil:
		return jsonx.Marshal(c.Group)
	default:
		return c.Raw.MarshalJSON()
	}
}

// UnmarshalJSON tells the kinds apart by their object.
func (c *SectionGroupChild) UnmarshalJSON(data []byte) error {
	*c = SectionGroupChild{}
	var kind struct {
		Object string `json:"object"`
	}
	if err := jsonx.Unmarshal(data, &kind); err != nil {
		return err
	}
	switch kind.Object {
	case "site-section":
		c.Section = new(Section)
		return jsonx.Unmarshal(data, c.Section)
	case "site-section-group":
		c.Group = new(SectionGroup)
		return jsonx.Unmarshal(data, c.Group)
	default:
		return c.Raw.UnmarshalJSON(data)
	}
}
