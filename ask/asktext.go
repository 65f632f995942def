package ask

import (
	"cmp"
	"unicode/utf8"
)

// Text assembles the text of a streamed answer. The zero value is ready to use, and must not be
// copied after the first call of Add. For a question to a site, each message contains all of the
// text so far, and its Mode is [TextModeCumulative]. For a question to an organization, the API
// reference does not specify whether a message contains all of the text or only the new text, so
// Text infers the mode from the messages.
type Text struct {
	// Mode determines how messages are assembled. If it is [TextModeGuess], Text uses the Mode of
	// each [Event]; if that is TextModeGuess too, Text infers the mode.
	Mode TextMode

	text       []byte // the result of String
	last       string // the previous message
	joined     []byte // all messages, in case they are deltas; nil once settled
	cumulative int    // sum of the evidence for cumulative messages, in bytes
	delta      int    // sum of the evidence for deltas, in bytes
	settled    bool   // whether the mode is certainly cumulative
}

// A TextMode determines whether a message of a streamed answer contains all of the text so far or
// only new text.
type TextMode string

const (
	// TextModeGuess infers the mode from the messages. It compares each message with the previous
	// message:
	//
	//   - A message that begins with more than half of the previous message is evidence for
	//     cumulative messages. Its weight is the number of bytes that the two have in common at the
	//     beginning. Two equal messages of at most 1,000 bytes are no evidence.
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
	TextModeGuess TextMode = ""
	// TextModeCumulative means that each message contains all of the text so far and replaces the
	// previous message.
	TextModeCumulative TextMode = "cumulative"
	// TextModeDelta means that each message contains only new text.
	TextModeDelta TextMode = "delta"
)

// settledLead limits the memory that TextModeGuess uses. While both modes are possible, the memory
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
	switch cmp.Or(t.Mode, event.Mode) {
	case TextModeDelta:
		t.text = append(t.text, next...)
		return next
	case TextModeCumulative:
		return t.replace(next)
	default:
		return t.guess(next)
	}
}

// replace makes next the text, and returns the part from the first changed character on.
func (t *Text) replace(next string) string {
	kept := commonPrefix(t.text, next)
	t.text = append(t.text[:kept], next[kept:]...)
	return next[kept:]
}

func (t *Text) guess(next string) string {
	kept, wereDeltas := commonPrefix(t.last, next), t.areDeltas()
	switch {
	case t.last == next && len(next) <= settledLead || t.last == "":
	case 2*kept > len(t.last):
		t.cumulative += kept
	default:
		t.delta += max(len(t.last), len(next))
	}
	t.last = next
	if !t.settled {
		t.joined = append(t.joined, next...)
	}
	if t.cumulative-t.delta > settledLead {
		t.settled, t.joined = true, nil
	}
	switch {
	case t.areDeltas() && wereDeltas:
		t.text = append(t.text, next...)
		return next
	case t.areDeltas():
		return t.replace(string(t.joined))
	default:
		return t.replace(next)
	}
}

// areDeltas reports whether the guess is that the messages are deltas.
func (t *Text) areDeltas() bool { return !t.settled && t.delta > 0 && t.delta >= t.cumulative }

// commonPrefix returns the length of the longest common prefix of a and b, in bytes. The prefix
// does not end within a character of b.
func commonPrefix[A string | []byte](a A, b string) int {
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
func (t *Text) String() string { return string(t.text) }
