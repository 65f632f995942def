package ask

import (
	"cmp"
	"unicode/utf8"
)

// Text assembles the text of a streamed answer. The zero value is ready to use. For a question to a
// site, each message contains all of the text so far, and its Mode is [TextCumulative]. For a
// question to an organization, the API reference does not specify whether a message contains all of
// the text or only the new text, so Text infers the mode from the messages.
type Text struct {
	// Mode determines how messages are assembled. If it is [TextGuess], Text uses the Mode of each
	// [Event]; if that is TextGuess too, Text infers the mode.
	Mode TextMode

	text       string // the result of String
	last       string // the previous message
	joined     string // all messages, in case they are deltas; "" once settled
	cumulative int    // sum of the evidence for cumulative messages, in bytes
	delta      int    // sum of the evidence for deltas, in bytes
	settled    bool   // whether the mode is certainly cumulative
}

// A TextMode determines whether a message of a streamed answer contains all of the text so far or
// only new text.
type TextMode string

const (
	// TextGuess infers the mode from the messages. It compares each message with the previous
	// message:
	//
	//   - A message that begins with more than half of the previous message is evidence for
	//     cumulative messages. Its weight is the number of bytes that the two have in common at the
	//     beginning. Two equal messages are no evidence.
	//   - Any other message is evidence for deltas. Its weight is the length of the longer message.
	//
	// The mode with the larger sum of weights wins. If the sums are equal, the messages are taken
	// as deltas; if there is no evidence at all, they are taken as cumulative. Each message can
	// change the guess and thereby correct the text. When the sum for cumulative messages exceeds
	// the sum for deltas by more than 1,000 bytes, the guess becomes final.
	//
	// The guess can be wrong while the messages fit both modes. The deltas "ha" and "ha" are taken
	// as the same text sent twice, until a third message begins differently. If the service
	// rewrites the beginning of a cumulative text, the messages are taken as deltas until at least
	// two more messages begin with the new text.
	TextGuess TextMode = ""
	// TextCumulative means that each message contains all of the text so far and replaces the
	// previous message.
	TextCumulative TextMode = "cumulative"
	// TextDelta means that each message contains only new text.
	TextDelta TextMode = "delta"
)

// settledLead limits the memory that TextGuess uses. While both modes are possible, the memory
// grows with the square of the number of cumulative messages.
const settledLead = 1000

// Add adds a message and returns the text to print: the part of the text from the first changed
// character on. Usually, that is the new text. If the message corrects text that Add has returned
// before, [Text.String] returns the corrected text. A message without Markdown changes nothing.
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

// commonPrefix returns the length of the longest common prefix of a and b, in bytes. The prefix
// does not end within a character of b.
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
