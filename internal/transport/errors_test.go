package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
)

func TestStatusDecidesAndTheBodyExplains(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body    string
		code    int
		message string
	}{
		"the service's":    {`{"error":{"code":17,"message":"title is too short"}}`, 17, "title is too short"},
		"with more in it":  {`{"error":{"code":17,"message":"m","details":[1]},"x":{}}`, 17, "m"},
		"no code":          {`{"error":{"message":"m"}}`, 0, "m"},
		"code of a string": {`{"error":{"code":"E17","message":"m"}}`, 0, "m"},
		"message of a map": {`{"error":{"code":17,"message":{}}}`, 17, ""},
		"error of a text":  {`{"error":"no"}`, 0, ""},
		"error of null":    {`{"error":null}`, 0, ""},
		"an array":         {`[]`, 0, ""},
		"null":             {`null`, 0, ""},
		"truncated":        {`{"error":{"code":17,"mess`, 0, ""},
		"HTML":             {`<html>`, 0, ""},
		"nothing":          {``, 0, ""},
		"binary":           {"\x00\xff\xfe", 0, ""},
		"deep":             {strings.Repeat(`{"error":`, 20000), 0, ""},
		"twice":            {`{"error":{"code":1},"error":{"code":2}}`, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, status := range []int{400, 404, 422, 600} {
				_, err := get(t, newCore(t, play(t, respond(status, test.body))))
				got := as[*api.Error](t, err)
				require.Equal(t, status, got.Status)
				require.Equal(t, test.code, got.Code)
				require.Equal(t, test.message, got.Message)
				require.Equal(t, test.body[:min(len(test.body), maxErrorBytes)], string(got.Body))
				require.NotContains(t, err.Error(), "<html>")
			}
		})
	}
}

func TestErrorHasTheMediaTypeOfTheBody(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"text/html; charset=utf-8": "text/html",
		"TEXT/HTML":                "text/html",
		"":                         "",
		"nonsense; =":              "nonsense; =",
	} {
		_, err := get(t, newCore(t, play(t, respond(404, "x", "Content-Type", header))))
		require.Equal(t, want, as[*api.Error](t, err).ContentType)
		_, err = get(t, newCore(t, play(t, respond(200, "x", "Content-Type", header))))
		require.Equal(t, want, as[*api.DecodeError](t, err).ContentType)
	}
}

func TestRequestIDIsTakenFromEitherHeader(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		header []string
		want   string
	}{
		{[]string{"X-Request-Id", "r1", "X-Correlation-Id", "c1"}, "r1"},
		{[]string{"X-Correlation-Id", "c1"}, "c1"},
		{nil, ""},
	} {
		for _, status := range []int{404, 200} {
			var meta api.Meta
			_, err := get(t, newCore(t, play(t, respond(status, "x", test.header...))), api.WithMeta(&meta))
			require.Error(t, err)
			require.Equal(t, test.want, meta.RequestID)
			if status == 404 {
				require.Equal(t, test.want, as[*api.Error](t, err).RequestID)
			} else {
				require.Equal(t, test.want, as[*api.DecodeError](t, err).RequestID)
			}
		}
	}
}

func TestTransportErrorShowsNoQuery(t *testing.T) {
	t.Parallel()
	_, err := get(t, newCore(t, play(t, fails(errors.New("no route")))), api.WithQuery("key", "sekret"))
	require.Equal(t, "Things.GET: GET /v1/things/t1: no route", err.Error())
	require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret")
}

func TestCancelIsReportedWithItsCauseWhereverItHappens(t *testing.T) {
	t.Parallel()
	cause := errors.New("user left")
	waits := func(then func(context.Context) responder) responder {
		return func(r *http.Request) (*http.Response, error) { return then(r.Context())(r) }
	}
	for name, test := range map[string]struct {
		response responder
		reached  bool
	}{
		"in dial":     {waits(func(ctx context.Context) responder { <-ctx.Done(); return unwritten(context.Cause(ctx)) }), false},
		"in headers":  {silent(), true},
		"in the body": {silentBody(200, "{"), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				start := time.Now()
				time.AfterFunc(time.Second, func() { cancel(cause) })
				n := play(t, test.response)
				_, err := JSON[thing](ctx, newCore(t, n), operation(t, "POST", "/v1/things").Path(), nil)
				require.ErrorIs(t, err, context.Canceled)
				require.ErrorIs(t, err, cause)
				require.False(t, as[*api.TransportError](t, err).Timeout())
				require.Equal(t, test.reached, api.MayHaveApplied(err))
				require.Equal(t, time.Second, time.Since(start))
				require.Len(t, n.attempts(), 1)
			})
		})
	}
}

