package api

import (
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Raw is JSON kept as it came, for values whose shape the documents leave open and for variants this release does not know. It is
// sent back unchanged. A nil Raw is absent.
type Raw []byte

// Decode decodes the JSON into v. A nil Raw leaves v as it is and is an error.
func (r Raw) Decode(v any) error {
	if r == nil {
		return fmt.Errorf("decode raw JSON: there is none")
	}
	if err := jsonx.Unmarshal(r, v); err != nil {
		return fmt.Errorf("decode raw JSON: %w", err)
	}
	return nil
}

// String returns the JSON text.
func (r Raw) String() string { return string(r) }

// MarshalJSON returns the JSON as it came, null for a nil Raw.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps a copy of data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = jsonx.Clone(data)
	return nil
}
