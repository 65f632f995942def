package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/spaces"
)

// methods are the exported methods of the client's services by their names, such as
// "Sites.ShareLinks.List".
var methods = sync.OnceValue(func() map[string]reflect.Type {
	found := map[string]reflect.Type{}
	var visit func(t reflect.Type, service string)
	visit = func(t reflect.Type, service string) {
		for field := range t.Fields() {
			if !field.IsExported() || !strings.HasSuffix(field.Type.Name(), "Service") {
				continue
			}
			for method := range field.Type.Methods() {
				if method.Type.Out(0) == reflect.TypeFor[func(context.Context) (string, error)]() {
					continue // a token source, which makes its calls later
				}
				found[service+field.Name+"."+method.Name] = method.Type
			}
			visit(field.Type, service+field.Name+".")
		}
	}
	visit(reflect.TypeFor[publishing.Client](), "")
	return found
})

// hasSibling reports whether the service of an operation has a method of that name too.
func hasSibling(operation, method string) bool {
	_, there := methods()[operation[:strings.LastIndexByte(operation, '.')+1]+method]
	return there
}

// structsOf returns the structs of a method's query and body. The body is also that of a GET that
// has some of its fields in the query. A wait and what was seen before it, the function of an edit
// and the changes of a merge are neither.
func structsOf(method reflect.Type) (query, body reflect.Type, problems []string) {
	for i := 1; i < method.NumIn(); i++ { // 0 is the service
		t := method.In(i)
		switch {
		case t == reflect.TypeFor[context.Context](), t == reflect.TypeFor[string](), t == reflect.TypeFor[[]api.CallOption]():
		case t == waitType, method.In(min(i+1, method.NumIn()-1)) == waitType, t.Kind() == reflect.Func: // not sent
		case t == reflect.TypeFor[io.Writer]():
		case t == reflect.TypeFor[spaces.FileOpenOptions](): // beside the file, whose request it embeds
			query = reflect.TypeFor[spaces.FileGetOptions]()
		case t == secretTypes[2]: // merged into the body, which is that of the update
		case t.Kind() != reflect.Struct:
			problems = append(problems, fmt.Sprintf("%s: want a context, ids, structs and call options", t))
		case t.NumField() == 0, hasTag(t, "url") && !hasTag(t, "json"): // options may have no parameters yet
			query = t
		case hasTag(t, "json") && !hasTag(t, "url"):
			body = t
		default:
			problems = append(problems, fmt.Sprintf("%s: want url tags or json tags", t))
		}
	}
	return query, body, problems
}

var waitType = reflect.TypeFor[api.Wait]()

// secretTypes are the types of fields and arguments with secrets.
var secretTypes = []reflect.Type{reflect.TypeFor[api.Secret](), reflect.TypeFor[api.SecretMap](), reflect.TypeFor[api.SecretJSON]()}

func hasTag(t reflect.Type, key string) bool {
	for field := range t.Fields() {
		if _, ok := field.Tag.Lookup(key); ok {
			return true
		}
	}
	return false
}

// checkQuery reports what is wrong with a struct of query parameters: one that is not set would be
// sent, or one that is set would not.
func checkQuery(t reflect.Type) []string {
	var list []string
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		add := func(format string, args ...any) {
			list = append(list, fmt.Sprintf("%s.%s: ", t, field.Name)+fmt.Sprintf(format, args...))
		}
		name, options, _ := strings.Cut(field.Tag.Get("url"), ",")
		if isKey(field) {
			continue
		}
		if !wireName.MatchString(name) || options != "omitempty" {
			add("want a tag url:\"name,omitempty\", got %q", field.Tag)
		}
		switch element := field.Type; {
		case name == "limit" && element.Kind() == reflect.Int && field.Name == "Limit":
		case element == reflect.TypeFor[api.Secret](), element == reflect.TypeFor[api.SecretJSON](): // the empty one is not sent either
		case name != "limit" && element.Kind() == reflect.String: // the empty string is no value of a parameter
		case element == reflect.TypeFor[time.Time](): // the zero time is no value of a parameter
		case hasWord(field, "required") && isScalar(element):
		case element.Kind() == reflect.Pointer && isScalar(element.Elem()) && element.Elem().Kind() != reflect.String:
		case element.Kind() == reflect.Slice && element.Elem().Kind() == reflect.String:
		default:
			add("want a string, a pointer to a boolean or number, a list of strings or a required value, got %s", element)
		}
		list = append(list, checkWords(t, field)...)
	}
	return list
}

