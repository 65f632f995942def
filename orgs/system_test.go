package orgs_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var systemRows = []contract.Row{
	{
		Op:       "System.Info",
		Call:     func(a contract.Args) (any, error) { return a.System.Info(a.Ctx, a.Opts...) },
		Request:  "GET /v1/",
		Status:   200,
		Response: `{"version": "1.2.3", "build": "2026-01-01T03:04:05.678Z"}`,
	},
}

func TestSystemInfoKeepsItsSlashBelowAnyBaseURL(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"": "/v1/", "/": "/v1/", "/platform/api": "/platform/api/v1/", "/platform/api/": "/platform/api/v1/", "/a%2Fb": "/a%2Fb/v1/",
	} {
		var path string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			path = req.RequestURI
			_, _ = w.Write([]byte(`{"version":"1.2.3","build":"2026-01-01"}`))
		}))
		client, err := publishing.NewClient(server.URL+base, publishing.WithToken("token"))
		require.NoError(t, err)
		info, err := client.System.Info(t.Context())
		client.CloseIdleConnections()
		server.Close()
		require.NoError(t, err, base)
		require.Equal(t, "1.2.3", info.Version)
		require.Equal(t, want, path, base)
	}
}
