package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// asProgram is set for a test binary that is to be the program.
const asProgram = "VERIFY_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	debug.SetGCPercent(400) // thousands of responses do not live long
	goleak.VerifyTestMain(m)
}

// testWriter returns a writer to the organization of the demo that does not wait.
func testWriter(t *testing.T, server *publishingtest.Server, orgID string) *writer {
	may := &guard{orgID: orgID}
	return &writer{
		client: server.Client(publishing.WithWritePolicy(may.permit), publishing.WithoutRetry()),
		guard:  may, report: newReport(), orgID: orgID, name: filepath.Join(t.TempDir(), "journal"),
		wait: func(context.Context, time.Duration) error { return nil },
	}
}

// isAsBefore requires that a server contains what the demo contains, and no journal.
func isAsBefore(t *testing.T, server *publishingtest.Server, demo publishingtest.Demo, journal string) {
	t.Helper()
	require.NoFileExists(t, journal)
	require.Len(t, server.Spaces.All(demo.Organization), len(demo.Spaces))
	require.Len(t, server.Sites.All(demo.Organization), len(demo.Sites))
}

func TestEachExperimentSettlesItsRule(t *testing.T) {
	t.Parallel()
	undecided := map[string]bool{}
	for _, rule := range publishingtest.Rules() {
		undecided[rule.ID] = rule.Undecided
	}
	for _, e := range experiments {
		require.True(t, undecided[e.rule], "%s: want a rule that no source states", e.rule)
		for verdict, opts := range map[verdict][]publishingtest.Option{
			asExpected: nil, otherwise: {publishingtest.WithoutRule(e.rule)},
		} {
			server := publishingtest.NewServer(t, opts...)
			demo := server.SeedDemo()
			w := testWriter(t, server, demo.Organization)
			require.NoError(t, w.run(t.Context()))
			require.Len(t, w.report.rules, len(experiments))
			for _, r := range w.report.rules {
				want := ruling{r.Rule, asExpected, ""}
				if r.Rule == e.rule && verdict == otherwise {
					want = ruling{r.Rule, otherwise, optionOf(r.Rule)}
				}
				if r != want {
					t.Errorf("without %s: %s: %s, %s", e.rule, r.Rule, r.Verdict, r.Detail)
				}
			}
			isAsBefore(t, server, demo, w.name)
		}
	}
}

