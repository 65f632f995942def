package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// responseOf returns the struct that a method returns or whose iterator yields it, nil for none.
func responseOf(method reflect.Type) reflect.Type {
	t := method.Out(0)
	if t.Kind() == reflect.Func {
		t = t.In(0).In(0)
	}
	return structIn(t)
}

// checkResponse reports what is wrong with a struct of a response and with those in it: a field
// that would not be encoded again under its name.
func checkResponse(t reflect.Type, seen map[reflect.Type]bool) []string {
	if t == nil || seen[t] || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	seen[t] = true
	ownCodec := t.Implements(reflect.TypeFor[json.Marshaler]())
	var list []string
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "", name == "-" && options == "", !hasTag(t, "json"):
		case name == "" && options == "embed":
			continue
		case !wireName.MatchString(name):
			list = append(list, fmt.Sprintf("%s.%s: want a tag with the name, got %q", t, field.Name, field.Tag))
		case options != "" && options != "omitzero":
			list = append(list, fmt.Sprintf("%s.%s: want the option omitzero or none, got %q", t, field.Name, options))
		case options == "omitzero" && !mayBeUnset(field.Type) && !isEnum(field.Type) && !ownCodec:
			list = append(list, fmt.Sprintf("%s.%s: optional, and a zero %s is a value too", t, field.Name, field.Type))
		}
		list = append(list, checkResponseWords(t, field)...)
		list = append(list, checkResponse(structIn(field.Type), seen)...)
	}
	return list
}

// responseTypesDistinguishAbsentFromZero checks the structs that the methods of the area return.
func (s *suite) responseTypesDistinguishAbsentFromZero(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(methods())) {
		if s.has(name) {
			problems = append(problems, checkResponse(responseOf(methods()[name]), seen)...)
		}
	}
	report(t, problems)
	require.NotEmpty(t, seen)
}

// responsesAreAboutTheFieldsOfTheTable compares the column about with the tags of the Go types.
func (s *suite) responsesAreAboutTheFieldsOfTheTable(t *testing.T) {
	about := map[string]string{}
	for _, o := range s.operations {
		about[o.String()] = o.about
	}
	for _, o := range s.ops {
		require.Equal(t, about[routeOf(o)], strings.Join(aboutIn(methods()[o.Name]), " "), "%s: the column about, and the fields of the response tagged response:\"about\"", o.Name)
	}
}

// aboutIn returns the paths of the fields that the response of a method is about. A field that a
// response is about may itself be about some of its fields.
func aboutIn(method reflect.Type) []string {
	t := method.Out(0)
	if t.Kind() == reflect.Func {
		t = t.In(0).In(0)
	}
	return aboutBelow(t, "", map[reflect.Type]bool{})
}

func aboutBelow(t reflect.Type, at string, seen map[reflect.Type]bool) []string {
	switch {
	case t.Kind() == reflect.Pointer:
		return aboutBelow(t.Elem(), at, seen)
	case t.Kind() == reflect.Slice:
		return aboutBelow(t.Elem(), at+"[]", seen)
	case t.Kind() != reflect.Struct || seen[t]:
		return nil
	}
	seen[t] = true
	var list []string
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous, field.IsExported() && field.Tag == "" && field.Type.Kind() == reflect.Pointer, isArray(t): // or an arm of a union
			list = append(list, aboutBelow(field.Type, at, seen)...)
		case field.IsExported() && hasResponseWord(field, "about"):
			inner := strings.TrimPrefix(at+"."+name, ".")
			list = append(append(list, inner), aboutBelow(field.Type, inner, seen)...)
		}
	}
	return list
}

// isArray reports whether a struct is an array in JSON, that of its only field.
func isArray(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Tag == "" && t.Field(0).Type.Kind() == reflect.Slice
}

// responseWords are the words of a response tag. The doc of the package describes them.
var responseWords = []string{"required", "optional", "if", "id", "empty", "about"}

func hasResponseWord(field reflect.StructField, word string) bool {
	return slices.ContainsFunc(strings.Split(field.Tag.Get("response"), ","), func(found string) bool {
		name, _, _ := strings.Cut(found, "=")
		return name == word
	})
}

// checkResponseWords reports what is wrong with the response tag of a field of a struct.
func checkResponseWords(t reflect.Type, field reflect.StructField) (problems []string) {
	tag, there := field.Tag.Lookup("response")
	if !there {
		return nil
	}
	add := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf("%s.%s: ", t, field.Name)+fmt.Sprintf(format, args...))
	}
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	value := field.Type
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	for word := range strings.SplitSeq(tag, ",") {
		word, arg, hasArg := strings.Cut(word, "=")
		switch {
		case !slices.Contains(responseWords, word) || hasArg != (word == "if"):
			add("want the words %q, got %q", responseWords, tag)
		case word == "if" && (!hasResponseWord(field, "required") || !decides(t, arg)):
			add("want required with the values of a string beside it, got %q", tag)
		case word == "required" && options != "omitzero" && !hasResponseWord(field, "if"):
			add("required without a tag: it is not omitzero")
		case word == "optional" && (options == "omitzero" || hasResponseWord(field, "required")):
			add("optional without a tag, or required: %q", field.Tag)
		case word == "id" && (value.Kind() != reflect.String || isIDName(name)):
			add("id is for strings whose name does not tell that they are IDs")
		case word == "empty" && (value.Kind() != reflect.String || !isIDName(name)):
			add("empty is for strings whose name is that of an ID")
		}
	}
	return problems
}

