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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/spaces/feed"
)

// mirror writes the text of each page of a space to a file in dir, unless the file already contains
// it, and then removes the files of pages that no longer exist.
func mirror(ctx context.Context, client *publishing.Client, spaceID string, dir *os.Root) error {
	var state feed.State
	stored, err := dir.ReadFile("state.json")
	if err == nil {
		err = json.Unmarshal(stored, &state)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	changes := feed.New(client.Spaces, spaceID, state, feed.Options{})
	for change, err := range changes.All(ctx) {
		if err != nil {
			return err
		}
		if change.Kind == feed.Removed || change.Page.Type != spaces.PageTypeDocument {
			continue // removals come last, and other pages have no text of their own
		}
		if err := fetch(ctx, client, spaceID, change, dir); err != nil {
			return fmt.Errorf("page %s: %w", change.Page.ID, err)
		}
	}
	next, err := changes.State()
	if err != nil {
		return err
	}
	names, err := fs.Glob(dir.FS(), "*.md")
	for _, name := range names {
		if !slices.ContainsFunc(next.Pages, func(page feed.Page) bool { return page.Type == spaces.PageTypeDocument && page.ID+".md" == name }) {
			err = errors.Join(err, dir.Remove(name))
		}
	}
	if err != nil {
		return err
	}
	if stored, err = json.Marshal(next); err != nil {
		return err
	}
	return replace(dir, "state.json", stored)
}

// fetch writes the text of a page that has changed to its file, unless an earlier, failed run has
// done so.
func fetch(ctx context.Context, client *publishing.Client, spaceID string, change feed.Change, dir *os.Root) error {
	name, version := change.Page.ID+".md", change.Revision
	if !change.Page.UpdatedAt.IsZero() {
		version = change.Page.UpdatedAt.UTC().Format(time.RFC3339Nano) + " " + change.Page.DocumentID
	}
	head := "<!-- " + version + " -->\n"
	if old, err := dir.ReadFile(name); err == nil && strings.HasPrefix(string(old), head) {
		return nil
	}
	options := spaces.PageGetOptions{Format: richtext.FormatMarkdown}
	page, err := client.Spaces.Revisions.Pages.Get(ctx, spaceID, change.Revision, change.Page.ID, options)
	if err != nil {
		return err
	}
	if page.ID != change.Page.ID || page.Markdown == nil {
		return errors.New("the response does not contain its text")
	}
	return replace(dir, name, []byte(head+*page.Markdown))
}

// replace writes a file so that it is never incomplete.
func replace(dir *os.Root, name string, data []byte) error {
	if err := dir.WriteFile(name+".part", data, 0o600); err != nil {
		return err
	}
	return dir.Rename(name+".part", name)
}

// baseOf returns the revision of the main content that a change request is based on.
func baseOf(request *changerequests.ChangeRequest) string {
	if request.RevisionMergedAncestor != nil { // it was updated from the main content
		return *request.RevisionMergedAncestor
	}
	return request.RevisionInitial
}

// changesIn returns what a change request changes in the pages of its space.
func changesIn(ctx context.Context, client *publishing.Client, spaceID string, request *changerequests.ChangeRequest) ([]spaces.PageDiff, error) {
	pages := func(revision string) ([]spaces.Page, error) {
		strict := publishing.WithStrictDecoding() // pages that are missing in a response must not count as removed
		tree, err := client.Spaces.Revisions.Pages.Tree(ctx, spaceID, revision, spaces.PageTreeOptions{}, strict)
		if err != nil {
			return nil, err
		}
		return tree.Pages, nil
	}
	before, err := pages(baseOf(request))
	if err != nil {
		return nil, err
	}
	after, err := pages(request.Revision)
	if err != nil {
		return nil, err
	}
	return spaces.DiffPages(before, after), nil
}

// mergeChecked merges a change request if the merge brings only the checked revision into the main
// content. checked is the change request as it was checked.
func mergeChecked(ctx context.Context, client *publishing.Client, spaceID string, checked *changerequests.ChangeRequest) error {
	strict := publishing.WithStrictDecoding() // a change request that may be outdated must not count as up to date
	request, err := client.ChangeRequests.Get(ctx, spaceID, checked.ID, strict)
	if err != nil {
		return err
	}
	if request.Status != changerequests.StatusOpen || request.Outdated || request.Revision != checked.Revision {
		return fmt.Errorf("change request %s: it is not open, or it or the main content has changed since the check", checked.ID)
	}
	result, err := client.ChangeRequests.Merge(ctx, spaceID, checked.ID, changerequests.MergeOptions{})
	if err != nil {
		return err // if the merge may have taken effect, see below
	}
	return verifyMerge(ctx, client, spaceID, result.Revision, checked)
}

// verifyMerge returns an error if a merge contains more than the revision that was checked.
func verifyMerge(ctx context.Context, client *publishing.Client, spaceID, merge string, checked *changerequests.ChangeRequest) error {
	revision, err := client.Spaces.Revisions.Get(ctx, spaceID, merge, spaces.RevisionGetOptions{})
	if err != nil {
		return fmt.Errorf("change request %s is merged, but not verified: %w", checked.ID, err)
	}
	unchecked := func(parent string) bool { return parent != checked.Revision && parent != baseOf(checked) }
	if revision.ID != merge || !slices.Contains(revision.Parents, checked.Revision) || slices.ContainsFunc(revision.Parents, unchecked) {
		return fmt.Errorf("change request %s is merged with more than was checked: see revision %s", checked.ID, merge)
	}
	return nil
}

// commentOnce comments on a change request, unless there is a comment that contains key, such as
// "build-1734".
func commentOnce(ctx context.Context, client *publishing.Client, spaceID, changeRequestID, key, text string) error {
	exists := func() (bool, error) {
		options := spaces.CommentListOptions{Format: richtext.FormatMarkdown}
		strict := publishing.WithStrictDecoding() // a comment that is missing in a response may have the key
		for comment, err := range client.ChangeRequests.Comments.All(ctx, spaceID, changeRequestID, options, strict) {
			if err != nil {
				return false, err
			}
			if comment.Body.Markdown == nil {
				return false, fmt.Errorf("comment %s has no text", comment.ID) // it may have the key
			}
			if strings.HasSuffix("\n"+strings.TrimSpace(*comment.Body.Markdown), "\n"+key) { // the last line
				return true, nil
			}
		}
		return false, nil
	}
	if found, err := exists(); found || err != nil {
		return err
	}
	comment := spaces.CommentCreate{Body: richtext.Content{Markdown: new(text + "\n\n" + key)}}
	_, err := client.ChangeRequests.Comments.Create(ctx, spaceID, changeRequestID, comment)
	if !publishing.MayHaveApplied(err) {
		return err // nil, or the comment certainly does not exist
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
		if req.Method != http.MethodGet { // until the body is read, net/http does not notice when a browser leaves
			http.Error(w, "want GET", http.StatusMethodNotAllowed)
			return
		}
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
		var text ask.Text
		var sent string
		var meta publishing.Meta
		question := orgs.AskQuestion{Question: req.FormValue("q")}
		options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
		for event, err := range client.Orgs.Ask.Stream(req.Context(), orgID, question, options, publishing.WithRequireDone(), publishing.WithMeta(&meta)) {
			if err != nil && sent == "" {
				http.Error(w, "the question failed", http.StatusBadGateway)
				return
			}
			if err != nil {
				_ = send("failed", "The text is incomplete.")
				return
			}
			if text.Add(event); text.String() == sent {
				continue
			}
			if sent = text.String(); send("text", sent) != nil {
				return
			}
		}
		if sent == "" || meta.Mismatch != nil { // a part of a message is missing
			_ = send("failed", "The text is incomplete.")
			return
		}
		_ = send("done", sent)
	})
}

