package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sse"
)

const eventStream = "text/event-stream"

// streaming responds with events.
func streaming(text string) responder {
	return respond(200, text, "Content-Type", eventStream+"; charset=utf-8")
}

// dripping responds with a piece each interval of the clock and then ends with err.
func dripping(interval time.Duration, err error, pieces ...string) responder {
	return func(req *http.Request) (*http.Response, error) {
		i := 0
		body := readFunc(func(p []byte) (int, error) {
			if i == len(pieces) {
				return 0, err
			}
			select {
			case <-time.After(interval):
			case <-req.Context().Done():
				return 0, context.Cause(req.Context())
			}
			i++
			return copy(p, pieces[i-1]), nil
		})
		return response(req, 200, -1, io.NopCloser(body), "Content-Type", eventStream), nil
	}
}

type message struct {
	Text  string `json:"text"`
	Event string `json:"-"`
	Raw   string `json:"-"`
}

func keepMessage(m *message, event string, data api.Raw) { m.Event, m.Raw = event, string(data) }

func messages(t *testing.T, core *Core, opts ...api.CallOption) ([]message, error) {
	t.Helper()
	return collect(Stream(t.Context(), core, operation(t, "GET", "/v1/things/stream", op.Traits{Class: op.Stream}).Path(), keepMessage, opts))
}

func TestStreamYieldsEachMessageAsItWasSent(t *testing.T) {
	t.Parallel()
	n := play(t, streaming(": hello\n\ndata: {\"text\":\"a\"}\n\nevent: answer\ndata: {\"text\":\"ab\",\"new\":1}\n\ndata: {\"text\":\"ab\"}\n\n"))
	got, err := messages(t, newCore(t, n))
	require.NoError(t, err)
	require.Equal(t, []message{{"a", "", `{"text":"a"}`}, {"ab", "answer", `{"text":"ab","new":1}`}, {"ab", "", `{"text":"ab"}`}}, got)
	sent := n.attempts()[0]
	require.Equal(t, []string{eventStream}, sent.header["Accept"])
	require.Equal(t, []string{"identity"}, sent.header["Accept-Encoding"])
}

func TestStreamOpensOnRangeAndAnewOnEach(t *testing.T) {
	t.Parallel()
	n := play(t, streaming("data: {}\n\n"))
	stream := Events(t.Context(), newCore(t, n), operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil)
	require.Empty(t, n.attempts())
	for i := range 3 {
		_, err := collect(stream)
		require.NoError(t, err)
		require.Len(t, n.attempts(), i+1)
	}
}

func TestStreamEndsCleanlyAtDoneOrTheEndOfTheBody(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"end":         "data: {\"text\":\"a\"}\n\n",
		"done":        "data: {\"text\":\"a\"}\n\nevent: done\ndata: x\n\ndata: {\"text\":\"b\"}\n\n",
		"bare done":   "data: {\"text\":\"a\"}\n\nevent: done\n\ndata: {\"text\":\"b\"}\n\n",
		"[DONE]":      "data: {\"text\":\"a\"}\n\ndata: [DONE]\n\ndata: {\"text\":\"b\"}\n\n",
		"message":     "data: {\"text\":\"a\"}\n\nevent: message\ndata:  [DONE] \n\ndata: {\"text\":\"b\"}\n\n",
		"then an end": "data: {\"text\":\"a\"}\n\n: bye\n\n",
	} {
		var meta api.Meta
		got, err := messages(t, newCore(t, play(t, streaming(text))), api.WithMeta(&meta))
		require.NoError(t, err, name)
		require.Len(t, got, 1, name)
		require.Equal(t, !strings.HasSuffix(name, "end"), meta.Done, name)
	}
	got, err := messages(t, newCore(t, play(t, streaming(""))))
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestStreamEndsAtDoneAlthoughTheBodyGoesOn(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"event: done\n\n", "event: done\r\rdata", "event: done\ndata: {}\n\n", "data: [DONE]\n\n"} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			got, err := messages(t, newCore(t, play(t, silentBody(200, "data: {}\n\n"+end, "Content-Type", eventStream))))
			require.NoError(t, err, end)
			require.Len(t, got, 1)
			require.Zero(t, time.Since(start), "waited for the idle timeout")
		})
	}
}

