package jsonx

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lookahead is the maximum number of bytes in nested objects and arrays that a [Value] scans to
// find their ends. Without a limit, each level of a tree would scan all levels below it.
const lookahead = 4 << 10

// errBehind stops the decoder if the field that selects the variant of a union comes after more
// than lookahead bytes.
var errBehind = errors.New("the field that selects the variant comes after large values")

// A Value is a JSON value. A [Choice] inspects the next value of the decoder to select the variant.
// The JSON need not be valid, because the decoder checks it later.
type Value struct {
	rest   []byte // begins with the value
	d      *jsontext.Decoder
	ends   *ends // nil if unknown
	behind bool  // whether a field was not found within lookahead
	kept   bool
	err    error // error of Keep
}

// next returns the value that the decoder reads next. The value is empty if there is none.
func next(d *jsontext.Decoder, known *ends) *Value {
	d.PeekKind() // fills the buffer
	rest := bytes.TrimLeft(d.UnreadBuffer(), " \t\r\n,:")
	if !known.contains(rest) {
		known = nil
	}
	return &Value{rest: rest, d: d, ends: known}
}

// Inspect returns the value of JSON without decoding it. It scans data twice, so that inspecting
// parts of the value needs no further scan. If data is not JSON, the value is empty.
func Inspect(data []byte) *Value {
	data = bytes.TrimLeft(data, " \t\r\n")
	if !jsontext.Value(data).IsValid(lenient) {
		return &Value{}
	}
	return &Value{rest: data, ends: endsOf(data)}
}

// JSON returns the JSON of a value that [Inspect] has returned, without copying it.
func (v *Value) JSON() []byte {
	end := v.skip(0, new(int))
	return v.rest[:end:end]
}

// Field returns the value of a field of an object. It is empty if v is not an object or does not
// have the field.
func (v *Value) Field(name string) *Value {
	at := v.field(name)
	if at < 0 {
		return &Value{}
	}
	return &Value{rest: v.rest[at:], ends: v.ends}
}

// Elements returns the elements of an array. It returns nil if v is not an array.
func (v *Value) Elements() (elements []*Value) {
	if !v.begins("[") {
		return nil
	}
	for at := skipBytes(v.rest, 1, " \t\r\n,"); at < len(v.rest) && v.rest[at] != ']'; at = skipBytes(v.rest, at, " \t\r\n,") {
		elements = append(elements, &Value{rest: v.rest[at:], ends: v.ends})
		at = v.skip(at, new(int))
	}
	return elements
}

// at returns the value at a pointer. It is empty if there is none.
func (v *Value) at(pointer jsontext.Pointer) *Value {
	for token := range pointer.Tokens() {
		if v.IsObject() {
			v = v.Field(token)
			continue
		}
		elements := v.Elements()
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || i >= len(elements) {
			return &Value{}
		}
		v = elements[i]
	}
	return v
}

// IsNull reports whether v is null.
func (v *Value) IsNull() bool { return v.begins("n") }

// IsString reports whether v is a string.
func (v *Value) IsString() bool { return v.begins(`"`) }

// IsObject reports whether v is an object.
func (v *Value) IsObject() bool { return v.begins("{") }

// IsBool reports whether v is true or false.
func (v *Value) IsBool() bool { return v.begins("tf") }

// IsNumber reports whether v is a number.
func (v *Value) IsNumber() bool { return v.begins("-0123456789") }

func (v *Value) begins(with string) bool {
	return len(v.rest) > 0 && bytes.IndexByte([]byte(with), v.rest[0]) >= 0
}

// Text returns the string in a field of an object. It returns "" if there is no such string.
func (v *Value) Text(name string) string {
	at := v.field(name)
	if at < 0 || v.rest[at] != '"' {
		return ""
	}
	return unquote(v.rest[at:stringEnd(v.rest, at)])
}

// Has reports whether v is an object with all of the fields, and none of them is null.
func (v *Value) Has(names ...string) bool {
	for _, name := range names {
		if at := v.field(name); at < 0 || v.rest[at] == 'n' {
			return false
		}
	}
	return true
}

// Keep returns a copy of the JSON of v. It is for a value that is not decoded any further.
func (v *Value) Keep() []byte {
	if v.behind { // the selecting field was not found yet, so v is examined again
		return nil
	}
	data, err := v.d.ReadValue()
	v.kept, v.err = true, err
	return bytes.Clone(data)
}

