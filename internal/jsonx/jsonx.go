package jsonx

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// A service may send duplicate names or invalid UTF-8. Neither makes a call fail if the response
// can be decoded.
var (
	lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	goOn    = json.JoinOptions(lenient, jsonv1.ReportErrorsWithLegacySemantics(true),
		json.WithUnmarshalers(json.JoinUnmarshalers(orNil, integers, finite)))
	writing = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
)

// A Mismatch is a value in a response that is missing, or whose type differs from that of its Go
// field.
type Mismatch struct {
	Pointer string
	Want    string // Go type, as a caller writes it
	Got     string // kind of the JSON value; for a missing value, what is there instead
	Err     error  // nil if the value is missing
}

// IsMissing reports whether the value is missing.
func (m *Mismatch) IsMissing() bool {
	return m.Got == gotNothing || m.Got == gotNull || m.Got == gotEmpty
}

// Marshal encodes v.
func Marshal(v any) ([]byte, error) {
	return json.Marshal(v, writing)
}

// Unmarshal decodes data into v and fails on the first value of a wrong type.
func Unmarshal(data []byte, v any) error {
	return unmarshal(data, v, lenient)
}

// unmarshal decodes data into v. If an integer field can represent a number exactly, the number
// fits in any notation.
func unmarshal(data []byte, v any, how json.Options) error {
	err := json.Unmarshal(data, v, how)
	if err == nil {
		return nil
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		if _, ok := integral(semantic.JSONValue); ok && semantic.GoType != nil && isInteger(semantic.GoType) {
			known, _ := json.GetOption(how, json.WithUnmarshalers)
			err = json.Unmarshal(data, v, json.JoinOptions(how, json.WithUnmarshalers(json.JoinUnmarshalers(known, integers))))
		}
	}
	return inCallersTerms(err)
}

// MarshalUser encodes a value of a caller's type with encoding/json. The library does not know
// json.Number and returns different errors, so it cannot replace encoding/json here.
func MarshalUser(v any) ([]byte, error) {
	return stdjson.Marshal(v)
}

// UnmarshalUser decodes data into a value of a caller's type with encoding/json.
func UnmarshalUser(data []byte, v any) error {
	return stdjson.Unmarshal(data, v)
}

// Decode decodes data into v. It leaves a value of a wrong type below the root zero and reports the
// first such value, so that a changed field does not make the rest of a response unusable. Invalid
// JSON and a root of a wrong type are errors.
func Decode(data []byte, v any) (*Mismatch, error) {
	err := unmarshal(data, v, lenient)
	if err == nil {
		return nil, nil
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok || semantic.JSONPointer == "" {
		return nil, err
	}
	var ignored jsontext.Value
	if broken := json.Unmarshal(data, &ignored, lenient); broken != nil {
		return nil, broken
	}
	reflect.ValueOf(v).Elem().SetZero()
	// Decoding with goOn costs a third more, so only a response with a mismatch pays for it.
	_ = json.Unmarshal(data, v, goOn)
	m := &Mismatch{Pointer: string(semantic.JSONPointer), Want: "object", Got: kindOf(semantic.JSONKind), Err: err}
	if semantic.GoType != nil {
		m.Want = nameOf(semantic.GoType)
	}
	return m, nil
}

// DecodeText is like [Decode], but for JSON with few values and long texts, such as a message of a
// stream. It decodes leaves in place, so that it scans them once instead of twice. For each value
// outside of leaves, it needs a table lookup.
func DecodeText(data []byte, v any) (*Mismatch, error) {
	known := leaves.options.Load()
	if known == nil {
		leaves.Lock()
		built := json.JoinOptions(lenient, json.WithUnmarshalers(json.JoinUnmarshalers(leaves.types...)))
		leaves.options.Store(&built)
		leaves.Unlock()
		known = &built
	}
	if err := json.Unmarshal(data, v, *known); err == nil {
		return nil, nil
	}
	reflect.ValueOf(v).Elem().SetZero()
	return Decode(data, v)
}

func kindOf(kind jsontext.Kind) string {
	switch kind {
	case jsontext.KindBeginObject:
		return "object"
	case jsontext.KindBeginArray:
		return "array"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "boolean"
	default:
		return kind.String()
	}
}

// Fields decodes a JSON object into its fields, whose values remain JSON.
func Fields(data []byte) (map[string]jsontext.Value, error) {
	var members map[string]jsontext.Value
	if err := Unmarshal(data, &members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, errors.New("want an object, got null")
	}
	return members, nil
}

// SetFields adds the given fields to the JSON object data, or replaces them there, and returns the
// result. Empty data is an empty object.
func SetFields(data []byte, fields map[string]any) ([]byte, error) {
	members := map[string]jsontext.Value{}
	if len(data) > 0 {
		var err error
		if members, err = Fields(data); err != nil {
			return nil, err
		}
	}
	for name, value := range fields {
		encoded, err := MarshalUser(value)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", name, err)
		}
		members[name] = encoded
	}
	return Marshal(members)
}