func TestWritesAreOnlyToWhatTheRunHasCreated(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	w := testWriter(t, server, demo.Organization)
	require.NoError(t, w.run(t.Context()))
	creates := 0
	for _, call := range server.Calls.All() {
		switch {
		case call.Method == http.MethodGet:
		case call.Operation == "Spaces.Create", call.Operation == "Sites.Create":
			creates++
			require.Contains(t, string(call.Body), `"Scratch `)
		default:
			require.True(t, onScratch[call.Operation], call.Operation)
			require.True(t, w.guard.ids[call.Params["spaceId"]] || w.guard.ids[call.Params["siteId"]], call.Path)
		}
	}
	require.Equal(t, 2, creates)

	for _, call := range []func() error{
		func() error { return errorOf(w.client.Spaces.Delete(t.Context(), demo.Spaces[0])) },
		func() error { return errorOf(w.client.Sites.Delete(t.Context(), demo.Organization, demo.Sites[0])) },
		func() error { return errorOf(w.client.Spaces.Create(t.Context(), demo.Organization, spaces.Create{})) },
		func() error { return errorOf(w.client.Sites.Create(t.Context(), demo.Organization, sites.Create{})) },
		func() error {
			for id := range w.guard.ids {
				if err := errorOf(w.client.Spaces.Duplicate(t.Context(), id)); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		require.ErrorIs(t, call(), errNotOurs)
	}
}

func TestAnInterruptDeletesEverything(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"Spaces.Create", "Sites.Create", "Sites.Sections.Create"} {
		server := publishingtest.NewServer(t)
		demo := server.SeedDemo()
		w := testWriter(t, server, demo.Organization)
		ctx, cancel := context.WithCancel(t.Context())
		server.Faults.Add(operation, 10, publishingtest.EditJSON(func(map[string]any) { cancel() }))
		require.ErrorIs(t, w.run(ctx), context.Canceled, operation)
		isAsBefore(t, server, demo, w.name)
	}
}

func TestCleanUpAfterAKill(t *testing.T) {
	t.Parallel()
	for i, point := range []struct {
		operation string
		fault     func(alive func(publishingtest.Call) bool, kill, handled func()) publishingtest.Fault
	}{
		{"Spaces.Create", notCommitted},
		{"Spaces.Create", committedLater},
		{"Spaces.Create", committed},
		{"Sites.Create", notCommitted},
		{"Sites.Create", committedLater},
		{"Sites.Create", committed},
		{"ChangeRequests.Create", committed},
		{"Sites.Sections.Create", committed},
		{"Sites.Delete", notCommitted},
		{"Spaces.Delete", notCommitted},
	} {
		t.Run(fmt.Sprint(i, point.operation), func(t *testing.T) {
			t.Parallel()
			server := publishingtest.NewServer(t)
			demo := server.SeedDemo()
			name := filepath.Join(t.TempDir(), "journal")
			program := exec.CommandContext(t.Context(), os.Args[0], "-write", "-write", "-requests", "1", "-per-minute", "1000000", "-journal", name)
			program.Env = append(os.Environ(), asProgram+"=1", publishing.EnvBaseURL+"="+server.URL(),
				publishing.EnvToken+"="+server.Token(), service.EnvOrganization+"="+demo.Organization)
			program.Stdin = strings.NewReader("yes\n")
			handled, killed := make(chan struct{}), atomic.Bool{}
			alive := func(publishingtest.Call) bool { return !killed.Load() }
			server.Faults.Add(point.operation, 10, point.fault(alive,
				sync.OnceFunc(func() { _ = program.Process.Kill() }), sync.OnceFunc(func() { close(handled) })))
			require.ErrorContains(t, program.Run(), "killed")
			killed.Store(true)
			j, err := readJournal(name, strings.TrimPrefix(server.URL(), "http://"))
			require.NoError(t, err)
			j.wait = func(context.Context, time.Duration) error { // by then, the service is done with the last call
				<-handled
				return nil
			}
			may := &guard{}
			require.NoError(t, j.cleanUp(t.Context(), server.Client(publishing.WithWritePolicy(may.permit)), may))
			isAsBefore(t, server, demo, name)
		})
	}
}

// notCommitted kills the program before a call takes effect. The call then never takes effect. The
// condition that the program is alive comes first, because kill makes it false.
func notCommitted(alive func(publishingtest.Call) bool, kill, handled func()) publishingtest.Fault {
	return publishingtest.HangUp().When(alive).When(func(publishingtest.Call) bool {
		kill()
		handled()
		return true
	})
}

// committedLater kills the program before a call takes effect.
func committedLater(alive func(publishingtest.Call) bool, kill, handled func()) publishingtest.Fault {
	return publishingtest.EditJSON(func(map[string]any) { handled() }).When(alive).When(func(publishingtest.Call) bool {
		kill()
		return true
	})
}

// committed kills the program after a call has taken effect, and before it has the response.
func committed(alive func(publishingtest.Call) bool, kill, handled func()) publishingtest.Fault {
	return publishingtest.EditJSON(func(map[string]any) {
		kill()
		handled()
	}).When(alive)
}

func TestCleanUpFindsWhatIsCreatedLate(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	name := filepath.Join(t.TempDir(), "journal")
	j, err := newJournal(name)
	require.NoError(t, err)
	require.NoError(t, j.write(entry{Kind: kindSpace, Organization: demo.Organization, Title: titleOf(kindSpace) + "x", Time: time.Now()}))
	waits := 0
	j.wait = func(context.Context, time.Duration) error {
		waits++
		server.Spaces.Add(demo.Organization, spaces.Space{Title: titleOf(kindSpace) + "x"})
		return nil
	}
	other := server.Spaces.Add(demo.Organization, spaces.Space{Title: titleOf(kindSpace) + "y"})
	demo.Spaces = append(demo.Spaces, other.ID)
	may := &guard{}
	require.NoError(t, j.cleanUp(t.Context(), server.Client(publishing.WithWritePolicy(may.permit)), may))
	require.Equal(t, 1, waits)
	isAsBefore(t, server, demo, name)
}

func TestTheJournalIsKeptWhileSomethingIsLeft(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	w := testWriter(t, server, demo.Organization)
	server.Faults.Add("Spaces.Delete", 1, publishingtest.Status(500))
	require.ErrorIs(t, w.run(t.Context()), publishing.ErrServer)
	require.FileExists(t, w.name)
	require.ErrorContains(t, w.run(t.Context()), "-cleanup")
	require.Len(t, server.Sites.All(demo.Organization), len(demo.Sites))
	j, err := readJournal(w.name, w.host)
	require.NoError(t, err)
	require.NoError(t, j.cleanUp(t.Context(), w.client, w.guard))
	isAsBefore(t, server, demo, w.name)
}

func TestAFailedDeleteDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	w := testWriter(t, server, demo.Organization)
	server.Faults.Add("Sites.Delete", 1, publishingtest.Status(500))
	require.ErrorIs(t, w.run(t.Context()), publishing.ErrServer)
	require.FileExists(t, w.name)
	require.Len(t, server.Sites.All(demo.Organization), len(demo.Sites)+1)
	require.Len(t, server.Spaces.All(demo.Organization), len(demo.Spaces))
}

