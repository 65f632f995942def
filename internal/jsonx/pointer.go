package jsonx

import (
	"encoding"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var unmarshaler = reflect.TypeFor[interface{ UnmarshalJSON([]byte) error }]()

// orNil leaves a pointer nil where its value has another type. The library lets it point to a zero value, which reads like an answer.
var orNil = json.UnmarshalFromFunc(func(d *jsontext.Decoder, v any) error {
	pointer := reflect.ValueOf(v).Elem()
	kind := d.PeekKind()
	if pointer.Kind() != reflect.Pointer || kind == jsontext.KindNull || kind == jsontext.KindInvalid {
		return errors.ErrUnsupported
	}
	if kind == jsontext.KindBeginObject && isObject(pointer.Type()) && !pointer.Type().Implements(unmarshaler) {
		return errors.ErrUnsupported // it fits, and reading it here would read what is in it once more for each level
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	fresh := reflect.New(pointer.Type().Elem())
	err = json.Unmarshal(value, fresh.Interface(), d.Options())
	if fits := kind == jsontext.KindBeginObject && isObject(fresh.Type()); err == nil || fits || !fresh.Elem().IsZero() {
		pointer.Set(fresh)
	}
	return err
})

// isObject tells whether a pointer to a struct takes an object. One that is written as text, such as a time, does not.
func isObject(pointer reflect.Type) bool {
	return pointer.Elem().Kind() == reflect.Struct && !pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}
