package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/gunzip"
	"github.com/publishing-platform/publishing-go/internal/idle"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sse"
)

// The names of events with a special meaning.
const (
	eventDone    = "done"
	eventError   = "error"
	eventMessage = "message" // name of an event without a name
)

// dataDone is the data of a message that ends the stream, as an event named done does.
const dataDone = "[DONE]"

// Stream calls an operation that responds with an event stream and yields its messages as they
// arrive. keep stores the name and the data of an event in its message. The stream opens when the
// loop begins and closes when the loop ends.
func Stream[T any](
	ctx context.Context, core *Core, r op.Request,
	keep func(m *T, event string, data api.Raw), opts []api.CallOption,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		message := new(T) // one for all events, because decoding makes it escape
		err := core.stream(ctx, &r, opts, func(c *call, event sse.Event) (more bool, _ error) {
			*message = *new(T)
			data := []byte(event.Data)
			if err := c.decode(jsonx.DecodeText, data, message); err != nil {
				// The data of an event that this release does not know need not be an object. An
				// object that is not valid is a message, whose loss would go unnoticed.
				failed, ok := errors.AsType[*api.DecodeError](err)
				if isUnnamed(event) || !ok || failed.Pointer != "" || checkRoot(data, false) == nil {
					return false, err
				}
				*message = *new(T)
			}
			keep(message, event.Name, data)
			return yield(*message, nil), nil
		})
		if err != nil {
			yield(*new(T), err)
		}
	}
}

// isUnnamed reports whether an event has no name, or the default name.
func isUnnamed(event sse.Event) bool { return event.Name == "" || event.Name == eventMessage }

// isError reports whether an event ends the stream with an error. This is so if its name is
// "error". It is also so if it has no name, and its data has the type "error", or has no type and a
// field "error" that is not null. As a message, such an event would have no content, and the answer
// before it would look complete.
func isError(event sse.Event) bool {
	if event.Name == eventError {
		return true
	}
	rest, isTyped := strings.CutPrefix(event.Data, `{"type":"`)
	if isTyped && !strings.HasPrefix(rest, `"`) && !strings.HasPrefix(rest, `error"`) {
		return false // without a search through a text that may be long
	}
	if !isUnnamed(event) || !strings.Contains(event.Data, `"error"`) {
		return false
	}
	var body struct {
		Type  string  `json:"type"`
		Error api.Raw `json:"error"`
	}
	_, err := jsonx.Decode([]byte(event.Data), &body)
	return err == nil && (body.Type == eventError || body.Type == "" && body.Error != nil && !jsonx.IsNull(body.Error))
}

// Events is like [Stream], but yields the events themselves.
func Events(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) iter.Seq2[sse.Event, error] {
	return func(yield func(sse.Event, error) bool) {
		err := core.stream(ctx, &r, opts, func(_ *call, event sse.Event) (more bool, _ error) {
			return yield(event, nil), nil
		})
		if err != nil {
			yield(sse.Event{}, err)
		}
	}
}

// stream makes a call whose response is an event stream, and calls the function each with its
// events. It returns nil if the stream has ended or the function returns false.
func (core *Core) stream(
	ctx context.Context, r *op.Request, opts []api.CallOption,
	each func(*call, sse.Event) (more bool, err error),
) (err error) {
	c := newCall(ctx, core, wantStream)
	c.prepare(core, r, opts)
	defer c.deliver()
	opened := false
	defer func() { // also when the loop panics
		if !opened && err == nil {
			err = c.panicked()
		}
		err = c.report(err)
	}()
	if err = c.begin(); err != nil {
		return err
	}
	defer c.cancel()
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	c.ctx = ctx
	defer c.closeOpen()
	body, err := c.openStream(cancel)
	if err != nil {
		return err
	}
	opened = true
	c.deliver()
	return c.readStream(body, each)
}

func (c *call) closeOpen() {
	if c.open != nil {
		_ = c.open.Close()
	}
}

// openStream sends the request and checks that the response is a stream. cancel ends the call if
// the stream is silent for too long.
func (c *call) openStream(cancel context.CancelCauseFunc) (io.Reader, error) {
	if err := c.loop(); err != nil {
		return nil, err
	}
	// The parameters do not matter, and an invalid one must not lose the stream.
	media, _, _ := strings.Cut(c.header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(media), "text/event-stream") {
		return nil, c.decodeError(errors.New("want an event stream (text/event-stream)"))
	}
	c.open = idle.NewReader(c.open, c.cfg.IdleTimeout, cancel)
	switch coding := c.coding(); coding {
	case "":
		return c.open, nil
	case codingGzip:
		return gunzip.NewReader(c.open), nil
	default: // without decoding, it would look like a truncated or an empty stream
		return nil, c.decodeError(fmt.Errorf("want an event stream without a content encoding or in gzip, got %q", coding))
	}
}

const codingGzip = "gzip"

// coding returns the content encoding of the response in lower case, or "" if there is none.
// Several encodings are separated by commas.
func (c *call) coding() string {
	var codings []string
	for coding := range strings.SplitSeq(strings.Join(c.header.Values("Content-Encoding"), ","), ",") {
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

// readStream calls the function each with the events, until the stream ends or the function returns
// false.
func (c *call) readStream(body io.Reader, each func(*call, sse.Event) (bool, error)) error {
	for event, err := range sse.Read(body, sse.WithEmptyEvents(eventDone, eventError)) {
		switch {
		case err != nil:
			return c.streamError(err)
		case event.Name == eventDone, strings.TrimSpace(event.Data) == dataDone && isUnnamed(event):
			c.done = true
			return nil
		case isError(event):
			return c.eventError(event)
		}
		if more, err := each(c, event); err != nil || !more {
			return err
		}
	}
	if c.cfg.RequireDone {
		return c.streamError(fmt.Errorf("the stream ended without being announced as done: %w", io.ErrUnexpectedEOF))
	}
	return nil
}

// streamError returns the error of an interrupted stream. If the context has ended, streamError
// returns the reason for its end, even if the reader reports another error.
func (c *call) streamError(err error) error {
	c.ambiguous = true
	_, tooLarge := errors.AsType[*sse.EventTooLargeError](err)
	_, corrupt := errors.AsType[*gunzip.CorruptError](err)
	if tooLarge || corrupt {
		return c.decodeError(err)
	}
	if ended := neterr.Ended(c.ctx); ended != nil {
		err = neterr.CauseOf(c.ctx, ended)
	}
	return c.transportError(err)
}

func (c *call) eventError(event sse.Event) error {
	c.ambiguous = true
	code, message := errorBody([]byte(event.Data))
	return &api.StreamError{
		FailedCall: c.failedCall(), Code: code,
		Message: c.secrets.Beginning(message), Data: []byte(c.secrets.Beginning(event.Data)),
	}
}
