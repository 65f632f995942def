package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestCallWithoutAValidTokenReturns401(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, authorization := range []string{"", "Bearer", "Bearer ", "Bearer wrong-token", "Basic " + w.Token(), w.Token(), "Bearer " + w.Token() + "x"} {
		for _, path := range []string{w.at("/sites"), "/v1/orgs/nowhere/sites", "/nowhere"} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+path, http.NoBody)
			require.NoError(t, err)
			if authorization != "" {
				req.Header.Set("Authorization", authorization)
			}
			got := do(t, req)
			require.Equal(t, http.StatusUnauthorized, got.status, "%q %s", authorization, path)
			require.Equal(t, "Bearer", got.header.Get("WWW-Authenticate"))
			require.Contains(t, got.message(t), "bearer token")
			require.NotContains(t, got.body, "wrong-token")
		}
	}
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
}

func TestEachOfSeveralTokensIsAccepted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithToken("first"), publishingtest.WithToken("second"))
	require.Equal(t, "first", w.Token())
	for token, want := range map[string]error{"first": nil, "second": nil, publishingtest.DefaultToken: publishing.ErrUnauthorized} {
		client := must(publishing.NewClient(w.URL(), publishing.WithToken(token), publishing.WithAttemptTimeout(-1)))(t)
		require.ErrorIs(t, errorOf(client.Sites.List(t.Context(), w.org, sites.ListOptions{})), want, token)
	}
}
