package api

import (
	"bytes"
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Raw is JSON as the service sent it. The SDK uses it for a value whose form the API reference does
// not specify, and for a variant of a union that this release does not know. A request sends a Raw
// back unchanged. An empty Raw means that the value is absent.
type Raw []byte

// Decode decodes the JSON into v as encoding/json does. If r is empty, it returns an error and
// leaves v unchanged.
func (r Raw) Decode(v any) error {
	if len(r) == 0 {
		return fmt.Errorf("decode raw JSON: it is empty")
	}
	if err := jsonx.UnmarshalUser(r, v); err != nil {
		return fmt.Errorf("decode raw JSON: %w", err)
	}
	return nil
}

// String returns the JSON text.
func (r Raw) String() string { return string(r) }

// IsZero reports whether r is empty. The omitzero option of encoding/json calls it.
func (r Raw) IsZero() bool { return len(r) == 0 }

// MarshalJSON returns r, or null if r is empty.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON sets r to a copy of data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = bytes.Clone(data)
	return nil
}
