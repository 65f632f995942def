package publishing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/urls"
)

// A service responds to every request with the same JSON and records the requests.
type service struct {
	status   int
	header   http.Header
	response string

	mu   sync.Mutex
	seen []*http.Request
	body []string
}

func (s *service) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, req)
	s.body = append(s.body, string(body))
	header := s.header.Clone()
	if header == nil {
		header = http.Header{"Content-Type": {"application/json"}}
	}
	return &http.Response{
		StatusCode:    max(s.status, 200),
		Header:        header,
		Body:          io.NopCloser(strings.NewReader(s.response)),
		ContentLength: int64(len(s.response)),
		Request:       req,
	}, nil
}

func (s *service) client(t *testing.T, opts ...publishing.Option) *publishing.Client {
	t.Helper()
	opts = append([]publishing.Option{publishing.WithHTTPClient(&http.Client{Transport: s})}, opts...)
	client, err := publishing.NewClient("https://api.example.com", opts...)
	require.NoError(t, err)
	return client
}

func (s *service) last(t *testing.T) *http.Request {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	require.NotEmpty(t, s.seen)
	return s.seen[len(s.seen)-1]
}

const oneSite = `{"object":"site","id":"s1","title":"Docs"}`

func TestBadBaseURLIsRejectedWithoutShowingSecrets(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ url, message string }{
		"empty":        {"", "empty"},
		"no scheme":    {"api.example.com", "scheme"},
		"other scheme": {"ftp://api.example.com", "scheme"},
		"no host":      {"https://", "host"},
		"password":     {"https://me:sekret@api.example.com", "user"},
		"broken":       {"https://me:sekret@bad host/", "parsed"},
		"user":         {"https://sekret@api.example.com", "user"},
		"query":        {"https://api.example.com?key=sekret", "query"},
		"bare query":   {"https://api.example.com/?", "query"},
		"fragment":     {"https://api.example.com#sekret", "fragment"},
		"version":      {"https://api.example.com/v1", "/v1"},
		"version/":     {"https://api.example.com/prefix/v1/", "/v1"},
		"dots":         {"https://api.example.com/a/../b", ".."},
		"control":      {"https://api.example.com/\x00sekret", "parsed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := publishing.NewClient(test.url, publishing.WithToken("token"))
			require.Nil(t, client)
			require.ErrorContains(t, err, "new client: base URL: ")
			require.ErrorContains(t, err, test.message)
			require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret")
		})
	}
}

func TestBaseURLMayHaveAPathPrefix(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://api.example.com":             "https://api.example.com/v1/orgs/o/sites/s",
		"https://api.example.com/":            "https://api.example.com/v1/orgs/o/sites/s",
		"https://api.example.com/docs/api/":   "https://api.example.com/docs/api/v1/orgs/o/sites/s",
		"https://api.example.com/a%2Fb":       "https://api.example.com/a%2Fb/v1/orgs/o/sites/s",
		"http://localhost:8080/v1x":           "http://localhost:8080/v1x/v1/orgs/o/sites/s",
		"HTTPS://api.example.com:8443/prefix": "https://api.example.com:8443/prefix/v1/orgs/o/sites/s",
	} {
		s := &service{response: oneSite}
		client, err := publishing.NewClient(base, publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: s}))
		require.NoError(t, err, base)
		_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
		require.NoError(t, err, base)
		require.Equal(t, want, s.last(t).URL.String())
	}
}

func TestTokenIsCheckedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts    []publishing.Option
		message string
	}{
		"none":               {nil, "no token"},
		"empty":              {[]publishing.Option{publishing.WithToken("")}, "empty"},
		"line end":           {[]publishing.Option{publishing.WithToken("sekret\n")}, "line ends"},
		"space":              {[]publishing.Option{publishing.WithToken("Bearer sekret")}, "space"},
		"no source":          {[]publishing.Option{publishing.WithTokenSource(nil)}, "nil"},
		"token and none":     {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithoutAuth()}, "use one of them"},
		"no HTTP client":     {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithHTTPClient(nil)}, "nil"},
		"no middleware":      {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithMiddleware(nil)}, "nil"},
		"negative retry":     {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithRetry(publishing.Retry{Attempts: -1})}, "WithoutRetry"},
		"two tokens":         {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithToken("sekret2")}, "more than one"},
		"nil middleware":     {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithMiddleware(func(http.RoundTripper) http.RoundTripper { return nil })}, "returned nil"},
		"no response at all": {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithMaxResponseBytes(0)}, "WithMaxResponseBytes"},
		"user agent":         {[]publishing.Option{publishing.WithToken("sekret"), publishing.WithUserAgent("a\r\nX: y")}, "WithUserAgent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := publishing.NewClient("https://api.example.com", test.opts...)
			require.Nil(t, client)
			require.ErrorContains(t, err, "new client: ")
			require.ErrorContains(t, err, test.message)
			require.NotContains(t, err.Error(), "sekret")
		})
	}
}

func TestTokenOverPlainHTTPOnlyToLoopback(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"http://localhost:1", "http://127.0.0.1:1", "http://127.8.8.8", "http://[::1]:1", "https://api.example.com"} {
		_, err := publishing.NewClient(base, publishing.WithToken("token"))
		require.NoError(t, err, base)
	}
	for _, base := range []string{"http://api.example.com", "http://localhost.example.com", "http://10.0.0.1", "http://127.0.0.1.example.com"} {
		_, err := publishing.NewClient(base, publishing.WithToken("token"))
		require.ErrorContains(t, err, "plain http", base)
		_, err = publishing.NewClient(base, publishing.WithToken("token"), publishing.WithInsecureHTTP())
		require.NoError(t, err, base)
		_, err = publishing.NewClient(base, publishing.WithoutAuth())
		require.NoError(t, err, base)
	}
}

func TestEnvironmentIsReadOnlyWhenAsked(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "https://env.example.com")
	t.Setenv(publishing.EnvToken, "env-token")

	_, err := publishing.NewClient("https://api.example.com")
	require.ErrorContains(t, err, "no token")
	_, err = publishing.NewClient("", publishing.WithToken("token"))
	require.ErrorContains(t, err, "empty")

	ask := func(base string, opts ...publishing.Option) (host, authorization string) {
		s := &service{response: oneSite}
		client, err := publishing.NewClient(base, append(opts, publishing.WithHTTPClient(&http.Client{Transport: s}))...)
		require.NoError(t, err)
		_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
		require.NoError(t, err)
		return s.last(t).URL.Host, s.last(t).Header.Get("Authorization")
	}
	host, authorization := ask("", publishing.WithEnv())
	require.Equal(t, "env.example.com", host)
	require.Equal(t, "Bearer env-token", authorization)
	host, authorization = ask("https://api.example.com", publishing.WithToken("given"), publishing.WithEnv())
	require.Equal(t, "api.example.com", host)
	require.Equal(t, "Bearer given", authorization)
	_, authorization = ask("", publishing.WithEnv(), publishing.WithoutAuth())
	require.Empty(t, authorization)

	t.Setenv(publishing.EnvToken, "")
	_, err = publishing.NewClient("", publishing.WithEnv())
	require.ErrorContains(t, err, "PUBLISHING_TOKEN is not set")
	t.Setenv(publishing.EnvBaseURL, "")
	_, err = publishing.NewClient("", publishing.WithEnv(), publishing.WithToken("token"))
	require.ErrorContains(t, err, "PUBLISHING_BASE_URL is not set")
}

func TestEachRequestSaysWhoAsks(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	_, err := s.client(t, publishing.WithToken("token"), publishing.WithUserAgent("docs-sync/2.1")).Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, "docs-sync/2.1 publishing-go/"+publishing.Version, s.last(t).UserAgent())
}