// eachSpace calls work for each space of an organization, for at most limit spaces at once. If work
// fails for one space, eachSpace continues with the others. It returns all errors, joined.
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

// placesOf returns the site spaces that show the given space, by the ID of their site.
func placesOf(ctx context.Context, client *publishing.Client, orgID, spaceID string) (map[string][]sites.SiteSpace, error) {
	places := map[string][]sites.SiteSpace{}
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Space: spaceID}) {
		if err != nil {
			return nil, err
		}
		for placed, err := range client.Sites.SiteSpaces.All(ctx, orgID, site.ID, sites.SiteSpaceListOptions{}) {
			if err != nil {
				return nil, fmt.Errorf("site %s: %w", site.ID, err)
			}
			if placed.Space.ID == spaceID {
				places[site.ID] = append(places[site.ID], placed)
			}
		}
	}
	return places, nil
}

// writePages makes changes in a new change request.
func writePages(
	ctx context.Context, client *publishing.Client, spaceID, subject string, changes []changerequests.ContentChange,
) (*changerequests.ContentUpdateResult, error) {
	request, err := client.ChangeRequests.Create(ctx, spaceID, changerequests.Create{Subject: &subject})
	if err != nil {
		return nil, err
	}
	result, err := client.ChangeRequests.Content.Update(ctx, spaceID, request.ID, changerequests.ContentUpdate{Changes: changes})
	if err != nil {
		return nil, fmt.Errorf("write pages to change request %s: %w", request.ID, err)
	}
	return result, nil
}

