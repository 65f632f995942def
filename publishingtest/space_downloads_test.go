package publishingtest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
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

	w.Spaces.Files.SetContent(created.ID, []byte("the plan"))
	require.Equal(t, "the plan", get(created.DownloadURL).body)
	w.Spaces.Files.SetContent(created.ID, []byte{})
	require.Empty(t, get(created.DownloadURL).body)

	require.Equal(t, 404, get(w.URL()+"/files/"+created.ID+"/other").status)
	require.Equal(t, 404, get(w.URL()+"/files/nowhere/a.png").status)
	require.Equal(t, 405, w.send(t, http.MethodDelete, "/files/"+created.ID+"/other", "").status)
	elsewhere := w.Spaces.Files.Add("space", "", spaces.File{DownloadURL: "https://cdn.example/a.png"})
	require.Equal(t, "https://cdn.example/a.png", elsewhere.DownloadURL)
	require.Empty(t, w.Calls.All()[0].Operation)
}

func TestDownloadsFail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	file := w.Spaces.Files.Add("space", "", spaces.File{Name: "plan.txt", ContentType: "text/plain"})
	w.Spaces.Files.SetContent(file.ID, []byte("the plan"))
	other := w.Spaces.Files.Add("space", "", spaces.File{Name: "other.txt", ContentType: "text/plain", Size: 3})
	transport := &http.Transport{DisableKeepAlives: true} // so that net/http retries nothing
	read := func(url string) (int, string, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		require.NoError(t, err)
		res, err := transport.RoundTrip(req)
		if err != nil {
			return 0, "", err
		}
		defer func() { require.NoError(t, res.Body.Close()) }()
		body, err := io.ReadAll(res.Body)
		return res.StatusCode, string(body), err
	}
	w.Spaces.Files.AddFault(file.ID, 1, publishingtest.Status(http.StatusServiceUnavailable).When(func(call publishingtest.Call) bool {
		return call.Operation == "" && strings.HasSuffix(call.Path, "/plan.txt")
	}))
	w.Spaces.Files.AddFault(file.ID, 1, publishingtest.Truncate(3))
	w.Spaces.Files.AddFault(file.ID, 1, publishingtest.Truncate(8))
	w.Spaces.Files.AddFault(file.ID, 1, publishingtest.HangUp())
	status, _, err := read(other.DownloadURL)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, "another file")
	status, _, err = read(file.DownloadURL)
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, status)
	status, body, err := read(file.DownloadURL)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "the", body)
	_, body, err = read(file.DownloadURL)
	require.NoError(t, err)
	require.Equal(t, "the plan", body)
	_, _, err = read(file.DownloadURL)
	require.ErrorIs(t, err, io.EOF)
	_, body, err = read(file.DownloadURL)
	require.NoError(t, err)
	require.Equal(t, "the plan", body)
}
