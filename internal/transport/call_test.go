package transport

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestMetaDescribesTheLastAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			time.Sleep(time.Second) // on the fake clock
			return respond(201, oneThing, "X-Request-Id", "r2", "Location", "/v1/things/t1")(req)
		}
		var meta api.Meta
		var raw []byte
		n := play(t, respond(429, "x", "X-Request-Id", "r1", "Retry-After", "2"), slow)
		_, err := post(t, newCore(t, n), api.WithMeta(&meta), api.WithRawBody(&raw))
		require.NoError(t, err)
		require.Equal(t, api.Meta{
			Operation: "Things.POST", Status: 201, RequestID: "r2", Location: "/v1/things/t1", Attempts: 2, Duration: 3 * time.Second,
			Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"r2"}, "Location": {"/v1/things/t1"}},
		}, meta)
		require.Equal(t, oneThing, string(raw))
	})
}

func TestMetaAndRawBodyAreNeverThoseOfAnEarlierCall(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	reading := operation(t, "GET", "/v1/things/{thingId}")
	for name, test := range map[string]struct {
		ctx      context.Context
		response responder
		core     func(*Core) *Core
		id       string
		opts     []api.CallOption
		status   int
		sent     int
	}{
		"an error":            {response: respond(404, "x"), id: "t1", status: 404, sent: 1},
		"no response":         {response: fails(errors.New("no")), id: "t1", sent: 1},
		"an invalid response": {response: respond(200, ""), id: "t1", status: 200, sent: 1},
		"a bad id":            {response: respond(200, oneThing), id: ".."},
		"a bad header":        {response: respond(200, oneThing), id: "t1", opts: []api.CallOption{api.WithHeader("", "")}},
		"a context that end":  {response: respond(200, oneThing), id: "t1", ctx: gone},
		"no client":           {response: respond(200, oneThing), id: "t1", core: func(*Core) *Core { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := test.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			n := play(t, test.response)
			core := newCore(t, n)
			if test.core != nil {
				core = test.core(core)
			}
			for _, call := range []func(...api.CallOption) error{
				func(opts ...api.CallOption) error {
					_, err := JSON[thing](ctx, core, reading.Path(test.id), opts)
					return err
				},
				func(opts ...api.CallOption) error {
					_, err := collect(Pages[thing](ctx, core, reading.Path(test.id), opts))
					return err
				},
				func(opts ...api.CallOption) error {
					_, err := collect(Pages[thing](ctx, core, reading.Path(test.id), append(opts, api.WithPrefetch())))
					return err
				},
				func(opts ...api.CallOption) error {
					_, err := collect(Events(ctx, core, operation(t, "GET", "/v1/things/{thingId}", op.Traits{Class: op.Stream}).Path(test.id), opts))
					return err
				},
			} {
				meta, raw := api.Meta{Status: 299, RequestID: "old", Attempts: 99, Mismatch: &api.Mismatch{}}, []byte("old")
				err := call(append(test.opts, api.WithMeta(&meta), api.WithRawBody(&raw))...)
				require.Error(t, err)
				require.Equal(t, test.status, meta.Status)
				require.Equal(t, test.sent, meta.Attempts)
				require.Equal(t, "Things.GET", meta.Operation)
				require.Empty(t, meta.RequestID)
				require.Nil(t, meta.Mismatch)
				require.Nil(t, raw)
			}
		})
	}
}

func TestRawBodyIsTheUnchangedResponse(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{" {\"id\":\"t1\", \"new\" : 1.50}\n": " {\"id\":\"t1\", \"new\" : 1.50}\n", "<html>": "<html>"} {
		var raw []byte
		_, _ = get(t, newCore(t, play(t, respond(200, body))), api.WithRawBody(&raw))
		require.Equal(t, want, string(raw))
	}
	raw := []byte("old")
	_, err := Put[thing](t.Context(), newCore(t, play(t, respond(201, ""))), operation(t, "PUT", "/v1/x").Path(), []api.CallOption{api.WithRawBody(&raw)})
	require.NoError(t, err)
	require.Nil(t, raw)
	_, err = get(t, newCore(t, play(t, respond(200, oneThing))), api.WithRawBody(nil), api.WithMeta(nil))
	require.NoError(t, err)
}

func TestObserverIsCalledOnceForEachCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var heard []api.CallInfo
		watch := func(s *Settings) {
			s.Observer = func(_ context.Context, info api.CallInfo) { heard = append(heard, info) }
		}
		core := newCore(t, play(t, respond(429, "", "Retry-After", "2"), respond(200, oneThing), respond(404, "")), watch)
		_, err := get(t, core)
		require.NoError(t, err)
		_, notFound := get(t, core)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, ended := JSON[thing](gone, core, operation(t, "GET", "/v1/things").Path(), nil)
		_, err = JSON[thing](t.Context(), core, operation(t, "GET", "/v1/things/{thingId}").Path(""), nil)
		require.Error(t, err, "rejected input is no call")

		require.Equal(t, []api.CallInfo{
			{Operation: "Things.GET", Method: "GET", Template: "/v1/things/{thingId}", Status: 200, Attempts: 2, Duration: 2 * time.Second},
			{Operation: "Things.GET", Method: "GET", Template: "/v1/things/{thingId}", Status: 404, Attempts: 1, Err: notFound},
			{Operation: "Things.GET", Method: "GET", Template: "/v1/things", Err: ended},
		}, heard)
	})
}

func TestMiddlewareGetsTheOperationAndEachAttempt(t *testing.T) {
	t.Parallel()
	var seen []string
	n := play(t, respond(502, ""), respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) {
		for _, name := range []string{"outer", "inner"} {
			s.Middleware = append(s.Middleware, func(next http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(req *http.Request) (*http.Response, error) {
					operation, ok := api.OperationFromContext(req.Context())
					require.True(t, ok)
					seen = append(seen, name+" "+operation)
					resp, err := next.RoundTrip(req)
					require.Empty(t, req.Header.Get("Authorization"))
					if resp != nil && resp.Request != nil {
						require.Empty(t, resp.Request.Header.Get("Authorization"))
					}
					return resp, err
				})
			})
		}
	}))
	require.NoError(t, err)
	require.Equal(t, []string{"outer Things.GET", "inner Things.GET", "outer Things.GET", "inner Things.GET"}, seen)
}

func TestHeaderThatAMiddlewareAddsIsThatOfItsRequestAlone(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	core := newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				own := req.Clone(req.Context())
				own.Header = maps.Clone(req.Header)
				for name := range own.Header {
					own.Header.Add(name, "added")
				}
				return next.RoundTrip(own)
			})
		}}
	})
	for range 3 {
		_, err := post(t, core)
		require.NoError(t, err)
	}
	for _, a := range n.attempts() {
		require.Equal(t, []string{"test/1", "added"}, a.header["User-Agent"])
		require.Equal(t, []string{"application/json", "added"}, a.header["Accept"])
		require.Equal(t, []string{"application/json", "added"}, a.header["Content-Type"])
	}
}

