package fault

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
)

// The classes of operations, which are the columns of testdata/table.tsv.
const (
	Get    = "get"
	List   = "list" // an iteration over all pages
	Create = "create"
	Update = "update"
	Delete = "delete"
	Put    = "put"
	Stream = "stream"
)

// Classes are the classes of operations in the order of the columns.
var Classes = []string{Get, List, Create, Update, Delete, Put, Stream}

// Outcome is the result of a call under a fault.
type Outcome struct {
	Wire     int    // attempts on the wire
	Reported int    // attempts reported to the caller, without redirects and earlier pages
	Kind     string // type of the error, or kind of success
	Status   int
	May      bool // the call may have applied
	Later    bool // the same call may succeed later
}

// OutcomeOf returns the outcome of a call that returned err; its kind is success if err is nil.
// The caller sets Wire.
func OutcomeOf(err error, success string, meta *api.Meta) Outcome {
	got := Outcome{Reported: meta.Attempts, Kind: success, Status: meta.Status, May: api.MayHaveApplied(err), Later: api.Retryable(err)}
	if page, ok := err.(*pagination.PageError); ok { //nolint:errorlint // the outermost error
		err = page.Err
	}
	switch err := err.(type) { //nolint:errorlint // the table contains the outermost error
	case nil:
	case *api.Error:
		got.Kind, got.Status, got.Reported = "Error", err.Status, err.Attempts
	case *api.TransportError:
		got.Kind, got.Status, got.Reported = "TransportError", err.Status, err.Attempts
	case *api.DecodeError:
		got.Kind, got.Status, got.Reported = "DecodeError", err.Status, err.Attempts
	case *api.StreamError:
		got.Kind = "StreamError"
	case *api.ValidationError:
		got.Kind = "ValidationError"
	case *pagination.CursorLoopError:
		got.Kind = "CursorLoopError"
	default:
		got.Kind = fmt.Sprintf("%T", err)
	}
	if meta.Attempts != got.Reported {
		got.Kind = fmt.Sprintf("%s, but Meta has %d attempts", got.Kind, meta.Attempts)
	}
	return got
}

// String returns the outcome as a cell of the table.
func (o Outcome) String() string {
	text := strconv.Itoa(o.Wire)
	if o.Reported != o.Wire {
		text += "/" + strconv.Itoa(o.Reported)
	}
	text += " " + o.Kind + " " + strconv.Itoa(o.Status)
	if o.May {
		text += " may"
	}
	if o.Later {
		text += " later"
	}
	return text
}

// Failed reports whether the call returned an error of the SDK.
func (o Outcome) Failed() bool { return strings.HasSuffix(o.Kind, "Error") }

// parseOutcome parses a cell: attempts on the wire, reported attempts after a slash if they differ,
// kind, status, "may" if the call may have applied, and "later" if the same call may succeed later.
func parseOutcome(cell string) (Outcome, error) {
	var o Outcome
	words := strings.Fields(cell)
	for flag, set := range map[string]*bool{"may": &o.May, "later": &o.Later} {
		if i := slices.Index(words, flag); i > 2 {
			*set = true
			words = slices.Delete(words, i, i+1)
		}
	}
	if len(words) != 3 {
		return o, fmt.Errorf("cell %q: want attempts, kind, status and optionally may and later", cell)
	}
	wire, reported, differ := strings.Cut(words[0], "/")
	if !differ {
		reported = wire
	}
	o.Kind = words[1]
	for i, number := range []*int{&o.Wire, &o.Reported, &o.Status} {
		n, err := strconv.Atoi([]string{wire, reported, words[2]}[i])
		if err != nil {
			return o, fmt.Errorf("cell %q: %w", cell, err)
		}
		*number = n
	}
	return o, nil
}

// Line is a fault and the expected outcome of each class of operations.
type Line struct {
	Fault   string
	Rule    string             // name in testdata/retry.tsv
	Pause   time.Duration      // minimum wait before another attempt
	Attempt time.Duration      // maximum duration of one attempt, without the time the machine takes
	Cells   map[string]Outcome // keys are classes
}

