package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A world is a server with a space to export, and a directory for it.
type world struct {
	*publishingtest.Server

	t   *testing.T
	dir string
}

// newWorld returns a world whose space has the given pages. Its clock advances by a second with
// each call, so that the time of an edited page changes.
func newWorld(t *testing.T, pages ...publishingtest.Page) *world {
	t.Helper()
	var looks atomic.Int64
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	server := publishingtest.NewServer(t, publishingtest.WithClock(func() time.Time { return start.Add(time.Duration(looks.Add(1)) * time.Second) }))
	org := server.Orgs.Add(orgs.Organization{})
	server.Spaces.Add(org.ID, spaces.Space{ID: "space", Title: "Guides"}, pages...)
	return &world{Server: server, t: t, dir: filepath.Join(t.TempDir(), "out")}
}

func (w *world) exporter() *exporter {
	return newExporter(w.Client(), "space", w.dir)
}

// export runs a new exporter, like another run of the program, after forgetting the calls.
func (w *world) export() summary {
	w.t.Helper()
	w.Calls.Forget()
	sum, err := w.exporter().run(w.t.Context())
	require.NoError(w.t, err)
	return sum
}

// files returns the content of the directory by path, without the journal.
func (w *world) files() map[string]string {
	w.t.Helper()
	found := map[string]string{}
	require.NoError(w.t, filepath.WalkDir(w.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(w.dir, name)
		require.NoError(w.t, err)
		if rel = filepath.ToSlash(rel); slices.Contains([]string{journalPath, pagesPath, receiptPath, summaryPath}, rel) {
			return nil
		}
		content, err := os.ReadFile(name)
		found[rel] = string(content)
		return err
	}))
	return found
}

func page(id, title, text string, below ...publishingtest.Page) publishingtest.Page {
	return publishingtest.Page{ID: id, Title: title, Sections: []publishingtest.Section{{Body: text}}, Pages: below}
}

// tree returns a few pages.
func tree() []publishingtest.Page {
	return []publishingtest.Page{
		page("a", "First steps", "Go.", page("b", "Install", "Type it."), page("c", "Run", "")),
		{ID: "g", Title: "More", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{{ID: "d", Title: "Deep", Description: "Far down.", Sections: []publishingtest.Section{{Title: "Why", Body: "So."}}}}},
		{ID: "l", Title: "Elsewhere", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://a.example")}},
	}
}

func treeFiles() map[string]string {
	return map[string]string{
		"first-steps.md":         "# First steps\n\nGo.\n",
		"first-steps/install.md": "# Install\n\nType it.\n",
		"first-steps/run.md":     "# Run\n",
		"more/deep.md":           "---\ndescription: \"Far down.\"\n---\n# Deep\n\n## Why\n\nSo.\n",
	}
}

func TestPagesAreWrittenInTheirTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	require.Equal(t, summary{total: 4, written: 4}, w.export())
	require.Equal(t, treeFiles(), w.files())
}

func TestFilesOfTheSpaceAreDownloaded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "A", "Text."))
	w.Spaces.Files.Add("space", "", spaces.File{ID: "one", Name: "plan.png", Size: 8})
	w.Spaces.Files.Add("space", "", spaces.File{ID: "two", Name: "Plan.png", Size: 7})
	w.Spaces.Files.Add("space", "", spaces.File{ID: "three", Name: "../../../etc/passwd", Size: 4})
	w.Spaces.Files.SetContent("one", []byte("the plan"))
	w.Spaces.Files.SetContent("two", []byte("another"))
	w.Spaces.Files.SetContent("three", []byte("root"))
	require.Equal(t, 4, w.export().written)
	require.Equal(t, map[string]string{
		"a.md": "# A\n\nText.\n", "files/plan.png": "the plan", "files/Plan-two.png": "another", "files/_._.._._etc_passwd": "root",
	}, w.files())
	require.Equal(t, 4, w.export().upToDate)
}

func TestSecondRunFetchesWhatChangedOrIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.Spaces.Files.Add("space", "", spaces.File{ID: "one", Name: "plan.png", Size: 100})
	require.Equal(t, 5, w.export().written)
	whole := w.files()

	require.Equal(t, summary{total: 5, upToDate: 5}, w.export())
	require.Zero(t, w.Calls.Count("Spaces.Pages.Get"))

	w.Spaces.Pages.Edit("space", "", "b", func(p *publishingtest.Page) { p.Sections[0].Body = "Edited." })
	require.NoError(t, os.Remove(filepath.Join(w.dir, "more", "deep.md")))
	require.NoError(t, os.Truncate(filepath.Join(w.dir, "files", "plan.png"), 50))
	require.Equal(t, summary{total: 5, written: 3, upToDate: 2}, w.export())
	require.Equal(t, 2, w.Calls.Count("Spaces.Pages.Get"))
	whole["first-steps/install.md"] = "# Install\n\nEdited.\n"
	require.Equal(t, whole, w.files())
}

func TestEditedMetadataIsFetchedAlthoughTheTimeOfThePageIsTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "First steps", "Go."))
	for _, written := range []int{1, 0, 1} {
		w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.EditJSON(func(tree map[string]any) {
			for _, page := range tree["pages"].([]any) {
				page.(map[string]any)["updatedAt"] = "2026-01-01T00:00:00Z"
			}
		}))
		require.Equal(t, summary{total: 1, written: written, upToDate: 1 - written}, w.export())
		if written == 0 {
			w.Spaces.Pages.Edit("space", "", "a", func(p *publishingtest.Page) { p.Description = "New." })
		}
	}
	require.Equal(t, map[string]string{"first-steps.md": "---\ndescription: \"New.\"\n---\n# First steps\n\nGo.\n"}, w.files())
}

func TestDirectoryWithFilesOfNoExportIsRejected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	require.NoError(t, os.Mkdir(w.dir, 0o750))
	mine := filepath.Join(w.dir, "first-steps.md")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
	_, err := w.exporter().run(t.Context())
	require.ErrorContains(t, err, "it has files that are of no export; use an empty directory")
	content, err := os.ReadFile(mine)
	require.NoError(t, err)
	require.Equal(t, "mine", string(content))
}

func TestEditedFileOfTheSameSizeIsFetched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Files.Add("space", "", spaces.File{ID: "one", Name: "one.txt", Size: 3})
	w.Spaces.Files.Add("space", "", spaces.File{ID: "synced", Name: "synced.txt", Size: 3, Git: &spaces.GitBlob{OID: "1", Path: "synced.txt"}})
	w.Spaces.Files.SetContent("one", []byte("old"))
	w.Spaces.Files.SetContent("synced", []byte("old"))
	require.Equal(t, 2, w.export().written)

	w.Spaces.Files.Edit("space", "", "one", func(f *spaces.File) { f.Name = "one.txt" })
	w.Spaces.Files.SetContent("one", []byte("new"))
	require.Equal(t, summary{total: 2, written: 1, upToDate: 1}, w.export(), "the Git object of the other file is the same")
	w.Spaces.Files.Edit("space", "", "synced", func(f *spaces.File) { f.Git.OID = "2" })
	w.Spaces.Files.SetContent("synced", []byte("now"))
	w.export()
	require.Equal(t, map[string]string{"files/one.txt": "new", "files/synced.txt": "now"}, w.files())
}

func TestFilesOfRemovedPagesAreRemoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.export()
	require.NoError(t, os.WriteFile(filepath.Join(w.dir, "first-steps", "mine.txt"), []byte("mine"), 0o600))
	w.Spaces.Pages.Remove("space", "", "d")
	w.Spaces.Pages.Edit("space", "", "a", func(p *publishingtest.Page) { p.Slug = "start" })
	sum := w.export()
	require.Equal(t, 4, sum.removed, "one page is removed, three have moved")
	require.Equal(t, map[string]string{
		"start.md": "# First steps\n\nGo.\n", "start/install.md": "# Install\n\nType it.\n", "start/run.md": "# Run\n", "first-steps/mine.txt": "mine",
	}, w.files())
	require.NoDirExists(t, filepath.Join(w.dir, "more"))
	require.Equal(t, summary{total: 3, upToDate: 3}, w.export())
}

