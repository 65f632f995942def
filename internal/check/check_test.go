package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

type checked struct {
	Title   string               `json:"title,omitzero" check:"len=2..5"`
	Name    *string              `json:"name,omitzero" check:"len=..3"`
	Note    api.Nullable[string] `json:"note,omitzero" check:"len=1..3"`
	Must    string               `json:"must" check:"required"`
	Limit   int                  `url:"limit,omitempty" check:"range=0..10"`
	Weight  *int64               `json:"weight,omitzero" check:"range=100..900"`
	Offset  int                  `url:"offset,omitempty" check:"range=1.."`
	Tags    []string             `json:"tags,omitzero" check:"items=..2"`
	Slug    string               `json:"slug,omitzero" check:"match=slug"`
	Proxy   api.Nullable[string] `json:"proxy,omitzero" check:"match=proxy"`
	Faces   []face               `json:"faces,omitzero"`
	ByName  map[string]face      `json:"byName,omitzero"`
	Pointer *face                `json:"pointer,omitzero"`
	Clear   api.Nullable[face]   `json:"clear,omitzero"`
	Self    *checked             `json:"self,omitzero"`
	hidden  string               `check:"required"`
}

type face struct {
	Weight int64 `json:"weight" check:"range=1..9"`
}

func TestStructIsHeldToItsLimits(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 150)
	for name, test := range map[string]struct {
		input any
		want  *api.ValidationError
	}{
		"nothing set":           {checked{Must: "x"}, nil},
		"required":              {checked{}, &api.ValidationError{Field: "must", Rule: "required"}},
		"too short":             {checked{Must: "x", Title: "a"}, &api.ValidationError{Field: "title", Rule: "2 to 5 characters", Value: "a"}},
		"shortest":              {checked{Must: "x", Title: "ab"}, nil},
		"longest, counted":      {checked{Must: "x", Title: "ééééé"}, nil},
		"too long":              {checked{Must: "x", Title: "éééééé"}, &api.ValidationError{Field: "title", Rule: "2 to 5 characters", Value: "éééééé"}},
		"long value is counted": {checked{Must: "x", Title: long}, &api.ValidationError{Field: "title", Rule: "2 to 5 characters", Value: "150 characters"}},
		"pointer to nothing":    {checked{Must: "x", Name: new("")}, nil},
		"pointer too long":      {checked{Must: "x", Name: new("abcd")}, &api.ValidationError{Field: "name", Rule: "at most 3 characters", Value: "abcd"}},
		"null":                  {checked{Must: "x", Note: api.Null[string]()}, nil},
		"set":                   {checked{Must: "x", Note: api.Set("abc")}, nil},
		"set to nothing":        {checked{Must: "x", Note: api.Set("")}, &api.ValidationError{Field: "note", Rule: "1 to 3 characters"}},
		"below":                 {checked{Must: "x", Limit: -1}, &api.ValidationError{Field: "limit", Rule: "a number from 0 to 10", Value: "-1"}},
		"above":                 {checked{Must: "x", Limit: 11}, &api.ValidationError{Field: "limit", Rule: "a number from 0 to 10", Value: "11"}},
		"at the top":            {checked{Must: "x", Limit: 10}, nil},
		"pointer to zero":       {checked{Must: "x", Weight: new(int64(0))}, &api.ValidationError{Field: "weight", Rule: "a number from 100 to 900", Value: "0"}},
		"below the only end":    {checked{Must: "x", Offset: -1}, &api.ValidationError{Field: "offset", Rule: "a number from 1", Value: "-1"}},
		"beyond the only end":   {checked{Must: "x", Offset: 1 << 30}, nil},
		"items":                 {checked{Must: "x", Tags: []string{"a", "b", "c"}}, &api.ValidationError{Field: "tags", Rule: "at most 2 items", Value: "3 items"}},
		"no items":              {checked{Must: "x", Tags: []string{}}, nil},
		"slug":                  {checked{Must: "x", Slug: "a-b-3"}, nil},
		"no slug":               {checked{Must: "x", Slug: "a--b"}, &api.ValidationError{Field: "slug", Rule: "text that matches ^[a-z0-9]+(?:-[a-z0-9]+)*$", Value: "a--b"}},
		"slug and a line":       {checked{Must: "x", Slug: "a\n"}, &api.ValidationError{Field: "slug", Rule: "text that matches ^[a-z0-9]+(?:-[a-z0-9]+)*$", Value: "a\n"}},
		"proxy":                 {checked{Must: "x", Proxy: api.Set("docs.example.com/a")}, nil},
		"no proxy":              {checked{Must: "x", Proxy: api.Set("example.com")}, &api.ValidationError{Field: "proxy", Rule: `text that matches ^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`, Value: "example.com"}},
		"in a list":             {checked{Must: "x", Faces: []face{{1}, {10}}}, &api.ValidationError{Field: "faces[1].weight", Rule: "a number from 1 to 9", Value: "10"}},
		"in a map":              {checked{Must: "x", ByName: map[string]face{"a": {10}}}, &api.ValidationError{Field: "byName[a].weight", Rule: "a number from 1 to 9", Value: "10"}},
		"behind a pointer":      {checked{Must: "x", Pointer: &face{10}}, &api.ValidationError{Field: "pointer.weight", Rule: "a number from 1 to 9", Value: "10"}},
		"in what may be null":   {checked{Must: "x", Clear: api.Set(face{10})}, &api.ValidationError{Field: "clear.weight", Rule: "a number from 1 to 9", Value: "10"}},
		"null of a struct":      {checked{Must: "x", Clear: api.Null[face]()}, nil},
		"a type that has it":    {checked{Must: "x", Self: &checked{Must: "x", Limit: 11}}, &api.ValidationError{Field: "self.limit", Rule: "a number from 0 to 10", Value: "11"}},
		"no struct":             {map[string]any{"title": "a"}, nil},
		"nothing":               {nil, nil},
		"a pointer to nothing":  {(*checked)(nil), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Struct("Things.Create", test.input, nil)
			if test.want == nil {
				require.NoError(t, err)
				return
			}
			test.want.Operation = "Things.Create"
			require.Equal(t, test.want, err)
		})
	}
	require.Empty(t, checked{}.hidden)
}