func TestMessageWithDoneInItIsNoEnd(t *testing.T) {
	t.Parallel()
	n := play(t, streaming("event: tick\ndata: [DONE]\n\ndata: {\"text\":\"[DONE]\"}\n\nevent: tock\n\ndata: {\"text\":\"a\"}\n\n"))
	got, err := messages(t, newCore(t, n))
	require.NoError(t, err)
	require.Equal(t, []message{{"", "tick", "[DONE]"}, {"[DONE]", "", `{"text":"[DONE]"}`}, {"a", "", `{"text":"a"}`}}, got)
	_, err = messages(t, newCore(t, play(t, streaming("data: [DONE]]\n\n"))))
	as[*api.DecodeError](t, err)
}

func TestMessageOfAnUnknownKindIsYieldedWithItsData(t *testing.T) {
	t.Parallel()
	got, err := messages(t, newCore(t, play(t, streaming("event: tick\ndata: not JSON\n\nevent: tock\ndata: {\"text\":\"x\"}\n\nevent: null\ndata: null\n\n"))))
	require.NoError(t, err)
	require.Equal(t, []message{{"", "tick", "not JSON"}, {"x", "tock", `{"text":"x"}`}, {"", "null", "null"}}, got)
}

func TestMessageOfInvalidJSONEndsTheStream(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"data: {\"text\":\n\n", "data: x\n\n", "data: []\n\n", "data: null\n\n", "event: message\ndata: x\n\n", "data: {} {}\n\n", "data:\n\n",
		"event: answer\ndata: {\"text\":\"b\n\n",
	} {
		got, err := messages(t, newCore(t, play(t, streaming("data: {\"text\":\"a\"}\n\n"+text+"data: {\"text\":\"c\"}\n\n"))))
		require.Equal(t, 200, as[*api.DecodeError](t, err).Status, text)
		require.Len(t, got, 1)
	}
}

func TestMessageWithAFieldOfAnotherTypeGoesOn(t *testing.T) {
	t.Parallel()
	var meta api.Meta
	n := play(t, streaming("data: {\"text\":5}\n\ndata: {\"text\":\"b\"}\n\n"))
	got, err := messages(t, newCore(t, n), api.WithMeta(&meta))
	require.NoError(t, err)
	require.Equal(t, "b", got[1].Text)
	require.Equal(t, `{"text":5}`, got[0].Raw)
	require.Equal(t, "/text", meta.Mismatch.Pointer)
	_, err = messages(t, newCore(t, play(t, n.responders[0]), func(s *Settings) { s.StrictDecoding = true }))
	as[*api.DecodeError](t, err)
}

func TestStrictStreamEndsAtAMessageThatDoesNotFitWhateverItsEventIsCalled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "event: message\n", "event: tick\n"} {
		for data, want := range map[string]string{`{"text":5}`: "/text: want string, got number", `{}`: "/text is missing: want string, got nothing"} {
			n := play(t, streaming("data: {\"text\":\"a\"}\n\n"+name+"data: "+data+"\n\ndata: {\"text\":\"c\"}\n\n"))
			got, err := messages(t, newCore(t, n), api.WithStrictDecoding())
			require.Len(t, got, 1, name)
			failed := as[*api.DecodeError](t, err)
			require.Equal(t, "/text", failed.Pointer)
			require.EqualError(t, failed.Err, want)
		}
		n := play(t, streaming(name+"data: {\"text\":5}\n\ndata: {\"text\":\"c\"}\n\n"))
		got, err := messages(t, newCore(t, n))
		require.NoError(t, err)
		require.Len(t, got, 2)
	}
	got, err := messages(t, newCore(t, play(t, streaming("event: tick\ndata: not JSON\n\nevent: tock\ndata: null\n\n"))), api.WithStrictDecoding())
	require.NoError(t, err, "events that this release does not know")
	require.Len(t, got, 2)
}

