package jsonx

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var unmarshaler = reflect.TypeFor[interface{ UnmarshalJSON([]byte) error }]()

// orNil leaves a pointer nil if its value has a wrong type. The library would set it to a pointer
// to a zero value, which looks like a value from the service.
var orNil = json.UnmarshalFromFunc(func(d *jsontext.Decoder, v any) error {
	pointer := reflect.ValueOf(v).Elem()
	kind := d.PeekKind()
	if pointer.Kind() != reflect.Pointer || kind == jsontext.KindNull || kind == jsontext.KindInvalid {
		return errors.ErrUnsupported
	}
	if kind == jsontext.KindBeginObject && isObject(pointer.Type()) && !pointer.Type().Implements(unmarshaler) {
		return errors.ErrUnsupported // it fits, and decoding it here would scan it again at each level
	}
	fresh := reflect.New(pointer.Type().Elem())
	err := json.UnmarshalDecode(d, fresh.Interface())
	if fits := kind == jsontext.KindBeginObject && isObject(fresh.Type()); err == nil || fits || !fresh.Elem().IsZero() {
		pointer.Set(fresh)
	}
	return err
})

// isObject reports whether a pointer is to a struct that is an object in JSON. Other structs, such
// as times, are texts.
func isObject(pointer reflect.Type) bool {
	return pointer.Elem().Kind() == reflect.Struct && !isText(pointer.Elem())
}
