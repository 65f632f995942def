package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

const (
	acme       = "acme"
	docs       = "docs"
	aggregates = "Sites.Insights.Events.Aggregate"
	answers    = "Sites.Answers.List"
)

var (
	firstDay = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	endDay   = firstDay.AddDate(0, 0, 3)
)

// newExporter returns an exporter for a site on a new server.
func newExporter(t *testing.T, options ...publishingtest.Option) (*exporter, *publishingtest.Server, *strings.Builder) {
	t.Helper()
	server := publishingtest.NewServer(t, options...)
	server.Orgs.Add(orgs.Organization{ID: acme})
	server.Sites.Add(acme, sites.Site{ID: docs})
	var out strings.Builder
	return &exporter{
		client: server.Client(publishing.WithStrictDecoding(), publishing.WithoutRetry()), orgID: acme, siteID: docs,
		dir: t.TempDir(), now: endDay.AddDate(0, 0, 1), out: &out,
	}, server, &out
}

func visit(server *publishingtest.Server, at time.Time, country string) {
	server.Sites.Insights.Events.Add(acme, docs, insights.Event{Timestamp: &at}, publishingtest.Visitor{
		Country: country, Device: insights.VisitorDeviceDesktop,
	})
}

func answer(server *publishingtest.Server, at time.Time, text string) {
	server.Sites.Answers.Add(acme, docs, insights.AnswerWithResponse{Answer: insights.Answer{
		CreatedAt: at, Input: insights.AnswerInput{Raw: text},
	}})
}

// read returns the rows of the file of a day.
func read[T any](t *testing.T, e *exporter, table string, day time.Time) []T {
	t.Helper()
	rows, err := parquet.ReadFile[T](filepath.Join(e.dir, table, day.Format(time.DateOnly)+".parquet"))
	require.NoError(t, err)
	return rows
}

// countRead returns the number of events and of answers in the files of a day, and what the
// statistics of the day say.
func countRead(t *testing.T, e *exporter, day time.Time) (events, answers int64, stats statisticsRow) {
	t.Helper()
	for _, row := range read[eventRow](t, e, "events", day) {
		events += row.Events
	}
	rows := read[statisticsRow](t, e, "statistics", day)
	require.Len(t, rows, 1)
	return events, int64(len(read[questionRow](t, e, "questions", day))), rows[0]
}

// TestEachEventAndAnswerIsInTheFileOfItsDay has events and answers on the boundaries of the days
// and of their halves, whether the service includes the end of a range or not.
func TestEachEventAndAnswerIsInTheFileOfItsDay(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]publishingtest.Option{
		"a range includes its end":         nil,
		"a range does not include its end": {publishingtest.WithoutRule("sites.insights.events.aggregate.range-ends")},
		"an event without a value has one": {publishingtest.WithoutRule("sites.insights.events.aggregate.unknown")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, server, out := newExporter(t, options...)
			want := map[time.Time]int64{}
			random := rand.New(rand.NewPCG(1, 2))
			add := func(at time.Time) {
				visit(server, at, []string{"FR", "DE", ""}[random.IntN(3)])
				answer(server, at, "How do I publish?")
				want[at.Truncate(24*time.Hour)]++
			}
			for at := firstDay.AddDate(0, 0, -1); !at.After(endDay); at = at.Add(6 * time.Hour) {
				for _, offset := range []time.Duration{-time.Millisecond, 0, time.Millisecond} {
					add(at.Add(offset))
				}
			}
			for range 200 {
				add(firstDay.Add(time.Duration(random.Int64N(int64(72 * time.Hour)))).Truncate(time.Millisecond))
			}
			require.NoError(t, e.export(t.Context(), firstDay, endDay))
			for day := firstDay; day.Before(endDay); day = day.AddDate(0, 0, 1) {
				events, listed, stats := countRead(t, e, day)
				require.Equal(t, want[day], events)
				require.Equal(t, want[day], listed)
				require.Equal(t, want[day], stats.Events)
				require.Equal(t, want[day], stats.Answers)
				require.Equal(t, want[day], stats.Yes)
				require.True(t, day.Equal(stats.Day))
				for _, row := range read[eventRow](t, e, "events", day) {
					require.Equal(t, day, row.Hour.UTC().Truncate(24*time.Hour))
				}
			}
			require.NotContains(t, out.String(), "in no row")
		})
	}
}

