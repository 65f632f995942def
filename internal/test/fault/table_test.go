package fault_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// retryColumn is the index in Rule.Retries for each class.
var retryColumn = map[string]int{
	fault.Get: 0, fault.List: 0, fault.Create: 1, fault.Update: 1, fault.Delete: 0, fault.Put: 0, fault.Stream: 2,
}

// table returns the expected outcomes.
func table(t testing.TB) []*fault.Line {
	t.Helper()
	lines, err := fault.Table()
	require.NoError(t, err)
	return lines
}

// result is a call under a fault.
type result struct {
	line     *fault.Line
	class    string
	got      fault.Outcome
	took     time.Duration
	problems []string
}

func TestFaultTable(t *testing.T) {
	t.Parallel()
	var all []*result
	for _, l := range table(t) {
		require.Contains(t, scenarios, l.Fault)
		for _, class := range fault.Classes {
			all = append(all, &result{line: l, class: class})
		}
	}
	results := sample.Of(all, func(r *result) []string { return []string{r.line.Fault, r.line.Rule + ", " + r.class} })
	// Calls that wait for time to pass run in memory with a fake clock, so that a busy machine does
	// not pass for a silent service. The others use loopback, those with tens of megabytes last.
	fault.Certificate() // its goroutines must not belong to a bubble
	for _, phase := range []struct {
		width int
		has   func(*fault.Line) bool
	}{
		{1, (*fault.Line).Waits},
		{16, func(l *fault.Line) bool { return !l.Waits() && !scenarios[l.Fault].heavy }},
		{2, func(l *fault.Line) bool { return !l.Waits() && scenarios[l.Fault].heavy }},
	} {
		gate := make(chan struct{}, phase.width)
		var wait sync.WaitGroup
		for _, r := range results {
			switch {
			case !phase.has(r.line):
			case r.line.Waits():
				synctest.Test(t, func(t *testing.T) { scenarios[r.line.Fault].run(t, r, fault.NewMemory()) })
			default:
				wait.Go(func() {
					gate <- struct{}{}
					scenarios[r.line.Fault].run(t, r, nil)
					<-gate
				})
			}
		}
		wait.Wait()
	}
	wrong := 0
	for _, r := range results {
		t.Logf("%s (%s): %s %s in %v", r.line.Fault, r.line.Rule, r.class, r.got, r.took.Round(time.Millisecond))
		if r.problems = append(r.problems, r.line.Differences(r.class, r.got, r.took)...); len(r.problems) > 0 {
			wrong++
			t.Error(strings.Join(r.problems, "\n"))
		}
	}
	t.Logf("%d faults x %d classes: %d cells, %d of them tried, %d wrong", len(all)/len(fault.Classes), len(fault.Classes), len(all), len(results), wrong)
}

func TestTableContainsEachFaultOnce(t *testing.T) {
	t.Parallel()
	var names []string
	for _, l := range table(t) {
		names = append(names, l.Fault)
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(scenarios)), names)
	require.GreaterOrEqual(t, len(names), 60)
	require.Len(t, fault.Classes, 7)
}

// TestTableFollowsTheRetryTable compares the expected outcomes with the retry table: three attempts
// for "retry", one for "no retry".
func TestTableFollowsTheRetryTable(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, l := range table(t) {
		rule := fault.RuleOf(l.Rule)
		require.NotNil(t, rule, "%s: no rule %q", l.Fault, l.Rule)
		used[l.Rule] = true
		for class, want := range l.Cells {
			switch {
			case !rule.Retried(retryColumn[class], class == fault.Create || class == fault.Update || class == fault.Put):
				require.LessOrEqual(t, want.Reported, 1, "%s, %s", l.Fault, class)
			case want.Failed() && !begun(l, class):
				require.Equal(t, 3, want.Reported, "%s, %s", l.Fault, class)
				require.True(t, want.Later, "%s, %s: what is retried may succeed later", l.Fault, class)
			}
			if class == fault.Get || class == fault.List || class == fault.Stream {
				require.False(t, want.May, "%s, %s: a safe request applies nothing", l.Fault, class)
			}
		}
	}
	require.Len(t, used, len(fault.Rules()), "a rule without a fault")
	for _, rule := range fault.Rules() {
		require.Subset(t, []fault.Retry{fault.Retried, fault.RetriedWithBody, fault.NotRetried}, rule.Retries[:], rule.Name)
	}
}

// begun reports whether a stream has begun, after which it is never retried.
func begun(l *fault.Line, class string) bool {
	return class == fault.Stream && l.Cells[class].Status == 200
}

// TestChangedExpectationIsDetected changes each column of each expected cell and requires the
// comparison to report that column.
func TestChangedExpectationIsDetected(t *testing.T) {
	t.Parallel()
	changes := map[string]func(*fault.Outcome){
		"attempts on the wire": func(o *fault.Outcome) { o.Wire++ },
		"attempts reported":    func(o *fault.Outcome) { o.Reported += 2 },
		"kind":                 func(o *fault.Outcome) { o.Kind = "Other" + o.Kind },
		"status":               func(o *fault.Outcome) { o.Status++ },
		"may have applied":     func(o *fault.Outcome) { o.May = !o.May },
		"may succeed later":    func(o *fault.Outcome) { o.Later = !o.Later },
	}
	changed := 0
	for _, l := range table(t) {
		for _, class := range fault.Classes {
			recorded := l.Cells[class]
			took := time.Duration(max(0, recorded.Reported-1)) * l.Pause
			require.Empty(t, l.Differences(class, recorded, took))
			for what, change := range changes {
				off := *l
				off.Cells = maps.Clone(l.Cells)
				other := off.Cells[class]
				change(&other)
				off.Cells[class] = other
				found := off.Differences(class, recorded, took)
				require.NotEmpty(t, found, "%s, %s: %s", l.Fault, class, what)
				require.Contains(t, found[0], what)
				changed++
			}
			late := l.Differences(class, recorded, l.Most(recorded)+time.Nanosecond)
			if l.Waits() {
				require.Len(t, late, 1, "%s, %s: late", l.Fault, class)
				changed++
			} else {
				require.Empty(t, late, "%s, %s: a limit of real time", l.Fault, class)
			}
			if recorded.Reported > 1 && l.Pause > 0 {
				require.Len(t, l.Differences(class, recorded, took-1), 1, "%s, %s: early", l.Fault, class)
			}
		}
	}
	t.Logf("%d changes of the expectation, each detected", changed)
}
