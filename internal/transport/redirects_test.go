package transport

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

var redirectTo = []int{301, 302, 303, 307, 308}

func TestRedirectToAnotherOriginIsNotFollowed(t *testing.T) {
	t.Parallel()
	for _, location := range []string{
		"http://api.example.com/base/v1/x",
		"https://api.example.com:8443/base/v1/x",
		"https://example.com/",
		"https://sub.api.example.com/",
		"https://api.example.com.evil.test/",
		"//evil.test/x",
		"https://user:pass@evil.test/x",
		"ftp://api.example.com/x",
		"file:///etc/passwd",
	} {
		for _, status := range redirectTo {
			for _, method := range []string{"GET", "POST", "DELETE"} {
				n := play(t, respond(status, `{"error":{"code":1,"message":"moved"}}`, "Location", location))
				err := None(t.Context(), newCore(t, n), operation(t, method, "/v1/things").Path().Body(thing{Title: "secret"}), nil)
				got := as[*api.Error](t, err)
				require.Equal(t, status, got.Status)
				require.Contains(t, got.Message, "redirect to another origin rejected: ")
				require.NotContains(t, got.Error(), "pass")
				require.Equal(t, method != "GET" && status <= 303, api.MayHaveApplied(err), "%s %d", method, status)
				require.Len(t, n.attempts(), 1)
			}
		}
	}
}

func TestRedirectOnTheSameOriginKeepsMethodBodyAndToken(t *testing.T) {
	t.Parallel()
	for _, status := range []int{307, 308} {
		for _, method := range []string{"GET", "POST", "PATCH", "PUT", "DELETE"} {
			n := play(t, respond(status, "", "Location", "/base/v1/elsewhere"), respond(200, oneThing))
			require.NoError(t, None(t.Context(), newCore(t, n), operation(t, method, "/v1/things").Path().Body(thing{ID: "t1"}), nil))
			require.Len(t, n.attempts(), 2)
			moved := n.attempts()[1]
			require.Equal(t, method, moved.method)
			require.Equal(t, "https://api.example.com/base/v1/elsewhere", moved.url.String())
			require.Equal(t, n.attempts()[0].body, moved.body)
			require.Equal(t, "Bearer "+canary, moved.header.Get("Authorization"))
		}
	}
	for _, location := range []string{"https://api.example.com:443/base/v1/y", "HTTPS://API.EXAMPLE.COM/base/v1/y"} {
		n := play(t, respond(308, "", "Location", location), respond(200, oneThing))
		_, err := get(t, newCore(t, n))
		require.NoError(t, err)
	}
}

func TestRedirectDoesNotTurnAWriteIntoARead(t *testing.T) {
	t.Parallel()
	for _, status := range []int{301, 302, 303} {
		for _, method := range []string{"POST", "PATCH", "PUT", "DELETE"} {
			n := play(t, respond(status, "", "Location", "/base/v1/elsewhere"), respond(200, oneThing))
			err := None(t.Context(), newCore(t, n), operation(t, method, "/v1/things").Path(), nil)
			got := as[*api.Error](t, err)
			require.Equal(t, status, got.Status)
			require.Equal(t, "redirect that turns "+method+" into GET rejected", got.Message)
			require.Len(t, n.attempts(), 1)
		}
		n := play(t, respond(status, "", "Location", "/base/v1/elsewhere"), respond(200, oneThing))
		_, err := get(t, newCore(t, n))
		require.NoError(t, err, "a GET remains one")
	}
}

// TestRedirectedReadIsRetriedAsOneWithoutRedirect also pins that retries after a 429 take nothing
// from the budget.
func TestRedirectedReadIsRetriedAsOneWithoutRedirect(t *testing.T) {
	t.Parallel()
	for _, redirect := range redirectTo {
		for status, budget := range map[int]int{429: 1, 503: 4} {
			n := play(t, func(req *http.Request) (*http.Response, error) {
				if req.URL.Path == "/base/v1/things" {
					return respond(redirect, "", "Location", "/base/v1/elsewhere")(req)
				}
				return respond(status, "", "Retry-After", "1")(req)
			})
			core := newCore(t, n, withBudget(budget))
			o := operation(t, "GET", "/v1/things", op.Traits{Class: op.Stream})
			for range 2 {
				before := len(n.attempts())
				synctest.Test(t, func(t *testing.T) {
					require.True(t, api.Retryable(None(t.Context(), core, o.Path(), nil)))
				})
				require.Equal(t, 6, len(n.attempts())-before, "%d, %d", redirect, status)
			}
		}
	}
}

