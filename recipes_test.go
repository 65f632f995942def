package publishing_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMirrorContinuesAfterAnyCall(t *testing.T) {
	t.Parallel()
	const op, pages = "Spaces.Revisions.Pages.Get", 4
	for before := range pages {
		server := publishingtest.NewServer(t)
		space := server.SeedDemo().Spaces[0]
		client := server.Client(publishing.WithoutRetry())
		dir, err := os.OpenRoot(t.TempDir())
		require.NoError(t, err)
		server.Faults.Add(op, before, publishingtest.Pass())
		server.Faults.Add(op, 1, publishingtest.Truncate(100))

		require.Error(t, mirror(t.Context(), client, space, dir))
		require.NoError(t, mirror(t.Context(), client, space, dir))

		require.Equal(t, pages+1, server.Calls.Count(op), "only the call that failed is repeated")
		files, err := fs.Glob(dir.FS(), "*.md")
		require.NoError(t, err)
		require.Len(t, files, pages)
		require.NoError(t, dir.Close())
	}
}

func TestRelayReportsATruncatedStream(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Streams.Script("Orgs.Ask.Stream",
		publishingtest.TextEvent("Open"),
		publishingtest.Interrupt())

	browser := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/?q=How", http.NoBody)
	relay(server.Client(), org).ServeHTTP(browser, request)

	require.Contains(t, browser.Body.String(), "event: text\ndata: \"Open\"\n\nevent: failed\n")
	require.Equal(t, 1, server.Calls.Count("Orgs.Ask.Stream"), "not retried: another answer costs money")
}

// contentOf returns the files of a directory.
func contentOf(t *testing.T, dir *os.Root) map[string]string {
	t.Helper()
	found := map[string]string{}
	names, err := fs.Glob(dir.FS(), "*")
	require.NoError(t, err)
	for _, name := range names {
		data, err := dir.ReadFile(name)
		require.NoError(t, err)
		found[name] = string(data)
	}
	return found
}

func openDir(t *testing.T) *os.Root {
	t.Helper()
	dir, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, dir.Close()) })
	return dir
}

// TestMirrorEqualsAFreshOne changes the space between runs of which each may fail, and compares the
// mirror with a new one: no text is older or newer, and none is left of a page that was removed.
func TestMirrorEqualsAFreshOne(t *testing.T) {
	t.Parallel()
	const op = "Spaces.Revisions.Pages.Get"
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	client, dir := server.Client(publishing.WithoutRetry()), openDir(t)
	edit := func(id, title, text string) {
		server.Spaces.Pages.Edit(space, "", id, func(page *publishingtest.Page) {
			page.Title, page.Sections = title, []publishingtest.Section{{Body: text}}
		})
	}
	for _, change := range []func(){
		func() {},
		func() { edit("page_1", "One", "A.") },
		func() { edit("page_1", "One", "B."); edit("page_2", "Two", "C.") },
		func() { server.Spaces.Pages.Add(space, "", "page_2", publishingtest.Page{ID: "new", Title: "New"}) },
		func() { server.Spaces.Pages.Remove(space, "", "new"); edit("page_4", "Four", "D.") },
		func() {
			server.Spaces.Pages.Move(space, "", "page_4", "page_1")
			server.Spaces.Pages.Remove(space, "", "page_2")
		},
	} {
		change()
		server.Faults.Add(op, 1, publishingtest.Pass())
		server.Faults.Add(op, 1, publishingtest.Status(http.StatusBadGateway))
		_ = mirror(t.Context(), client, space, dir) // fails if two pages have changed
	}
	fresh := openDir(t)
	for _, into := range []*os.Root{dir, fresh} {
		for mirror(t.Context(), client, space, into) != nil { // there are few faults
			continue
		}
	}
	require.Equal(t, contentOf(t, fresh), contentOf(t, dir))
	require.NotContains(t, contentOf(t, dir), "new.md")
}

