package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func open(ctx context.Context, t *testing.T, core *Core, opts ...api.CallOption) (io.ReadCloser, error) {
	t.Helper()
	return Open(ctx, core, operation(t, "GET", "/v1/things/content").Path(), opts)
}

func TestDownloadIsNotLimitedInSizeAndReportedAtItsEnd(t *testing.T) {
	t.Parallel()
	content := "\n {" + strings.Repeat("0123456789", 1000)
	for name, end := range map[string]func(t *testing.T, body io.ReadCloser){
		"at the end": func(t *testing.T, body io.ReadCloser) {
			t.Helper()
			got, err := io.ReadAll(body)
			require.NoError(t, err)
			require.Equal(t, content, string(got))
			n, err := body.Read(make([]byte, 1))
			require.Zero(t, n)
			require.Equal(t, io.EOF, err)
		},
		"before the end": func(t *testing.T, body io.ReadCloser) {
			t.Helper()
			_, err := body.Read(make([]byte, 5))
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls []api.CallInfo
			n := &network{responders: []responder{respond(200, content, "Content-Type", "application/json", "X-Request-Id", "req_1")}}
			core := newCore(t, n, func(s *Settings) {
				s.MaxResponseBytes = 10
				s.Observer = func(_ context.Context, info api.CallInfo) { calls = append(calls, info) }
			})
			var meta api.Meta
			body, err := open(t.Context(), t, core, api.WithMeta(&meta))
			require.NoError(t, err)
			require.Equal(t, 200, meta.Status)
			require.Equal(t, "req_1", meta.RequestID)
			require.Empty(t, calls, "the call has not ended")
			end(t, body)
			for range 2 {
				require.NoError(t, body.Close())
			}
			_, err = body.Read(make([]byte, 1))
			require.ErrorIs(t, err, http.ErrBodyReadAfterClose)
			require.Len(t, calls, 1)
			require.NoError(t, calls[0].Err)
			require.Zero(t, n.open, "the body of the response is closed")
			require.Equal(t, "application/json", n.attempts()[0].header.Get("Accept"))
		})
	}
}

func TestDownloadIsRetriedOnlyBeforeItBegins(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &network{responders: []responder{
			respond(503, ""), dripping(time.Second, io.ErrUnexpectedEOF, `{"a":`), respond(200, "never sent"),
		}}
		var calls []api.CallInfo
		core := newCore(t, n, func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { calls = append(calls, info) }
		})
		body, err := open(t.Context(), t, core)
		require.NoError(t, err)
		got, err := io.ReadAll(body)
		require.Equal(t, `{"a":`, string(got))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.True(t, strings.HasPrefix(err.Error(), "Things.GET: "), "%v", err)
		require.True(t, api.Retryable(err))
		_, again := body.Read(make([]byte, 1))
		require.Equal(t, err, again)
		require.Len(t, n.attempts(), 2)
		require.Len(t, calls, 1)
		require.Equal(t, err, calls[0].Err)
		require.NoError(t, body.Close())
		require.Zero(t, n.open)
	})
}

func TestDownloadThatFailsIsNotOpen(t *testing.T) {
	t.Parallel()
	n := &network{responders: []responder{respond(404, `{"error":{"code":404,"message":"no version"}}`)}}
	body, err := open(t.Context(), t, newCore(t, n))
	require.ErrorIs(t, err, api.ErrNotFound)
	require.Nil(t, body)
	require.Zero(t, n.open)

	n = &network{responders: []responder{respond(200, "\x1f\x8b", "Content-Encoding", "gzip")}}
	body, err = open(t.Context(), t, newCore(t, n))
	_ = as[*api.DecodeError](t, err)
	require.ErrorContains(t, err, `want a body without a content encoding, got "gzip"`)
	require.Nil(t, body)
	require.Zero(t, n.open)

	body, err = open(t.Context(), t, nil)
	require.ErrorIs(t, err, errNoClient)
	require.Nil(t, body)
}