func TestPanicOfTheProgramPropagatesAndLeavesNothingOpen(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Settings){
		"middleware": func(s *Settings) {
			s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(*http.Request) (*http.Response, error) { panic("mine") })
			}}
		},
		"middleware after the response": func(s *Settings) {
			s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(req *http.Request) (*http.Response, error) {
					resp, err := next.RoundTrip(req)
					require.NoError(t, err)
					require.NoError(t, resp.Body.Close())
					panic("mine")
				})
			}}
		},
		"token source": func(s *Settings) { s.TokenSource = func(context.Context) (string, error) { panic("mine") } },
		"call context": func(s *Settings) {
			s.CallContext = func(context.Context, api.CallInfo) context.Context { panic("mine") }
		},
		"observer": func(s *Settings) { s.Observer = func(context.Context, api.CallInfo) { panic("mine") } },
		"network": func(s *Settings) {
			s.HTTPClient.Transport = roundTripFunc(func(*http.Request) (*http.Response, error) { panic("mine") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var calls context.Context
				note := func(s *Settings) {
					s.Timeout = time.Hour
					if own := s.TokenSource; name != "network" {
						s.TokenSource = func(ctx context.Context) (string, error) { calls = ctx; return own(ctx) }
					}
				}
				core := newCore(t, play(t, respond(200, oneThing)), change, note)
				require.PanicsWithValue(t, "mine", func() { _, _ = get(t, core) })
				if calls != nil {
					require.Error(t, calls.Err(), "the call's timer is stopped")
				}

				stream := newCore(t, play(t, respond(200, "data: 1\n\n", "Content-Type", "text/event-stream")), change)
				require.PanicsWithValue(t, "mine", func() { _, _ = streamEvents(t, t.Context(), stream) })

				list := newCore(t, play(t, respond(200, `{"items":[]}`)), change)
				things := operation(t, "GET", "/v1/things").Path()
				require.PanicsWithValue(t, "mine", func() { _, _ = collect(All[thing](t.Context(), list, things, nil)) })
				require.PanicsWithValue(t, "mine", func() {
					_, _ = collect(All[thing](t.Context(), list, things, []api.CallOption{api.WithPrefetch()}))
				}, "on the goroutine of the loop")
			})
		})
	}
}

func TestBodyFieldsAreAddedOrReplaced(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	_, err := post(t, newCore(t, n), api.WithBodyField("title", nil), api.WithBodyField("new", map[string]any{"a": 1}))
	require.NoError(t, err)
	require.JSONEq(t, `{"id":"","title":null,"new":{"a":1}}`, n.attempts()[0].body)

	n = play(t, respond(200, oneThing))
	require.NoError(t, None(t.Context(), newCore(t, n), operation(t, "POST", "/v1/x").Path(), []api.CallOption{api.WithBodyField("a", "b")}))
	require.Equal(t, `{"a":"b"}`, n.attempts()[0].body)
	require.Equal(t, "application/json", n.attempts()[0].header.Get("Content-Type"))
}

// TestCallThatAnotherCallCanceledHasNotApplied has a context that was canceled with the error of
// another call, as golang.org/x/sync/errgroup does.
func TestCallThatAnotherCallCanceledHasNotApplied(t *testing.T) {
	t.Parallel()
	lost := &api.TransportError{FailedCall: api.FailedCall{MayHaveApplied: true}, Err: io.ErrUnexpectedEOF}
	require.True(t, api.MayHaveApplied(lost))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(lost)
	n := play(t, respond(200, oneThing))
	err := None(ctx, newCore(t, n), operation(t, "POST", "/v1/x").Path(), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.False(t, api.MayHaveApplied(err), "%v", err)
	require.Empty(t, n.attempts())
}

// TestStatusOfAnotherCallIsNotThatOfTheCall has the error of another call as the cause of a context
// and as the error of a token source.
func TestStatusOfAnotherCallIsNotThatOfTheCall(t *testing.T) {
	t.Parallel()
	mine := errors.New("mine")
	statuses := map[error]int{
		api.ErrBadRequest: 400, api.ErrUnauthorized: 401, api.ErrForbidden: 403, api.ErrNotFound: 404, api.ErrConflict: 409,
		api.ErrPreconditionFailed: 412, api.ErrUnprocessable: 422, api.ErrRateLimited: 429, api.ErrServer: 500,
	}
	for sentinel, status := range statuses {
		for _, other := range []error{
			&api.Error{Status: status}, &api.StreamError{Code: status}, errors.Join(&api.Error{Status: 418}, &api.Error{Status: status}), sentinel,
		} {
			other = errors.Join(mine, other)
			require.ErrorIs(t, other, sentinel)
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(other)
			n := play(t, respond(200, oneThing))
			one := operation(t, "GET", "/v1/things/{thingId}").Path("t1")
			_, ended := JSON[thing](ctx, newCore(t, n), one, nil)
			failing := newCore(t, n, func(s *Settings) {
				s.TokenSource = func(context.Context) (string, error) { return "", other }
			})
			_, tokenless := JSON[thing](t.Context(), failing, one, nil)
			for _, err := range []error{ended, tokenless} {
				require.ErrorIs(t, err, mine)
				require.NotErrorIs(t, err, sentinel)
			}
			require.Empty(t, n.attempts())
		}
	}
}

// TestOverriddenMethodIsNotRepeated has a safe request that the service treats as a POST.
func TestOverriddenMethodIsNotRepeated(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]api.CallOption{
		"header": api.WithHeader("X-HTTP-Method-Override", "POST"), "query": api.WithQuery("_method", "POST"),
	} {
		n := play(t, respond(502, ""))
		_, err := get(t, newCore(t, n), opt)
		require.ErrorIs(t, err, api.ErrServer, name)
		require.Len(t, n.attempts(), 1, name)
		require.True(t, api.MayHaveApplied(err), name)
		require.False(t, api.Retryable(err), name)

		n = play(t, respond(503, "", "Retry-After", "1"))
		_, err = streamEvents(t, t.Context(), newCore(t, n), opt)
		require.ErrorIs(t, err, api.ErrServer, name)
		require.Len(t, n.attempts(), 1, name)
		require.True(t, api.MayHaveApplied(err), name)
		require.False(t, api.Retryable(err), name)
	}
}

