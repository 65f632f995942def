package customization

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Icon is the icon of a site. At most one of its fields is set; none is for an icon that says nothing.
type Icon struct {
	// Icon is an image for each theme.
	Icon *ThemedURL `json:"icon,omitzero"`
	// Emoji is an emoji.
	//
	// Beyond the documents.
	Emoji *string `json:"emoji,omitzero"`
	// Name is the icon where the service gives a string. The documents do not show its values.
	Name *string `json:"-"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ThemedURL is an address for each theme.
type ThemedURL struct {
	Light string `json:"light"`
	Dark  string `json:"dark"`
}

type plainIcon Icon

var iconCodec = jsonx.Leaf(func(i *Icon) *plainIcon { return (*plainIcon)(i) })

// MarshalJSON returns the icon with all it was read with.
func (i Icon) MarshalJSON() ([]byte, error) {
	if i.Name != nil {
		return jsonx.Marshal(*i.Name)
	}
	return iconCodec.Marshal(&i)
}

// UnmarshalJSON reads an object or a string and keeps what it does not know.
func (i *Icon) UnmarshalJSON(data []byte) error {
	if jsonx.IsString(data) {
		*i = Icon{Name: new(string)}
		return jsonx.Unmarshal(data, i.Name)
	}
	return iconCodec.Unmarshal(data, i)
}
