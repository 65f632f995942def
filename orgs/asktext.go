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

// An AskTextMode is what the messages of a streamed answer contain.
type AskTextMode uint8

const (
	// AskTextGuess infers the mode from the messages. It compares each message with the one before:
	//
	//   - A message that begins with more than half of the previous one is evidence for cumulative
	//     messages, weighted by the number of bytes they share. Two equal messages are no evidence.
	//   - Any other message is evidence for deltas, weighted by the length of the longer of the two.
	//
	// The larger sum decides. Equal sums mean deltas, but without any evidence for deltas the
	// messages are cumulative. The text is that of the current sums, so later messages correct a
	// wrong guess. The guess is final once cumulative messages lead by more than 1,000 bytes.
	//
	// The guess can be wrong while the messages fit both modes. Deltas "ha" and "ha" count as one
	// text that was sent twice until a third message begins differently. A cumulative text whose
	// beginning is rewritten counts as two deltas until at least two more messages begin like it.
	AskTextGuess AskTextMode = iota
	// AskTextCumulative means that each message contains the whole text so far and replaces the one
	// before.
	AskTextCumulative
	// AskTextDelta means that each message contains only the text that is new.
	AskTextDelta
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
	case AskTextDelta:
		t.text += next
	case AskTextCumulative:
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
