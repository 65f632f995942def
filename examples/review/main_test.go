package main

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A world is a server with the demo and the content that this example adds: the first change
// request is outdated, the last one conflicts with the main content.
type world struct {
	*publishingtest.Server
	*reviewer

	demo             publishingtest.Demo
	guides, handbook string
	out              *strings.Builder
}

func newWorld(t *testing.T) *world {
	t.Helper()
	clock := &clock{}
	clock.set(30 * 24 * time.Hour)
	server := publishingtest.NewServer(t, publishingtest.WithClock(clock.now), publishingtest.WithPageSize(1))
	demo := server.SeedDemo()
	seed(server, demo, clock)
	out := &strings.Builder{}
	r := &reviewer{client: server.Client(), out: out, now: time.Now}
	return &world{server, r, demo, demo.Spaces[0], demo.Spaces[len(demo.Spaces)-1], out}
}

// status returns the status of a change request on the server.
func (w *world) status(space string, number int64) changerequests.Status {
	for _, request := range w.ChangeRequests.All(space) {
		if request.Number == number {
			return request.Status
		}
	}
	return ""
}

func TestListPrintsTheOpenChangeRequestsOfAllSpaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ChangeRequests.Add(w.guides, changerequests.ChangeRequest{Subject: "A draft"})
	w.ChangeRequests.Add(w.demo.Spaces[1], changerequests.ChangeRequest{
		Subject: "\x1b[31m \n", Status: changerequests.StatusOpen, CreatedBy: w.Users.Add(api.User{DisplayName: "Eve\x1b[2J"}),
	})
	require.NoError(t, w.list(t.Context(), w.demo.Organization))
	require.Equal(t, `ID         SPACE          AUTHOR        AGE       OPEN COMMENTS  SUBJECT
space_2/1  API reference  Eve [2J       a moment  0              [31m
space_3/1  Handbook       Grace Hopper  5 days    1              Longer opening hours (outdated)
space_1/2  Guides         Grace Hopper  9 days    0              Explain the first steps (outdated)
space_1/1  Guides         Ada Lovelace  30 days   1              Say who sees a site (outdated)
`, w.out.String())

	w.out.Reset()
	none := w.Orgs.Add(orgs.Organization{}).ID
	require.NoError(t, w.list(t.Context(), none))
	require.Equal(t, "There are no open change requests.\n", w.out.String())
	require.ErrorIs(t, w.list(t.Context(), "org_none"), publishing.ErrNotFound)
	w.Faults.Add("ChangeRequests.ListInOrg", 1, publishingtest.Pass())
	w.Faults.Add("ChangeRequests.ListInOrg", 1, publishingtest.Status(403))
	require.ErrorIs(t, w.list(t.Context(), w.demo.Organization), publishing.ErrForbidden)
}

func TestShowPrintsTheCommentsWithTheirReplies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	resolved := w.Spaces.Comments.Add(w.guides, "1", spaces.Comment{
		Body: richtext.Markdown("a\x1b[2J\n\nb"), PostedBy: api.User{ID: w.demo.Users[0]}, PostedAt: time.Now().Add(-90 * time.Minute),
	}).ID
	_, err := w.client.ChangeRequests.Comments.Update(t.Context(), w.guides, "1", resolved, spaces.CommentUpdate{Resolved: new(true)})
	require.NoError(t, err)
	require.NoError(t, w.show(t.Context(), w.guides, "1"))
	_, text, _ := strings.Cut(w.out.String(), "changes/1\n")
	caller := w.Spaces.Comments.All(w.guides, "1")[1].ResolvedBy.DisplayName
	require.Equal(t, `
Changes:
  edited page Publishing

Grace Hopper, 30 days ago, on Publishing:
  Much clearer. Please name the share links too.
  Ada Lovelace, 30 days ago:
    I will.
  Ada Lovelace, 9 days ago:
    They have a page of their own.
    Shall I link it?

Ada Lovelace, 1 hour ago, resolved by `+caller+`:
  a [2J

  b
`, text)
	require.Contains(t, w.out.String(), "space_1/1: Say who sees a site\nopen, outdated, by Ada Lovelace 30 days ago, changed 30 days ago\n")

	w.out.Reset()
	require.NoError(t, w.show(t.Context(), w.guides, "2"))
	require.Contains(t, w.out.String(), "There are no comments.")
	require.ErrorIs(t, w.show(t.Context(), w.guides, "9"), publishing.ErrNotFound)
	w.text("  ", richtext.Content{})
	require.True(t, strings.HasSuffix(w.out.String(), "  (not shown)\n"))
}

