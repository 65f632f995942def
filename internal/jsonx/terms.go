package jsonx

import (
	"errors"
	"reflect"
	"regexp"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// plains maps the types that stand for others while they are decoded to those.
var plains sync.Map

// standIn records that P stands for T while it is decoded, so that errors name T.
func standIn[P, T any]() {
	plains.Store(reflect.TypeFor[P](), reflect.TypeFor[T]())
	shapes.Store(reflect.TypeFor[T](), shape{})
}

// standsFor is implemented by a generic type that stands for its parameter.
type standsFor interface{ StandsFor() reflect.Type }

// inCallersTerms changes an error of the library to name types that a caller knows, and returns it.
func inCallersTerms(err error) error {
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok && semantic.GoType != nil {
		for semantic.GoType.Kind() == reflect.Pointer { // the pointer is not what mismatches
			semantic.GoType = semantic.GoType.Elem()
		}
		semantic.GoType = exported(semantic.GoType)
	}
	return err
}

// exported returns the type that a caller knows for t, nil if there is none.
func exported(t reflect.Type) reflect.Type {
	if known, ok := plains.Load(t); ok {
		return known.(reflect.Type) //nolint:forcetypeassert // the map holds nothing else
	}
	if stands, ok := reflect.TypeAssert[standsFor](reflect.Zero(t)); ok {
		return stands.StandsFor()
	}
	if t.Name() != "" {
		first, _ := utf8.DecodeRuneInString(t.Name())
		if t.PkgPath() == "" || unicode.IsUpper(first) || isUsers(t) {
			return t
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return nil
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
	default:
		return t
	}
	switch elem := exported(t.Elem()); {
	case elem == nil:
		return nil
	case elem == t.Elem():
		return t
	case t.Kind() == reflect.Pointer:
		return reflect.PointerTo(elem)
	case t.Kind() == reflect.Slice:
		return reflect.SliceOf(elem)
	case t.Kind() == reflect.Array:
		return reflect.ArrayOf(t.Len(), elem)
	default:
		return reflect.MapOf(t.Key(), elem)
	}
}

// importPath matches what precedes the name of a package in a type argument.
var importPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^][*,{} ]*/`) })

// nameOf returns the name of a type as a caller writes it.
func nameOf(t reflect.Type) string {
	return importPath().ReplaceAllString(t.String(), "")
}
