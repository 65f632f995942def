// Package sse reads server-sent events: the bytes of a text/event-stream body
// become events, by the rules of
// https://html.spec.whatwg.org/multipage/server-sent-events.html.
//
// It reads a stream once. It opens no connection, never reconnects and ignores
// the retry field.
package sse

import (
	"io"
	"iter"

	gosse "github.com/tmaxmax/go-sse"
)

// Event is one event of a stream.
type Event struct {
	// Name is the event's name, empty when the stream gives none. A browser
	// calls such an event "message".
	Name string
	// Data is the event's data lines joined by \n. It is empty for an event
	// with a single empty data line, and for one without any that
	// [WithEmptyEvents] lets through. Bytes that are not UTF-8 are U+FFFD.
	Data string
	// LastEventID is the last id the stream has sent, by this event or any
	// before it, and empty when it has sent none.
	LastEventID string
}

// Read yields the events of r as they come. An event is yielded once its closing
// blank line is there, and before r is asked for more.
//
// Comments, unknown fields and blocks without data yield nothing, however many
// there are; [WithEmptyEvents] makes exceptions.
//
// The loop ends without an error when r ends between two events. Else its last
// turn has an error and a zero Event:
//
//   - r ended inside an event: errors.Is finds [io.ErrUnexpectedEOF]. The
//     unfinished event is dropped.
//   - r failed: r's own error, as it came. A reader that gives neither bytes nor
//     an error a hundred times in a row has failed with [io.ErrNoProgress].
//   - an event is larger than the limit, 4 MiB or what [WithMaxEventSize] says:
//     [*EventTooLargeError].
//
// The buffers grow with the largest event seen to a few times its size, never
// with comments or blank lines.
//
// Read does not close r, and does not touch it before the first loop, after the
// loop has ended or after r has given an error. A second loop over the same
// sequence reads on where the first one broke off; once the stream has ended it
// gives the same end again. Two loops must not run at the same time.
func Read(r io.Reader, opts ...Option) iter.Seq2[Event, error] {
	c := newConfig(opts)
	f := newFramer(r, c.maxEventSize)
	f.empty = c.emptyEvents
	return read(f)
}

func read(f *framer) iter.Seq2[Event, error] {
	// Made once, not once a loop: go-sse keeps the last id here, and a second
	// loop needs it.
	events := gosse.Read(f, &gosse.ReadConfig{MaxEventSize: maxBlockSize(f.limit)})
	return func(yield func(Event, error) bool) {
		for e, err := range events {
			if !yield(Event{Name: e.Type, Data: e.Data, LastEventID: e.LastEventID}, err) {
				return
			}
		}
	}
}