func TestMirrorRemovesNothingAfterAnIncompleteResponse(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	dir := openDir(t)
	require.NoError(t, mirror(t.Context(), server.Client(), space, dir))
	whole := contentOf(t, dir)
	empty := publishingtest.Status(http.StatusOK).Body("application/json", "{}")
	server.Spaces.Pages.Edit(space, "", "page_1", func(page *publishingtest.Page) { page.Sections = nil })
	for _, op := range []string{"Spaces.Get", "Spaces.Revisions.Pages.Tree", "Spaces.Revisions.Pages.Get"} {
		server.Faults.Add(op, 1, empty)
		require.Error(t, mirror(t.Context(), server.Client(), space, dir), op)
		require.Equal(t, whole, contentOf(t, dir), op)
	}
	const path = `"title":"A","slug":"a","path":"a"`
	for page, pointer := range map[string]string{
		`{"id":"page_1","title":"A"}`:                              "/pages/0/type",
		`{"id":"page_1","type":7}`:                                 "/pages/0/type",
		`{"id":"page_1","type":"group","pages":{"id":"page_2"}}`:   "/pages/0/pages",
		`{"id":"page_1","type":"group",` + path + `}`:              "/pages/0/pages",
		`{"id":"page_1","type":"group",` + path + `,"pages":null}`: "/pages/0/pages",
		`{"type":"group",` + path + `,"pages":[]}`:                 "/pages/0/id",
	} {
		server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.Status(http.StatusOK).Body("application/json", `{"pages":[`+page+`]}`))
		var failed *api.DecodeError
		require.ErrorAs(t, mirror(t.Context(), server.Client(), space, dir), &failed, page)
		require.Equal(t, pointer, failed.Pointer, page)
		require.Equal(t, whole, contentOf(t, dir), page)
	}
}

func TestChangesInLeavesOutThoseOfTheMainContent(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	client, space, request := server.Client(), demo.Spaces[0], demo.ChangeRequest
	changed := func() (list []string) {
		changed, err := client.ChangeRequests.Get(t.Context(), space, request)
		require.NoError(t, err)
		diffs, err := changesIn(t.Context(), client, space, changed)
		require.NoError(t, err)
		for _, diff := range diffs {
			list = append(list, diff.String())
		}
		return list
	}
	server.Spaces.Pages.Add(space, request, "", publishingtest.Page{Title: "Mine"})
	want := changed()
	require.Contains(t, want, "added: mine")

	server.Spaces.Pages.Add(space, "", "", publishingtest.Page{Title: "Theirs"})
	require.Equal(t, want, changed(), "the main content has changed")

	_, err := client.ChangeRequests.UpdateFromMain(t.Context(), space, request)
	require.NoError(t, err)
	require.Equal(t, want, changed(), "the change request contains the changes of the main content")

	_, err = client.ChangeRequests.Merge(t.Context(), space, request, changerequests.MergeOptions{})
	require.NoError(t, err)
	require.Equal(t, want, changed(), "it is merged")
}

func TestChangesInIsAnErrorIfAPageIsMissing(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	client, space := server.Client(), demo.Spaces[0]
	request, err := client.ChangeRequests.Get(t.Context(), space, demo.ChangeRequest)
	require.NoError(t, err)
	for response, pointer := range map[string]string{
		`{}`: "/pages",
		`{"pages":[{"id":"page_1","type":"group","title":"A","slug":"a","path":"a"}]}`: "/pages/0/pages",
	} {
		for tree := range 2 { // the tree of the change request, and the one it is compared with
			server.Faults.Add("Spaces.Revisions.Pages.Tree", tree, publishingtest.Pass())
			server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.Status(http.StatusOK).Body("application/json", response))
			_, err := changesIn(t.Context(), client, space, request)
			var failed *api.DecodeError
			require.ErrorAs(t, err, &failed, response)
			require.Equal(t, pointer, failed.Pointer)
		}
	}
}

