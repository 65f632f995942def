package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/spaces"
)

// fetch sends a request to an address that needs no token.
func fetch(t *testing.T, method, address, body string) wireResponse {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	return do(t, req)
}

func TestFilesAreServedWithoutAToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	get := func(url string) wireResponse { return fetch(t, http.MethodGet, url, "") }
	created := w.Spaces.Files.Add("space", "", spaces.File{Name: "a plan/of us.png", ContentType: "image/png", Size: 20})
	got := get(created.DownloadURL)
	require.Equal(t, 200, got.status)
	require.Equal(t, "image/png", got.header.Get("Content-Type"))
	require.Equal(t, "file_1\nfile_1\nfile_1", got.body[:20])
	require.Len(t, got.body, 20)

	w.Spaces.Files.Serve(created.ID, []byte("the plan"))
	require.Equal(t, "the plan", get(created.DownloadURL).body)
	w.Spaces.Files.Serve(created.ID, []byte{})
	require.Empty(t, get(created.DownloadURL).body)

	require.Equal(t, 404, get(w.URL()+"/files/"+created.ID+"/other").status)
	require.Equal(t, 404, get(w.URL()+"/files/nowhere/a.png").status)
	require.Equal(t, 405, w.send(t, http.MethodDelete, "/files/"+created.ID+"/other", "").status)
	elsewhere := w.Spaces.Files.Add("space", "", spaces.File{DownloadURL: "https://cdn.example/a.png"})
	require.Equal(t, "https://cdn.example/a.png", elsewhere.DownloadURL)
	require.Empty(t, w.Calls.All()[0].Operation)
}
