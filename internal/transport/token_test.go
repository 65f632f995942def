package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// source gives out a token an attempt: t1, t2 and so on.
func source(asked *int) func(*Settings) {
	return func(s *Settings) {
		s.Refreshable = true
		s.TokenSource = func(context.Context) (string, error) {
			*asked++
			return "t" + strings.Repeat("1", *asked), nil
		}
	}
}

func authorizations(n *network) []string {
	var all []string
	for _, a := range n.attempts() {
		all = append(all, a.header.Get("Authorization"))
	}
	return all
}

func TestTokenSourceIsCalledForEachAttempt(t *testing.T) {
	t.Parallel()
	asked := 0
	n := play(t, respond(502, ""), respond(429, ""), respond(200, oneThing))
	_, err := get(t, newCore(t, n, source(&asked)))
	require.NoError(t, err)
	require.Equal(t, []string{"Bearer t1", "Bearer t11", "Bearer t111"}, authorizations(n))
}

func TestTokenSourceIsCalledOnceMoreAfter401(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]api.CallOption{"": nil, "without retry": {api.WithoutRetry()}} {
		for _, attempts := range []int{0, 1} {
			for _, method := range []string{"GET", "POST", "PATCH", "PUT", "DELETE"} {
				t.Run(method+" "+name, func(t *testing.T) {
					t.Parallel()
					o := operation(t, method, "/v1/things", op.Traits{Class: op.Once})
					retry := func(s *Settings) { s.Retry.Attempts = attempts }

					asked := 0
					n := play(t, respond(401, ""), respond(200, oneThing))
					require.NoError(t, None(t.Context(), newCore(t, n, source(&asked), retry), o.Path().Body(thing{}), opts))
					require.Equal(t, []string{"Bearer t1", "Bearer t11"}, authorizations(n))

					n = play(t, respond(401, ""))
					err := None(t.Context(), newCore(t, n, source(&asked), retry), o.Path().Body(thing{}), opts)
					require.ErrorIs(t, err, api.ErrUnauthorized)
					require.False(t, api.MayHaveApplied(err))
					require.Len(t, n.attempts(), 2, "only once more")
					require.Equal(t, n.attempts()[0].body, n.attempts()[1].body)
				})
			}
		}
	}
}

func TestStreamIsOpenedOnceMoreAfter401(t *testing.T) {
	t.Parallel()
	for _, responses := range [][]responder{{respond(401, ""), streaming("data: 1\n\n")}, {respond(401, "")}} {
		asked := 0
		n := play(t, responses...)
		got, err := streamEvents(t, t.Context(), newCore(t, n, source(&asked)))
		require.Len(t, n.attempts(), 2)
		require.Equal(t, []string{"Bearer t1", "Bearer t11"}, authorizations(n))
		if len(responses) == 2 {
			require.NoError(t, err)
			require.Len(t, got, 1)
		} else {
			require.ErrorIs(t, err, api.ErrUnauthorized)
		}
	}
}

// TestSourceGetsTheRejectedToken pins that only the source gets it, and only after a 401.
func TestSourceGetsTheRejectedToken(t *testing.T) {
	t.Parallel()
	n := play(t, respond(502, ""), respond(401, ""), respond(502, ""), respond(200, oneThing))
	asked := 0
	var rejected []string
	_, err := get(t, newCore(t, n, func(s *Settings) {
		s.Refreshable = true
		s.TokenSource = func(ctx context.Context) (string, error) {
			asked++
			token, ok := api.RejectedToken(ctx)
			require.Equal(t, asked > 2, ok)
			rejected = append(rejected, token)
			value := ctx.Value(options.RejectedKey{})
			require.NotContains(t, fmt.Sprintf("%v %+v %#v", value, value, value), "sekret", "a context may be printed")
			return fmt.Sprintf("sekret%d", asked), nil
		}
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				_, ok := api.RejectedToken(req.Context())
				require.False(t, ok)
				return next.RoundTrip(req)
			})
		}}
	}))
	require.NoError(t, err)
	require.Equal(t, []string{"", "", "sekret2", "sekret2"}, rejected, "also in the attempts after the next one")
}

func TestAttemptWithARejectedTokenIsNoneOfTheCallersAttempts(t *testing.T) {
	t.Parallel()
	asked := 0
	n := play(t, respond(401, ""), respond(502, ""))
	_, err := get(t, newCore(t, n, source(&asked)))
	require.Equal(t, 502, as[*api.Error](t, err).Status)
	require.Len(t, n.attempts(), 4)

	n = play(t, respond(502, ""), respond(401, ""), respond(502, ""), respond(401, ""))
	_, err = get(t, newCore(t, n, source(&asked)))
	require.ErrorIs(t, err, api.ErrUnauthorized)
	require.Len(t, n.attempts(), 4)

	n = play(t, respond(401, ""), respond(502, ""))
	_, err = get(t, newCore(t, n, source(&asked)), api.WithoutRetry())
	require.Equal(t, 502, as[*api.Error](t, err).Status)
	require.Len(t, n.attempts(), 2)
}

func TestFixedTokenIsNotTriedTwice(t *testing.T) {
	t.Parallel()
	n := play(t, respond(401, ""))
	_, err := get(t, newCore(t, n))
	require.ErrorIs(t, err, api.ErrUnauthorized)
	require.Len(t, n.attempts(), 1)
}