func Example_writePages() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	result, err := writePages(ctx, client, ids.Spaces[0], "Write down how to install", []changerequests.ContentChange{
		{
			Operation: changerequests.ContentOperationInsertPage, Title: new("Install"), Ref: "install",
			Document: new(richtext.Markdown("Then [upgrade](./upgrade.md).")),
		},
		{
			Operation: changerequests.ContentOperationInsertPage, Title: new("Upgrade"), Ref: "upgrade",
			Document: new(richtext.Markdown("First [install](./install.md).")),
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, change := range result.Changes {
		page, err := client.ChangeRequests.Pages.Get(
			ctx, ids.Spaces[0], result.ChangeRequest.ID, change.Page.ID, spaces.PageGetOptions{Format: richtext.FormatMarkdown},
		)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(change.Object, publishing.Value(page.Path))
		fmt.Println(publishing.Value(page.Markdown))
	}
	// Output:
	// created_page install
	// # Install
	//
	// Then [upgrade](/pages/page_11).
	// created_page upgrade
	// # Upgrade
	//
	// First [install](/pages/page_10).
}

// unanswered returns the questions that a site has not been able to answer since the given time,
// and how often each was asked.
func unanswered(ctx context.Context, client *publishing.Client, orgID, siteID string, since time.Time) (map[string]int64, error) {
	asked := map[string]int64{}
	options := insights.QuestionListOptions{
		From: since, Answered: []insights.AnswerResolution{insights.AnswerResolutionNo}, Sort: insights.QuestionSortAnswers,
	}
	for question, err := range client.Sites.Questions.All(ctx, orgID, siteID, options) {
		if err != nil {
			return nil, err
		}
		asked[question.Question] += question.Stats.Answers
	}
	return asked, nil
}

// whoSees returns the users who can see each site, space and collection of an organization, with
// their roles. The role of a guest is empty.
func whoSees(ctx context.Context, client *publishing.Client, orgID string) (map[string]map[string]api.Role, error) {
	seen := map[string]map[string]api.Role{}
	add := func(place string, user api.User, role *api.Role) {
		if seen[place] == nil {
			seen[place] = map[string]api.Role{}
		}
		seen[place][user.ID] = publishing.Value(role)
	}
	of, strict := client.Permissions, publishing.WithStrictDecoding() // a user without a role must not count as a guest
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{}, strict) {
		if err != nil {
			return nil, err
		}
		for p, err := range of.Sites.Aggregate.All(ctx, orgID, site.ID, permissions.SiteAggregateListOptions{}, strict) {
			if err != nil {
				return nil, fmt.Errorf("site %s: %w", site.ID, err)
			}
			add("site "+site.ID, p.User, p.Permission)
		}
	}
	for space, err := range client.Spaces.All(ctx, orgID, spaces.ListOptions{}, strict) {
		if err != nil {
			return nil, err
		}
		for p, err := range of.Spaces.Aggregate.All(ctx, space.ID, permissions.AggregateListOptions{}, strict) {
			if err != nil {
				return nil, fmt.Errorf("space %s: %w", space.ID, err)
			}
			add("space "+space.ID, p.User, p.Permission)
		}
	}
	for collection, err := range client.Collections.All(ctx, orgID, spaces.CollectionListOptions{Nested: new(true)}, strict) {
		if err != nil {
			return nil, err
		}
		for p, err := range of.Collections.Aggregate.All(ctx, collection.ID, permissions.AggregateListOptions{}, strict) {
			if err != nil {
				return nil, fmt.Errorf("collection %s: %w", collection.ID, err)
			}
			add("collection "+collection.ID, p.User, p.Permission)
		}
	}
	return seen, nil
}

// auditSince returns the events that are newer than the event with the ID stored, the oldest first.
// If the log does not contain the stored event, isWhole is false, because others may be missing as
// well.
func auditSince(
	ctx context.Context, client *publishing.Client, orgID, stored string,
) (newer []orgs.AuditEvent, isWhole bool, err error) {
	isWhole = stored == ""
	for event, err := range client.Orgs.AuditEvents.All(ctx, orgID, orgs.AuditEventListOptions{Limit: 100}) {
		if err != nil {
			return nil, false, err
		}
		if stored != "" && event.ID == stored {
			isWhole = true
			break
		}
		newer = append(newer, event)
	}
	slices.Reverse(newer)
	return newer, isWhole, nil
}

// redirectAll makes changes of redirects, 500 in each call. If a change fails, the others of the
// call still take effect. redirectAll returns the errors of all changes, joined.
func redirectAll(ctx context.Context, client *publishing.Client, orgID, siteID string, changes []sites.RedirectChange) error {
	var failures []error
	for batch := range slices.Chunk(changes, 500) {
		_, err := client.Sites.Redirects.Put(ctx, orgID, siteID, sites.RedirectPut{Redirects: batch})
		partial, ok := errors.AsType[*sites.RedirectPutError](err)
		switch {
		case ok:
			for _, failed := range partial.Failed() {
				failures = append(failures, fmt.Errorf("redirect of %s: %s", failed.Source, publishing.Value(failed.Error)))
			}
			if partial.Missing > 0 {
				failures = append(failures, err)
			}
		case err != nil:
			return errors.Join(append(failures, err)...) // no more batches are sent
		}
	}
	return errors.Join(failures...)
}

// nightly runs a job for at most limit and returns the exit code for the program: 0 for success, 75
// (EX_TEMPFAIL in sysexits.h) if another run may succeed, and 1 if a person must look first.
func nightly(ctx context.Context, limit time.Duration, logger *slog.Logger, job func(context.Context) error) int {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := job(ctx)
	if err == nil {
		return 0
	}
	stopped := ctx.Err() != nil && !publishing.MayHaveApplied(err) // the limit or a signal stopped it
	retryable := stopped || publishing.Retryable(err)
	logger.Error("nightly job", slog.Bool("retryable", retryable), slog.Any("err", err))
	if retryable {
		return 75
	}
	return 1
}

// openTemp opens a new temporary directory.
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
			server.Spaces.Pages.Edit(ids.Spaces[0], "", "page_1", func(page *publishingtest.Page) { page.Sections[0].Body = "Edited." })
			server.Spaces.Pages.Remove(ids.Spaces[0], "", "page_3")
		},
	} {
		edit()
		server.Calls.Forget()
		if err := mirror(ctx, client, ids.Spaces[0], dir); err != nil {
			fmt.Println(err)
			return
		}
		names, err := fs.Glob(dir.FS(), "*.md")
		fmt.Println(server.Calls.Count("Spaces.Revisions.Pages.Get"), "requests for pages:", names, err)
	}
	// Output:
	// 4 requests for pages: [page_1.md page_2.md page_3.md page_4.md] <nil>
	// 0 requests for pages: [page_1.md page_2.md page_3.md page_4.md] <nil>
	// 2 requests for pages: [page_1.md page_2.md page_4.md] <nil>
}

