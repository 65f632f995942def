package orgs_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

func markdown(text string) orgs.AskEvent {
	return orgs.AskEvent{Answer: &orgs.AskAnswer{Answer: new(richtext.Markdown(text))}}
}

func TestAskTextJoinsWhateverTheMessagesHave(t *testing.T) {
	t.Parallel()
	const guess, whole, pieces = orgs.AskTextGuess, orgs.AskTextCumulative, orgs.AskTextDelta
	for name, test := range map[string]struct {
		mode     orgs.AskTextMode
		messages []string
		adds     []string
		text     string
	}{
		"nothing":               {guess, nil, nil, ""},
		"messages without text": {guess, []string{"", "Press", "", "Press it"}, []string{"", "Press", "", " it"}, "Press it"},

		"whole, guessed":            {guess, []string{"Pre", "Press", "Press it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"whole, repeated":           {guess, []string{"Press", "Press"}, []string{"Press", ""}, "Press"},
		"whole, corrected":          {guess, []string{"Hello wor", "Hello, world"}, []string{"Hello wor", ", world"}, "Hello, world"},
		"whole, corrected twice":    {guess, []string{"Hello wor", "Hello, wold", "Hello, world!"}, []string{"Hello wor", ", wold", "rld!"}, "Hello, world!"},
		"whole, a closed mark":      {guess, []string{"Press **Pub**", "Press **Publish** twice"}, []string{"Press **Pub**", "lish** twice"}, "Press **Publish** twice"},
		"whole, shortened":          {guess, []string{"Press it\n", "Press it"}, []string{"Press it\n", ""}, "Press it"},
		"whole, half is too little": {guess, []string{"abcd", "abxy"}, []string{"abcd", "abxy"}, "abcdabxy"},
		"whole, more than half":     {guess, []string{"abcd", "abcx"}, []string{"abcd", "x"}, "abcx"},
		"whole, a rewritten start": {
			guess,
			[]string{"Searching…", "Press", "Press it", "Press it now"},
			[]string{"Searching…", "Press", "Press it", "Press it now"},
			"Press it now",
		},
		"whole, rewritten once it is sure": {
			guess,
			[]string{strings.Repeat("a", 1001), strings.Repeat("a", 1002), "Press", "it"},
			[]string{strings.Repeat("a", 1001), "a", "Press", "it"},
			"it",
		},
		"whole, characters of more bytes": {guess, []string{"日本語は", "日本語も"}, []string{"日本語は", "も"}, "日本語も"},
		"a first byte in common only":     {guess, []string{"é", "è"}, []string{"é", "è"}, "éè"},

		"pieces, guessed":                  {guess, []string{"Pre", "ss", " it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"pieces, a repeated one":           {guess, []string{"Very", " very", " very", " good"}, []string{"Very", " very", " very", " good"}, "Very very very good"},
		"pieces, one like the text":        {guess, []string{"The cat. ", "The dog. ", "The cat."}, []string{"The cat. ", "The dog. ", "The cat."}, "The cat. The dog. The cat."},
		"pieces, one like the one before":  {guess, []string{"To", " publish", " publishing"}, []string{"To", " publish", " publishing"}, "To publish publishing"},
		"pieces, one like all of the text": {guess, []string{"No", ", ", "No, ", "no"}, []string{"No", ", ", "No, ", "no"}, "No, No, no"},
		"pieces, the same letter":          {guess, []string{"A", " b", " c", " d"}, []string{"A", " b", " c", " d"}, "A b c d"},
		"pieces, guessed late":             {guess, []string{"ha", "ha", "!"}, []string{"ha", "", "ha!"}, "haha!"},
		"pieces, guessed later":            {guess, []string{"a", "a", "a", "b"}, []string{"a", "", "", "aab"}, "aaab"},
		"pieces, first ones alike":         {guess, []string{"1", "10", "0", "."}, []string{"1", "0", "100", "."}, "1100."},
		"pieces, of one kind of line":      {guess, []string{"- Open\n", "- Save\n", "- Close\n"}, []string{"- Open\n", "- Save\n", "- Close\n"}, "- Open\n- Save\n- Close\n"},

		// The examples of docs/streams.md.
		"docs: fits both, equal":  {guess, []string{"ha", "ha"}, []string{"ha", ""}, "ha"},
		"docs: fits both, alike":  {guess, []string{"publish", "publishing"}, []string{"publish", "ing"}, "publishing"},
		"docs: then differently":  {guess, []string{"publish", "publishing", " it"}, []string{"publish", "ing", "publishing it"}, "publishpublishing it"},
		"docs: a rewritten start": {guess, []string{"A site", "The site is live"}, []string{"A site", "The site is live"}, "A siteThe site is live"},
		"docs: then enough like it": {
			guess,
			[]string{"A site", "The site is live", "The site is live.", "The site is live. Now"},
			[]string{"A site", "The site is live", "The site is live.", "The site is live. Now"},
			"The site is live. Now",
		},

		"whole":                  {whole, []string{"Pre", "Press", "Press it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"whole, and changed":     {whole, []string{"Hello wrld", "Hello world"}, []string{"Hello wrld", "orld"}, "Hello world"},
		"whole, and other":       {whole, []string{"One", "Two"}, []string{"One", "Two"}, "Two"},
		"pieces":                 {pieces, []string{"Pre", "ss", " it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"pieces that look whole": {pieces, []string{"1", "10", "0"}, []string{"1", "10", "0"}, "1100"},
		"pieces, one repeated":   {pieces, []string{"a", "a", ""}, []string{"a", "a", ""}, "aa"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := orgs.AskText{Mode: test.mode}
			var adds []string
			for _, message := range test.messages {
				adds = append(adds, text.Add(markdown(message)))
			}
			require.Equal(t, test.adds, adds)
			require.Equal(t, test.text, text.String())
			require.Empty(t, text.Add(orgs.AskEvent{Type: "other"}))
			require.Equal(t, test.text, text.String())
		})
	}
}

// TestAskTextNeverLosesWhatCame holds for any messages, in each mode: the text ends in the last
// message, what was printed has the text in it, and characters stay whole.
func TestAskTextNeverLosesWhatCame(t *testing.T) {
	t.Parallel()
	words := []string{"a", "ab", "abc", "é", "è", "日本", "- ", "\n", "Hello, world", strings.Repeat("long ", 300)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		text := orgs.AskText{Mode: orgs.AskTextMode(random.IntN(3))}
		var printed, message, joined string
		for range 1 + random.IntN(8) {
			word := words[random.IntN(len(words))]
			if random.IntN(2) == 0 {
				word = message + word
			}
			message = word
			joined += message
			added := text.Add(markdown(message))
			printed += added
			require.True(t, utf8.ValidString(added))
			require.True(t, strings.HasSuffix(text.String(), message), "%q does not end in %q", text.String(), message)
			require.True(t, contains(printed, text.String()), "%q was printed of %q", printed, text.String())
			require.Contains(t, []string{message, joined}, text.String())
		}
	}
}

// contains reports whether all has the bytes of part in their order.
func contains(all, part string) bool {
	for i := 0; i < len(all) && part != ""; i++ {
		if all[i] == part[0] {
			part = part[1:]
		}
	}
	return part == ""
}

// TestAskTextFindsOutOfATextInAnyPieces holds a text that comes in pieces of any length, and the
// same one that comes whole each time.
func TestAskTextFindsOutOfATextInAnyPieces(t *testing.T) {
	t.Parallel()
	const answer = "To publish a site, press **Publish**.\n\n- The site is public when the visibility is `public`.\n" +
		"- The site is private when the visibility is `private`.\n- The site is unlisted when the visibility is `unlisted`.\n\nPublishing, publishing, publishing: that is all there is to publish."
	for size := 1; size <= 60; size++ {
		var pieces, whole orgs.AskText
		printed := ""
		for i := 0; i < len(answer); i += size {
			end := min(i+size, len(answer))
			pieces.Add(markdown(answer[i:end]))
			printed += whole.Add(markdown(answer[:end]))
			require.Equal(t, answer[:end], whole.String(), "whole, pieces of %d", size)
		}
		require.Equal(t, answer, printed, "whole, pieces of %d", size)
		require.Equal(t, answer, pieces.String(), "pieces of %d", size)
	}
}
