package orgs

import "unicode/utf8"

// AskText joins the text of a streamed answer. The API reference does not say whether a message has
// the whole text so far or only the new piece: the zero value finds out. Set Mode where it is
// known.
type AskText struct {
	Mode AskTextMode

	text    string // what String returns
	last    string // the message before
	joined  string // all messages, should they be pieces; "" once settled
	whole   int    // bytes that speak for whole messages
	pieces  int    // bytes that speak for pieces
	settled bool   // the messages are whole, whatever comes
}

// AskTextMode is what the messages of a streamed answer have.
type AskTextMode uint8

const (
	// AskTextGuess finds out from the messages which of the two it is. It compares each message
	// with the one before:
	//
	//   - A message that begins like it, with more than half of it, speaks for whole messages, by
	//     as many bytes as it begins with. Two equal messages speak for neither.
	//   - Any other speaks for pieces, by the length of the longer of the two.
	//
	// The larger sum decides: pieces when they are equal, whole messages as long as nothing speaks
	// for pieces. With each message the text becomes what the sums say now, so a wrong guess is
	// corrected by what follows. It is final once whole messages lead by more than 1,000 bytes.
	//
	// It cannot know while the messages fit both. Two pieces "ha" and "ha" are taken for one text
	// that came twice until a third message begins differently, and a whole text whose beginning is
	// rewritten for two pieces until at least two more messages have begun like it.
	AskTextGuess AskTextMode = iota
	// AskTextWhole means that each message has the whole text so far and replaces the one before.
	AskTextWhole
	// AskTextPieces means that each message has only the new piece.
	AskTextPieces
)

// settledLead bounds what AskTextGuess keeps of messages that are whole: it grows with their
// square.
const settledLead = 1000

// Add adds a message and returns the text from the first character on that the message has changed,
// for printing: what is new in it, unless it corrects what was there. What was returned before
// cannot be taken back, so where the text itself counts use [AskText.String]. A message without
// Markdown changes nothing.
func (t *AskText) Add(event AskEvent) string {
	next := event.Answer.Markdown()
	if next == "" {
		return ""
	}
	before := t.text
	switch t.Mode {
	case AskTextPieces:
		t.text += next
	case AskTextWhole:
		t.text = next
	default:
		t.guess(next)
	}
	return t.text[commonPrefix(before, t.text):]
}

func (t *AskText) guess(next string) {
	kept := commonPrefix(t.last, next)
	switch {
	case t.last == "" || t.last == next:
	case 2*kept > len(t.last):
		t.whole += kept
	default:
		t.pieces += max(len(t.last), len(next))
	}
	t.last = next
	if !t.settled {
		t.joined += next
	}
	t.text = next
	switch {
	case t.settled:
	case t.pieces > 0 && t.pieces >= t.whole:
		t.text = t.joined
	case t.whole-t.pieces > settledLead:
		t.settled, t.joined = true, ""
	}
}

// commonPrefix returns how many bytes a and b begin with in common, as whole characters.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(b) && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}

// String returns the text so far.
func (t *AskText) String() string { return t.text }
