package arch

import (
	"fmt"
	"go/ast"
	"go/token"
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

// responseWords are the words of a response tag. The doc of internal/test/contract describes them.
var responseWords = []string{"required", "optional", "if", "id", "empty", "about"}

// responseTags rejects response tags with other words, and those on what no caller sees.
func responseTags(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.sources() {
			seen := map[*ast.Field]bool{}
			for _, field := range exportedFields(f.File) {
				seen[field] = true
			}
			ast.Inspect(f.File, func(node ast.Node) bool {
				field, ok := node.(*ast.Field)
				if !ok || field.Tag == nil {
					return true
				}
				tag, _ := strconv.Unquote(field.Tag.Value)
				words, there := reflect.StructTag(tag).Lookup("response")
				switch {
				case !there:
				case !seen[field] || reflect.StructTag(tag).Get("json") == "":
					found.add(field, "want the response tag on an exported field in JSON of an exported type")
				default:
					for word := range strings.SplitSeq(words, ",") {
						if word, _, _ = strings.Cut(word, "="); !slices.Contains(responseWords, word) {
							found.add(field, "response tag: want the words %q, got %q", responseWords, word)
						}
					}
				}
				return true
			})
		}
	}
	return found.list
}

// exportedFields returns the exported fields of the exported structs that a file declares.
func exportedFields(file *ast.File) (fields []*ast.Field) {
	for _, declared := range file.Decls {
		group, ok := declared.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			named := spec.(*ast.TypeSpec)
			body, ok := named.Type.(*ast.StructType)
			if !ok || !named.Name.IsExported() {
				continue
			}
			for _, field := range body.Fields.List {
				if len(field.Names) > 0 && field.Names[0].IsExported() {
					fields = append(fields, field)
				}
			}
		}
	}
	return fields
}

func TestResponseTagsHaveTheWordsOfTheirCheck(t *testing.T) {
	t.Parallel()
	holds(t, responseTags)
}

func TestResponseTagsDetectsOthers(t *testing.T) {
	t.Parallel()
	with := func(name, source string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\n" + source}, want}
	}
	const unseen = "want the response tag on an exported field in JSON of an exported type"
	detects(t, responseTags, []sample{
		with("all words", "type A struct {\n\tB string `json:\"b\" response:\"required,if=c:d|e,id\"`\n\tC string `json:\"c\" response:\"optional,about\"`\n}"),
		with("another word", "type A struct {\n\tB string `json:\"b\" response:\"id,needed\"`\n}", `a/a.go:3: response tag: want the words ["required" "optional" "if" "id" "empty" "about"], got "needed"`),
		with("an empty tag", "type A struct {\n\tB string `json:\"b\" response:\"\"`\n}", `got ""`),
		with("an unexported type", "type a struct {\n\tB string `json:\"b\" response:\"id\"`\n}", unseen),
		with("an unexported field", "type A struct {\n\tb string `json:\"b\" response:\"id\"`\n}", unseen),
		with("a query", "type A struct {\n\tB string `url:\"b\" response:\"id\"`\n}", unseen),
		with("in a function", "func a() {\n\ttype A struct {\n\t\tB string `json:\"b\" response:\"id\"`\n\t}\n}", unseen),
	})
}

// maxLimitTag is the length of the longest tag with a limit, without that of responses. A limit
// that does not fit is a rule of a Validate method.
const maxLimitTag = 60

// limitTags rejects long tags with a limit, and Validate methods that do not say what they check.
func limitTags(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.sources() {
			ast.Inspect(f.File, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.Field:
					if node.Tag == nil {
						break
					}
					tag, _ := strconv.Unquote(node.Tag.Value)
					for _, other := range []string{"response", "secret"} {
						if value, there := reflect.StructTag(tag).Lookup(other); there {
							tag = strings.Replace(tag, fmt.Sprintf(" %s:%q", other, value), "", 1)
						}
					}
					if _, there := reflect.StructTag(tag).Lookup("check"); there && len(tag) > maxLimitTag {
						found.add(node, "want a tag of at most %d characters, got %d; a Validate method can have the rule", maxLimitTag, len(tag))
					}
				case *ast.FuncDecl:
					if node.Recv != nil && node.Name.Name == "Validate" && !strings.HasPrefix(node.Doc.Text(), "Validate checks that ") {
						found.add(node, `want a comment that begins with "Validate checks that"`)
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestTagsOfLimitsAreShort(t *testing.T) {
	t.Parallel()
	holds(t, limitTags)
}

func TestLimitTagsDetectsLongOnes(t *testing.T) {
	t.Parallel()
	with := func(name, source string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\n" + source}, want}
	}
	long := strings.Repeat("x", 45)
	detects(t, limitTags, []sample{
		with("short", "type A struct {\n\tB string `json:\"b\" check:\"required,len=2..128\"`\n}"),
		with("without a limit", "type A struct {\n\tB string `json:\""+long+"\" response:\"id\"`\n}"),
		with("long", "type A struct {\n\tB string `json:\""+long+"\" check:\"len=..1\"`\n}", "a/a.go:3: want a tag of at most 60 characters, got 68"),
		with("a comment", "// Validate checks that B is set.\nfunc (a A) Validate() error { return nil }"),
		with("another comment", "// Validate validates.\nfunc (a A) Validate() error { return nil }", `a/a.go:3: want a comment that begins with "Validate checks that"`),
		with("a function", "func Validate() error { return nil }"),
	})
}
