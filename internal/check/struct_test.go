package check

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
	Path    string               `json:"path,omitzero" check:"path"`
	Tags    []string             `json:"tags,omitzero" check:"items=..2"`
	Slug    string               `json:"slug,omitzero" check:"match=slug"`
	Proxy   api.Nullable[string] `json:"proxy,omitzero" check:"match=proxy"`
	Source  choice               `json:"source,omitzero"`
	Users   []string             `json:"users,omitzero"`
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

type choice struct {
	A string `json:"a,omitzero"`
	B *bool  `json:"b,omitzero"`
}

type oneOf struct {
	Source choice `json:"source" check:"one"`
}

type exactly struct {
	A *string `json:"a,omitzero" check:"exactly=a|b"`
	B *string `json:"b,omitzero"`
}

type atMost struct {
	A *choice `json:"a,omitzero" check:"atmost=a|b"`
	B *string `json:"b,omitzero"`
}

type formed struct {
	A    *choice  `json:"a,omitzero" check:"form=a|list|list+kind:some|kind:one+id|kind:all"`
	List []string `json:"list,omitzero" check:"items=1.."`
	Kind *string  `json:"kind,omitzero"`
	ID   *string  `json:"id,omitzero"`
}

type outside struct {
	Inner inside   `json:"inner"`
	List  []inside `json:"list,omitzero"`
}

type inside struct {
	Kind string  `json:"kind" check:"form=kind:one+id|Raw|kind+Raw"`
	ID   *string `json:"id,omitzero"`
	Raw  api.Raw `json:"-"`
}

const forms = `exactly one of a; list; list with kind "some"; kind "one" with id; kind "all"`

type anyOf struct {
	Users []string `json:"users,omitzero" check:"any=users|teams"`
	Teams []string `json:"teams,omitzero"`
}