// TestFileOfAPageThatIsOnlyHiddenIsKept lets a page be missing from a tree that looks complete, and
// then lets the revision of the last run be gone.
func TestFileOfAPageThatIsOnlyHiddenIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.export()
	w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.EditJSON(func(tree map[string]any) {
		tree["pages"] = tree["pages"].([]any)[1:] // without a, b and c
	}))
	sum, err := w.exporter().run(t.Context())
	require.EqualError(t, err, "not removed, because no revision proves that their pages are gone: first-steps.md, first-steps/install.md, first-steps/run.md")
	require.Equal(t, summary{total: 1, upToDate: 1}, sum)
	require.Equal(t, treeFiles(), w.files())
	require.Equal(t, summary{total: 4, upToDate: 4}, w.export())

	before, err := w.Client().Spaces.Get(t.Context(), "space", spaces.GetOptions{})
	require.NoError(t, err)
	w.Spaces.Pages.Remove("space", "", "d")
	gone := publishingtest.Status(http.StatusNotFound).WhenParam("revisionId", before.Revision)
	w.Faults.Add("Spaces.Revisions.Pages.Tree", 1, gone)
	_, err = w.exporter().run(t.Context())
	require.ErrorContains(t, err, "nothing is removed, because the removed pages are not known: ")
	require.Equal(t, treeFiles(), w.files())
	require.Equal(t, summary{total: 3, upToDate: 3, removed: 1}, w.export())
}

func TestFileOfAHiddenPageThatTheUserDeletedIsNoError(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.export()
	hide := publishingtest.EditJSON(func(tree map[string]any) { tree["pages"] = tree["pages"].([]any)[1:] })
	for _, wantError := range []bool{true, false} {
		w.Faults.Add("Spaces.Pages.Tree", 1, hide)
		_, err := w.exporter().run(t.Context())
		require.Equal(t, wantError, err != nil, err)
		for _, name := range []string{"first-steps.md", "first-steps/install.md", "first-steps/run.md"} {
			_ = os.Remove(filepath.Join(w.dir, name))
		}
	}
	require.Equal(t, summary{total: 4, written: 3, upToDate: 1}, w.export())
	require.Equal(t, treeFiles(), w.files())
}

func TestPagesThatSwapNamesKeepTheirTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "One", "Of a."), page("b", "Two", "Of b."))
	w.export()
	slug := func(id, slug string) {
		w.Spaces.Pages.Edit("space", "", id, func(p *publishingtest.Page) { p.Slug = slug })
	}
	slug("a", "three")
	slug("b", "one")
	slug("a", "two")
	// The first page cannot be read, so that only the other one moves in this run.
	w.Faults.Add("Spaces.Pages.Get", 1, publishingtest.Status(http.StatusForbidden))
	e := w.exporter()
	e.parallel = 1
	_, err := e.run(t.Context())
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.Equal(t, map[string]string{"one.md": "# Two\n\nOf b.\n", "two.md": "# Two\n\nOf b.\n"}, w.files(), "nothing is removed before everything is written")
	w.export()
	require.Equal(t, map[string]string{"one.md": "# Two\n\nOf b.\n", "two.md": "# One\n\nOf a.\n"}, w.files())
}

func TestInterruptedRunIsContinued(t *testing.T) {
	t.Parallel()
	for stop := 1; stop <= 4; stop++ {
		w := newWorld(t, tree()...)
		ctx, interrupt := context.WithCancel(t.Context())
		var calls atomic.Int64
		w.Faults.Delay("Spaces.Pages.Get", func(ctx context.Context) {
			if calls.Add(1) == int64(stop) {
				interrupt()
				<-ctx.Done()
			}
		})
		e := w.exporter()
		e.parallel = 1
		sum, err := e.run(ctx)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, stop-1, sum.written)
		whole := treeFiles()
		for name, content := range w.files() {
			require.Equal(t, whole[name], content, name)
		}
		require.Len(t, w.files(), stop-1)

		w.Faults.Delay("Spaces.Pages.Get", nil)
		require.Equal(t, summary{total: 4, written: 5 - stop, upToDate: stop - 1}, w.export())
		require.Equal(t, whole, w.files())
	}
}

func TestInterruptedDownloadLeavesNoFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, interrupt := context.WithCancel(t.Context())
	var whole atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		rw.Header().Set("Content-Length", "8")
		_, _ = io.WriteString(rw, "the ")
		if !whole.Load() {
			_ = http.NewResponseController(rw).Flush()
			interrupt()
			<-req.Context().Done()
		}
		_, _ = io.WriteString(rw, "plan")
	}))
	t.Cleanup(elsewhere.Close)
	w.Spaces.Files.Add("space", "", spaces.File{Name: "plan.png", Size: 8, DownloadURL: elsewhere.URL})
	_, err := w.exporter().run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, w.files())
	whole.Store(true)
	require.Equal(t, 1, w.export().written)
	require.Equal(t, map[string]string{"files/plan.png": "the plan"}, w.files())
}

