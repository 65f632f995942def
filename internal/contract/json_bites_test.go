package contract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDifferenceIsOfValuesNotOfText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ want, got, says string }{
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
		require.Equal(t, test.says, difference(want, got), "%s and %s", test.want, test.got)
	}
}

func TestPathsOfMembersAndCopiesWithoutThem(t *testing.T) {
	t.Parallel()
	root, err := parse([]byte(`{"a": [{"b": 1, "c": null}, 2], "d": {"e": {}}}`))
	require.NoError(t, err)
	require.Equal(t, []path{{"a"}, {"a", 0, "b"}, {"d"}, {"d", "e"}}, members(root))
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
	f, err := load(`{"items": ["@sites/share-link.json", "@not a file.json"]}`)
	require.NoError(t, err)
	require.Equal(t, []string{"sites/share-link.json"}, f.files)
	link, ok := atPath(f.root, path{"items", 0, "object"})
	require.True(t, ok)
	require.Equal(t, "share-link", link)
	_, err = load(`{"items": ["@sites/none.json"]}`)
	require.ErrorContains(t, err, "none.json")

	f, err = load("orgs/ask-stream.sse")
	require.NoError(t, err)
	require.Len(t, f.root, 2, "what follows done is no message")
}