// TestTruncatedResultIsNotTakenForAWholeOne has more rows a day than the service returns at once,
// and then more in an hour.
func TestTruncatedResultIsNotTakenForAWholeOne(t *testing.T) {
	t.Parallel()
	e, server, _ := newExporter(t)
	for i := range 1500 {
		visit(server, firstDay.Add(time.Duration(i)*50*time.Second), fmt.Sprint("country ", i))
	}
	require.NoError(t, e.export(t.Context(), firstDay, firstDay.AddDate(0, 0, 1)))
	require.Len(t, read[eventRow](t, e, "events", firstDay), 1500)

	second := firstDay.AddDate(0, 0, 1)
	for i := range 1001 {
		visit(server, second.Add(time.Duration(i)*time.Second), fmt.Sprint("country ", i))
	}
	require.ErrorIs(t, e.export(t.Context(), second, endDay), sites.ErrIncompleteAggregation)
	require.NoFileExists(t, filepath.Join(e.dir, "events", second.Format(time.DateOnly)+".parquet"))
}

// TestInterruptedExportContinues fails at each request in turn. The next run writes what is
// missing, and a file is either complete or absent.
func TestInterruptedExportContinues(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{aggregates, answers, "Sites.QuestionStats"} {
		for before := 0; ; before++ {
			e, server, _ := newFilledExporter(t)
			if before > 0 {
				server.Faults.Add(operation, before, publishingtest.Pass())
			}
			server.Faults.Add(operation, 1, publishingtest.Status(503))
			err := e.export(t.Context(), firstDay, endDay)
			for _, pattern := range []string{".*", "*/.*"} {
				left, err := filepath.Glob(filepath.Join(e.dir, pattern))
				require.NoError(t, err)
				require.Empty(t, left, "no unfinished files")
			}
			if err == nil {
				require.GreaterOrEqual(t, before, 3, "there are requests for each day")
				break
			}
			require.ErrorIs(t, err, publishing.ErrServer)
			require.NoError(t, e.export(t.Context(), firstDay, endDay))
			for day := firstDay; day.Before(endDay); day = day.AddDate(0, 0, 1) {
				events, listed, stats := countRead(t, e, day)
				require.Equal(t, []int64{24, 24, 24, 24}, []int64{events, listed, stats.Events, stats.Answers})
			}
		}
	}
}

// newFilledExporter returns an exporter for a site with an event and an answer in each hour.
func newFilledExporter(t *testing.T) (*exporter, *publishingtest.Server, *strings.Builder) {
	t.Helper()
	e, server, out := newExporter(t)
	for hour := range 72 {
		visit(server, firstDay.Add(time.Duration(hour)*time.Hour), "FR")
		answer(server, firstDay.Add(time.Duration(hour)*time.Hour), "How?")
	}
	return e, server, out
}

func TestCompleteExportSendsNothing(t *testing.T) {
	t.Parallel()
	e, server, out := newFilledExporter(t)
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	requests := len(server.Calls.All())
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	require.Contains(t, out.String(), "0 files written, 9 existed")
	require.Len(t, server.Calls.All(), requests)
	e.again = true
	out.Reset()
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	require.Contains(t, out.String(), "9 files written, 0 existed")
}

func TestDirectoryOfAnotherExportIsRejected(t *testing.T) {
	t.Parallel()
	e, server, out := newExporter(t)
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	server.Sites.Add(acme, sites.Site{ID: "other"})
	for _, change := range []func(e *exporter){
		func(e *exporter) { e.siteID = "other" },
		func(e *exporter) { e.orgID = "other" },
		func(e *exporter) { e.service = "https://api.example.com" },
		func(e *exporter) { e.texts = true },
	} {
		another := *e
		change(&another)
		require.ErrorContains(t, another.export(t.Context(), firstDay, endDay), `"site": "docs"`)
	}
	out.Reset()
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	require.Contains(t, out.String(), "0 files written, 9 existed")
	require.NoError(t, os.Remove(filepath.Join(e.dir, originOf)))
	require.ErrorContains(t, e.export(t.Context(), firstDay, endDay), "tables of no export")
}

