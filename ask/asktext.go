package ask

import (
	"cmp"
	"unicode/utf8"
)

// Text assembles the text of a streamed answer. The zero value is ready to use. For a site, each
// message contains the whole text so far, and its Mode reports that. For an organization, the API
// reference does not specify whether a message contains the whole text or only the new text, so
// Text infers it from the messages.
type Text struct {
	// Mode determines how messages are assembled. [TextGuess] means that the Mode of each [Event]
	// decides; if that is TextGuess too, Text infers the mode.
	Mode TextMode

	text       string // the result of String
	last       string // the previous message
	joined     string // all messages, in case they are deltas; "" once settled
	cumulative int    // bytes of evidence for cumulative messages
	delta      int    // bytes of evidence for deltas
	settled    bool   // the messages are cumulative, whatever follows
}

// A TextMode determines whether a message of a streamed answer contains the whole text or only new
// text.
type TextMode string

const (
	// TextGuess infers the mode from the messages. It compares each message with the one before:
	//
	//   - A message that begins with more than half of the previous one is evidence for cumulative
	//     messages, weighted by the number of bytes they share. Two equal messages are not
	//     evidence.
	//   - Any other message is evidence for deltas, weighted by the length of the longer of the
	//     two.
	//
	// The larger sum decides. If the sums are equal, the messages are taken for deltas; if there is
	// no evidence at all, for cumulative messages. Each message can change the guess and thereby
	// correct the text. Once the sum for cumulative messages leads by more than 1,000 bytes, the
	// guess is final.
	//
	// The guess can be wrong while the messages fit both modes. Deltas "ha" and "ha" count as one
	// text that was sent twice until a third message begins differently. A cumulative text whose
	// beginning is rewritten counts as two deltas until at least two more messages begin like it.
	TextGuess TextMode = ""
	// TextCumulative means that each message contains the whole text so far and replaces the one
	// before.
	TextCumulative TextMode = "cumulative"
	// TextDelta means that each message contains only new text.
	TextDelta TextMode = "delta"
)

// settledLead limits the memory of TextGuess: while both modes are possible, it grows with the
// square of the number of cumulative messages.
const settledLead = 1000

// Add adds a message and returns the text to print, which begins at the first changed character. It
// is the new text, unless the message corrects text that was returned before. [Text.String] returns
// the corrected text. A message without Markdown changes nothing.
func (t *Text) Add(event Event) string {
	next := event.Answer.Markdown()
	if next == "" {
		return ""
	}
	before := t.text
	switch cmp.Or(t.Mode, event.Mode) {
	case TextDelta:
		t.text += next
	case TextCumulative:
		t.text = next
	default:
		t.guess(next)
	}
	return t.text[commonPrefix(before, t.text):]
}

func (t *Text) guess(next string) {
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
func (t *Text) String() string { return t.text }
