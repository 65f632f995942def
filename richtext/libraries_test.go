package richtext

import (
	"encoding/json"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// libraries are the ways in which a program encodes and decodes types of the SDK.
var libraries = map[string]struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}{
	"encoding/json": {json.Marshal, json.Unmarshal},
	"jsonx":         {jsonx.Marshal, jsonx.Unmarshal},
}