func TestChangesArePrintedBeforeTheMerge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Pages.Add(w.guides, "2", "", publishingtest.Page{ID: "added", Title: "Added \x1b[2J"})
	pages := w.Spaces.Pages.All(w.guides, "2")
	w.Spaces.Pages.Edit(w.guides, "2", pages[0].ID, func(page *publishingtest.Page) { page.Title = "Renamed" })
	w.Spaces.Pages.Remove(w.guides, "2", pages[1].ID)
	file := w.Spaces.Files.Add(w.guides, "", spaces.File{Name: "plan.png"}).ID
	w.Spaces.Files.Add(w.guides, "2", spaces.File{Name: "map.png"})
	require.NoError(t, w.show(t.Context(), w.guides, "2"))
	shown := w.out.String()
	require.Contains(t, shown, "\nChanges:\n  edited page Renamed, renamed from "+pages[0].Title+"\n")
	require.Contains(t, shown, "  added page Added [2J\n")
	require.Contains(t, shown, "  removed page "+pages[1].Title+"\n")
	require.Contains(t, shown, "  added file map.png\n")
	require.NotContains(t, shown, "plan.png", file+" is in the main content only")

	w.out.Reset()
	require.NoError(t, w.merge(t.Context(), w.guides, "2", false))
	require.Regexp(t, `(?s)Changes:\n.*  added file map.png\n.*Merged space_1/2`, w.out.String())

	w.Faults.Add("ChangeRequests.Changes", 1, publishingtest.Status(403))
	require.ErrorIs(t, w.merge(t.Context(), w.handbook, "1", false), publishing.ErrForbidden)
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"), "what cannot be shown is not merged")

	w.out.Reset()
	empty := w.ChangeRequests.Add(w.guides, changerequests.ChangeRequest{Status: changerequests.StatusOpen})
	require.NoError(t, w.show(t.Context(), w.guides, changerequests.Number(empty.Number)))
	require.Contains(t, w.out.String(), "It changes nothing.\n")
	require.Equal(t, "page_split New page", describe(&spaces.RevisionChange{Type: "page_split", Page: &spaces.ChangedPage{Title: "New page"}}))
}

// TestChangesThatWereNotPrintedAreNotMerged has somebody edit while the changes are printed, at
// first and after the update from the main content.
func TestChangesThatWereNotPrintedAreNotMerged(t *testing.T) {
	t.Parallel()
	for name, conflicts := range map[string]int{"at first": 0, "after the update": 1} {
		w := newWorld(t)
		if conflicts > 0 {
			w.Faults.Add("ChangeRequests.Merge", 1, conflicting())
		}
		printed := 0
		w.client = w.Client(publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
				resp, err := next.RoundTrip(req)
				if strings.HasSuffix(req.URL.Path, "/changes") {
					if printed++; printed == conflicts+1 {
						w.Spaces.Pages.Add(w.guides, "2", "", publishingtest.Page{ID: "late", Title: "Late"})
					}
				}
				return resp, err
			})
		}))
		err := w.merge(t.Context(), w.guides, "2", true)
		require.ErrorContains(t, err, "has changed in the meantime", name)
		require.Equal(t, changerequests.StatusOpen, w.status(w.guides, 2), name)
		require.Zero(t, w.Calls.Commits("ChangeRequests.Merge"), name)
	}
}

func TestMergeMergesOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.NoError(t, w.merge(t.Context(), w.guides, "2", false))
	require.Contains(t, w.out.String(), "Merged space_1/2: Explain the first steps, revision revision_")
	require.Equal(t, changerequests.StatusMerged, w.status(w.guides, 2))
	w.out.Reset()
	require.NoError(t, w.merge(t.Context(), w.guides, "2", true))
	require.Contains(t, w.out.String(), "space_1/2 is already merged, as revision revision_")
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"))
}