func TestMergeIsComparedWithItsOtherParent(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	client, space, ctx := server.Client(), demo.Spaces[0], t.Context()
	main := server.Spaces.Pages.Add(space, "", "", publishingtest.Page{Title: "Theirs"}).ID
	server.Spaces.Pages.Add(space, demo.ChangeRequest, "", publishingtest.Page{Title: "Mine"})
	_, err := client.ChangeRequests.Merge(ctx, space, demo.ChangeRequest, changerequests.MergeOptions{})
	require.NoError(t, err)

	request, err := client.ChangeRequests.Get(ctx, space, demo.ChangeRequest)
	require.NoError(t, err)
	merged, err := client.Spaces.Revisions.Get(ctx, space, *request.RevisionMerged, spaces.RevisionGetOptions{})
	require.NoError(t, err)
	others := slices.DeleteFunc(merged.Parents, func(id string) bool { return id == request.Revision })
	require.Equal(t, []string{main}, others)
	before, err := client.Spaces.Revisions.Pages.Tree(ctx, space, main, spaces.PageTreeOptions{})
	require.NoError(t, err)
	diffs := spaces.DiffPages(before.Pages, merged.Pages)
	want, err := changesIn(ctx, client, space, request)
	require.NoError(t, err)
	require.Equal(t, len(want), len(diffs)) //nolint:testifylint // the trees differ
	for i := range want {
		require.Equal(t, want[i].String(), diffs[i].String())
	}
}

func TestCommentOnceIsRepeatedWithoutASecondComment(t *testing.T) {
	t.Parallel()
	const op = "ChangeRequests.Comments.Create"
	for name, fault := range map[string]publishingtest.Fault{
		"not performed":                    publishingtest.Reset(),
		"performed":                        publishingtest.Reset().AfterCommit(),
		"performed, truncated response":    publishingtest.Truncate(10),
		"performed, 504 of a proxy":        publishingtest.Status(http.StatusGatewayTimeout).AfterCommit(),
		"certainly not performed":          publishingtest.Status(http.StatusForbidden),
		"performed, cannot look afterward": publishingtest.HangUp().AfterCommit(),
	} {
		server := publishingtest.NewServer(t)
		demo := server.SeedDemo()
		comments := len(server.Spaces.Comments.All(demo.Spaces[0], demo.ChangeRequest))
		server.Faults.Add(op, 1, fault)
		if name == "performed, cannot look afterward" {
			server.Faults.Add("ChangeRequests.Comments.List", 1, publishingtest.Pass())
			server.Faults.Add("ChangeRequests.Comments.List", 1, publishingtest.Status(http.StatusForbidden))
		}
		post := func() error {
			return commentOnce(t.Context(), server.Client(), demo.Spaces[0], demo.ChangeRequest, "build-1734", "Ready.")
		}
		first := post()
		if name == "certainly not performed" {
			require.Equal(t, 1, server.Calls.Count("ChangeRequests.Comments.List"), "there is nothing to look for")
		}
		require.NoError(t, post(), name)
		require.NoError(t, post(), name)
		require.Len(t, server.Spaces.Comments.All(demo.Spaces[0], demo.ChangeRequest), comments+1, name)
		require.Equal(t, server.Calls.Count(op) == 2, first != nil && name != "performed, cannot look afterward", name)
	}
}

func TestRelayEndsTheQuestionWhenTheBrowserLeaves(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	asked, ended := make(chan struct{}), make(chan struct{})
	ask, end := sync.OnceFunc(func() { close(asked) }), sync.OnceFunc(func() { close(ended) })
	server.Streams.Delay("Orgs.Ask.Stream", func(ctx context.Context) {
		ask()
		<-ctx.Done()
		end()
	})
	site := httptest.NewServer(relay(server.Client(), org))
	defer site.Close()
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, site.URL+"?q=How", http.NoBody)
	require.NoError(t, err)
	go func() {
		<-asked
		leave()
	}()
	resp, err := site.Client().Do(request)
	if err == nil {
		require.NoError(t, resp.Body.Close())
	}
	require.ErrorIs(t, err, context.Canceled)
	<-ended
}

