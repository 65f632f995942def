package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sse"
)

// Names of events with a meaning of their own.
const (
	eventDone    = "done"
	eventError   = "error"
	eventMessage = "message" // what an event without a name is called
)

// dataDone is the data of a message that ends the stream, as an event named done does.
const dataDone = "[DONE]"

// Stream calls an operation that responds with an event stream and yields its messages as they
// come. keep stores the name and the data of its event in a message. The stream opens on range and
// closes when the loop ends.
func Stream[T any](ctx context.Context, c *Core, r op.Request, keep func(m *T, event string, data api.Raw), opts []api.CallOption) iter.Seq2[T, error] {
	return events(ctx, c, r, opts, func() func(x *exchange, event sse.Event) (T, error) {
		message := new(T) // one for all events: decoding makes it escape
		var finder jsonx.Finder
		return func(x *exchange, event sse.Event) (T, error) {
			*message = *new(T)
			data := []byte(event.Data)
			err := x.decodeMessage(&finder, data, message)
			if err != nil && !isUnnamed(event) {
				// An event that this release does not know need not be JSON.
				if failed, ok := errors.AsType[*api.DecodeError](err); ok && failed.Pointer == "" {
					*message, err = *new(T), nil
				}
			}
			keep(message, event.Name, data)
			return *message, err
		}
	})
}

// isUnnamed reports whether an event has no name of its own.
func isUnnamed(event sse.Event) bool { return event.Name == "" || event.Name == eventMessage }

// Events is [Stream] for the events themselves.
func Events(ctx context.Context, c *Core, r op.Request, opts []api.CallOption) iter.Seq2[sse.Event, error] {
	return events(ctx, c, r, opts, func() func(*exchange, sse.Event) (sse.Event, error) {
		return func(_ *exchange, event sse.Event) (sse.Event, error) { return event, nil }
	})
}

func events[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption, newRead func() func(*exchange, sse.Event) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		read := newRead()
		err := c.stream(ctx, &r, opts, func(x *exchange, event sse.Event) (bool, error) {
			value, err := read(x, event)
			if err != nil {
				return false, err
			}
			return yield(value, nil), nil
		})
		if err != nil {
			var nothing T
			yield(nothing, err)
		}
	}
}

// stream runs an exchange whose response is an event stream. It returns nil if the stream ended or
// yield returned false.
func (c *Core) stream(ctx context.Context, r *op.Request, opts []api.CallOption, yield func(*exchange, sse.Event) (more bool, err error)) (err error) {
	x := newExchange(ctx, c, wantStream)
	x.prepare(c, r, opts)
	defer x.deliver()
	if err = x.begin(); err != nil {
		return x.finish(err)
	}
	defer x.cancel()
	idle, cancel := context.WithCancelCause(x.Context)
	defer cancel(nil)
	x.Context = idle
	defer func() { // also when the loop panics
		x.closeStream()
		err = x.finish(err)
	}()
	if err = x.openStream(); err == nil {
		x.deliver()
		err = x.readStream(cancel, yield)
	}
	return err
}

func (x *exchange) closeStream() {
	if x.response != nil {
		_ = x.response.Body.Close()
	}
}

// openStream sends the request and checks that a stream came back.
func (x *exchange) openStream() error {
	if err := x.send(); err != nil {
		return err
	}
	// The parameters do not matter, and an invalid one must not lose the stream.
	media, _, _ := strings.Cut(x.header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(media), "text/event-stream") {
		return x.decodeError(errors.New("want an event stream (text/event-stream)"))
	}
	// Read as it is, it would look like a truncated stream, or like one without events.
	if coding := x.coding(); coding != "" && coding != codingGzip {
		return x.decodeError(fmt.Errorf("want an event stream without a content encoding or in gzip, got %q", coding))
	}
	return nil
}

const codingGzip = "gzip"

// coding returns the content encoding of the response in lower case, "" for none. Several are
// separated by commas.
func (x *exchange) coding() string {
	var codings []string
	for coding := range strings.SplitSeq(strings.Join(x.header.Values("Content-Encoding"), ","), ",") {
		switch coding = strings.ToLower(strings.TrimSpace(coding)); coding {
		case "", "identity":
		case "x-gzip":
			codings = append(codings, codingGzip)
		default:
			codings = append(codings, coding)
		}
	}
	return strings.Join(codings, ", ")
}

// readStream yields the events until the stream ends or yield returns false.
func (x *exchange) readStream(cancel context.CancelCauseFunc, yield func(*exchange, sse.Event) (bool, error)) error {
	idle := newIdleReader(x.response.Body, x.cfg.IdleTimeout, cancel)
	defer idle.stop()
	var body io.Reader = idle
	if x.coding() == codingGzip {
		body = newGunzipReader(body)
	}
	for event, err := range sse.Read(body, sse.WithEmptyEvents(eventDone, eventError)) {
		switch {
		case err != nil:
			return x.streamError(err)
		case event.Name == eventDone, isUnnamed(event) && strings.TrimSpace(event.Data) == dataDone:
			x.done = true
			return nil
		case event.Name == eventError:
			return x.eventError(event)
		}
		if more, err := yield(x, event); err != nil || !more {
			return err
		}
	}
	if x.cfg.RequireDone {
		return x.streamError(fmt.Errorf("the stream ended without being announced as done: %w", io.ErrUnexpectedEOF))
	}
	return nil
}

// streamError returns the error of a stream that was interrupted. If the context has ended, that is
// the reason, whatever the reader reports.
func (x *exchange) streamError(err error) error {
	x.ambiguous = true
	_, tooLarge := errors.AsType[*sse.EventTooLargeError](err)
	_, corrupt := errors.AsType[*corruptError](err)
	if tooLarge || corrupt {
		return x.decodeError(err)
	}
	if ended := failure.Ended(x); ended != nil {
		err = causeOf(x, ended)
	}
	return x.transportError(err)
}

func (x *exchange) eventError(event sse.Event) error {
	x.ambiguous = true
	data := x.secrets.Bytes([]byte(event.Data))
	e := &api.StreamError{
		FailedCall: x.failedCall(),
		Data:       data,
	}
	e.Code, e.Message = errorBody(data)
	e.Message = x.secrets.Text(e.Message)
	return e
}