func TestKilledRunIsContinued(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.export()
	journal, err := os.ReadFile(filepath.Join(w.dir, journalPath))
	require.NoError(t, err)
	for cut := 0; cut < len(journal); cut += 5 {
		// A kill truncates the journal anywhere and leaves an incomplete file.
		require.NoError(t, os.WriteFile(filepath.Join(w.dir, journalPath), journal[:cut], 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(w.dir, state, "part-X"), []byte("half"), 0o600))
		sum := w.export()
		require.Equal(t, 4, sum.written+sum.upToDate)
		require.GreaterOrEqual(t, sum.upToDate, strings.Count(string(journal[:cut]), "\n")-1)
		require.Equal(t, treeFiles(), w.files())
	}
}

func TestLostResponsesAreRetried(t *testing.T) {
	t.Parallel()
	for _, fault := range []publishingtest.Fault{ // three could meet the three attempts of one call
		publishingtest.HangUp(), publishingtest.Truncate(10), publishingtest.Status(http.StatusServiceUnavailable),
	} {
		w := newWorld(t, tree()...)
		w.Faults.Add("Spaces.Pages.Get", 1, fault)
		w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.Reset())
		require.Equal(t, 4, w.export().written)
		require.Equal(t, treeFiles(), w.files())
	}
}

func TestDownloadIsRetriedFromTheBeginningWithoutToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var mu sync.Mutex
	var seen []http.Header
	elsewhere := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		mu.Lock()
		seen = append(seen, req.Header)
		attempt := len(seen)
		mu.Unlock()
		switch attempt {
		case 1:
			rw.WriteHeader(http.StatusBadGateway)
		case 2:
			rw.Header().Set("Content-Length", "4")
			_, _ = io.WriteString(rw, "pl")
			_ = http.NewResponseController(rw).Flush()
			panic(http.ErrAbortHandler)
		default:
			_, _ = io.WriteString(rw, "plan")
		}
	}))
	t.Cleanup(elsewhere.Close)
	w.Spaces.Files.Add("space", "", spaces.File{Name: "plan.png", Size: 4, DownloadURL: elsewhere.URL + "/plan?signature=SECRET"})
	w.export()
	require.Equal(t, "plan", w.files()["files/plan.png"])
	require.Len(t, seen, 3)
	for _, header := range seen {
		require.NotContains(t, header, "Authorization")
		for _, values := range header {
			require.NotContains(t, strings.Join(values, ""), w.Token())
		}
	}
}

func TestDownloadReportsPermanentFailures(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		requests.Add(1)
		status, err := strconv.Atoi(path.Base(req.URL.Path))
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		rw.WriteHeader(status)
	}))
	t.Cleanup(elsewhere.Close)
	for address, want := range map[string]struct {
		text     string
		requests int64
	}{
		elsewhere.URL + "/404?signature=SECRET":    {"Spaces.Files.Download: GET /v1/spaces/space/content/files/file_1: 404", 2},
		elsewhere.URL + "/204?signature=SECRET":    {"want status 200", 1},
		elsewhere.URL + "/500?signature=SECRET":    {"500", 3},
		elsewhere.URL + "/hangup?signature=SECRET": {"EOF", 3},
		"file:///etc/passwd":                       {"want a download URL with https", 0},
		"//SECRET":                                 {"want a download URL with https", 0},
		"https://a b/SECRET":                       {"want a download URL with https", 0},
	} {
		requests.Store(0)
		w := newWorld(t)
		w.Spaces.Files.Add("space", "", spaces.File{Name: "a.bin", DownloadURL: address})
		_, err := w.exporter().run(t.Context())
		require.ErrorContains(t, err, want.text, address)
		require.NotContains(t, err.Error(), "SECRET")
		require.Equal(t, want.requests, requests.Load(), address)
		require.Empty(t, w.files())
	}
}

func TestOtherItemsAreExportedAfterAFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.Faults.Add("Spaces.Pages.Get", 1, publishingtest.Status(http.StatusForbidden))
	sum, err := w.exporter().run(t.Context())
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.Equal(t, "3 written, 0 up to date, 0 removed, 1 not done", sum.String())
	require.Equal(t, summary{total: 4, written: 1, upToDate: 3}, w.export())
	require.Equal(t, treeFiles(), w.files())
}

