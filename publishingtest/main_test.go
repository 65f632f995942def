package publishingtest_test

import (
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // thousands of servers do not live long
	goleak.VerifyTestMain(m)
}

// world is a server with an organization, and a client that leaves the limits to the server and
// decodes strictly.
type world struct {
	*publishingtest.Server
	client *publishing.Client
	org    string
	lax    bool       // responses may be invalid: a rule is off, or they are scripted
	direct bool       // send uses no connection
	t      *testing.T // set by helpers that take no *testing.T

	checker *responseChecker  // nil for the one of all tests
	ids     map[string]string // IDs of responseIDs, set by prepare
}

func newWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	server := newServer(t, opts...)
	client := server.Client(publishing.WithoutValidation(), publishing.WithAttemptTimeout(-1), publishing.WithStrictDecoding())
	return &world{Server: server, client: client, org: server.Orgs.Add(orgs.Organization{}).ID}
}

// newServer starts a server whose indexes are checked when the test has ended and has closed it.
func newServer(t *testing.T, opts ...publishingtest.Option) (s *publishingtest.Server) {
	t.Helper()
	t.Cleanup(func() {
		if s == nil { // it did not start
			return
		}
		if problem := misplaced(s); problem != "" { // require would end the cleanup
			t.Errorf("an index differs from a search through everything: %s", problem)
		}
	})
	return publishingtest.NewServer(t, opts...)
}

// must returns the result of a call that has to succeed: must(client.Users.Me(t.Context()))(t).
// A message says why.
func must[T any](result T, err error) func(t *testing.T, message ...any) T {
	return func(t *testing.T, message ...any) T {
		t.Helper()
		require.NoError(t, err, message...)
		return result
	}
}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }

// requireError requires an error to match another one and to contain a text.
func requireError(t *testing.T, err, match error, text string) {
	t.Helper()
	require.ErrorIs(t, err, match)
	require.ErrorContains(t, err, text)
}

// collect returns the elements of a list, whose pages have to be read.
func collect[T any](t *testing.T, list iter.Seq2[T, error]) []T {
	t.Helper()
	return must(pagination.Collect(list, 100_000))(t)
}

// mapped returns what a function returns for each element of a list.
func mapped[T, V any](list []T, of func(T) V) (all []V) {
	for _, element := range list {
		all = append(all, of(element))
	}
	return all
}

// waitFor returns as soon as done reports true. The duration depends on the machine.
func waitFor(done func() bool) {
	for !done() {
		<-time.After(time.Millisecond)
	}
}

// at returns a path below the organization.
func (w *world) at(path string) string { return "/v1/orgs/" + w.org + path }

// wireResponse is a response as it was received.
type wireResponse struct {
	status int
	header http.Header
	body   string
}

// send sends a request without the SDK.
func (w *world) send(t *testing.T, method, path, body string) wireResponse {
	t.Helper()
	return w.sendWith(t, w.Token(), method, path, body)
}

// sendAs sends a request of a user without the SDK.
func (w *world) sendAs(t *testing.T, userID, method, path, body string) wireResponse {
	t.Helper()
	return w.sendWith(t, w.TokenFor(userID), method, path, body)
}

func (w *world) sendWith(t *testing.T, token, method, path, body string) wireResponse {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.URL()+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	if strings.HasPrefix(path, "/v1/ads/") {
		req.Header.Set("X-GitBook-Partner-Key", publishingtest.DefaultPartnerKey)
	}
	var got wireResponse
	if w.direct {
		recorder := httptest.NewRecorder()
		w.ServeHTTP(recorder, req)
		got = wireResponse{recorder.Code, recorder.Header(), recorder.Body.String()}
	} else {
		got = do(t, req)
	}
	if !w.lax {
		checker := w.checker
		if checker == nil {
			checker = must(sharedResponseChecker())(t)
		}
		require.Empty(t, strings.Join(checker.check(req, got), "\n"), "%s %s", method, path)
	}
	return got
}

func do(t *testing.T, req *http.Request) wireResponse {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return wireResponse{resp.StatusCode, resp.Header, string(body)}
}

// object returns the body as JSON.
func (r wireResponse) object(t *testing.T) map[string]any {
	t.Helper()
	var fields map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &fields), r.body)
	return fields
}

// message returns the message of an error body, whose code must be the status.
func (r wireResponse) message(t *testing.T) string {
	t.Helper()
	require.Equal(t, "application/json; charset=utf-8", r.header.Get("Content-Type"))
	failure, ok := r.object(t)["error"].(map[string]any)
	require.True(t, ok, r.body)
	require.InDelta(t, r.status, failure["code"], 0)
	message, ok := failure["message"].(string)
	require.True(t, ok, r.body)
	return message
}

func quoted(text string) string { return encoded(text) }

// encoded returns a value as JSON.
func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