func TestOnlyTheJournalOfARunIsRead(t *testing.T) {
	t.Parallel()
	const ours = `{"kind":"space","service":"api.example","organization":"acme","title":"Scratch space of publishing-go verify x","time":"2026-01-05T09:00:00Z"}` + "\n"
	for name, test := range map[string]struct {
		text, want string
		entries    int
	}{
		"entries":                     {ours + ours + strings.ReplaceAll(ours, "space", "site"), "", 2},
		"nothing":                     {"", "", 0},
		"an incomplete line":          {ours + ours[:40], "", 1},
		"the beginning of a line":     {ours + ours[:3], "", 1},
		"another file":                {"# Readme\n", "not the journal", 0},
		"another file of one line":    {"Readme", "not the journal", 0},
		"something with another name": {strings.Replace(ours, "Scratch", "Guide", 1), "not the journal", 0},
		"another kind":                {strings.ReplaceAll(ours, "space", "organization"), "not the journal", 0},
		"no organization":             {strings.Replace(ours, "acme", "", 1), "not the journal", 0},
		"another service":             {strings.Replace(ours, "api.example", "staging.example", 1), "staging.example, not on api.example", 0},
	} {
		file := filepath.Join(t.TempDir(), "journal")
		require.NoError(t, os.WriteFile(file, []byte(test.text), 0o600))
		j, err := readJournal(file, "api.example")
		if test.want != "" {
			require.ErrorContains(t, err, test.want, name)
			continue
		}
		require.NoError(t, err, name)
		require.Len(t, j.entries, test.entries, name)
		for _, e := range j.entries {
			require.WithinDuration(t, time.Now(), e.Time, time.Hour, "the program may have sent the create until it was killed")
		}
	}
}

func TestCleanUpDoesNotWaitForWhatWasRejected(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "journal")
	j := &journal{name: file}
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, j.write(entry{Kind: kindSpace, Service: "api.example", Organization: "acme", Title: titleOf(kindSpace) + "x"}))
	j, err := readJournal(file, "api.example")
	require.NoError(t, err)
	require.Len(t, j.entries, 1)
	require.Zero(t, j.entries[0].Time)
}