func TestFailedExportDoesNotTakeTheDirectory(t *testing.T) {
	t.Parallel()
	e, _, out := newExporter(t)
	require.NoError(t, os.WriteFile(filepath.Join(e.dir, ".origin.json-1"), nil, 0o600)) // of a run that was killed
	e.dir = filepath.Join(e.dir, "data[1")
	misspelled := *e
	misspelled.siteID = "docz"
	require.ErrorIs(t, misspelled.export(t.Context(), firstDay, endDay), publishing.ErrNotFound)
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	require.Contains(t, out.String(), "9 files written, 0 existed")
}

func TestFailedWriteLeavesTheOldFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "day.parquet")
	require.NoError(t, writeFile(name, func(to io.Writer) error {
		_, err := io.WriteString(to, "old")
		return err
	}))
	full := errors.New("disk full")
	require.ErrorIs(t, writeFile(name, func(to io.Writer) error {
		_, _ = io.WriteString(to, "ne")
		return full
	}), full)
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "old", string(content))
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestWordsOfVisitorsAreExportedIfAskedFor(t *testing.T) {
	t.Parallel()
	for _, texts := range []bool{false, true} {
		e, server, _ := newExporter(t)
		e.texts = texts
		answer(server, firstDay, "canary")
		require.NoError(t, e.export(t.Context(), firstDay, firstDay.AddDate(0, 0, 1)))
		rows := read[questionRow](t, e, "questions", firstDay)
		require.Equal(t, texts, rows[0].Text != nil)
		content, err := os.ReadFile(filepath.Join(e.dir, "questions", "2026-03-01.parquet"))
		require.NoError(t, err)
		require.Equal(t, texts, strings.Contains(string(content), "canary"))
	}
}

func TestDayThatHasNotEndedIsNotExported(t *testing.T) {
	t.Parallel()
	e, _, out := newExporter(t)
	e.now = firstDay.Add(47 * time.Hour)
	require.NoError(t, e.export(t.Context(), firstDay, endDay))
	require.Contains(t, out.String(), "2026-03-02 has not ended")
	require.Contains(t, out.String(), "3 files written")
}

func TestEventsThatAreInNoRowAreTold(t *testing.T) {
	t.Parallel()
	e, server, out := newExporter(t)
	visit(server, firstDay, "FR")
	visit(server, firstDay, "FR")
	// A service that leaves out a row.
	server.Faults.Add(aggregates, 1, publishingtest.EditJSON(func(result map[string]any) {
		for _, column := range result["columns"].([]any) {
			column.(map[string]any)["values"] = []any{}
		}
	}))
	require.NoError(t, e.export(t.Context(), firstDay, firstDay.AddDate(0, 0, 1)))
	require.Contains(t, out.String(), "2026-03-01: the service counts 2 events in no row")
}

func TestExportRunsOnTheInMemoryServerAndOnAnother(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	var out strings.Builder
	dir := filepath.Join(t.TempDir(), "insights")
	require.NoError(t, run(t.Context(), []string{"-o", dir}, &out))
	require.Contains(t, out.String(), "21 files written, 0 existed")

	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	require.ErrorContains(t, run(t.Context(), nil, io.Discard), "PUBLISHING_ORGANIZATION is not set")
	t.Setenv(service.EnvOrganization, demo.Organization)
	require.ErrorContains(t, run(t.Context(), nil, io.Discard), "-site is not set")
	require.NoError(t, run(t.Context(), []string{"-o", t.TempDir(), "-site", demo.Sites[0]}, io.Discard))
	server.Faults.Add(answers, 1, publishingtest.Status(403))
	err := run(t.Context(), []string{"-o", t.TempDir(), "-site", demo.Sites[0]}, io.Discard)
	require.ErrorIs(t, err, publishing.ErrForbidden)
	var failed *api.Error
	require.ErrorAs(t, err, &failed)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, run(ctx, []string{"-o", t.TempDir(), "-site", demo.Sites[0]}, io.Discard), context.Canceled)
	for _, args := range [][]string{{"-from", "yesterday"}, {"-from", "2026-01-02", "-to", "2026-01-02"}, {"more"}} {
		require.Error(t, run(t.Context(), args, io.Discard), "%v", args)
	}
	require.NoError(t, run(t.Context(), []string{"-h"}, io.Discard))
}
