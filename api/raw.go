package api

import (
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Raw is JSON kept as it came, for values whose shape the documents leave open and for variants this release does not know. It is
// sent back unchanged. An empty Raw is absent.
type Raw []byte

// Decode decodes the JSON into v, as encoding/json does. An empty Raw leaves v as it is and is an error.
func (r Raw) Decode(v any) error {
	if len(r) == 0 {
		return fmt.Errorf("decode raw JSON: there is none")
	}
	if err := jsonx.UnmarshalUser(r, v); err != nil {
		return fmt.Errorf("decode raw JSON: %w", err)
	}
	return nil
}

// String returns the JSON text.
func (r Raw) String() string { return string(r) }

// IsZero tells whether there is no JSON. The omitzero tag relies on it.
func (r Raw) IsZero() bool { return len(r) == 0 }

// MarshalJSON returns the JSON as it came, null for none.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps a copy of data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = jsonx.Clone(data)
	return nil
}
