package limits

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/enums"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// BodyOf limits the body to the JSON form of a request struct, of which zero is any value. It
// always checks the types of fields, and whether they may be null or absent. The limits come from
// the tags of fields, the values of enums and the Validate methods. described lists fields, such as
// "source.url". Only the public description contains the limits of these fields and of the fields
// below them.
//
// Neither BodyOf nor [QueryOf] has a type parameter, because each instance takes time to compile.
func BodyOf(zero any, described ...string) Limit {
	t := reflect.TypeOf(zero)
	limit := shapedBy(t, "json", described)
	limit.place, limit.name = wholeBody, "body"
	limit.validate = sync.OnceValue(func() func(any) *api.ValidationError {
		validate := check.Validation(t, func(t reflect.Type) bool { return lenient[t] })
		if validate == nil {
			return nil
		}
		return func(body any) *api.ValidationError {
			decoded := reflect.New(t)
			encoded, _ := jsonx.Marshal(body)                 // it was decoded from JSON
			_, _ = jsonx.Decode(encoded, decoded.Interface()) // the shape has accepted it
			return validate(decoded.Elem().Interface())
		}
	})
	return limit
}

// QueryOf limits the query to the encoded form of an options struct. It does not check the page and
// the limit of a list. For zero and described, see [BodyOf].
func QueryOf(zero any, described ...string) Limit {
	limit := shapedBy(reflect.TypeOf(zero), "url", described)
	limit.place = inQuery
	return limit
}

// shapedBy returns a limit to the shape of a type, whose fields have the names in their tags.
func shapedBy(t reflect.Type, tag string, described []string) Limit {
	return Limit{described: described, shape: sync.OnceValue(func() *shape {
		return newShape(t, tag, map[reflect.Type]*shape{})
	})}
}

// Facts that types do not contain. They are written during initialization only.
var (
	enumChecks = map[reflect.Type]func(values []string) Check{} // nil for a type with Open
	standIns   = map[reflect.Type]reflect.Type{}
	ofFields   = map[fieldKey][]Check{}
	lenient    = map[reflect.Type]bool{}
)

type fieldKey struct {
	of   reflect.Type
	name string
}

// A Fact is a property of the JSON form of a type that the Go type does not express.
type Fact struct{}

// Also declares further values of an enum. Only a newer service has these values, but the in-memory
// server accepts them.
func Also[T ~string](further ...T) Fact {
	enumChecks[reflect.TypeFor[T]()] = func(values []string) Check {
		for _, value := range further {
			values = append(values, string(value))
		}
		return OneOf(values...)
	}
	return Fact{}
}

// Constants declares that a value other than the constants of T has the wrong type. Without it,
// such a value breaks a limit. A type whose values are true, false and a word needs it.
func Constants[T ~string]() Fact {
	enumChecks[reflect.TypeFor[T]()] = func(values []string) Check { return Constant(values...) }
	return Fact{}
}

// Open declares that T can have values other than its constants.
func Open[T ~string]() Fact {
	enumChecks[reflect.TypeFor[T]()] = nil
	return Fact{}
}

// Values returns the constants of T, without the values that only a newer service has.
func Values[T ~string]() []string { return enums.Values(reflect.TypeFor[T]()) }

// enum returns the check for the values of a type with constants, or nil for any other type.
func enum(t reflect.Type) *Check {
	values, declared := enumChecks[t]
	known := enums.Values(t)
	switch {
	case declared && values == nil, len(known) == 0:
		return nil
	case declared:
		return new(values(known))
	default:
		return new(OneOf(known...))
	}
}

// StandIn declares that the JSON form of T is that of W.
func StandIn[T, W any]() Fact {
	standIns[reflect.TypeFor[T]()] = reflect.TypeFor[W]()
	return Fact{}
}

// Lenient declares that the Validate method of T is not called. Either the service accepts values
// that the method rejects, or a rule or a handler checks them instead.
func Lenient[T check.Validator]() Fact {
	lenient[reflect.TypeFor[T]()] = true
	return Fact{}
}

// Field declares further checks of a field of the struct T. If one of the checks is of a type, it
// replaces the type of the field.
func Field[T any](name string, checks ...Check) Fact {
	key := fieldKey{reflect.TypeFor[T](), name}
	ofFields[key] = append(ofFields[key], checks...)
	return Fact{}
}

// A shape describes the JSON form of a type.
type shape struct {
	kind     Check       // type of the values
	fields   []fieldType // fields of an object
	elements *shape      // shape of the elements of a list, or of an object with arbitrary keys; nil if they can be any JSON
	arms     []*shape    // variants of a union
	enum     *Check      // nil if any value of the type is valid
}