// Waits reports whether a call waits for time to pass. Such a call belongs in a testing/synctest
// bubble.
func (l *Line) Waits() bool { return l.Pause > 0 || l.Attempt > 0 }

// Least returns the minimum duration of a call with the outcome want.
func (l *Line) Least(want Outcome) time.Duration {
	return time.Duration(max(0, want.Reported-1)) * l.Pause
}

// Most returns the maximum duration of a call in a bubble. A Retry-After may be extended to twice
// its time, and one with a date is up to a second longer than its minimum. Outside of a bubble
// there is no maximum: a call that hangs ends with the timeout of the test binary, which prints
// where it hangs.
func (l *Line) Most(want Outcome) time.Duration {
	return time.Duration(want.Reported)*l.Attempt + 4*l.Least(want)
}

// Differences compares the outcome of a call with the expected one.
func (l *Line) Differences(class string, got Outcome, took time.Duration) []string {
	var list []string
	want := l.Cells[class]
	differ := func(what string, want, got any) {
		if want != got {
			list = append(list, fmt.Sprintf("%s, %s: want %s %v, got %v", l.Fault, class, what, want, got))
		}
	}
	differ("attempts on the wire", want.Wire, got.Wire)
	differ("attempts reported", want.Reported, got.Reported)
	differ("kind", want.Kind, got.Kind)
	differ("status", want.Status, got.Status)
	differ("may have applied", want.May, got.May)
	differ("may succeed later", want.Later, got.Later)
	least, most := l.Least(want), l.Most(want)
	if l.Waits() && (took < least || took > most) {
		list = append(list, fmt.Sprintf("%s, %s: want %v to %v, took %v", l.Fault, class, least, most, took))
	}
	return list
}

var (
	//go:embed testdata/table.tsv
	tableText string
	//go:embed testdata/retry.tsv
	retryText string
)

// Table returns the lines of testdata/table.tsv: the outcome of each class of operations under
// each fault.
func Table() ([]*Line, error) {
	var all []*Line
	for _, words := range rows(tableText) {
		if len(words) != 4+len(Classes) {
			return nil, fmt.Errorf("want %d columns in %q", 4+len(Classes), words)
		}
		l := &Line{Fault: words[0], Rule: words[1], Cells: map[string]Outcome{}}
		var err error
		if l.Pause, err = time.ParseDuration(words[2]); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Fault, err)
		}
		if l.Attempt, err = time.ParseDuration(words[3]); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Fault, err)
		}
		for i, class := range Classes {
			if l.Cells[class], err = parseOutcome(words[4+i]); err != nil {
				return nil, fmt.Errorf("%s: %w", l.Fault, err)
			}
		}
		all = append(all, l)
	}
	return all, nil
}

// A Retry is whether a class of operations is retried.
type Retry string

// The cells of testdata/retry.tsv.
const (
	Retried         Retry = "retry"
	RetriedWithBody Retry = "retry with a body"
	NotRetried      Retry = "no retry"
)

// Rule is a line of testdata/retry.tsv.
type Rule struct {
	Name        string
	Description string   // text in docs/errors.md; empty for none
	Retries     [3]Retry // safe requests, deletes and idempotent PUTs; other writes; streams
}

// Retried reports whether a request is retried whose class has an index in Retries.
func (r *Rule) Retried(class int, body bool) bool {
	return r.Retries[class] == Retried || body && r.Retries[class] == RetriedWithBody
}

// Rules returns the lines of testdata/retry.tsv, the table of what is retried after what.
func Rules() []*Rule {
	var all []*Rule
	for _, words := range rows(retryText) {
		all = append(all, &Rule{words[0], words[4], [3]Retry{Retry(words[1]), Retry(words[2]), Retry(words[3])}})
	}
	return all
}

// RuleOf returns the rule with a name, or nil.
func RuleOf(name string) *Rule {
	for _, r := range Rules() {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// rows returns the cells of a table without its comments and its heading.
func rows(text string) [][]string {
	var all [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, strings.Split(line, "\t"))
		}
	}
	return all[1:]
}