func TestRedirectedReadThatMayBeAWriteIsSentOnce(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 429} {
		n := play(t, respond(303, "", "Location", "/base/v1/elsewhere"), respond(status, ""))
		asked := 0
		err := None(t.Context(), newCore(t, n, source(&asked)), operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithHeader("X-HTTP-Method-Override", "POST")})
		require.Equal(t, status, as[*api.Error](t, err).Status)
		require.True(t, api.MayHaveApplied(err), status)
		require.Len(t, n.attempts(), 2, status)
	}
}

func TestRedirectsInACircleEnd(t *testing.T) {
	t.Parallel()
	n := play(t, respond(307, "", "Location", "/base/v1/things"))
	_, err := get(t, newCore(t, n))
	got := as[*api.Error](t, err)
	require.Equal(t, 307, got.Status)
	require.Equal(t, "stopped after 10 redirects", got.Message)
	require.Equal(t, 1, got.Attempts)
	require.Len(t, n.attempts(), 10)
}

func TestRedirectWithoutAUsableLocationKeepsItsStatus(t *testing.T) {
	t.Parallel()
	for location, message := range map[string]string{"": "moved", "https://%zz/": "redirect to an invalid URL", "http://a b/": "redirect to an invalid URL", "\x01:": "redirect to an invalid URL"} {
		for _, status := range append(redirectTo, 300, 304, 305) {
			n := play(t, respond(status, `{"error":{"code":1,"message":"moved"}}`, "Location", location))
			err := None(t.Context(), newCore(t, n), operation(t, "POST", "/v1/things").Path(), nil)
			got := as[*api.Error](t, err)
			require.Equal(t, status, got.Status)
			require.Equal(t, message, got.Message)
			require.Equal(t, status >= 301 && status <= 303, api.MayHaveApplied(err), status)
		}
	}
}

func TestCheckRedirectOfTheProgramIsCalledAfterOurs(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	asked := 0
	rule := func(result error) func(*Settings) {
		return func(s *Settings) {
			s.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { asked++; return result }
		}
	}
	n := play(t, respond(307, "", "Location", "/base/v1/y"), respond(200, oneThing))
	_, err := post(t, newCore(t, n, rule(nil)))
	require.NoError(t, err)
	require.Equal(t, 1, asked)

	n = play(t, respond(307, "", "Location", "https://evil.test/"))
	_, err = post(t, newCore(t, n, rule(nil)))
	require.Error(t, err)
	require.Equal(t, 1, asked, "not about one that is rejected anyway")

	n = play(t, respond(307, "", "Location", "/base/v1/y"))
	_, err = post(t, newCore(t, n, rule(enough)))
	require.ErrorIs(t, err, enough)
	require.Equal(t, 307, as[*api.TransportError](t, err).Status)
	require.False(t, api.MayHaveApplied(err))
	require.Len(t, n.attempts(), 1)

	n = play(t, respond(307, "", "Location", "/base/v1/y"))
	_, err = post(t, newCore(t, n, rule(http.ErrUseLastResponse)))
	require.Equal(t, 307, as[*api.Error](t, err).Status)
	require.Len(t, n.attempts(), 1)
}

func TestRejectedRedirectThatShowsTheTokenIsRedacted(t *testing.T) {
	t.Parallel()
	const token = "token-that-is-a-host"
	n := play(t, respond(302, "", "Location", "https://"+token+".evil.test/"))
	_, err := get(t, newCore(t, n, func(s *Settings) { s.TokenSource = StaticToken(token) }))
	require.Equal(t, "redirect to another origin rejected: https://[redacted].evil.test", as[*api.Error](t, err).Message)
}

func TestOtherServerGetsNeitherTokenNorBody(t *testing.T) {
	t.Parallel()
	var visits atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer other.Close()
	for _, status := range redirectTo {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			http.Redirect(w, r, other.URL+"/v1/things", status)
		}))
		base, err := url.Parse(service.URL)
		require.NoError(t, err)
		core := newCore(t, service.Client().Transport, func(s *Settings) { s.BaseURL, s.AttemptTimeout = base, -1 })
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			o := operation(t, method, "/v1/things", op.Traits{Class: op.Once})
			err := None(t.Context(), core, o.Path().Body(thing{Title: "secret"}), nil)
			require.Equal(t, status, as[*api.Error](t, err).Status, method)
			require.ErrorContains(t, err, other.Listener.Addr().String())
		}
		service.Close()
	}
	require.Zero(t, visits.Load())
}
