package integrations_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

// reply is what a script responds with to one request.
type reply struct {
	status int // 0 for a connection that is lost
	body   string
}

// script responds to each request with the next of its replies, and to those after them with the
// last. It keeps what was sent.
type script struct {
	replies                 []reply
	methods, tokens, bodies []string
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	next := s.replies[min(len(s.methods), len(s.replies)-1)]
	s.methods, s.tokens, s.bodies = append(s.methods, req.Method), append(s.tokens, req.Header.Get("Authorization")), append(s.bodies, string(body))
	if next.status == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {fmt.Sprintf("r%d", len(s.methods))}}
	return &http.Response{StatusCode: next.status, Header: header, Body: io.NopCloser(strings.NewReader(next.body)), Request: req}, nil
}

// clientOf returns a client of a service that responds by a script.
func clientOf(t *testing.T, s *script, opts ...publishing.Option) *publishing.Client {
	t.Helper()
	if len(opts) == 0 {
		opts = append(opts, publishing.WithToken("integration-token"))
	}
	client, err := publishing.NewClient("https://api.example.com", append(opts, publishing.WithHTTPClient(&http.Client{Transport: s}))...)
	require.NoError(t, err)
	return client
}

const oneSpace = `{"id":"space_1","title":"Guides"}`

type traceKey struct{}

func TestTokenSourceCallsItsOwnClient(t *testing.T) {
	t.Parallel()
	var traced []any
	trace := publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return tripper(func(req *http.Request) (*http.Response, error) {
			_, rejected := api.RejectedToken(req.Context())
			traced = append(traced, req.Context().Value(traceKey{}), rejected)
			return next.RoundTrip(req)
		})
	})
	tokens := &script{replies: []reply{{201, `{"token":"t1"}`}, {201, `{"token":"t2"}`}}}
	creating := clientOf(t, tokens, publishing.WithToken("integration-token"), trace)
	source := creating.Integrations.Installations.TokenSource("chat", "i1")
	n := &script{replies: []reply{{200, oneSpace}, {401, ""}, {200, oneSpace}, {200, oneSpace}}}
	client := clientOf(t, n, publishing.WithTokenSource(source))
	for range 3 {
		_, err := client.Spaces.Get(context.WithValue(t.Context(), traceKey{}, "trace"), "space_1", spaces.GetOptions{})
		require.NoError(t, err)
	}
	require.Equal(t, []string{"Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"}, n.tokens)
	require.Equal(t, []string{"Bearer integration-token", "Bearer integration-token"}, tokens.tokens)
	require.Equal(t, []any{"trace", false, "trace", false}, traced, "the values of the call are there, without the token of the other client")
	require.NotContains(t, fmt.Sprintf("%+v %+v %#v", struct{ source any }{source}, client, creating), "t2")
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestErrorOfATokenSourceShowsNoToken(t *testing.T) {
	t.Parallel()
	for name, response := range map[string]reply{
		"rejected": {403, `{"error":{"message":"no"}}`}, "no token": {201, `{}`}, "another type": {201, `{"token":{"s3cr3t":1}}`}, "two lines": {201, `{"token":"s3cr3t\n"}`},
	} {
		source := clientOf(t, &script{replies: []reply{response}}).Integrations.Installations.TokenSource("chat", "i1")
		client := clientOf(t, &script{replies: []reply{{200, oneSpace}}}, publishing.WithTokenSource(source))
		_, err := client.Spaces.Get(t.Context(), "space_1", spaces.GetOptions{})
		require.ErrorContains(t, err, "get token: ", name)
		require.NotContains(t, fmt.Sprintf("%v %+v %#v", err, err, err), "s3cr3t", name)
	}
}

// TestCallWithoutATokenHasNotApplied keeps what a failed renewal may have done from passing for an
// effect of the call that needed the token.
func TestCallWithoutATokenHasNotApplied(t *testing.T) {
	t.Parallel()
	for name, response := range map[string]reply{"status": {500, ""}, "response": {201, `{"token":`}, "connection": {}} {
		source := clientOf(t, &script{replies: []reply{response}}).Integrations.Installations.TokenSource("chat", "i1")
		_, err := source(t.Context())
		require.True(t, api.MayHaveApplied(err), name)
		n := &script{}
		_, err = clientOf(t, n, publishing.WithTokenSource(source)).Spaces.Duplicate(t.Context(), "space_1")
		require.ErrorContains(t, err, "get token: ", name)
		require.False(t, api.MayHaveApplied(err), name)
		require.Empty(t, n.methods, name)
	}
	source := clientOf(t, &script{replies: []reply{{404, ""}}}).Integrations.Installations.TokenSource("chat", "i1")
	_, err := clientOf(t, &script{}, publishing.WithTokenSource(source)).Spaces.Duplicate(t.Context(), "space_1")
	require.NotErrorIs(t, err, api.ErrNotFound, "the space may exist")
	cause, found := errors.AsType[*api.Error](err)
	require.True(t, found)
	require.Equal(t, 404, cause.Status)
}