func TestEachSpaceKeepsTheLimitAndGoesOnAfterFailures(t *testing.T) {
	t.Parallel()
	const limit, total = 3, 10
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	for range total {
		server.Spaces.Add(org, spaces.Space{Title: "A"})
	}
	server.Faults.Add("Spaces.Update", 2, publishingtest.Status(http.StatusForbidden))
	var running, done atomic.Int64
	var exceeded atomic.Bool
	full := make(chan struct{})
	reached := sync.OnceFunc(func() { close(full) })
	err := eachSpace(t.Context(), server.Client(), org, limit, func(ctx context.Context, space spaces.Space) error {
		now := running.Add(1)
		defer running.Add(-1)
		if now >= limit {
			reached()
		}
		if now > limit {
			exceeded.Store(true)
		}
		<-full // the first ones wait for each other
		done.Add(1)
		_, err := server.Client().Spaces.Update(ctx, space.ID, spaces.Update{Title: new("B")})
		return err
	})
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.EqualValues(t, total, done.Load())
	require.False(t, exceeded.Load())
	updated := slices.DeleteFunc(server.Spaces.All(org), func(space spaces.Space) bool { return space.Title != "B" })
	require.Len(t, updated, total-2)

	server.Faults.Add("Spaces.List", 1, publishingtest.Status(http.StatusForbidden))
	err = eachSpace(t.Context(), server.Client(), org, 0, func(context.Context, spaces.Space) error { return nil })
	require.ErrorIs(t, err, publishing.ErrForbidden, "the list is incomplete")
}

func TestNightlyAsksForAnotherRunOnlyIfItMaySucceed(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{}).ID
	server.Spaces.Add(org, spaces.Space{})
	client := server.Client(publishing.WithoutRetry())
	list := func(ctx context.Context) error {
		_, err := client.Spaces.List(ctx, org, spaces.ListOptions{})
		return err
	}
	rename := func(ctx context.Context) error {
		_, err := client.Spaces.Update(ctx, space, spaces.Update{Title: new("B")})
		return err
	}
	each := func(ctx context.Context) error {
		return eachSpace(ctx, client, org, 1, func(ctx context.Context, space spaces.Space) error {
			_, err := client.Spaces.Content.Get(ctx, space.ID, spaces.ContentGetOptions{})
			return err
		})
	}
	unavailable, forbidden := publishingtest.Status(http.StatusServiceUnavailable), publishingtest.Status(http.StatusForbidden)
	for name, test := range map[string]struct {
		job    func(context.Context) error
		op     string
		faults []publishingtest.Fault
		want   int
	}{
		"success":           {list, "Spaces.List", nil, 0},
		"transient":         {list, "Spaces.List", []publishingtest.Fault{unavailable}, 75},
		"forbidden":         {list, "Spaces.List", []publishingtest.Fault{forbidden}, 1},
		"lost write":        {rename, "Spaces.Update", []publishingtest.Fault{publishingtest.Reset().AfterCommit()}, 1},
		"rejected write":    {rename, "Spaces.Update", []publishingtest.Fault{publishingtest.Status(http.StatusTooManyRequests)}, 75},
		"all transient":     {each, "Spaces.Content.Get", []publishingtest.Fault{unavailable, unavailable}, 75},
		"one is forbidden":  {each, "Spaces.Content.Get", []publishingtest.Fault{unavailable, forbidden}, 1},
		"error of the job":  {func(context.Context) error { return fs.ErrNotExist }, "Spaces.List", nil, 1},
		"disk full as well": {func(ctx context.Context) error { return errors.Join(list(ctx), fs.ErrClosed) }, "Spaces.List", []publishingtest.Fault{unavailable}, 1},
		"list is forbidden": {each, "Spaces.List", []publishingtest.Fault{forbidden}, 1},
	} {
		server.Calls.Forget()
		for _, fault := range test.faults {
			server.Faults.Add(test.op, 1, fault)
		}
		require.Equal(t, test.want, nightly(t.Context(), time.Hour, slog.New(slog.DiscardHandler), test.job), name)
	}
}

func TestNightlyEndsAtItsLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		code := nightly(t.Context(), time.Hour, slog.New(slog.DiscardHandler), func(ctx context.Context) error {
			<-ctx.Done()
			return context.Cause(ctx)
		})
		require.Equal(t, time.Hour, time.Since(begun))
		require.Equal(t, 75, code, "the rest is for the next run")

		ctx, stop := context.WithCancel(t.Context())
		code = nightly(ctx, time.Hour, slog.New(slog.DiscardHandler), func(ctx context.Context) error {
			stop() // as a signal does
			return fmt.Errorf("stopped: %w", context.Cause(ctx))
		})
		require.Equal(t, 75, code)
	})
}