// decode decodes v into arm, the variant of a union. arm is nil if the union has kept v, or has no
// variant for it.
func (v *Value) decode(arm any) error {
	switch {
	case v.behind:
		return errBehind
	case v.kept:
		return v.err
	case arm == nil:
		return v.d.SkipValue()
	default:
		return json.UnmarshalDecode(v.d, arm)
	}
}

// field returns the position at which the value of a field begins. It returns -1 if v is not an
// object or does not have the field.
func (v *Value) field(name string) int {
	if !v.IsObject() {
		return -1
	}
	budget := lookahead
	for at := skipBytes(v.rest, 1, " \t\r\n,"); at < len(v.rest) && v.rest[at] == '"'; at = skipBytes(v.rest, at, " \t\r\n,") {
		end := stringEnd(v.rest, at)
		found := end-at-2 == len(name) && string(v.rest[at+1:end-1]) == name ||
			bytes.IndexByte(v.rest[at:end], '\\') >= 0 && unquote(v.rest[at:end]) == name
		if at = skipBytes(v.rest, end, " \t\r\n:"); at >= len(v.rest) {
			return -1
		}
		if found {
			return at
		}
		if at = v.skip(at, &budget); budget < 0 {
			v.behind = true
			return -1
		}
	}
	return -1
}

// skip returns the end of the value that begins at a position. It subtracts the number of bytes
// that it scans within objects and arrays from budget.
func (v *Value) skip(at int, budget *int) int {
	switch v.rest[at] {
	case '"':
		return stringEnd(v.rest, at)
	case '{', '[':
		if v.ends != nil {
			return v.ends.of(v.rest, at)
		}
		end := valueEnd(v.rest[:min(len(v.rest), at+*budget+1)], at)
		*budget -= end - at
		return end
	default:
		end := bytes.IndexAny(v.rest[at:], ",]} \t\r\n")
		if end < 0 {
			return len(v.rest)
		}
		return at + end
	}
}

// skipBytes skips bytes that are in the set of, beginning at position at, and returns the position
// after them.
func skipBytes(data []byte, at int, of string) int {
	for at < len(data) && bytes.IndexByte([]byte(of), data[at]) >= 0 {
		at++
	}
	return at
}

// stringEnd returns the end of the string that begins at a position.
func stringEnd(data []byte, at int) int {
	for at++; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(data)
}

// valueEnd returns the end of the object or array that begins at a position.
func valueEnd(data []byte, at int) int {
	for depth := 0; at < len(data); at++ {
		switch data[at] {
		case '"':
			at = stringEnd(data, at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return len(data)
}

// unquote returns the text of a JSON string. It returns "" if quoted is not a JSON string.
func unquote(quoted []byte) string {
	text, _ := jsontext.AppendUnquote(nil, quoted) // the error can be that of invalid UTF-8
	return string(text)
}

// ends contains the ends of all objects and arrays in JSON, found in one scan.
type ends struct {
	data   []byte
	values []span // values in the order of their beginnings
}

type span struct{ begin, end int }

func endsOf(data []byte) *ends {
	e := &ends{data: data}
	var open []int // indexes in e.values
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '"':
			at = stringEnd(data, at) - 1
		case '{', '[':
			open = append(open, len(e.values))
			e.values = append(e.values, span{at, len(data)})
		case '}', ']':
			if n := len(open); n > 0 {
				e.values[open[n-1]].end = at + 1
				open = open[:n-1]
			}
		}
	}
	return e
}

// contains reports whether rest is a suffix of the JSON, in the same memory.
func (e *ends) contains(rest []byte) bool {
	return e != nil && len(rest) > 0 && len(rest) <= len(e.data) && &rest[len(rest)-1] == &e.data[len(e.data)-1]
}

// of returns the end of the value that begins at the position at in rest. rest is a suffix of the
// JSON.
func (e *ends) of(rest []byte, at int) int {
	offset := len(e.data) - len(rest)
	i, _ := slices.BinarySearchFunc(e.values, offset+at, func(s span, begin int) int { return cmp.Compare(s.begin, begin) })
	if i == len(e.values) {
		return len(rest)
	}
	return e.values[i].end - offset
}
