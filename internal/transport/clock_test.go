package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestAttemptTimeoutCountsUpToTheLastByte(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response responder
		change   func(*Settings)
		opts     []api.CallOption
		want     time.Duration // duration of three attempts
	}{
		"by default":               {response: silent(), want: 3 * defaultAttemptTimeout},
		"before the response":      {response: silent(), change: func(s *Settings) { s.AttemptTimeout = time.Second }, want: 3 * time.Second},
		"in the body":              {response: silentBody(200, "{"), change: func(s *Settings) { s.AttemptTimeout = time.Second }, want: 3 * time.Second},
		"set by the call":          {response: silent(), change: func(s *Settings) { s.AttemptTimeout = time.Second }, opts: []api.CallOption{api.WithAttemptTimeout(2 * time.Second)}, want: 6 * time.Second},
		"of http.Client":           {response: silentBody(200, "{"), change: func(s *Settings) { s.HTTPClient.Timeout = 5 * time.Second }, want: 15 * time.Second},
		"before that of the other": {response: silent(), change: func(s *Settings) { s.HTTPClient.Timeout, s.AttemptTimeout = 5*time.Second, time.Second }, want: 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				n := play(t, test.response)
				change := test.change
				if change == nil {
					change = func(*Settings) {}
				}
				_, err := get(t, newCore(t, n, change), test.opts...)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.ErrorContains(t, err, "attempt timeout of "+(test.want/3).String()+" passed")
				require.True(t, as[*api.TransportError](t, err).Timeout())
				require.Equal(t, test.want, time.Since(start))
				require.Len(t, n.attempts(), 3)
			})
		})
	}
}

// TestAttemptTimeoutOfAnOperationIsItsDefault pins the order: the call, the client, the operation.
func TestAttemptTimeoutOfAnOperationIsItsDefault(t *testing.T) {
	t.Parallel()
	slow, err := op.Parse("Things.Ask", http.MethodPost, "/v1/things/ask", op.Traits{AttemptTimeout: 5 * time.Minute})
	require.NoError(t, err)
	for name, test := range map[string]struct {
		change func(*Settings)
		opts   []api.CallOption
		want   time.Duration
	}{
		"by default":     {want: 5 * time.Minute},
		"of the client":  {change: func(s *Settings) { s.AttemptTimeout = time.Second }, want: time.Second},
		"of http.Client": {change: func(s *Settings) { s.HTTPClient.Timeout = 2 * time.Second }, want: 2 * time.Second},
		"of the call":    {change: func(s *Settings) { s.AttemptTimeout = time.Second }, opts: []api.CallOption{api.WithAttemptTimeout(time.Hour)}, want: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				change := test.change
				if change == nil {
					change = func(*Settings) {}
				}
				start := time.Now()
				err := None(t.Context(), newCore(t, play(t, silent()), change), slow.Path(), test.opts)
				require.ErrorContains(t, err, "attempt timeout of "+test.want.String()+" passed")
				require.Equal(t, test.want, time.Since(start))
			})
		})
	}
}

func TestAttemptTimeoutCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attempt time.Duration
		opts    []api.CallOption
	}{
		"for the client": {attempt: -1},
		"for the call":   {attempt: time.Second, opts: []api.CallOption{api.WithAttemptTimeout(-1)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				slow := func(req *http.Request) (*http.Response, error) {
					time.Sleep(time.Hour) // on the fake clock
					return respond(200, oneThing)(req)
				}
				n := play(t, slow)
				core := newCore(t, n, func(s *Settings) { s.AttemptTimeout, s.HTTPClient.Timeout = test.attempt, time.Second })
				_, err := get(t, core, test.opts...)
				require.NoError(t, err)
			})
		})
	}
}

func TestRedirectsShareTheTimeOfTheAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(20 * time.Second):
				return respond(307, "", "Location", "/base/v1/elsewhere")(req)
			case <-req.Context().Done():
				return nil, context.Cause(req.Context())
			}
		})
		_, err := get(t, newCore(t, n), api.WithoutRetry())
		require.ErrorContains(t, err, "attempt timeout of 30s passed")
		require.Equal(t, 30*time.Second, time.Since(start))
		require.Len(t, n.attempts(), 2)
	})
}

func TestHTTPClientIsCopied(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	own := &http.Client{Transport: n, Timeout: time.Minute}
	_, err := get(t, newCore(t, n, func(s *Settings) { s.HTTPClient = own }))
	require.NoError(t, err)
	require.Equal(t, &http.Client{Transport: n, Timeout: time.Minute}, own)
}

func TestCallTimeoutBoundsAllAttempts(t *testing.T) {
	t.Parallel()
	for name, response := range map[string]responder{"before the response": silent(), "in the body": silentBody(200, "{")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				n := play(t, response)
				core := newCore(t, n, func(s *Settings) { s.AttemptTimeout, s.Timeout = 2*time.Second, time.Hour })
				_, err := get(t, core, api.WithTimeout(5*time.Second))
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.ErrorContains(t, err, "call timeout of 5s passed")
				require.True(t, as[*api.TransportError](t, err).Timeout())
				require.Equal(t, 5*time.Second, time.Since(start))
				require.Len(t, n.attempts(), 3)
			})
		})
	}
}

func TestCallTimeoutOfTheClientCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(10 * time.Second):
				return respond(200, oneThing)(req)
			case <-req.Context().Done():
				return nil, context.Cause(req.Context())
			}
		}
		core := newCore(t, play(t, slow), func(s *Settings) { s.Timeout = time.Second })
		_, err := get(t, core)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		_, err = get(t, core, api.WithTimeout(-1))
		require.NoError(t, err)
	})
}

