package jsonx

import (
	"bytes"
	"encoding"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A Missing is a required field that a response does not contain.
type Missing struct {
	Mismatch

	// About reports whether the field is the main field of the response. Without it, a response
	// would look complete but empty.
	About bool
}

// Which selects the required fields that FindMissing looks for.
type Which int

const (
	// MissingAbout selects the main fields of responses.
	MissingAbout Which = iota
	// MissingGrave also selects fields whose zero value a program could mistake for a real one:
	// lists, maps, objects, IDs, and fields that may be null.
	MissingGrave
	// MissingAny selects all required fields.
	MissingAny
)

// FindMissing returns the first selected field that is missing in data, or nil if none is missing.
// v is the value into which data was decoded.
//
// A field is required if its json tag does not contain omitzero. If it is a pointer, it may be
// null. The tag response changes this. It consists of words that are separated by commas:
//
//   - required: the field is required although it has omitzero, because requests may omit it. It is
//     never null.
//   - if=type:document|group: together with required. The field is required only if the field type
//     contains one of these texts.
//   - optional: the field is optional although it does not have omitzero, because requests must
//     contain it.
//   - id: the text identifies something, although the name of the field does not show this.
//   - empty: the text may be empty, although the name of the field is that of an ID.
//   - about: the field is the main field of a response of this type, and is never null. It counts
//     at the root of a response, and below the main field of the response.
//
// FindMissing examines the value first. The value does not show whether a field was absent, null or
// zero. If a field is empty, FindMissing therefore reads data again. For MissingAny, it always
// reads data.
func FindMissing(data []byte, v any, which Which) *Missing {
	value := reflect.ValueOf(v).Elem()
	if o := objectOf(value.Type()); which != MissingAny && (o == nil || !o.lacks(value, true, which)) {
		return nil
	}
	s := search{d: jsontext.NewDecoder(bytes.NewBuffer(data), lenient), data: data, strict: which == MissingAny}
	_ = s.value(value.Type(), true) // data is valid JSON, so an error means that the search found something
	return s.found
}

// shapes maps the types of codecs that have been built so far to their shapes.
var shapes sync.Map

// A shape describes how a type with its own decoding methods is decoded. If into is not nil, it is
// decoded as a union. Otherwise, it is decoded by its fields.
type shape struct {
	by   string
	into func(*Value) any
}

// isUnion reports whether a type is a union. A union determines what a null in a list means.
func isUnion(t reflect.Type) bool {
	known, _ := shapes.Load(t)
	union, _ := known.(shape)
	return union.into != nil
}

// IsAbout reports whether the type that v points to has a main field, or is a union with a variant
// that has one.
func IsAbout(v any) bool { return isAbout(reflect.TypeOf(v).Elem()) }

func isAbout(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && slices.ContainsFunc(objectOf(t).fields, func(f field) bool {
		return f.about || f.name == "" && isAbout(direct(f.typ))
	})
}

// An object describes a struct.
type object struct {
	fields   []field
	byName   map[string]int // keys are quoted names, as in JSON
	decodes  bool           // whether the type has its own decoding methods
	solid    bool           // whether null does not fit the type, unless it is a union
	examined []*field       // fields for which a decoded value shows that they may be missing
}

type field struct {
	name     string // "" for a variant of a union
	index    []int
	typ      reflect.Type
	when     requiredIf
	decides  bool // whether this field determines whether others are required
	scalar   bool // whether its values contain no other values
	required bool
	nullable bool // whether null is valid
	id       bool
	about    bool
	grave    bool // whether MissingGrave selects it
	raw      bool // whether it contains the JSON of an unknown variant, or of a union without the selecting field

	inner   *object                  // object of the structs in it; nil unless a selected field can be missing in them
	isEmpty func(reflect.Value) bool // reports whether a value cannot be the result of decoding JSON for the field
}

// A requiredIf makes a field required only for some texts of another field.
type requiredIf struct {
	name  string // of the other field; "" if there is no condition
	index int    // of the other field
	texts []string
}

// quoted returns the JSON of a text without special characters.
func quoted(text string) string { return `"` + text + `"` }

var objects sync.Map // *object by reflect.Type

// objectOf returns the object that describes the structs in values of a type, or nil if there are
// none.
func objectOf(t reflect.Type) *object {
	if known, ok := objects.Load(t); ok {
		return known.(*object) //nolint:forcetypeassert // the map holds nothing else
	}
	built := map[reflect.Type]*object{} // a recursive type finds its object there
	built[t] = describe(contained(t), built)
	for t, o := range built {
		objects.Store(t, o) // another goroutine may have stored an equal object
	}
	return built[t]
}

// describe returns the object of the struct t and of the structs in it, or nil if t is not a
// struct. known contains the objects that describe has begun, so that it terminates for a recursive
// type.
func describe(t reflect.Type, known map[reflect.Type]*object) *object {
	if o := known[t]; o != nil || t.Kind() != reflect.Struct {
		return o
	}
	o := &object{fields: fieldsOf(t, nil), byName: map[string]int{}, decodes: reflect.PointerTo(t).Implements(unmarshaler)}
	known[t] = o
	o.solid = isContainer(t)
	for i := range o.fields {
		f := &o.fields[i]
		if f.name != "" {
			o.byName[quoted(f.name)] = i
		}
		if mayLack(f.typ, map[reflect.Type]bool{}) {
			f.inner = describe(contained(f.typ), known)
		}
		f.isEmpty = emptiness(f.typ)
		if f.grave || f.about || f.raw || f.inner != nil {
			o.examined = append(o.examined, f)
		}
	}
	for i := range o.fields {
		f := &o.fields[i]
		if by, known := o.byName[quoted(f.when.name)]; known {
			f.when.index, o.fields[by].decides = by, true
		}
	}
	return o
}

// mayLack reports whether a selected field can be missing in a value of a type. It skips the types
// in visited.
func mayLack(t reflect.Type, visited map[reflect.Type]bool) bool {
	if t = direct(t); (t.Kind() == reflect.Slice || t.Kind() == reflect.Map) && isContainer(t.Elem()) {
		return true
	}
	t = contained(t)
	if t.Kind() != reflect.Struct || visited[t] {
		return false
	}
	visited[t] = true
	return slices.ContainsFunc(fieldsOf(t, nil), func(f field) bool { return f.grave || f.raw || f.about || mayLack(f.typ, visited) })
}

// fieldsOf returns the fields of a struct and of those embedded in it.
func fieldsOf(t reflect.Type, index []int) []field {
	if isText(t) {
		return nil
	}
	decodes := reflect.PointerTo(t).Implements(unmarshaler)
	var fields []field
	for sf := range t.Fields() {
		tag, tagged := sf.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		at := append(slices.Clone(index), sf.Index[0])
		switch {
		case (sf.Anonymous && name == "" || options == "embed") && direct(sf.Type).Kind() == reflect.Struct:
			fields = append(fields, fieldsOf(direct(sf.Type), at)...)
		case !sf.IsExported(), options == "embed":
		case name == "-", decodes && !tagged: // field of a union
			isRaw := decodes && sf.Name == "Raw" && sf.Type.Kind() == reflect.Slice
			fields = append(fields, field{index: at, typ: sf.Type, raw: isRaw})
		default:
			fields = append(fields, fieldOf(sf, at, name, options))
		}
	}
	return fields
}

func fieldOf(sf reflect.StructField, at []int, name, options string) field {
	if name == "" {
		name = sf.Name
	}
	f := field{name: name, index: at, typ: sf.Type, required: !strings.Contains(options, "omitzero")}
	f.id = direct(sf.Type).Kind() == reflect.String && (name == "id" || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID"))
	nullable := true
	for word := range strings.SplitSeq(sf.Tag.Get("response"), ",") {
		word, condition, _ := strings.Cut(word, "=")
		switch word {
		case "required":
			f.required, nullable = true, false
		case "optional":
			f.required = false
		case "id":
			f.id = true
		case "empty":
			f.id = false
		case "about":
			f.about = true
		case "if":
			decides, texts, _ := strings.Cut(condition, ":")
			f.when = requiredIf{name: decides, texts: strings.Split(texts, "|")}
		}
	}
	f.scalar = isScalar(direct(sf.Type))
	f.nullable = nullable && !f.about && isNullable(sf.Type)
	f.grave = f.required && (f.id || isNullable(sf.Type) || isContainer(direct(sf.Type)))
	return f
}

// direct removes pointers from a type.
func direct(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// isNullable reports whether null fits a type.
func isNullable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		return true
	case reflect.Slice:
		return t.Elem().Kind() == reflect.Uint8 // raw JSON
	case reflect.Struct:
		_, nullable := t.MethodByName("IsNull")
		return nullable
	default:
		return false
	}
}

// isScalar reports whether values of a type contain no other values.
func isScalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		return isText(t)
	case reflect.Slice, reflect.Array, reflect.Map:
		return false
	default:
		return true
	}
}