// A fieldType is a field of an object.
type fieldType struct {
	name               string
	shape              *shape
	required, nullable bool
	words, ofValues    []check.Word // words of its tag, for the value itself and for the values in it
	checks             []Check      // checks of Field
}

var (
	anyJSON = Check{Type: true, Want: "a value", Accepts: func(any) bool { return true }}
	instant = asType(DateTime)
	encoded = asType(Base64)
)

// newShape returns the shape of a type whose fields have tags with key. known contains the shapes
// that newShape has begun, so that it terminates for a recursive type.
func newShape(t reflect.Type, key string, known map[reflect.Type]*shape) *shape {
	if other, ok := standIns[t]; ok {
		t = other
	}
	if t.Kind() == reflect.Pointer {
		return newShape(t.Elem(), key, known)
	}
	if s := known[t]; s != nil {
		return s
	}
	s := &shape{}
	known[t] = s
	if s.enum = enum(t); s.enum != nil && s.enum.Type {
		s.kind, s.enum = *s.enum, nil
		return s
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		s.kind = instant
	case t == reflect.TypeFor[api.Secret]():
		s.kind = String
	case t == reflect.TypeFor[api.Raw](),
		t == reflect.TypeFor[api.SecretJSON](), t.Kind() == reflect.Interface:
		s.kind = anyJSON
	case t.Kind() == reflect.String:
		s.kind = String
	case t.Kind() == reflect.Bool:
		s.kind = Boolean
	case t.Kind() == reflect.Float64:
		s.kind = Number
	case t.Kind() == reflect.Map:
		s.kind, s.elements = Object, newShape(t.Elem(), key, known)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		s.kind = encoded
	case t.Kind() == reflect.Slice:
		s.kind, s.elements = List, newShape(t.Elem(), key, known)
	case t.Kind() == reflect.Struct:
		s.kind = Object
		s.add(t, key, known)
	default:
		s.kind = Integer
	}
	return s
}

// add adds the fields of a struct, or the variants of a union.
func (s *shape) add(t reflect.Type, key string, known map[reflect.Type]*shape) {
	for field := range t.Fields() {
		tag, tagged := field.Tag.Lookup(key)
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case field.Anonymous && name == "":
			s.add(field.Type, key, known)
		case !field.IsExported(), name == "-", options == "embed":
		case !tagged && key == "json": // a variant
			if field.Type != reflect.TypeFor[api.Raw]() {
				s.arms = append(s.arms, newShape(field.Type, key, known))
			}
		default:
			f := newField(t, field, name, options, key, known)
			s.fields = slices.DeleteFunc(s.fields, func(embedded fieldType) bool {
				return embedded.name == f.name
			})
			s.fields = append(s.fields, f)
		}
	}
	if len(s.arms) > 0 {
		s.kind = Check{
			Type: true, Want: s.wantArms(), Accepts: func(v any) bool { return s.arm(v) != nil },
		}
	}
}

func newField(
	of reflect.Type, field reflect.StructField,
	name, options, key string, known map[reflect.Type]*shape,
) fieldType {
	if name == "" {
		name = field.Name
	}
	f := fieldType{name: name}
	t := field.Type
	if get, ok := t.MethodByName("Get"); ok && t.Kind() == reflect.Struct {
		f.nullable, t = true, get.Type.Out(0) // api.Nullable
	}
	words, err := check.Parse(field.Tag.Get("check"))
	if err != nil {
		panic(fmt.Errorf("check tag of %s.%s: %w", of, field.Name, err))
	}
	for _, word := range words {
		switch word.Name {
		case "required":
			f.required = true
		case "values":
			f.ofValues = append(f.ofValues, word)
		default:
			f.words = append(f.words, word)
		}
	}
	if key == "json" && !strings.Contains(options, "omitzero") {
		f.required = true
		f.nullable = f.nullable || t.Kind() == reflect.Pointer
	}
	f.shape = newShape(t, key, known)
	for _, c := range ofFields[fieldKey{of, name}] {
		switch {
		case c.Type:
			f.shape = &shape{kind: c}
		case c.nullable:
			f.nullable = true
		case c.when != nil:
			f.required = true
		case c.optional:
			f.required = false
		case c.values:
			other := *f.shape
			other.enum, f.shape = &c, &other
		default:
			f.checks = append(f.checks, c)
		}
	}
	return f
}

// arm returns the variant of a union that a value belongs to, or nil if there is none.
func (s *shape) arm(v any) *shape {
	var possible []*shape
	for _, arm := range s.arms {
		if arm.kind.Accepts(v) {
			possible = append(possible, arm)
		}
	}
	if fields, ok := v.(map[string]any); ok && len(possible) > 1 {
		possible = slices.DeleteFunc(possible, func(arm *shape) bool {
			return slices.ContainsFunc(arm.fields, func(f fieldType) bool {
				return f.required && fields[f.name] == nil
			})
		})
	}
	if len(possible) == 0 {
		return nil
	}
	return possible[0]
}

