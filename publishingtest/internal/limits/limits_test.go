package limits

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachAtVisitsTheValuesAtAPath(t *testing.T) {
	t.Parallel()
	const doc = `{"a":{"b":"x","n":null},"l":["p",2],"o":[{"b":1},{},7],"m":{"k2":{"role":"owner"},"k1":{"role":3}},"s":"text"}`
	for path, want := range map[string][]string{
		"a.b":      {"a.b=x"},
		"a.n":      {"a.n=<nil>"},
		"a.c":      {"a.c absent"},
		"c":        {"c absent"},
		"c.d":      nil, // the parent is absent
		"s.d":      nil, // the parent is no object
		"a.n.d":    nil, // the parent is null
		"l[]":      {"l[0]=p", "l[1]=2"},
		"o[].b":    {"o[0].b=1", "o[1].b absent"},
		"s[]":      nil,
		"c[]":      nil,
		"m{}.role": {"m[k1].role=3", "m[k2].role=owner"},
		"l{}":      nil,
	} {
		var parsed any
		require.NoError(t, json.Unmarshal([]byte(doc), &parsed))
		var got []string
		eachAt(parsed, "", strings.Split(path, "."), func(at string, v any, present bool) {
			if present {
				got = append(got, fmt.Sprintf("%s=%v", at, v))
			} else {
				got = append(got, at+" absent")
			}
		})
		require.Equal(t, want, got, path)
	}
	eachAt([]any{}, "", []string{"a"}, func(string, any, bool) { require.Fail(t, "a list has no fields") })
}

// violation returns the first violation of a table as text, "" if there is none.
func violation(t *testing.T, table Table, query, body string, which Choice) string {
	t.Helper()
	var in Input
	var err error
	in.Query, err = url.ParseQuery(query)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal([]byte(body), &in.Body))
	v := table.Violation(in, which)
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s: want %s, got %v", v.Field, v.Want, v.Value)
}

func TestViolationIsTheFirstInTheOrderOfTheTable(t *testing.T) {
	t.Parallel()
	table := Table{
		Query("sort", String, OneOf("asc", "desc")),
		Query("new", Boolean),
		WholeBody(AnyField("title", "pages")),
		Body("title", String, Required, Chars(2, 4)),
		Body("pages", Integer, Nullable, Between(1, 9)),
	}
	for _, test := range []struct{ query, body, want string }{
		{"", `{"title":"Go"}`, ""},
		{"sort=up&sort=asc", `{}`, "sort: want one of asc, desc, got up"},
		{"new=1", `{}`, "new: want true or false, got 1"},
		{"new=true&new=1", `{"title":"Go"}`, ""}, // only the first counts
		{"", `{}`, "body: want at least one of title and pages, got map[]"},
		{"", `{"pages":1}`, "title: want a value, got <nil>"},
		{"", `{"title":null}`, "title: want no null, got <nil>"},
		{"", `{"title":7}`, "title: want a string, got 7"},
		{"", `{"title":"Gopher"}`, "title: want 2 to 4 characters, got Gopher"},
		{"", `{"title":"Go","pages":null}`, ""},
		{"", `{"title":"Go","pages":1.5}`, "pages: want a whole number, got 1.5"},
		{"", `{"title":"Go","pages":10}`, "pages: want a number from 1 to 9, got 10"},
	} {
		require.Equal(t, test.want, violation(t, table, test.query, test.body, Choice{}), "%s %s", test.query, test.body)
	}
}

func TestChoiceLeavesOutChecks(t *testing.T) {
	t.Parallel()
	table := Table{
		Body("title", String, Required, FromDescription(Chars(2, 4))),
		Body("source", Object),
		Body("source.url", String, Required),
	}
	require.Equal(t, "title: want a value, got <nil>", violation(t, table, "", `{}`, Choice{}))
	require.Empty(t, violation(t, table, "", `{}`, Choice{Partial: true}))
	require.Equal(t, "title: want no null, got <nil>", violation(t, table, "", `{"title":null}`, Choice{Partial: true}))
	require.Equal(t, "source.url: want a value, got <nil>", violation(t, table, "", `{"source":{}}`, Choice{Partial: true}))
	require.Empty(t, violation(t, table, "", `{"title":"x"}`, Choice{}))
	require.Equal(t, "title: want 2 to 4 characters, got x", violation(t, table, "", `{"title":"x"}`, Choice{Description: true}))
}

func TestChecksAcceptValues(t *testing.T) {
	t.Parallel()
	object := func(names ...string) map[string]any {
		fields := map[string]any{}
		for _, name := range names {
			fields[name] = true
		}
		return fields
	}
	for name, test := range map[string]struct {
		check     Check
		good, bad []any
	}{
		"string":    {String, []any{"", "x"}, []any{7.0, true}},
		"object":    {Object, []any{object()}, []any{"x", []any{}}},
		"list":      {List, []any{[]any{}}, []any{"x", object()}},
		"number":    {Number, []any{1.5}, []any{"1"}},
		"integer":   {Integer, []any{2.0}, []any{1.5, "1"}},
		"boolean":   {Boolean, []any{true, false}, []any{"true"}},
		"chars":     {Chars(0, 2), []any{"", "本ü", 7.0}, []any{"abc"}},
		"not empty": {NotEmpty, []any{"x", 7.0}, []any{""}},
		"pattern":   {Pattern("^a"), []any{"ab", 7.0}, []any{"b"}},
		"one of":    {OneOf("a", "b"), []any{"a", 7.0}, []any{"c", ""}},
		"URI":       {URI, []any{"https://example.com", 7.0}, []any{"/docs", "%"}},
		"email":     {Email, []any{"ada@example.com", 7.0}, []any{"Ada <ada@example.com>", "ada"}},
		"between":   {Between(1, 2), []any{1.0, 2.0, "3"}, []any{0.5, 3.0}},
		"false":     {False, []any{false, "true"}, []any{true}},
		"one field": {OneField("a", "b"), []any{object("a"), "x"}, []any{object("a", "b"), object()}},
		"any field": {AnyField("a", "b"), []any{object("a"), object("a", "b"), "x"}, []any{object("c"), object()}},
	} {
		for _, v := range test.good {
			require.True(t, test.check.Accepts(v), "%s accepts %v", name, v)
		}
		for _, v := range test.bad {
			require.False(t, test.check.Accepts(v), "%s rejects %v", name, v)
		}
	}
}

func TestAllFromDescriptionMarksLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		check Check
		want  bool
	}{{String, false}, {Required, false}, {Nullable, false}, {Chars(0, 4), true}, {OneOf("x"), true}, {URI, true}} {
		shared := Body("a", test.check)
		require.Equal(t, test.want, AllFromDescription(Table{shared}).FromDescription(), test.check.Want)
		require.False(t, Table{shared}.FromDescription(), "a shared limit")
	}
}