func TestAttemptStartsNoGoroutineOfItsOwn(t *testing.T) { //nolint:paralleltest // it looks at all goroutines of the process
	var stacks []byte
	look := func(req *http.Request) (*http.Response, error) {
		stacks = make([]byte, 4<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		return respond(200, oneThing)(req)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := operation(t, "GET", "/v1/things").Path()
	_, err := JSON[thing](ctx, newCore(t, play(t, look)), r, []api.CallOption{api.WithTimeout(time.Hour)})
	require.NoError(t, err)
	require.Contains(t, string(stacks), t.Name())
	require.NotContains(t, string(stacks), "propagateCancel", "package context watches a parent it does not know from a goroutine")
}

func TestNetworkWithoutABodyOrAResponseDoesNotPanic(t *testing.T) {
	t.Parallel()
	empty := func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 204, Header: nil, Request: req}, nil
	}
	require.NoError(t, None(t.Context(), newCore(t, play(t, empty)), operation(t, "GET", "/v1/x").Path(), nil))

	nothing := func(*http.Request) (*http.Response, error) { return nil, nil }
	_, err := get(t, newCore(t, play(t, nothing)))
	as[*api.TransportError](t, err)
}

func TestClockIsStoppedWhenTheBodyIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var ctx context.Context
		n := play(t, func(req *http.Request) (*http.Response, error) {
			ctx = req.Context()
			return respond(200, oneThing)(req)
		})
		_, err := get(t, newCore(t, n))
		require.NoError(t, err)
		require.ErrorIs(t, context.Cause(ctx), context.Canceled, "released, not timed out")
		time.Sleep(time.Hour) // on the fake clock
		require.NotErrorIs(t, context.Cause(ctx), context.DeadlineExceeded)
	})
}

func TestTimeoutIsNamedWhereTheNetworkReportsCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, errors.New("net/http: request canceled")
		})
		_, err := get(t, newCore(t, n))
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
	synctest.Test(t, func(t *testing.T) {
		n := play(t, func(req *http.Request) (*http.Response, error) {
			body := io.NopCloser(readFunc(func([]byte) (int, error) {
				<-req.Context().Done()
				return 0, errors.New("http2: response body closed")
			}))
			return response(req, 200, -1, body), nil
		})
		_, err := get(t, newCore(t, n))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Len(t, n.attempts(), 3)
	})
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// holding returns a middleware that waits before it passes a request on, as one that limits the
// rate of requests does.
func holding(wait time.Duration) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(wait):
				return next.RoundTrip(req)
			case <-req.Context().Done():
				return nil, neterr.Ended(req.Context())
			}
		})
	}
}

// late returns a middleware that passes a request on after a wait, even if its context has ended.
func late(wait time.Duration) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			<-time.After(wait)
			return next.RoundTrip(req)
		})
	}
}

func TestTimeThatPassesInMiddlewareIsReported(t *testing.T) {
	t.Parallel()
	source := func(ctx context.Context) (string, error) {
		<-ctx.Done() // too late for any attempt
		return "", ctx.Err()
	}
	for name, test := range map[string]struct {
		change   func(*Settings)
		wait     time.Duration
		want     string
		attempts int
		may      bool // the middleware may have sent a write in some other way
		hold     func(time.Duration) func(http.RoundTripper) http.RoundTripper
	}{
		"attempt timeout":                               {func(s *Settings) { s.AttemptTimeout = time.Second }, 2 * time.Second, "attempt timeout of 1s passed before middleware passed the request on", 3, false, holding},
		"attempt timeout with a token source":           {func(s *Settings) { s.AttemptTimeout, s.TokenSource, s.Refreshable = time.Second, source, true }, 2 * time.Second, "attempt timeout of 1s passed before middleware passed the request on", 3, false, holding},
		"call timeout":                                  {func(s *Settings) { s.Timeout = time.Second }, 2 * time.Second, "call timeout of 1s passed before middleware passed the request on", 1, true, holding},
		"attempt timeout, and the request is passed on": {func(s *Settings) { s.AttemptTimeout = time.Second }, 2 * time.Second, "attempt timeout of 1s passed before middleware passed the request on", 3, false, late},
		"call timeout, and the request is passed on":    {func(s *Settings) { s.Timeout = time.Second }, 2 * time.Second, "call timeout of 1s passed before middleware passed the request on", 1, false, late},
		"a token source that is slow":                   {func(s *Settings) { s.AttemptTimeout, s.TokenSource, s.Refreshable = 3*time.Second, source, true }, 2 * time.Second, "get token: attempt timeout of 3s passed", 1, false, holding},
	} {
		for _, call := range []func(testing.TB, *Core, ...api.CallOption) (*thing, error){get, post} {
			synctest.Test(t, func(t *testing.T) {
				n := play(t, respond(200, oneThing))
				core := newCore(t, n, test.change, func(s *Settings) {
					s.Middleware = []func(http.RoundTripper) http.RoundTripper{test.hold(test.wait)}
				})
				_, err := call(t, core)
				failed := as[*api.TransportError](t, err)
				require.ErrorContains(t, err, test.want, name)
				require.Equal(t, strings.HasPrefix(name, "a token"), !strings.Contains(err.Error(), "middleware"), name)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.True(t, failed.Timeout())
				require.Equal(t, test.attempts, failed.Attempts, name)
				require.Equal(t, test.may && failed.Method == http.MethodPost, api.MayHaveApplied(err), name)
				require.Empty(t, n.attempts(), name)
			})
		}
	}
}
