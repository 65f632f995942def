package orgs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func TestAskTextJoinsWhateverTheMessagesHave(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		mode     orgs.AskTextMode
		messages []string
		adds     []string
		text     string
	}{
		"whole, guessed":           {orgs.AskTextGuess, []string{"Pre", "Press", "Press it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"whole, repeated":          {orgs.AskTextGuess, []string{"Press", "Press"}, []string{"Press", ""}, "Press"},
		"pieces, guessed":          {orgs.AskTextGuess, []string{"Pre", "ss", " it"}, []string{"Pre", "ss", " it"}, "Press it"},
		"pieces, guessed late":     {orgs.AskTextGuess, []string{"ha", "ha", "!"}, []string{"ha", "", "!"}, "haha!"},
		"pieces that look whole":   {orgs.AskTextPieces, []string{"1", "10", "0"}, []string{"1", "10", "0"}, "1100"},
		"whole, and changed":       {orgs.AskTextWhole, []string{"Hello wrld", "Hello world"}, []string{"Hello wrld", ""}, "Hello world"},
		"messages without text":    {orgs.AskTextGuess, []string{"", "Press", "", "Press it"}, []string{"", "Press", "", " it"}, "Press it"},
		"nothing":                  {orgs.AskTextGuess, nil, nil, ""},
		"pieces with one repeated": {orgs.AskTextPieces, []string{"a", "a", ""}, []string{"a", "a", ""}, "aa"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := orgs.AskText{Mode: test.mode}
			var adds []string
			for _, message := range test.messages {
				adds = append(adds, text.Add(orgs.AskEvent{Answer: &orgs.AskAnswer{Answer: new(api.Markdown(message))}}))
			}
			require.Equal(t, test.adds, adds)
			require.Equal(t, test.text, text.String())
			require.Empty(t, text.Add(orgs.AskEvent{Type: "other"}))
		})
	}
}