func TestMessageWithAnErrorThatHasATypeGoesOn(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`{"text":"\"error\""}`, `{"text":"error"}`, `{"type":"tool","error":{"message":"no result"}}`, `{"error":null}`, `{"type":null,"error":null}`,
	} {
		got, err := messages(t, newCore(t, play(t, streaming("data: "+data+"\n\ndata: {\"text\":\"c\"}\n\n"))))
		require.NoError(t, err, data)
		require.Len(t, got, 2, data)
	}
	got, err := messages(t, newCore(t, play(t, streaming("event: tick\ndata: {\"error\":{}}\n\n"))))
	require.NoError(t, err, "an event of another name")
	require.Len(t, got, 1)
}

func TestErrorEventWithoutDataFailsTheStream(t *testing.T) {
	t.Parallel()
	for _, event := range []string{"event: error\n\n", "event: error\ndata\n\n", "id: 1\nevent: error\n\n"} {
		n := play(t, respond(200, "data: {}\n\n"+event+"data: {}\n\n", "Content-Type", eventStream, "X-Request-Id", "r1"))
		got, err := messages(t, newCore(t, n))
		require.Len(t, got, 1, event)
		failed := as[*api.StreamError](t, err)
		require.Empty(t, failed.Data)
		require.EqualError(t, failed, "Things.GET: GET /v1/things/stream: the service ended the stream with an error, request id r1")
	}
}

func TestErrorEventFailsTheStream(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]api.StreamError{
		`{"error":{"code":7,"message":"too busy"}}`: {Code: 7, Message: "too busy"},
		`overloaded`: {},
		`{}`:         {},
	} {
		n := play(t, respond(200, "data: {}\n\nevent: error\ndata: "+data+"\n\ndata: {}\n\n", "Content-Type", eventStream, "X-Request-Id", "r1"))
		got, err := messages(t, newCore(t, n))
		require.Len(t, got, 1)
		want.Operation, want.Method, want.Path, want.RequestID, want.Attempts, want.Data = "Things.GET", "GET", "/v1/things/stream", "r1", 1, []byte(data)
		require.Equal(t, &want, as[*api.StreamError](t, err))
		require.False(t, api.MayHaveApplied(err), "a safe request")
	}
	for _, event := range []string{"event: error\ndata: x\n\n", "event: error\n\n", "data: {\"error\":{}}\n\n", "data: {\"type\":\"\",\"error\":{}}\n\n", "event: message\ndata: {\"type\":\"error\"}\n\n"} {
		_, err := collect(Events(t.Context(), newCore(t, play(t, streaming(event))), operation(t, "POST", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil))
		require.True(t, api.MayHaveApplied(err))
	}
}

func TestResponseThatIsNoStreamIsADecodeError(t *testing.T) {
	t.Parallel()
	for _, contentType := range []string{"application/json", "text/html", "text/plain", "", "text/event-stream-not", ";", "text/event-stream, text/html", "text/html; text/event-stream"} {
		for _, status := range []int{200, 202, 204, 205} {
			_, err := messages(t, newCore(t, play(t, respond(status, "data: {}\n\n", "Content-Type", contentType))))
			require.Equal(t, status, as[*api.DecodeError](t, err).Status)
		}
	}
	for _, contentType := range []string{
		"text/event-stream", "TEXT/EVENT-STREAM", "text/event-stream;charset=UTF-8",
		"text/event-stream; charset", "text/event-stream;", "Text/Event-Stream ; charset=utf-8; charset=utf-8", "text/event-stream; =;\"",
	} {
		_, err := messages(t, newCore(t, play(t, respond(200, "data: {}\n\n", "Content-Type", contentType))))
		require.NoError(t, err)
	}
}

func TestStreamInAnotherCodingThanGzipIsADecodeError(t *testing.T) {
	t.Parallel()
	for _, coding := range []string{"br", "zstd, gzip", "gzip, gzip", "deflate", "gzipped"} {
		n := play(t, respond(200, "\x1f\x8b\n\n", "Content-Type", "text/event-stream", "Content-Encoding", coding))
		all, err := streamEvents(t, t.Context(), newCore(t, n))
		require.Empty(t, all)
		as[*api.DecodeError](t, err)
		require.ErrorContains(t, err, coding)
	}
	n := play(t, respond(200, "data: a\n\n", "Content-Type", "text/event-stream", "Content-Encoding", "Identity"))
	all, err := streamEvents(t, t.Context(), newCore(t, n))
	require.NoError(t, err)
	require.Len(t, all, 1)
}