func TestErrorOfTheSourceIsReturnedAndNothingIsSent(t *testing.T) {
	t.Parallel()
	locked := errors.New("keychain is locked")
	for _, call := range []func(testing.TB, *Core, ...api.CallOption) (*thing, error){get, post} {
		n := play(t, respond(200, oneThing))
		asked := 0
		_, err := call(t, newCore(t, n, func(s *Settings) {
			s.Refreshable = true
			s.TokenSource = func(context.Context) (string, error) { asked++; return "", locked }
		}))
		require.ErrorIs(t, err, locked)
		require.ErrorContains(t, err, "get token: keychain is locked")
		as[*api.TransportError](t, err)
		require.False(t, api.MayHaveApplied(err))
		require.False(t, api.Retryable(err))
		require.Empty(t, n.attempts())
		require.Equal(t, 1, asked)
	}
}

// TestSourceThatFailsWithAnErrorOfDNSIsNotRetried is about an error that a request would be retried
// after.
func TestSourceThatFailsWithAnErrorOfDNSIsNotRetried(t *testing.T) {
	t.Parallel()
	asked := 0
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) {
		s.Refreshable = true
		s.TokenSource = func(context.Context) (string, error) {
			asked++
			return "", &net.DNSError{Err: "server misbehaving", IsTemporary: true}
		}
	}))
	require.ErrorContains(t, err, "get token: ")
	require.Equal(t, 1, asked)
	require.Empty(t, n.attempts())
}

func TestErrorOfTheSourceInASecondAttemptDoesNotHideTheFirst(t *testing.T) {
	t.Parallel()
	locked := errors.New("keychain is locked")
	asked := 0
	n := play(t, respond(502, ""))
	_, err := post(t, newCore(t, n, func(s *Settings) {
		s.TokenSource = func(context.Context) (string, error) {
			if asked++; asked > 1 {
				return "", locked
			}
			return "t1", nil
		}
	}), api.WithReplay())
	require.ErrorIs(t, err, locked)
	require.True(t, api.MayHaveApplied(err), "the first attempt reached the service")
	require.Len(t, n.attempts(), 1)
}

func TestTokenThatIsNoHeaderValueIsRejectedWithoutShowingIt(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", "sekret\n", "sekret\r\nX: y", "sek ret", "sekret\x00", "sekret\x7f", "sekreté", "\"sekret\" "} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n, func(s *Settings) {
			s.TokenSource = func(context.Context) (string, error) { return token, nil }
		}))
		require.ErrorContains(t, err, "get token: the token ")
		require.NotContains(t, err.Error(), "sek")
		require.Empty(t, n.attempts())
	}
	require.NoError(t, CheckToken(canary))
}

func TestSourceGetsTheContextOfTheCall(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
	stop := errors.New("stop")
	_, err := JSON[thing](ctx, newCore(t, n, func(s *Settings) {
		s.TokenSource = func(ctx context.Context) (string, error) {
			name, ok := api.OperationFromContext(ctx)
			require.True(t, ok)
			require.Equal(t, "Things.POST", name)
			require.Equal(t, "value", ctx.Value(key{}))
			cancel()
			<-ctx.Done()
			return "", stop
		}
	}), operation(t, "POST", "/v1/things").Path(), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, api.MayHaveApplied(err), "nothing was sent")
	require.Empty(t, n.attempts())
}

func TestCallThatEndsWhileTheSourceRunsSendsNothing(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := JSON[thing](ctx, newCore(t, n, func(s *Settings) {
		s.TokenSource = func(context.Context) (string, error) { cancel(); return "t1", nil }
	}), operation(t, "POST", "/v1/things").Path(), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, api.MayHaveApplied(err))
	require.Empty(t, n.attempts())
}

func TestSourceHasTheTimeOfTheAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, respond(200, oneThing))
		_, err := post(t, newCore(t, n, func(s *Settings) {
			s.Refreshable = true
			s.TokenSource = func(ctx context.Context) (string, error) { <-ctx.Done(); return "", context.Cause(ctx) }
		}))
		require.ErrorContains(t, err, "get token: attempt timeout of 30s passed")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.False(t, api.MayHaveApplied(err))
		require.Equal(t, 30*time.Second, time.Since(start))
		require.Empty(t, n.attempts())
	})
}

// foreign is a context of another package. A context that is derived from it and never canceled
// leaves a goroutine behind, which TestMain finds.
type foreign struct {
	context.Context
	done chan struct{}
}

func (f foreign) Done() <-chan struct{} { return f.done }

func TestCallLeavesNothingBehindInTheContext(t *testing.T) {
	t.Parallel()
	ctx := foreign{t.Context(), make(chan struct{})}
	for _, timeout := range []time.Duration{-1, time.Minute} {
		core := newCore(t, play(t, respond(200, oneThing)), func(s *Settings) {
			s.TokenSource = func(context.Context) (string, error) { return canary, nil }
			s.Refreshable, s.AttemptTimeout = true, timeout
		})
		_, err := JSON[thing](ctx, core, operation(t, "GET", "/v1/things/{thingId}").Path("t1"), nil)
		require.NoError(t, err)
	}
}
