package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestInvalidWordsAreErrors(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"length=1..2":      `"length=1..2": want a word of package check`,
		"required=1":       `"required=1": want a word of package check`,
		"required,":        `"": want a word of package check`,
		"len":              `"len": want a range, such as 2..128`,
		"len=2-128":        `"len=2-128": want a range, such as 2..128`,
		"len=..":           `"len=..": want a range, such as 2..128`,
		"range=a..":        `"range=a..": strconv.Atoi: parsing "a": invalid syntax`,
		"items=..x":        `"items=..x": strconv.Atoi: parsing "x": invalid syntax`,
		"match=sulg":       `"match=sulg": want the name of a pattern`,
		"not":              `"not": want a text`,
		"any":              `"any": want names of fields`,
		"exactly=a|":       `"exactly=a|": want names of fields`,
		"atmost=|b":        `"atmost=|b": want names of fields`,
		"form=a+|b":        `"form=a+|b": want names of fields`,
		"near":             `"near": time: invalid duration ""`,
		"with=a":           `"with=a": want a field and its values`,
		"has=a:b":          `"has=a:b": want an inner field, a field and its values`,
		"has=:b:c":         `"has=:b:c": want an inner field, a field and its values`,
		"has=a::c":         `"has=a::c": want names of fields`,
		"with=:b":          `"with=:b": want names of fields`,
		"required,len=a..": `"len=a..": strconv.Atoi: parsing "a": invalid syntax`,
	} {
		_, err := parse(words)
		require.EqualError(t, err, want, words)
	}
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
		{"path", "a/b", ""},
		{"not=latest", "Latest", ""},
		{"not=latest", "latest", `a text other than "latest"`},
		{"path", "/a", "a path without a slash at its start"},
		{"match=sourcepath", "/old/a%2Fb.c", ""},
		{"match=sourcepath", "/old/", `text that matches ^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$`},
		{"match=subdomain", "acme", ""},
		{"len=3..32,match=subdomain", "ac", "3 to 32 characters"},
		{"len=3..32,match=subdomain", "-acme", "text that matches ^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$"},
	} {
		text, err := ParseText(test.words)
		require.NoError(t, err)
		require.Equal(t, test.words, text.String())
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
	for _, words := range []string{"required", "range=1..2", "items=..3", "one", "any=a|b", "len=1..2,form=a"} {
		_, err := ParseText(words)
		require.ErrorContains(t, err, "want a word about a text", words)
	}
	_, err := ParseText("len")
	require.ErrorContains(t, err, "want a range")
}
