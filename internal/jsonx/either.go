package jsonx

import (
	"reflect"
	"strings"
)

const module = "github.com/publishing-platform/publishing-go"

// MarshalEither encodes the value of a generic type of the SDK, to which v is a pointer. It uses
// [MarshalUser] if the value has a type of the caller, and [Marshal] otherwise. It encodes a nil
// slice or map as an empty one, because a null would clear the field.
func MarshalEither(v any) ([]byte, error) {
	value := reflect.ValueOf(v).Elem()
	isNil := (value.Kind() == reflect.Slice || value.Kind() == reflect.Map) && value.IsNil()
	if isNil || !isUsers(value.Type()) {
		return Marshal(v)
	}
	return MarshalUser(v)
}

// UnmarshalEither decodes what [MarshalEither] encodes.
func UnmarshalEither(data []byte, v any) error {
	if isUsers(reflect.TypeOf(v).Elem()) {
		return UnmarshalUser(data, v)
	}
	return Unmarshal(data, v)
}

// DecodeEither decodes data like [UnmarshalEither], and leaves values that do not fit zero.
func DecodeEither(data []byte, v any) {
	if isUsers(reflect.TypeOf(v).Elem()) {
		_ = UnmarshalUser(data, v)
		return
	}
	_, _ = Decode(data, v)
}

// isUsers reports whether a type can contain a value of a type that is neither predeclared nor of
// the SDK.
func isUsers(t reflect.Type) bool {
	if t.PkgPath() != "" {
		return t.PkgPath() != module && !strings.HasPrefix(t.PkgPath(), module+"/")
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return isUsers(t.Elem())
	case reflect.Map:
		return isUsers(t.Key()) || isUsers(t.Elem())
	case reflect.Array, reflect.Interface, reflect.Struct:
		return true
	default:
		return false
	}
}