func (s *shape) wantArms() string {
	var wants []string
	for _, arm := range s.arms {
		parts := []string{arm.kind.Want}
		for _, f := range arm.fields {
			if f.required {
				parts = append(parts, f.name)
			}
		}
		wants = append(wants, strings.Join(parts, " with "))
	}
	return strings.Join(wants, " or ")
}

// A finding receives a violation. isLimit is true if the value breaks a limit, and false if it has
// the wrong type.
type finding func(at, want string, v any, isLimit bool)

// violations calls found with the violations of a value.
func (s *shape) violations(at string, v any, found finding) {
	switch {
	case !s.kind.Accepts(v):
		found(at, s.kind.Want, v, false)
		return
	case s.arms != nil:
		s.arm(v).violations(at, v, found)
		return
	case s.enum != nil && !s.enum.Accepts(v):
		found(at, s.enum.Want, v, true)
	}
	fields, isObject := v.(map[string]any)
	if isObject {
		s.fieldViolations(at, fields, false, found)
	}
	if s.elements == nil {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		s.elements.element(at+"["+key+"]", fields[key], found)
	}
	list, _ := v.([]any)
	for i := range list {
		s.elements.element(at+"["+strconv.Itoa(i)+"]", list[i], found)
	}
}

// element is like violations, but for an element of a list or an object. An element may be null
// only if it can be any JSON.
func (s *shape) element(at string, v any, found finding) {
	if v == nil && !s.kind.Accepts(v) {
		found(at, notNull.Want, nil, false)
		return
	}
	s.violations(at, v, found)
}

// fieldViolations is like violations, but for the fields of an object. In a partial object, fields
// may be absent.
func (s *shape) fieldViolations(at string, object map[string]any, partial bool, found finding) {
	for i := range s.fields {
		f := &s.fields[i]
		below := f.name
		if at != "" {
			below = at + "." + f.name
		}
		v, given := object[f.name]
		switch {
		case v != nil:
			f.violations(below, v, found)
		case given && !f.nullable:
			found(below, notNull.Want, nil, false)
		case !given && f.required && !partial:
			found(below, Required.Want, nil, false)
		}
	}
}

// violations is like [shape.violations], but for the value of a field that is not null.
func (f *fieldType) violations(at string, v any, found finding) {
	if f.shape.kind.Accepts(v) {
		for _, word := range f.words {
			found.unmet(at, word, v)
		}
		for _, c := range f.checks {
			if !c.Accepts(v) {
				found(at, c.Want, v, true)
			}
		}
		if values, ok := v.(map[string]any); ok && f.ofValues != nil {
			for _, key := range slices.Sorted(maps.Keys(values)) {
				for _, word := range f.ofValues {
					found.unmet(at+"["+key+"]", word, values[key])
				}
			}
		}
	}
	f.shape.violations(at, v, found)
}

// unmet calls found if a value does not meet a word of a tag.
func (found finding) unmet(at string, word check.Word, v any) {
	if v == nil {
		return
	}
	if want := word.Unmet(reflect.ValueOf(v)); want != "" {
		found(at, want, v, true)
	}
}

// queryViolations is like violations, but for the parameters of a query. Lists check the page and
// the limit themselves.
func (s *shape) queryViolations(query url.Values, found finding) {
	for _, f := range s.fields {
		values, given := query[f.name]
		switch {
		case f.name == "page" || f.name == "limit":
			continue
		case !given && f.required:
			found(f.name, Required.Want, nil, false)
		}
		isList := f.shape.elements != nil
		if isList {
			f.shape = f.shape.elements
		}
		for i, text := range values {
			at := f.name
			if isList {
				at = fmt.Sprintf("%s[%d]", f.name, i)
			} else if i > 0 {
				break
			}
			var v any = text
			if f.shape.kind.parse != nil {
				v = f.shape.kind.parse(text)
			}
			f.violations(at, v, found)
		}
	}
}

// hasLimits reports whether the shape has limits. It skips the shapes in visited.
func (s *shape) hasLimits(visited map[*shape]bool) bool {
	if s == nil || visited[s] {
		return false
	}
	visited[s] = true
	return s.enum != nil || s.elements.hasLimits(visited) ||
		slices.ContainsFunc(s.arms, func(arm *shape) bool { return arm.hasLimits(visited) }) ||
		slices.ContainsFunc(s.fields, func(f fieldType) bool {
			return f.name != "limit" && len(f.words)+len(f.ofValues)+len(f.checks) > 0 ||
				f.shape.hasLimits(visited)
		})
}
