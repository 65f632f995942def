package fault

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
)

// The classes of operations, as the columns of testdata/table.tsv.
const (
	Get    = "get"
	List   = "list" // a walk over all pages
	Create = "create"
	Update = "update"
	Delete = "delete"
	Put    = "put"
	Stream = "stream"
)

// Classes are the classes of operations in the order of the columns.
var Classes = []string{Get, List, Create, Update, Delete, Put, Stream}

// Outcome is what a call comes to under a fault.
type Outcome struct {
	Wire   int    // attempts that were seen on the wire
	Told   int    // attempts the caller is told of; a redirect and the pages before the last are none
	Kind   string // the type of the error, or how the call succeeded
	Status int
	May    bool // it may have applied
}

// OutcomeOf is what a call came to that returned err, with success for its kind when that is nil. Wire is left to the one who counts.
func OutcomeOf(err error, success string, meta *api.Meta) Outcome {
	got := Outcome{Told: meta.Attempts, Kind: success, Status: meta.Status, May: api.MayHaveApplied(err)}
	if page, ok := err.(*pagination.PageError); ok { //nolint:errorlint // the layer on top
		err = page.Err
	}
	switch err := err.(type) { //nolint:errorlint // what is on top is what the table means
	case nil:
	case *api.Error:
		got.Kind, got.Status, got.Told = "Error", err.Status, err.Attempts
	case *api.TransportError:
		got.Kind, got.Status, got.Told = "TransportError", err.Status, err.Attempts
	case *api.DecodeError:
		got.Kind, got.Status, got.Told = "DecodeError", err.Status, err.Attempts
	case *api.StreamError:
		got.Kind = "StreamError"
	case *api.ValidationError:
		got.Kind = "ValidationError"
	case *pagination.CursorLoopError:
		got.Kind = "CursorLoopError"
	default:
		got.Kind = fmt.Sprintf("%T", err)
	}
	if meta.Attempts != got.Told {
		got.Kind = fmt.Sprintf("%s, and Meta has %d attempts", got.Kind, meta.Attempts)
	}
	return got
}

// String writes the outcome as a cell of the table.
func (o Outcome) String() string {
	text := strconv.Itoa(o.Wire)
	if o.Told != o.Wire {
		text += "/" + strconv.Itoa(o.Told)
	}
	text += " " + o.Kind + " " + strconv.Itoa(o.Status)
	if o.May {
		text += " may"
	}
	return text
}

// Failed tells whether the call returned an error of the SDK.
func (o Outcome) Failed() bool { return strings.HasSuffix(o.Kind, "Error") }

// parseOutcome reads a cell: attempts on the wire, those told after a slash when they differ, kind, status, and "may" when the call may
// have applied.
func parseOutcome(cell string) (Outcome, error) {
	var o Outcome
	words := strings.Fields(cell)
	if len(words) == 4 && words[3] == "may" {
		o.May = true
		words = words[:3]
	}
	if len(words) != 3 {
		return o, fmt.Errorf("cell %q: want attempts, kind, status and perhaps may", cell)
	}
	wire, told, differ := strings.Cut(words[0], "/")
	if !differ {
		told = wire
	}
	o.Kind = words[1]
	for i, number := range []*int{&o.Wire, &o.Told, &o.Status} {
		n, err := strconv.Atoi([]string{wire, told, words[2]}[i])
		if err != nil {
			return o, fmt.Errorf("cell %q: %w", cell, err)
		}
		*number = n
	}
	return o, nil
}

// Line is a fault and what is expected of each class under it.
type Line struct {
	Fault   string
	Rule    string             // of testdata/retry.tsv
	Pause   time.Duration      // before another attempt, at least
	Attempt time.Duration      // of one attempt, at most, what the machine takes for it apart
	Cells   map[string]Outcome // by class
}

// Waits tells whether a call waits for something to pass. Such a call is to be made on the clock of a testing/synctest bubble.
func (l *Line) Waits() bool { return l.Pause > 0 || l.Attempt > 0 }

// Least is how long a call takes at least that comes to want.
func (l *Line) Least(want Outcome) time.Duration {
	return time.Duration(max(0, want.Told-1)) * l.Pause
}

// Most is how long a call on the clock of a bubble takes at most. A Retry-After may be stretched to twice its time, and one by a date is
// longer by up to a second than it is at least. On the clock of the machine nothing is too long: a call that hangs ends with the test
// binary's own timeout, which prints where it hangs.
func (l *Line) Most(want Outcome) time.Duration {
	return time.Duration(want.Told)*l.Attempt + 4*l.Least(want)
}

// Differences holds what a call came to against its line.
func (l *Line) Differences(class string, got Outcome, took time.Duration) []string {
	var list []string
	want := l.Cells[class]
	differ := func(what string, want, got any) {
		if want != got {
			list = append(list, fmt.Sprintf("%s, %s: want %s %v, got %v", l.Fault, class, what, want, got))
		}
	}
	differ("attempts on the wire", want.Wire, got.Wire)
	differ("attempts told", want.Told, got.Told)
	differ("kind", want.Kind, got.Kind)
	differ("status", want.Status, got.Status)
	differ("may have applied", want.May, got.May)
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

// Table returns the lines of testdata/table.tsv: what each class of operations comes to under each fault.
func Table() ([]*Line, error) {
	var all []*Line
	for _, words := range cells(tableText) {
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

// Rules returns the lines of testdata/retry.tsv by their names: whether reads, deletes and puts to a named thing, other writes, and streams
// are sent again, each "again" or "not".
func Rules() map[string][]string {
	all := map[string][]string{}
	for _, words := range cells(retryText) {
		all[words[0]] = words[1:]
	}
	return all
}

// cells takes a table apart, without its comments and its heading.
func cells(text string) [][]string {
	var all [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, strings.Split(line, "\t"))
		}
	}
	return all[1:]
}