// isContainer reports whether a type is a list, a map or an object in JSON.
func isContainer(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8
	case reflect.Map:
		return true
	case reflect.Struct: // a struct without fields to decode is a secret: a text or JSON
		reveal, isSecret := t.MethodByName("Reveal")
		return len(fieldsOf(t, nil)) > 0 && !isNullable(t) || isSecret && reveal.Type.Out(0).Kind() == reflect.Slice
	default:
		return false
	}
}

// isText reports whether a struct is a text in JSON, such as a time.
func isText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// contained removes pointers, lists and maps from a type.
func contained(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	return t
}

// lacks reports whether a selected field may be missing in the structs in v. The object describes
// these structs. about is true if v is the main field of the response.
func (o *object) lacks(v reflect.Value, about bool, which Which) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && o.lacks(v.Elem(), about, which)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if e := v.Index(i); o.isNull(e, which) || o.lacks(e, about, which) {
				return true
			}
		}
		return false
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			if e := entries.Value(); o.isNull(e, which) || o.lacks(e, false, which) {
				return true
			}
		}
		return false
	}
	for _, f := range o.examined {
		if which == MissingAbout && !f.about && f.name != "" {
			continue
		}
		at := v.FieldByIndex(f.index)
		isAbout, text := about && f.about, ""
		if f.when.name != "" {
			text = v.FieldByIndex(o.fields[f.when.index].index).String()
		}
		switch {
		case f.raw && at.Len() > 0,
			(f.grave || isAbout) && f.isEmpty(at) && (isAbout || f.applies(text)),
			f.inner != nil && f.inner.lacks(at, isAbout || about && f.name == "", which):
			return true
		}
	}
	return false
}

