package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func open(ctx context.Context, t *testing.T, core *Core, opts ...api.CallOption) (io.ReadCloser, error) {
	t.Helper()
	return Open(ctx, core, operation(t, "GET", "/v1/things/content").Path(), opts)
}

func TestDownloadIsNotLimitedInSizeAndReportedAtItsEnd(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("0123456789", 1000)
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

func TestDownloadOfNoContentIsEmpty(t *testing.T) {
	t.Parallel()
	for _, status := range []int{204, 205} {
		n := &network{responders: []responder{respond(status, "")}}
		body, err := open(t.Context(), t, newCore(t, n))
		require.NoError(t, err)
		got, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Empty(t, got)
		require.Zero(t, n.open)
	}
}

func TestTimeoutsOfADownload(t *testing.T) {
	t.Parallel()
	pieces := strings.Split(strings.Repeat("x", 100), "")
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

func TestContextEndsADownload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		n := &network{responders: []responder{dripping(time.Second, io.EOF, strings.Split("abcdef", "")...)}}
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