// Hint returns the string at outer.inner in the JSON object data, provided that it comes before the
// first array. Otherwise, it returns "". It does not read further, so that it can find the cursor
// of a page before the page is decoded.
func Hint(data []byte, outer, inner string) string {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), lenient) // the decoder reads a Buffer in place
	if !skipTo(d, outer) || !skipTo(d, inner) {
		return ""
	}
	token, err := d.ReadToken()
	if err != nil || token.Kind() != jsontext.KindString {
		return ""
	}
	return token.String()
}

// skipTo enters the next object and stops before the value of the field called name. It does not
// skip arrays.
func skipTo(d *jsontext.Decoder, name string) bool {
	if token, err := d.ReadToken(); err != nil || token.Kind() != jsontext.KindBeginObject {
		return false
	}
	for {
		token, err := d.ReadToken()
		if err != nil || token.Kind() != jsontext.KindString {
			return false
		}
		if token.String() == name {
			return true
		}
		if d.PeekKind() == jsontext.KindBeginArray || d.SkipValue() != nil {
			return false
		}
	}
}

// IsNull reports whether data is the JSON literal null.
func IsNull(data []byte) bool {
	return string(data) == "null"
}

// IsString reports whether data is a JSON string.
func IsString(data []byte) bool {
	return len(data) > 0 && data[0] == '"'
}

// IsObject reports whether data is a JSON object.
func IsObject(data []byte) bool {
	return len(data) > 0 && data[0] == '{'
}

// A Codec encodes and decodes types whose methods call it. These types are a union, or a tree whose
// nodes keep unknown fields. Without a codec, the method of each node would scan the subtree below
// it again.
//
// A codec is a package variable that sets only New, and is built on first use. Because the
// initializer calls no function, the linker can drop the codecs and types that a program does not
// use.
type Codec struct {
	New func() Types

	once  sync.Once
	types Types
}

// Types are the types of a codec.
type Types struct {
	how     options
	plain   func(v any) any     // converts a leaf to a type without methods, which would call the codec again
	inPlace *json.Unmarshalers  // codec of a leaf
	indexed func(*ends) options // options of a tree; nil for a leaf
}

func (c *Codec) built() *Types {
	c.once.Do(func() { c.types = c.New() })
	return &c.types
}

type options struct{ decode, goOn, encode json.Options }

// A Branch is one type of a tree.
type Branch struct {
	decode func(*ends) *json.Unmarshalers
	encode func() *json.Marshalers
}

// Tree returns the branch of T. plain converts *T to *P. P is T without its methods, and has a
// field with the tag `json:",embed"` for unknown fields.
func Tree[T, P any](plain func(*T) *P) Branch {
	standIn(reflect.TypeFor[P](), reflect.TypeFor[T]())
	return Branch{
		decode: func(*ends) *json.Unmarshalers {
			return json.UnmarshalFromFunc(func(d *jsontext.Decoder, t *T) error { return json.UnmarshalDecode(d, plain(t)) })
		},
		encode: func() *json.Marshalers {
			return json.MarshalToFunc(func(e *jsontext.Encoder, t *T) error { return encode(e, plain(t)) })
		},
	}
}