func TestCallWithoutATokenIsRetryableIfATokenMayBeCreatedLater(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{
		408: true, 429: true, 500: true, 502: true, 503: true, 400: false, 401: false, 403: false, 404: false, 501: false,
	} {
		source := clientOf(t, &script{replies: []reply{{status, ""}}}).Integrations.Installations.TokenSource("chat", "i1")
		client := clientOf(t, &script{}, publishing.WithTokenSource(source))
		_, err := client.Spaces.Duplicate(t.Context(), "space_1")
		require.ErrorContains(t, err, "get token: ", status)
		require.Equal(t, want, api.Retryable(err), status)
	}
}

func TestSourceOfAClientThatNewClientDidNotCreateIsAnError(t *testing.T) {
	t.Parallel()
	var client publishing.Client
	_, err := client.Integrations.Installations.TokenSource("chat", "i1")(t.Context())
	require.ErrorContains(t, err, "Integrations.Installations.Tokens.Create: ")
}

const installed = `{"id":"i1","status":"active","space_selection":"all","site_selection":"all","spaces":1,"createdAt":"2026-01-02T03:04:05Z",
	"updatedAt":"2026-01-02T03:04:05Z","externalIds":[],"target":{"organization":"org"},"urls":{"location":"a","app":"b","publicEndpoint":"c"},"configuration":`

func TestMergeConfigurationSendsTheWholeObjectWithTheChanges(t *testing.T) {
	t.Parallel()
	for configuration, want := range map[string]string{
		`{"z":{"x":1.0},"key":"k1"}`: `{"configuration":{"key":"k2","on":false,"z":{"x":1.0}}}`,
		`{}`:                         `{"configuration":{"key":"k2","on":false}}`,
	} {
		s := &script{replies: []reply{{200, installed + configuration + "}"}, {200, installed + `{"key":"k3"}}`}}}
		var meta api.Meta
		got, err := clientOf(t, s).Integrations.Installations.MergeConfiguration(t.Context(), "chat", "i1", secretJSON(`{"key":"k2","on":false}`), api.WithMeta(&meta))
		require.NoError(t, err)
		require.Equal(t, `{"key":"k3"}`, got.Configuration.Reveal().String(), "the response to the patch")
		require.Equal(t, []string{"GET", "PATCH"}, s.methods)
		require.Equal(t, want, s.bodies[1])
		require.Equal(t, "r2", meta.RequestID)
	}
}

func TestMergeConfigurationThatChangesNothingPatchesNothing(t *testing.T) {
	t.Parallel()
	for _, changes := range []string{`{}`, `{"key":"k1"}`, `{"in":{"a":[1,2]}}`} {
		s := &script{replies: []reply{{200, installed + `{"key": "k1", "in": {"a": [1, 2]}}}`}}}
		got, err := clientOf(t, s).Integrations.Installations.MergeConfiguration(t.Context(), "chat", "i1", secretJSON(changes))
		require.NoError(t, err)
		require.Equal(t, "i1", got.ID)
		require.JSONEq(t, `{"key":"k1","in":{"a":[1,2]}}`, got.Configuration.Reveal().String())
		require.Equal(t, []string{"GET"}, s.methods)
	}
}

func TestMergeConfigurationWithAnErrorPatchesNothingAndShowsNoSecret(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response reply
		changes  string
		sent     int
		want     string
	}{
		"of the get":             {reply{404, `{"error":{"message":"none"}}`}, `{"a":"s3cr3t"}`, 1, "Integrations.Installations.Get: "},
		"a text":                 {reply{200, installed + `"s3cr3t"}`}, `{"a":1}`, 1, "/configuration: want a JSON object"},
		"a number":               {reply{200, strings.Replace(installed, `"i1"`, "7", 1) + `{}}`}, `{"a":1}`, 1, "/id: want string, got number"},
		"nothing":                {reply{200, `{}`}, `{"a":1}`, 1, "/id is missing"},
		"no configuration":       {reply{200, strings.TrimSuffix(installed, `,"configuration":`) + "}"}, `{"a":1}`, 1, "/configuration is missing"},
		"null":                   {reply{200, installed + `null}`}, `{"a":1}`, 1, "/configuration is missing"},
		"a list of changes":      {reply{200, `{}`}, `["s3cr3t"]`, 0, "Integrations.Installations.Update: configuration: want a JSON object"},
		"changes that are null":  {reply{200, `{}`}, `null`, 0, "Integrations.Installations.Update: configuration: want a JSON object"},
		"of the patch":           {reply{200, installed + `{}}`}, `{"key":"s3cr3t-value"}`, 2, "Integrations.Installations.Update: "},
		"a response that is not": {reply{200, `[]`}, `{"a":1}`, 1, "Integrations.Installations.Get: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &script{replies: []reply{test.response, {400, `{"error":{"message":"bad value s3cr3t-value"}}`}}}
			got, err := clientOf(t, s).Integrations.Installations.MergeConfiguration(t.Context(), "chat", "i1", secretJSON(test.changes))
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, fmt.Sprintf("%v|%+v|%#v", err, err, err), "s3cr3t")
			require.Nil(t, got)
			require.Len(t, s.methods, test.sent)
		})
	}
	var none publishing.Client
	_, err := none.Integrations.Installations.MergeConfiguration(t.Context(), "chat", "i1", secretJSON(`{}`))
	require.ErrorContains(t, err, "Integrations.Installations.Get: ")
}
