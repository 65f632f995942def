package contract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

const (
	module     = "github.com/publishing-platform/publishing-go"
	beyondMark = "Beyond the documents."
)

// goField is a field of a Go type by the path fields.tsv would give it.
type goField struct {
	path  string
	field reflect.StructField
	owner reflect.Type
}

// undocumented returns the fields in t that the lines of a shape or an operation do not have and that marked does not know. What a line says
// to be another shape is left to that shape, and what is in a marked field goes with it.
func undocumented(t reflect.Type, key string, lines []*line, marked func(owner reflect.Type, field string) bool) []goField {
	var list []goField
	eachField(t, key, lines, func(f goField, covered bool) {
		if !covered && !marked(f.owner, f.field.Name) {
			list = append(list, f)
		}
	})
	return list
}

// eachField visits the fields in t and tells whether a line has them. What is in a field that none has is not visited.
func eachField(t reflect.Type, key string, lines []*line, visit func(f goField, covered bool)) {
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type, at string)
	member := func(f goField) {
		covered, whole := covers(lines, f.path)
		visit(f, covered)
		if covered && !whole {
			walk(f.field.Type, f.path)
		}
	}
	walk = func(t reflect.Type, at string) {
		switch t.Kind() {
		case reflect.Pointer:
			walk(t.Elem(), at)
		case reflect.Slice:
			walk(t.Elem(), at+"[]")
		case reflect.Map:
			walk(t.Elem(), at+".*")
		case reflect.Struct:
			if seen[t] || t == reflect.TypeFor[time.Time]() {
				return
			}
			seen[t] = true
			for field := range t.Fields() {
				name, _, _ := strings.Cut(field.Tag.Get(key), ",")
				switch {
				case field.Anonymous && name == "":
					walk(field.Type, at)
				case field.IsExported() && name != "" && name != "-":
					member(goField{strings.TrimPrefix(at+"."+name, "."), field, t})
				}
			}
		}
	}
	walk(t, "")
}

// covers tells whether a line has a field or something in it, and whether the lines go no further: what is in the field is of another shape, or
// the documents do not show it.
func covers(lines []*line, path string) (covered, whole bool) {
	further := false
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l.path, path)
		if !ok || (rest != "" && rest[0] != '.' && rest[0] != '[') {
			continue
		}
		covered = true
		if strings.Trim(rest, "[].*") != "" {
			further = true
		} else if l.shape != "" {
			whole = true
		}
	}
	return covered, whole || !further
}

// answerShapes returns the Go types of the shapes that the operations answer with, and of the answers themselves.
func answerShapes(lines map[string][]*line, operations []*op.Op, found map[string]reflect.Type) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	var take func(of string, t reflect.Type)
	take = func(of string, t reflect.Type) {
		if t == nil || types[of] != nil {
			return
		}
		types[of] = t
		for _, l := range lines[of] {
			element, isList := strings.CutPrefix(l.shape, listOf)
			switch {
			case l.kind != kindAnswer || l.shape == "":
			case isList:
				take("List", t)
				take(element, typeAt(t, "items[]"))
			case l.path == whole:
				take(l.shape, t)
			default:
				take(l.shape, typeAt(t, l.path))
			}
		}
	}
	for _, o := range operations {
		t := answerOf(found[o.Name])
		if value, there := resultValue(t); there {
			t = structIn(value.Type)
		}
		take(o.Method+" "+o.Template, t)
	}
	return types
}

// resultValue is the field with the answer itself, where a method returns more than that.
func resultValue(t reflect.Type) (reflect.StructField, bool) {
	if t == nil || hasTag(t, "json") {
		return reflect.StructField{}, false
	}
	return t.FieldByName("Value")
}

// typeAt returns the struct at a path of fields.tsv, nil for none.
func typeAt(t reflect.Type, at string) reflect.Type {
	for step := range strings.SplitSeq(strings.ReplaceAll(at, "[]", ""), ".") {
		if t == nil || step == "*" {
			continue
		}
		field, there := fieldNamed(t, "json", step)
		if !there {
			return nil
		}
		t = structIn(field.Type)
	}
	return t
}

// marks are the fields of this module's types whose comment has the mark, as package.Type.Field.
var marks = sync.OnceValues(func() (map[string]bool, error) {
	found := map[string]bool{}
	directories, err := filepath.Glob("../../*")
	if err != nil {
		return nil, err
	}
	nested, err := filepath.Glob("../../*/*")
	if err != nil {
		return nil, err
	}
	directories = append(directories, nested...)
	for _, directory := range directories {
		files, err := filepath.Glob(filepath.Join(directory, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if err := markFields(found, filepath.Base(directory), source); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
})

func markFields(found map[string]bool, pkg string, source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			named, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			structure, ok := named.Type.(*ast.StructType)
			if !ok {
				continue
			}
			whole := hasMark(group.Doc) || hasMark(named.Doc)
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					if whole || hasMark(field.Doc) {
						found[pkg+"."+named.Name.Name+"."+name.Name] = true
					}
				}
			}
		}
	}
	return nil
}