func TestStreamThatIsRejectedHasTheStatus(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 401, 404, 500} {
		_, err := messages(t, newCore(t, play(t, respond(status, `{"error":{"code":1,"message":"no"}}`))))
		require.Equal(t, status, as[*api.Error](t, err).Status)
		require.Equal(t, "no", as[*api.Error](t, err).Message)
	}
}

func TestInterruptedStreamIsAnError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response responder
		is       error
		got      int
	}{
		"reset":         {truncatedBody(200, "data: {}\n\ndata: {", errReset, "Content-Type", eventStream), errReset.Err, 1},
		"truncated":     {truncatedBody(200, "data: {}\n\ndata: {", io.ErrUnexpectedEOF, "Content-Type", eventStream), io.ErrUnexpectedEOF, 1},
		"between":       {truncatedBody(200, "data: {}\n\n", io.ErrUnexpectedEOF, "Content-Type", eventStream), io.ErrUnexpectedEOF, 1},
		"in an event":   {streaming("data: {}\n\ndata: {\"te"), io.ErrUnexpectedEOF, 1},
		"before a line": {streaming("data: {}\n\ndata: {}\n"), io.ErrUnexpectedEOF, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, test.response)
			got, err := messages(t, newCore(t, n))
			require.Len(t, got, test.got)
			require.ErrorIs(t, err, test.is)
			require.Equal(t, 200, as[*api.TransportError](t, err).Status)
			require.Len(t, n.attempts(), 1)
		})
	}
}

func TestEventThatIsTooLargeIsADecodeError(t *testing.T) {
	t.Parallel()
	_, err := streamEvents(t, t.Context(), newCore(t, play(t, streaming("data: "+strings.Repeat("x", 5<<20)+"\n\n"))))
	as[*api.DecodeError](t, err)
	as[*sse.EventTooLargeError](t, err)
}

func TestStreamHasNoTotalTimeoutButAnIdleOne(t *testing.T) {
	t.Parallel()
	tick := "data: {}\n\n"
	for name, test := range map[string]struct {
		response responder
		change   func(*Settings)
		opts     []api.CallOption
		events   int
		message  string
		took     time.Duration
	}{
		"a long one":              {response: dripping(59*time.Second, io.EOF, tick, tick, tick, tick), events: 4, took: 4 * 59 * time.Second},
		"idle":                    {response: dripping(61*time.Second, io.EOF, tick), message: "idle timeout of 1m0s passed", took: time.Minute},
		"idle in a line":          {response: dripping(40*time.Second, io.EOF, "da", "ta", ": {}\n", "\n"), events: 1, took: 160 * time.Second},
		"a heartbeat counts":      {response: dripping(50*time.Second, io.EOF, ":\n", ":\n", tick), events: 1, took: 150 * time.Second},
		"idle of the call":        {response: dripping(11*time.Second, io.EOF, tick), opts: []api.CallOption{api.WithIdleTimeout(10 * time.Second)}, message: "idle timeout of 10s", took: 10 * time.Second},
		"idle of the client":      {response: dripping(11*time.Second, io.EOF, tick), change: func(s *Settings) { s.IdleTimeout = 5 * time.Second }, message: "idle timeout of 5s", took: 5 * time.Second},
		"no idle":                 {response: dripping(time.Hour, io.EOF, tick), opts: []api.CallOption{api.WithIdleTimeout(-1)}, events: 1, took: time.Hour},
		"total":                   {response: dripping(30*time.Second, io.EOF, tick, tick, tick), opts: []api.CallOption{api.WithTimeout(70 * time.Second)}, events: 2, message: "call timeout of 1m10s", took: 70 * time.Second},
		"attempt, after a header": {response: dripping(20*time.Second, io.EOF, tick, tick), opts: []api.CallOption{api.WithAttemptTimeout(time.Second)}, events: 2, took: 40 * time.Second},
		"attempt, before it":      {response: silent(), opts: []api.CallOption{api.WithAttemptTimeout(time.Second)}, message: "attempt timeout of 1s", took: time.Second},
		"no header":               {response: silent(), message: "attempt timeout of 1m0s", took: time.Minute},
		"no header, idle":         {response: silent(), opts: []api.CallOption{api.WithIdleTimeout(10 * time.Second)}, message: "attempt timeout of 10s", took: 10 * time.Second},
		"no header, of client":    {response: silent(), change: func(s *Settings) { s.AttemptTimeout = 5 * time.Second }, message: "attempt timeout of 5s", took: 5 * time.Second},
		"of http.Client":          {response: dripping(20*time.Second, io.EOF, tick, tick), change: func(s *Settings) { s.HTTPClient.Timeout = time.Second }, events: 2, took: 40 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var changes []func(*Settings)
				if test.change != nil {
					changes = append(changes, test.change)
				}
				got, err := streamEvents(t, t.Context(), newCore(t, play(t, test.response), changes...), test.opts...)
				require.Len(t, got, test.events)
				require.Equal(t, test.took, time.Since(start))
				if test.message == "" {
					require.NoError(t, err)
					return
				}
				require.ErrorContains(t, err, test.message)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.True(t, as[*api.TransportError](t, err).Timeout())
			})
		})
	}
}

