package transport

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBodyOfARequestThatIsNotSentIsClosed is about the rules of http.RoundTripper, which middleware
// may rely on.
func TestBodyOfARequestThatIsNotSentIsClosed(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(s *Settings, cancel func()){
		"no token": func(s *Settings, _ func()) {
			s.TokenSource = func(context.Context) (string, error) { return "", errors.New("keychain is locked") }
		},
		"canceled": func(s *Settings, cancel func()) {
			s.TokenSource = func(context.Context) (string, error) { cancel(); return "token", nil }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			body := &closedBody{}
			core := newCore(t, play(t, respond(200, oneThing)), func(s *Settings) {
				change(s, cancel)
				s.Middleware = append(s.Middleware, func(next http.RoundTripper) http.RoundTripper {
					return roundTripFunc(func(req *http.Request) (*http.Response, error) {
						req = req.Clone(req.Context())
						req.Body = body
						return next.RoundTrip(req)
					})
				})
			})
			_, err := JSON[thing](ctx, core, operation(t, "POST", "/v1/things").Path().Body(map[string]string{}), nil)
			require.Error(t, err)
			require.True(t, body.isClosed)
		})
	}
}

type closedBody struct {
	strings.Reader
	isClosed bool
}

func (b *closedBody) Close() error { b.isClosed = true; return nil }

func TestTokenGoesToNoOtherOriginWhateverAMiddlewareDoes(t *testing.T) {
	t.Parallel()
	for _, elsewhere := range []string{"http://api.example.com/x", "https://api.example.com:8443/x", "https://example.com/x", "https://api.example.com.evil.test/x"} {
		n := play(t, respond(200, oneThing))
		_, err := get(t, newCore(t, n, func(s *Settings) {
			s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(req *http.Request) (*http.Response, error) {
					require.Empty(t, req.Header.Get("Authorization"))
					moved := req.Clone(req.Context())
					var err error
					moved.URL, err = req.URL.Parse(elsewhere)
					require.NoError(t, err)
					return next.RoundTrip(moved)
				})
			}}
		}))
		require.NoError(t, err)
		require.Equal(t, []string{""}, authorizations(n))
	}
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				moved := req.Clone(req.Context())
				moved.URL.Scheme, moved.URL.Host = "HTTPS", "API.example.com:443"
				return next.RoundTrip(moved)
			})
		}}
	}))
	require.NoError(t, err)
	require.Equal(t, []string{"Bearer " + canary}, authorizations(n), "the same origin, written another way")
}
