package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

type callKey struct{}

// A diary records the events of calls whose contexts have numbers.
type diary struct {
	began  []api.CallInfo
	events []string
}

func (d *diary) note(event string, ctx context.Context) {
	d.events = append(d.events, fmt.Sprint(event, " ", ctx.Value(callKey{})))
}

func (d *diary) keep(s *Settings) {
	s.CallContext = func(ctx context.Context, info api.CallInfo) context.Context {
		d.began = append(d.began, info)
		ctx = context.WithValue(ctx, callKey{}, len(d.began))
		d.note("begin", ctx)
		return ctx
	}
	s.Observer = func(ctx context.Context, info api.CallInfo) { d.note(fmt.Sprint("end ", info.Status), ctx) }
	source := s.TokenSource
	s.TokenSource = func(ctx context.Context) (string, error) { d.note("token", ctx); return source(ctx) }
	s.Middleware = append(s.Middleware, func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			d.note("attempt", req.Context())
			return next.RoundTrip(req)
		})
	})
}

func TestContextOfACallIsThatOfItsAttemptsAndItsObserver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var d diary
		var log lines
		core := newCore(t, play(t, respond(502, ""), respond(200, oneThing), respond(404, "")), d.keep, log.to)
		_, err := get(t, core)
		require.NoError(t, err)
		_, err = get(t, core)
		require.Error(t, err)
		require.Equal(t, []string{"begin 1", "attempt 1", "token 1", "attempt 1", "token 1", "end 200 1", "begin 2", "attempt 2", "token 2", "end 404 2"}, d.events)
		require.Equal(t, api.CallInfo{Operation: "Things.GET", Method: "GET", Template: "/v1/things/{thingId}"}, d.began[0])
		var logged []any
		for _, ctx := range log.ctx {
			logged = append(logged, ctx.Value(callKey{}))
		}
		require.Equal(t, []any{1, 1, 2}, logged, "a retry and two calls")
	})
}

func TestEachPageStreamAndDownloadHasAContextUntilItsEnd(t *testing.T) {
	t.Parallel()
	var d diary
	events := respond(200, "data: 1\n\ndata: 2\n\n", "Content-Type", "text/event-stream")
	core := newCore(t, play(t, respond(200, `{"items":[{"id":"a"}],"next":{"page":"2"}}`), respond(200, `{"items":[{"id":"b"}]}`), events, respond(200, "{}")), d.keep)
	for _, err := range All[thing](t.Context(), core, operation(t, "GET", "/v1/things").Path(), nil) {
		require.NoError(t, err)
		d.note("item", t.Context())
	}
	for _, err := range Events(t.Context(), core, operation(t, "GET", "/v1/things/stream", op.Traits{Class: op.Stream}).Path(), nil) {
		require.NoError(t, err)
		d.note("event", t.Context())
	}
	body, err := open(t.Context(), t, core)
	require.NoError(t, err)
	d.note("open", t.Context())
	_, err = io.ReadAll(body)
	require.NoError(t, err)
	require.Equal(t, []string{
		"begin 1", "attempt 1", "token 1", "end 200 1", "item <nil>",
		"begin 2", "attempt 2", "token 2", "end 200 2", "item <nil>",
		"begin 3", "attempt 3", "token 3", "event <nil>", "event <nil>", "end 200 3",
		"begin 4", "attempt 4", "token 4", "open <nil>", "end 200 4",
	}, d.events)
}

func TestCallThatIsNotSentHasAContextUnlessItIsInvalid(t *testing.T) {
	t.Parallel()
	var d diary
	core := newCore(t, play(t), d.keep)
	_, err := JSON[thing](t.Context(), core, operation(t, "GET", "/v1/things/{thingId}").Path(""), nil)
	require.Error(t, err)
	_, err = get(t, core, api.WithMaxResponseBytes(-1))
	require.Error(t, err)
	require.Empty(t, d.events)

	gone, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("gone"))
	_, err = JSON[thing](gone, core, operation(t, "GET", "/v1/things").Path(), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"begin 1", "end 0 1"}, d.events)
}

func TestCallEndsWithTheContextThatItHas(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t), func(s *Settings) {
		s.CallContext = func(ctx context.Context, _ api.CallInfo) context.Context {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx
		}
	})
	_, err := get(t, core)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, api.Retryable(err), "as if the caller had canceled it")
}

func TestWithoutAContextTheCallHasThatOfTheCaller(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t, respond(200, oneThing)), func(s *Settings) {
		s.CallContext = func(context.Context, api.CallInfo) context.Context { return nil }
		s.Observer = func(ctx context.Context, _ api.CallInfo) { require.Equal(t, "mine", ctx.Value(callKey{})) }
	})
	_, err := JSON[thing](context.WithValue(t.Context(), callKey{}, "mine"), core, operation(t, "GET", "/v1/things").Path(), nil)
	require.NoError(t, err)
}

func TestTimeoutsBeginWhenTheCallHasItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var meta api.Meta
		core := newCore(t, play(t, respond(200, oneThing)), func(s *Settings) {
			s.CallContext = func(ctx context.Context, _ api.CallInfo) context.Context {
				time.Sleep(time.Hour) // on the fake clock
				return ctx
			}
			s.Timeout, s.AttemptTimeout = time.Minute, time.Second
		})
		_, err := get(t, core, api.WithMeta(&meta))
		require.NoError(t, err)
		require.Zero(t, meta.Duration)
	})
}

// TestCallThatPanicsIsReported has a program that recovers from a panic of its own code, as a
// handler of net/http does.
func TestCallThatPanicsIsReported(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(core *Core) error{
		"JSON": func(core *Core) error { _, err := get(t, core); return err },
		"open": func(core *Core) error {
			_, err := Open(t.Context(), core, operation(t, "GET", "/v1/things/{thingId}").Path("t1"), nil)
			return err
		},
		"stream": func(core *Core) error { _, err := streamEvents(t, t.Context(), core); return err },
	} {
		var ended []api.CallInfo
		var last context.Context
		core := newCore(t, play(t), func(s *Settings) {
			s.Timeout = time.Hour
			s.CallContext = func(ctx context.Context, _ api.CallInfo) context.Context { return ctx }
			s.Observer = func(_ context.Context, info api.CallInfo) { ended = append(ended, info) }
			s.TokenSource = func(ctx context.Context) (string, error) { last = ctx; panic("mine") }
		})
		require.PanicsWithValue(t, "mine", func() { _ = call(core) }, name)
		require.ErrorIs(t, last.Err(), context.Canceled, name)
		require.Len(t, ended, 1, name)
		require.ErrorIs(t, ended[0].Err, errPanic, name)
		require.False(t, api.Retryable(ended[0].Err), name)
	}
}
