package publishingtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestRowsAreOfOperationsThatExist(t *testing.T) {
	t.Parallel()
	for _, l := range limits {
		i := slices.IndexFunc(op.All(), func(o *op.Op) bool { return o.Name == l.op })
		require.GreaterOrEqual(t, i, 0, l.op)
		if l.place == placePath {
			require.Contains(t, op.All()[i].Params(), l.name)
		}
	}
}

func TestRuleIDsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range Rules() {
		require.False(t, seen[r.ID], r.ID)
		require.NotEmpty(t, r.Text)
		seen[r.ID] = true
	}
	require.Greater(t, len(seen), 50)
}

func TestWalkVisitsWhatLiesAtAPath(t *testing.T) {
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
		walk(parsed, "", strings.Split(path, "."), func(at string, v any, there bool) {
			if there {
				got = append(got, fmt.Sprintf("%s=%v", at, v))
			} else {
				got = append(got, at+" absent")
			}
		})
		require.Equal(t, want, got, path)
	}
	walk([]any{}, "", []string{"a"}, func(string, any, bool) { require.Fail(t, "a list has no members") })
}

func TestMessageShowsAValueInShort(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "none"},
		{"a<b", `"a<b"`},
		{true, "true"},
		{map[string]any{"a": 1.0}, `{"a":1}`},
		{strings.Repeat("ü", 100), `"` + strings.Repeat("ü", 59) + "…"},
		{func() {}, "func()"},
	} {
		require.Equal(t, test.want, shown(test.value))
	}
}
