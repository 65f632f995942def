package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
)

// exported returns a copy of v with nothing but its exported fields, at any depth: what a program
// can see.
func exported(v any) any {
	return exporter{}.copy(reflect.ValueOf(v)).Interface()
}

// fields is exported without what belongs to no single field: the catch-alls for unknown fields,
// and whole messages as they were sent.
func fields(v any) any {
	return exporter{fieldsOnly: true}.copy(reflect.ValueOf(v)).Interface()
}

type exporter struct{ fieldsOnly bool }

func (e exporter) copy(v reflect.Value) reflect.Value {
	fresh := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fresh.Set(reflect.New(v.Type().Elem()))
			fresh.Elem().Set(e.copy(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			fresh.Set(e.copy(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			fresh.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				fresh.Index(i).Set(e.copy(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fresh.Index(i).Set(e.copy(v.Index(i)))
		}
	case reflect.Map:
		if !v.IsNil() {
			fresh.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for entry := v.MapRange(); entry.Next(); {
				fresh.SetMapIndex(entry.Key(), e.copy(entry.Value()))
			}
		}
	case reflect.Struct:
		e.copyStruct(fresh, v)
	default:
		fresh.Set(v)
	}
	return fresh
}

func (e exporter) copyStruct(fresh, v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[api.Secret](), reflect.TypeFor[api.SecretJSON]():
		fresh.Set(v) // their fields are not exported
		return
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		switch {
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			e.copyStruct(fresh.Field(i), v.Field(i)) // its exported fields are those of the outer struct
		case field.IsExported() && (!e.fieldsOnly || isField(field)):
			fresh.Field(i).Set(e.copy(v.Field(i)))
		}
	}
}

// isField reports whether a field is none of the catch-alls.
func isField(field reflect.StructField) bool {
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	switch {
	case options == "embed" || options == "unknown":
		return false
	case name == "-" && field.Type.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Uint8:
		return false
	default:
		return true
	}
}

// encode returns the JSON of the exported fields of v, by the standard library.
func encode(v any) (any, error) {
	encoded, err := json.Marshal(exported(v))
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return parse(encoded)
}