func Example_changesIn() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	space, request := ids.Spaces[0], ids.ChangeRequest
	server.Spaces.Pages.Add(space, request, "page_2", publishingtest.Page{Title: "Redirects"})
	server.Spaces.Pages.Move(space, request, "page_4", "")
	server.Spaces.Pages.Edit(space, "", "page_3", func(page *publishingtest.Page) { page.Title = "Links" }) // somebody else does this

	changed, err := client.ChangeRequests.Get(ctx, space, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	diffs, err := changesIn(ctx, client, space, changed)
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

	request, err := client.ChangeRequests.Get(ctx, space, ids.ChangeRequest) // as it is checked
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mergeChecked(ctx, client, space, request))
	// Output: <nil>
}

func Example_commentOnce() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("ChangeRequests.Comments.Create", 1, publishingtest.Reset().AfterCommit())
	client, ctx := server.Client(), context.Background()

	for range 2 {
		err := commentOnce(ctx, client, ids.Spaces[0], ids.ChangeRequest, "build-1734", "The preview is ready.")
		fmt.Println(err, server.Calls.Count("ChangeRequests.Comments.Create"))
	}
	// Output:
	// <nil> 1
	// <nil> 1
}

func Example_relay() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Streams.Script("Orgs.Ask.Stream",
		publishingtest.TextEvent("Open the"),
		publishingtest.TextEvent("Open the space."),
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
	server.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.Status(http.StatusForbidden))

	var total atomic.Int64
	err := eachSpace(ctx, client, ids.Organization, 4, func(ctx context.Context, space spaces.Space) error {
		tree, err := client.Spaces.Pages.Tree(ctx, space.ID, spaces.PageTreeOptions{})
		if err != nil {
			return err
		}
		for range spaces.WalkPages(tree.Pages) {
			total.Add(1)
		}
		return nil
	})
	fmt.Println(server.Calls.Count("Spaces.Pages.Tree"), "spaces, some pages:", total.Load() > 0)
	fmt.Println("one is forbidden:", errors.Is(err, publishing.ErrForbidden))
	// Output:
	// 3 spaces, some pages: true
	// one is forbidden: true
}

