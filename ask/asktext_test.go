package ask_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/richtext"
)

func markdown(text string) ask.Event {
	return ask.Event{Answer: &ask.Answer{Answer: new(richtext.Markdown(text))}}
}

func TestTextAssemblesCumulativeMessagesAndDeltas(t *testing.T) {
	t.Parallel()
	const guess, cumulative, delta = ask.TextModeGuess, ask.TextModeCumulative, ask.TextModeDelta
	for name, test := range map[string]struct {
		mode     ask.TextMode
		messages []string
		adds     []string
		text     string
	}{
		"nothing":               {guess, nil, nil, ""},
		"messages without text": {guess, []string{"", "Press", "", "Press it"}, []string{"", "Press", "", " it"}, "Press it"},

		"cumulative, guessed":            {guess, []string{"Pre", "Press", "Press it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"cumulative, repeated":           {guess, []string{"Press", "Press"}, []string{"Press", ""}, "Press"},
		"cumulative, corrected":          {guess, []string{"Hello wor", "Hello, world"}, []string{"Hello wor", ", world"}, "Hello, world"},
		"cumulative, corrected twice":    {guess, []string{"Hello wor", "Hello, wold", "Hello, world!"}, []string{"Hello wor", ", wold", "rld!"}, "Hello, world!"},
		"cumulative, a completed mark":   {guess, []string{"Press **Pub**", "Press **Publish** twice"}, []string{"Press **Pub**", "lish** twice"}, "Press **Publish** twice"},
		"cumulative, shortened":          {guess, []string{"Press it\n", "Press it"}, []string{"Press it\n", ""}, "Press it"},
		"cumulative, half is too little": {guess, []string{"abcd", "abxy"}, []string{"abcd", "abxy"}, "abcdabxy"},
		"cumulative, more than half":     {guess, []string{"abcd", "abcx"}, []string{"abcd", "x"}, "abcx"},
		"cumulative, a rewritten start": {
			guess,
			[]string{"Searching…", "Press", "Press it", "Press it now"},
			[]string{"Searching…", "Press", "Press it", "Press it now"},
			"Press it now",
		},
		"cumulative, rewritten after the guess is final": {
			guess,
			[]string{strings.Repeat("a", 1001), strings.Repeat("a", 1002), "Press", "it"},
			[]string{strings.Repeat("a", 1001), "a", "Press", "it"},
			"it",
		},
		"cumulative, characters of more bytes": {guess, []string{"日本語は", "日本語も"}, []string{"日本語は", "も"}, "日本語も"},
		"a first byte in common only":          {guess, []string{"é", "è"}, []string{"é", "è"}, "éè"},

		"deltas, guessed":                  {guess, []string{"Pre", "ss", " it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"deltas, a repeated one":           {guess, []string{"Very", " very", " very", " good"}, []string{"Very", " very", " very", " good"}, "Very very very good"},
		"deltas, one like the text":        {guess, []string{"The cat. ", "The dog. ", "The cat."}, []string{"The cat. ", "The dog. ", "The cat."}, "The cat. The dog. The cat."},
		"deltas, one like the one before":  {guess, []string{"To", " publish", " publishing"}, []string{"To", " publish", " publishing"}, "To publish publishing"},
		"deltas, one like all of the text": {guess, []string{"No", ", ", "No, ", "no"}, []string{"No", ", ", "No, ", "no"}, "No, No, no"},
		"deltas, the same letter":          {guess, []string{"A", " b", " c", " d"}, []string{"A", " b", " c", " d"}, "A b c d"},
		"deltas, guessed late":             {guess, []string{"ha", "ha", "!"}, []string{"ha", "", "ha!"}, "haha!"},
		"deltas, guessed later":            {guess, []string{"a", "a", "a", "b"}, []string{"a", "", "", "aab"}, "aaab"},
		"deltas, first ones alike":         {guess, []string{"1", "10", "0", "."}, []string{"1", "0", "100", "."}, "1100."},
		"deltas, similar lines":            {guess, []string{"- Open\n", "- Save\n", "- Close\n"}, []string{"- Open\n", "- Save\n", "- Close\n"}, "- Open\n- Save\n- Close\n"},

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

		"mode cumulative":              {cumulative, []string{"Pre", "Press", "Press it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"mode cumulative, corrected":   {cumulative, []string{"Hello wrld", "Hello world"}, []string{"Hello wrld", "orld"}, "Hello world"},
		"mode cumulative, replaced":    {cumulative, []string{"One", "Two"}, []string{"One", "Two"}, "Two"},
		"mode delta":                   {delta, []string{"Pre", "ss", " it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"mode delta, looks cumulative": {delta, []string{"1", "10", "0"}, []string{"1", "10", "0"}, "1100"},
		"mode delta, one repeated":     {delta, []string{"a", "a", ""}, []string{"a", "a", ""}, "aa"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := ask.Text{Mode: test.mode}
			var adds []string
			for _, message := range test.messages {
				adds = append(adds, text.Add(markdown(message)))
			}
			require.Equal(t, test.adds, adds)
			require.Equal(t, test.text, text.String())
			require.Empty(t, text.Add(ask.Event{Type: "other"}))
			require.Equal(t, test.text, text.String())
		})
	}
}

// TestTextUsesTheModeOfMessages adds messages that look like deltas with a mode of their own, which
// a mode of the text overrides.
func TestTextUsesTheModeOfMessages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, message, of ask.TextMode }{
		{ask.TextModeGuess, ask.TextModeCumulative, ask.TextModeCumulative},
		{ask.TextModeGuess, ask.TextModeDelta, ask.TextModeDelta},
		{ask.TextModeCumulative, ask.TextModeDelta, ask.TextModeCumulative},
		{ask.TextModeDelta, ask.TextModeCumulative, ask.TextModeDelta},
	} {
		text := ask.Text{Mode: test.text}
		for _, word := range []string{"One", "Two", "Twofold"} {
			event := markdown(word)
			event.Mode = test.message
			text.Add(event)
		}
		want := map[ask.TextMode]string{ask.TextModeCumulative: "Twofold", ask.TextModeDelta: "OneTwoTwofold"}[test.of]
		require.Equal(t, want, text.String(), "%+v", test)
	}
}

// TestTextLosesNoMessage proves for random messages in each mode that the text ends in the last
// message, that the printed text contains it, and that no character is split.
func TestTextLosesNoMessage(t *testing.T) {
	t.Parallel()
	words := []string{"a", "ab", "abc", "é", "è", "日本", "- ", "\n", "Hello, world", strings.Repeat("long ", 300)}
	modes := []ask.TextMode{ask.TextModeGuess, ask.TextModeCumulative, ask.TextModeDelta}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		text := ask.Text{Mode: modes[random.IntN(len(modes))]}
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

// contains reports whether part is a subsequence of all.
func contains(all, part string) bool {
	for i := 0; i < len(all) && part != ""; i++ {
		if all[i] == part[0] {
			part = part[1:]
		}
	}
	return part == ""
}

// TestTextGuessesTheModeForDeltasOfAnySize streams a text in deltas of any size, and as the
// cumulative messages of the same size.
func TestTextGuessesTheModeForDeltasOfAnySize(t *testing.T) {
	t.Parallel()
	const answer = "To publish a site, press **Publish**.\n\n- The site is public when the visibility is `public`.\n" +
		"- The site is private when the visibility is `private`.\n- The site is unlisted when the visibility is `unlisted`.\n\nPublishing, publishing, publishing: that is all there is to publish."
	for size := 1; size <= 60; size++ {
		var delta, cumulative ask.Text
		printed := ""
		for i := 0; i < len(answer); i += size {
			end := min(i+size, len(answer))
			delta.Add(markdown(answer[i:end]))
			printed += cumulative.Add(markdown(answer[:end]))
			require.Equal(t, answer[:end], cumulative.String(), "cumulative, %d more each", size)
		}
		require.Equal(t, answer, printed, "cumulative, %d more each", size)
		require.Equal(t, answer, delta.String(), "deltas of %d", size)
	}
}
