package main

import (
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A world is a server with the demo and the content that this example adds to it.
type world struct {
	*publishingtest.Server
	*reader

	demo publishingtest.Demo
}

// guestsListed makes the in-memory server list users whose role is null, as another service may do.
var guestsListed = publishingtest.WithoutRule("permissions.guests-not-listed")

// withRole makes a user's role in a space one that this release does not know.
func (w *world) withRole(spaceID, userID, role string) {
	w.Permissions.Grant(spaceID, userID, api.RoleEdit)
	w.Faults.Add("Permissions.Spaces.Aggregate.List", 100, publishingtest.EditJSON(func(body map[string]any) {
		for _, item := range body["items"].([]any) {
			if of := item.(map[string]any); of["user"].(map[string]any)["id"] == userID {
				of["permission"] = role
			}
		}
	}).WhenParam("spaceId", spaceID))
}

func newWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	server := publishingtest.NewServer(t, opts...)
	demo := server.SeedDemo()
	seed(server, demo)
	return &world{server, &reader{client: server.Client(), orgID: demo.Organization, parallel: 4}, demo}
}

func (w *world) report(t *testing.T) *report {
	t.Helper()
	got, err := w.read(t.Context())
	require.NoError(t, err)
	got.At = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	return got
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, write(&b))
	return b.String()
}

// rolesOf returns the roles of a person by the path of the place.
func rolesOf(r *report, name string) map[string]string {
	roles := map[string]string{}
	for _, p := range r.Places {
		for _, a := range p.Access {
			if a.User.DisplayName == name {
				roles[p.Path] = a.Role
			}
		}
	}
	return roles
}

func TestReportContainsTheEffectiveRoles(t *testing.T) {
	t.Parallel()
	got := newWorld(t, publishingtest.WithPageSize(2)).report(t)
	require.Len(t, got.Places, 10)
	require.Equal(t, map[string]string{
		"Engineering": "edit", "Engineering / Runbooks": "review", "Engineering / Runbooks / On call": "review",
		"Engineering / Runbooks / Incidents": "review", "Engineering / Architecture": "edit",
	}, rolesOf(got, "Radia Perlman"), "from a team, and her own")
	require.Equal(t, map[string]string{"Partner guide": "comment"}, rolesOf(got, "Tim Berners-Lee"))
	require.Equal(t, "review", rolesOf(got, "Grace Hopper")["Internal / Handbook"], "from the collection")
	require.Equal(t, "edit", rolesOf(got, "Grace Hopper")["Guides"], "from the membership")
	require.Zero(t, got.unknown())
	require.Equal(t, "7 spaces, 3 collections, 9 people with access; 2 teams with a role.", got.summary())
}

func TestTeamsOfAPlaceInACollectionThatIsNotListedAreUnknown(t *testing.T) {
	t.Parallel()
	places := tree([]*place{{Kind: "space", ID: "alone"}, {Kind: "space", ID: "inside", parent: "unlisted"}})
	require.Empty(t, places[0].TeamProblem)
	require.Equal(t, "the collection that contains it is not listed", places[1].TeamProblem)
}

func TestPlacesAreInTheOrderOfTheTree(t *testing.T) {
	t.Parallel()
	got := tree([]*place{
		{Kind: "collection", ID: "inner", Title: "Inner", parent: "outer"},
		{Kind: "collection", ID: "outer", Title: "Outer"},
		{Kind: "collection", ID: "one", Title: "One", parent: "two"},
		{Kind: "collection", ID: "two", Title: "Two", parent: "one"},
		{Kind: "space", ID: "top", Title: "Top"},
		{Kind: "space", ID: "deep", Title: "Deep", parent: "inner"},
		{Kind: "space", ID: "lost", Title: "Lost", parent: "not listed"},
	})
	var paths []string
	for _, p := range got {
		require.Equal(t, strings.Count(p.Path, " / "), p.Depth)
		paths = append(paths, p.Path)
	}
	require.Equal(t, []string{"Outer", "Outer / Inner", "Outer / Inner / Deep", "Top", "Lost", "One", "One / Two"}, paths)
}

