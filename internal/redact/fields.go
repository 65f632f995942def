package redact

import (
	"encoding/json"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/rison"
)

// addText adds a text and the words in it, because a service can quote a word without the rest.
// Such words are the credentials after "Basic", the lines of a key, and the value of a cookie.
func (s *Secrets) addText(text string) {
	words := strings.Fields(text)
	if len(words) != 2 || !isShortWord(words[0]) || len(words[1]) < minLength { // no scheme
		s.addLong(strings.TrimSpace(text))
	}
	for _, word := range words {
		word = strings.TrimRight(word, ",;")
		s.addLong(word)
		_, value, _ := strings.Cut(word, "=")
		s.addLong(strings.Trim(value, `"`))
	}
}

// addSecret adds a secret and, if it is a URL, its parts.
func (s *Secrets) addSecret(text string) {
	s.addText(text)
	for _, part := range partsOf(text) {
		s.addText(part)
	}
}

func (s *Secrets) addLong(text string) {
	if len(text) >= minLength {
		s.add(text)
	}
}

// partsOf returns the secret parts of a text that is a URL, because a service can quote a part
// without the rest. The parts are the password, the values in the query, and the segments of the
// path, such as the key of a share link. It leaves out file names and short parts.
func partsOf(text string) []string {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" {
		return nil
	}
	password, _ := address.User.Password()
	parts := []string{password}
	for _, values := range address.Query() {
		parts = append(parts, values...)
	}
	for segment := range strings.SplitSeq(address.EscapedPath(), "/") {
		if text, err := url.PathUnescape(segment); err == nil && !isFileName(text) {
			parts = append(parts, text)
		}
	}
	slices.Sort(parts) // the order of the query values is random
	return slices.DeleteFunc(parts, func(part string) bool { return len(part) < minLength })
}

// isFileName reports whether a segment of a path ends with a file extension.
func isFileName(segment string) bool {
	_, extension, found := strings.Cut(path.Ext(segment), ".")
	return found && isShortWord(extension)
}

// isShortWord reports whether a text is a word of fewer than 8 letters and digits.
func isShortWord(text string) bool {
	return len(text) < minLength && !slices.ContainsFunc([]byte(text), func(b byte) bool { return !isWord(b) })
}

func (s *Secrets) addFieldsOf(v reflect.Value) {
	if !v.IsValid() || !hasSecrets(v.Type()) {
		return
	}
	if secret, ok := reflect.TypeAssert[api.Secret](v); ok {
		s.addSecret(secret.Reveal())
		return
	}
	if secret, ok := reflect.TypeAssert[api.SecretJSON](v); ok {
		s.addJSON(secret.Reveal())
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		s.addFieldsOf(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			s.addFieldsOf(v.Index(i))
		}
	case reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			s.addFieldsOf(entry.Value())
		}
	case reflect.Struct:
		if _, ok := nullable(v.Type()); ok {
			s.addFieldsOf(v.MethodByName("Get").Call(nil)[0])
			return
		}
		for i := range v.NumField() {
			switch field := v.Type().Field(i); {
			case !field.IsExported():
			case isTagged(field):
				if text := reflect.Indirect(v.Field(i)); text.Kind() == reflect.String {
					s.addSecret(text.String())
				}
			default:
				s.addFieldsOf(v.Field(i))
			}
		}
	}
}

// addJSON adds JSON as a whole, in the forms that a body and a query contain, and the values in it.
func (s *Secrets) addJSON(data []byte) {
	decoded, err := jsonx.Any(data)
	if err != nil {
		return
	}
	compact, _ := jsonx.Marshal(api.Raw(data)) // it was decoded
	s.addLong(string(compact))
	if text, err := rison.Encode(data); err == nil {
		s.addLong(text)
	}
	s.addValues(decoded)
}

// addValues adds the texts, the names and the numbers in decoded JSON.
func (s *Secrets) addValues(decoded any) {
	switch decoded := decoded.(type) {
	case string:
		s.addText(decoded)
	case json.Number:
		s.addLong(decoded.String())
		if number, err := decoded.Float64(); err == nil { // in the form in which a service may print it
			for _, format := range []byte{'f', 'e', 'g'} {
				s.addLong(strconv.FormatFloat(number, format, -1, 64))
			}
		}
	case []any:
		for _, element := range decoded {
			s.addValues(element)
		}
	case map[string]any:
		for name, value := range decoded {
			s.addText(name)
			s.addValues(value)
		}
	}
}

// secretTypes caches the results of hasSecrets by type. Requests have few types.
var secretTypes sync.Map

// hasSecrets reports whether a value of type t can contain a secret.
func hasSecrets(t reflect.Type) bool {
	found, ok := secretTypes.Load(t)
	if !ok {
		found, _ = secretTypes.LoadOrStore(t, searchType(t, map[reflect.Type]bool{}))
	}
	return found == true
}

func searchType(t reflect.Type, seen map[reflect.Type]bool) bool {
	switch {
	case t == reflect.TypeFor[api.Secret](), t == reflect.TypeFor[api.SecretJSON]():
		return true
	case seen[t]:
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return searchType(t.Elem(), seen)
	case reflect.Struct:
		if inner, ok := nullable(t); ok {
			return searchType(inner, seen)
		}
		for field := range t.Fields() {
			if field.IsExported() && (isTagged(field) || searchType(field.Type, seen)) {
				return true
			}
		}
	}
	return false
}

// isTagged reports whether a field contains a secret although its type is not a secret type.
func isTagged(field reflect.StructField) bool { return tagOf(field) != "" }

// tagOf returns the tag secret of a field that contains one.
func tagOf(field reflect.StructField) string {
	if tag := field.Tag.Get(logvalue.Tag); tag != logvalue.Words {
		return tag
	}
	return ""
}

// nullable returns the type parameter of an [api.Nullable], and reports whether t is such a type.
func nullable(t reflect.Type) (inner reflect.Type, ok bool) {
	if !t.Implements(reflect.TypeFor[interface{ IsNull() bool }]()) {
		return nil, false
	}
	get, ok := t.MethodByName("Get")
	if !ok {
		return nil, false
	}
	return get.Type.Out(0), true
}

// Names adds the names of the fields of type t, at any depth, to isSecret. The names are those in
// JSON or in a query. The value reports whether every field with the name is a secret.
func Names(t reflect.Type, isSecret map[string]bool, seen map[reflect.Type]bool) {
	if seen[t] || strings.HasPrefix(t.PkgPath(), "time") {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		Names(t.Elem(), isSecret, seen)
	case reflect.Struct:
		if inner, ok := nullable(t); ok {
			Names(inner, isSecret, seen)
			return
		}
		for field := range t.Fields() {
			if !field.IsExported() {
				continue
			}
			name := logvalue.NameOf(field)
			before, known := isSecret[name]
			isDocument := isTagged(field) && field.Type.Kind() == reflect.Pointer &&
				field.Type.Elem().Kind() == reflect.Struct // a type of which only the texts are secrets
			isSecret[name] = IsSecret(field) && !isDocument && (before || !known)
			Names(field.Type, isSecret, seen)
		}
	}
}

// IsSecret reports whether the value of a field is a secret.
func IsSecret(field reflect.StructField) bool {
	t := field.Type
	if inner, ok := nullable(t); ok {
		t = inner
	}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return isTagged(field) || t == reflect.TypeFor[api.Secret]() ||
		t == reflect.TypeFor[api.SecretMap]() || t == reflect.TypeFor[api.SecretJSON]()
}
