package jsonx

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// JSON has only one kind of number, so a service may write an integer as 3.0 or 1e2. The library
// treats such a number as a value of another type. The code inspects numbers only after such a
// mismatch, so that integers usually cost nothing.

// integers decodes integers that are written with a fraction or an exponent.
var integers = json.UnmarshalFromFunc(func(d *jsontext.Decoder, v any) error {
	if d.PeekKind() != jsontext.KindNumber || !isInteger(reflect.TypeOf(v).Elem()) {
		return errors.ErrUnsupported
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if digits, ok := integral(value); ok {
		value = digits
	}
	err = json.Unmarshal(value, v, lenient)
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		semantic.JSONPointer = d.StackPointer() // the error contains only the pointer within the number
	}
	return err
})

// Any decodes one JSON value. Its numbers are of the type [encoding/json.Number], which keeps their
// digits.
func Any(data []byte) (value any, err error) {
	err = json.Unmarshal(data, &value, numbers)
	return value, err
}

// The last of several fields with the same name wins.
var numbers = json.JoinOptions(lenient, jsonv1.MergeWithLegacySemantics(true), json.WithUnmarshalers(
	json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
		if d.PeekKind() != jsontext.KindNumber {
			return errors.ErrUnsupported
		}
		value, err := d.ReadValue()
		*v = stdjson.Number(value)
		return err
	}),
))

// finite leaves a float zero if the number is too large. The library would set it to infinity,
// which cannot be encoded.
var finite = json.UnmarshalFromFunc(func(d *jsontext.Decoder, v any) error {
	target := reflect.ValueOf(v).Elem()
	isFloat := target.Kind() == reflect.Float64 || target.Kind() == reflect.Float32
	if d.PeekKind() != jsontext.KindNumber || !isFloat || target.Addr().Type().Implements(unmarshaler) {
		return errors.ErrUnsupported
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	number, err := strconv.ParseFloat(string(value), target.Type().Bits())
	if err == nil {
		target.SetFloat(number)
	}
	return err
})

func isInteger(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return !reflect.PointerTo(t).Implements(unmarshaler)
	default:
		return false
	}
}

// integral converts a JSON number with a fraction or an exponent to an integer. It reports whether
// the number is an integer with at most as many digits as an int64 or a uint64 can have.
func integral(number jsontext.Value) (jsontext.Value, bool) {
	const most = 20
	text, exponent, hasExponent := strings.Cut(strings.ToLower(string(number)), "e")
	text, negative := strings.CutPrefix(text, "-")
	digits, fraction, hasFraction := strings.Cut(text, ".")
	if number.Kind() != jsontext.KindNumber || !hasExponent && !hasFraction {
		return nil, false
	}
	digits = strings.TrimLeft(digits+fraction, "0")
	if digits == "" {
		return jsontext.Value("0"), true
	}
	zeros := 0
	if hasExponent {
		var err error
		if zeros, err = strconv.Atoi(exponent); err != nil || zeros > len(fraction)+most || zeros < -len(number) {
			return nil, false
		}
	}
	zeros -= len(fraction)
	for ; zeros < 0 && strings.HasSuffix(digits, "0"); zeros++ {
		digits = digits[:len(digits)-1]
	}
	if zeros < 0 || len(digits)+zeros > most {
		return nil, false
	}
	digits += strings.Repeat("0", zeros)
	if negative {
		digits = "-" + digits
	}
	return jsontext.Value(digits), true
}
