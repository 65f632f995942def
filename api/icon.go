package api

import "github.com/publishing-platform/publishing-go/internal/jsonx"

// Icon is the icon of a site. At most one of its fields is set. A zero Icon is a site without an
// icon.
type Icon struct {
	// Icon contains the images.
	Icon *ThemedURL `json:"icon,omitzero"`
	// Emoji is an emoji.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Emoji *string `json:"emoji,omitzero"`
	// Name is the icon if the service returns a string. The API reference does not list its values.
	Name *string `json:"-"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// ThemedURL contains the addresses of an image for the light and for the dark mode.
type ThemedURL struct {
	Light string `json:"light"`
	Dark  string `json:"dark"`
}

type plainIcon Icon

var iconCodec = jsonx.Leaf(func(i *Icon) *plainIcon { return (*plainIcon)(i) })

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (i Icon) MarshalJSON() ([]byte, error) {
	if i.Name != nil {
		return jsonx.Marshal(*i.Name)
	}
	return iconCodec.Marshal(&i)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (i *Icon) UnmarshalJSON(data []byte) error {
	if jsonx.IsString(data) {
		*i = Icon{Name: new(string)}
		return jsonx.Unmarshal(data, i.Name)
	}
	return iconCodec.Unmarshal(data, i)
}
