package customization_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// full returns the JSON of a value of a type in which each field is set, and each object contains a
// field that no release knows. at is the path of the value, seen gets the structs.
func full(t reflect.Type, at string, seen map[reflect.Type]bool) any {
	switch t {
	case reflect.TypeFor[customization.Font]():
		return full(reflect.TypeFor[customization.CustomFont](), at, seen)
	case reflect.TypeFor[api.Raw]():
		return map[string]any{"raw": at}
	case reflect.TypeFor[time.Time]():
		return "2026-05-04T03:02:01.678Z"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return full(t.Elem(), at, seen)
	case reflect.Slice:
		return []any{full(t.Elem(), at+"/0", seen), full(t.Elem(), at+"/1", seen)}
	case reflect.Struct:
		seen[t] = true
		object := map[string]any{"unknown": map[string]any{"at": at, "list": []any{json.Number("1.0"), nil}}}
		for field := range t.Fields() {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
				object[name] = full(field.Type, at+"/"+name, seen)
			}
		}
		return object
	case reflect.Map: // a text in other languages
		return map[string]any{"fr": at}
	case reflect.String:
		return at
	case reflect.Bool:
		return true
	case reflect.Int64:
		return json.Number("400")
	default:
		panic(fmt.Sprintf("%s: %s", at, t))
	}
}

// decoded returns settings decoded from JSON, which must be free of mismatches.
func decoded(t *testing.T, data []byte) customization.Settings {
	t.Helper()
	var settings customization.Settings
	require.NoError(t, json.Unmarshal(data, &settings))
	return settings
}

// tree returns JSON as a tree whose numbers are as they were written.
func tree(t *testing.T, data []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return v
}

func fullSettings(t *testing.T) (data []byte, seen map[reflect.Type]bool) {
	t.Helper()
	seen = map[reflect.Type]bool{}
	data, err := json.Marshal(full(reflect.TypeFor[customization.Settings](), "", seen))
	require.NoError(t, err)
	return data, seen
}

func TestSettingsLoseNoUnknownFieldAtAnyDepth(t *testing.T) {
	t.Parallel()
	data, seen := fullSettings(t)
	require.GreaterOrEqual(t, len(seen), 25)
	for typ := range seen {
		extra, there := typ.FieldByName("Extra")
		require.True(t, there, "%s: want a field Extra", typ)
		require.Equal(t, `json:",embed"`, string(extra.Tag), typ)
		require.True(t, typ.Implements(reflect.TypeFor[json.Marshaler]()), "%s: encoding/json would encode Extra as a field", typ)
		require.True(t, reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Unmarshaler]()), typ)
	}
	settings := decoded(t, data)
	encoded, err := json.Marshal(settings)
	require.NoError(t, err)
	require.Equal(t, tree(t, data), tree(t, encoded))

	settings.Styling.PrimaryColor.Light = "#112233"
	encoded, err = json.Marshal(settings)
	require.NoError(t, err)
	want := tree(t, data).(map[string]any)
	want["styling"].(map[string]any)["primaryColor"].(map[string]any)["light"] = "#112233"
	require.Equal(t, want, tree(t, encoded), "only the change")
}

// TestPartsOfSettingsLoseNoUnknownField decodes and encodes each type on its own, as a program does
// that keeps a part.
func TestPartsOfSettingsLoseNoUnknownField(t *testing.T) {
	t.Parallel()
	_, seen := fullSettings(t)
	for typ := range seen {
		data, err := json.Marshal(full(typ, "", map[reflect.Type]bool{}))
		require.NoError(t, err)
		part := reflect.New(typ)
		require.NoError(t, json.Unmarshal(data, part.Interface()), typ)
		for _, v := range []any{part.Interface(), part.Elem().Interface()} {
			encoded, err := json.Marshal(v)
			require.NoError(t, err)
			require.Equal(t, tree(t, data), tree(t, encoded), typ)
		}
	}
}

