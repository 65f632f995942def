package main

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A watcher is what the tour prints to. It checks that each ID exists on the server when it is
// printed.
type watcher struct {
	t      *testing.T
	server *publishingtest.Server
	orgID  string
	ids    int
	writes []string
}

var printedID = regexp.MustCompile(`(site|space|specification|share link|change request|comment) \[([^\]]+)\]`)

func (w *watcher) Write(p []byte) (int, error) {
	w.t.Helper()
	w.writes = append(w.writes, string(p))
	for _, match := range printedID.FindAllStringSubmatch(string(p), -1) {
		w.ids++
		require.True(w.t, w.exists(match[1], match[2]), "%s %s is printed and does not exist", match[1], match[2])
	}
	return len(p), nil
}

func (w *watcher) exists(kind, id string) bool {
	switch kind {
	case "site":
		return slices.ContainsFunc(w.server.Sites.All(w.orgID), func(s sites.Site) bool { return s.ID == id })
	case "space":
		return slices.ContainsFunc(w.server.Spaces.All(w.orgID), func(s spaces.Space) bool { return s.ID == id })
	case "specification":
		return slices.ContainsFunc(w.server.Orgs.OpenAPI.All(w.orgID), func(s orgs.OpenAPISpec) bool { return s.Slug == id })
	case "change request":
		return slices.ContainsFunc(w.requests(), func(cr changerequests.ChangeRequest) bool { return cr.ID == id })
	case "comment":
		return slices.ContainsFunc(w.requests(), func(cr changerequests.ChangeRequest) bool {
			return slices.ContainsFunc(w.server.Spaces.Comments.All(cr.Space, cr.ID), func(c spaces.Comment) bool { return c.ID == id })
		})
	default:
		return slices.ContainsFunc(w.server.Sites.All(w.orgID), func(site sites.Site) bool {
			return slices.ContainsFunc(w.server.Sites.ShareLinks.All(w.orgID, site.ID), func(l sites.ShareLink) bool { return l.ID == id })
		})
	}
}

// requests returns the change requests of all spaces.
func (w *watcher) requests() (all []changerequests.ChangeRequest) {
	for _, space := range w.server.Spaces.All(w.orgID) {
		all = append(all, w.server.ChangeRequests.All(space.ID)...)
	}
	return all
}

func (w *watcher) text() string { return strings.Join(w.writes, "") }

func TestTourPrintsWhatItDoes(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	out := &watcher{t: t, server: server, orgID: demo.Organization}
	require.NoError(t, newTour(server.Client(), demo.Organization, out).run(t.Context()))

	operations, areas := map[string]bool{}, map[string]bool{}
	for _, call := range server.Calls.All() {
		operations[call.Operation] = true
		area, _, _ := strings.Cut(call.Operation, ".")
		areas[area] = true
	}
	for _, area := range []string{"ChangeRequests", "Orgs", "Sites", "Spaces"} {
		require.True(t, areas[area], "the readme promises calls of %s", area)
	}
	require.GreaterOrEqual(t, len(operations), 20, "operations on the wire: %v", operations)
	require.Greater(t, server.Calls.Count("Sites.List"), 2, "an iteration over several pages")
	require.GreaterOrEqual(t, out.ids, 20)
	for _, want := range []string{
		"page 3:", "with status 201", "proxy cleared: true", "]: created", "]: updated",
		"first delete: deleted", "second delete: already absent", "status 404", "invalid, so nothing was sent", "The site is deleted.",
		"number 1: draft", "] is open", "] is resolved", "is the current content: true", "    Share links", "The copy of the space is deleted.",
	} {
		require.Contains(t, out.text(), want)
	}
	require.Equal(t, 1, strings.Count(out.text(), "From \"Getting started\":"), "the answer is based on the content from before the tour")
}

func TestTourLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	state := func() (got [][]string) {
		for _, site := range server.Sites.All(demo.Organization) {
			row := []string{site.ID, site.Title}
			for _, link := range server.Sites.ShareLinks.All(demo.Organization, site.ID) {
				row = append(row, link.ID)
			}
			got = append(got, row)
		}
		for _, spec := range server.Orgs.OpenAPI.All(demo.Organization) {
			got = append(got, []string{spec.Slug})
		}
		for _, space := range server.Spaces.All(demo.Organization) {
			got = append(got, []string{space.ID, space.Title, space.Revision, strconv.FormatInt(*space.ChangeRequests, 10)})
		}
		return got
	}
	before := state()
	for _, operation := range []string{
		"", "Sites.Update", "Sites.AdaptiveSchema.Put", "Orgs.OpenAPI.Get", "Sites.ShareLinks.Update", "Orgs.Ask.Stream",
		"Spaces.Duplicate", "ChangeRequests.Create", "ChangeRequests.Update", "ChangeRequests.Comments.Update", "ChangeRequests.Merge",
	} {
		// Interrupt the tour during the operation.
		ctx, interrupt := context.WithCancel(t.Context())
		var interrupted atomic.Bool
		if operation != "" {
			server.Faults.Delay(operation, func(ctx context.Context) {
				if !interrupted.Swap(true) { // cleanUp may call the operation too
					interrupt()
					<-ctx.Done()
				}
			})
		}
		err := newTour(server.Client(), demo.Organization, &strings.Builder{}).run(ctx)
		if operation != "" {
			require.ErrorIs(t, err, context.Canceled, operation)
			server.Faults.Delay(operation, nil)
		} else {
			require.NoError(t, err)
		}
		interrupt()
		require.Equal(t, before, state(), "after an interrupt in %q", operation)
	}
	for _, operation := range []string{"Sites.Create", "Orgs.OpenAPI.Update", "Sites.ShareLinks.Create", "ChangeRequests.Create", "ChangeRequests.Merge"} {
		server.Faults.Add(operation, 1, publishingtest.HangUp().AfterCommit())
		commits := server.Calls.Commits(operation)
		err := newTour(server.Client(), demo.Organization, &strings.Builder{}).run(t.Context())
		require.True(t, api.MayHaveApplied(err), "%s: %v", operation, err)
		require.Equal(t, commits+1, server.Calls.Commits(operation))
		require.Equal(t, before, state(), "after a lost response to %s", operation)
	}
}

