package contract

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/richtext"
)

// A shown is where the response to a write shows a field of the request, a line of written.tsv. It
// follows from the Go types of the two, and from what ops.go says of the response.
type shown struct {
	of, field string
	place     string // in the response, "" for none
	reason    string // why there is none

	typ reflect.Type // of the field
}

var shownColumns = []string{"of", "field", "place", "reason"}

const writtenTable = "written.tsv"

// Reasons that follow from the types. Others are written by hand into the table.
const (
	noBody    = "the response has no body"
	noField   = "the response has no such field"
	isASecret = "a secret need not come back"
)

// shownFieldsAreListed compares written.tsv with the types.
func (s *suite) shownFieldsAreListed(t *testing.T) {
	name := filepath.Join("testdata", writtenTable)
	reasons := map[string]string{}
	if rows, err := readTable(os.DirFS("testdata"), writtenTable, shownColumns...); err == nil {
		for _, c := range rows {
			reasons[c[0]+" "+c[1]] = c[3]
		}
	}
	lines := []string{strings.Join(shownColumns, "\t")}
	listed := s.shown()
	for _, o := range s.ops {
		for rule := range strings.FieldsSeq(string(o.Shows)) {
			field, _, _ := strings.Cut(rule, "=")
			require.True(t, field == "null" || strings.HasPrefix(field, "kind:") || slices.ContainsFunc(listed, func(l shown) bool {
				return l.of == o.Name && strings.HasPrefix(l.field, field)
			}), "%s: its body has no field %q, which ops.go says the response shows", o.Name, field)
		}
	}
	for _, l := range listed {
		if l.place == "" && l.reason == "" {
			l.reason = reasons[l.of+" "+l.field]
			require.NotEmpty(t, l.reason, "%s: write into %s why the response does not show %s", l.of, s.path(name), l.field)
		}
		lines = append(lines, strings.TrimRight(strings.Join([]string{l.of, l.field, l.place, l.reason}, "\t"), "\t"))
	}
	encoded := strings.Join(lines, "\n") + "\n"
	if *record && len(lines) > 1 {
		require.NoError(t, os.WriteFile(name, []byte(encoded), 0o600))
	}
	got, err := os.ReadFile(name)
	if len(lines) == 1 {
		require.ErrorIs(t, err, os.ErrNotExist, "%s: remove it, the area has no writes", s.path(name))
		return
	}
	require.NoError(t, err)
	require.Equal(t, encoded, string(got), "%s: run go test ./%s -run TestContract -record", s.path(name), s.Dir)
}

// shown returns the lines of the writes of the area, in the order of their names.
func (s *suite) shown() (lines []shown) {
	for _, o := range s.ops {
		_, body, _ := structsOf(methods()[o.Name])
		if body == nil || o.Safe && o.OnceWith == "" {
			continue
		}
		rules := map[string]string{}
		for rule := range strings.FieldsSeq(string(o.Shows)) {
			field, place, _ := strings.Cut(rule, "=")
			rules[field] = place
		}
		response := writtenResponse(methods()[o.Name])
		named := map[string]bool{}
		for _, field := range sentFields(body, "", nil) {
			if named[field.name] {
				continue
			}
			named[field.name] = true
			l := shown{of: o.Name, field: field.name, typ: field.typ}
			place, ruled := rules[field.name]
			for outer := range rules {
				if strings.HasPrefix(field.name, outer+".") || strings.HasPrefix(field.name, outer+"[") {
					place, ruled = rules[outer], true
				}
			}
			switch {
			case ruled:
				l.place = place
			case response == nil:
				l.reason = noBody
			default:
				l.place, l.reason = placeOf(response, field)
			}
			lines = append(lines, l)
		}
		if nulls := rules["null"]; nulls != "" {
			lines = append(lines, shown{of: o.Name, field: "null=" + nulls})
		}
		for _, rule := range slices.Sorted(maps.Keys(rules)) {
			if strings.HasPrefix(rule, "kind:") {
				lines = append(lines, shown{of: o.Name, field: rule})
			}
		}
	}
	return lines
}

// writtenResponse returns the type of the JSON of a response, nil for none.
func writtenResponse(method reflect.Type) reflect.Type {
	t := method.Out(0)
	if method.NumOut() == 1 || t.Kind() == reflect.String {
		return nil
	}
	if t.Kind() == reflect.Pointer && strings.HasPrefix(t.Elem().Name(), "PutResult[") {
		value, _ := t.Elem().FieldByName("Value")
		return value.Type
	}
	return t
}

// A sentField is a field of a request, with names of fields as in "blocks[].icon" or "headers.*".
type sentField struct {
	name string
	typ  reflect.Type
}

// sentFields returns the fields of a type that contain no others. around are the types that contain
// it.
func sentFields(t reflect.Type, at string, around []reflect.Type) (list []sentField) {
	t = plainType(t)
	switch {
	case isLeaf(t), slices.Contains(around, t):
	case t.Kind() == reflect.Slice:
		list = sentFields(t.Elem(), at+"[]", around)
	case t.Kind() == reflect.Map:
		list = sentFields(t.Elem(), at+".*", around)
	case t.Kind() == reflect.Struct:
		for _, f := range namedFields(t) {
			next := strings.TrimPrefix(at+"."+f.name, ".")
			if f.name == "" {
				next = at
			}
			list = append(list, sentFields(f.typ, next, append(around, t))...)
		}
		return list
	}
	if len(list) == 0 || len(list) == 1 && list[0].name == at+"[]" && !isLeafOfAny(list[0].typ) { // a list of texts
		return []sentField{{at, t}}
	}
	return list
}

