package spaces

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Variable is the value of a variable. The API reference defines it as a string, but the service
// may also return numbers and booleans.
type Variable struct {
	// Value is a string, a [json.Number], a bool, or an [api.Raw] for anything else.
	Value any
}

// String returns a string unchanged, and any other value as JSON.
func (v Variable) String() string { return fmt.Sprint(v.Value) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v Variable) MarshalJSON() ([]byte, error) {
	if number, ok := v.Value.(json.Number); ok { // the JSON library would encode it as a string
		return jsonx.Marshal(api.Raw(number))
	}
	return jsonx.Marshal(v.Value)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *Variable) UnmarshalJSON(data []byte) error {
	switch {
	case jsonx.IsString(data):
		var text string
		err := jsonx.Unmarshal(data, &text)
		v.Value = text
		return err
	case string(data) == "true", string(data) == "false":
		v.Value = string(data) == "true"
	case len(data) > 0 && (data[0] == '-' || data[0] >= '0' && data[0] <= '9'):
		v.Value = json.Number(data)
	default:
		v.Value = api.Raw(bytes.Clone(data))
	}
	return nil
}