func Example_placesOf() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()

	places, err := placesOf(context.Background(), server.Client(), ids.Organization, ids.Spaces[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	onFirst := places[ids.Sites[0]]
	fmt.Println("on", len(places), "sites,", len(onFirst), "time on the first, published:", onFirst[0].URLs.Published != nil)
	// Output:
	// on 3 sites, 1 time on the first, published: true
}

func Example_unanswered() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()
	for _, question := range []string{"Is there a dark mode?", "is there a dark mode"} {
		server.Sites.Answers.Add(ids.Organization, ids.Sites[0], insights.AnswerWithResponse{Answer: insights.Answer{
			Input: insights.AnswerInput{Raw: question}, Answered: insights.AnswerResolutionNo,
		}})
	}

	asked, err := unanswered(context.Background(), client, ids.Organization, ids.Sites[0], server.Now().Add(-time.Hour))
	fmt.Println(asked, err)
	// Output:
	// map[Is there a dark mode?:2] <nil>
}

func Example_whoSees() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	site, guest := ids.Sites[0], server.Users.Add(api.User{DisplayName: "Grace"}).ID
	err := client.Permissions.Sites.Invite(ctx, ids.Organization, site, permissions.Invite{
		Role: api.Null[api.Role](), Users: []string{guest},
	})
	fmt.Println(err)

	seen, err := whoSees(ctx, client, ids.Organization)
	role, isGuest := seen["site "+site][guest]
	_, seesSpace := seen["space "+ids.Spaces[0]][guest]
	fmt.Printf("%q %t, the space: %t, %v\n", role, isGuest, seesSpace, err)
	// Output:
	// <nil>
	// "" true, the space: false, <nil>
}

func Example_auditSince() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	show := func(stored string) (last string) {
		newer, isWhole, err := auditSince(ctx, client, ids.Organization, stored)
		for _, event := range newer {
			fmt.Print(event.Action, " ")
			last = event.ID
		}
		fmt.Println(isWhole, err)
		return last
	}
	stored := show("")
	for _, title := range []string{"Guide", "Guides"} {
		_, err := client.Sites.Update(ctx, ids.Organization, ids.Sites[0], sites.Update{Title: &title})
		fmt.Println(err)
	}
	show(stored)
	show("removed")
	// Output:
	// orgs.update true <nil>
	// <nil>
	// <nil>
	// sites.update sites.update true <nil>
	// orgs.update sites.update sites.update false <nil>
}

func Example_redirectAll() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx, site := server.Client(), context.Background(), ids.Sites[1]

	var changes []sites.RedirectChange
	for i := range 700 {
		changes = append(changes, sites.RedirectChange{
			Source:      fmt.Sprintf("/old/%d", i),
			Destination: api.Set(sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: &ids.Section}),
		})
	}
	changes = append(changes, sites.RedirectChange{Source: "/older", Intent: sites.RedirectIntentPublish}) // it has no draft
	err := redirectAll(ctx, client, ids.Organization, site, changes)
	fmt.Println("one failed:", err != nil)
	fmt.Println(len(server.Sites.Redirects.All(ids.Organization, site)), "redirects with", server.Calls.Count("Sites.Redirects.Put"), "calls")
	// Output:
	// one failed: true
	// 700 redirects with 2 calls
}

func Example_nightly() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.List", 3, publishingtest.Status(http.StatusServiceUnavailable))
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
