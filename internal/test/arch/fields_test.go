package arch

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// core contains the packages of the request core.
var core = []string{
	"internal/call", "internal/check", "internal/jsonx", "internal/op", "internal/paging",
	"internal/redact", "internal/transport",
}

const maxFields = 15

// fewFields rejects large structs in the request core. What belongs together is a struct of its
// own, with a name that explains it.
func fewFields(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !slices.Contains(core, p.dir) {
			continue
		}
		for _, f := range p.sources() {
			ast.Inspect(f.File, func(node ast.Node) bool {
				spec, isType := node.(*ast.TypeSpec)
				if !isType {
					return true
				}
				if s, isStruct := spec.Type.(*ast.StructType); isStruct {
					n := 0
					for _, field := range s.Fields.List {
						n += max(1, len(field.Names)) // an embedded field has no name
					}
					if n > maxFields {
						found.add(node, "%s: want at most %d fields, got %d", spec.Name.Name, maxFields, n)
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestTypesOfTheCoreHaveFewFields(t *testing.T) {
	t.Parallel()
	holds(t, fewFields)
}

func TestFewFieldsDetectsLargeStructs(t *testing.T) {
	t.Parallel()
	names := make([]string, maxFields)
	for i := range names {
		names[i] = fmt.Sprint("f", i)
	}
	full := "package a\ntype a struct { " + strings.Join(names, ", ") + " int }"
	tooLarge := strings.Replace(full, "}", "; error }", 1)
	detects(t, fewFields, []sample{
		{"as many as allowed", map[string]string{"internal/transport/a.go": full}, nil},
		{"one more, embedded", map[string]string{"internal/jsonx/a.go": tooLarge}, []string{"internal/jsonx/a.go:2: a: want at most 15 fields, got 16"}},
		{"in a test", map[string]string{"internal/op/a_test.go": tooLarge}, nil},
		{"outside of the core", map[string]string{"sites/a.go": tooLarge}, nil},
	})
}