func TestAccessThatCannotBeReadIsReportedAsUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Permissions.Spaces.Aggregate.List", 1, publishingtest.Status(403))
	w.Faults.Add("Permissions.Collections.Aggregate.List", 1, publishingtest.Status(404))
	got := w.report(t)
	require.Len(t, got.Places, 10)
	require.Equal(t, 2, got.unknown())
	problems := map[string]string{}
	for _, p := range got.Places {
		if p.Problem != "" {
			require.Empty(t, p.Access)
			problems[p.Kind] = p.Problem
		}
	}
	require.Contains(t, problems["space"], "403 Forbidden: ")
	require.Contains(t, problems["collection"], "404 Not Found: ")
	for _, text := range []string{written(t, got.table), written(t, got.csv), written(t, got.html)} {
		require.Contains(t, text, "unknown")
		require.Contains(t, text, problems["space"][:13])
	}
	require.Contains(t, written(t, got.table), "the access to 2 is unknown.")
	var out, notes strings.Builder
	err := got.write(&out, &notes, "", "")
	require.ErrorIs(t, err, errIncomplete)
	require.ErrorContains(t, err, "2 of 10 could not be read")
	require.Equal(t, 2, exitCode(err))
}

func TestReportGroupsTheRolesOfTeamsByTeam(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(1))
	org := w.demo.Organization
	writers := w.Orgs.Teams.Add(org, api.Team{Title: "Authors"}, w.demo.Users[0]).ID
	empty := w.Orgs.Teams.Add(org, api.Team{Title: "Nobody yet"}).ID
	w.Orgs.Teams.Add(org, api.Team{Title: "Without a role"}, w.demo.Users[0])
	w.Permissions.Grant(w.demo.Spaces[0], writers, api.RoleCreate)
	w.Permissions.Grant(w.demo.Collection, writers, api.RoleRead)
	w.Permissions.Grant(w.demo.Spaces[1], empty, api.RoleComment)
	got := w.report(t)
	require.Regexp(t, `(?m)^TEAM +MEMBERS +PLACE +ROLE
Authors +Ada Lovelace +Internal +read
 +Guides +create
Engineers +Katherine Johnson, Margaret Hamilton, Radia Perlman +Engineering +edit
Nobody yet +nobody +API reference +comment
`, written(t, got.table))
	teams := func(path, name string) []string {
		for _, p := range got.Places {
			for _, a := range p.Access {
				if p.Path == path && a.User.DisplayName == name {
					return a.Teams
				}
			}
		}
		return nil
	}
	require.Equal(t, []string{"Authors", "Writers"}, teams("Internal / Handbook", "Ada Lovelace"), "a role in the collection")
	require.Equal(t, []string{"Engineers"}, teams("Engineering / Runbooks / On call", "Margaret Hamilton"))
	require.Empty(t, teams("Engineering", "Ada Lovelace"))
	page := written(t, got.html)
	require.Contains(t, page, `<tr><th scope="row">Authors</th><td>Ada Lovelace</td><td>Internal</td><td><span class="role read">read</span></td></tr>`)
	require.Equal(t, 7, w.Calls.Count("Orgs.Teams.Members.List"), "a page for each member and one for the empty team, and none for the team without a role")
}

