package transport

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestHeaderOfTheCallerIsAddedOrReplacesOurs(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n), api.WithHeader("x-test", "a\tb"), api.WithHeader("X-Test", "é"), api.WithHeader("Accept", "application/x"))
	require.NoError(t, err)
	require.Equal(t, []string{"a\tb", "é"}, n.attempts()[0].header["X-Test"])
	require.Equal(t, []string{"application/x"}, n.attempts()[0].header["Accept"])
}

func TestCallerMayAuthorizeItselfWhenTheClientDoesNot(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) { s.TokenSource = nil }), api.WithHeader("Authorization", "Basic eA=="))
	require.NoError(t, err)
	require.Equal(t, []string{"Basic eA=="}, n.attempts()[0].header["Authorization"])
}

func TestMiddlewareGetsTheRequestAsItIsSentWithoutTheToken(t *testing.T) {
	t.Parallel()
	var outside []*http.Request
	see := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			outside = append(outside, req.Clone(req.Context()))
			return next.RoundTrip(req)
		})
	}
	for _, with := range [][]func(http.RoundTripper) http.RoundTripper{nil, {see}} {
		var inside []*http.Request
		note := func(next responder) responder {
			return func(req *http.Request) (*http.Response, error) {
				inside = append(inside, req)
				return next(req)
			}
		}
		n := play(t, note(respond(307, "", "Location", "/base/v1/elsewhere")), note(respond(429, "")), note(respond(201, oneThing)))
		_, err := post(t, newCore(t, n, func(s *Settings) { s.Middleware = with }), api.WithHeader("X-Test", "1"))
		require.NoError(t, err)
		require.Len(t, inside, 3)
		for i, req := range inside {
			want := http.Header{
				"Accept": {"application/json"}, "Content-Type": {"application/json"}, "User-Agent": {"test/1"}, "X-Test": {"1"},
				"Authorization": {"Bearer " + canary},
			}
			if i == 1 {
				want["Referer"] = []string{"https://api.example.com/base/v1/things"}
			}
			require.Equal(t, want, req.Header)
			require.Equal(t, "api.example.com", req.Host)
			if with != nil {
				delete(want, "Authorization")
				require.Equal(t, want, outside[i].Header)
				require.Equal(t, "api.example.com", outside[i].Host)
			}
		}
	}
	require.Len(t, outside, 3)
}

func TestHeaderThatAMiddlewareOverwritesIsThatOfNoOtherCall(t *testing.T) {
	t.Parallel()
	overwrite := true
	n := play(t, respond(200, `{}`), respond(200, `{}`))
	core := newCore(t, n, func(s *Settings) {
		s.Header = http.Header{"X-Client": {"mine"}}
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				for _, values := range req.Header {
					if overwrite {
						values[0] = "overwritten"
					}
				}
				return next.RoundTrip(req)
			})
		}}
	})
	for _, overwrite = range []bool{true, false} {
		_, err := JSON[thing](t.Context(), core, operation(t, "POST", "/v1/things").Path().Body(thing{}), nil)
		require.NoError(t, err)
	}
	sent := n.attempts()
	require.Equal(t, []string{"overwritten"}, sent[0].header["Accept"])
	for _, name := range []string{"Accept", "Content-Type", "User-Agent", "X-Client"} {
		require.NotEqual(t, []string{"overwritten"}, sent[1].header[name], name)
	}
}

func TestHeaderThatAMiddlewareRemovesIsNotSent(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				own := req.Clone(req.Context())
				own.Header.Del("User-Agent")
				return next.RoundTrip(own)
			})
		}}
	}))
	require.NoError(t, err)
	require.NotContains(t, n.attempts()[0].header, "User-Agent")
}

const keyHeader = "X-Partner-Key"

// listWithKey lists things with an operation that has a secret header.
func listWithKey(t *testing.T, core *Core, key string, opts ...api.CallOption) error {
	t.Helper()
	o := operation(t, "GET", "/v1/things", op.Traits{SecretHeader: "x-partner-key"})
	_, err := List[thing](t.Context(), core, o.Path().Secret(api.NewSecret(key)), opts)
	return err
}