func TestMiddlewareSeesEachAttemptAndNoToken(t *testing.T) {
	t.Parallel()
	s := &service{status: http.StatusBadGateway}
	var order []string
	watch := func(name string) func(http.RoundTripper) http.RoundTripper {
		return func(next http.RoundTripper) http.RoundTripper {
			return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
				operation, ok := api.OperationFromContext(req.Context())
				require.True(t, ok)
				require.Empty(t, req.Header.Get("Authorization"))
				order = append(order, name+" "+operation)
				resp, err := next.RoundTrip(req)
				require.NoError(t, err)
				require.Empty(t, resp.Request.Header.Get("Authorization"))
				return resp, nil
			})
		}
	}
	client := s.client(t, publishing.WithToken("token"), publishing.WithMiddleware(watch("outer"), watch("inner")),
		publishing.WithRetry(publishing.Retry{Attempts: 2, MinWait: time.Nanosecond}))
	_, err := client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.ErrorIs(t, err, publishing.ErrServer)
	require.Equal(t, []string{"outer Sites.Get", "inner Sites.Get", "outer Sites.Get", "inner Sites.Get"}, order)
	require.Equal(t, "Bearer token", s.last(t).Header.Get("Authorization"))
	_, ok := api.OperationFromContext(t.Context())
	require.False(t, ok)
}

func TestObserverHearsOfEachCallOnce(t *testing.T) {
	t.Parallel()
	s := &service{status: http.StatusNotFound, response: `{"error":{"code":404,"message":"no such site"}}`}
	var heard []api.CallInfo
	client := s.client(t, publishing.WithToken("token"), publishing.WithObserver(func(_ context.Context, info api.CallInfo) { heard = append(heard, info) }))
	_, err := client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.Len(t, heard, 1)
	require.Equal(t, "Sites.Get", heard[0].Operation)
	require.Equal(t, "/v1/orgs/{organizationId}/sites/{siteId}", heard[0].Template)
	require.Equal(t, http.StatusNotFound, heard[0].Status)
	require.Equal(t, 1, heard[0].Attempts)
	require.Equal(t, err, heard[0].Err)
}

func TestUsersHTTPClientIsCopied(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	own := &http.Client{Transport: s, Timeout: time.Hour}
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(own))
	require.NoError(t, err)
	_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.NoError(t, err)
	require.Same(t, s, own.Transport)
	require.Equal(t, time.Hour, own.Timeout)
	require.Nil(t, own.CheckRedirect)
}

func TestWithoutValidationStillRejectsIDs(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	client := s.client(t, publishing.WithToken("token"), publishing.WithoutValidation())
	_, err := client.Sites.Update(t.Context(), "o", "s", sites.Update{Title: new("x")})
	require.NoError(t, err)
	require.Len(t, s.seen, 1)
	for _, id := range []string{"", ".", ".."} {
		_, err = client.Sites.Delete(t.Context(), "o", id)
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, err)
		require.Equal(t, "siteId", invalid.Field)
	}
	require.Len(t, s.seen, 1)
}