func TestInvalidStatusMayFollowAnEffect(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, 99, 600} {
		n := play(t, respond(status, ""))
		_, err := post(t, newCore(t, n))
		require.Error(t, err)
		require.Len(t, n.attempts(), 1)
		require.True(t, api.MayHaveApplied(err), "%d", status)
	}
}

// TestFailureOfAnotherRequestOfMiddlewareMayHaveApplied has middleware that sends a request in some
// other way after the network has failed.
func TestFailureOfAnotherRequestOfMiddlewareMayHaveApplied(t *testing.T) {
	t.Parallel()
	n := play(t, unwritten(errRefused))
	core := newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				_, err := next.RoundTrip(req)
				require.Error(t, err)
				return nil, io.EOF // of a request to another host
			})
		}}
	})
	_, err := post(t, core)
	require.ErrorIs(t, err, io.EOF)
	require.Len(t, n.attempts(), 1)
	require.True(t, api.MayHaveApplied(err))
	require.False(t, api.Retryable(err))
}

// TestFailureOfAnotherClientWithinMiddlewareMayHaveApplied has middleware that sends the request in
// some other way, and then fails because another client has sent nothing.
func TestFailureOfAnotherClientWithinMiddlewareMayHaveApplied(t *testing.T) {
	t.Parallel()
	unavailable := &api.Error{Status: 503}
	for name, failure := range map[string]error{
		"no token":   &neterr.UnsentError{Err: &tokenError{unavailable}},
		"held":       &neterr.HeldError{Err: &neterr.TimeoutError{What: "attempt timeout", D: time.Second}},
		"in clear":   &neterr.UnsentError{Err: &neterr.InClearError{}},
		"of a call":  &api.TransportError{Err: &neterr.UnsentError{Err: &tokenError{unavailable}}},
		"not dialed": &neterr.UnsentError{Err: errRefused},
	} {
		sent := 0
		core := newCore(t, play(t), func(s *Settings) {
			s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(*http.Request) (*http.Response, error) {
					sent++
					return nil, failure
				})
			}}
		})
		_, err := post(t, core)
		require.ErrorIs(t, err, failure, name)
		require.Equal(t, 1, sent, name)
		require.True(t, api.MayHaveApplied(err), name)
		require.False(t, api.Retryable(err), name)
	}
}

func TestCallThatWaitsForThePaceAfterA401IsRetryable(t *testing.T) {
	t.Parallel()
	asked, waits := 0, 0
	n := play(t, respond(401, ""))
	core := newCore(t, n, source(&asked), func(s *Settings) {
		s.Pace = paceFunc(func(context.Context) error {
			if waits++; waits > 1 {
				return context.DeadlineExceeded
			}
			return nil
		})
	})
	_, err := get(t, core)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, n.attempts(), 1)
	require.True(t, api.Retryable(err))
}