func plainType(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || isNullable(t) {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
			continue
		}
		get, _ := t.MethodByName("Get")
		t = get.Type.Out(0)
	}
	return t
}

func isLeafOfAny(t reflect.Type) bool { return isBytes(t) || t.Kind() == reflect.Interface }

func isLeaf(t reflect.Type) bool {
	return isLeafOfAny(t) || slices.Contains(secretTypes, t) || t == reflect.TypeFor[time.Time]() || t == reflect.TypeFor[richtext.Document]()
}

// namedFields returns the fields of a struct in JSON. An arm of a union has no name.
func namedFields(t reflect.Type) (list []sentField) {
	isUnion := reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) || t.Implements(reflect.TypeFor[json.Marshaler]())
	for field := range t.Fields() {
		tag, tagged := field.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		isEmbedded := field.Anonymous && name == "" || options == "embed"
		switch {
		case isEmbedded && structIn(field.Type) != nil:
			list = append(list, namedFields(structIn(field.Type))...)
		case isEmbedded, !field.IsExported():
		case isUnion && (!tagged || tag == "-"):
			if !isBytes(field.Type) { // the JSON of an unknown arm
				list = append(list, sentField{"", field.Type})
			}
		case name != "-":
			list = append(list, sentField{name, field.Type})
		}
	}
	return list
}

// placeOf returns where a response shows a field, or why it does not.
func placeOf(response reflect.Type, field sentField) (place, reason string) {
	types := []reflect.Type{plainType(response)}
	for _, step := range steps(field.name) {
		var next []reflect.Type
		for _, t := range types {
			next = append(next, below(t, step)...)
		}
		types = next
	}
	sent := kindsOf(plainType(field.typ))
	reason = noField
	for _, t := range types {
		switch kinds := kindsOf(t); {
		case slices.Contains(kinds, "secret"):
			return "", isASecret
		case slices.Contains(kinds, "any"), slices.Contains(sent, "any"), slices.ContainsFunc(sent, func(kind string) bool { return slices.Contains(kinds, kind) }):
			return field.name, ""
		case slices.Contains(sent, "text") && idOf(t) != "":
			return field.name + idOf(t), ""
		case slices.Contains(sent, "[] text") && t.Kind() == reflect.Slice && idOf(plainType(t.Elem())) != "":
			return field.name + "[]" + idOf(plainType(t.Elem())), ""
		default:
			reason = "the response has a value of another kind, " + strings.Join(kinds, " or ")
		}
	}
	return "", reason
}

// steps returns the names of a field, and [] for an element.
func steps(field string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(field, "[]", ".[]"), func(r rune) bool { return r == '.' })
}

// below returns the types of what a step leads to in values of a type.
func below(t reflect.Type, step string) (types []reflect.Type) {
	switch {
	case isLeafOfAny(t):
		return []reflect.Type{t}
	case t.Kind() == reflect.Slice && step == "[]", t.Kind() == reflect.Map && step != "[]":
		return []reflect.Type{plainType(t.Elem())}
	case t.Kind() == reflect.Struct && !isLeaf(t):
		for _, f := range namedFields(t) {
			if f.name == step {
				types = append(types, plainType(f.typ))
			}
			if f.name == "" {
				types = append(types, below(plainType(f.typ), step)...)
			}
		}
	}
	return types
}

// kindsOf returns the kinds of JSON that values of a type can have.
func kindsOf(t reflect.Type) []string {
	switch {
	case slices.Contains(secretTypes, t):
		return []string{"secret"}
	case isLeafOfAny(t):
		return []string{"any"}
	case t == reflect.TypeFor[time.Time](), t.Kind() == reflect.String:
		return []string{"text"}
	case t.Kind() == reflect.Bool:
		return []string{"boolean"}
	case t.Kind() == reflect.Slice:
		kinds := []string{"list"}
		for _, kind := range kindsOf(plainType(t.Elem())) {
			kinds = append(kinds, "[] "+kind)
		}
		if len(kinds) > 1 {
			return kinds[1:]
		}
		return kinds
	case t.Kind() == reflect.Map, t == reflect.TypeFor[richtext.Document]():
		return []string{"object"}
	case t.Kind() == reflect.Struct:
		var kinds []string
		for _, f := range namedFields(t) {
			if f.name != "" {
				kinds = append(kinds, "object")
				continue
			}
			kinds = append(kinds, kindsOf(plainType(f.typ))...)
		}
		slices.Sort(kinds)
		return slices.Compact(kinds)
	default:
		return []string{"number"}
	}
}

// idOf returns where an object has its ID, or those of the objects in it, "" for nowhere.
func idOf(t reflect.Type) string {
	if t.Kind() != reflect.Struct {
		return ""
	}
	if len(below(t, "id")) > 0 {
		return ".id"
	}
	for _, f := range namedFields(t) {
		if inner := plainType(f.typ); inner.Kind() == reflect.Struct && len(below(inner, "id")) > 0 {
			return ".*.id"
		}
	}
	return ""
}

// Written compares a response to a write with what was sent, as a client does.
func Written(o *op.Op, sent, received []byte) *jsonx.Written {
	return jsonx.CompareWritten(sent, received, nil, writtenResponse(methods()[o.Name]), string(o.Shows))
}