func TestCancelInTheWaitKeepsTheLastFailure(t *testing.T) {
	t.Parallel()
	cause := errors.New("user left")
	for name, test := range map[string]struct {
		response responder
		last     error
	}{
		"after a response":              {respond(503, `{"error":{"code":9,"message":"down"}}`, "Retry-After", "10"), api.ErrServer},
		"after a response about a user": {respond(503, `{"error":{"code":9,"message":"no https://bob:pw@origin.example.com/"}}`, "Retry-After", "10"), api.ErrServer},
		"after a failure":               {unwritten(errRefused), errRefused.Err},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				start := time.Now()
				time.AfterFunc(100*time.Millisecond, func() { cancel(cause) })
				n := play(t, test.response)
				core := newCore(t, n)
				core.random = func() float64 { return 0.9 }
				_, err := JSON[thing](ctx, core, operation(t, "GET", "/v1/things").Path(), nil)
				require.ErrorIs(t, err, context.Canceled)
				require.ErrorIs(t, err, cause)
				require.ErrorIs(t, err, test.last)
				require.ErrorContains(t, err, "while waiting to retry after: ")
				require.NotContains(t, err.Error(), "pw")
				if errors.Is(test.last, api.ErrServer) {
					require.Equal(t, 503, as[*api.Error](t, err).Status)
				}
				require.Equal(t, 100*time.Millisecond, time.Since(start))
				require.Len(t, n.attempts(), 1)
			})
		})
	}
}

func TestCancelAfterATimeoutIsNoTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(defaultAttemptTimeout+100*time.Millisecond, cancel)
		core := newCore(t, play(t, silent()))
		core.random = func() float64 { return 0.9 }
		_, err := JSON[thing](ctx, core, operation(t, "GET", "/v1/things").Path(), nil)
		require.ErrorContains(t, err, "attempt timeout of 30s passed")
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, context.DeadlineExceeded)
		require.False(t, as[*api.TransportError](t, err).Timeout())
		_, found := errors.AsType[*neterr.TimeoutError](err)
		require.True(t, found, "the last failure is in reach all the same")
	})
}

func TestCancelInAnErrorBodyKeepsTheStatus(t *testing.T) {
	t.Parallel()
	for status, final := range map[int]bool{404: true, 502: false} {
		for range 20 { // which of two events that are both there comes first is a matter of luck
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				n := play(t, silentBody(status, `{"error":`))
				_, err := JSON[thing](ctx, newCore(t, n), operation(t, "GET", "/v1/things").Path(), nil)
				require.Equal(t, status, as[*api.Error](t, err).Status)
				require.Equal(t, `{"error":`, string(as[*api.Error](t, err).Body))
				require.Equal(t, !final, errors.Is(err, context.Canceled), "another attempt was due")
				require.Len(t, n.attempts(), 1)
			})
		}
	}
}

func TestContextThatHasEndedSendsNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("too late")
	cancel(cause)
	n := play(t, respond(200, oneThing))
	_, err := JSON[thing](ctx, newCore(t, n), operation(t, "POST", "/v1/things").Path(), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, cause)
	require.Zero(t, as[*api.TransportError](t, err).Attempts)
	require.False(t, api.MayHaveApplied(err))
	require.Empty(t, n.attempts())
}

func TestResponseThatCameBeforeTheEndCounts(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	n := play(t, func(r *http.Request) (*http.Response, error) { cancel(); return respond(201, oneThing)(r) })
	got, err := JSON[thing](ctx, newCore(t, n), operation(t, "POST", "/v1/things").Path(), nil)
	require.NoError(t, err)
	require.Equal(t, "t1", got.ID)
}

func TestTransportErrorHasTheRequestIDOfItsResponse(t *testing.T) {
	t.Parallel()
	truncated := func(req *http.Request) (*http.Response, error) {
		resp, err := respond(200, `{"id":`, "X-Request-Id", "r1")(req)
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, iotest.ErrReader(io.ErrUnexpectedEOF)))
		return resp, err
	}
	_, err := get(t, newCore(t, play(t, truncated)), api.WithoutRetry())
	require.Equal(t, "r1", as[*api.TransportError](t, err).RequestID)
	require.ErrorContains(t, err, "request id r1")
	_, err = get(t, newCore(t, play(t, unwritten(errRefused))), api.WithoutRetry())
	require.Empty(t, as[*api.TransportError](t, err).RequestID)
}

func TestObserverGetsTheRateLimitOfEachCall(t *testing.T) {
	t.Parallel()
	var seen []*api.RateLimit
	observe := func(s *Settings) {
		s.Observer = func(_ context.Context, call api.CallInfo) { seen = append(seen, call.RateLimit) }
	}
	limited := respond(200, oneThing, "X-RateLimit-Limit", "10", "X-RateLimit-Remaining", "9", "X-RateLimit-Reset", "1700000000")
	core := newCore(t, play(t, limited, respond(200, oneThing)), observe)
	for range 2 {
		_, err := get(t, core)
		require.NoError(t, err)
	}
	require.Equal(t, []*api.RateLimit{{Limit: 10, Remaining: 9, Reset: time.Unix(1700000000, 0).UTC()}, nil}, seen)
}