func TestTourReportsWhatItCannotDelete(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("Spaces.Duplicate", 1, publishingtest.HangUp().AfterCommit())
	var out strings.Builder
	require.True(t, api.MayHaveApplied(newTour(server.Client(), demo.Organization, &out).run(t.Context())))
	require.Contains(t, out.String(), "There may be a copy of space ["+demo.Spaces[0]+"] left.")
	require.Len(t, server.Spaces.All(demo.Organization), len(demo.Spaces)+1)
}

func TestTourArchivesAChangeRequestThatIsNotMerged(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("ChangeRequests.Merge", 1, publishingtest.Status(http.StatusConflict))
	require.ErrorIs(t, newTour(server.Client(), demo.Organization, &strings.Builder{}).run(t.Context()), publishing.ErrConflict)
	calls := server.Calls.All("ChangeRequests.Update")
	require.JSONEq(t, `{"status":"archived"}`, string(calls[len(calls)-1].Body))
}

func TestAnswerIsPrintedAsItStreams(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	// The stream waits after each of the first three events until the tour has printed it.
	gate := make(chan struct{})
	server.Streams.Delay("Orgs.Ask.Stream", publishingtest.Until(gate))
	out := &pieces{}
	out.printed = func() {
		if len(out.writes) <= 3 {
			gate <- struct{}{}
		} else if len(out.writes) == 4 {
			close(gate)
		}
	}
	stop := newTour(server.Client(), demo.Organization, out)
	go func() { gate <- struct{}{} }()
	require.NoError(t, stop.answer(t.Context()))
	require.GreaterOrEqual(t, len(out.writes), 3)
}

// pieces collects the pieces of an answer, without the heading.
type pieces struct {
	writes  []string
	started bool
	printed func()
}

func (p *pieces) Write(b []byte) (int, error) {
	if !p.started { // skip the heading
		p.started = true
		return len(b), nil
	}
	p.writes = append(p.writes, string(b))
	p.printed()
	return len(b), nil
}

func TestTourRunsOnTheServiceOfTheEnvironment(t *testing.T) {
	server := publishingtest.NewServer(t)
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv("PUBLISHING_ORGANIZATION", server.SeedDemo().Organization)
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out))
	require.NotContains(t, out.String(), "in-memory")
	require.Contains(t, out.String(), "The site is deleted.")

	t.Setenv("PUBLISHING_ORGANIZATION", "")
	out.Reset()
	require.NoError(t, run(t.Context(), &out), "it finds its organization")
	require.Contains(t, out.String(), "organization [org_1] Acme (the tour changes it: true)")
	t.Setenv(publishing.EnvToken, "wrong")
	t.Setenv("PUBLISHING_ORGANIZATION", "org_1")
	require.ErrorIs(t, run(t.Context(), &out), publishing.ErrUnauthorized)
}

func TestTourNeedsToKnowWhichOrganization(t *testing.T) {
	server := publishingtest.NewServer(t)
	server.Users.Add(api.User{ID: "ada"})
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.TokenFor("ada"))
	t.Setenv("PUBLISHING_ORGANIZATION", "")
	require.ErrorContains(t, run(t.Context(), &strings.Builder{}), "the user of the token is not a member of any organization")
	for _, id := range []string{"one", "two"} {
		server.Orgs.Add(orgs.Organization{ID: id, Title: "Company " + id})
		server.Orgs.Members.Add(id, api.Member{ID: "ada"})
	}
	require.EqualError(t, run(t.Context(), &strings.Builder{}), "PUBLISHING_ORGANIZATION is not set; set it to the ID of one of these organizations: one (Company one), two (Company two)")
	server.Faults.Add("Orgs.List", 1, publishingtest.Status(http.StatusForbidden))
	require.ErrorIs(t, run(t.Context(), &strings.Builder{}), publishing.ErrForbidden)
	require.Empty(t, server.Calls.All("Sites.Create"))
}

func TestTourRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out))
	require.Contains(t, out.String(), "Using the in-memory server.")
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	proxytest.RequirePrintableOutput(t, nil)
}
