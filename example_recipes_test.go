package publishing_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// mirror writes the text of each page of a space to a file in dir, unless the file has it already,
// and then removes the files of pages that no longer exist.
func mirror(ctx context.Context, client *publishing.Client, spaceID string, dir *os.Root) error {
	space, err := client.Spaces.Get(ctx, spaceID, spaces.GetOptions{})
	if err != nil {
		return err
	}
	var meta publishing.Meta
	tree, err := client.Spaces.Revisions.PageTree(ctx, spaceID, space.Revision, spaces.ContentOptions{}, publishing.WithMeta(&meta))
	if err != nil {
		return err
	}
	if meta.Mismatch != nil { // pages that cannot be decoded must not count as gone
		return fmt.Errorf("incomplete tree: %+v", *meta.Mismatch)
	}
	current := map[string]bool{}
	for visit := range spaces.WalkPages(tree.Pages) {
		switch visit.Page.Type {
		case spaces.PageTypeDocument:
		case spaces.PageTypeGroup, spaces.PageTypeLink, spaces.PageTypeComputed:
			continue // they have no text of their own
		default:
			return fmt.Errorf("page %s has the unknown type %q", visit.Page.ID, visit.Page.Type)
		}
		name, version := visit.Page.ID+".md", space.Revision
		if visit.Page.UpdatedAt != nil {
			version = visit.Page.UpdatedAt.UTC().Format(time.RFC3339Nano) + " " + publishing.Value(visit.Page.DocumentID)
		}
		head := "<!-- " + version + " -->\n"
		current[name] = true
		if old, err := dir.ReadFile(name); err == nil && strings.HasPrefix(string(old), head) {
			continue
		}
		page, err := client.Spaces.Revisions.Page(ctx, spaceID, space.Revision, visit.Page.ID, spaces.PageOptions{Format: richtext.FormatMarkdown})
		if err != nil || page.Markdown == nil {
			return errors.Join(fmt.Errorf("no text of page %s", visit.Page.ID), err)
		}
		if err := dir.WriteFile("part", []byte(head+*page.Markdown), 0o600); err != nil {
			return err
		}
		if err := dir.Rename("part", name); err != nil { // an incomplete file never has the name of a page
			return err
		}
	}
	names, err := fs.Glob(dir.FS(), "*.md")
	for _, name := range names {
		if !current[name] {
			err = errors.Join(err, dir.Remove(name))
		}
	}
	return err
}

// changesIn returns what a change request changes in the pages of its space.
func changesIn(ctx context.Context, client *publishing.Client, spaceID, changeRequestID string) ([]spaces.PageDiff, error) {
	request, err := client.ChangeRequests.Get(ctx, spaceID, changeRequestID)
	if err != nil {
		return nil, err
	}
	base := request.RevisionInitial
	if request.RevisionMergedAncestor != nil { // it was updated from the main content
		base = *request.RevisionMergedAncestor
	}
	before, err := client.Spaces.Revisions.PageTree(ctx, spaceID, base, spaces.ContentOptions{})
	if err != nil {
		return nil, err
	}
	after, err := client.Spaces.Revisions.PageTree(ctx, spaceID, request.Revision, spaces.ContentOptions{})
	if err != nil {
		return nil, err
	}
	return spaces.DiffPages(before.Pages, after.Pages), nil
}

// mergeChecked merges a change request if that brings nothing into the main content but the
// revision that was checked.
func mergeChecked(ctx context.Context, client *publishing.Client, spaceID, changeRequestID, checked string) error {
	request, err := client.ChangeRequests.Get(ctx, spaceID, changeRequestID)
	if err != nil {
		return err
	}
	if request.Revision != checked || request.Outdated {
		return fmt.Errorf("change request %s: it or the main content has changed since the check", changeRequestID)
	}
	base := request.RevisionInitial
	if request.RevisionMergedAncestor != nil { // it was updated from the main content
		base = *request.RevisionMergedAncestor
	}
	result, err := client.ChangeRequests.Merge(ctx, spaceID, changeRequestID)
	if err != nil {
		return err // see below for one that may have taken effect
	}
	merged, err := client.Spaces.Revisions.Get(ctx, spaceID, result.Revision, spaces.ContentOptions{})
	if err != nil {
		return fmt.Errorf("change request %s is merged, but the merge is not verified: %w", changeRequestID, err)
	}
	for _, parent := range merged.Parents {
		if parent != checked && parent != base {
			return fmt.Errorf("change request %s is merged with revision %s, which has not been checked", changeRequestID, parent)
		}
	}
	return nil
}

