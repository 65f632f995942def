package jsonx

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An extra identifies the struct field that contains unknown fields, and contains the names of the
// known fields.
type extra struct {
	index int // -1 if there is no such field
	known []reflect.Value
}

// extraOf returns the extra of a type, which may be any type.
func extraOf(t reflect.Type) *extra {
	e := &extra{index: -1}
	if t.Kind() != reflect.Struct {
		return e
	}
	var known []string
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := direct(field.Type)
		switch embedded := options == "embed" || field.Anonymous && name == ""; {
		case embedded && inner.Kind() == reflect.Map:
			e.index = field.Index[0]
		case embedded:
			e.known = append(e.known, extraOf(inner).known...)
		case field.IsExported() && name != "-":
			known = append(known, name)
		}
	}
	slices.Sort(known)
	for _, name := range known {
		e.known = append(e.known, reflect.ValueOf(name))
	}
	return e
}

// check returns an error if the unknown fields of v contain the name of a known field. Otherwise,
// the JSON would contain the name twice, and decoding would set the known field. v is a pointer to
// a value of the type.
func (x *extra) check(v any) error {
	value := reflect.ValueOf(v)
	if x.index < 0 || value.IsNil() {
		return nil
	}
	unknown := reflect.Indirect(value.Elem().Field(x.index))
	if unknown.Len() == 0 {
		return nil
	}
	for _, name := range x.known {
		if unknown.MapIndex(name).IsValid() {
			return fmt.Errorf("Extra contains %q, which has a field of its own", name.String()) //nolint:staticcheck // a field name is not a secret
		}
	}
	return nil
}

// extras maps types to their *extra.
var extras sync.Map

// checkExtra is like [extra.check], but for a value of any type. It ignores values other than
// pointers to structs, because they have no unknown fields.
func checkExtra(v any) error {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil
	}
	of, ok := extras.Load(t)
	if !ok {
		of, _ = extras.LoadOrStore(t, extraOf(t.Elem()))
	}
	return of.(*extra).check(v) //nolint:forcetypeassert // the map holds nothing else
}

// encode encodes v, which stands for a value whose type has a codec.
func encode(e *jsontext.Encoder, v any) error {
	if err := checkExtra(v); err != nil {
		return err
	}
	return json.MarshalEncode(e, v)
}
