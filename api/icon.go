package api

import "github.com/publishing-platform/publishing-go/internal/jsonx"

// Icon is the icon of a site. At most one of its fields is set. A zero Icon means that the site has
// no icon.
type Icon struct {
	// Icon contains the URLs of the icon's images.
	Icon *ThemedURL `json:"icon,omitzero"`
	// Emoji is the emoji that is used as the icon.
	//
	// Experimental: may change in any minor release; see the package comment.
	Emoji *string `json:"emoji,omitzero" check:"len=..50"`
	// Name is the name of the icon if the service sent a string instead of an object. The API
	// reference does not list the names.
	Name *string `json:"-"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// Validate checks that at most one of Icon and Emoji is set.
func (i Icon) Validate() error {
	if i.Icon == nil || i.Emoji == nil {
		return nil
	}
	return &ValidationError{Field: "icon", Rule: "at most one of icon, emoji", Value: "icon and emoji"}
}

// ThemedURL contains the URLs of an image for light mode and for dark mode.
type ThemedURL struct {
	Light string `json:"light" check:"required,len=..2048"`
	Dark  string `json:"dark" check:"required,len=..2048"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

type (
	plainIcon      Icon
	plainThemedURL ThemedURL
)

var (
	iconCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(i *Icon) *plainIcon { return (*plainIcon)(i) }, &themedURLCodec)
	}}
	themedURLCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(u *ThemedURL) *plainThemedURL { return (*plainThemedURL)(u) })
	}}
)

// MarshalJSON encodes the icon as a string if Name is set, and otherwise as an object.
func (i Icon) MarshalJSON() ([]byte, error) {
	if i.Name != nil {
		return jsonx.Marshal(*i.Name)
	}
	return iconCodec.Marshal(&i)
}

// UnmarshalJSON decodes a string into Name, and an object into the other fields.
func (i *Icon) UnmarshalJSON(data []byte) error {
	if jsonx.IsString(data) {
		*i = Icon{Name: new(string)}
		return jsonx.Unmarshal(data, i.Name)
	}
	return iconCodec.Unmarshal(data, i)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (u ThemedURL) MarshalJSON() ([]byte, error) { return themedURLCodec.Marshal(&u) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (u *ThemedURL) UnmarshalJSON(data []byte) error { return themedURLCodec.Unmarshal(data, u) }
