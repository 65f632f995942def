package api

// A FontFace is a font in one weight.
type FontFace struct {
	Weight  int64        `json:"weight"`
	Sources []FontSource `json:"sources"`
}

// A FontSource is a file of a font.
type FontSource struct {
	URL    string      `json:"url"`
	Format *FontFormat `json:"format,omitzero"` // nil if unknown
}

// A FontFormat is the format of a font file.
type FontFormat string

// FontFormatWOFF2 is WOFF 2.0.
const FontFormatWOFF2 FontFormat = "woff2"

// FontFormatWOFF is WOFF 1.0.
//
// Experimental: may change in any release; see docs/sources.md.
const FontFormatWOFF FontFormat = "woff"
