// Package jsonx is the one seam to the JSON library. It says how the SDK reads and writes JSON, and nothing outside it imports
// go-json-experiment/json.
package jsonx

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// A service may send a duplicate name or a broken character; neither is worth failing a call whose answer can be read.
var (
	lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	goOn    = json.JoinOptions(lenient, jsonv1.ReportErrorsWithLegacySemantics(true), json.WithUnmarshalers(json.JoinUnmarshalers(orNil, integers, finite)))
	writing = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
)

// Mismatch says that a value in an answer has another type than its Go field.
type Mismatch struct {
	Path string // JSON pointer
	Want string // Go type, as a caller writes it
	Got  string // kind of JSON value
	Err  error
}

// Marshal encodes v.
func Marshal(v any) ([]byte, error) {
	return json.Marshal(v, writing)
}

// Unmarshal decodes data into v and fails on the first value of a wrong type.
func Unmarshal(data []byte, v any) error {
	return unmarshal(data, v, lenient)
}

// MarshalUser encodes a value of a caller's own type. It is encoding/json itself: another library that imitates it does not know
// json.Number and has other errors.
func MarshalUser(v any) ([]byte, error) {
	return stdjson.Marshal(v)
}

// UnmarshalUser decodes data into a value of a caller's own type, with encoding/json as MarshalUser encodes it.
func UnmarshalUser(data []byte, v any) error {
	return stdjson.Unmarshal(data, v)
}

// Decode decodes data into v. A value of a wrong type below the root is left zero and the first such value is reported, so that
// one changed field does not lose the rest of an answer. Broken JSON and a wrong root are errors.
func Decode(data []byte, v any) (*Mismatch, error) { return decode(data, v, lenient) }

// DecodeText is Decode for JSON of few values and long texts, such as a message of a stream. It reads leaves in place: once instead of
// twice, for a look at a table with each value.
func DecodeText(data []byte, v any) (*Mismatch, error) { return decode(data, v, inPlace()) }

func decode(data []byte, v any, how json.Options) (*Mismatch, error) {
	err := unmarshal(data, v, how)
	if err == nil {
		return nil, nil
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok || semantic.JSONPointer == "" {
		return nil, err
	}
	var whole jsontext.Value
	if broken := json.Unmarshal(data, &whole, lenient); broken != nil {
		return nil, broken
	}
	reflect.ValueOf(v).Elem().SetZero()
	// Decoding on costs a third more than stopping, so only an answer known to be off pays for it.
	_ = json.Unmarshal(data, v, goOn)
	m := &Mismatch{Path: string(semantic.JSONPointer), Want: "object", Got: kindOf(semantic.JSONKind), Err: err}
	if semantic.GoType != nil {
		m.Want = nameOf(semantic.GoType)
	}
	return m, nil
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

// Fields decodes a JSON object into its members, each kept as it came.
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

// SetFields returns the JSON object data with the given members added or replaced. Empty data is an empty object.
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

// Hint returns the string at outer.inner of the JSON object data when it stands before the first array, else "". It reads no further, so
// that it can say where a list goes on before the list itself is decoded.
func Hint(data []byte, outer, inner string) string {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), lenient) // the decoder reads a Buffer in place
	if !skipTo(d, outer, false) || !skipTo(d, inner, false) {
		return ""
	}
	token, err := d.ReadToken()
	if err != nil || token.Kind() != jsontext.KindString {
		return ""
	}
	return token.String()
}

// skipTo enters the object that comes next and stops before the value of the member called name. It passes no array unless told to.
func skipTo(d *jsontext.Decoder, name string, arrays bool) bool {
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
		if !arrays && d.PeekKind() == jsontext.KindBeginArray || d.SkipValue() != nil {
			return false
		}
	}
}

// HasArray tells whether the JSON object data has a member called name that is an array.
func HasArray(data []byte, name string) bool {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), lenient)
	return skipTo(d, name, true) && d.PeekKind() == jsontext.KindBeginArray
}

// Clone copies JSON that the library only lends.
func Clone(data []byte) []byte {
	return append([]byte(nil), data...)
}

// IsNull tells whether data is the JSON literal null.
func IsNull(data []byte) bool {
	return string(data) == "null"
}

// IsString tells whether data is a JSON string.
func IsString(data []byte) bool {
	return len(data) > 0 && data[0] == '"'
}

// IsObject tells whether data is a JSON object.
func IsObject(data []byte) bool {
	return len(data) > 0 && data[0] == '{'
}

// Text returns the string that the JSON object data has under a name, "" for anything else.
func Text(data []byte, name string) string {
	d := jsontext.NewDecoder(bytes.NewBuffer(data), lenient)
	if !skipTo(d, name, true) {
		return ""
	}
	token, err := d.ReadToken()
	if err != nil || token.Kind() != jsontext.KindString {
		return ""
	}
	return token.String()
}

// A Codec encodes and decodes the types of a tree whose nodes keep the members they do not know. Without one each node's method would
// scan the whole subtree below it again. What it needs is made on first use: a program starts with all codecs and uses few.
type Codec struct {
	how   func() options
	plain func(v any) any // of a leaf
}

