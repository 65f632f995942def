package publishingtest

import "reflect"

// clone returns a deep copy of v, so that neither seeds nor results of tests lead into the state.
// It does not copy what unexported fields point to: the types of the SDK never write to that after
// setting it.
func clone[T any](v T) T {
	var copied T
	reflect.ValueOf(&copied).Elem().Set(cloneOf(reflect.ValueOf(&v).Elem()))
	return copied
}

func cloneOf(v reflect.Value) reflect.Value {
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			copied.Set(reflect.New(v.Type().Elem()))
			copied.Elem().Set(cloneOf(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			copied.Set(cloneOf(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			copied.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			reflect.Copy(copied, v)
			if kind := v.Type().Elem().Kind(); kind == reflect.Uint8 || kind == reflect.String {
				break
			}
			for i := range v.Len() {
				copied.Index(i).Set(cloneOf(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			copied.Index(i).Set(cloneOf(v.Index(i)))
		}
	case reflect.Map:
		if !v.IsNil() {
			copied.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for key, value := range v.Seq2() {
				copied.SetMapIndex(key, cloneOf(value))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				copied.Field(i).Set(cloneOf(v.Field(i)))
			}
		}
	default:
	}
	return copied
}
