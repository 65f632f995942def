package stories_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/sites"
)

func serveFault(t *testing.T, config fault.Config) *fault.Server {
	t.Helper()
	server, err := fault.Serve(config)
	require.NoError(t, err)
	t.Cleanup(server.Close)
	return server
}

// detached are contexts that a middleware may send a request with instead of that of the request.
func detached(t *testing.T) map[string]func(context.Context) context.Context {
	t.Helper()
	without := context.WithoutCancel(t.Context())
	return map[string]func(context.Context) context.Context{
		"without values": func(context.Context) context.Context { return without },
		"without cancel": context.WithoutCancel,
		"with a deadline of its own": func(ctx context.Context) context.Context {
			ctx, cancel := context.WithTimeout(ctx, time.Hour)
			t.Cleanup(cancel)
			return ctx
		},
		"cancelled with the test alone": func(context.Context) context.Context { return t.Context() },
	}
}

// detaching returns a client with a middleware that sends each request with another context.
func detaching(t *testing.T, server *fault.Server, instead func(context.Context) context.Context) *publishing.Client {
	t.Helper()
	network := &http.Transport{DisableKeepAlives: true}
	client, err := publishing.NewClient(server.URL(), publishing.WithHTTPClient(&http.Client{Transport: network}), publishing.WithAttemptTimeout(-1),
		publishing.WithTokenSource(func(ctx context.Context) (string, error) { return canary, ctx.Err() }),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
		publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
				return next.RoundTrip(req.WithContext(instead(req.Context())))
			})
		}))
	require.NoError(t, err)
	return client
}

func TestMiddlewareMaySendWithAContextOfItsOwn(t *testing.T) {
	t.Parallel()
	for name, instead := range detached(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serveFault(t, fault.Config{Respond: fault.Script(fault.Respond(200, oneSite))})
			client := detaching(t, server, instead)
			var meta api.Meta
			site, err := client.Sites.Create(t.Context(), "org", sites.Create{Title: new("Guide")}, publishing.WithMeta(&meta), publishing.WithHeader("X-Own", "mine"))
			require.NoError(t, err)
			require.NotEmpty(t, site.ID)
			require.Equal(t, 1, meta.Attempts)
			require.Equal(t, 200, meta.Status)
			requests := server.Requests()
			require.Len(t, requests, 1)
			require.Equal(t, "Bearer "+canary, requests[0].Header.Get("Authorization"))
			require.Equal(t, "application/json", requests[0].Header.Get("Content-Type"))
			require.Equal(t, "mine", requests[0].Header.Get("X-Own"))
			require.Contains(t, requests[0].Header.Get("User-Agent"), publishing.Version)
			require.JSONEq(t, `{"title":"Guide"}`, string(requests[0].Body))
		})
	}
}

// TestMiddlewareWithAContextOfItsOwnDoesNotHideALostResponse checks that the SDK knows the outcome
// of an attempt although the middleware's context does not lead to it: a write that was performed
// is not retried, and its error reports that it may have applied.
func TestMiddlewareWithAContextOfItsOwnDoesNotHideALostResponse(t *testing.T) {
	t.Parallel()
	half := fault.Do(fault.Head(201, "Content-Type", "application/json", "Content-Length", "100"), fault.Raw(`{"id":`), fault.Close)
	for way, lose := range map[string]fault.Act{"reset": fault.Reset, "closed": fault.Close, "502": fault.Respond(502, ""), "truncated": half} {
		for name, instead := range detached(t) {
			t.Run(way+", "+name, func(t *testing.T) {
				t.Parallel()
				server := serveFault(t, fault.Config{Respond: fault.Script(fault.Do(fault.Commit, lose))})
				client := detaching(t, server, instead)
				var meta api.Meta
				_, err := client.Sites.Create(t.Context(), "org", sites.Create{Title: new("Guide")}, publishing.WithMeta(&meta))
				require.True(t, publishing.MayHaveApplied(err), err)
				require.Equal(t, 1, meta.Attempts)
				require.Len(t, server.Requests(), 1)
				require.NotContains(t, err.Error(), canary)

				_, err = client.Sites.Get(t.Context(), "org", "site", sites.GetOptions{}, publishing.WithMeta(&meta))
				require.Error(t, err)
				require.False(t, publishing.MayHaveApplied(err))
				require.Equal(t, 3, meta.Attempts)
				require.Len(t, server.Requests(), 1+3)
			})
		}
	}
}

