package spaces

import (
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Variable is the value of a variable. The documents know strings; a service may also have numbers and booleans.
type Variable struct {
	// Value is a string, a [json.Number], a bool, or an [api.Raw] for anything else.
	Value any
}

// String returns a string as it is, and anything else as its JSON.
func (v Variable) String() string { return fmt.Sprint(v.Value) }

// MarshalJSON returns the value.
func (v Variable) MarshalJSON() ([]byte, error) {
	if number, ok := v.Value.(json.Number); ok { // to the JSON library it is a string like any other
		return jsonx.Marshal(api.Raw(number))
	}
	return jsonx.Marshal(v.Value)
}

// UnmarshalJSON reads a value of any type.
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
		v.Value = api.Raw(jsonx.Clone(data))
	}
	return nil
}