// receipt returns the receipt of the last run.
func (w *world) receipt() *receipt {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, receiptPath))
	require.NoError(w.t, err)
	got := new(receipt)
	require.NoError(w.t, json.Unmarshal(data, got))
	return got
}

func TestReceiptReportsWhatWasExported(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.Spaces.Files.Add("space", "", spaces.File{ID: "one", Name: "plan.png", Size: 8})
	w.Faults.Add("Spaces.Pages.Get", 1, publishingtest.Status(http.StatusForbidden).WhenParam("pageId", "b"))
	w.Spaces.Files.AddFault("one", 1, publishingtest.Status(http.StatusGone))
	_, err := w.exporter().run(t.Context())
	_, ok := errors.AsType[*incompleteError](err)
	require.True(t, ok, err)
	space, err := w.Client().Spaces.Get(t.Context(), "space", spaces.GetOptions{})
	require.NoError(t, err)

	got := w.receipt()
	require.Equal(t, []string{"space", space.Revision}, []string{got.Space, got.Revision})
	require.False(t, got.Complete)
	require.Equal(t, tally{Expected: 4, Written: 3}, got.Pages)
	require.Equal(t, tally{Expected: 1}, got.Files)
	require.Equal(t, []exception{
		{Key: "page/g", Reason: "a page of type group has no text of its own"}, {Key: "page/l", Reason: "a page of type link has no text of its own"},
	}, got.Skipped)
	failed := map[string]string{}
	for _, f := range got.Failed {
		failed[f.Key+" "+f.Path] = f.Reason
	}
	require.Len(t, failed, 2)
	require.Contains(t, failed["page/b first-steps/install.md"], "403")
	require.Contains(t, failed["file/one files/plan.png"], "410")

	w.Spaces.Pages.Remove("space", "", "d")
	w.export()
	got = w.receipt()
	require.True(t, got.Complete)
	require.Equal(t, tally{Expected: 3, Written: 1, UpToDate: 2}, got.Pages)
	require.Equal(t, tally{Expected: 1, Written: 1}, got.Files)
	require.Equal(t, 1, got.Removed)
	require.Empty(t, got.Failed)
}

func TestReceiptOfAnInterruptedRunListsWhatIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	ctx, interrupt := context.WithCancel(t.Context())
	w.Faults.Delay("Spaces.Pages.Get", func(ctx context.Context) {
		interrupt()
		<-ctx.Done()
	})
	_, err := w.exporter().run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	got := w.receipt()
	require.False(t, got.Complete)
	require.Len(t, got.Failed, 4)
	require.Equal(t, exception{Key: "page/a", Path: "first-steps.md", Reason: "the run ended before"}, got.Failed[0])
}

func TestManyFailuresEndTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t, many(60)...)
	w.Faults.Add("Spaces.Pages.Get", 60, publishingtest.Status(http.StatusForbidden))
	_, err := w.exporter().run(t.Context())
	require.ErrorContains(t, err, "10 could not be written:\npage-")
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.Less(t, w.Calls.Count("Spaces.Pages.Get"), 20)
}

func many(n int) (pages []publishingtest.Page) {
	for i := range n {
		pages = append(pages, page("p"+strconv.Itoa(i), "Page "+strconv.Itoa(i), "Text."))
	}
	return pages
}

func TestPageWithoutMarkdownIsAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "A", "Text."))
	w.Faults.Add("Spaces.Pages.Get", 1, publishingtest.Status(200).Body("application/json", `{"id":"a","title":"A","type":"document"}`))
	_, err := w.exporter().run(t.Context())
	require.EqualError(t, err, "a.md: the response contains no Markdown")
	require.Empty(t, w.files())
}

func TestParallelLimitsConcurrentFetches(t *testing.T) {
	t.Parallel()
	const at, rounds = 3, 4
	w := newWorld(t, many(at*rounds)...)
	arrived, release := make(chan struct{}), make(chan struct{})
	w.Faults.Delay("Spaces.Pages.Get", func(context.Context) {
		arrived <- struct{}{}
		<-release
	})
	e := w.exporter()
	e.parallel = at
	ended := make(chan error, 1)
	go func() {
		_, err := e.run(t.Context())
		ended <- err
	}()
	for range rounds {
		for range at {
			<-arrived
		}
		select {
		case <-arrived:
			t.Error("more concurrent fetches than the limit")
		default:
		}
		for range at {
			release <- struct{}{}
		}
	}
	require.NoError(t, <-ended)
	require.Len(t, w.files(), at*rounds)
}