// isNull reports whether an element of a list or a map may be null in JSON instead of an object.
func (o *object) isNull(e reflect.Value, which Which) bool {
	return which != MissingAbout && o.solid && e.Kind() == reflect.Struct && e.IsZero() && !isUnion(e.Type())
}

// applies reports whether a field is required. text is the text of the field that determines this.
func (f *field) applies(text string) bool {
	return f.required && (f.when.name == "" || slices.Contains(f.when.texts, text))
}

// emptiness returns a function that reports whether a value of type t cannot be the result of
// decoding JSON, so that the field may be missing.
func emptiness(t reflect.Type) func(reflect.Value) bool {
	switch {
	case t.Kind() == reflect.String:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.String:
		return func(v reflect.Value) bool { return v.IsNil() || v.Elem().Len() == 0 }
	case t.Kind() == reflect.Pointer:
		return reflect.Value.IsNil
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8: // raw JSON
		return func(v reflect.Value) bool {
			return v.Len() == 0 || string(v.Bytes()) == gotNull || string(v.Bytes()) == `""`
		}
	case t.Kind() == reflect.Slice: // a slice that was allocated before decoding is never nil
		return func(v reflect.Value) bool { return v.Len() == 0 && (v.IsNil() || v.Cap() > 0) }
	default:
		return reflect.Value.IsZero
	}
}

// A search finds the first missing field in JSON.
type search struct {
	d      *jsontext.Decoder
	data   []byte
	ends   *ends // nil until a field is needed that comes after large values
	strict bool
	got    []state // states of the fields of the objects around the current value
	found  *Missing
}

// A state is what the search has read for a field.
type state struct {
	instead string // what is there instead of a valid value
	text    []byte // text of a field that determines whether others are required
}

// The values of state.instead.
const (
	gotNothing = "nothing"
	gotNull    = "null"
	gotEmpty   = "an empty string"
	gotValue   = "" // a value that fits
)

var errFound = errors.New("found")

// report records a missing field of the last value, or the last value itself if name is empty. The
// first missing field counts, but a main field takes precedence.
func (s *search) report(name, got string, t reflect.Type, about bool) error {
	if s.found != nil && !about {
		return nil
	}
	path := s.d.StackPointer()
	if name != "" {
		path = path.AppendToken(name)
	}
	s.found = &Missing{Mismatch{Pointer: string(path), Want: wanted(t), Got: got}, about}
	if s.strict || about {
		return errFound
	}
	return nil
}

// wanted returns the name of a type as a caller writes it.
func wanted(t reflect.Type) string {
	if t = exported(direct(t)); t == nil {
		return "object"
	}
	return nameOf(t)
}

// value searches the next value, which is decoded into a t. about is true if it is the main field
// of the response.
func (s *search) value(t reflect.Type, about bool) error {
	t = direct(t)
	known, isKnown := shapes.Load(t)
	if union, _ := known.(shape); union.into != nil {
		return s.union(union, about)
	}
	switch kind := s.d.PeekKind(); {
	case t.Kind() == reflect.Struct && kind == jsontext.KindBeginObject:
		if o := objectOf(t); isKnown || !o.decodes {
			return s.object(o, about)
		}
	case t.Name() != "" && reflect.PointerTo(t).Implements(unmarshaler):
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && kind == jsontext.KindBeginArray:
		return s.elements(t.Elem(), about)
	case t.Kind() == reflect.Map && kind == jsontext.KindBeginObject:
		return s.elements(t.Elem(), false)
	}
	return s.d.SkipValue()
}

