package check

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInvalidWordsAreErrors(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"length=1..2", "required=1", "required, len=1..", "len", "len=2-128", "len=..", "range=a..", "items=..x", "values=1", "match", "match=sulg",
		"any=a|b", "exactly=a|b", "atmost=a|b", "one", "form=a|b", "with=a:b", "has=a:b:c", "near=5m", "noquery=a", "nouser", "object", "unique", "not=a", "path", "valuesmatch=line",
	} {
		_, err := Parse(words)
		require.ErrorContains(t, err, "want a word of package check", words)
	}
	_, err := Parse("required,len=a..")
	require.EqualError(t, err, `"len=a..": want a word of package check`)
}

func TestTextIsHeldToItsWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ words, value, want string }{
		{"", "", ""},
		{"", "anything at all", ""},
		{"len=2..3", "éé", ""},
		{"len=2..3", "é", "2 to 3 characters"},
		{"len=1..", "é", ""},
		{"len=..3", "éééé", "at most 3 characters"},
		{"len=2..", "é", "at least 2 characters"},
		{"match=pagepath", "a/b", ""},
		{"match=pagepath", "/a", "a path without a slash at its start"},
		{"match=version", "Latest", ""},
		{"match=version", "latest", `a text other than "latest"`},
		{"match=path", "/old/a%2Fb.c", ""},
		{"match=path", "/old/", `text that matches ^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$`},
		{"match=subdomain", "acme", ""},
		{"len=3..32,match=subdomain", "ac", "3 to 32 characters"},
		{"len=3..32,match=subdomain", "-acme", "text that matches ^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$"},
	} {
		words, err := Parse(test.words)
		require.NoError(t, err)
		got := ""
		for _, word := range words {
			got = cmp.Or(got, word.Unmet(reflect.ValueOf(test.value)))
		}
		require.Equal(t, test.want, got, "%s: %s", test.words, test.value)
	}
}

func TestWordAboutAnotherTypeIsMet(t *testing.T) {
	t.Parallel()
	for _, value := range []any{"a", -1, 0.5, true, []string{"a"}, map[string]string{"a": "b"}, struct{}{}, new("a")} {
		for list, applies := range map[string]func(kind reflect.Kind) bool{
			"required":   func(reflect.Kind) bool { return false },
			"len=9..":    func(kind reflect.Kind) bool { return kind == reflect.String },
			"values=9..": func(kind reflect.Kind) bool { return kind == reflect.String },
			"match=path": func(kind reflect.Kind) bool { return kind == reflect.String },
			"range=9..":  func(kind reflect.Kind) bool { return kind == reflect.Int || kind == reflect.Float64 },
			"items=9..":  func(kind reflect.Kind) bool { return kind == reflect.Slice || kind == reflect.Map },
		} {
			words, err := Parse(list)
			require.NoError(t, err)
			v := reflect.ValueOf(value)
			require.Equal(t, applies(v.Kind()), words[0].Unmet(v) != "", "%s of %T", list, value)
		}
	}
}
