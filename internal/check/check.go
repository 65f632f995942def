// Package check checks requests against the limits of the API reference before they are sent.
//
// The limits of a field are in its check tag, and the limits of a path parameter are in the op
// table. Both consist of words that are separated by commas:
//
//	required      the field is set
//	len=2..128    the text has that many characters (code points); either end may be missing
//	range=0..1000 the number is in that range
//	items=..10    the list or map has that many items
//	match=slug    the text has the form of that name
//	values=1..512 each text in the map has that many characters
//
// For an unset field, only required is checked. Structs in lists, in maps and behind pointers are
// checked too. The words of a path parameter are parsed when the operation is first used, and the
// words of a struct when its type is first checked.
//
// Any other rule, such as a rule about several fields, is a method of the struct: see [Validator].
package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// A plan is the check of a struct type.
type plan struct {
	validates bool // whether the type is a Validator
	fields    []fieldPlan
}

type fieldPlan struct {
	index int
	name  string // name on the wire; "" for a variant of a union
	words []Word
	inner *plan // plan of the structs in the field; nil if there are none
}

var plans sync.Map // reflect.Type to *plan; the types are few

// Struct checks the struct v. If v breaks rules, it returns an [*api.ValidationError] for the first
// field, in the order of the struct. If v is not a struct, Struct does nothing. replaced contains
// the names of top-level fields for which the call sends another value. Struct does not check these
// fields, or rules that involve one of them.
func Struct(operation string, v any, replaced []string) error {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return nil
	}
	known, ok := plans.Load(value.Type())
	if !ok {
		known, _ = plans.LoadOrStore(value.Type(), newPlan(value.Type(), Parse, map[reflect.Type]*plan{}))
	}
	if err := known.(*plan).check(value, replaced); err != nil { //nolint:forcetypeassert // the map holds nothing else
		err.Operation = operation
		return err
	}
	return nil
}

// Validation returns a function that calls the Validate methods of a struct of type t and of the
// structs in it. It does not call those of types for which lenient returns true. Unlike [Struct],
// the function does not check the tags. A server calls it after it has checked the words of the
// tags: see [Word.Unmet]. If there is no method to call, Validation returns nil.
func Validation(t reflect.Type, lenient func(reflect.Type) bool) func(v any) *api.ValidationError {
	known := map[reflect.Type]*plan{}
	root := newPlan(t, func(string) ([]Word, error) { return nil, nil }, known)
	found := false
	for t, p := range known {
		p.validates = p.validates && !lenient(t)
		found = found || p.validates
	}
	if !found {
		return nil
	}
	return func(v any) *api.ValidationError { return root.check(reflect.ValueOf(v), nil) }
}

// newPlan returns the plan of the structs in t, or nil if there are none. parse parses the words of
// a tag. known contains the plans that newPlan has begun, so that it terminates for a recursive
// type. It panics if a tag is invalid.
func newPlan(t reflect.Type, parse func(tag string) ([]Word, error), known map[reflect.Type]*plan) *plan {
	switch kind := t.Kind(); {
	case kind == reflect.Pointer, kind == reflect.Slice, kind == reflect.Map:
		return newPlan(t.Elem(), parse, known)
	case kind != reflect.Struct:
		return nil
	case isNullable(t):
		get, _ := t.MethodByName("Get")
		return newPlan(get.Type.Out(0), parse, known)
	case known[t] != nil:
		return known[t]
	}
	p := &plan{validates: t.Implements(reflect.TypeFor[Validator]())}
	known[t] = p
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		words, err := parse(field.Tag.Get("check"))
		if err != nil {
			panic(fmt.Errorf("check tag of %s.%s: %w", t, field.Name, err))
		}
		f := fieldPlan{index: field.Index[0], words: words, inner: newPlan(field.Type, parse, known)}
		if field.Tag.Get("json") != "" || field.Tag.Get("url") != "" {
			f.name = logvalue.NameOf(field)
		}
		p.fields = append(p.fields, f)
	}
	return p
}