func (s *search) union(union shape, about bool) error {
	v := next(s.d, s.ends)
	lacking := union.by != "" && v.IsObject() && !v.Has(union.by)
	arm := any(nil)
	if !lacking && !v.behind {
		arm = union.into(v)
	}
	switch {
	case v.behind:
		s.ends = endsOf(s.data)
		return s.union(union, about)
	case v.kept:
		return v.err
	case arm != nil:
		return s.value(reflect.TypeOf(arm).Elem(), about)
	}
	if err := s.d.SkipValue(); err != nil || !lacking {
		return err
	}
	return s.report(union.by, gotNothing, reflect.TypeFor[string](), false)
}

// elements searches the values of an array or an object.
func (s *search) elements(t reflect.Type, about bool) error {
	token, err := s.d.ReadToken()
	if err != nil {
		return err
	}
	isMap := token.Kind() == jsontext.KindBeginObject
	for kind := s.d.PeekKind(); kind != jsontext.KindEndArray && kind != jsontext.KindEndObject; kind = s.d.PeekKind() {
		if isMap {
			if _, err = s.d.ReadValue(); err != nil {
				return err
			}
			kind = s.d.PeekKind()
		}
		if kind != jsontext.KindNull || isNullable(t) || isUnion(t) {
			err = s.value(t, about)
		} else if err = s.d.SkipValue(); err == nil && (s.strict || isContainer(t)) {
			err = s.report("", gotNull, t, false)
		}
		if err != nil {
			return err
		}
	}
	_, err = s.d.ReadToken()
	return err
}

func (s *search) object(o *object, about bool) error {
	base := len(s.got)
	for range o.fields {
		s.got = append(s.got, state{instead: gotNothing})
	}
	defer func() { s.got = s.got[:base] }()
	if _, err := s.d.ReadToken(); err != nil {
		return err
	}
	for s.d.PeekKind() != jsontext.KindEndObject {
		i, err := s.field(o)
		switch {
		case err != nil:
		case i < 0:
			err = s.d.SkipValue()
		default:
			var got state
			got, err = s.fieldValue(&o.fields[i], about)
			s.got[base+i] = got // s.got may have grown in the meantime
		}
		if err != nil {
			return err
		}
	}
	if _, err := s.d.ReadToken(); err != nil {
		return err
	}
	for i := range o.fields {
		f, got := &o.fields[i], s.got[base+i].instead
		isAbout := about && f.about
		if got == gotValue || !isAbout && !((s.strict || f.grave) && f.applies(string(s.got[base+f.when.index].text))) {
			continue
		}
		if err := s.report(f.name, got, f.typ, isAbout); err != nil {
			return err
		}
	}
	return nil
}

// field reads the name of a field and returns its index, or -1 if o does not have the field.
func (s *search) field(o *object) (int, error) {
	name, err := s.d.ReadValue()
	i, known := o.byName[string(name)]
	if !known && bytes.IndexByte(name, '\\') >= 0 {
		i, known = o.byName[quoted(unquote(name))]
	}
	if !known {
		i = -1
	}
	return i, err
}

// fieldValue searches the value of a field.
func (s *search) fieldValue(f *field, about bool) (got state, err error) {
	kind := s.d.PeekKind()
	if kind == jsontext.KindNull {
		if !f.nullable {
			got.instead = gotNull
		}
		return got, s.d.SkipValue()
	}
	if f.about && !f.fits(kind) {
		got.instead = kindOf(kind)
	}
	switch {
	case kind == jsontext.KindString && (f.id || f.about || f.decides):
	case f.scalar:
		return got, s.d.SkipValue()
	default:
		return got, s.value(f.typ, about && f.about)
	}
	text, err := s.d.ReadValue()
	if string(text) == `""` && (f.id || !f.decides) {
		got.instead = gotEmpty
	}
	switch {
	case !f.decides || err != nil:
	case bytes.IndexByte(text, '\\') >= 0:
		got.text = []byte(unquote(text))
	default: // the decoder reads s.data in place, so the text stays valid
		got.text = text[1 : len(text)-1]
	}
	return got, err
}

// fits reports whether a JSON value of a kind can be decoded into the field. It returns true for a
// union, and for a type with its own decoding method that is not a text, because these decide
// themselves.
func (f *field) fits(kind jsontext.Kind) bool {
	t := direct(f.typ)
	_, isKnown := shapes.Load(t)
	switch decodes := !isKnown && reflect.PointerTo(t).Implements(unmarshaler); {
	case isUnion(t):
		return true
	case decodes && t.Kind() == reflect.Struct && !isContainer(t): // a secret
		return kind == jsontext.KindString
	case decodes:
		return true
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return kind == jsontext.KindBeginArray
	case reflect.Struct, reflect.Map:
		return kind == jsontext.KindBeginObject
	case reflect.String:
		return kind == jsontext.KindString
	default:
		return true
	}
}