// decides reports whether condition, such as type:document|group, is about a string of the struct.
func decides(t reflect.Type, condition string) bool {
	name, values, _ := strings.Cut(condition, ":")
	for field := range t.Fields() {
		if tagged, _, _ := strings.Cut(field.Tag.Get("json"), ","); tagged == name {
			return field.Type.Kind() == reflect.String && values != ""
		}
	}
	return false
}

func isIDName(name string) bool {
	return name == "id" || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID")
}

// responseTypes returns the structs that the responses of the area are decoded into, and those in
// them.
func (s *suite) responseTypes() map[reflect.Type]bool {
	found := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		if t == nil || found[t] {
			return
		}
		found[t] = true
		for field := range t.Fields() {
			if field.IsExported() {
				add(structIn(field.Type))
			}
		}
	}
	for name, method := range methods() {
		if s.has(name) {
			add(responseOf(method))
		}
	}
	return found
}

// errorsOfResponseTypesAreInTheCallersTerms decodes JSON that does not fit into each type by
// itself, as a program does with JSON it has kept.
func (s *suite) errorsOfResponseTypesAreInTheCallersTerms(t *testing.T) {
	types := s.responseTypes()
	failed := 0
	for typ := range types {
		for _, text := range []string{`5`, `"text"`, `[5]`, `true`, `{"object":5,"type":5,"kind":[],"id":5,"title":5,"page":5,"revision":true,"items":5,"nodes":5,"rules":[5],"next":{"page":5}}`} {
			target := reflect.New(typ).Interface()
			if err := json.Unmarshal([]byte(text), target); err != nil {
				require.NotRegexp(t, unexportedType, err.Error(), "%s into %s", text, typ)
				failed++
			}
		}
	}
	require.Greater(t, failed, 2*len(types))
}

// nullRolesStayNull wants more of responses than the rows do, for which absent and null are the
// same: a null role stands for a guest.
func (s *suite) nullRolesStayNull(t *testing.T) {
	roles := []string{"role", "level", "defaultRole", "defaultLevel"}
	for _, f := range s.findings {
		if f.op == nil || f.fixture == nil || f.fixture.root == nil || f.row.Err != nil {
			continue
		}
		var nulls []path
		visit(f.fixture.root, nil, func(at path, value any) {
			if value != nil || len(at) == 0 {
				return
			}
			if name, ok := at[len(at)-1].(string); ok && slices.Contains(roles, name) {
				nulls = append(nulls, at)
			}
		})
		if len(nulls) == 0 {
			continue
		}
		got := newService().run(t.Context(), f.row.Call, sampleIDs(f.op), f.fixture.reply(f.row.Status))
		require.NoError(t, got.Err)
		encoded, err := f.fixture.encode(got)
		require.NoError(t, err)
		for _, at := range nulls {
			value, there := atPath(encoded, at)
			require.True(t, there && value == nil, "%s: %s is not null", f.row, at)
		}
	}
}

// responsesKeepNoPartOfTheBuffer overwrites the buffers that each response was read into, as the
// next call does: with the responses of the rows, with unknown fields in them, and with unknown
// kinds of unions.
func (s *suite) responsesKeepNoPartOfTheBuffer(t *testing.T) {
	for _, f := range s.findings {
		if len(f.problems) > 0 || f.row.Err != nil || f.fixture.stream || f.fixture.root == nil {
			continue
		}
		for name, root := range map[string]any{"the row": f.fixture.root, "unknown fields": withUnknownFields(f.fixture.root), "unknown kinds": withUnknownKinds(f.fixture.root)} {
			server := newService()
			var lent [][]byte
			server.lent = func(p []byte) { lent = append(lent, p) }
			got := server.run(t.Context(), f.row.Call, sampleIDs(f.op), f.fixture.replyWith(f.row.Status, root))
			if got.Err != nil {
				require.Equal(t, "unknown kinds", name, "%s: %v", f.row, got.Err)
				continue
			}
			want, err := f.fixture.encode(got)
			require.NoError(t, err)
			meta := got.Meta
			for _, p := range lent {
				for i := range p {
					p[i] = '#'
				}
			}
			after, err := f.fixture.encode(got)
			require.NoError(t, err, "%s: %s", f.row, name)
			require.Empty(t, difference(want, after), "%s: %s", f.row, name)
			require.Equal(t, meta, got.Meta)
		}
	}
}

// withUnknownFields adds fields to each object.
func withUnknownFields(root any) any {
	return eachObject(root, func(object map[string]any) {
		object["unheardOf"] = map[string]any{"kept": []any{"as it was sent", true}}
		object["unheardOfText"] = "as it was sent"
	})
}

// withUnknownKinds changes the type of each object that has one to a type that the SDK does not
// know.
func withUnknownKinds(root any) any {
	return eachObject(root, func(object map[string]any) {
		for _, name := range []string{"type", "object", "kind", "rule"} {
			if _, ok := object[name].(string); ok {
				object[name] = "unheard-of"
			}
		}
	})
}

func eachObject(root any, change func(map[string]any)) any {
	root = clone(root)
	var objects []map[string]any
	visit(root, nil, func(_ path, value any) {
		if object, ok := value.(map[string]any); ok {
			objects = append(objects, object)
		}
	})
	for _, object := range objects {
		change(object)
	}
	return root
}