// Choice returns the branch of the union T. by is the name of the field that selects the variant,
// or "" if something else selects it. into returns the value into which the JSON is decoded, or nil
// if the union has kept the JSON. from returns the value to encode.
func Choice[T any](by string, into func(t *T, v *Value) any, from func(*T) any) Branch {
	shapes.Store(reflect.TypeFor[T](), shape{by, func(v *Value) any { return into(new(T), v) }})
	return Branch{
		decode: func(known *ends) *json.Unmarshalers {
			return json.UnmarshalFromFunc(func(d *jsontext.Decoder, t *T) error {
				v := next(d, known)
				return v.decode(into(t, v))
			})
		},
		encode: func() *json.Marshalers {
			return json.MarshalToFunc(func(e *jsontext.Encoder, t *T) error { return encode(e, from(t)) })
		},
	}
}

// Kinds returns the branch of the union T whose variants are one struct. by is the name of the
// field that contains the kind. parts returns the struct without its methods, its kind, and the
// field that keeps the JSON of a kind that is not in known.
func Kinds[T any, K ~string, R ~[]byte](by string, parts func(*T) (plain any, kind *K, raw *R), known ...K) Branch {
	return Choice(
		by,
		func(t *T, v *Value) any {
			*t = *new(T)
			plain, kind, raw := parts(t)
			if *kind = K(v.Text(by)); slices.Contains(known, *kind) {
				return plain
			}
			*raw = R(v.Keep())
			return nil
		},
		func(t *T) any {
			plain, _, raw := parts(t)
			if *raw != nil {
				return *raw
			}
			return plain
		},
	)
}

// New sets a variant of a union to a new value, and returns it.
func New[T any](variant **T) *T {
	*variant = new(T)
	return *variant
}

// FirstOf returns the first of the variants of a union that is not nil, or else the last one.
func FirstOf(variants ...any) any {
	last := len(variants) - 1
	for _, v := range variants[:last] {
		if !reflect.ValueOf(v).IsNil() {
			return v
		}
	}
	return variants[last]
}

// leaves contains the types of [Leaf] that the program has used so far.
var leaves struct {
	sync.Mutex // held while types grow or options are built
	types      []*json.Unmarshalers
	options    atomic.Pointer[json.Options] // of DecodeText; nil if a leaf has been added since they were built
}

var asItIs = options{lenient, goOn, writing}

// Leaf returns the types of a codec for T alone. For plain, see [Tree]. T must not contain a T, and
// its methods must use the codec for objects. Leaf costs less than a tree of one type. contained
// lists the codecs of other leaves in T, which decode these leaves in place.
func Leaf[T, P any](plain func(*T) *P, contained ...*Codec) Types {
	standIn(reflect.TypeFor[P](), reflect.TypeFor[T]())
	inPlace := func(within ...json.Options) *json.Unmarshalers {
		return json.UnmarshalFromFunc(func(d *jsontext.Decoder, t *T) error {
			if d.PeekKind() != jsontext.KindBeginObject {
				return errors.ErrUnsupported // the method of T decides
			}
			*t = *new(T)
			return json.UnmarshalDecode(d, plain(t), within...)
		})
	}
	plainOf := func(v any) any {
		if t, ok := v.(*T); ok {
			return plain(t)
		}
		return v
	}
	return leafOf(plainOf, inPlace, contained)
}

// leafOf returns the types of a leaf, and adds the leaf to leaves.
func leafOf(plain func(v any) any, inPlace func(...json.Options) *json.Unmarshalers, contained []*Codec) Types {
	types := Types{how: asItIs, plain: plain, inPlace: inPlace()}
	if len(contained) > 0 {
		var inner []*json.Unmarshalers
		for _, c := range contained {
			inner = append(inner, c.built().inPlace)
		}
		types.how = decoding(json.JoinUnmarshalers(inner...))
	}
	leaves.Lock()
	defer leaves.Unlock()
	leaves.options.Store(nil)
	leaves.types = append(leaves.types, inPlace(json.WithUnmarshalers(nil)))
	return types
}

// Join returns the types of a tree.
func Join(branches ...Branch) Types {
	var encode []*json.Marshalers
	for _, b := range branches {
		encode = append(encode, b.encode())
	}
	encoding := json.JoinOptions(writing, json.WithMarshalers(json.JoinMarshalers(encode...)))
	with := func(known *ends) options {
		var decode []*json.Unmarshalers
		for _, b := range branches {
			decode = append(decode, b.decode(known))
		}
		how := decoding(json.JoinUnmarshalers(decode...))
		how.encode = encoding
		return how
	}
	return Types{how: with(nil), plain: func(v any) any { return v }, indexed: with}
}

