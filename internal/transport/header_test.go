package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestHeaderThatIsNotTheCallersIsRejectedWithoutItsValue(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Authorization", "authorization", "Accept-Encoding", "Connection", "Content-Length", "Host", "Trailer", "Transfer-Encoding", "Upgrade",
		"", "a b", "a:b", "a\r\nb", "ä", "a\x00",
	} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader(name, "sekret"))
		require.Equal(t, "header", as[*api.ValidationError](t, err).Field, name)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
	for _, value := range []string{"sekret\r\nX: y", "sekret\n", "sekret\x00", "sekret\x7f", "\x01"} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n), api.WithHeader("X-Test", value))
		require.Equal(t, "header X-Test", as[*api.ValidationError](t, err).Field)
		require.NotContains(t, err.Error(), "sekret")
		require.Empty(t, n.attempts())
	}
}

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
