package richtext

import (
	"encoding/json"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// libraries are the two JSON libraries by which types are encoded and decoded.
var libraries = map[string]struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}{
	"encoding/json": {json.Marshal, json.Unmarshal},
	"jsonx":         {jsonx.Marshal, jsonx.Unmarshal},
}