// commentOnce comments on a change request, unless there is a comment that contains key, such as
// "build-1734".
func commentOnce(ctx context.Context, client *publishing.Client, spaceID, changeRequestID, key, text string) error {
	exists := func() (bool, error) {
		options := changerequests.CommentListOptions{Format: richtext.FormatMarkdown}
		for comment, err := range client.ChangeRequests.Comments.All(ctx, spaceID, changeRequestID, options) {
			if err != nil {
				return false, err
			}
			if strings.HasSuffix("\n"+strings.TrimSpace(publishing.Value(comment.Body.Markdown)), "\n"+key) { // the last line
				return true, nil
			}
		}
		return false, nil
	}
	if found, err := exists(); found || err != nil {
		return err
	}
	comment := changerequests.CommentCreate{Body: richtext.Content{Markdown: new(text + "\n\n" + key)}}
	_, err := client.ChangeRequests.Comments.Create(ctx, spaceID, changeRequestID, comment)
	if !publishing.MayHaveApplied(err) {
		return err // nil, or there is certainly no comment
	}
	found, lookErr := exists()
	if found {
		return nil
	}
	return errors.Join(err, lookErr) // the next run looks again before it posts
}

// relay returns a handler that streams the answer to the question q to a browser. Each event
// contains the whole text so far, as a JSON string.
func relay(client *publishing.Client, orgID string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		send := func(event, text string) error {
			data, err := json.Marshal(text) // on one line
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data); err != nil {
				return err
			}
			return http.NewResponseController(w).Flush()
		}
		var text orgs.AskText
		options := orgs.AskStreamOptions{Query: req.FormValue("q"), Format: richtext.FormatMarkdown}
		for event, err := range client.Orgs.Ask.Stream(req.Context(), orgID, options, publishing.WithRequireDone()) {
			if err != nil && text.String() == "" { // nothing has been sent yet
				http.Error(w, "the question failed", http.StatusBadGateway)
				return
			}
			if err != nil {
				_ = send("failed", "The text is incomplete.")
				return
			}
			if text.Add(event) == "" {
				continue
			}
			if send("text", text.String()) != nil {
				return
			}
		}
		_ = send("done", text.String())
	})
}

// eachSpace calls work for each space of an organization, for at most limit of them at once. If it
// fails for one, the others are done nevertheless. The error joins all errors.
func eachSpace(ctx context.Context, client *publishing.Client, orgID string, limit int, work func(context.Context, spaces.Space) error) error {
	var (
		workers  sync.WaitGroup
		mu       sync.Mutex
		failures []error
	)
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		failures = append(failures, err)
	}
	slots := make(chan struct{}, max(limit, 1))
	for space, err := range client.Spaces.All(ctx, orgID, spaces.ListOptions{}) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			fail(err) // the spaces that were not listed
			break
		}
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			if err := work(ctx, space); err != nil {
				fail(fmt.Errorf("space %s: %w", space.ID, err))
			}
		})
	}
	workers.Wait()
	return errors.Join(failures...)
}

// nightly runs a job for at most limit and returns the exit code of the program: 0 for success, 75
// (EX_TEMPFAIL of sysexits.h) if another run may succeed, and 1 if a person must look first.
func nightly(ctx context.Context, limit time.Duration, logger *slog.Logger, job func(context.Context) error) int {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := job(ctx)
	if err == nil {
		return 0
	}
	stopped := ctx.Err() != nil && !publishing.MayHaveApplied(err) // by the limit or by a signal
	retryable := stopped || publishing.Retryable(err)
	logger.Error("nightly job", slog.Bool("retryable", retryable), slog.Any("err", err))
	if retryable {
		return 75
	}
	return 1
}

