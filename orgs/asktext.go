package orgs

import "unicode/utf8"

// AskText assembles the text of a streamed answer. The API reference does not specify whether a
// message contains the whole text so far or only the text that is new, so the zero value infers
// it. Set Mode if it is known.
type AskText struct {
	Mode AskTextMode

	text       string // what String returns
	last       string // the previous message
	joined     string // all messages, in case they are deltas; "" once settled
	cumulative int    // bytes of evidence for cumulative messages
	delta      int    // bytes of evidence for deltas
	settled    bool   // the messages are cumulative, whatever follows
}

// An AskTextMode is what the messages of a streamed answer contain.
type AskTextMode uint8

const (
	// AskTextGuess infers the mode from the messages. It compares each message with the one before:
	//
	//   - A message that begins with more than half of the previous one is evidence for cumulative
	//     messages, weighted by the number of bytes they share. Two equal messages are no evidence.
	//   - Any other message is evidence for deltas, weighted by the length of the longer of the
	//     two.
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

// settledLead limits the memory of AskTextGuess for cumulative messages, which grows with their
// square.
const settledLead = 1000

// Add adds a message and returns the text from the first changed character on, for printing. This
// is the text that is new, unless the message corrects earlier text. Printed text cannot be taken
// back; [AskText.String] returns the corrected text. A message without Markdown changes nothing.
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
		t.cumulative += kept
	default:
		t.delta += max(len(t.last), len(next))
	}
	t.last = next
	if !t.settled {
		t.joined += next
	}
	t.text = next
	switch {
	case t.settled:
	case t.delta > 0 && t.delta >= t.cumulative:
		t.text = t.joined
	case t.cumulative-t.delta > settledLead:
		t.settled, t.joined = true, ""
	}
}

// commonPrefix returns the length in bytes of the longest common prefix of a and b that ends at a
// character of b.
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
