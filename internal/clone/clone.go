// Package clone makes deep copies.
package clone

import (
	"reflect"
	"sync"
)

// Of returns a deep copy of v. It does not copy what unexported fields point to, because the types
// of the SDK never write to such memory after they have set the field.
func Of[T any](v T) T {
	detach(reflect.ValueOf(&v).Elem())
	return v
}

// detach replaces everything that a variable refers to with a copy.
func detach(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			copied := reflect.New(v.Type().Elem())
			copied.Elem().Set(v.Elem())
			detach(copied.Elem())
			v.Set(copied)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(detached(v.Elem()))
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		if refers(v.Type().Elem()) {
			for i := range v.Len() {
				detach(copied.Index(i))
			}
		}
		v.Set(copied)
	case reflect.Array:
		for i := range v.Len() {
			detach(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		copied := reflect.MakeMapWithSize(v.Type(), v.Len())
		for key, value := range v.Seq2() {
			copied.SetMapIndex(key, detached(value))
		}
		v.Set(copied)
	case reflect.Struct:
		for _, i := range referring(v.Type()) {
			detach(v.Field(i))
		}
	default:
	}
}

// detached returns a deep copy of a value that cannot be set.
func detached(v reflect.Value) reflect.Value {
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	detach(copied)
	return copied
}

// refers reports whether values of a type refer to memory that their copies share.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		return len(referring(t)) > 0
	default:
		return false
	}
}

var referringOf sync.Map // results of referring by type

// referring returns the indexes of the exported fields of a struct whose types refer to memory.
func referring(t reflect.Type) []int {
	if known, ok := referringOf.Load(t); ok {
		return known.([]int) //nolint:forcetypeassert // the map holds nothing else
	}
	var fields []int
	for i := range t.NumField() {
		if field := t.Field(i); field.IsExported() && refers(field.Type) {
			fields = append(fields, i)
		}
	}
	referringOf.Store(t, fields)
	return fields
}
