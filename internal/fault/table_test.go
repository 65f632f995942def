package fault_test

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The classes of operations, as the columns of testdata/table.tsv.
const (
	get    = "get"
	list   = "list" // a walk over all pages
	create = "create"
	update = "update"
	del    = "delete"
	put    = "put"
	stream = "stream"
)

var classes = []string{get, list, create, update, del, put, stream}

// repeats is the column of testdata/retry.tsv that a class goes by.
var repeats = map[string]int{get: 1, list: 1, create: 2, update: 2, del: 1, put: 1, stream: 3}

// outcome is what a call comes to under a fault.
type outcome struct {
	wire   int    // attempts that were seen on the wire
	told   int    // attempts the caller is told of; a redirect and the pages before the last are none
	kind   string // the type of the error, or how the call succeeded
	status int
	may    bool // it may have applied
}

func (o outcome) String() string {
	text := strconv.Itoa(o.wire)
	if o.told != o.wire {
		text += "/" + strconv.Itoa(o.told)
	}
	text += " " + o.kind + " " + strconv.Itoa(o.status)
	if o.may {
		text += " may"
	}
	return text
}

func (o outcome) failed() bool { return strings.HasSuffix(o.kind, "Error") }

// parseOutcome reads a cell: attempts on the wire, those told after a slash when they differ, kind, status, and "may" when the call may
// have applied.
func parseOutcome(cell string) (outcome, error) {
	var o outcome
	words := strings.Fields(cell)
	if len(words) == 4 && words[3] == "may" {
		o.may = true
		words = words[:3]
	}
	if len(words) != 3 {
		return o, fmt.Errorf("cell %q: want attempts, kind, status and perhaps may", cell)
	}
	wire, told, differ := strings.Cut(words[0], "/")
	if !differ {
		told = wire
	}
	o.kind = words[1]
	for i, number := range []*int{&o.wire, &o.told, &o.status} {
		n, err := strconv.Atoi([]string{wire, told, words[2]}[i])
		if err != nil {
			return o, fmt.Errorf("cell %q: %w", cell, err)
		}
		*number = n
	}
	return o, nil
}

// line is a fault and what is expected of each class under it.
type line struct {
	fault   string
	rule    string        // of testdata/retry.tsv
	pause   time.Duration // before another attempt, at least
	attempt time.Duration // of one attempt, at most, what the machine takes for it apart
	cells   map[string]outcome
}

// slack is what a busy machine may add to a call. The bound catches a call that hangs or waits for a default, not one that is slow.
const slack = 25 * time.Second

// differences holds what a call came to against its line.
func (l *line) differences(class string, got outcome, took time.Duration) []string {
	var list []string
	want := l.cells[class]
	differ := func(what string, want, got any) {
		if want != got {
			list = append(list, fmt.Sprintf("%s, %s: want %s %v, got %v", l.fault, class, what, want, got))
		}
	}
	differ("attempts on the wire", want.wire, got.wire)
	differ("attempts told", want.told, got.told)
	differ("kind", want.kind, got.kind)
	differ("status", want.status, got.status)
	differ("may have applied", want.may, got.may)
	least := time.Duration(max(0, want.told-1)) * l.pause
	most := time.Duration(want.told)*l.attempt + 3*least + slack // a Retry-After may be stretched to twice its time, and dates are whole seconds
	if took < least || took > most {
		list = append(list, fmt.Sprintf("%s, %s: want %v to %v, took %v", l.fault, class, least, most, took))
	}
	return list
}

// rules are the lines of the retry table: whether reads, deletes and named puts, other writes, and streams are sent again.
func rules(t testing.TB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, words := range tsv(t, "testdata/retry.tsv", 4) {
		all[words[0]] = words
	}
	return all
}

// lines are those of testdata/table.tsv.
func lines(t testing.TB) []*line {
	t.Helper()
	var all []*line
	for _, words := range tsv(t, "testdata/table.tsv", 4+len(classes)) {
		l := &line{fault: words[0], rule: words[1], cells: map[string]outcome{}}
		var err error
		l.pause, err = time.ParseDuration(words[2])
		require.NoError(t, err)
		l.attempt, err = time.ParseDuration(words[3])
		require.NoError(t, err)
		for i, class := range classes {
			l.cells[class], err = parseOutcome(words[4+i])
			require.NoError(t, err, l.fault)
		}
		all = append(all, l)
	}
	return all
}

// tsv reads the lines of a table after its heading.
func tsv(t testing.TB, name string, columns int) [][]string {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	var all [][]string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if text := scanner.Text(); text != "" && !strings.HasPrefix(text, "#") {
			words := strings.Split(text, "\t")
			require.Len(t, words, columns, text)
			all = append(all, words)
		}
	}
	require.NoError(t, scanner.Err())
	return all[1:]
}

// result is a call that was made under a fault.
type result struct {
	line     *line
	class    string
	got      outcome
	took     time.Duration
	problems []string
}