type paceFunc func(context.Context) error

func (f paceFunc) Wait(ctx context.Context) error { return f(ctx) }

func TestLongRequestIDIsCut(t *testing.T) {
	t.Parallel()
	_, err := get(t, newCore(t, play(t, respond(404, "", "X-Request-Id", strings.Repeat("x", 5000)))))
	require.Len(t, as[*api.Error](t, err).RequestID, maxRequestID)
}

func TestBodyThatCannotBeEncodedIsRejected(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	core := newCore(t, n)
	write := operation(t, "POST", "/v1/x").Path()
	for name, err := range map[string]error{
		"a channel":         None(t.Context(), core, write.Body(make(chan int)), nil),
		"not a number":      None(t.Context(), core, write.Body(map[string]any{"x": math.NaN()}), nil),
		"a field in a GET":  None(t.Context(), core, operation(t, "GET", "/v1/x").Path(), []api.CallOption{api.WithBodyField("a", 1)}),
		"a bad field":       None(t.Context(), core, write, []api.CallOption{api.WithBodyField("a", make(chan int))}),
		"a field in a list": None(t.Context(), core, write.Body([]int{1}), []api.CallOption{api.WithBodyField("a", 1)}),
	} {
		require.Equal(t, "body", as[*api.ValidationError](t, err).Field, name)
		require.False(t, api.MayHaveApplied(err))
		if name == "a field in a GET" {
			require.ErrorContains(t, err, `body: want no body field, since a GET has no body, got "a"`)
		}
	}
	require.Empty(t, n.attempts())
}

func TestCallIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	n := play(t, func(req *http.Request) (*http.Response, error) {
		if req.Header.Get("X-Odd") != "" {
			return respond(502, "")(req)
		}
		return respond(200, oneThing)(req)
	})
	core := newCore(t, n)
	one := operation(t, "GET", "/v1/things/{thingId}").Path("t1")
	done := make(chan error, 64)
	for i := range cap(done) {
		go func() {
			var opts []api.CallOption
			if i%2 == 1 {
				opts = append(opts, api.WithHeader("X-Odd", "1"))
			}
			var meta api.Meta
			_, err := JSON[thing](t.Context(), core, one, append(opts, api.WithMeta(&meta)))
			if (err != nil) != (i%2 == 1) || meta.Attempts == 0 {
				done <- errors.New("mixed up")
				return
			}
			done <- nil
		}()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
}

func TestMiddlewareMaySendFromOtherGoroutines(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	hedge := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			type result struct {
				resp *http.Response
				err  error
			}
			results := make(chan result, 2)
			for range 2 {
				go func() {
					resp, err := next.RoundTrip(req.Clone(req.Context())) //nolint:bodyclose // one is returned, the other closed below
					results <- result{resp, err}
				}()
			}
			first, second := <-results, <-results
			if second.err == nil {
				_, _ = io.Copy(io.Discard, second.resp.Body)
				_ = second.resp.Body.Close()
			}
			return first.resp, first.err
		})
	}
	_, err := get(t, newCore(t, n, func(s *Settings) { s.Middleware = []func(http.RoundTripper) http.RoundTripper{hedge} }))
	require.NoError(t, err)
	require.Len(t, n.attempts(), 2)
}

func TestTimeOfAPolicyIsNotThatOfTheAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(time.Second):
				return respond(200, oneThing)(req)
			case <-req.Context().Done():
				return nil, req.Context().Err()
			}
		}
		core := newCore(t, play(t, slow), func(s *Settings) {
			s.Policies = append(s.Policies, NewPolicy(func(context.Context, api.Write) error { time.Sleep(time.Minute); return nil }))
		})
		_, err := post(t, core, api.WithAttemptTimeout(30*time.Second))
		require.NoError(t, err)
	})
}
