package stories_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A fileSource is where files are read: the main content, a revision or a change request.
type fileSource struct {
	open     func(ctx context.Context, fileID string, options spaces.FileOpenOptions) (*spaces.FileContent, error)
	download func(ctx context.Context, fileID string, to io.Writer, options spaces.FileOpenOptions) (*spaces.File, error)
}

// fileSources return the sources of files.
var fileSources = map[string]func(server *publishingtest.Server, space string) fileSource{
	"space": func(server *publishingtest.Server, space string) fileSource {
		files := server.Client(strict, strictWrites).Spaces.Files
		return fileSource{
			func(ctx context.Context, id string, options spaces.FileOpenOptions) (*spaces.FileContent, error) {
				return files.Open(ctx, space, id, options)
			},
			func(ctx context.Context, id string, to io.Writer, options spaces.FileOpenOptions) (*spaces.File, error) {
				return files.Download(ctx, space, id, to, options)
			},
		}
	},
	"revision": func(server *publishingtest.Server, space string) fileSource {
		files, revisions := server.Client(strict, strictWrites).Spaces.Revisions.Files, server.Spaces.Revisions.All(space)
		latest := revisions[len(revisions)-1].ID
		return fileSource{
			func(ctx context.Context, id string, options spaces.FileOpenOptions) (*spaces.FileContent, error) {
				return files.Open(ctx, space, latest, id, options)
			},
			func(ctx context.Context, id string, to io.Writer, options spaces.FileOpenOptions) (*spaces.File, error) {
				return files.Download(ctx, space, latest, id, to, options)
			},
		}
	},
	"change request": func(server *publishingtest.Server, space string) fileSource {
		files := server.Client(strict, strictWrites).ChangeRequests.Files
		request := server.ChangeRequests.Add(space, changerequests.ChangeRequest{}).ID
		return fileSource{
			func(ctx context.Context, id string, options spaces.FileOpenOptions) (*spaces.FileContent, error) {
				return files.Open(ctx, space, request, id, options)
			},
			func(ctx context.Context, id string, to io.Writer, options spaces.FileOpenOptions) (*spaces.File, error) {
				return files.Download(ctx, space, request, id, to, options)
			},
		}
	},
}

// read reads a file with one of the two methods, and returns what it got.
func (s fileSource) read(t *testing.T, method, fileID string) (string, error) {
	t.Helper()
	if method == "Download" {
		var to bytes.Buffer
		file, err := s.download(t.Context(), fileID, &to, spaces.FileOpenOptions{})
		if err == nil {
			require.Equal(t, fileID, file.ID)
		}
		return to.String(), err
	}
	file, err := s.open(t.Context(), fileID, spaces.FileOpenOptions{})
	if err != nil {
		return "", err
	}
	require.Equal(t, fileID, file.ID)
	got, err := io.ReadAll(file.Body)
	require.NoError(t, file.Body.Close())
	return string(got), err
}

// TestFilesAreCompleteOrAnError reads a file with each method that there is, while the service has
// each fault that a download can have. A file that is read without an error is the whole file.
func TestFilesAreCompleteOrAnError(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("0123456789abcdef", 1<<12)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err := io.WriteString(z, content)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	seen := make(chan http.Header, 100)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		seen <- req.Header
		_, _ = io.WriteString(w, content)
	}))
	t.Cleanup(elsewhere.Close)

	type world struct {
		*publishingtest.Server
		file spaces.File
	}
	fail := func(n int, faults ...publishingtest.Fault) func(world) {
		return func(w world) {
			for _, fault := range faults {
				w.Spaces.Files.AddFault(w.file.ID, n, fault)
			}
		}
	}
	status, truncate := publishingtest.Status, publishingtest.Truncate
	changed := strings.ToUpper(content)
	for name, test := range map[string]struct {
		fault          func(world)
		open, download string // the error, "" for none
	}{
		"none":                      {fault: func(world) {}},
		"before the header":         {fault: fail(1, publishingtest.HangUp(), publishingtest.Reset())},
		"unavailable":               {fault: fail(1, status(503), status(502))},
		"unavailable for long":      {fault: fail(9, status(503)), open: "503", download: "503"},
		"before the first byte":     {fault: fail(1, truncate(0))},
		"in the middle":             {fault: fail(1, truncate(40_000))},
		"twice in the middle":       {fault: fail(1, truncate(40_000), truncate(10_000))},
		"always":                    {fault: fail(9, truncate(1_000)), open: "EOF", download: "EOF"},
		"reset instead of the rest": {fault: fail(1, truncate(40_000), publishingtest.Reset())},
		"416 instead of the rest":   {fault: fail(1, truncate(40_000), status(416)), open: "the rest is not available"},
		"the whole after all":       {fault: fail(1, truncate(40_000), status(200).Body("text/plain", content)), open: "the rest is not available"},
		"another after all":         {fault: fail(1, truncate(40_000), status(200).Body("text/plain", changed)), open: "the rest is not available", download: "has changed"},
		"another file": {fault: func(w world) {
			w.Spaces.Files.AddFault(w.file.ID, 1, truncate(40_000))
			w.Spaces.Files.AddFault(w.file.ID, 1, publishingtest.Pass().When(func(publishingtest.Call) bool {
				w.Spaces.Files.SetContent(w.file.ID, []byte(changed))
				return true
			}))
		}, open: "the rest is not available", download: "has changed"},
		"too short":  {fault: fail(1, status(200).Body("text/plain", content[1:])), open: "want 65536 bytes of content, got 65535", download: "got 65535"},
		"too long":   {fault: fail(1, status(200).Body("text/plain", content+".")), open: "got 65537", download: "got 65537"},
		"in gzip":    {fault: fail(1, status(200).Body("text/plain", zipped.String()).Header("Content-Encoding", "gzip")), open: `"gzip"`, download: `"gzip"`},
		"no content": {fault: fail(1, status(204).Body("text/plain", "")), open: "want status 200", download: "want status 200"},
		"expired":    {fault: fail(1, status(403))},
		"forbidden":  {fault: fail(2, status(403)), open: "403", download: "403"},
		"redirected": {fault: fail(1, status(302).Header("Location", elsewhere.URL))},
	} {
		for source, of := range fileSources {
			for method, want := range map[string]string{"Open": test.open, "Download": test.download} {
				t.Run(name+"/"+source+"/"+method, func(t *testing.T) {
					t.Parallel()
					server := publishingtest.NewServer(t)
					org := server.Orgs.Add(orgs.Organization{}).ID
					space := server.Spaces.Add(org, spaces.Space{}).ID
					file := server.Spaces.Files.Add(space, "", spaces.File{Name: "plan.txt", Size: int64(len(content))})
					server.Spaces.Files.SetContent(file.ID, []byte(content))
					test.fault(world{server, file})
					got, err := of(server, space).read(t, method, file.ID)
					if want == "" {
						require.NoError(t, err)
						require.Equal(t, content, got)
						return
					}
					require.ErrorContains(t, err, want)
					require.True(t, strings.HasPrefix(content, got), "what was read before the error is its beginning")
				})
			}
		}
	}
	t.Cleanup(func() {
		require.NotEmpty(t, seen)
		for len(seen) > 0 {
			header := <-seen
			require.NotContains(t, header, "Authorization")
			require.NotContains(t, header, "Referer")
			require.Equal(t, "identity", header.Get("Accept-Encoding"))
		}
	})
}
