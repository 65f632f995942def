// Package logvalue creates the log values of structs that contain secrets. Without a log value, a
// JSON log handler would marshal the struct, and with it the secrets in clear.
//
// The tag secret marks a field that contains a secret, although its type is not a secret type.
// secret:"url" is for a URL that can contain a key or a token in its path or its query,
// secret:"link" is for a URL whose path ends with a key, and secret:"text" is for any other text.
// secret:"words" is for what a person has written, which only logs hide: if its words were secrets,
// an error that contains one of them could not be read.
package logvalue

import (
	"cmp"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"sync"
)

// Hidden replaces a secret in logs.
const Hidden = "[secret]"

// Words is the value of [Tag] for what a person has written.
const Words = "words"

// Tag is the name of the tag of fields that contain secrets.
const Tag = "secret"

var logValuer = reflect.TypeFor[slog.LogValuer]()

// Of returns the log value of a struct. It contains the exported fields that are not zero, with
// their names in JSON or in a query. A secret appears as its own log value.
func Of(v any) slog.Value {
	if s := reflect.ValueOf(v); s.Kind() == reflect.Struct {
		return slog.AnyValue(structOf(s))
	}
	return slog.AnyValue(plain(reflect.ValueOf(v)))
}

// plain returns v, with log values instead of the values that have one.
func plain(v reflect.Value) any {
	if valuer, ok := reflect.TypeAssert[slog.LogValuer](v); ok && !(v.Kind() == reflect.Pointer && v.IsNil()) {
		return resolved(valuer.LogValue())
	}
	if !contains(v.Type()) {
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			return plain(v.Elem()) // a text handler would print the address of the pointer
		}
		return v.Interface()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Slice, reflect.Array:
		list := make([]any, 0, v.Len())
		for i := range v.Len() {
			list = append(list, plain(v.Index(i)))
		}
		return list
	case reflect.Map:
		all := make(map[string]any, v.Len())
		for entry := v.MapRange(); entry.Next(); {
			all[entry.Key().String()] = plain(entry.Value())
		}
		return all
	case reflect.Struct:
		return structOf(v)
	default:
		return v.Interface()
	}
}

func structOf(v reflect.Value) map[string]any {
	all := map[string]any{}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || v.Field(i).IsZero() {
			continue
		}
		if kind := field.Tag.Get(Tag); kind != "" {
			all[NameOf(field)] = hide(v.Field(i), kind)
		} else {
			all[NameOf(field)] = plain(v.Field(i))
		}
	}
	return all
}

// hide returns the text that a log shows for a field with the tag secret. For a URL, it is the
// origin, because a key can be anywhere in the path.
func hide(v reflect.Value, kind string) string {
	v = reflect.Indirect(v)
	if v.Kind() != reflect.String || kind == "text" || kind == Words {
		return Hidden
	}
	address, err := url.Parse(v.String())
	switch {
	case err != nil || address.Host == "":
		return Hidden
	case IsOrigin(v.String()):
		return v.String()
	default:
		return address.Scheme + "://" + address.Host + "/" + Hidden
	}
}

// IsOrigin reports whether a text is a URL without anything that could be a secret.
func IsOrigin(text string) bool {
	address, err := url.Parse(text)
	return err == nil && address.Host != "" && strings.TrimSuffix(text, "/") == address.Scheme+"://"+address.Host
}

// Without returns a part of a URL without a secret, even if the secret is escaped.
func Without(text, secret string) string {
	if secret == "" {
		return text
	}
	for _, form := range []string{secret, url.PathEscape(secret), url.QueryEscape(secret)} {
		text = strings.ReplaceAll(text, form, Hidden)
	}
	return text
}

// NameOf returns the name that a field has in JSON or in the query.
func NameOf(field reflect.StructField) string {
	inJSON, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	inQuery, _, _ := strings.Cut(field.Tag.Get("url"), ",")
	if inJSON == "-" {
		inJSON = ""
	}
	return cmp.Or(inJSON, inQuery, field.Name)
}

// resolved converts a log value to a value that handlers can marshal. A group becomes a map.
func resolved(value slog.Value) any {
	value = value.Resolve()
	if value.Kind() != slog.KindGroup {
		return value.Any()
	}
	all := map[string]any{}
	for _, attr := range value.Group() {
		all[attr.Key] = resolved(attr.Value)
	}
	return all
}

// known caches the results of contains by type.
var known sync.Map

// contains reports whether a value of type t can contain a value with its own log value, or a field
// with the tag secret.
func contains(t reflect.Type) bool {
	found, ok := known.Load(t)
	if !ok {
		found, _ = known.LoadOrStore(t, search(t, map[reflect.Type]bool{}))
	}
	return found == true
}

func search(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t.Implements(logValuer) {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return search(t.Elem(), seen)
	case reflect.Interface:
		return true // an interface can contain anything
	case reflect.Struct:
		for field := range t.Fields() {
			if field.IsExported() && (field.Tag.Get(Tag) != "" || search(field.Type, seen)) {
				return true
			}
		}
	}
	return false
}