// isKey reports whether a field of a query is sent in the secret header instead.
func isKey(field reflect.StructField) bool {
	return field.Tag.Get("url") == "-" && field.Type == secretTypes[0]
}

var wireName = regexp.MustCompile(`^[a-z][A-Za-z0-9_.-]*$`)

func isScalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64:
		return true
	default:
		return false
	}
}

// checkBody reports what is wrong with a struct of a body and with those in it: an optional field
// that is not set would be sent, or one that is set would not.
func checkBody(t reflect.Type, seen map[reflect.Type]bool) []string {
	if t.Implements(reflect.TypeFor[json.Marshaler]()) || seen[t] {
		return nil
	}
	seen[t] = true
	var list []string
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		add := func(format string, args ...any) {
			list = append(list, fmt.Sprintf("%s.%s: ", t, field.Name)+fmt.Sprintf(format, args...))
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !wireName.MatchString(name) {
			add("want a tag with the name, got %q", field.Tag)
		}
		want := ""
		if mayBeUnset(field.Type) && !hasWord(field, Required) {
			want = "omitzero"
		}
		// The need decides whether a struct that is sent as it is, or an enum, may be left out,
		// and whether a nil map of secrets, which is an empty object. Validate decides it for the
		// variants of a union.
		leftOut := options == "omitzero" && (field.Type.Kind() == reflect.Struct || isEnum(field.Type) || validates(t))
		empty := options == "" && field.Type == reflect.TypeFor[api.SecretMap]()
		if options != want && !leftOut && !empty {
			add("want the option %q, got %q", want, options)
		}
		if field.Type.Kind() == reflect.Pointer && isEnum(field.Type.Elem()) {
			add("want an enum by value, got %s", field.Type)
		}
		list = append(list, checkWords(t, field)...)
		if inner := structIn(field.Type); inner != nil {
			list = append(list, checkBody(inner, seen)...)
		}
	}
	return list
}

// isEnum reports whether a type is a string type of the SDK. The empty string is no value of one.
func isEnum(t reflect.Type) bool { return t.Kind() == reflect.String && t.PkgPath() != "" }

// validates reports whether a struct has rules that no tag contains.
func validates(t reflect.Type) bool { return t.Implements(reflect.TypeFor[check.Validator]()) }

func mayBeUnset(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	default:
		return isNullable(t)
	}
}

// isNullable reports whether a field has three states.
func isNullable(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[interface{ IsNull() bool }]())
}

// innermost returns the type behind pointers and in lists, maps and nullable fields.
func innermost(t reflect.Type) reflect.Type {
	switch {
	case isNullable(t):
		get, _ := t.MethodByName("Get")
		return innermost(get.Type.Out(0))
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		return innermost(t.Elem())
	default:
		return t
	}
}

// structIn returns the innermost type of a type if it is a struct, nil otherwise.
func structIn(t reflect.Type) reflect.Type {
	if t = innermost(t); t.Kind() == reflect.Struct {
		return t
	}
	return nil
}

func words(field reflect.StructField) map[string]string {
	found := map[string]string{}
	for word := range strings.SplitSeq(field.Tag.Get("check"), ",") {
		name, arg, _ := strings.Cut(word, "=")
		found[name] = arg
	}
	return found
}

func hasWord(field reflect.StructField, word string) bool {
	_, there := words(field)[word]
	return there
}

// tagWords are the words of check tags.
var tagWords = []string{Required, "len", "range", "items", "match", "values"}

var span = regexp.MustCompile(`^(\d+\.\.\d*|\.\.\d+)$`)

