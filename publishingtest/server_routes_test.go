package publishingtest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// serveRequest serves a request with the token, without the network.
func serveRequest(t *testing.T, s *Server, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	recorder := httptest.NewRecorder()
	req := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	req.Header.Set("Authorization", "Bearer "+s.Token())
	s.ServeHTTP(recorder, req)
	return recorder
}

func TestOperationWithoutHandlerReturns501(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	o, err := op.Parse("Sites.Preview", http.MethodPost, "/v1/orgs/{organizationId}/sites/{siteId}/preview")
	require.NoError(t, err)
	open(s.server).routes = newRoutes([]*op.Op{o})
	got := serveRequest(t, s, http.MethodPost, "/v1/orgs/o/sites/s/preview")
	require.Equal(t, http.StatusNotImplemented, got.Code)
	require.JSONEq(t, `{"error":{"code":501,"message":"Sites.Preview (POST /v1/orgs/{organizationId}/sites/{siteId}/preview): the in-memory server does not implement this operation"}}`, got.Body.String())
	require.Zero(t, s.Calls.Commits("Sites.Preview"))
}

func TestUnknownPathReturns501(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	for _, path := range []string{"/", "/v1", "/v2/orgs/o/sites", "/v1/orgs/o/sites/", "/v1//orgs/o/sites", "/v1/orgs/o/../sites", "/v1/orgs/o/nothing%2Fhere"} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			got := serveRequest(t, s, method, path)
			require.Equal(t, http.StatusNotImplemented, got.Code, path)
			require.Contains(t, got.Body.String(), method+" "+path+": ", path)
			require.Empty(t, got.Header().Get("Location"), path)
		}
	}
	require.Len(t, s.Calls.All(), 14)
	require.Empty(t, s.Calls.All()[0].Operation)
}

func TestWrongMethodOfAKnownPathReturns405(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	for path, allow := range map[string]string{
		"/v1/orgs/o/sites":               "GET, POST",
		"/v1/orgs/o/sites/s":             "DELETE, GET, PATCH",
		"/v1/orgs/o/openapi/slug":        "DELETE, GET, PATCH, PUT",
		"/v1/orgs/o/ask":                 "POST",
		"/v1/spaces/s":                   "DELETE, GET, PATCH",
		"/v1/orgs/o/sites/s/share-links": "GET, POST",
	} {
		got := serveRequest(t, s, "REPORT", path)
		require.Equal(t, http.StatusMethodNotAllowed, got.Code, path)
		require.Equal(t, allow, got.Header().Get("Allow"), path)
		require.Contains(t, got.Body.String(), `"code":405`, path)
	}
}