// openRequest creates an open change request.
func openRequest(t *testing.T, client *publishing.Client, spaceID string) *changerequests.ChangeRequest {
	t.Helper()
	request, err := client.ChangeRequests.Create(t.Context(), spaceID, changerequests.Create{})
	require.NoError(t, err)
	request, err = client.ChangeRequests.Update(t.Context(), spaceID, request.ID, changerequests.Update{Status: changerequests.StatusOpen})
	require.NoError(t, err)
	return request
}

func TestDraftIsNotMerged(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	draft, err := server.Client().ChangeRequests.Create(t.Context(), space, changerequests.Create{})
	require.NoError(t, err)
	require.ErrorContains(t, mergeChecked(t.Context(), server.Client(), space, draft), "not open")
	require.Zero(t, server.Calls.Count("ChangeRequests.Merge"))
}

func TestChangeRequestWithoutStateIsNotMerged(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	checked := openRequest(t, server.Client(), space)
	var whole []byte
	_, err := server.Client().ChangeRequests.Get(t.Context(), space, checked.ID, publishing.WithRawBody(&whole))
	require.NoError(t, err)
	for _, pointer := range []string{"/status", "/outdated", "/revision"} {
		response := without(t, whole, pointer, nil)
		server.Faults.Add("ChangeRequests.Get", 1, publishingtest.Status(http.StatusOK).Body("application/json", response))
		var failed *api.DecodeError
		require.ErrorAs(t, mergeChecked(t.Context(), server.Client(), space, checked), &failed)
		require.Equal(t, pointer, failed.Pointer)
	}
	require.Zero(t, server.Calls.Count("ChangeRequests.Merge"))
}

func TestMergeOfAnUncheckedRevisionIsReported(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"ChangeRequests.Get", "ChangeRequests.Merge"} { // before it and, at the last moment, after it
		for _, edited := range []string{"change request", "main content"} {
			t.Run(edited+" before "+when, func(t *testing.T) {
				t.Parallel()
				server := publishingtest.NewServer(t)
				space := server.SeedDemo().Spaces[0]
				request := openRequest(t, server.Client(), space)
				pages := server.Spaces.Pages.All(space, "")
				retitle := func(changeRequestID string, page int) spaces.Revision {
					return server.Spaces.Pages.Edit(space, changeRequestID, pages[page].ID, func(page *publishingtest.Page) { page.Title += ", edited" })
				}
				retitle(request.ID, 0)
				checked, err := server.Client().ChangeRequests.Get(t.Context(), space, request.ID)
				require.NoError(t, err)
				at := request.ID
				if edited == "main content" {
					at = ""
				}
				var once sync.Once
				edit := func(next http.RoundTripper) http.RoundTripper {
					return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
						if operation, _ := publishing.OperationFromContext(req.Context()); operation == when {
							once.Do(func() { retitle(at, 1) })
						}
						return next.RoundTrip(req)
					})
				}
				err = mergeChecked(t.Context(), server.Client(publishing.WithMiddleware(edit)), space, checked)
				require.Error(t, err)
				require.Equal(t, when == "ChangeRequests.Merge", server.Calls.Count("ChangeRequests.Merge") == 1, err)
			})
		}
	}
}