// checkWords reports what is wrong with a check tag. The core ignores what it cannot parse, and
// then nothing is checked.
func checkWords(t reflect.Type, field reflect.StructField) []string {
	tag, there := field.Tag.Lookup("check")
	if !there {
		return nil
	}
	value := field.Type
	if isNullable(value) {
		get, _ := value.MethodByName("Get")
		value = get.Type.Out(0)
	} else if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	kind := value.Kind()
	var list []string
	for word := range strings.SplitSeq(tag, ",") {
		name, arg, _ := strings.Cut(word, "=")
		fits := false
		switch name {
		case "required":
			fits = arg == ""
		case "len":
			fits = span.MatchString(arg) && (kind == reflect.String || value == secretTypes[0])
		case "range":
			fits = span.MatchString(arg) && (kind == reflect.Int || kind == reflect.Int64)
		case "items":
			fits = span.MatchString(arg) && (kind == reflect.Slice || kind == reflect.Map)
		case "match":
			_, known := patterns[arg]
			fits = known && kind == reflect.String
		case "values":
			fits = span.MatchString(arg) && kind == reflect.Map && (value.Elem().Kind() == reflect.String || value == reflect.TypeFor[api.SecretMap]())
		}
		if isEnum(value) && name != "required" {
			fits = false // a newer service may know other values
		}
		if !fits {
			list = append(list, fmt.Sprintf("%s.%s: check:%q does not fit a %s", t, field.Name, word, field.Type))
		}
	}
	return list
}

func fieldNamed(t reflect.Type, key, name string) (reflect.StructField, bool) {
	if t != nil {
		for field := range t.Fields() {
			if wire, _, _ := strings.Cut(field.Tag.Get(key), ","); wire == name {
				return field, true
			}
		}
	}
	return reflect.StructField{}, false
}

// checkNeed compares a method's structs with the need of the operation's lines: exactly what the
// API reference requires is always sent in a body, also by the structs in it, and checked for in a
// query.
func checkNeed(query, body reflect.Type, lines []*line) []string {
	var list []string
	for _, l := range lines {
		if l.need == "" {
			continue
		}
		var required bool
		switch l.kind {
		case kindBody:
			around, name := body, l.path
			if i := strings.LastIndexByte(l.path, '.'); i > 0 {
				around, name = typeAt(body, l.path[:i]), l.path[i+1:]
			}
			field, there := fieldNamed(around, "json", strings.TrimSuffix(name, "[]"))
			required = there && !strings.HasSuffix(field.Tag.Get("json"), ",omitzero")
		case kindQuery:
			field, there := fieldNamed(query, "url", l.path)
			if !there { // a GET can have a part of its query in a struct that is the body of another operation
				field, there = fieldNamed(body, "json", l.path)
			}
			required = there && hasWord(field, "required")
		default:
			continue
		}
		if required != (l.need == needRequired) {
			list = append(list, fmt.Sprintf("%s: %s in the API reference, and not so in Go", l, l.need))
		}
	}
	return list
}

// requestTypesSendWhatIsSet checks the structs that the methods of the area take.
func (s *suite) requestTypesSendWhatIsSet(t *testing.T) {
	var problems []string
	seen := map[reflect.Type]bool{}
	for _, name := range slices.Sorted(maps.Keys(methods())) {
		if !s.has(name) {
			continue
		}
		query, body, wrong := structsOf(methods()[name])
		for _, problem := range wrong {
			problems = append(problems, name+": "+problem)
		}
		if query != nil && !seen[query] {
			seen[query] = true
			problems = append(problems, checkQuery(query)...)
		}
		if body != nil && !seen[body] {
			problems = append(problems, checkBody(body, seen)...)
		}
	}
	report(t, problems)
	require.NotEmpty(t, seen)
}

// requestTypesNeedWhatIsRequired wants the structs to require what the API reference requires.
func (s *suite) requestTypesNeedWhatIsRequired(t *testing.T) {
	lines := map[string][]*line{}
	for _, l := range s.lines {
		lines[l.of] = append(lines[l.of], l)
	}
	var problems []string
	for _, o := range s.ops {
		query, body, _ := structsOf(methods()[o.Name])
		problems = append(problems, checkNeed(query, body, lines[routeOf(o)])...)
	}
	report(t, problems)
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