func TestPathsStayInTheDirectory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "A", "Text.", page("b", "B", "Below.")))
	outside := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(w.dir, state), 0o750)) // as after an earlier run
	require.NoError(t, os.Symlink(outside, filepath.Join(w.dir, "a")))
	_, err := w.exporter().run(t.Context())
	require.ErrorContains(t, err, "a/b.md: ")
	left, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDirectoryOfAnotherSpaceIsRejected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.export()
	e := w.exporter()
	org := w.Orgs.Add(orgs.Organization{})
	e.spaceID = w.Spaces.Add(org.ID, spaces.Space{}).ID
	_, err := e.run(t.Context())
	require.EqualError(t, err, "directory "+w.dir+": it contains space/space; choose another directory")
	require.Equal(t, treeFiles(), w.files())
}

func TestNoDirectoryIsCreatedForAMissingSpace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	e := w.exporter()
	e.spaceID = "nowhere"
	_, err := e.run(t.Context())
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.NoDirExists(t, w.dir)
}

func TestDirectoryOfAPageIsNoFileOfAnother(t *testing.T) {
	t.Parallel()
	below := page("b", "Below", "Of b.")
	dotted := page("dotted", "Dotted", "Of dotted.", below)
	dotted.Slug = "readme.md"
	for name, c := range map[string]struct {
		pages []publishingtest.Page
		want  map[string]string
	}{
		"the directory first": {
			[]publishingtest.Page{dotted, page("r", "Readme", "Of r.")},
			map[string]string{"readme.md.md": "---\nslug: \"readme.md\"\n---\n# Dotted\n\nOf dotted.\n", "readme.md/below.md": "# Below\n\nOf b.\n", "readme-r.md": "---\nslug: \"readme\"\n---\n# Readme\n\nOf r.\n"},
		},
		"the file first": {
			[]publishingtest.Page{page("r", "Readme", "Of r."), dotted},
			map[string]string{"readme.md-dotted.md": "---\nslug: \"readme.md\"\n---\n# Dotted\n\nOf dotted.\n", "readme.md-dotted/below.md": "# Below\n\nOf b.\n", "readme.md": "---\nslug: \"readme\"\n---\n# Readme\n\nOf r.\n"},
		},
	} {
		w := newWorld(t, c.pages...)
		w.export()
		require.Equal(t, c.want, w.files(), name)
		require.Zero(t, w.export().written, name)
	}
}

func TestFileGivesWayToADirectoryAndBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("r", "Readme", "Of r."), page("d", "Dotted", "Of d.", page("b", "Below", "Of b.")))
	slug := func(id, slug string) {
		w.Spaces.Pages.Edit("space", "", id, func(p *publishingtest.Page) { p.Slug = slug })
	}
	w.export()
	before := w.files()
	slug("r", "other")
	slug("d", "readme.md")
	w.export()
	require.Equal(t, map[string]string{
		"other.md": "# Readme\n\nOf r.\n", "readme.md.md": "---\nslug: \"readme.md\"\n---\n# Dotted\n\nOf d.\n", "readme.md/below.md": "# Below\n\nOf b.\n",
	}, w.files())
	slug("d", "dotted")
	slug("r", "readme")
	w.export()
	require.Equal(t, before, w.files())
}

func TestPathsThatAreOneFileOnSomeSystemsAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "A", "Text."))
	for _, names := range [][2]string{{"caf\u00e9.txt", "cafe\u0301.txt"}, {"PLAN.txt", "plan.txt"}, {"stra\u00dfe.txt", "STRASSE.txt"}} {
		w.Spaces.Files.Add("space", "", spaces.File{ID: "f" + names[0], Name: names[0]})
		w.export()
		w.Spaces.Files.Edit("space", "", "f"+names[0], func(f *spaces.File) { f.Name = names[1] })
		require.Zero(t, w.export().removed, "on some systems, removing %q would remove %q", names[0], names[1])
		require.Contains(t, w.files(), "files/"+names[1])
		require.NotContains(t, w.files(), "files/"+names[0])
	}
}