func TestSecretHeaderIsSentWithEachAttemptAndPageAndNotShownToMiddleware(t *testing.T) {
	t.Parallel()
	for _, with := range []bool{false, true} {
		n := play(t, respond(429, ""), respond(307, "", "Location", "/base/v1/elsewhere"), respond(200, `{"items":[],"next":{"page":"2"}}`), respond(200, `{"items":[]}`))
		core := newCore(t, n, func(s *Settings) {
			if !with {
				return
			}
			s.Middleware = append(s.Middleware, func(next http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(req *http.Request) (*http.Response, error) {
					require.Empty(t, req.Header[keyHeader])
					return next.RoundTrip(req)
				})
			})
		})
		o := operation(t, "GET", "/v1/things", op.Traits{SecretHeader: "x-partner-key"})
		for _, err := range Pages[thing](t.Context(), core, o.Path().Secret(api.NewSecret("partner-key-1")), nil) {
			require.NoError(t, err)
		}
		require.Len(t, n.attempts(), 4)
		for _, sent := range n.attempts() {
			require.Equal(t, []string{"partner-key-1"}, sent.header[keyHeader])
			require.Equal(t, "Bearer "+canary, sent.header.Get("Authorization"))
		}
	}
}

func TestSecretHeaderIsNotSentToAnotherOrigin(t *testing.T) {
	t.Parallel()
	n := play(t, respond(307, "", "Location", "https://evil.test/things"))
	require.ErrorContains(t, listWithKey(t, newCore(t, n), "partner-key-1"), "redirect to another origin rejected")
	require.Len(t, n.attempts(), 1)

	n = play(t, respond(200, `{"items":[]}`))
	elsewhere := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			moved := req.Clone(req.Context())
			moved.URL.Host = "evil.test"
			return next.RoundTrip(moved)
		})
	}
	require.NoError(t, listWithKey(t, newCore(t, n, func(s *Settings) { s.Middleware = append(s.Middleware, elsewhere) }), "partner-key-1"))
	require.Empty(t, n.attempts()[0].header[keyHeader])
}

func TestSecretHeaderIsInNoErrorLogOrMeta(t *testing.T) {
	t.Parallel()
	const key = "partner-key-0123/4+5="
	n := play(t, respond(400, `{"error":{"code":1,"message":"no partner `+key+`"}}`, "X-Echo", key, "X-Request-Id", key))
	var logged bytes.Buffer
	var seen api.CallInfo
	core := newCore(t, n, func(s *Settings) {
		s.Logger = slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
		s.Observer = func(_ context.Context, info api.CallInfo) { seen = info }
	})
	var meta api.Meta
	err := listWithKey(t, core, key, api.WithMeta(&meta))
	require.Equal(t, []string{key}, n.attempts()[0].header[keyHeader])
	require.Equal(t, "no partner [redacted]", as[*api.Error](t, err).Message)
	require.NotEmpty(t, logged.String())
	for _, text := range []string{fmt.Sprintf("%+v", err), string(as[*api.Error](t, err).Body), logged.String(), fmt.Sprintf("%+v %v", seen, seen.Err), fmt.Sprintf("%+v", meta)} {
		require.NotContains(t, text, "0123")
	}
}

func TestOwnFieldsAreAddedToThoseOfTheCaller(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t, respond(200, "")))
	for name, test := range map[string]struct {
		call  *call
		given http.Header
		want  http.Header
	}{
		"a read":        {&call{}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"application/json"}}},
		"a body":        {&call{input: input{body: []byte("{}")}}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"application/json"}, "Content-Type": {"application/json"}}},
		"a stream":      {&call{want: wantStream}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"text/event-stream"}, "Accept-Encoding": {"identity"}}},
		"of the caller": {&call{}, http.Header{"Accept": {"text/csv"}, "X": {"y"}}, http.Header{"User-Agent": {"test/1"}, "Accept": {"text/csv"}, "X": {"y"}}},
	} {
		core.addHeader(test.call, test.given)
		require.Equal(t, test.want, test.given, name)
	}
}