// TestDeadlineOfAMiddlewareDoesNotHideAPerformedWrite lets a middleware give up on an attempt that
// the service has acted on.
func TestDeadlineOfAMiddlewareDoesNotHideAPerformedWrite(t *testing.T) {
	t.Parallel()
	without := context.WithoutCancel(t.Context())
	for name, root := range map[string]func(context.Context) context.Context{
		"below the request's": func(ctx context.Context) context.Context { return ctx },
		"without values":      func(context.Context) context.Context { return without },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			givenUp := errors.New("given up by the middleware")
			acted := make(chan struct{}, 1)
			server := serveFault(t, fault.Config{Respond: fault.Script(fault.Do(fault.Commit, func(*fault.Exchange) { acted <- struct{}{} }, fault.Hold))})
			client := detaching(t, server, func(ctx context.Context) context.Context {
				ctx, cancel := context.WithCancelCause(root(ctx))
				t.Cleanup(func() { cancel(nil) })
				go func() {
					<-acted
					cancel(givenUp)
				}()
				return ctx
			})
			var meta api.Meta
			_, err := client.Sites.Create(t.Context(), "org", sites.Create{}, publishing.WithMeta(&meta))
			require.True(t, publishing.MayHaveApplied(err), err)
			require.ErrorIs(t, err, givenUp)
			require.Equal(t, 1, meta.Attempts)
			require.Equal(t, 1, server.Commits())
			require.NoError(t, t.Context().Err())
		})
	}
}

func TestTokenIsInNoErrorOfAMiddlewareWithAContextOfItsOwn(t *testing.T) {
	t.Parallel()
	network := publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) { return nil, fmt.Errorf("failed: %v", req.Header) })
	for way, token := range map[string]publishing.Option{
		"token":        publishing.WithToken(canary),
		"token source": publishing.WithTokenSource(func(context.Context) (string, error) { return canary, nil }),
	} {
		for name, instead := range detached(t) {
			client, err := publishing.NewClient("https://api.example.com", publishing.WithHTTPClient(&http.Client{Transport: network}), token,
				publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
					return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
						return next.RoundTrip(req.WithContext(instead(req.Context())))
					})
				}))
			require.NoError(t, err)
			_, err = client.Sites.Get(t.Context(), "org", "site", sites.GetOptions{})
			require.Error(t, err)
			require.NotContains(t, err.Error(), canary, "%s, %s", way, name)
		}
	}
}

// TestPlainServerBehindMiddlewareIsNeverWritten has an https URL of a plain HTTP server.
func TestPlainServerBehindMiddlewareIsNeverWritten(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	pass := func(next http.RoundTripper) http.RoundTripper { return publishing.RoundTripperFunc(next.RoundTrip) }
	for name, opts := range map[string][]publishing.Option{"none": nil, "one": {publishing.WithMiddleware(pass)}} {
		opts = append(opts, publishing.WithToken(canary), publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}))
		client, err := publishing.NewClient(strings.Replace(server.URL, "http:", "https:", 1), opts...)
		require.NoError(t, err)
		t.Cleanup(client.CloseIdleConnections)
		_, err = client.Sites.Create(t.Context(), "org-1", sites.Create{})
		require.ErrorIs(t, err, http.ErrSchemeMismatch, name)
		require.False(t, api.MayHaveApplied(err), name)
		failed, ok := errors.AsType[*api.TransportError](err)
		require.True(t, ok, name)
		require.Equal(t, 3, failed.Attempts, name)
	}
}
