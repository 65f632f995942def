package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A visit is a call of a walk.
type visit struct {
	*response
	at   place
	page paging
}

// newReplay returns a client of the transport [replay].
func newReplay(t *testing.T, opts ...publishing.Option) *publishing.Client {
	client, err := newReplayClient(opts...)
	require.NoError(t, err)
	return client
}

// testWalk returns a walk through a server, and the calls that it will have made.
func testWalk(t *testing.T, server *publishingtest.Server, opts ...publishing.Option) (*walk, *[]visit) {
	opts = append(opts, publishing.WithReadOnly(), publishing.WithoutRetry())
	anonymous, err := publishing.NewClient(server.URL(), publishing.WithoutAuth(), publishing.WithoutRetry())
	require.NoError(t, err)
	w, err := newWalk(server.Client(opts...), anonymous)
	require.NoError(t, err)
	var visits []visit
	w.see = func(r *response, at place, page paging) { visits = append(visits, visit{r, at, page}) }
	return w, &visits
}

func TestAWalkStaysInItsOrganization(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	other := server.Orgs.Add(orgs.Organization{Title: "Other"}).ID
	name := server.Integrations.Add(demo.Organization, integrations.Integration{Title: "Polls", Visibility: integrations.VisibilityPublic}).Name
	server.Integrations.Installations.Add(name, other, integrations.Installation{})
	own := server.Integrations.Installations.Add(name, demo.Organization, integrations.Installation{}).ID
	w, _ := testWalk(t, server)
	w.orgID = demo.Organization
	w.follow(op.Find("Integrations.Installations.List"), place{"/v1/integrations/{integrationName}", []string{name}}, bodyOf(t, server.Integrations.Installations.All(name)))
	require.Len(t, w.queue, 1)
	require.Equal(t, []string{name, own}, w.queue[0].ids)
}

// bodyOf returns a list as it is in a response.
func bodyOf(t *testing.T, items any) any {
	t.Helper()
	encoded, err := json.Marshal(map[string]any{"items": items})
	require.NoError(t, err)
	var body any
	require.NoError(t, json.Unmarshal(encoded, &body))
	return body
}

func TestAnOpenValueIsNotUnknown(t *testing.T) {
	t.Parallel()
	for value, unknown := range map[any]bool{
		spaces.ComputedType("integration:polls:votes"): false, spaces.ComputedType("builtin:future"): true,
		spaces.LevelInherit: false, spaces.Visibility("future"): true,
	} {
		found := false
		inspect(reflect.ValueOf(value), "/type", func(kind, string, string) { found = true })
		require.Equal(t, unknown, found, value)
	}
}

func TestNoKeyOfAMapIsShown(t *testing.T) {
	t.Parallel()
	section := sites.Section{LocalizedTitle: map[api.Language]string{"handbook": "Handbook"}}
	var found []string
	inspect(reflect.ValueOf(section), "", func(kind kind, path, detail string) {
		found = append(found, fmt.Sprint(kind, " ", maskPointer(reflect.TypeFor[sites.Section](), path), " ", detail))
	})
	require.Equal(t, []string{"unknown value /localizedTitle a value that is not shown"}, found)
}

func TestNothingDiffersOnTheInMemoryServer(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	w, _ := testWalk(t, server)
	require.NoError(t, w.run(t.Context()))
	require.Empty(t, w.report.sortedFindings())
	require.False(t, w.report.differs())
	require.Empty(t, slices.DeleteFunc(safeOperations(), func(name string) bool {
		o := w.report.outcomes[name]
		return o != nil && o.Statuses[http.StatusOK] > 0
	}), "want a call that succeeds")
}

func TestTheProgramOnlyReadsWithoutFlags(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	status, out := onServer(t, server)
	require.Equal(t, statusSame, status, out)
	require.Contains(t, out, ", 0 differences, ")
	safe := safeOperations()
	for _, name := range []string{"Orgs.Ask.Answer", "Orgs.Ask.Stream", "Sites.Ask.Stream"} {
		require.NotContains(t, safe, name, "a question costs credits")
	}
	require.Greater(t, len(server.Calls.All()), len(safe))
	for _, call := range server.Calls.All() {
		require.Contains(t, safe, call.Operation)
		require.Zero(t, server.Calls.Commits(call.Operation), call.Operation)
	}
}

func TestAWalkIsBounded(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	w, visits := testWalk(t, server)
	w.bounds.requests, w.bounds.places = 400, 1
	require.NoError(t, w.run(t.Context()))
	places := map[string]bool{}
	for _, v := range *visits {
		if v.op.Name == "Sites.Get" {
			places[v.at.ids[1]] = true
		}
	}
	require.Len(t, places, 1, "want one site of those in the organization")

	server.Calls.Forget()
	w, _ = testWalk(t, server)
	w.bounds.requests = 50
	require.NoError(t, w.run(t.Context()))
	require.NoError(t, w.settle(t.Context()))
	require.NoError(t, w.ask(t.Context()))
	require.Len(t, server.Calls.All(), 50)
	require.Equal(t, enough, w.report.skipped["Orgs.Ask.Stream"])
}

func TestStreamThatFailsIsReportedWithTheReason(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	server.SeedDemo()
	w, _ := testWalk(t, server)
	require.NoError(t, w.run(t.Context()))
	server.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.Status(http.StatusPaymentRequired))
	server.Faults.Add("Sites.Ask.Stream", 1, publishingtest.Status(http.StatusOK).Body("text/event-stream", "data: no JSON\n\n"))
	server.Faults.Add("Sites.Ask.StreamQuestions", 1, publishingtest.Status(http.StatusAccepted).Body("text/event-stream", "event: done\ndata: {}\n\n"))
	require.NoError(t, w.ask(t.Context()))
	require.Equal(t, []finding{
		{"Orgs.Ask.Stream", kindStatus, "/", "Payment Required"},
		{"Sites.Ask.Stream", kindUndecodable, "/", ""},
		{"Sites.Ask.StreamQuestions", kindStatus, "/", "Accepted"},
	}, w.report.sortedFindings())
}