func TestValueOfAnEnumThatTheSDKDoesNotKnowIsSent(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	client := s.client(t, publishing.WithToken("token"))
	_, err := client.Sites.Create(t.Context(), "o", sites.Create{Type: "holographic"})
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"holographic"}`, s.body[len(s.body)-1])
	s.response = `{"items":[]}`
	_, err = client.Sites.List(t.Context(), "o", sites.ListOptions{Type: []sites.Type{"holographic"}})
	require.NoError(t, err)
	require.Equal(t, "type=holographic", s.last(t).URL.RawQuery)
}

// TestNothingIsLoggedWithoutALogger makes calls that a logger would be told about at each level.
func TestNothingIsLoggedWithoutALogger(t *testing.T) { //nolint:paralleltest // the default loggers belong to the process
	var logged bytes.Buffer
	logger, writer, flags := slog.Default(), log.Writer(), log.Flags()
	t.Cleanup(func() {
		slog.SetDefault(logger)
		log.SetOutput(writer)
		log.SetFlags(flags)
	})
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	calls := func(opts ...publishing.Option) {
		opts = append(opts, publishing.WithToken("token"), publishing.WithComparedWrites(), publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}))
		s := &service{status: http.StatusBadGateway, response: "<html>"}
		_, err := s.client(t, opts...).Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
		require.ErrorIs(t, err, publishing.ErrServer)
		s = &service{response: `{"object":"site","id":7,"title":"Docs"}`}
		_, err = s.client(t, opts...).Sites.Update(t.Context(), "o", "s", sites.Update{Title: new("New")})
		require.NoError(t, err)
		s = &service{response: `{"items":[],"count":3}`}
		_, err = s.client(t, opts...).Sites.List(t.Context(), "o", sites.ListOptions{})
		require.NoError(t, err)
		_, err = s.client(t, append(opts, publishing.WithReadOnly())...).Sites.Delete(t.Context(), "o", "s")
		require.ErrorIs(t, err, publishing.ErrReadOnly)
	}
	calls()
	require.Empty(t, logged.String())

	calls(publishing.WithLogger(slog.Default()))
	for _, line := range []string{"msg=call", "msg=retry", "unexpected type", "ignored fields of a write", "ended before its count", "error=rejected"} {
		require.Contains(t, logged.String(), line)
	}
}

// TestCallOnAZeroClientIsAnError calls each method of each service of a zero client, nested
// services included.
func TestCallOnAZeroClientIsAnError(t *testing.T) {
	t.Parallel()
	var none publishing.Client
	callAll(t, none, func(name string, method reflect.Value) {
		requireZeroClientError(t, name, firstError(t, t.Context(), method, reflect.Zero))
	})

	ctx, request := t.Context(), publishing.Request{Path: "/v1/orgs"}
	requireZeroClientError(t, "Do", none.Do(ctx, request, nil))
	for _, err := range publishing.All[any](ctx, &none, request) {
		requireZeroClientError(t, "All", err)
	}
	for _, err := range none.Stream(ctx, request) {
		requireZeroClientError(t, "Stream", err)
	}
	require.NotPanics(t, none.CloseIdleConnections)
	require.Equal(t, "publishing.Client()", none.String())
}

func requireZeroClientError(t *testing.T, call string, err error) {
	t.Helper()
	require.ErrorContains(t, err, "publishing.NewClient", call)
	require.False(t, publishing.MayHaveApplied(err), call)
}

// callAll calls each method of each service of a client, nested services included: operations,
// iterators, waits, and what else combines operations.
func callAll(t *testing.T, client publishing.Client, call func(name string, method reflect.Value)) {
	t.Helper()
	calls := 0
	var callService func(service reflect.Value, way string)
	callService = func(service reflect.Value, way string) {
		for field, value := range service.Fields() {
			if field.IsExported() {
				callService(value, way+field.Name+".")
			}
		}
		for method, value := range service.Methods() {
			require.NotPanics(t, func() { call(way+method.Name, value) }, way+method.Name)
			calls++
		}
	}
	callService(reflect.ValueOf(client), "")
	require.Greater(t, calls, 297, "each operation, and the iterators")
}

// firstError calls a method with a context and other arguments and returns its error, or the first
// one that its iterator yields or its token source returns.
func firstError(t *testing.T, ctx context.Context, method reflect.Value, argument func(reflect.Type) reflect.Value) error {
	t.Helper()
	var in []reflect.Value
	for of := range method.Type().Ins() {
		if of == reflect.TypeFor[context.Context]() {
			in = append(in, contextValue(ctx))
		} else {
			in = append(in, argument(of))
		}
	}
	call := method.Call
	if method.Type().IsVariadic() {
		call = method.CallSlice
	}
	out := call(in)
	last := out[len(out)-1]
	if source, ok := reflect.TypeAssert[func(context.Context) (string, error)](last); ok {
		_, err := source(ctx)
		return err
	}
	if last.Kind() == reflect.Func {
		for _, yielded := range last.Seq2() {
			last = yielded
			break
		}
	}
	err, ok := reflect.TypeAssert[error](last)
	require.True(t, ok)
	return err
}

// contextValue returns a context, which may be nil, as an argument.
func contextValue(ctx context.Context) reflect.Value { return reflect.ValueOf(&ctx).Elem() }

func TestNilContextIsAnError(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	client := s.client(t, publishing.WithToken("token"))
	requireNilContext := func(call string, err error) {
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%s: %v", call, err)
		require.Equal(t, "ctx", invalid.Field, call)
	}
	var none context.Context
	callAll(t, *client, func(name string, method reflect.Value) {
		requireNilContext(name, firstError(t, none, method, someValue))
	})
	request := publishing.Request{Path: "/v1/orgs"}
	requireNilContext("Do", client.Do(none, request, nil))
	for _, err := range publishing.All[any](none, client, request) {
		requireNilContext("All", err)
	}
	for _, err := range publishing.All[any](none, client, request, publishing.WithPrefetch()) {
		requireNilContext("All with prefetch", err)
	}
	for _, err := range client.Stream(none, request) {
		requireNilContext("Stream", err)
	}
	tracker, err := insights.NewTracker(client.Sites.Insights.Events, "o", "s", insights.TrackerOptions{})
	require.NoError(t, err)
	requireNilContext("Tracker.Close", tracker.Close(none))
	require.NoError(t, tracker.Close(t.Context()))
	require.Empty(t, s.seen)
}

// someValue returns a valid argument of a method, apart from bodies and options, which are zero.
func someValue(of reflect.Type) reflect.Value {
	switch {
	case of.Kind() == reflect.String:
		return reflect.ValueOf("https://docs.example.com/x").Convert(of)
	case of.Kind() == reflect.Func:
		return reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value {
			var out []reflect.Value
			for result := range of.Outs() {
				out = append(out, reflect.Zero(result))
			}
			return out
		})
	case of == reflect.TypeFor[api.SecretJSON]():
		object, _ := api.NewSecretJSON(struct{}{})
		return reflect.ValueOf(object)
	case of == reflect.TypeFor[urls.PublishedLookup]():
		return reflect.ValueOf(urls.PublishedLookup{URL: api.NewSecret("https://docs.example.com/x")})
	default:
		return reflect.Zero(of)
	}
}

func TestTokenMayBeShort(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	_, err := s.client(t, publishing.WithToken("t")).Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, "Bearer t", s.last(t).Header.Get("Authorization"))
}

func TestHTTPClientWithoutATransportSendsOverTheDefaultTransport(t *testing.T) { //nolint:paralleltest // the default transport belongs to the process, and any test may close its connections
	server, err := fault.Serve(fault.Config{Respond: fault.Script(fault.Respond(200, oneSite))})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL(), http.NoBody)
	require.NoError(t, err)
	resp, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())

	own := &http.Client{}
	client, err := publishing.NewClient(server.URL(), publishing.WithToken("token"), publishing.WithHTTPClient(own), publishing.WithAttemptTimeout(-1))
	require.NoError(t, err)
	for range 3 {
		_, err = client.Sites.Get(t.Context(), "org", "site", sites.GetOptions{})
		require.NoError(t, err)
	}
	_, err = client.Sites.Create(t.Context(), "org", sites.Create{})
	require.NoError(t, err)
	require.Nil(t, own.Transport, "the client is copied")
	require.Len(t, server.Requests(), 5)
	require.Equal(t, 1, server.Conns(), "the connection that the default transport had kept")
	client.CloseIdleConnections()
}

func TestKeyOfAPartnerIsNotSentOverPlainHTTPToAnotherMachine(t *testing.T) {
	t.Parallel()
	sent := 0
	network := publishing.RoundTripperFunc(func(*http.Request) (*http.Response, error) {
		sent++
		return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
	})
	for _, test := range []struct {
		base string
		opts []publishing.Option
		ok   bool
	}{
		{"http://api.example.com", nil, false},
		{"http://api.example.com", []publishing.Option{publishing.WithoutValidation()}, false},
		{"http://api.example.com", []publishing.Option{publishing.WithInsecureHTTP()}, true},
		{"http://127.0.0.1", nil, true},
		{"https://api.example.com", nil, true},
	} {
		sent = 0
		client, err := publishing.NewClient(test.base, append(test.opts, publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: network}))...)
		require.NoError(t, err)
		err = client.Sites.AdsReview.Update(t.Context(), "site_1", sites.AdsReviewUpdate{Status: sites.AdsStatusPending}, sites.AdsReviewUpdateOptions{PartnerKey: api.NewSecret("sekret")})
		if test.ok {
			require.NoError(t, err, test.base)
			require.Equal(t, 1, sent)
			continue
		}
		invalid, ok := errors.AsType[*publishing.ValidationError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, "a base URL with https, or WithInsecureHTTP", invalid.Rule)
		require.NotContains(t, err.Error(), "sekret")
		require.Zero(t, sent)
	}
}