func TestTeamsThatCannotBeReadAreUnknown(t *testing.T) {
	t.Parallel()
	for operation, want := range map[string][]string{
		"Permissions.Collections.Teams.List": {"Internal", "Internal / Handbook"}, // the first collection, and what is in it
		"Orgs.Teams.Members.List": {
			"Engineering", "Engineering / Runbooks", "Engineering / Runbooks / On call", "Engineering / Runbooks / Incidents", "Engineering / Architecture",
		},
	} {
		w := newWorld(t)
		w.parallel = 1
		w.Faults.Add(operation, 1, publishingtest.Status(403))
		got := w.report(t)
		require.Zero(t, got.unknown(), "the roles are known")
		var unknown []string
		for _, p := range got.Places {
			if p.TeamProblem != "" {
				require.Contains(t, p.TeamProblem, "403 Forbidden")
				require.NotEmpty(t, p.Access)
				require.Equal(t, "unknown", p.through(p.Access[0]))
				unknown = append(unknown, p.Path)
			}
		}
		require.Equal(t, want, unknown)
		var out, notes strings.Builder
		err := got.write(&out, &notes, "", "")
		require.ErrorIs(t, err, errIncomplete)
		require.ErrorContains(t, err, "the teams of")
		require.Contains(t, out.String(), "; the teams of")
	}
}

func TestReportOfAUserWhoIsNoAdministratorIsIncomplete(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Orgs.Get", 1, publishingtest.EditJSON(func(body map[string]any) { body["permissions"].(map[string]any)["admin"] = false }))
	got := w.report(t)
	require.Contains(t, written(t, got.table), "; there may be others that only an administrator sees.")
	err := got.write(io.Discard, io.Discard, "", "")
	require.ErrorContains(t, err, "is no administrator")
	require.Equal(t, 2, exitCode(err))
}

func TestIncompleteListIsUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	w.parallel = 1
	w.Faults.Add("Permissions.Collections.Aggregate.List", 1, publishingtest.Pass())
	w.Faults.Add("Permissions.Collections.Aggregate.List", 1, publishingtest.Status(403))
	got := w.report(t)
	require.Equal(t, "collection", got.Places[0].Kind)
	require.Contains(t, got.Places[0].Problem, "403")
	require.Empty(t, got.Places[0].Access, "the first page is not the whole list")
	require.Equal(t, 1, got.unknown())
}

func TestErrorsThatConcernAllPlacesEndTheReport(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"Collections.List", "Spaces.List"} {
		w := newWorld(t)
		w.Faults.Add(operation, 1, publishingtest.Status(403))
		_, err := w.read(t.Context())
		require.ErrorIs(t, err, publishing.ErrForbidden)
		require.ErrorContains(t, err, "list the ")
		require.Equal(t, 1, exitCode(err))
	}
	w := newWorld(t)
	w.Faults.Add("Permissions.Spaces.Aggregate.List", 1, publishingtest.Status(401))
	_, err := w.read(t.Context())
	require.ErrorIs(t, err, publishing.ErrUnauthorized)

	ctx, cancel := context.WithCancel(t.Context())
	w.Faults.Delay("Permissions.Spaces.Aggregate.List", func(ctx context.Context) {
		cancel()
		<-ctx.Done()
	})
	_, err = w.read(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestParallelLimitsConcurrentCalls(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.parallel = 3
	var inside, most atomic.Int32
	entered, release := make(chan struct{}, len(w.Spaces.All(w.orgID))+10), make(chan struct{})
	gate := func(ctx context.Context) {
		now := inside.Add(1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		entered <- struct{}{}
		publishingtest.Until(release)(ctx)
		inside.Add(-1)
	}
	w.Faults.Delay("Permissions.Spaces.Aggregate.List", gate)
	w.Faults.Delay("Permissions.Collections.Aggregate.List", gate)
	ended := make(chan error)
	go func() {
		_, err := w.read(t.Context())
		ended <- err
	}()
	for range 3 {
		<-entered
	}
	for range 7 { // each that ends lets another begin
		release <- struct{}{}
		<-entered
	}
	close(release)
	require.NoError(t, <-ended)
	require.EqualValues(t, 3, most.Load())
}

func TestCSVHasARecordForEachPersonAndPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, guestsListed)
	org := w.demo.Organization
	evil := w.Orgs.Members.Add(org, api.Member{User: api.User{DisplayName: "=HYPERLINK(\"http://x.example\",\"a\")", Email: new("\u200b+1@x.example")}}).User.ID
	lonely := w.Spaces.Add(org, spaces.Space{Title: "Nobody, \"yet\""}).ID
	w.withRole(w.demo.Spaces[0], evil, "curate")
	w.Permissions.Grant(w.demo.Spaces[1], evil, "")
	got := w.report(t)
	for _, p := range got.Places {
		if p.ID == lonely {
			p.Access = nil
		}
	}
	text := written(t, got.csv)
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"kind", "id", "path", "visibility", "user_id", "name", "email", "role", "problem", "teams"}, records[0])
	want := 1 + 1
	for _, p := range got.Places {
		want += len(p.Access)
	}
	require.Len(t, records, want)
	require.Contains(t, records, []string{"space", lonely, "Nobody, \"yet\"", "private", "", "", "", "none", "", ""})
	require.Contains(t, records, []string{"space", w.demo.Spaces[0], "Guides", "private", evil, "'=HYPERLINK(\"http://x.example\",\"a\")", "'+1@x.example", "curate", "", ""})
	require.Contains(t, text, ",guest,,\n")
	require.Contains(t, text, ",edit,,Engineers\n")
}