// openTemp opens a new directory.
func openTemp() (dir *os.Root, remove func()) {
	name, err := os.MkdirTemp("", "mirror")
	if err != nil {
		panic(err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		panic(err)
	}
	return root, func() {
		_ = root.Close()
		_ = os.RemoveAll(name)
	}
}

func Example_mirror() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	dir, remove := openTemp()
	defer remove()

	for _, edit := range []func(){
		func() {},
		func() {},
		func() {
			server.EditPage(ids.Spaces[0], "", "page_1", func(page *publishingtest.Page) { page.Sections[0].Body = "Edited." })
			server.RemovePage(ids.Spaces[0], "", "page_3")
		},
	} {
		edit()
		server.ForgetCalls()
		if err := mirror(ctx, client, ids.Spaces[0], dir); err != nil {
			fmt.Println(err)
			return
		}
		names, err := fs.Glob(dir.FS(), "*")
		fmt.Println(server.CallCount("Spaces.Revisions.Page"), "fetched:", names, err)
	}
	// Output:
	// 4 fetched: [page_1.md page_2.md page_3.md page_4.md] <nil>
	// 0 fetched: [page_1.md page_2.md page_3.md page_4.md] <nil>
	// 1 fetched: [page_1.md page_2.md page_4.md] <nil>
}

func Example_changesIn() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	space, request := ids.Spaces[0], ids.ChangeRequest
	server.AddPage(space, request, "page_2", publishingtest.Page{Title: "Redirects"})
	server.MovePage(space, request, "page_4", "")
	server.EditPage(space, "", "page_3", func(page *publishingtest.Page) { page.Title = "Links" }) // by somebody else

	diffs, err := changesIn(ctx, client, space, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, diff := range diffs {
		fmt.Println(diff)
	}
	// Output:
	// edited: publishing
	// added: publishing/redirects
	// moved: publishing/custom-domains -> custom-domains
}

func Example_mergeChecked() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx, client, space := context.Background(), server.Client(), ids.Spaces[0]

	request, err := client.ChangeRequests.Create(ctx, space, changerequests.ChangeRequestCreate{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mergeChecked(ctx, client, space, request.ID, request.Revision))
	// Output: <nil>
}

func Example_commentOnce() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Fail("ChangeRequests.Comments.Create", 1, publishingtest.Reset().AfterCommit())
	client, ctx := server.Client(), context.Background()

	for range 2 {
		err := commentOnce(ctx, client, ids.Spaces[0], ids.ChangeRequest, "build-1734", "The preview is ready.")
		fmt.Println(err, server.CallCount("ChangeRequests.Comments.Create"))
	}
	// Output:
	// <nil> 1
	// <nil> 1
}

func Example_relay() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.ScriptStream("Orgs.Ask.Stream",
		publishingtest.Event("", `{"type": "answer", "answer": {"answer": {"markdown": "Open the"}}}`),
		publishingtest.Event("", `{"type": "answer", "answer": {"answer": {"markdown": "Open the space."}}}`),
		publishingtest.Interrupt())
	client, ctx := server.Client(), context.Background()

	browser := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/?q=How+do+I+publish", http.NoBody)
	relay(client, ids.Organization).ServeHTTP(browser, request)
	fmt.Print(browser.Body.String())
	// Output:
	// event: text
	// data: "Open the"
	//
	// event: text
	// data: "Open the space."
	//
	// event: failed
	// data: "The text is incomplete."
}

func Example_eachSpace() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	server.Fail("Spaces.Content.PageTree", 1, publishingtest.Status(http.StatusForbidden))

	var total atomic.Int64
	err := eachSpace(ctx, client, ids.Organization, 4, func(ctx context.Context, space spaces.Space) error {
		tree, err := client.Spaces.Content.PageTree(ctx, space.ID, spaces.ContentOptions{})
		if err != nil {
			return err
		}
		for range spaces.WalkPages(tree.Pages) {
			total.Add(1)
		}
		return nil
	})
	fmt.Println(server.CallCount("Spaces.Content.PageTree"), "spaces, some pages:", total.Load() > 0)
	fmt.Println("one is forbidden:", errors.Is(err, publishing.ErrForbidden))
	// Output:
	// 3 spaces, some pages: true
	// one is forbidden: true
}

func Example_nightly() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Fail("Sites.List", 3, publishingtest.Status(http.StatusServiceUnavailable))
	client, ctx := server.Client(), context.Background()

	for range 2 {
		code := nightly(ctx, 10*time.Minute, slog.New(slog.DiscardHandler), func(ctx context.Context) error {
			for _, err := range client.Sites.All(ctx, ids.Organization, sites.ListOptions{}) {
				if err != nil {
					return err
				}
			}
			return nil
		})
		fmt.Println(code)
	}
	// Output:
	// 75
	// 0
}
