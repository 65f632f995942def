package contract

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// unions are the types in responses that keep what they do not know, by name: unions, and objects
// that the API may add fields to. All have JSON methods of their own.
var unions = sync.OnceValue(func() map[string]reflect.Type {
	found, seen := map[string]reflect.Type{}, map[reflect.Type]bool{}
	for _, method := range methods() {
		addUnions(responseOf(method), found, seen)
	}
	return found
})

// addUnions adds the unions in a type.
func addUnions(at reflect.Type, found map[string]reflect.Type, seen map[reflect.Type]bool) {
	if at == nil || seen[at] {
		return
	}
	seen[at] = true
	switch at.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		addUnions(at.Elem(), found, seen)
	case reflect.Struct:
		for field := range at.Fields() {
			addUnions(field.Type, found, seen)
		}
	}
	own := reflect.PointerTo(at).Implements(reflect.TypeFor[json.Unmarshaler]()) && strings.HasPrefix(at.PkgPath(), module)
	if own && at != reflect.TypeFor[pagination.Next]() {
		found[at.String()] = at
	}
}

func TestUnionsOfAllResponsesAreFuzzed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"api.Raw", "api.Icon", "ask.Source", "richtext.Node", "sites.SectionGroupChild", "spaces.Page", "spaces.Variable"} {
		require.Contains(t, unions(), name)
	}
	found := map[string]reflect.Type{}
	addUnions(reflect.TypeFor[struct{ U []*union }](), found, map[reflect.Type]bool{})
	require.Equal(t, map[string]reflect.Type{"contract.union": reflect.TypeFor[union]()}, found)
}

type union struct{}

func (*union) UnmarshalJSON([]byte) error { return nil }

// FuzzUnionsRoundTrip decodes any JSON into each union, with both libraries. What is decoded is
// encoded so that decoding it again changes nothing, and nothing is lost of what the type does not
// know.
func FuzzUnionsRoundTrip(f *testing.F) {
	for _, text := range []string{
		`{}`, `null`, `"x"`, `5`, `true`, `[]`, `{"object":"site-section","id":"s","new":1.50}`, `{"object":"new","a":[1.0,null]}`,
		`{"kind":"file","file":"f","x":null}`, `{"type":"new","id":"r","pages":[{"id":"p","title":"","type":"group","pages":[],"n":1e2}],"x":{"b":1,"a":2}}`,
		`{"object":"site-section-group","id":"g","children":[{"object":"site-section","id":"s"},{"object":"other"},{"object":5},null]}`,
		`{"type":"page","page":"p","sections":["s"]}`, `{"type":"record","record":{"id":1.50},"sections":5}`,
		`{"object":"document","data":{},"nodes":[{"object":"block","type":"p","leaves":[{"marks":[{"type":"x"}]}]}]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		came, err := parse([]byte(text))
		if err != nil || !utf8.ValidString(text) {
			return
		}
		if kept, err := json.Marshal(came); err != nil || colons(kept) != colons(text) {
			return
		}
		for name, of := range unions() {
			roundTrips(t, "jsonx "+name, of, text, jsonx.Unmarshal, jsonx.Marshal)
			roundTrips(t, "encoding/json "+name, of, text, json.Unmarshal, json.Marshal)
		}
	})
}

func roundTrips(t *testing.T, name string, of reflect.Type, text string, decode func([]byte, any) error, encode func(any) ([]byte, error)) {
	t.Helper()
	value := reflect.New(of)
	if decode([]byte(text), value.Interface()) != nil {
		return
	}
	encoded, err := encode(value.Interface())
	require.NoError(t, err, name)
	again := reflect.New(of)
	require.NoError(t, decode(encoded, again.Interface()), "%s %s", name, encoded)
	encodedAgain, err := encode(again.Interface())
	require.NoError(t, err)
	require.Equal(t, string(encoded), string(encodedAgain), name)
	require.Equal(t, unknownOf(t, of, []byte(text)), unknownOf(t, of, encoded), name)
}

// unknownOf returns the fields of an object that a type keeps without knowing them, and the whole
// of a union's text or number. Numbers are compared by their digits.
func unknownOf(t *testing.T, of reflect.Type, text []byte) any {
	t.Helper()
	came, err := parse(text)
	require.NoError(t, err)
	if of == reflect.TypeFor[spaces.Variable]() || of == reflect.TypeFor[api.Raw]() {
		return came
	}
	object, _ := came.(map[string]any)
	if _, open := of.FieldByName("Extra"); !open || object == nil {
		return map[string]any{} // null is decoded as an empty object
	}
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		delete(object, name)
	}
	return object
}

// colons counts the fields of all objects in a JSON text. If a library keeps fewer, a name occurs
// twice, and each library keeps another one.
func colons[T ~string | ~[]byte](text T) (n int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		case ':':
			if !quoted {
				n++
			}
		}
	}
	return n
}
