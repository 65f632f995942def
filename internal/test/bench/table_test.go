package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// report returns a report with figures of the table.
func report(t *testing.T, release string, values ...value) *Report {
	t.Helper()
	r := &Report{Go: release, Platform: "linux/amd64", Processors: 2, Rounds: 7, Seconds: 232}
	_, err := r.add(values)
	require.NoError(t, err)
	return r
}

func TestEachFigureHasOneIDAndBelongsToARowThatIsMeasured(t *testing.T) {
	t.Parallel()
	var measured []int
	for _, r := range rows {
		measured = append(measured, r.rows...)
	}
	require.True(t, slices.IsSorted(measured), "rows are measured in the order of the table")
	var ids []string
	var inTable []int
	for _, f := range figures {
		require.NotContains(t, ids, f.id)
		ids, inTable = append(ids, f.id), append(inTable, f.row)
		require.Contains(t, []string{less, more}, f.better, f.id)
		if f.target != nil {
			require.Len(t, f.target, 2, f.id)
		}
	}
	require.True(t, slices.IsSorted(inTable))
	require.Equal(t, measured, slices.Compact(inTable))
}

func TestTargetsAreThoseOfTheRelease(t *testing.T) {
	t.Parallel()
	value := value{"get.processor.hand", 0.7, ""}
	older, newer := report(t, "go1.26.8", value), report(t, "go1.27.4", value)
	require.InDelta(t, 0.62, *older.Figures[0].Target, 1e-9)
	require.False(t, older.Holds())
	require.InDelta(t, 0.97, *newer.Figures[0].Target, 1e-9)
	require.True(t, newer.Holds())
}

func TestTargetsAreLimitsInTheDirectionOfTheFigure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value value
		holds bool
		must  string
	}{
		{value{"get.bytes", 2500, ""}, true, "<= 2500 B"},
		{value{"get.bytes", 2501, ""}, false, "<= 2500 B"},
		{value{"crowd.own", 0.97, ""}, true, ">= 0.97x"},
		{value{"crowd.own", 0.96, ""}, false, ">= 0.97x"},
		{value{"crowd.own.opened", 0, ""}, true, "0"},
		{value{"server.page.filter", 99, ""}, true, ""},
	} {
		f := report(t, "go1.26.8", c.value).Figures[0]
		require.Equal(t, c.holds, f.holds(), c)
		require.Equal(t, c.must, f.must(), c)
	}
}

func TestValuesThatAreNotInTheTableAreRejected(t *testing.T) {
	t.Parallel()
	r := new(Report)
	_, err := r.add([]value{{"get.bytes", 1, ""}, {"get.nothing", 1, ""}})
	require.ErrorContains(t, err, "get.nothing")
	require.Empty(t, r.Figures)
}

func TestRunMeasuresTheWantedRows(t *testing.T) { //nolint:paralleltest // other tests would allocate too
	var out bytes.Buffer
	got, err := Run(t.Context(), 1, []int{2}, &out)
	require.NoError(t, err)
	require.Len(t, got.Figures, 2)
	require.Equal(t, "get.allocations", got.Figures[0].ID)
	require.Contains(t, out.String(), "| 2 | GET from memory, allocations over hand2 | <= 5 | ")
	_, err = Run(t.Context(), 1, []int{99}, &out)
	require.ErrorContains(t, err, "99")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Run(ctx, 1, []int{11}, &out)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "row 11")
}

func TestTableShowsBothReleasesSideBySide(t *testing.T) {
	t.Parallel()
	older := report(t, "go1.26.8", value{"crowd.own", 0.9, "1 : 2 calls/s"}, value{"get.processor.hand", 0.6, ""}, value{"get.bytes", -480, ""})
	newer := report(t, "go1.27.4", value{"get.processor.hand", 0.95, ""}, value{"get.bytes", -480, ""}, value{"server.page.filter", 2, ""})
	var out strings.Builder
	WriteTable(&out, older, newer)
	require.Equal(t, "- go1.26.8, linux/amd64, 2 processors, 7 rounds, 3m52s\n"+
		"- go1.27.4, linux/amd64, 2 processors, 7 rounds, 3m52s\n"+
		"\n"+
		"| # | what | must be | go1.26.8 | go1.27.4 |\n"+
		"| --- | --- | --- | --- | --- |\n"+
		"| 1 | GET from memory, CPU over hand | <= 0.62x, <= 0.97x | 0.600x | 0.950x |\n"+
		"| 2 | GET from memory, bytes over hand2 | <= 2500 B | -480 B | -480 B |\n"+
		"| 7 | 64 goroutines, throughput over hand2, with the SDK's transport | >= 0.97x | 0.900x (1 : 2 calls/s) **misses** | |\n"+
		"| 10 | in-memory server, 1000 of 100,000 sites with a filter over those of 1,000, CPU | | | 2.000x |\n", out.String())
}

func TestCompareNamesWhatIsWorseByMoreThanATenthAndWhatIsNew(t *testing.T) {
	t.Parallel()
	old := report(t, "go1.26.8", value{"get.processor.hand", 0.60, ""}, value{"get.processor.hand2", 1, ""}, value{"get.bytes", -400, ""},
		value{"crowd.own", 1, ""}, value{"crowd.same", 1, ""}, value{"crowd.own.opened", 0, ""}, value{"crowd.same.opened", 0, ""}, value{"list.peak", 5, ""})
	now := report(t, "go1.27.4", value{"get.processor.hand", 0.659, ""}, value{"get.processor.hand2", 1.11, "2 s : 1 s"}, value{"get.bytes", -350, ""},
		value{"crowd.own", 0.91, ""}, value{"crowd.same", 0.89, ""}, value{"crowd.own.opened", 0, ""}, value{"crowd.same.opened", 1, ""},
		value{"build.warm", 2, ""})
	var out strings.Builder
	Compare(&out, old, now)
	require.Equal(t, "\nWorse by more than a tenth:\n\n"+
		"| # | what | before, go1.26.8 | now, go1.27.4 |\n"+
		"| --- | --- | --- | --- |\n"+
		"| 1 | GET from memory, CPU over hand2 | 1.000x | 1.110x |\n"+
		"| 2 | GET from memory, bytes over hand2 | -400 B | -350 B |\n"+
		"| 7 | 64 goroutines, throughput over hand2, with the transport of hand2 | 1.000x | 0.890x |\n"+
		"| 7 | 64 goroutines, connections opened, with the transport of hand2 | 0 | 1 |\n"+
		"\nNew:\n\n"+
		"- 9: program that lists sites, CPU of a warm build over hand\n", out.String())
	out.Reset()
	Compare(&out, old, old)
	require.Empty(t, out.String())
}

func TestReportSurvivesItsFile(t *testing.T) {
	t.Parallel()
	want := report(t, "go1.26.8", value{"get.bytes", -480, ""}, value{"server.page.filter", 1.5, "3 ms : 2 ms"})
	text, err := json.Marshal(want)
	require.NoError(t, err)
	got := new(Report)
	require.NoError(t, json.Unmarshal(text, got))
	require.Equal(t, want, got)
}
