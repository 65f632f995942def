package contract

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

// keepers are the types that keep what they do not know: unions, and objects that the service may add members to.
var keepers = []any{
	richtext.Content{},
	api.Raw{},
	richtext.Document{},
	richtext.Data{},
	richtext.Node{},
	richtext.Leaf{},
	richtext.Mark{},
	sites.Ads{},
	api.Icon{},
	sites.SectionGroup{},
	sites.SectionGroupChild{},
	spaces.Computed{},
	spaces.ContentRef{},
	spaces.InternalLocation{},
	spaces.MergeRule{},
	spaces.MergeRules{},
	spaces.Page{},
	spaces.Reference{},
	spaces.Revision{},
	spaces.RevisionRef{},
	spaces.Variable{},
	spaces.VersionContext{},
	spaces.VisitorAuth{},
	changerequests.RequestedReviewer{},
	spaces.ChangedAttributes{},
	spaces.ChangedLayout{},
	spaces.RevisionChange{},
	richtext.Fragment{},
	orgs.SubdomainTarget{},
	customization.Font{},
	sites.PublishResult{},
	sites.SearchResult{},
	sites.StructureItem{},
	orgs.AskSource{},
}

// unioned returns the types in an answer that have JSON methods of their own and are no keepers.
func unioned(at reflect.Type, seen map[reflect.Type]bool) []string {
	if at == nil || seen[at] {
		return nil
	}
	seen[at] = true
	var found []string
	switch at.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		found = unioned(at.Elem(), seen)
	case reflect.Struct:
		for field := range at.Fields() {
			found = append(found, unioned(field.Type, seen)...)
		}
	}
	own := reflect.PointerTo(at).Implements(reflect.TypeFor[json.Unmarshaler]()) && strings.HasPrefix(at.PkgPath(), "github.com/publishing-platform/")
	if own && at != reflect.TypeFor[pagination.Next]() && !slices.ContainsFunc(keepers, func(k any) bool { return reflect.TypeOf(k) == at }) {
		found = append(found, at.String())
	}
	return found
}

func TestUnionsOfAllAnswersAreFuzzed(t *testing.T) {
	t.Parallel()
	seen := map[reflect.Type]bool{}
	for name, method := range methods() {
		require.Empty(t, unioned(answerOf(method), seen), name)
	}
	for _, keeper := range keepers {
		require.True(t, seen[reflect.TypeOf(keeper)], "%T is in no answer", keeper)
	}
	require.Equal(t, []string{"contract.union"}, unioned(reflect.TypeFor[struct{ U []*union }](), map[reflect.Type]bool{}))
}

type union struct{}

func (*union) UnmarshalJSON([]byte) error { return nil }

// FuzzUnionsRoundTrip reads any JSON into any keeper, with both libraries. What was read is written so that reading it again changes nothing,
// and of what the type does not know nothing is lost.
func FuzzUnionsRoundTrip(f *testing.F) {
	for kind := range keepers {
		for _, text := range []string{
			`{}`, `null`, `"x"`, `5`, `true`, `[]`, `{"object":"site-section","id":"s","new":1.50}`, `{"object":"new","a":[1.0,null]}`,
			`{"kind":"file","file":"f","x":null}`, `{"type":"new","id":"r","pages":[{"id":"p","title":"","type":"group","pages":[],"n":1e2}],"x":{"b":1,"a":2}}`,
			`{"object":"site-section-group","id":"g","children":[{"object":"site-section","id":"s"},{"object":"other"},{"object":5},null]}`,
			`{"type":"page","page":"p","sections":["s"]}`, `{"type":"record","record":{"id":1.50},"sections":5}`,
			`{"object":"document","data":{},"nodes":[{"object":"block","type":"p","leaves":[{"marks":[{"type":"x"}]}]}]}`,
		} {
			f.Add(uint8(kind), text)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		came, err := parse([]byte(text))
		if err != nil || !utf8.ValidString(text) {
			return
		}
		if kept, err := json.Marshal(came); err != nil || colons(kept) != colons(text) {
			return
		}
		of := reflect.TypeOf(keepers[int(kind)%len(keepers)])
		for name, library := range map[string]struct {
			read  func([]byte, any) error
			write func(any) ([]byte, error)
		}{"jsonx": {jsonx.Unmarshal, jsonx.Marshal}, "encoding/json": {json.Unmarshal, json.Marshal}} {
			value := reflect.New(of)
			if library.read([]byte(text), value.Interface()) != nil {
				continue
			}
			written, err := library.write(value.Interface())
			require.NoError(t, err, "%s %s", name, of)
			again := reflect.New(of)
			require.NoError(t, library.read(written, again.Interface()), "%s %s %s", name, of, written)
			rewritten, err := library.write(again.Interface())
			require.NoError(t, err)
			require.Equal(t, string(written), string(rewritten), "%s %s", name, of)

			want, got := unknownOf(t, of, []byte(text)), unknownOf(t, of, written)
			require.Equal(t, want, got, "%s %s", name, of)
		}
	})
}

// unknownOf returns the members of an object that a type keeps without knowing them, and the whole of a union's text or number. It compares
// numbers by their digits.
func unknownOf(t *testing.T, of reflect.Type, text []byte) any {
	t.Helper()
	came, err := parse(text)
	require.NoError(t, err)
	if of == reflect.TypeFor[spaces.Variable]() || of == reflect.TypeFor[api.Raw]() {
		return came
	}
	object, _ := came.(map[string]any)
	if _, open := of.FieldByName("Extra"); !open || object == nil {
		return map[string]any{} // null reads as an object that says nothing
	}
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		delete(object, name)
	}
	return object
}

// colons counts the members of all objects in a JSON text: when a library keeps fewer than came, a name stands twice, and of such
// each library keeps another.
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
