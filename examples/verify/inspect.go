package main

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/enums"
	"github.com/publishing-platform/publishing-go/spaces"
)

// inspect reports the values of enums, the fields and the variants of unions in a decoded value
// that the SDK does not know.
func inspect(v reflect.Value, path string, add func(kind kind, path, detail string)) {
	if !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			inspect(v.Elem(), path, add)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			for i, element := range v.Seq2() {
				inspect(element, path+"/"+strconv.Itoa(int(i.Int())), add)
			}
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			inspect(key, path, func(kind kind, path, _ string) { add(kind, path, notShown) })
			inspect(value, path+"/"+escape(key.String()), add)
		}
	case reflect.String:
		known := enums.All(v.Type())
		isKnown := len(known) == 0 || slices.Contains(known, v.String()) ||
			v.String() == "" || v.Interface() == any(spaces.LevelInherit) ||
			v.Type() == reflect.TypeFor[spaces.ComputedType]() && strings.HasPrefix(v.String(), "integration:")
		if !isKnown {
			add(kindUnknownValue, path, shownValue(v.String()))
		}
	case reflect.Struct:
		inspectStruct(v, path, add)
	}
}

func inspectStruct(v reflect.Value, path string, add func(kind kind, path, detail string)) {
	if isNullable(v.Type()) {
		inspect(v.MethodByName("Get").Call(nil)[0], path, add)
		return
	}
	if raw := v.FieldByName("Raw"); raw.IsValid() && len(rawOf(raw)) > 0 {
		add(kindUnknownVariant, path, "")
		return
	}
	for field, value := range v.Fields() {
		if !field.IsExported() {
			continue
		}
		tag, tagged := field.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case tagged && name == "" && strings.Contains(options, "embed"):
			for _, key := range value.MapKeys() {
				if v.Type() == reflect.TypeFor[spaces.Page]() && key.String() == "kind" {
					continue // an older name of the type
				}
				add(kindUnknownField, path+"/"+escape(key.String()), "")
			}
		case name != "" && name != "-":
			inspect(value, path+"/"+name, add)
		case field.Type != reflect.TypeFor[api.Raw](): // a variant of a union, or an embedded struct
			inspect(value, path, add)
		}
	}
}

// rawOf returns the JSON of an unknown variant of a union, if a field contains it.
func rawOf(field reflect.Value) api.Raw {
	switch raw := field.Interface().(type) {
	case api.Raw:
		return raw
	case api.SecretJSON:
		return raw.Reveal()
	default:
		return nil
	}
}

func isNullable(t reflect.Type) bool {
	return strings.HasPrefix(t.Name(), "Nullable[") && t.NumField() > 0
}

// notShown stands for a value that may be content, as the keys of maps may.
const notShown = "a value that is not shown"

// valueShape is the form of the values of enums. Anything else may be content.
var valueShape = regexp.MustCompile(`^[a-z0-9_-]{1,40}$`)

func shownValue(value string) string {
	if valueShape.MatchString(value) {
		return value
	}
	return notShown
}

// nameShape is the form of the names of fields.
var nameShape = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$`)

// maskPointer returns a JSON pointer into the JSON of a type without content: an element of a list
// is [], and a key of a map is *.
func maskPointer(t reflect.Type, pointer string) string {
	if pointer == "" {
		return "/"
	}
	var b strings.Builder
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		step = unescape.Replace(step)
		shown := "*"
		switch t = dereferenced(t); {
		case t == nil:
		case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
			shown, t = "[]", t.Elem()
		case t.Kind() == reflect.Map:
			t = t.Elem()
		case t.Kind() == reflect.Struct:
			if field := fieldNamed(t, step); field != nil {
				shown, t = step, field
				break
			}
			if nameShape.MatchString(step) && t.NumField() > 0 { // a field that the SDK does not know
				shown = step
			}
			t = nil
		default:
			t = nil
		}
		b.WriteString("/" + shown)
	}
	return b.String()
}

// dereferenced returns the type whose JSON a type has.
func dereferenced(t reflect.Type) reflect.Type {
	for t != nil {
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case t.Kind() == reflect.Struct && isNullable(t):
			get, _ := t.MethodByName("Get")
			t = get.Type.Out(0)
		case isArray(t):
			t = t.Field(0).Type
		default:
			return t
		}
	}
	return nil
}

// isArray reports whether the JSON of a struct is an array.
func isArray(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() == 1 &&
		t.Field(0).Name == "Items" && t.Field(0).Tag == ""
}

// fieldNamed returns the type of the field of a struct with a name in JSON, nil for none. A union
// has the fields of its variants, and the elements of one that is an array.
func fieldNamed(t reflect.Type, name string) reflect.Type {
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		tag, tagged := field.Tag.Lookup("json")
		called, _, _ := strings.Cut(tag, ",")
		inner := dereferenced(field.Type)
		switch {
		case called == name:
			return field.Type
		case (!tagged || tag == "-") && inner.Kind() == reflect.Struct && inner != t:
			if found := fieldNamed(inner, name); found != nil {
				return found
			}
		}
	}
	return nil
}

var (
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
	escaper  = strings.NewReplacer("~", "~0", "/", "~1")
)

func escape(name string) string { return escaper.Replace(name) }