func TestSettingsOfANewerServiceRoundTrip(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("testdata", "newer-settings.json"))
	require.NoError(t, err)
	settings := decoded(t, data)
	require.Nil(t, settings.PDF)
	require.Nil(t, settings.Git)
	require.Nil(t, settings.PageActions.ExternalAI)
	require.Equal(t, customization.ThemeModeSystem, settings.Themes.Default)
	require.Equal(t, customization.SocialPlatformGitHub, settings.SocialAccounts[0].Platform)
	require.Equal(t, "Acme", settings.Styling.HeadingFont.Custom.FontFamily)
	require.Equal(t, []customization.PageAction{customization.PageActionMarkdown, customization.PageActionExternalAI}, settings.PageActions.Items)
	require.Empty(t, settings.Extra)
	require.Empty(t, settings.AI.Extra)
	require.Empty(t, settings.Styling.Extra)
	encoded, err := json.Marshal(settings)
	require.NoError(t, err)
	require.Equal(t, tree(t, data), tree(t, encoded))
}

func TestSettingsWithAMismatchKeepTheRest(t *testing.T) {
	t.Parallel()
	var settings customization.Settings
	err := json.Unmarshal([]byte(`{"title":"Docs","styling":{"theme":7,"corners":"rounded","new":1},"footer":{"copyright":"© Acme"}}`), &settings)
	require.Regexp(t, `[/.]styling[/.]theme\b`, err) // the path as each release of Go writes it
	require.Equal(t, customization.CornersRounded, settings.Styling.Corners)
	require.Equal(t, map[string]api.Raw{"new": api.Raw("1")}, settings.Styling.Extra)
	require.Equal(t, new("© Acme"), settings.Footer.Copyright)
}

// TestOverridesSendWhatIsSet is about the three states of each override.
func TestOverridesSendWhatIsSet(t *testing.T) {
	t.Parallel()
	for want, overrides := range map[string]customization.Overrides{
		`{}`:                            {},
		`{"title":null,"styling":{}}`:   {Title: api.Null[string](), Styling: &customization.StylingOverrides{}},
		`{"favicon":{"emoji":"1f680"}}`: {Favicon: api.Set(api.Icon{Emoji: new("1f680")})},
		`{"favicon":{}}`:                {Favicon: api.Set(api.Icon{})},
		`{"favicon":null}`:              {Favicon: api.Null[api.Icon]()},
		`{"styling":{"theme":"bold","primaryColor":{"light":"#fff","dark":"#000"},"corners":null,"sidebar":{"list":null}}}`: {Styling: &customization.StylingOverrides{
			Theme: api.Set(customization.ThemeBold), PrimaryColor: api.Set(customization.Color{Light: "#fff", Dark: "#000"}),
			Corners: api.Null[customization.Corners](), Sidebar: &customization.SidebarOverrides{List: api.Null[customization.SidebarList]()},
		}},
		`{"header":{"links":[]},"footer":{"groups":null}}`: {
			Header: &customization.HeaderOverrides{Links: api.Set([]customization.HeaderItem(nil))}, Footer: &customization.FooterOverrides{Groups: api.Null[[]customization.FooterGroup]()},
		},
		`{"themes":{"toggeable":false},"pdf":{"enabled":null}}`: {
			Themes: &customization.ThemesOverrides{Toggleable: api.Set(false)}, PDF: &customization.SwitchOverrides{Enabled: api.Null[bool]()},
		},
	} {
		encoded, err := json.Marshal(overrides)
		require.NoError(t, err)
		require.JSONEq(t, want, string(encoded))
		var again customization.Overrides
		require.NoError(t, json.Unmarshal(encoded, &again))
		encodedAgain, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(encoded), string(encodedAgain))
	}
}

func TestSuggestionOfAnotherLengthIsRejectedByItsIndex(t *testing.T) {
	t.Parallel()
	require.NoError(t, customization.AI{}.Validate())
	require.NoError(t, customization.AI{Suggestions: []string{"Why", strings.Repeat("é", 64)}}.Validate())
	for text, shown := range map[string]string{"": "", "éé": "éé", strings.Repeat("a", 65): strings.Repeat("a", 65)} {
		err := customization.AI{Suggestions: []string{"What is Acme?", text}}.Validate()
		require.Equal(t, &api.ValidationError{Field: "suggestions[1]", Rule: "3 to 64 characters", Value: shown}, err)
	}
}