func TestFaultTable(t *testing.T) {
	t.Parallel()
	table := lines(t)
	results := make([][]*result, len(table))
	// One after the other, so that a busy machine does not pass for a silent service: calls that wait, all at once; calls that answer at once;
	// and what makes tens of megabytes.
	for _, phase := range []struct {
		width int
		has   func(*line) bool
	}{
		{256, func(l *line) bool { return l.waits() && !scenarios[l.fault].heavy }},
		{16, func(l *line) bool { return !l.waits() && !scenarios[l.fault].heavy }},
		{2, func(l *line) bool { return scenarios[l.fault].heavy }},
	} {
		gate := make(chan struct{}, phase.width)
		var wait sync.WaitGroup
		for i, l := range table {
			if require.Contains(t, scenarios, l.fault); !phase.has(l) {
				continue
			}
			for _, class := range classes {
				r := &result{line: l, class: class}
				results[i] = append(results[i], r)
				wait.Go(func() {
					gate <- struct{}{}
					scenarios[l.fault].meet(t, r)
					<-gate
				})
			}
		}
		wait.Wait()
	}
	cells, wrong := 0, 0
	for i, l := range table {
		text := l.fault + " (" + l.rule + "):"
		for _, r := range results[i] {
			cells++
			text += fmt.Sprintf(" %s %s in %v;", r.class, r.got, r.took.Round(time.Millisecond))
			if r.problems = append(r.problems, l.differences(r.class, r.got, r.took)...); len(r.problems) > 0 {
				wrong++
				t.Error(strings.Join(r.problems, "\n"))
			}
		}
		t.Log(strings.TrimSuffix(text, ";"))
	}
	t.Logf("%d faults x %d classes: %d cells, %d wrong", len(table), len(classes), cells, wrong)
}

// waits tells whether a call waits for something to pass.
func (l *line) waits() bool { return l.pause > 0 || l.attempt > 0 }

func TestTableHasEachFaultOnce(t *testing.T) {
	t.Parallel()
	var names []string
	for _, l := range lines(t) {
		names = append(names, l.fault)
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(scenarios)), names)
	require.GreaterOrEqual(t, len(names), 60)
	require.Len(t, classes, 7)
}

// TestTableKeepsTheRetryTable holds the expectation against the lines of the retry table: three attempts where it says again, one where it
// says not.
func TestTableKeepsTheRetryTable(t *testing.T) {
	t.Parallel()
	rules := rules(t)
	used := map[string]bool{}
	for _, l := range lines(t) {
		rule := rules[l.rule]
		require.NotNil(t, rule, "%s: no rule %q", l.fault, l.rule)
		used[l.rule] = true
		for class, want := range l.cells {
			again := rule[repeats[class]]
			require.Contains(t, []string{"again", "not"}, again)
			switch {
			case again == "not":
				require.LessOrEqual(t, want.told, 1, "%s, %s", l.fault, class)
			case want.failed() && !l.begun(class):
				require.Equal(t, 3, want.told, "%s, %s", l.fault, class)
			}
			if class == get || class == list || class == stream {
				require.False(t, want.may, "%s, %s: a read applies nothing", l.fault, class)
			}
		}
	}
	require.Len(t, used, len(rules), "a rule without a fault")
}

// begun tells whether a stream had begun, after which it is never sent again.
func (l *line) begun(class string) bool {
	return class == stream && l.cells[class].status == 200
}

// TestChangedExpectationIsFound changes each column of each cell of the expectation and wants the comparison to report just that.
func TestChangedExpectationIsFound(t *testing.T) {
	t.Parallel()
	changes := map[string]func(*outcome){
		"attempts on the wire": func(o *outcome) { o.wire++ },
		"attempts told":        func(o *outcome) { o.told += 2 },
		"kind":                 func(o *outcome) { o.kind = "Other" + o.kind },
		"status":               func(o *outcome) { o.status++ },
		"may have applied":     func(o *outcome) { o.may = !o.may },
	}
	changed := 0
	for _, l := range lines(t) {
		for _, class := range classes {
			recorded := l.cells[class]
			took := time.Duration(max(0, recorded.told-1)) * l.pause
			require.Empty(t, l.differences(class, recorded, took))
			for what, change := range changes {
				off := *l
				off.cells = maps.Clone(l.cells)
				other := off.cells[class]
				change(&other)
				off.cells[class] = other
				found := off.differences(class, recorded, took)
				require.NotEmpty(t, found, "%s, %s: %s", l.fault, class, what)
				require.Contains(t, found[0], what)
				changed++
			}
			late := l.differences(class, recorded, time.Duration(recorded.told)*(l.attempt+3*l.pause)+slack+time.Nanosecond)
			require.Len(t, late, 1, "%s, %s: late", l.fault, class)
			if recorded.told > 1 && l.pause > 0 {
				require.Len(t, l.differences(class, recorded, took-1), 1, "%s, %s: early", l.fault, class)
			}
			changed++
		}
	}
	t.Logf("%d changes of the expectation, each found", changed)
}
