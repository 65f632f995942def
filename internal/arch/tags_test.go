package arch

import (
	"go/ast"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// noOmitempty rejects json tags with omitempty. With encoding/json, it sends null for an unset
// api.Nullable; with its second version, it drops an explicit null, [] and a pointer to "".
// omitzero does neither. Tests may use it to show the effect in a caller's struct.
func noOmitempty(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.sources() {
			ast.Inspect(f.File, func(node ast.Node) bool {
				if field, ok := node.(*ast.Field); ok && field.Tag != nil {
					tag, _ := strconv.Unquote(field.Tag.Value)
					options := strings.Split(reflect.StructTag(tag).Get("json"), ",")
					if slices.Contains(options[1:], "omitempty") {
						found.add(field, "want omitzero instead of omitempty")
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestJSONTagsHaveNoOmitempty(t *testing.T) {
	t.Parallel()
	holds(t, noOmitempty)
}

func TestNoOmitemptyDetectsOmitempty(t *testing.T) {
	t.Parallel()
	with := func(name, field string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\ntype A struct {\n\t" + field + "\n}"}, want}
	}
	detects(t, noOmitempty, []sample{
		with("omitzero", "B *string `json:\"b,omitzero\"`"),
		with("a query", "B *string `url:\"b,omitempty\"`"),
		with("a field of this name", "B *string `json:\"omitempty\"`"),
		with("omitempty", "B *string `json:\"b,omitempty\"`", "a/a.go:3: want omitzero"),
		with("both", "B *string `url:\"b\" json:\",omitzero,omitempty\"`", "want omitzero"),
		with("in a nested struct", "B struct {\n\tC int `json:\"c,omitempty\"`\n\t}", "a/a.go:4: want omitzero"),
		{"in a test", map[string]string{"a/a_test.go": "package a\ntype A struct {\n\tB int `json:\"b,omitempty\"`\n}"}, nil},
	})
}