func TestDownloadOfAnythingButAnObjectIsNotOpen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		respond responder
		want    string
	}{
		{respond(200, ""), "want a JSON object, got an empty body"},
		{respond(200, " \n"), "want a JSON object, got an empty body"},
		{respond(204, ""), "want a JSON object, got an empty body"},
		{respond(205, ""), "want a JSON object, got an empty body"},
		{respond(200, "\r\n\t<html>"), "want a JSON object, got what looks like HTML"},
		{respond(200, `["a"]`), "want a JSON object"},
		{respond(203, strings.Repeat(" ", 10000)+"{}"), "want a JSON object"},
	} {
		n := &network{responders: []responder{test.respond}}
		body, err := open(t.Context(), t, newCore(t, n))
		_ = as[*api.DecodeError](t, err)
		require.True(t, strings.HasSuffix(err.Error(), ": "+test.want), "%v", err)
		require.Nil(t, body)
		require.Zero(t, n.open)
		require.Len(t, n.attempts(), 1)
	}
}

// TestDownloadFailsBeforeItsFirstByte is about a response that is truncated after the header.
func TestDownloadFailsBeforeItsFirstByte(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for want, respond := range map[string]responder{
			"unexpected EOF":       dripping(time.Second, io.ErrUnexpectedEOF, " "),
			"idle timeout of 1m0s": dripping(61*time.Second, io.EOF, "{}"),
		} {
			var calls []api.CallInfo
			n := &network{responders: []responder{respond}}
			core := newCore(t, n, func(s *Settings) {
				s.Observer = func(_ context.Context, info api.CallInfo) { calls = append(calls, info) }
			})
			body, err := open(t.Context(), t, core)
			require.ErrorContains(t, err, want)
			require.True(t, api.Retryable(err))
			require.Nil(t, body)
			require.Zero(t, n.open)
			require.Len(t, calls, 1)
			require.Equal(t, err, calls[0].Err)
		}
	})
}

func TestTimeoutsOfADownload(t *testing.T) {
	t.Parallel()
	pieces := strings.Split(strings.Repeat("{", 100), "")
	never := func(req *http.Request) (*http.Response, error) {
		<-req.Context().Done()
		return nil, context.Cause(req.Context())
	}
	for name, test := range map[string]struct {
		respond responder
		opts    []api.CallOption
		want    string // "" for no error
		takes   time.Duration
	}{
		"slow and steady":         {dripping(50*time.Second, io.EOF, pieces...), nil, "", 5000 * time.Second},
		"silence":                 {dripping(61*time.Second, io.EOF, pieces...), nil, "idle timeout of 1m0s", 60 * time.Second},
		"silence, another limit":  {dripping(3*time.Second, io.EOF, pieces...), []api.CallOption{api.WithIdleTimeout(2 * time.Second)}, "idle timeout of 2s", 2 * time.Second},
		"no limit":                {dripping(time.Hour, io.EOF, pieces[:2]...), []api.CallOption{api.WithIdleTimeout(-1)}, "", 2 * time.Hour},
		"the call":                {dripping(time.Second, io.EOF, pieces...), []api.CallOption{api.WithTimeout(9500 * time.Millisecond)}, "call timeout of 9.5s", 9500 * time.Millisecond},
		"no header":               {never, []api.CallOption{api.WithoutRetry()}, "attempt timeout of 1m0s", 60 * time.Second},
		"no header, an own limit": {never, []api.CallOption{api.WithoutRetry(), api.WithAttemptTimeout(time.Second)}, "attempt timeout of 1s", time.Second},
		"a limit of the header":   {dripping(2*time.Second, io.EOF, pieces[:2]...), []api.CallOption{api.WithAttemptTimeout(time.Second)}, "", 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := &network{responders: []responder{test.respond}}
				start := time.Now()
				body, err := open(t.Context(), t, newCore(t, n), test.opts...)
				if err == nil {
					_, err = io.ReadAll(body)
				}
				require.Equal(t, test.takes, time.Since(start))
				if test.want == "" {
					require.NoError(t, err)
				} else {
					require.ErrorContains(t, err, test.want)
					_ = as[*api.TransportError](t, err)
				}
				require.Zero(t, n.open)
			})
		})
	}
}

func TestTimeoutOfAnOperationIsNotThatOfItsDownload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &network{responders: []responder{func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, context.Cause(req.Context())
		}}}
		slow := operation(t, "GET", "/v1/things/content", op.Traits{AttemptTimeout: 5 * time.Minute})
		start := time.Now()
		_, err := Open(t.Context(), newCore(t, n), slow.Path(), []api.CallOption{api.WithoutRetry()})
		require.ErrorContains(t, err, "attempt timeout of 1m0s")
		require.Equal(t, time.Minute, time.Since(start))
	})
}