type anyText struct {
	A *string `json:"a,omitzero" check:"any=a|b"`
	B *string `json:"b,omitzero"`
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
		"path":                  {checked{Must: "x", Path: "a/b"}, nil},
		"path from a root":      {checked{Must: "x", Path: "/a/b"}, &api.ValidationError{Field: "path", Rule: "a path without a slash at its start", Value: "/a/b"}},
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
		"one":                   {oneOf{choice{A: "a"}}, nil},
		"one false":             {oneOf{choice{B: new(false)}}, nil},
		"none of one":           {oneOf{}, &api.ValidationError{Field: "source", Rule: "exactly one of a, b"}},
		"both of one":           {oneOf{choice{"secret", new(true)}}, &api.ValidationError{Field: "source", Rule: "exactly one of a, b", Value: "a and b"}},
		"exactly":               {exactly{B: new("")}, nil},
		"not exactly":           {exactly{}, &api.ValidationError{Field: "a", Rule: "exactly one of a, b"}},
		"more than exactly":     {exactly{new("x"), new("y")}, &api.ValidationError{Field: "a", Rule: "exactly one of a, b", Value: "x"}},
		"at most, none":         {atMost{}, nil},
		"at most, one":          {atMost{B: new("")}, nil},
		"more than at most":     {atMost{&choice{A: "secret"}, new("x")}, &api.ValidationError{Field: "a", Rule: "at most one of a, b", Value: "a and b"}},
		"form, the first":       {formed{A: &choice{}}, nil},
		"form, the second":      {formed{List: []string{"x"}}, nil},
		"form with a value":     {formed{List: []string{"x"}, Kind: new("some")}, nil},
		"form with two fields":  {formed{Kind: new("one"), ID: new("x")}, nil},
		"form of a value":       {formed{Kind: new("all")}, nil},
		"no form":               {formed{}, &api.ValidationError{Field: "a", Rule: forms}},
		"two forms":             {formed{A: &choice{}, Kind: new("all")}, &api.ValidationError{Field: "a", Rule: forms, Value: "a and kind"}},
		"half a form":           {formed{Kind: new("one")}, &api.ValidationError{Field: "a", Rule: forms, Value: "kind"}},
		"the other half":        {formed{ID: new("x")}, &api.ValidationError{Field: "a", Rule: forms, Value: "id"}},
		"form of no value":      {formed{Kind: new("")}, &api.ValidationError{Field: "a", Rule: forms, Value: "kind"}},
		"form of other value":   {formed{List: []string{"x"}, Kind: new("all")}, &api.ValidationError{Field: "a", Rule: forms, Value: "list and kind"}},
		"form and more":         {formed{Kind: new("all"), ID: new("x")}, &api.ValidationError{Field: "a", Rule: forms, Value: "kind and id"}},
		"form inside":           {outside{Inner: inside{Raw: api.Raw("1"), ID: new("x")}}, &api.ValidationError{Field: "inner", Rule: `kind "one" with id`, Value: "id and Raw"}},
		"form of a Go name":     {outside{Inner: inside{Raw: api.Raw("1")}}, nil},
		"form inside a list":    {outside{Inner: inside{Raw: api.Raw("1")}, List: []inside{{}}}, &api.ValidationError{Field: "list[0]", Rule: `kind "one" with id`}},
		"form, and its limit":   {formed{List: []string{}}, &api.ValidationError{Field: "list", Rule: "at least 1 item", Value: "0 items"}},
		"any, the first":        {anyOf{Users: []string{"u"}}, nil},
		"any, the other":        {anyOf{Teams: []string{"t"}}, nil},
		"any of none":           {anyOf{Users: []string{}}, &api.ValidationError{Field: "users", Rule: "at least one of users, teams", Value: "0 items"}},
		"any, a text":           {anyText{B: new("x")}, nil},
		"any, an empty text":    {anyText{A: new("")}, nil},
		"any text of none":      {anyText{}, &api.ValidationError{Field: "a", Rule: "at least one of a, b"}},
		"no struct":             {map[string]any{"title": "a"}, nil},
		"nothing":               {nil, nil},
		"a pointer to nothing":  {(*checked)(nil), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Struct("Things.Create", test.input, notReplaced)
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

func TestReplacedFieldAndTheRulesAboutItAreNotChecked(t *testing.T) {
	t.Parallel()
	replaced := func(name string) func(string) bool {
		return func(other string) bool { return other == name }
	}
	require.NoError(t, Struct("Things.Create", checked{}, replaced("must")))
	for _, name := range []string{"a", "list", "kind", "id"} {
		require.NoError(t, Struct("Things.Create", formed{}, replaced(name)), name)
	}
	for _, name := range []string{"a", "b"} {
		require.NoError(t, Struct("Things.Create", atMost{&choice{}, new("x")}, replaced(name)), name)
	}
	require.ErrorContains(t, Struct("Things.Create", formed{}, replaced("other")), "a: want exactly one of a; list")
	require.ErrorContains(t, Struct("Things.Create", checked{Must: "x", Self: &checked{}}, replaced("must")), "self.must", "only top-level fields are replaced")
}

func TestInvalidTagPanicsWhenItsTypeIsChecked(t *testing.T) {
	t.Parallel()
	type unknown struct {
		A string `check:"length=1..2"`
	}
	type other struct {
		A string `json:"a" check:"any=a|b"`
	}
	for want, v := range map[string]any{
		`check tag of check.unknown.A: "length=1..2": want a word of package check`: unknown{},
		`check tag of check.other.A: any: there is no field "b"`:                    other{},
	} {
		require.PanicsWithError(t, want, func() { _ = Struct("Things.Create", v, notReplaced) })
	}
}

func TestCheckOfAValidStructAllocatesNothing(t *testing.T) { //nolint:paralleltest // AllocsPerRun must not run beside other tests
	var input any = struct {
		Title  string               `json:"title" check:"required,len=2..5"`
		Limit  int                  `url:"limit,omitempty" check:"range=0..10"`
		Weight *int64               `json:"weight,omitzero" check:"range=100..900"`
		Slug   string               `json:"slug,omitzero" check:"match=slug"`
		Note   api.Nullable[string] `json:"note,omitzero" check:"len=1..3"`
		A      *string              `json:"a,omitzero" check:"exactly=a|b"`
		B      *string              `json:"b,omitzero"`
	}{Title: "abc", Limit: 5, Weight: new(int64(200)), Slug: "a-b", A: new("")}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := Struct("Things.Create", input, notReplaced); err != nil {
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
	none := func(string) bool { return false }
	require.NoError(t, Struct("Things.Create", body{Key: api.NewSecret("sekret"), Next: api.Set(api.NewSecret("s"))}, none))
	for want, bad := range map[string]body{
		"Things.Create: key: it is required":                             {},
		`Things.Create: key: want 4 to 8 characters, got "[secret]"`:     {Key: api.NewSecret("sek")},
		`Things.Create: next: want at most 8 characters, got "[secret]"`: {Key: api.NewSecret("sekret"), Next: api.Set(api.NewSecret("sekretsekret"))},
	} {
		require.EqualError(t, Struct("Things.Create", bad, none), want)
	}
}

func TestEachTextOfAMapIsCheckedAndASecretIsNotShown(t *testing.T) {
	t.Parallel()
	type body struct {
		Headers api.SecretMap     `json:"headers" check:"values=1..4"`
		Labels  map[string]string `json:"labels,omitzero" check:"values=..2,valuesmatch=line"`
	}
	require.NoError(t, Struct("Things.Create", body{}, notReplaced))
	require.NoError(t, Struct("Things.Create", body{
		Headers: api.NewSecretMap(map[string]string{"A": "1", "B": "éééé"}), Labels: map[string]string{"a": ""},
	}, notReplaced))
	for want, bad := range map[string]body{
		`Things.Create: headers[B]: want 1 to 4 characters, got "[secret]"`:     {Headers: api.NewSecretMap(map[string]string{"A": "1", "C": "", "B": "ééééé"})},
		`Things.Create: headers[A]: want 1 to 4 characters, got "[secret]"`:     {Headers: api.NewSecretMap(map[string]string{"A": ""})},
		`Things.Create: labels[a]: want at most 2 characters, got "xyz"`:        {Labels: map[string]string{"a": "xyz"}},
		`Things.Create: labels[b]: want text that matches ^[^\n\r]*$, got "\n"`: {Labels: map[string]string{"a": "x", "b": "\n"}},
	} {
		require.EqualError(t, Struct("Things.Create", bad, notReplaced), want)
	}
}

func TestParameterInTheQueryOfAURLIsRejected(t *testing.T) {
	t.Parallel()
	type body struct {
		URL api.Nullable[string] `json:"url,omitzero" check:"noquery=next"`
	}
	for _, good := range []string{"https://example.com/login", "https://example.com/?nexts=1#?next=1", "https://example.com/next=1", "%zz?next=1"} {
		require.NoError(t, Struct("Things.Create", body{api.Set(good)}, notReplaced), good)
	}
	require.NoError(t, Struct("Things.Create", body{api.Null[string]()}, notReplaced))
	for _, bad := range []string{"https://example.com/?next=", "https://example.com/?a=1&next=2", "?ne%78t"} {
		require.ErrorContains(t, Struct("Things.Create", body{api.Set(bad)}, notReplaced), `url: want a URL without the parameter "next" in its query, got `, bad)
	}
}

func TestSecretJSONIsAnObject(t *testing.T) {
	t.Parallel()
	type options struct {
		Claims api.SecretJSON `url:"claims,omitempty" check:"object"`
	}
	for _, good := range []any{map[string]int{}, struct{ A int }{1}} {
		claims, err := api.NewSecretJSON(good)
		require.NoError(t, err)
		require.NoError(t, Struct("Things.Get", options{claims}, notReplaced))
	}
	require.NoError(t, Struct("Things.Get", options{}, notReplaced))
	for _, bad := range []any{nil, "sekret", 7, []string{"sekret"}} {
		claims, err := api.NewSecretJSON(bad)
		require.NoError(t, err)
		require.EqualError(t, Struct("Things.Get", options{claims}, notReplaced), `Things.Get: claims: want a JSON object, got "[secret]"`)
	}
}

func TestRawIsAnObject(t *testing.T) {
	t.Parallel()
	type body struct {
		Props api.Raw `json:"props,omitzero" check:"object"`
	}
	for _, good := range []string{``, `{}`, `{"a":1}`} {
		require.NoError(t, Struct("Things.Create", body{api.Raw(good)}, notReplaced), good)
	}
	for _, bad := range []string{`null`, `"a"`, `7`, `[1,2]`} {
		require.Equal(t, &api.ValidationError{Operation: "Things.Create", Field: "props", Rule: "a JSON object", Value: bad}, Struct("Things.Create", body{api.Raw(bad)}, notReplaced))
	}
}

func TestTimeIsNearTheCurrentTime(t *testing.T) {
	t.Parallel()
	type body struct {
		At *time.Time `json:"at,omitzero" check:"near=5m"`
	}
	synctest.Test(t, func(t *testing.T) {
		require.NoError(t, Struct("Things.Create", body{}, notReplaced))
		for _, off := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
			require.NoError(t, Struct("Things.Create", body{At: new(time.Now().Add(off))}, notReplaced), off)
		}
		for _, off := range []time.Duration{-5*time.Minute - 1, 5*time.Minute + 1, -200 * 365 * 24 * time.Hour} {
			at := time.Now().Add(off)
			require.Equal(t, &api.ValidationError{Operation: "Things.Create", Field: "at", Rule: "a time at most 5m0s from now", Value: at.Format(time.RFC3339)},
				Struct("Things.Create", body{At: &at}, notReplaced), off)
		}
		require.Error(t, Struct("Things.Create", body{At: new(time.Time{})}, notReplaced))
		at := time.Now()
		time.Sleep(5*time.Minute + 1)
		require.Error(t, Struct("Things.Create", body{At: &at}, notReplaced), "time has passed")
	})
}

func TestFieldIsSetWithTheValuesOfAnother(t *testing.T) {
	t.Parallel()
	type body struct {
		Kind  string  `json:"kind"`
		Query *string `json:"query,omitzero" check:"with=kind:search|ask,len=..3"`
	}
	for _, kind := range []string{"search", "ask"} {
		require.NoError(t, Struct("Things.Create", body{kind, new("")}, notReplaced))
		require.Equal(t, &api.ValidationError{Operation: "Things.Create", Field: "query", Rule: `a value for the kind "` + kind + `"`}, Struct("Things.Create", body{Kind: kind}, notReplaced))
	}
	require.NoError(t, Struct("Things.Create", body{Kind: "view"}, notReplaced))
	require.ErrorContains(t, Struct("Things.Create", body{"view", new("long")}, notReplaced), "at most 3 characters")
	require.NoError(t, Struct("Things.Create", body{Kind: "ask"}, func(name string) bool { return name == "kind" }))
}

func TestInnerFieldIsSetWithTheValuesOfAnother(t *testing.T) {
	t.Parallel()
	type feedback struct {
		Comment *string `json:"comment,omitzero"`
	}
	type body struct {
		Kind     string    `json:"kind"`
		Feedback *feedback `json:"feedback,omitzero" check:"has=comment:kind:comment|reply"`
	}
	for _, kind := range []string{"comment", "reply"} {
		require.NoError(t, Struct("Things.Create", body{kind, &feedback{new("")}}, notReplaced))
		require.NoError(t, Struct("Things.Create", body{Kind: kind}, notReplaced))
		require.Equal(t, &api.ValidationError{Operation: "Things.Create", Field: "feedback.comment", Rule: `a value for the kind "` + kind + `"`}, Struct("Things.Create", body{kind, &feedback{}}, notReplaced))
	}
	require.NoError(t, Struct("Things.Create", body{"rating", &feedback{}}, notReplaced))
	require.NoError(t, Struct("Things.Create", body{"comment", &feedback{}}, func(name string) bool { return name == "kind" }))
}

func TestURLWithAUserIsRejectedWithoutShowingIt(t *testing.T) {
	t.Parallel()
	type inner struct {
		URL string `check:"required,nouser"`
	}
	type body struct {
		Link *string `json:"link,omitzero" check:"nouser"`
		Repo inner   `json:"repo"`
	}
	good := inner{"https://example.com/a@b"}
	for _, address := range []string{"https://example.com", "https://example.com:8443/a:b@c", "ssh://[::1]:22/a", "file://host"} {
		require.NoError(t, Struct("Things.Create", body{Repo: inner{address}}, notReplaced), address)
	}
	require.NoError(t, Struct("Things.Create", body{Link: new("https://example.com?a@b"), Repo: good}, notReplaced))
	for _, address := range []string{"https://u:hush@example.com", "https://hush@example.com/a", "https://u:hu/sh@example.com", "u:hush@example.com", "https:///u:hush@example.com", `https://example.com\@hush`, "hush"} {
		require.EqualError(t, Struct("Things.Create", body{Repo: inner{address}}, notReplaced), `Things.Create: repo: want an absolute URL without a user and a password, got "[secret]"`)
		require.EqualError(t, Struct("Things.Create", body{Link: &address, Repo: good}, notReplaced), `Things.Create: link: want an absolute URL without a user and a password, got "[secret]"`)
	}
	require.EqualError(t, Struct("Things.Create", body{}, notReplaced), "Things.Create: repo: it is required")
}

func TestItemsOfAMapAreCountedAndItsSecretsHidden(t *testing.T) {
	t.Parallel()
	type body struct {
		Secrets api.SecretMap `json:"secrets,omitzero" check:"items=..1"`
	}
	secrets := func(texts map[string]string) body { return body{api.NewSecretMap(texts)} }
	require.NoError(t, Struct("Things.Put", body{}, notReplaced))
	require.NoError(t, Struct("Things.Put", secrets(map[string]string{"a": "hush"}), notReplaced))
	err := Struct("Things.Put", secrets(map[string]string{"a": "hush", "b": "hush"}), notReplaced)
	require.EqualError(t, err, `Things.Put: secrets: want at most 1 item, got "2 items"`)
}

func TestItemsAreUnique(t *testing.T) {
	t.Parallel()
	type body struct {
		Keys []string `json:"keys,omitzero" check:"unique"`
	}
	for _, keys := range [][]string{nil, {}, {"a"}, {"a", "A", ""}} {
		require.NoError(t, Struct("Things.Put", body{keys}, notReplaced))
	}
	require.EqualError(t, Struct("Things.Put", body{[]string{"a", "b", "a"}}, notReplaced), `Things.Put: keys: want each item once, got "3 items"`)
}

func TestRawJSONIsAnObject(t *testing.T) {
	t.Parallel()
	type body struct {
		Task api.Raw `json:"task" check:"required,object"`
	}
	require.NoError(t, Struct("Things.Put", body{api.Raw(`{}`)}, notReplaced))
	require.EqualError(t, Struct("Things.Put", body{}, notReplaced), "Things.Put: task: it is required")
	require.EqualError(t, Struct("Things.Put", body{api.Raw(`[1]`)}, notReplaced), `Things.Put: task: want a JSON object, got "[1]"`)
}