func hasMark(comment *ast.CommentGroup) bool {
	return comment != nil && slices.Contains(strings.Split(comment.Text(), "\n"), beyondMark)
}

func TestFieldsBeyondTheDocumentsAreMarked(t *testing.T) {
	t.Parallel()
	known, err := marks()
	require.NoError(t, err)
	require.NotEmpty(t, known)
	lines, documented := map[string][]*line{}, map[string][]*line{}
	for _, l := range readFields(t) {
		lines[l.of] = append(lines[l.of], l)
		if l.document != beyond {
			documented[l.of] = append(documented[l.of], l)
		}
	}
	shown := map[reflect.Type]map[string]bool{} // fields that a document shows somewhere
	show := func(f goField, covered bool) {
		if shown[f.owner] == nil {
			shown[f.owner] = map[string]bool{}
		}
		shown[f.owner][f.field.Name] = shown[f.owner][f.field.Name] || covered
	}
	marked := func(owner reflect.Type, field string) bool {
		return known[filepath.Base(owner.PkgPath())+"."+owner.Name()+"."+field]
	}
	// What the documents do not show may be made of what they show elsewhere.
	markedFor := func(of string) func(owner reflect.Type, field string) bool {
		if len(documented[of]) > 0 {
			return marked
		}
		return func(owner reflect.Type, field string) bool { return marked(owner, field) || shown[owner][field] }
	}
	var problems []string
	report := func(of string, fields []goField) {
		for _, f := range fields {
			problems = append(problems, fmt.Sprintf("%s.%s: %s has no %s: want the line %q in the comment", f.owner, f.field.Name, of, f.path, beyondMark))
		}
	}
	found := methods()
	types := answerShapes(lines, op.All(), found)
	require.Greater(t, len(types), len(op.All())/2)
	requests := func(visit func(operation string, t reflect.Type, key, kind string)) {
		for _, o := range op.All() {
			query, body, _ := structsOf(found[o.Name])
			if query != nil {
				visit(o.Method+" "+o.Template, query, "url", kindQuery)
			}
			if body != nil {
				visit(o.Method+" "+o.Template, body, "json", kindBody)
			}
		}
	}
	requests(func(operation string, t reflect.Type, key, kind string) {
		eachField(t, key, ofKind(documented[operation], kind), show)
	})
	for of, t := range types {
		eachField(t, "json", ofKind(documented[of], kindAnswer), show)
	}
	requests(func(operation string, t reflect.Type, key, kind string) {
		report(operation, undocumented(t, key, ofKind(documented[operation], kind), markedFor(operation)))
	})
	for _, of := range slices.Sorted(maps.Keys(types)) {
		answers := ofKind(lines[of], kindAnswer)
		if len(answers) > 0 && answers[0].path != whole {
			report(of, undocumented(types[of], "json", ofKind(documented[of], kindAnswer), markedFor(of)))
		}
	}
	require.Empty(t, strings.Join(problems, "\n"))
}

func ofKind(lines []*line, kind string) []*line {
	var list []*line
	for _, l := range lines {
		if l.kind == kind {
			list = append(list, l)
		}
	}
	return list
}

func TestUndocumentedFindsFieldsWithoutALine(t *testing.T) {
	t.Parallel()
	type other struct {
		Any string `json:"any"`
	}
	type inner struct {
		On    bool   `json:"on"`
		Off   bool   `json:"off"`
		Other *other `json:"other,omitzero"`
	}
	type outer struct {
		ID     string           `json:"id"`
		Inner  inner            `json:"inner"`
		Inners []outer          `json:"inners,omitzero"`
		By     map[string]other `json:"by,omitzero"`
		Whole  []inner          `json:"whole,omitzero"`
		Added  *inner           `json:"added,omitzero"`
		New    *inner           `json:"new,omitzero"`
		Local  string           `json:"-"`
		Extra  map[string]any   `json:",embed"`
	}
	lines := []*line{{path: "id"}, {path: "whole[]"}, {path: "inner.on"}, {path: "inner.other", shape: "Other"}, {path: "inners[].id"}, {path: "by.*.any"}}
	var got []string
	for _, f := range undocumented(reflect.TypeFor[outer](), "json", lines, func(owner reflect.Type, field string) bool {
		return owner == reflect.TypeFor[outer]() && field == "Added"
	}) {
		got = append(got, f.path)
	}
	require.Equal(t, []string{"inner.off", "new"}, got)
}

func TestMarksStandInTheCommentOfTheFieldOrItsType(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	require.NoError(t, markFields(found, "a", []byte(`package a

// A is a type.
type A struct {
	// Added is a field.
	//
	// Beyond the documents.
	Added, More string
	// Known is not Beyond the documents. It is in them.
	Known string
	Plain string // Beyond the documents.
}

// B is a type.
//
// Beyond the documents.
type B struct { Any string }
`)))
	require.Equal(t, map[string]bool{"a.A.Added": true, "a.A.More": true, "a.B.Any": true}, found)
}
