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

// plains maps each type that replaces another one during decoding to the type that it replaces.
var plains sync.Map

// standIn records that plain replaces t during decoding, so that errors contain the name of t.
func standIn(plain, t reflect.Type) {
	plains.Store(plain, t)
	shapes.Store(t, shape{})
}

// standsFor is implemented by generic types. StandsFor returns the type parameter, for use in
// errors.
type standsFor interface{ StandsFor() reflect.Type }

// inCallersTerms replaces the types in an error of the library with types that the caller knows,
// and returns the error.
func inCallersTerms(err error) error {
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok && semantic.GoType != nil {
		for semantic.GoType.Kind() == reflect.Pointer { // the mismatch is of the element, not of the pointer
			semantic.GoType = semantic.GoType.Elem()
		}
		semantic.GoType = exported(semantic.GoType)
	}
	return err
}

// exported returns the type that a caller knows for t, or nil if there is none.
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

// importPath matches the part of a type argument before the name of the package.
var importPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^][*,{} ]*/`) })

// nameOf returns the name of a type as a caller writes it.
func nameOf(t reflect.Type) string {
	return importPath().ReplaceAllString(t.String(), "")
}