func TestLongReportKeepsEachCharacter(t *testing.T) {
	t.Parallel()
	r := &report{}
	for i := range 3000 {
		r.Places = append(r.Places, &place{Kind: "space", ID: strings.Repeat("i", i%7), Path: "Čapková"})
	}
	file := filepath.Join(t.TempDir(), "a.csv")
	require.NoError(t, r.write(io.Discard, io.Discard, file, ""))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 3000, strings.Count(string(text), ",Čapková,"))
}

func TestPageLoadsNothingAndEscapesEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(t, guestsListed)
	org := w.demo.Organization
	evil := `<script>alert("x")</script>`
	id := w.Orgs.Members.Add(org, api.Member{User: api.User{DisplayName: evil}}).User.ID
	space := w.Spaces.Add(org, spaces.Space{Title: evil}).ID
	w.withRole(space, id, `x"y`)
	w.Permissions.Grant(w.demo.Spaces[1], id, "")
	page := written(t, w.report(t).html)
	for _, not := range []string{"<script", "src=", "url(", "@import", "http://", "ZgotmplZ"} {
		require.NotContains(t, page, not)
	}
	require.Contains(t, page, "&lt;script&gt;")
	require.Contains(t, page, `<span class="role guest">guest</span>`)
	require.Contains(t, page, `<span class="role other">x&#34;y</span>`)
	require.Contains(t, page, "21 November 2026, 09:30 UTC")

	svg := page[strings.Index(page, "<svg"):strings.Index(page, "</svg>")]
	require.NoError(t, wellFormed(svg+"</svg>"))
	require.Contains(t, svg, `role="img" aria-label=`)
}