func TestCancelEndsAStreamWithItsCause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("user left")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(10*time.Second, func() { cancel(cause) })
		start := time.Now()
		got, err := streamEvents(t, ctx, newCore(t, play(t, dripping(4*time.Second, io.EOF, "data: 1\n\n", "data: 2\n\n", "data: 3\n\n"))))
		require.Len(t, got, 2)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorIs(t, err, cause)
		require.False(t, as[*api.TransportError](t, err).Timeout())
		require.Equal(t, 10*time.Second, time.Since(start))
	})
}

func TestBreakAndPanicCloseTheStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls []context.Context
		response := func(req *http.Request) (*http.Response, error) {
			calls = append(calls, req.Context())
			return dripping(time.Second, io.EOF, "data: 1\n\n", "data: 2\n\n")(req)
		}
		core := newCore(t, play(t, response), func(s *Settings) { s.Timeout = time.Hour }) // play checks that the bodies are closed
		for range Events(t.Context(), core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
			break
		}
		require.PanicsWithValue(t, "mine", func() {
			for range Events(t.Context(), core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
				panic("mine")
			}
		})
		require.Len(t, calls, 2)
		for _, ctx := range calls {
			require.ErrorIs(t, ctx.Err(), context.Canceled)
		}
	})
}

func TestMetaOfAStreamIsFilledWhenItOpensAndWhenItEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var meta api.Meta
		raw := []byte("old")
		core := newCore(t, play(t, respond(429, ""), dripping(time.Second, io.EOF, "data: 1\n\n", "data: 2\n\n")))
		responses := 0
		for _, err := range Events(t.Context(), core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), []api.CallOption{api.WithMeta(&meta), api.WithRawBody(&raw)}) {
			require.NoError(t, err)
			responses++
			require.Equal(t, 200, meta.Status)
			require.Equal(t, 2, meta.Attempts)
			require.Zero(t, meta.Duration)
			require.Nil(t, raw)
		}
		require.Equal(t, 2, responses)
		require.Equal(t, 2*time.Second, meta.Duration)
	})
}

func TestErrorAfterABreakIsNotYielded(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t, truncatedBody(200, "data: 1\n\n", errReset, "Content-Type", eventStream)))
	responses := 0
	for _, err := range Events(t.Context(), core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
		require.NoError(t, err)
		responses++
		break
	}
	require.Equal(t, 1, responses)
}

// watchedContext counts what waits for its end: the contexts made of it that have not been
// cancelled.
type watchedContext struct {
	context.Context
	done    chan struct{}
	mu      sync.Mutex
	waiting int
}

