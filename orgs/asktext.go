package orgs

import "strings"

// AskText joins the text of a streamed answer. The documents do not say whether a message has the whole text so far or only the new piece:
// the zero value finds out. A Mode says what is known.
type AskText struct {
	Mode AskTextMode

	text   string // of the last message that was whole, or all pieces
	joined string // all messages, should they be pieces after all
	pieces bool   // seen to be
}

// AskTextMode is what the messages of a streamed answer have.
type AskTextMode uint8

const (
	// AskTextGuess takes messages for whole as long as each begins with the text of the one before, and for pieces from the first one that
	// does not. Pieces that happen to begin with all the text before them are only put right when that shows.
	AskTextGuess AskTextMode = iota
	// AskTextWhole says that each message has the whole text so far. A message that changes the text replaces it.
	AskTextWhole
	// AskTextPieces says that each message has only the new piece.
	AskTextPieces
)

// Add takes a message in and returns what it adds to the text, for printing as it comes. What was returned before cannot be taken back, so
// where the text itself counts take [AskText.String] at the end. A message without Markdown adds nothing.
func (t *AskText) Add(event AskEvent) string {
	next := event.Answer.Markdown()
	if next == "" {
		return ""
	}
	rest, extends := strings.CutPrefix(next, t.text)
	t.joined += next
	switch {
	case t.Mode == AskTextPieces || t.pieces:
		t.text += next
		return next
	case extends:
		t.text = next
		return rest
	case t.Mode == AskTextWhole:
		t.text = next
		return ""
	default:
		t.pieces = true
		t.text = t.joined
		return next
	}
}

// String returns the text so far.
func (t *AskText) String() string { return t.text }
