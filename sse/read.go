// Package sse reads server-sent events: it decodes the body of a text/event-stream response into
// events, by the rules of https://html.spec.whatwg.org/multipage/server-sent-events.html.
//
//	for event, err := range sse.Read(resp.Body) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(event.Name, event.Data)
//	}
//
// The package opens no connections, never reconnects, and ignores the retry field.
package sse

import (
	"io"
	"iter"
	"math"

	gosse "github.com/tmaxmax/go-sse"
)

// An Event is an event of a stream.
type Event struct {
	// Name is the name of the event, or "" if it has no name. Browsers give an event without a name
	// the type "message".
	Name string
	// Data contains the data lines of the event, joined by \n. It is empty if the only data line is
	// empty, or if there is no data line: see [WithEmptyEvents]. Bytes that are not valid UTF-8 are
	// replaced by U+FFFD.
	Data string
	// LastEventID is the last ID in the stream, sent with this event or an earlier one. It is empty
	// if there was none.
	LastEventID string
}

// Read returns an iterator over the events of r. It yields an event as soon as it has read the
// blank line at the end of the event, without waiting for more data. It skips comments, unknown
// fields and events without data, except for the events of [WithEmptyEvents].
//
// The iteration ends without an error if r ends between two events. Otherwise it ends by yielding a
// zero Event and an error:
//
//   - If r ends inside an event, the event is dropped, and the error matches [io.ErrUnexpectedEOF].
//   - If r fails, the error is the one that r returned. If r returns neither bytes nor an error a
//     hundred times in a row, the error is [io.ErrNoProgress].
//   - If an event is larger than 4 MiB, or the limit set by [WithMaxEventSize], the error is an
//     [*EventTooLargeError].
//
// The buffers grow to a few times the size of the largest event, regardless of comments and blank
// lines.
//
// The iterator reads from r only during a loop, stops reading when r returns an error, and never
// closes r. A second loop continues where the first loop stopped. If the stream has ended, the
// second loop yields the same error as the first, or nothing. Two loops must not run at the same
// time.
func Read(r io.Reader, opts ...Option) iter.Seq2[Event, error] {
	c := config{maxEventSize: DefaultMaxEventSize}
	for _, o := range opts {
		if o != nil {
			o.apply(&c)
		}
	}
	f := &framer{r: r, limit: c.maxEventSize, empty: c.emptyEvents}
	if r == nil {
		f.err = errNilReader
	}
	return read(f)
}

// read reads events from complete blocks. The size of a block is limited before it gets here.
func read(blocks io.Reader) iter.Seq2[Event, error] {
	// All loops share this iterator, because it keeps the last ID, which a second loop needs.
	events := gosse.Read(blocks, &gosse.ReadConfig{MaxEventSize: math.MaxInt})
	return func(yield func(Event, error) bool) {
		for e, err := range events {
			if !yield(Event{Name: e.Type, Data: e.Data, LastEventID: e.LastEventID}, err) {
				return
			}
		}
	}
}