func TestOnlyAnOpenChangeRequestIsMerged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ChangeRequests.Add(w.guides, changerequests.ChangeRequest{Subject: "A draft"})
	require.EqualError(t, w.merge(t.Context(), w.guides, "3", true), "space_1/3 is draft; only an open change request can be merged")
	require.ErrorIs(t, w.merge(t.Context(), w.guides, "9", true), publishing.ErrNotFound)
	w.Faults.Add("ChangeRequests.Merge", 1, publishingtest.Status(403))
	require.ErrorIs(t, w.merge(t.Context(), w.guides, "2", true), publishing.ErrForbidden)
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"))
	require.Zero(t, w.Calls.Count("ChangeRequests.UpdateFromMain"))
}

func TestConflictsArePrintedWithThePagesChangedOnBothSides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.ErrorIs(t, w.merge(t.Context(), w.handbook, "1", false), errNotMerged)
	require.Contains(t, w.out.String(), `
  Support (changed 4 days ago in it, changed 20 hours ago in the main content)
Resolve the conflicts at https://app.publishing.example/o/org_1/s/space_3/changes/1, or try again with -update.
`)
	require.NotContains(t, w.out.String(), "Style guide")
	require.Zero(t, w.Calls.Count("ChangeRequests.UpdateFromMain"))

	w.out.Reset()
	require.ErrorIs(t, w.merge(t.Context(), w.handbook, "1", true), errNotMerged)
	require.Contains(t, w.out.String(), "Updating it.\n")
	require.Contains(t, w.out.String(), "  Support (")
	require.NotContains(t, w.out.String(), "-update")
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.UpdateFromMain"))
	require.Equal(t, 2, w.Calls.Count("ChangeRequests.Merge"), "the first one, and one with -update")
	require.Equal(t, changerequests.StatusOpen, w.status(w.handbook, 1))

	w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.Status(403))
	err := w.merge(t.Context(), w.handbook, "1", false)
	require.ErrorIs(t, err, errNotMerged)
	require.ErrorIs(t, err, publishing.ErrForbidden)
}

// conflicting is the response to a merge that has conflicts.
func conflicting() publishingtest.Fault {
	return publishingtest.Status(200).Body("application/json", `{"revision":"r","result":"conflicts"}`)
}

func TestMergeIsRepeatedAfterAnUpdateFromMain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("ChangeRequests.Merge", 1, conflicting())
	require.NoError(t, w.merge(t.Context(), w.guides, "2", true))
	require.Contains(t, w.out.String(), "Merged space_1/2")
	require.Equal(t, 2, w.Calls.Count("ChangeRequests.Merge"))
	require.Equal(t, 1, w.Calls.Commits("ChangeRequests.Merge"))
	require.Equal(t, 1, w.Calls.Commits("ChangeRequests.UpdateFromMain"))
}

func TestMergeIsNotRepeatedAfterALostResponse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("ChangeRequests.Merge", 1, publishingtest.HangUp().AfterCommit())
	require.NoError(t, w.merge(t.Context(), w.guides, "2", true))
	require.Contains(t, w.out.String(), "space_1/2 is merged, as revision revision_")
	require.Contains(t, w.out.String(), "although the call returned an error: ChangeRequests.Merge: ")
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"))

	for operation, says := range map[string]string{
		"ChangeRequests.Merge":          "space_1/2 is open and not merged yet, but a pending call may still merge it; check before you try again: ",
		"ChangeRequests.UpdateFromMain": "nothing is merged: ",
	} {
		w = newWorld(t)
		if operation != "ChangeRequests.Merge" {
			w.Faults.Add("ChangeRequests.Merge", 1, conflicting())
		}
		w.Faults.Add(operation, 1, publishingtest.HangUp())
		err := w.merge(t.Context(), w.guides, "2", true)
		require.ErrorContains(t, err, says+operation)
		require.True(t, api.MayHaveApplied(err))
		require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"))
		require.Equal(t, changerequests.StatusOpen, w.status(w.guides, 2))
	}

	w = newWorld(t)
	w.Faults.Add("ChangeRequests.Get", 2, publishingtest.Pass())
	w.Faults.Add("ChangeRequests.Get", 1, publishingtest.Status(403))
	w.Faults.Add("ChangeRequests.Merge", 1, publishingtest.HangUp().AfterCommit())
	err := w.merge(t.Context(), w.guides, "2", false)
	require.ErrorContains(t, err, "it may be merged; check before you try again: ")
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.Equal(t, 1, w.Calls.Count("ChangeRequests.Merge"))
}

func TestInterruptedMergeIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, interrupt := context.WithCancel(t.Context())
	w.Faults.Delay("ChangeRequests.Merge", func(ctx context.Context) {
		interrupt()
		<-ctx.Done()
	})
	err := w.merge(ctx, w.guides, "2", false)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "not merged yet")
	require.Equal(t, 3, w.Calls.Count("ChangeRequests.Get"))
}

func TestMergeBySomebodyElseCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var first atomic.Bool
	w.Faults.Delay("ChangeRequests.Merge", func(ctx context.Context) {
		if !first.Swap(true) {
			_, _ = w.client.ChangeRequests.Merge(ctx, w.guides, "2", changerequests.MergeOptions{}) // the outcome is checked below
		}
	})
	w.Faults.Add("ChangeRequests.Merge", 1, publishingtest.Status(409)) // fails the first call, not the one in between
	require.NoError(t, w.merge(t.Context(), w.guides, "2", false))
	require.Contains(t, w.out.String(), "space_1/2 is merged, as revision revision_")
	require.Equal(t, 1, w.Calls.Commits("ChangeRequests.Merge"))

	w.Faults.Add("ChangeRequests.Merge", 1, publishingtest.Status(409))
	err := w.merge(t.Context(), w.guides, "1", false)
	require.ErrorIs(t, err, publishing.ErrConflict)
	require.ErrorContains(t, err, "space_1/1 is open and not merged yet")
}

func TestPagesChangedOnBothSides(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	before, later, latest := created.Add(-time.Hour), created.Add(time.Hour), created.Add(2*time.Hour)
	page := func(id string, createdAt, updatedAt time.Time, below ...spaces.Page) spaces.Page {
		return spaces.Page{ID: id, Title: id, CreatedAt: &createdAt, UpdatedAt: &updatedAt, Pages: below}
	}
	main := []spaces.Page{
		page("untouched", before, before), page("both", before, later, page("updated from main", before, later)), page("theirs", before, later),
		page("ours", before, before), page("ours is deleted, theirs changed", before, later), page("ours is deleted", before, before), page("new there", later, later),
		{ID: "no times"},
	}
	changed := []spaces.Page{
		page("untouched", before, before), page("both", before, latest, page("updated from main", before, later)), page("theirs", before, before),
		page("ours", before, later), page("theirs is deleted, ours changed", before, later), page("theirs is deleted", before, before), page("new here", later, later),
		{ID: "no times"},
	}
	var titles []string
	for _, c := range bothChanged(main, changed, created) {
		titles = append(titles, c.title)
		require.Equal(t, strings.HasPrefix(c.title, "ours is deleted"), c.ours == nil)
		require.Equal(t, strings.HasPrefix(c.title, "theirs is deleted"), c.theirs == nil)
	}
	require.Equal(t, []string{"both", "theirs is deleted, ours changed", "ours is deleted, theirs changed"}, titles)
	require.Equal(t, "deleted", (&reviewer{}).what(nil))
}

func TestAgeIsPrintedInTheLargestUnit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r := &reviewer{now: func() time.Time { return now }}
	for want, ago := range map[string]time.Duration{
		"a moment": 59 * time.Second, "1 minute": time.Minute, "59 minutes": time.Hour - 1, "1 hour": 2*time.Hour - 1,
		"23 hours": 24*time.Hour - 1, "1 day": 24 * time.Hour, "400 days": 400 * 24 * time.Hour,
	} {
		require.Equal(t, want, r.since(now.Add(-ago)))
	}
	require.Equal(t, "a moment", r.since(now.Add(time.Hour)), "the clock of the service may be ahead")
}

func TestParseArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args string
		want command
	}{
		{"", command{name: "list"}},
		{"-org o", command{name: "list", orgID: "o"}},
		{"list -org o", command{name: "list", orgID: "o"}},
		{"show s/1", command{name: "show", space: "s", id: "1"}},
		{"merge s/1", command{name: "merge", space: "s", id: "1"}},
		{"merge -update s/1", command{name: "merge", space: "s", id: "1", update: true}},
		{"merge s/1 -update", command{name: "merge", space: "s", id: "1", update: true}},
	} {
		got, err := parse(strings.Fields(test.args))
		require.NoError(t, err, test.args)
		require.Equal(t, test.want, got)
	}
	for args, want := range map[string]string{
		"close s/1": `unknown command "close"`, "show": "usage: review", "show a/1 b/2": "usage: review", "list a": "usage: review", "merge -force s/1": "usage: review",
		"show s": `want a change request as SPACE/NUMBER, got "s"`, "show /1": "SPACE/NUMBER", "show s/": "SPACE/NUMBER",
	} {
		_, err := parse(strings.Fields(args))
		require.ErrorContains(t, err, want, args)
	}
}

func TestReviewRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	for args, want := range map[string]string{
		"": "space_3/1  Handbook  Grace Hopper  5 days   1 ", "show space_3/1": "since yesterday.", "merge space_1/2": "Merged space_1/2", "-h": "usage: review",
	} {
		var out, notes strings.Builder
		require.NoError(t, run(t.Context(), strings.Fields(args), &out, &notes))
		require.Contains(t, out.String(), want)
		require.NotContains(t, out.String(), "in-memory")
	}
	require.ErrorIs(t, run(t.Context(), []string{"merge", "space_3/1"}, &strings.Builder{}, &strings.Builder{}), errNotMerged)
}

func TestReviewRunsOnAnotherService(t *testing.T) {
	w := newWorld(t)
	t.Setenv(publishing.EnvBaseURL, w.URL())
	t.Setenv(publishing.EnvToken, w.Token())
	t.Setenv(service.EnvOrganization, "")
	var out, notes strings.Builder
	require.ErrorContains(t, run(t.Context(), nil, &out, &notes), service.EnvOrganization)
	require.NoError(t, run(t.Context(), []string{"-org", w.demo.Organization}, &out, &notes))
	require.NoError(t, run(t.Context(), []string{"merge", w.guides + "/2"}, &out, &notes), "without an organization")
	require.Equal(t, changerequests.StatusMerged, w.status(w.guides, 2))
	require.Empty(t, notes.String())
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	request := demo.Spaces[0] + "/" + strconv.FormatInt(server.ChangeRequests.All(demo.Spaces[0])[0].Number, 10)
	proxytest.RequirePrintableOutput(t, nil, []string{"show", request}, []string{"merge", request})
}

// checkNotMerged requires a change request not to be merged if the response with its changes is
// changed.
func checkNotMerged(t *testing.T, change func(changes map[string]any)) {
	t.Helper()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Spaces.Pages.Add(demo.Spaces[0], demo.ChangeRequest, "", publishingtest.Page{Title: "Mine"})
	proxytest.Use(t, server, demo.Organization)
	server.Faults.Add("ChangeRequests.Changes", 100, publishingtest.EditJSON(change))
	var out, notes strings.Builder
	require.Error(t, run(t.Context(), []string{"merge", demo.Spaces[0] + "/" + demo.ChangeRequest}, &out, &notes), out.String())
	require.Zero(t, server.Calls.Count("ChangeRequests.Merge"))
}

func TestChangesThatCannotBeDecodedAreNotMerged(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNotMerged(t, func(changes map[string]any) { changes["changes"].([]any)[0] = "Mine" })
	checkNotMerged(t, func(changes map[string]any) { changes["changes"].([]any)[0].(map[string]any)["page"] = "Mine" })
	checkNotMerged(t, func(changes map[string]any) { changes["changes"] = map[string]any{} })
}

func TestMissingChangesAreNotMerged(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNotMerged(t, func(changes map[string]any) { delete(changes, "changes") })
	checkNotMerged(t, func(changes map[string]any) { delete(changes["changes"].([]any)[0].(map[string]any), "type") })
	checkNotMerged(t, func(changes map[string]any) { delete(changes["changes"].([]any)[0].(map[string]any), "page") })
}

func TestChangeRequestThatIsArchivedInTheMeantimeIsNotMerged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	archived := changerequests.Update{Status: changerequests.StatusArchived}
	w.Faults.Delay("ChangeRequests.Changes", func(ctx context.Context) {
		_, _ = w.client.ChangeRequests.Update(ctx, w.guides, "2", archived) // checked below
	})
	require.EqualError(t, w.merge(t.Context(), w.guides, "2", true),
		"space_1/2 is archived; only an open change request can be merged")
	require.Equal(t, changerequests.StatusArchived, w.status(w.guides, 2))
	require.Zero(t, w.Calls.Count("ChangeRequests.Merge"))
}
