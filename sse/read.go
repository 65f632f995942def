// Package sse reads server-sent events: it decodes the bytes of a text/event-stream
// body into events, by the rules of
// https://html.spec.whatwg.org/multipage/server-sent-events.html.
//
//	for event, err := range sse.Read(resp.Body) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(event.Name, event.Data)
//	}
//
// It opens no connection, never reconnects, and ignores the retry field.
package sse

import (
	"io"
	"iter"

	gosse "github.com/tmaxmax/go-sse"
)

// Event is one event of a stream.
type Event struct {
	// Name is the name of the event, empty if the stream gives none. A browser
	// calls such an event "message".
	Name string
	// Data is the data lines of the event, joined by \n. It is empty for an event
	// with a single empty data line, and for one without data lines that
	// [WithEmptyEvents] lets through. Bytes that are not UTF-8 are U+FFFD.
	Data string
	// LastEventID is the id that the stream sent last, with this event or an
	// earlier one, and empty if it has sent none.
	LastEventID string
}

// Read iterates over the events of r as they come. An event is yielded when its
// closing blank line has been read, before more is read from r.
//
// Comments, unknown fields and blocks without data yield nothing, however many
// there are; see [WithEmptyEvents] for exceptions.
//
// The iteration ends without an error if r ends between two events. Otherwise an
// error ends it, which is yielded with a zero Event:
//
//   - r ended inside an event, which is dropped: errors.Is finds
//     [io.ErrUnexpectedEOF].
//   - r failed: the error of r, unchanged. A reader that returns neither bytes
//     nor an error a hundred times in a row has failed with [io.ErrNoProgress].
//   - an event is larger than 4 MiB, or the limit of [WithMaxEventSize]:
//     [*EventTooLargeError].
//
// The buffers grow with the largest event, to a few times its size, and never
// with comments or blank lines.
//
// Read does not close r. It does not read before the first loop, after the loop
// has ended, or after r has returned an error. A second loop over the same
// sequence continues where the first one stopped; once the stream has ended, it
// ends in the same way again. Two loops must not run at the same time.
func Read(r io.Reader, opts ...Option) iter.Seq2[Event, error] {
	c := newConfig(opts)
	f := newFramer(r, c.maxEventSize)
	f.empty = c.emptyEvents
	return read(f)
}

func read(f *framer) iter.Seq2[Event, error] {
	// One for all loops: go-sse keeps the last id in it, which a second loop
	// needs.
	events := gosse.Read(f, &gosse.ReadConfig{MaxEventSize: maxBlockSize(f.limit)})
	return func(yield func(Event, error) bool) {
		for e, err := range events {
			if !yield(Event{Name: e.Type, Data: e.Data, LastEventID: e.LastEventID}, err) {
				return
			}
		}
	}
}