func TestMergeOfWhatWasCheckedSucceeds(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	client := server.Client()
	request := openRequest(t, client, space)
	pages := server.Spaces.Pages.All(space, "")
	edit := func(page *publishingtest.Page) { page.Title += ", edited" }
	server.Spaces.Pages.Edit(space, request.ID, pages[0].ID, edit)
	server.Spaces.Pages.Edit(space, "", pages[1].ID, edit) // it is outdated
	_, err := client.ChangeRequests.UpdateFromMain(t.Context(), space, request.ID)
	require.NoError(t, err)
	checked, err := client.ChangeRequests.Get(t.Context(), space, request.ID)
	require.NoError(t, err)
	server.Faults.Add("Spaces.Revisions.Get", 3, publishingtest.Status(http.StatusServiceUnavailable))
	err = mergeChecked(t.Context(), client, space, checked)
	require.ErrorContains(t, err, "is merged, but not verified")
	merged, err := client.ChangeRequests.Get(t.Context(), space, request.ID)
	require.NoError(t, err)
	require.NoError(t, verifyMerge(t.Context(), client, space, *merged.RevisionMerged, checked))
	for _, revision := range []string{`{"id":%q,"pages":[]}`, `{"id":%q,"pages":[],"parents":null}`, `{"id":%q,"pages":[],"parents":"x"}`, `{"id":"%s0","pages":[],"parents":["` + checked.Revision + `"]}`} {
		server.Faults.Add("Spaces.Revisions.Get", 1, publishingtest.Status(http.StatusOK).Body("application/json", fmt.Sprintf(revision, *merged.RevisionMerged)))
		require.ErrorContains(t, verifyMerge(t.Context(), client, space, *merged.RevisionMerged, checked), "more than was checked")
	}
}

func TestRelayWantsARequestWithoutABody(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	browser := httptest.NewRecorder()
	relay(server.Client(), org).ServeHTTP(browser, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/?q=How", strings.NewReader("{}")))
	require.Equal(t, http.StatusMethodNotAllowed, browser.Code)
	require.Zero(t, server.Calls.Count("Orgs.Ask.Stream"))
}

func TestRelayShowsEachFailure(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	ask := func() *httptest.ResponseRecorder {
		browser := httptest.NewRecorder()
		relay(server.Client(), org).ServeHTTP(browser, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/?q=How", http.NoBody))
		return browser
	}
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.TextEvent("Do not "))
	require.Contains(t, ask().Body.String(), "event: failed", "the end is not announced")
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.TextEvent("Open."), publishingtest.DoneEvent())
	require.Contains(t, ask().Body.String(), "event: done")
	server.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.Status(http.StatusForbidden))
	require.Equal(t, http.StatusBadGateway, ask().Code)
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.TextEvent("Hi"),
		publishingtest.Event("", `{"type": "answer", "answer": {"answer": {"markdown": 5}}}`), publishingtest.DoneEvent())
	require.Contains(t, ask().Body.String(), "event: failed", "a message cannot be decoded")
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.DoneEvent())
	require.Contains(t, ask().Body.String(), "event: failed", "there is no text")
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.TextEvent("Hello world, wrong"), publishingtest.TextEvent("Hello world"), publishingtest.Interrupt())
	require.Contains(t, ask().Body.String(), "data: \"Hello world\"\n", "a shorter text is a correction")
}

func TestCommentOnceComparesTheWholeKey(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	space := server.SeedDemo().Spaces[0]
	client := server.Client()
	request, err := client.ChangeRequests.Create(t.Context(), space, changerequests.Create{})
	require.NoError(t, err)
	for _, key := range []string{"job-10", "job-1", "job-10", "job-1"} {
		require.NoError(t, commentOnce(t.Context(), client, space, request.ID, key, "Hello."))
	}
	require.Len(t, server.Spaces.Comments.All(space, request.ID), 2)
	var list []byte
	options := spaces.CommentListOptions{Format: richtext.FormatMarkdown}
	_, err = client.ChangeRequests.Comments.List(t.Context(), space, request.ID, options, publishing.WithRawBody(&list))
	require.NoError(t, err)
	for pointer, value := range map[string]any{
		"/items":                 []any{}, // fewer than its count
		"/items/0/body":          nil,
		"/items/0/body/markdown": nil,
		"/items/1/body/markdown": 5,
	} {
		response := without(t, list, pointer, value)
		server.Faults.Add("ChangeRequests.Comments.List", 1, publishingtest.Status(http.StatusOK).Body("application/json", response))
		require.Error(t, commentOnce(t.Context(), client, space, request.ID, "job-2", "Hello."), pointer)
	}
	require.Len(t, server.Spaces.Comments.All(space, request.ID), 2)
}
