package api

import "github.com/publishing-platform/publishing-go/internal/jsonx"

// A FontFace is a font in one weight.
type FontFace struct {
	Weight  int64        `json:"weight" check:"required,range=1..1000"`
	Sources []FontSource `json:"sources" check:"required,items=1.."`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// A FontSource is a file that contains a font.
type FontSource struct {
	URL    string      `json:"url" check:"required,len=..2048"`
	Format *FontFormat `json:"format,omitzero"` // nil if unknown
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// A FontFormat is the format of a font file.
type FontFormat string

// FontFormatWOFF2 is WOFF 2.0.
const FontFormatWOFF2 FontFormat = "woff2"

// FontFormatWOFF is WOFF 1.0.
//
// Experimental: may change in any minor release; see the package comment.
const FontFormatWOFF FontFormat = "woff"

type (
	plainFontFace   FontFace
	plainFontSource FontSource
)

var (
	fontFaceCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(f *FontFace) *plainFontFace { return (*plainFontFace)(f) }, &fontSourceCodec)
	}}
	fontSourceCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(s *FontSource) *plainFontSource { return (*plainFontSource)(s) })
	}}
)

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f FontFace) MarshalJSON() ([]byte, error) { return fontFaceCodec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *FontFace) UnmarshalJSON(data []byte) error { return fontFaceCodec.Unmarshal(data, f) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s FontSource) MarshalJSON() ([]byte, error) { return fontSourceCodec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *FontSource) UnmarshalJSON(data []byte) error { return fontSourceCodec.Unmarshal(data, s) }
