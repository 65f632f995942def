package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
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
	long := strings.Repeat("é", 150)
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
		text, err := ParseText(test.words)
		require.NoError(t, err)
		err = text.Check("Things.Get", "thingId", test.value)
		if test.want == "" {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, &api.ValidationError{Operation: "Things.Get", Field: "thingId", Rule: test.want, Value: test.value}, err)
	}
	text, err := ParseText("len=..3")
	require.NoError(t, err)
	require.ErrorContains(t, text.Check("Things.Get", "thingId", long), `got "150 characters"`)
}

func TestTextTakesWordsAboutTextsAlone(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"required", "range=1..2", "items=..3", "len=1..2,values=1..2"} {
		_, err := ParseText(words)
		require.ErrorContains(t, err, "want words about a text", words)
	}
	_, err := ParseText("len")
	require.ErrorContains(t, err, "want a word")
}