type options struct{ decode, goOn, encode json.Options }

// A Branch is one type of a tree.
type Branch struct {
	decode func() *json.Unmarshalers
	encode func() *json.Marshalers
}

// Tree makes the branch of T; plain converts *T to *P, which is T without its methods. P has a field tagged `json:",embed"` for the
// members it does not know.
func Tree[T, P any](plain func(*T) *P) Branch {
	standIn[P, T]()
	return Branch{
		decode: func() *json.Unmarshalers {
			return json.UnmarshalFromFunc(func(d *jsontext.Decoder, t *T) error { return json.UnmarshalDecode(d, plain(t)) })
		},
		encode: func() *json.Marshalers {
			return json.MarshalToFunc(func(e *jsontext.Encoder, t *T) error { return json.MarshalEncode(e, plain(t)) })
		},
	}
}

// Choice makes the branch of T, a union. Into returns where the JSON goes, nil when the union has kept it as it came; from returns what is
// written.
func Choice[T any](into func(t *T, data []byte) any, from func(*T) any) Branch {
	decode := func(d *jsontext.Decoder, t *T) error {
		data, err := d.ReadValue()
		if err != nil {
			return err
		}
		arm := into(t, data)
		if arm == nil {
			return nil
		}
		err = json.Unmarshal(data, arm, d.Options())
		if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
			semantic.JSONPointer = d.StackPointer() + semantic.JSONPointer // it knows its way from the arm on
		}
		return err
	}
	return Branch{
		decode: func() *json.Unmarshalers { return json.UnmarshalFromFunc(decode) },
		encode: func() *json.Marshalers {
			return json.MarshalToFunc(func(e *jsontext.Encoder, t *T) error { return json.MarshalEncode(e, from(t)) })
		},
	}
}

var (
	leaves  []func() *json.Unmarshalers
	inPlace = sync.OnceValue(func() json.Options {
		return json.JoinOptions(lenient, json.WithUnmarshalers(join(leaves)))
	})
	asItIs = func() options { return options{lenient, goOn, writing} }
)

func join(types []func() *json.Unmarshalers) *json.Unmarshalers {
	var all []*json.Unmarshalers
	for _, t := range types {
		all = append(all, t())
	}
	return json.JoinUnmarshalers(all...)
}

// Leaf makes the codec of T alone; plain is as in Tree. It is for a T that has no T below it and whose methods leave objects to the codec,
// and costs less than a tree of one type. It is for package variables only: the list of leaves is not guarded.
func Leaf[T, P any](plain func(*T) *P) *Codec {
	standIn[P, T]()
	leaves = append(leaves, func() *json.Unmarshalers {
		return json.UnmarshalFromFunc(func(d *jsontext.Decoder, t *T) error {
			if d.PeekKind() != jsontext.KindBeginObject {
				return errors.ErrUnsupported // the method of T knows
			}
			var zero T
			*t = zero
			return json.UnmarshalDecode(d, plain(t))
		})
	})
	return &Codec{asItIs, func(v any) any {
		if t, ok := v.(*T); ok {
			return plain(t)
		}
		return v
	}}
}

// AsIs makes a codec of T whose methods leave P to it, which stands for T. It is for package variables only, as Leaf is.
func AsIs[T, P any]() *Codec {
	standIn[P, T]()
	return &Codec{how: asItIs}
}

// NewCodec makes the codec of a tree of these types.
func NewCodec(types ...Branch) *Codec {
	return &Codec{how: sync.OnceValue(func() options {
		var decode []func() *json.Unmarshalers
		var encode []*json.Marshalers
		for _, t := range types {
			decode = append(decode, t.decode)
			encode = append(encode, t.encode())
		}
		types := join(decode)
		return options{
			decode: json.JoinOptions(lenient, json.WithUnmarshalers(types)),
			goOn:   json.JoinOptions(goOn, json.WithUnmarshalers(json.JoinUnmarshalers(types, orNil, integers, finite))),
			encode: json.JoinOptions(writing, json.WithMarshalers(json.JoinMarshalers(encode...))),
		}
	})}
}

// Unmarshal decodes data into v, a value of the tree or of something that holds it. The first value of a wrong type is an error, and the
// rest is there all the same.
func (c *Codec) Unmarshal(data []byte, v any) error {
	v = c.bare(v)
	how := c.how()
	target := reflect.ValueOf(v).Elem()
	target.SetZero() // decoding would merge into what is there
	err := unmarshal(data, v, how.decode)
	if err == nil {
		return nil
	}
	target.SetZero()
	// The first error says where; this one would say it in the older library's terms.
	_ = json.Unmarshal(data, v, how.goOn)
	return err
}

// Marshal encodes v, a value of the tree or of something that holds it.
func (c *Codec) Marshal(v any) ([]byte, error) { return json.Marshal(c.bare(v), c.how().encode) }

// bare returns v without its methods, which would lead back here, when this is the codec of a leaf.
func (c *Codec) bare(v any) any {
	if c.plain == nil {
		return v
	}
	return c.plain(v)
}