// TestWhatIsNotCertainlyOursIsKept is about a list that is incomplete, and about something with an
// ID of the journal and another title.
func TestWhatIsNotCertainlyOursIsKept(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	may := &guard{}
	client := server.Client(publishing.WithWritePolicy(may.permit))
	cleanUp := func(e entry) error {
		j := &journal{name: filepath.Join(t.TempDir(), "journal"), waited: true}
		e.Organization = demo.Organization
		j.set(e)
		require.NoError(t, os.WriteFile(j.name, nil, 0o600))
		err := j.cleanUp(t.Context(), client, may)
		if err != nil {
			require.FileExists(t, j.name)
		}
		return err
	}
	require.ErrorContains(t, cleanUp(entry{Kind: kindSpace, ID: demo.Spaces[0], Title: titleOf(kindSpace) + "x"}), "another title")
	require.ErrorContains(t, cleanUp(entry{Kind: kindSite, ID: demo.Sites[0], Title: titleOf(kindSite) + "x"}), "another title")
	for kind, operation := range map[string]string{kindSpace: "Spaces.List", kindSite: "Sites.List"} {
		server.Faults.Add(operation, 1, publishingtest.EditJSON(func(body map[string]any) { body["items"], body["count"] = []any{}, 0 }))
		id := map[string]string{kindSpace: demo.Spaces[0], kindSite: demo.Sites[0]}[kind]
		require.ErrorContains(t, cleanUp(entry{Kind: kind, ID: id, Title: titleOf(kind) + "x"}), "another title", "what is not listed any more")
		require.NoError(t, cleanUp(entry{Kind: kind, ID: "gone", Title: titleOf(kind) + "x"}))
		server.Faults.Add(operation, 1, publishingtest.EditJSON(func(body map[string]any) {
			body["count"] = len(body["items"].([]any))
			body["items"] = body["items"].([]any)[1:]
			delete(body, "next")
		}))
		require.ErrorContains(t, cleanUp(entry{Kind: kind, Title: titleOf(kind) + "x"}), "try again")
	}
	require.NoError(t, cleanUp(entry{Kind: kindSpace, Title: titleOf(kindSpace) + "x"}))
	require.Len(t, server.Spaces.All(demo.Organization), len(demo.Spaces))
	require.Len(t, server.Sites.All(demo.Organization), len(demo.Sites))

	may.add("")
	require.ErrorIs(t, errorOf(client.Sites.Update(t.Context(), demo.Organization, demo.Sites[0], sites.Update{})), errNotOurs, "its path has no space")
}

func TestARedirectIsJudgedByItsOwnStatus(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"Sites.Sections.Create", "Sites.Redirects.Create"} {
		server := publishingtest.NewServer(t)
		demo := server.SeedDemo()
		w := testWriter(t, server, demo.Organization)
		server.Faults.Add(operation, 100, publishingtest.Status(400))
		require.NoError(t, w.run(t.Context()))
		require.Contains(t, w.report.rules, ruling{"sites.redirects.source.unique", unsettled, "the status is 400"})
	}
}

func TestTheProgramWritesOnlyIfItMay(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, "")
	name := filepath.Join(t.TempDir(), "journal")
	for _, refused := range []struct {
		args   []string
		answer string
		want   string
	}{
		{[]string{"-write"}, "yes\n", "more than 3 sites"},
		{[]string{"-write", "-write=false", "-write"}, "yes\n", "more than 3 sites"},
		{[]string{"-write=x"}, "yes\n", "-write"},
		{[]string{"-write", "-write"}, "no\n", "nothing was written"},
		{[]string{"-write", "-write"}, "", "nothing was written"},
	} {
		args := append([]string{"-per-minute", "1000000", "-journal", name}, refused.args...)
		status, err := run(t.Context(), args, strings.NewReader(refused.answer), io.Discard, io.Discard)
		require.Equal(t, statusFailed, status)
		require.ErrorContains(t, err, refused.want)
	}
	require.Zero(t, server.Calls.Commits("Spaces.Create"))
	status, out := onServer(t, server, "-write", "-write", "-ask", "-journal", name)
	require.Equal(t, statusSame, status, out)
	require.Contains(t, out, "Sites.Ask.StreamQuestions")
	require.Regexp(t, `orgs\.invites\.join\.spent +sends mail`, out)
	require.Equal(t, 1, server.Calls.Commits("Spaces.Create"))
	isAsBefore(t, server, demo, name)
}

func TestATokenIsCreatedByAClientThatDoesNothingElse(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	w, _ := testWalk(t, server)
	require.NoError(t, w.run(t.Context()))
	client := server.Client(publishing.WithWritePolicy(onlyTokens))
	w.createToken(t.Context(), client)
	require.Equal(t, []ruling{{tokenForm, asExpected, ""}}, w.report.rules)
	require.Empty(t, w.report.sortedFindings())
	require.ErrorIs(t, errorOf(client.Spaces.Delete(t.Context(), demo.Spaces[0])), errNotOurs)
}

func TestARejectedCreateNeedsNoWait(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("Spaces.Create", 1, publishingtest.Status(http.StatusForbidden))
	w := testWriter(t, server, demo.Organization)
	waits := 0
	w.wait = func(context.Context, time.Duration) error {
		waits++
		return nil
	}
	require.ErrorIs(t, w.run(t.Context()), publishing.ErrForbidden)
	require.Zero(t, waits)
	isAsBefore(t, server, demo, w.name)
}
