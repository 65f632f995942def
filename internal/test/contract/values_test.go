package contract

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestDifferenceIsOfValuesNotOfText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ want, got, problem string }{
		{`{"a": 1, "b": [true, "c"]}`, `{"b": [true, "c"], "a": 1.0}`, ""},
		{`1e2`, `100`, ""},
		{`"2026-01-02T03:04:05.60Z"`, `"2026-01-02T05:04:05.6+02:00"`, ""},
		{`{"a": null}`, `{}`, ""},
		{`{}`, `{"a": null}`, ""},
		{`{"a": {"b": null}}`, `{"a": {}}`, ""},
		{`{"a": null}`, `{"a": {}}`, "/a: want null, got {}"},
		{`{"a": []}`, `{}`, "/a: want [], got null"},
		{`{"a": {}}`, `{"a": []}`, "/a: want {}, got []"},
		{`{"a": ""}`, `{}`, `/a: want "", got null`},
		{`{"a": 0}`, `{}`, "/a: want 0, got null"},
		{`{"a": false}`, `{}`, "/a: want false, got null"},
		{`{"a": [1, 2]}`, `{"a": [1]}`, "/a: want [1,2], got [1]"},
		{`{"a": [1, {"b": 2}]}`, `{"a": [1, {"b": 3}]}`, "/a/1/b: want 2, got 3"},
		{`12345678901234567890`, `12345678901234567891`, ": want 12345678901234567890, got 12345678901234567891"},
		{`1`, `"1"`, `: want 1, got "1"`},
		{`true`, `"true"`, `: want true, got "true"`},
		{`"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:06Z"`, `: want "2026-01-02T03:04:05Z", got "2026-01-02T03:04:06Z"`},
		{`"a"`, `"A"`, `: want "a", got "A"`},
	} {
		want, err := parse([]byte(test.want))
		require.NoError(t, err)
		got, err := parse([]byte(test.got))
		require.NoError(t, err)
		require.Equal(t, test.problem, difference(want, got), "%s and %s", test.want, test.got)
	}
}

func TestPathsOfMembersAndCopiesWithoutThem(t *testing.T) {
	t.Parallel()
	root, err := parse([]byte(`{"a": [{"b": 1, "c": null}, 2], "d": {"e": {}}}`))
	require.NoError(t, err)
	require.Equal(t, []path{{"a"}, {"a", 0, "b"}, {"d"}, {"d", "e"}}, fieldsOf(root))
	require.JSONEq(t, `{"a": [{"c": null}, 2], "d": {}}`, text(without(root, path{"a", 0, "b"}, path{"d", "e"}, path{"f", "g"})))
	require.JSONEq(t, `{"a": [{"b": 1, "c": null}, 3], "d": {"e": {}}}`, text(with(root, path{"a", 1}, 3)))
	require.JSONEq(t, `{"a": [{"b": 1, "c": null}, 2], "d": {"e": {}}}`, text(root), "the copies share nothing with it")
	require.Equal(t, []path{{"a", 0}, {"a", 1}}, find(root, "a[]", nil))
	require.Equal(t, []path{{"a", 0, "b"}}, find(root, "a[].b", nil))
	require.Empty(t, find(root, "a[].c", nil))
	require.Equal(t, path{"a"}, path{"a", 1}.owner())
	require.Empty(t, path{0}.owner())
}

func TestFixturesAreMadeOfFiles(t *testing.T) {
	t.Parallel()
	files := fixtures{fstest.MapFS{
		"thing.json":   {Data: []byte(`{"object": "thing", "by": "@api/user.json"}`)},
		"messages.sse": {Data: []byte("data: {}\r\n\r\nevent: message\ndata: {\ndata: }\n\nevent: done\n\ndata: {}\n\n")},
	}}
	f, err := load(files, `{"items": ["@thing.json", "@not a file.json"]}`)
	require.NoError(t, err)
	require.Equal(t, []string{"thing.json", "api/user.json"}, f.files)
	for at, want := range map[string]path{"thing": {"items", 0, "object"}, "user": {"items", 0, "by", "object"}} {
		value, ok := atPath(f.root, want)
		require.True(t, ok)
		require.Equal(t, at, value)
	}
	for _, missing := range []string{`{"items": ["@none.json"]}`, `{"items": ["@api/none.json"]}`, "none.json"} {
		_, err = load(files, missing)
		require.ErrorContains(t, err, "none.json")
	}

	f, err = load(files, "messages.sse")
	require.NoError(t, err)
	require.Len(t, f.root, 2, "what follows done is no message")
}
