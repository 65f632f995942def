package api

// FontFace is a font in one weight.
type FontFace struct {
	Weight  int64        `json:"weight"`
	Sources []FontSource `json:"sources"`
}

// FontSource is a file of a font.
type FontSource struct {
	URL    string      `json:"url"`
	Format *FontFormat `json:"format,omitzero"` // nil when the service does not say
}

// FontFormat is the format of a font file. The service may know more values than the constants.
//
// Beyond the documents.
type FontFormat string

const (
	// FontFormatWOFF2 is WOFF 2.
	FontFormatWOFF2 FontFormat = "woff2"
	// FontFormatWOFF is WOFF.
	//
	// Beyond the documents.
	FontFormatWOFF FontFormat = "woff"
)