func TestInvalidTagPanicsWhenItsTypeIsChecked(t *testing.T) {
	t.Parallel()
	type unknown struct {
		A string `check:"length=1..2"`
	}
	type inner struct {
		A string `check:"any=a|b"`
	}
	type other struct{ Inner []inner }
	for want, v := range map[string]any{
		`check tag of check.unknown.A: "length=1..2": want a word of package check`: unknown{},
		`check tag of check.inner.A: "any=a|b": want a word of package check`:       other{},
	} {
		require.PanicsWithError(t, want, func() { _ = Struct("Things.Create", v, nil) })
	}
}

func TestCheckOfAValidStructAllocatesNothing(t *testing.T) { //nolint:paralleltest // AllocsPerRun must not run beside other tests
	var input any = struct {
		Title  string               `json:"title" check:"required,len=2..5"`
		Limit  int                  `url:"limit,omitempty" check:"range=0..10"`
		Weight *int64               `json:"weight,omitzero" check:"range=100..900"`
		Slug   string               `json:"slug,omitzero" check:"match=slug"`
		Note   api.Nullable[string] `json:"note,omitzero" check:"len=1..3"`
		List   []string             `json:"list,omitzero" check:"items=..2"`
		Valid  *valid               `json:"valid,omitzero"`
	}{Title: "abc", Limit: 5, Weight: new(int64(200)), Slug: "a-b", List: []string{"a"}, Valid: &valid{A: new("")}}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := Struct("Things.Create", input, nil); err != nil {
			t.Error(err)
		}
	}))
}

func TestSecretIsCheckedAndNotShown(t *testing.T) {
	t.Parallel()
	type body struct {
		Key  api.Secret               `json:"key" check:"required,len=4..8"`
		Next api.Nullable[api.Secret] `json:"next,omitzero" check:"len=..8"`
	}
	require.NoError(t, Struct("Things.Create", body{Key: api.NewSecret("sekret"), Next: api.Set(api.NewSecret("s"))}, nil))
	for want, bad := range map[string]body{
		"Things.Create: key: it is required":                             {},
		`Things.Create: key: want 4 to 8 characters, got "[secret]"`:     {Key: api.NewSecret("sek")},
		`Things.Create: next: want at most 8 characters, got "[secret]"`: {Key: api.NewSecret("sekret"), Next: api.Set(api.NewSecret("sekretsekret"))},
	} {
		require.EqualError(t, Struct("Things.Create", bad, nil), want)
	}
}

func TestEachTextOfAMapIsCheckedAndASecretIsNotShown(t *testing.T) {
	t.Parallel()
	type body struct {
		Headers api.SecretMap     `json:"headers" check:"values=1..4"`
		Labels  map[string]string `json:"labels,omitzero" check:"values=..2"`
	}
	require.NoError(t, Struct("Things.Create", body{}, nil))
	require.NoError(t, Struct("Things.Create", body{
		Headers: api.NewSecretMap(map[string]string{"A": "1", "B": "éééé"}), Labels: map[string]string{"a": ""},
	}, nil))
	for want, bad := range map[string]body{
		`Things.Create: headers[B]: want 1 to 4 characters, got "[secret]"`: {Headers: api.NewSecretMap(map[string]string{"A": "1", "C": "", "B": "ééééé"})},
		`Things.Create: headers[A]: want 1 to 4 characters, got "[secret]"`: {Headers: api.NewSecretMap(map[string]string{"A": ""})},
		`Things.Create: labels[a]: want at most 2 characters, got "xyz"`:    {Labels: map[string]string{"b": "xyzw", "a": "xyz"}},
	} {
		require.EqualError(t, Struct("Things.Create", bad, nil), want)
	}
}

func TestItemsOfAMapAreCountedAndItsSecretsHidden(t *testing.T) {
	t.Parallel()
	type body struct {
		Secrets api.SecretMap `json:"secrets,omitzero" check:"items=..1"`
	}
	secrets := func(texts map[string]string) body { return body{api.NewSecretMap(texts)} }
	require.NoError(t, Struct("Things.Put", body{}, nil))
	require.NoError(t, Struct("Things.Put", secrets(map[string]string{"a": "hush"}), nil))
	err := Struct("Things.Put", secrets(map[string]string{"a": "hush", "b": "hush"}), nil)
	require.EqualError(t, err, `Things.Put: secrets: want at most 1 item, got "2 items"`)
}
