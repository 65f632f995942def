package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbers are the exported types that are numbers, with the reason.
var numbers = map[string]string{
	"sites/insights.AskRating": "the API has the numbers 1 and -1",
}

// enumsAreStrings rejects exported types of the public packages that are numbers. An enum is a
// string: it is readable in a log, and a value that this release does not know is kept.
func enumsAreStrings(t *tree) []string {
	found := problems{tree: t}
	eachPublicType(t, func(p *pkg, spec *ast.TypeSpec) {
		if kind := types.ExprString(spec.Type); isNumber(kind) && numbers[p.dir+"."+spec.Name.Name] == "" {
			found.add(spec, "%s.%s: want a string instead of %s", p.dir, spec.Name.Name, kind)
		}
	})
	return found.list
}

// integersAreAlike requires the integers in exported structs that are sent or received to be int64,
// and Limit, the size of a page in a query, to be int.
func integersAreAlike(t *tree) []string {
	found := problems{tree: t}
	eachPublicType(t, func(p *pkg, spec *ast.TypeSpec) {
		body, ok := spec.Type.(*ast.StructType)
		if !ok {
			return
		}
		for _, field := range body.Fields.List {
			tag := fieldTag(field)
			inQuery, inBody := nameIn(tag, "url"), nameIn(tag, "json")
			isLimit := inQuery == "limit" || strings.HasSuffix(spec.Name.Name, "Options") && hasName(field, "Limit")
			switch {
			case isLimit:
				if kind := types.ExprString(field.Type); kind != "int" || !hasName(field, "Limit") {
					found.add(field, "%s.%s: want Limit int for the size of a page", p.dir, spec.Name.Name)
				}
			case inQuery != "" || inBody != "":
				ast.Inspect(field.Type, func(node ast.Node) bool {
					if name, ok := node.(*ast.Ident); ok && isInteger(name.Name) && name.Name != "int64" {
						found.add(field, "%s.%s: want int64 instead of %s", p.dir, spec.Name.Name, name.Name)
					}
					return true
				})
			}
		}
	})
	return found.list
}

// eachPublicType calls yield with the declaration of each exported type of the public packages.
func eachPublicType(t *tree, yield func(p *pkg, spec *ast.TypeSpec)) {
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		for _, f := range p.sources() {
			for _, decl := range f.Decls {
				group, ok := decl.(*ast.GenDecl)
				if !ok || group.Tok != token.TYPE {
					continue
				}
				for _, spec := range group.Specs {
					if spec := spec.(*ast.TypeSpec); spec.Name.IsExported() {
						yield(p, spec)
					}
				}
			}
		}
	}
}

// isInteger reports whether a type contains whole numbers. A []byte is text.
func isInteger(kind string) bool {
	return slices.Contains(strings.Fields("int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 rune"), kind)
}

func isNumber(kind string) bool { return isInteger(kind) || kind == "float32" || kind == "float64" }

func fieldTag(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	tag, _ := strconv.Unquote(field.Tag.Value)
	return reflect.StructTag(tag)
}

// nameIn returns the name of a field in JSON or in a query, "" if it is not sent.
func nameIn(tag reflect.StructTag, key string) string {
	name, _, _ := strings.Cut(tag.Get(key), ",")
	return strings.TrimPrefix(name, "-")
}

func hasName(field *ast.Field, name string) bool {
	return slices.ContainsFunc(field.Names, func(is *ast.Ident) bool { return is.Name == name })
}

func TestEnumsAreStrings(t *testing.T) {
	t.Parallel()
	holds(t, enumsAreStrings)
	unused := maps.Clone(numbers)
	eachPublicType(ownTree(t), func(p *pkg, spec *ast.TypeSpec) {
		if isNumber(types.ExprString(spec.Type)) {
			delete(unused, p.dir+"."+spec.Name.Name)
		}
	})
	require.Empty(t, unused, "exceptions that are none")
}

func TestIntegersInRequestsAndResponsesAreAlike(t *testing.T) {
	t.Parallel()
	holds(t, integersAreAlike)
}

func TestEnumsAreStringsDetectsNumbers(t *testing.T) {
	t.Parallel()
	with := func(name, source string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\n" + source}, want}
	}
	detects(t, enumsAreStrings, []sample{
		with("a string", "type Mode string"),
		with("a struct, an interface and an alias of one", "type S struct{ N int }\ntype I interface{}\ntype T = S"),
		with("not exported", "type mode int"),
		with("an int", "type Mode int", "a/a.go:2: a.Mode: want a string instead of int"),
		with("in a group", "type (\n\tS string\n\tMode uint8\n)", "a/a.go:4: a.Mode: want a string instead of uint8"),
		with("a float", "type Mode float64", "instead of float64"),
		{"internal", map[string]string{"internal/a/a.go": "package a\ntype Mode int"}, nil},
		{"a test", map[string]string{"a/a_test.go": "package a\ntype Mode int"}, nil},
	})
}

func TestIntegersAreAlikeDetectsOthers(t *testing.T) {
	t.Parallel()
	with := func(name, kind, field string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\ntype " + kind + " struct {\n\t" + field + "\n}"}, want}
	}
	detects(t, integersAreAlike, []sample{
		with("a count", "A", "N *int64 `json:\"n\"`"),
		with("a number with a fraction", "A", "N float64 `json:\"n\"`"),
		with("not sent", "A", "N int `json:\"-\"`"),
		with("without a tag", "A", "N int"),
		with("not exported", "a", "N int `json:\"n\"`"),
		with("int", "A", "N int `json:\"n,omitzero\"`", "a/a.go:3: a.A: want int64 instead of int"),
		with("a list", "A", "N []uint8 `json:\"n\"`", "instead of uint8"),
		with("what may be null", "A", "N api.Nullable[int32] `json:\"n\"`", "instead of int32"),
		with("in a struct", "A", "S struct {\n\t\tN int `json:\"n\"`\n\t} `json:\"s\"`", "instead of int"),
		with("a parameter", "A", "N *int `url:\"n,omitempty\"`", "instead of int"),
		with("a limit", "ListOptions", "Limit int `url:\"limit,omitempty\"`"),
		with("a limit of a body", "A", "Limit *int64 `json:\"limit\"`"),
		with("a limit of another type", "A", "Limit int64 `url:\"limit,omitempty\"`", "want Limit int"),
		with("a limit of another name", "A", "Most int `url:\"limit,omitempty\"`", "want Limit int"),
		with("a limit without a tag", "ListOptions", "Limit *int", "want Limit int"),
	})
}