func TestContextEndsADownload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		n := &network{responders: []responder{dripping(time.Second, io.EOF, strings.Split("{bcdef", "")...)}}
		body, err := open(ctx, t, newCore(t, n))
		require.NoError(t, err)
		_, err = io.ReadFull(body, make([]byte, 2))
		require.NoError(t, err)
		cause := errors.New("the build was stopped")
		cancel(cause)
		_, err = body.Read(make([]byte, 1))
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorIs(t, err, cause)
		require.Zero(t, n.open, "released without Close")
	})
}

func TestDownloadInGzipIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	content := `{"a": "` + strings.Repeat("0123456789", 100_000) + `"}`
	cut := 0
	serve := func() *Core {
		core := zipped(t, 200, strings.NewReader(content), func(b []byte) []byte { return b[:len(b)-cut] })
		core.settings.MaxResponseBytes = 10
		return core
	}
	body, err := open(t.Context(), t, serve())
	require.NoError(t, err)
	got, err := io.ReadAll(body)
	require.NoError(t, err)
	require.Equal(t, content, string(got))

	cut = 9
	body, err = open(t.Context(), t, serve())
	require.NoError(t, err)
	got, err = io.ReadAll(body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.True(t, strings.HasPrefix(content, string(got)))
	_ = as[*api.TransportError](t, err)
	require.True(t, api.Retryable(err))
}

func TestCloseEndsADownloadThatIsBeingRead(t *testing.T) {
	t.Parallel()
	for _, http2 := range []bool{false, true} {
		core := serveStream(t, http2, func(w http.ResponseWriter, req *http.Request) {
			_, _ = io.WriteString(w, "{")
			_ = http.NewResponseController(w).Flush()
			<-req.Context().Done()
		})
		var calls []api.CallInfo
		core.settings.Observer = func(_ context.Context, info api.CallInfo) { calls = append(calls, info) }
		body, err := open(t.Context(), t, core)
		require.NoError(t, err)
		_, err = io.ReadFull(body, make([]byte, 1))
		require.NoError(t, err)
		read := make(chan error, 1)
		go func() {
			_, err := body.Read(make([]byte, 1))
			read <- err
		}()
		require.NoError(t, body.Close())
		require.Error(t, <-read)
		_, err = body.Read(make([]byte, 1))
		require.ErrorIs(t, err, http.ErrBodyReadAfterClose)
		require.Len(t, calls, 1)
		require.NoError(t, calls[0].Err, "the caller ended it")
	}
}

func TestDownloadAsksForAnotherTokenAfterA401(t *testing.T) {
	t.Parallel()
	n := &network{responders: []responder{respond(401, `{"error":{"code":401,"message":"expired"}}`), respond(200, "{}")}}
	tokens := 0
	core := newCore(t, n, func(s *Settings) {
		s.Refreshable = true
		s.TokenSource = func(context.Context) (string, error) {
			tokens++
			return fmt.Sprint("token-", tokens), nil
		}
	})
	body, err := open(t.Context(), t, core)
	require.NoError(t, err)
	got, err := io.ReadAll(body)
	require.NoError(t, err)
	require.Equal(t, "{}", string(got))
	require.Len(t, n.attempts(), 2)
	require.Equal(t, "Bearer token-2", n.attempts()[1].header.Get("Authorization"))
}

func TestCloseEndsAReadOfABodyThatIgnoresItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		content, service := io.Pipe()
		n := play(t, func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: content, ContentLength: -1, Request: req}, nil
		})
		go func() { _, _ = service.Write([]byte("{")) }()
		body, err := open(t.Context(), t, newCore(t, n))
		require.NoError(t, err)
		time.AfterFunc(time.Second, func() { _ = body.Close() })
		start := time.Now()
		_, err = io.ReadAll(body)
		require.Equal(t, http.ErrBodyReadAfterClose, err)
		require.Equal(t, time.Second, time.Since(start))
		require.NoError(t, body.Close())
	})
}
