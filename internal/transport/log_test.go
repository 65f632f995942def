package transport

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// lines keeps what is logged.
type lines struct {
	mu  sync.Mutex
	all []slog.Record
	ctx []context.Context
}

func (l *lines) Enabled(context.Context, slog.Level) bool { return true }
func (l *lines) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *lines) WithGroup(string) slog.Handler            { return l }
func (l *lines) Handle(ctx context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all, l.ctx = append(l.all, r), append(l.ctx, ctx)
	return nil
}

func (l *lines) to(s *Settings) { s.Logger = slog.New(l) }

// fields returns a line's level and message, and its fields by name.
func fields(r slog.Record) (string, map[string]any) {
	values := map[string]any{}
	r.Attrs(func(a slog.Attr) bool { values[a.Key] = a.Value.Any(); return true })
	return r.Level.String() + " " + r.Message, values
}

func TestCallIsOneLineAtDebug(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log lines
		slow := func(req *http.Request) (*http.Response, error) {
			time.Sleep(time.Second) // on the fake clock
			return respond(200, oneThing, "X-Request-Id", "r1")(req)
		}
		_, err := get(t, newCore(t, play(t, slow), log.to), api.WithQuery("q", "sekret"), api.WithHeader("X-Secret", "sekret"))
		require.NoError(t, err)
		require.Len(t, log.all, 1)
		line, values := fields(log.all[0])
		require.Equal(t, "DEBUG call", line)
		require.Equal(t, map[string]any{
			"operation": "Things.GET", "method": "GET", "template": "/v1/things/{thingId}", "status": int64(200), "attempts": int64(1),
			"request_id": "r1", "duration": time.Second,
		}, values)
	})
}

func TestLineHasTheKindOfAnError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response responder
		want     string
	}{
		"status":    {respond(404, ""), "status"},
		"transport": {fails(errors.New("sekret")), "transport"},
		"timeout":   {fails(context.DeadlineExceeded), "timeout"},
		"decode":    {respond(200, "sekret"), "decode"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log lines
			_, err := get(t, newCore(t, play(t, test.response), log.to), api.WithoutRetry())
			require.Error(t, err)
			_, values := fields(log.all[0])
			require.Equal(t, test.want, values["error"])
		})
	}
	var log lines
	_, err := streamEvents(t, t.Context(), newCore(t, play(t, respond(200, "event: error\ndata: sekret\n\n", "Content-Type", "text/event-stream")), log.to))
	require.Error(t, err)
	_, values := fields(log.all[0])
	require.Equal(t, "stream", values["error"])
}

func TestRetryIsAWarning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log lines
		n := play(t, respond(503, "sekret", "Retry-After", "2"), unwritten(errRefused), respond(200, oneThing))
		_, err := get(t, newCore(t, n, log.to))
		require.NoError(t, err)
		require.Len(t, log.all, 3)
		line, values := fields(log.all[0])
		require.Equal(t, "WARN retry", line)
		require.Equal(t, map[string]any{
			"operation": "Things.GET", "method": "GET", "template": "/v1/things/{thingId}", "status": int64(503), "attempts": int64(1),
			"wait": 2 * time.Second,
		}, values)
		line, values = fields(log.all[1])
		require.Equal(t, "WARN retry", line)
		delete(values, "wait") // it is random
		require.Equal(t, map[string]any{
			"operation": "Things.GET", "method": "GET", "template": "/v1/things/{thingId}", "attempts": int64(2),
			"error": "transport", "cause": "connection refused",
		}, values)
		line, values = fields(log.all[2])
		require.Equal(t, "DEBUG call", line)
		require.EqualValues(t, 3, values["attempts"])
	})
}

func TestDriftIsAWarning(t *testing.T) {
	t.Parallel()
	var log lines
	_, err := get(t, newCore(t, play(t, respond(200, `{"id":5,"title":"sekret"}`)), log.to))
	require.NoError(t, err)
	require.Len(t, log.all, 2)
	line, values := fields(log.all[1])
	require.Equal(t, "WARN response has a value of an unexpected type", line)
	require.Equal(t, "/id", values["pointer"])
	require.Equal(t, "string", values["want"])
	require.Equal(t, "number", values["got"])
}

func TestLinesHaveNoOtherFields(t *testing.T) {
	t.Parallel()
	allowed := []string{"operation", "method", "template", "status", "attempts", "request_id", "duration", "wait", "error", "cause", "pointer", "want", "got"}
	var log lines
	for _, response := range []responder{respond(502, "x"), respond(200, `{"id":5}`), respond(200, "x"), fails(errReset), respond(401, "x")} {
		_, _ = get(t, newCore(t, play(t, response), log.to))
	}
	require.NotEmpty(t, log.all)
	for _, r := range log.all {
		_, values := fields(r)
		for name := range values {
			require.True(t, slices.Contains(allowed, name), name)
		}
	}
}

func TestRejectedInputIsNotLogged(t *testing.T) {
	t.Parallel()
	var log lines
	core := newCore(t, play(t, respond(200, oneThing)), log.to)
	_, err := JSON[thing](t.Context(), core, operation(t, "GET", "/v1/things/{thingId}").Path(""), nil)
	require.Error(t, err)
	require.Empty(t, log.all)
}

func TestLogAndObserverGetTheContextOfTheCaller(t *testing.T) {
	t.Parallel()
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "value")
	var log lines
	var observed []context.Context
	watch := func(s *Settings) {
		s.Observer = func(ctx context.Context, _ api.CallInfo) { observed = append(observed, ctx) }
		s.Timeout = time.Hour
	}
	core := newCore(t, play(t, respond(502, ""), respond(200, oneThing)), log.to, watch)
	_, err := JSON[thing](ctx, core, operation(t, "GET", "/v1/things").Path(), nil)
	require.NoError(t, err)
	_, err = collect(Events(ctx, newCore(t, play(t, respond(200, "", "Content-Type", "text/event-stream")), log.to, watch), operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil))
	require.NoError(t, err)
	require.Len(t, observed, 2)
	for _, got := range append(observed, log.ctx...) {
		require.Equal(t, "value", got.Value(key{}))
		require.NoError(t, got.Err(), "it has not ended with the call")
	}
}
