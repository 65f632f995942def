package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestSystemInfoIsServedWithItsSlashAlone(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return at }))
	w.Advance(time.Hour)
	info := must(w.client.System.Info(t.Context()))(t)
	require.Equal(t, "1.0.0", info.Version)
	require.Equal(t, "2026-03-04T05:06:07Z", info.Build, "the start of the server")
	for _, path := range []string{"/v1", "/v1/nothing", "/v1/orgs/", "/v1//", "/"} {
		require.Equal(t, http.StatusNotImplemented, w.send(t, "GET", path, "").status, path)
	}
	require.Equal(t, http.StatusMethodNotAllowed, w.send(t, "POST", "/v1/", "").status)
}
