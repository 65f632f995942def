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

// plains are the exported types by the types that stand for them while they are decoded.
var plains = map[reflect.Type]reflect.Type{}

// standIn notes that P stands for T while it is decoded, so that an error is about T. It is for package variables only: the map is not guarded.
func standIn[P, T any]() { plains[reflect.TypeFor[P]()] = reflect.TypeFor[T]() }

// standsFor is implemented by a generic type that stands for its parameter.
type standsFor interface{ StandsFor() reflect.Type }

// inCallersTerms makes an error of the library one about the types that a caller knows. It returns err.
func inCallersTerms(err error) error {
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok && semantic.GoType != nil {
		for semantic.GoType.Kind() == reflect.Pointer { // what is pointed to is what does not fit
			semantic.GoType = semantic.GoType.Elem()
		}
		semantic.GoType = exported(semantic.GoType)
	}
	return err
}

// exported returns the type that a caller knows for t, nil for none.
func exported(t reflect.Type) reflect.Type {
	if known, ok := plains[t]; ok {
		return known
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

// importPath is what stands before the name of a package where a type is an argument of another.
var importPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^][*,{} ]*/`) })

// nameOf returns the name of a type as a caller writes it.
func nameOf(t reflect.Type) string {
	return importPath().ReplaceAllString(t.String(), "")
}
