package redact

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/api"
)

// AddFields adds the secrets in the query and in the body of a request, such as the values of an
// [api.SecretMap]. Either may be nil.
func (s *Secrets) AddFields(query, body any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fields = [...]any{query, body}
}

// addWords adds the words of a text that are long enough to be redacted wherever they stand.
func (s *Secrets) addWords(text string) {
	for word := range strings.FieldsSeq(text) { // "Bearer" and what follows it
		if len(word) >= minLength {
			s.add(word)
		}
	}
}

// addQuery adds the values in the query of a text that is an address, which an error can contain
// without the rest of it.
func (s *Secrets) addQuery(text string) {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" {
		return
	}
	for _, values := range address.Query() {
		for _, value := range values {
			s.addWords(value)
		}
	}
}

func (s *Secrets) addFieldsOf(v reflect.Value) {
	if !v.IsValid() || !hasSecrets(v.Type()) {
		return
	}
	if secret, ok := reflect.TypeAssert[api.Secret](v); ok {
		s.addWords(secret.Reveal())
		s.addQuery(secret.Reveal())
		return
	}
	if secret, ok := reflect.TypeAssert[api.SecretJSON](v); ok {
		var decoded any
		if json.Unmarshal(secret.Reveal(), &decoded) == nil {
			s.addTexts(decoded)
		}
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
			if v.Type().Field(i).IsExported() {
				s.addFieldsOf(v.Field(i))
			}
		}
	}
}

// addTexts adds the texts in decoded JSON.
func (s *Secrets) addTexts(decoded any) {
	switch decoded := decoded.(type) {
	case string:
		s.addWords(decoded)
	case []any:
		for _, element := range decoded {
			s.addTexts(element)
		}
	case map[string]any:
		for _, value := range decoded {
			s.addTexts(value)
		}
	}
}

// secretTypes reports for types whether hasSecrets is true. The types of requests are few.
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
			if field.IsExported() && searchType(field.Type, seen) {
				return true
			}
		}
	}
	return false
}

// nullable returns the type in an [api.Nullable], and reports whether t is one.
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