// decoding returns options that decode types with the given functions.
func decoding(types *json.Unmarshalers) options {
	return options{
		decode: json.JoinOptions(lenient, json.WithUnmarshalers(types)),
		goOn:   json.JoinOptions(goOn, json.WithUnmarshalers(json.JoinUnmarshalers(types, orNil, integers, finite))),
		encode: writing,
	}
}

// Unmarshal decodes data into v, which is a value of the tree or contains one. If a value has a
// wrong type, Unmarshal returns an error for the first such value, but decodes the rest.
func (c *Codec) Unmarshal(data []byte, v any) error {
	types := c.built()
	v = types.plain(v)
	target := reflect.ValueOf(v).Elem()
	target.SetZero() // otherwise, decoding would merge with the old value
	err := unmarshal(data, v, types.how.decode)
	if err == nil {
		return nil
	}
	how := types.optionsFor(data)
	if errors.Is(err, errBehind) {
		target.SetZero()
		if err = unmarshal(data, v, how.decode); err == nil {
			return nil
		}
	}
	if types.decodeRest(data, v, err) {
		return err
	}
	target.SetZero()
	// The error of this call would have the form of the older library, so err is returned.
	_ = json.Unmarshal(data, v, how.goOn)
	return err
}

// optionsFor returns the options for data after a first attempt has failed. Those of a tree know
// the ends of its values.
func (t *Types) optionsFor(data []byte) options {
	if t.indexed == nil {
		return t.how
	}
	return t.indexed(endsOf(data))
}

// mostMismatches is the maximum number of values of a wrong type that [Types.decodeRest] leaves
// out.
const mostMismatches = 16

// decodeRest decodes data without the value that err reports to have a wrong type, and without
// further such values. It reports whether this succeeds. The library itself can continue after such
// a value, but then it scans a tree again at each level.
func (t *Types) decodeRest(data []byte, v any, err error) bool {
	before := jsontext.Pointer("")
	for range mostMismatches {
		semantic, ok := errors.AsType[*json.SemanticError](err)
		if !ok || semantic.JSONPointer == before {
			return false
		}
		before = semantic.JSONPointer
		if semantic.GoType == nil || showsNull(reflect.TypeOf(v), before) {
			return false // scanning each level again is rare and correct
		}
		wrong := Inspect(data).at(before)
		if len(wrong.rest) == 0 {
			return false
		}
		from := len(data) - len(wrong.rest)
		data = slices.Concat(data[:from], []byte("null"), data[from+len(wrong.JSON()):])
		reflect.ValueOf(v).Elem().SetZero()
		if err = unmarshal(data, v, t.optionsFor(data).decode); err == nil {
			return true
		}
	}
	return false
}

// keepers contains the types of [Keeps].
var keepers sync.Map

// Keeps records that a T keeps the JSON from which it was decoded, so that it encodes values of a
// wrong type again.
func Keeps[T any]() { keepers.Store(reflect.TypeFor[T](), true) }

// showsNull reports whether a null at a pointer below the root t would change more than the value
// there: null is a valid value, a type around it keeps its JSON, or its parent is a union, whose
// variant depends on which fields are not null.
func showsNull(t reflect.Type, pointer jsontext.Pointer) bool {
	var parent, value reflect.Type
	for name := range pointer.Tokens() {
		if parent = plain(t); parent == nil {
			return false
		}
		value = cmp.Or(fieldType(t, name), elementType(t))
		t = plain(value)
		if _, keeps := keepers.Load(t); keeps {
			return true
		}
	}
	known, _ := shapes.Load(parent)
	union, _ := known.(shape)
	return union.into != nil && union.by == "" || value != nil && isNullable(direct(value))
}

// Marshal encodes v, which is a value of the tree or contains one.
func (c *Codec) Marshal(v any) ([]byte, error) {
	types := c.built()
	v = types.plain(v)
	if err := checkExtra(v); err != nil {
		return nil, err
	}
	return json.Marshal(v, types.how.encode)
}
