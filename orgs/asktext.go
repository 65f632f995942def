package orgs

import "strings"

// AskText joins the text of a streamed answer, whether the service sends in each message the whole text so far or only the new piece. The
// zero value is ready.
type AskText struct {
	text string
}

// Add takes a message in and returns what its text adds to the text before: the rest, when the message repeats the whole text so far, the
// message's text itself otherwise. It returns "" for a message without Markdown.
func (t *AskText) Add(event AskEvent) string {
	next := event.Answer.Markdown()
	if rest, extends := strings.CutPrefix(next, t.text); extends {
		t.text = next
		return rest
	}
	t.text += next
	return next
}

// String returns the text so far.
func (t *AskText) String() string { return t.text }