// check checks a struct. The Field of its error is a path that starts at the struct.
func (p *plan) check(v reflect.Value, replaced []string) *api.ValidationError {
	var broken []violation
	if p.validates {
		validator, _ := reflect.TypeAssert[Validator](v)
		broken = split(validator.Validate(), replaced)
	}
	if err := firstAbout(broken, ""); err != nil {
		return err
	}
	for i := range p.fields {
		f := &p.fields[i]
		if slices.Contains(replaced, f.name) {
			continue
		}
		field := v.Field(f.index)
		for i := range f.words {
			if err := f.words[i].checkField(field); err != nil {
				return within(f.name, err)
			}
		}
		if err := firstAbout(broken, f.name); err != nil {
			return err
		}
		if f.inner != nil {
			if err := f.inner.checkAll(field); err != nil {
				return within(f.name, err)
			}
		}
	}
	if len(broken) > 0 { // errors about something other than a field, which cannot be replaced
		return firstAbout(broken, broken[0].about[0])
	}
	return nil
}

// A violation is an error of a Validator.
type violation struct {
	*api.ValidationError
	about []string // names of the fields that the rule involves; the field of the error comes first
}

func (v violation) Unwrap() error { return v.ValidationError }

// split returns the errors that are joined in err, which comes from a Validator, except those about
// a replaced field.
func split(err error, replaced []string) (all []violation) {
	switch err := err.(type) { //nolint:errorlint // this unwraps the error itself
	case interface{ Unwrap() []error }:
		for _, err := range err.Unwrap() {
			all = append(all, split(err, replaced)...)
		}
	case violation:
		if !slices.ContainsFunc(err.about, func(name string) bool { return slices.Contains(replaced, name) }) {
			all = []violation{err}
		}
	case *api.ValidationError:
		name, _, _ := strings.Cut(strings.ReplaceAll(err.Field, "[", "."), ".")
		return split(violation{err, []string{name}}, replaced)
	}
	return all
}

// firstAbout returns the first error about a field of the struct, or nil if there is none.
func firstAbout(broken []violation, name string) *api.ValidationError {
	for _, violation := range broken {
		if violation.about[0] == name {
			return new(*violation.ValidationError) // the error may be shared
		}
	}
	return nil
}

// checkAll checks the structs in v.
func (p *plan) checkAll(v reflect.Value) *api.ValidationError {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			if err := p.checkAll(v.Index(i)); err != nil {
				return within(fmt.Sprintf("[%d]", i), err)
			}
		}
	case reflect.Map:
		for _, key := range sortedKeys(v) {
			if err := p.checkAll(v.MapIndex(key)); err != nil {
				return within(fmt.Sprintf("[%v]", key), err)
			}
		}
	case reflect.Struct:
		if !isNullable(v.Type()) {
			return p.check(v, nil)
		}
		fallthrough
	case reflect.Pointer:
		if inner, ok := given(v); ok {
			return p.checkAll(inner)
		}
	}
	return nil
}

// sortedKeys returns the sorted keys of a map. They must be strings.
func sortedKeys(m reflect.Value) []reflect.Value {
	byName := func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }
	return slices.SortedFunc(slices.Values(m.MapKeys()), byName)
}

// within adds the name of the enclosing field, or an index in brackets, to the path in an error.
func within(name string, err *api.ValidationError) *api.ValidationError {
	if name != "" && err.Field != "" && err.Field[0] != '[' {
		name += "."
	}
	err.Field = name + err.Field
	return err
}

// given returns the value of a field that may be unset or null, and reports whether there is one.
func given(v reflect.Value) (reflect.Value, bool) {
	if v.Kind() == reflect.Pointer {
		return v.Elem(), !v.IsNil()
	}
	if v.IsZero() || !isNullable(v.Type()) {
		return v, !v.IsZero()
	}
	got := v.MethodByName("Get").Call(nil)
	return got[0], got[1].Bool()
}

type nullable interface{ IsNull() bool }

func isNullable(t reflect.Type) bool { return t.Implements(reflect.TypeFor[nullable]()) }

// Shown returns a text as an error shows it. A person has probably written a long text, and an
// error must not quote such a text, so Shown returns its length instead.
func Shown(text string) string {
	if n := utf8.RuneCountInString(text); n > 100 {
		return plural(n, "character")
	}
	return text
}