func wellFormed(text string) error {
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestBarsRepresentThePeople(t *testing.T) {
	t.Parallel()
	got := newWorld(t).report(t)
	chart := got.chart()
	require.Len(t, chart.Bars, len(got.Places))
	count := regexp.MustCompile(`: (\d+) (person|people) with `)
	for i, bar := range chart.Bars {
		people, right := 0, labelWidth
		for _, s := range bar.Segments {
			n, err := strconv.Atoi(count.FindStringSubmatch(s.Title)[1])
			require.NoError(t, err)
			people += n
			require.Equal(t, right, s.X, "segments are adjacent")
			require.Positive(t, s.Width)
			right += s.Width
		}
		require.Len(t, got.Places[i].Access, people)
		require.LessOrEqual(t, right, labelWidth+barWidth)
	}
	for most, want := range map[int]int{1: 1, 10: 1, 11: 2, 21: 2, 22: 5, 100: 10, 5000: 500} {
		require.Equal(t, want, tickStep(most), "%d people", most)
	}
}

func TestAccessReportRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	dir := t.TempDir()
	var out, notes strings.Builder
	csvFile, htmlFile := filepath.Join(dir, "a.csv"), filepath.Join(dir, "a.html")
	require.NoError(t, os.WriteFile(csvFile, []byte("older"), 0o644))
	require.NoError(t, run(t.Context(), []string{"-csv", csvFile, "-html", htmlFile}, &out, &notes))
	require.Equal(t, "Using the in-memory server.\nWrote "+csvFile+"\nWrote "+htmlFile+"\n", notes.String())
	require.True(t, strings.HasPrefix(out.String(), "PLACE "), "only the table is on standard output")
	require.Regexp(t, `\n  Architecture +in-collection +Ada Lovelace +ada@acme.example +admin +-\n`, out.String())
	for file, begins := range map[string]string{csvFile: "kind,", htmlFile: "<!DOCTYPE html>"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), begins))
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2)
	for _, args := range [][]string{{"org_1"}, {"-parallel", "0"}, {"-parallel", "17"}, {"-what"}} {
		require.ErrorContains(t, run(t.Context(), args, &out, &notes), "usage: access-report", "%q", args)
	}
	require.NoError(t, run(t.Context(), []string{"-h"}, &out, &notes))
	err = run(t.Context(), []string{"-html", filepath.Join(dir, "no", "such")}, &out, &notes)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Equal(t, 1, exitCode(err))
}

func TestAccessReportChangesNothingOnAnotherService(t *testing.T) {
	w := newWorld(t)
	t.Setenv(publishing.EnvBaseURL, w.URL())
	t.Setenv(publishing.EnvToken, w.Token())
	t.Setenv(service.EnvOrganization, "")
	var out, notes strings.Builder
	require.NoError(t, run(t.Context(), []string{"-org", w.demo.Organization}, &out, &notes))
	require.Empty(t, notes.String())
	require.Zero(t, w.Calls.Count("Orgs.List"))
	given := out.String()
	out.Reset()
	require.NoError(t, run(t.Context(), nil, &out, &notes), "it finds the only organization")
	require.Equal(t, given, out.String())
	for _, call := range w.Calls.All() {
		require.Equal(t, "GET", call.Method)
	}
	other := w.Orgs.Add(orgs.Organization{Title: "Other"}).ID
	require.ErrorContains(t, run(t.Context(), nil, &out, &notes), other+" (Other)")
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	files := []string{filepath.Join(t.TempDir(), "a.csv"), filepath.Join(t.TempDir(), "a.html")}
	proxytest.RequirePrintableOutput(t, []string{"-csv", files[0], "-html", files[1]})
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(content), "]0;title")
		proxytest.RequirePrintable(t, string(content))
	}
}

// checkUnknownAccess requires the report to be incomplete if a role of a space is changed.
func checkUnknownAccess(t *testing.T, change func(permission map[string]any)) {
	t.Helper()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	seed(server, demo)
	proxytest.Use(t, server, demo.Organization)
	server.Faults.Add("Permissions.Spaces.Aggregate.List", 100, publishingtest.EditJSON(func(list map[string]any) {
		change(list["items"].([]any)[0].(map[string]any))
	}).WhenParam("spaceId", demo.Spaces[0]))
	var out, notes strings.Builder
	err := run(t.Context(), nil, &out, &notes)
	require.ErrorIs(t, err, errIncomplete)
	require.Equal(t, 2, exitCode(err))
	require.Contains(t, out.String(), "the access to 1 is unknown")
}

func TestRoleThatCannotBeDecodedIsUnknown(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkUnknownAccess(t, func(permission map[string]any) { permission["permission"] = 7 })
	checkUnknownAccess(t, func(permission map[string]any) { permission["user"] = "Ada" })
}

func TestMissingRoleIsUnknown(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkUnknownAccess(t, func(permission map[string]any) { delete(permission, "permission") })
	checkUnknownAccess(t, func(permission map[string]any) { delete(permission, "user") })
	checkUnknownAccess(t, func(permission map[string]any) { delete(permission["user"].(map[string]any), "id") })
}