func (c *watchedContext) Done() <-chan struct{} { return c.done }

func (c *watchedContext) AfterFunc(func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting++
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waiting--
		return true
	}
}

// TestCallLeavesNothingWithTheCallersContext checks that the timer of a call ends with it: it would
// keep the call in memory for as long as the timeout.
func TestCallLeavesNothingWithTheCallersContext(t *testing.T) {
	t.Parallel()
	body := streaming("data: {}\n\ndata: {}\n\n")
	for name, test := range map[string]struct {
		response responder
		call     func(ctx context.Context, core *Core) error
	}{
		"stream to its end": {body, func(ctx context.Context, core *Core) error { _, err := streamEvents(t, ctx, core); return err }},
		"stream with an error": {streaming("event: error\n\n"), func(ctx context.Context, core *Core) error {
			_, err := streamEvents(t, ctx, core)
			as[*api.StreamError](t, err)
			return nil
		}},
		"stream that is left": {body, func(ctx context.Context, core *Core) error {
			for range Events(ctx, core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
				break
			}
			return nil
		}},
		"stream with a panic": {body, func(ctx context.Context, core *Core) error {
			require.Panics(t, func() {
				for range Events(ctx, core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
					panic("mine")
				}
			})
			return nil
		}},
		"stream that does not open": {respond(404, ""), func(ctx context.Context, core *Core) error {
			_, err := streamEvents(t, ctx, core)
			require.ErrorIs(t, err, api.ErrNotFound)
			return nil
		}},
		"call": {respond(200, oneThing), func(ctx context.Context, core *Core) error {
			_, err := JSON[thing](ctx, core, operation(t, "GET", "/v1/things").Path(), nil)
			return err
		}},
	} {
		for _, timeout := range []time.Duration{0, time.Hour} {
			t.Run(fmt.Sprintf("%s/timeout=%s", name, timeout), func(t *testing.T) {
				t.Parallel()
				ctx := &watchedContext{Context: t.Context(), done: make(chan struct{})}
				core := newCore(t, play(t, test.response), func(s *Settings) { s.Timeout = timeout })
				require.NoError(t, test.call(ctx, core))
				require.Zero(t, ctx.waiting)
			})
		}
	}
}

func TestRequireDoneMakesAnUnannouncedEndAnError(t *testing.T) {
	t.Parallel()
	required := func(s *Settings) { s.RequireDone = true }
	_, err := streamEvents(t, t.Context(), newCore(t, play(t, streaming("data: {}\n\n")), required))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.ErrorContains(t, err, "ended without being announced as done")
	as[*api.TransportError](t, err)

	got, err := streamEvents(t, t.Context(), newCore(t, play(t, streaming("data: {}\n\ndata: [DONE]\n\n")), required))
	require.NoError(t, err)
	require.Len(t, got, 1)

	for _, err := range Events(t.Context(), newCore(t, play(t, streaming("data: {}\n\n")), required), operation(t, "GET", "/v1/things/stream", op.Traits{Class: op.Stream}).Path(), nil) {
		require.NoError(t, err, "a loop that breaks does not want the end")
		break
	}
}

func TestErrorEventIsCut(t *testing.T) {
	t.Parallel()
	text := `{"error":{"code":500,"message":"` + strings.Repeat("x", 1<<20) + `"}}`
	_, err := messages(t, newCore(t, play(t, streaming("event: error\ndata: "+text+"\n\n"))))
	failed := as[*api.StreamError](t, err)
	require.Equal(t, 500, failed.Code)
	require.Len(t, failed.Data, maxErrorBytes)
	require.Len(t, failed.Message, maxErrorBytes)

	token := func(s *Settings) { s.TokenSource = StaticToken("token/of-the-program") }
	text = strings.Repeat("x", maxErrorBytes-12) + `token\/of-the-program` + strings.Repeat("y", 1<<20)
	_, err = messages(t, newCore(t, play(t, streaming("event: error\ndata: "+text+"\n\n")), token))
	require.NotContains(t, string(as[*api.StreamError](t, err).Data), "token")
}
