package publishingtest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestCallIsRecordedAsReceived(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithToken("canary"))
	w.Sites.Add(w.org, sites.Site{ID: "a/b c"})
	must(w.client.Sites.Update(t.Context(), w.org, "a/b c", sites.Update{Title: new("Docs")}, api.WithQuery("trace", "a&b"), api.WithHeader("X-Test", "yes")))(t)
	calls := w.Calls.All()
	require.Len(t, calls, 1)
	call := calls[0]
	require.Equal(t, "Sites.Update", call.Operation)
	require.Equal(t, http.MethodPatch, call.Method)
	require.Equal(t, "/v1/orgs/org_1/sites/a/b c", call.Path)
	require.Equal(t, "/v1/orgs/org_1/sites/a%2Fb%20c", call.EscapedPath)
	require.Equal(t, url.Values{"trace": {"a&b"}}, call.Query)
	require.Equal(t, "yes", call.Header.Get("X-Test"))
	require.JSONEq(t, `{"title":"Docs"}`, string(call.Body))
	require.NotContains(t, fmt.Sprintf("%+v", calls), "canary")
	require.False(t, call.Time.IsZero())
}

func TestBodyOfDecodesARequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{})
	update := spaces.Update{Title: new("Docs"), DefaultLevel: api.Null[api.Role]()}
	must(w.client.Spaces.Update(t.Context(), space.ID, update))(t)
	require.Equal(t, update, publishingtest.BodyOf[spaces.Update](t, w.Calls.All("Spaces.Update")[0]))
	tb := &fakeTB{}
	publishingtest.BodyOf[spaces.Update](tb, publishingtest.Call{Operation: "Spaces.Update", Body: []byte(`{"title":7}`)})
	require.Len(t, tb.failures, 1)
	require.Contains(t, tb.failures[0], "BodyOf: Spaces.Update: ")
}

func TestCallsAreFoundByOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.NoError(t, w.create(t))
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
	require.NoError(t, w.create(t))
	w.send(t, "GET", "/nowhere", "")
	names := func(operations ...string) []string {
		return mapped(w.Calls.All(operations...), func(call publishingtest.Call) string { return call.Operation })
	}
	require.Equal(t, []string{"Sites.Create", "Sites.List", "Sites.Create", ""}, names())
	require.Equal(t, []string{"Sites.Create", "Sites.Create"}, names("Sites.Create"))
	require.Equal(t, []string{"Sites.Create", "Sites.List", "Sites.Create"}, names("Sites.List", "Sites.Create"))
	require.Empty(t, names("Sites.Get"))
	require.Equal(t, 2, w.Calls.Count("Sites.Create"))
	w.Calls.Forget()
	require.Empty(t, w.Calls.All())
	require.Zero(t, w.Calls.Count("Sites.Create"))
	require.Zero(t, w.Calls.Commits("Sites.Create"))
	require.Len(t, w.Sites.All(w.org), 2)
}

func TestCommitsCountWhatTookEffect(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for _, call := range [][3]string{
		{"GET", "/sites", ""},
		{"POST", "/sites", `{"title":"x"}`},
		{"POST", "/sites", `{}`},
		{"PATCH", "/sites/nowhere", `{}`},
		{"PATCH", "/sites/site", `{"title":"Docs"}`},
		{"DELETE", "/sites/nowhere", ""},
		{"DELETE", "/sites/other", ""},
		{"DELETE", "/sites/other", ""},
		{"PUT", "/openapi/spec", `{"source":{"text":"x"}}`},
		{"PUT", "/openapi/new", `{"source":{"text":"x"}}`},
		{"PUT", "/openapi/new", `{}`},
		{"POST", "/ask", `{"query":"x"}`},
		{"GET", "/ask/stream?query=x", ""},
	} {
		w.send(t, call[0], w.at(call[1]), call[2])
	}
	for operation, want := range map[string]int{
		"Sites.List": 0, "Sites.Create": 1, "Sites.Update": 1, "Sites.Delete": 1, "Orgs.OpenAPI.Put": 2, "Orgs.Ask.Answer": 1, "Orgs.Ask.Stream": 0,
	} {
		require.Equal(t, want, w.Calls.Commits(operation), operation)
	}
}

func TestCallLogKeepsTheLast10000(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const most, more = 10_000, 25
	get := func(n int) {
		w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, w.at("/openapi?page="+strconv.Itoa(n)), nil))
	}
	for n := range most {
		get(n)
	}
	require.Zero(t, w.Calls.Dropped())
	require.Len(t, w.Calls.All(), most)
	for n := range more {
		get(most + n)
	}
	require.Equal(t, most+more, w.Calls.Count("Orgs.OpenAPI.List"))
	require.Equal(t, more, w.Calls.Dropped())
	kept := w.Calls.All()
	require.Len(t, kept, most)
	require.Equal(t, strconv.Itoa(more), kept[0].Query.Get("page"), "the oldest are dropped")
	require.Equal(t, strconv.Itoa(most+more-1), kept[most-1].Query.Get("page"))
	w.Calls.Forget()
	require.Zero(t, w.Calls.Dropped())
	get(0)
	require.Len(t, w.Calls.All(), 1)
}

func TestCallLogKeeps64MiBOfBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	body := strings.Repeat("x", 15<<20)
	for n := range 6 {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, w.at("/sites?n="+strconv.Itoa(n)), strings.NewReader(body))
		w.ServeHTTP(httptest.NewRecorder(), req)
	}
	kept := w.Calls.All()
	require.Len(t, kept, 4)
	require.Equal(t, "2", kept[0].Query.Get("n"))
	require.Len(t, kept[3].Body, len(body))
	require.Equal(t, 2, w.Calls.Dropped())
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, w.at("/sites"), strings.NewReader(strings.Repeat("x", 33<<20)))
	w.ServeHTTP(httptest.NewRecorder(), req)
	require.NotEmpty(t, w.Calls.All(), "the last one is kept, however large")
}

func TestCallLogIsSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithoutCallLog())
	require.NoError(t, w.create(t))
	require.NoError(t, w.create(t))
	require.Empty(t, w.Calls.All())
	require.Equal(t, 2, w.Calls.Count("Sites.Create"))
	require.Equal(t, 2, w.Calls.Commits("Sites.Create"))
	require.Equal(t, 2, w.Calls.Dropped())
}
