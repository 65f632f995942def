package contract

import (
	"bufio"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// The values of the column document: the parts of the API reference, and what neither contains.
const (
	part1        = "1"
	part2        = "2"
	experimental = "experimental"
)

var documents = []string{part1, part2, experimental}

// operation is a line of fields.tsv of the kind operation.
type operation struct {
	document, method, path string
	safe                   bool   // it changes nothing although its method does not say so
	onceWith               string // the field of the body with which an operation is sent once although it is safe or idempotent without it, "" for none
	about                  string // paths of the fields that its response is about, "" for none
	creates                bool   // what the last id of the path identifies, by the note
}

func (o operation) String() string { return o.method + " " + o.path }

// routeOf returns the method and the path of an operation, as fields.tsv contains them.
func routeOf(o *op.Op) string { return o.Method + " " + o.Template }

// readTable returns the rows of a table without its head.
func readTable(files fs.FS, name string, columns ...string) ([][]string, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var rows [][]string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		cells := strings.Split(scanner.Text(), "\t")
		if len(cells) > len(columns) {
			return nil, fmt.Errorf("%s: want the columns %q, got %q", name, columns, scanner.Text())
		}
		rows = append(rows, append(cells, make([]string, len(columns)-len(cells))...))
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], columns) {
		return nil, fmt.Errorf("%s: want a first line with the columns %q", name, columns)
	}
	return rows[1:], nil
}

func readOperations(files fs.FS) ([]operation, error) {
	rows, err := readTable(files, "fields.tsv", fieldColumns...)
	if err != nil {
		return nil, err
	}
	var list []operation
	for _, c := range rows {
		if c[2] != kindOperation {
			continue
		}
		method, path, _ := strings.Cut(c[3], " ")
		safe, onceWith, _ := strings.Cut(c[5], " without ")
		if !slices.Contains(documents, c[0]) || !slices.Contains([]string{"", "safe", "repeatable"}, safe) || c[4] != "" {
			return nil, fmt.Errorf("fields.tsv: want a document of %q, an operation without a path, and safe, repeatable, one of them without a field, or nothing: %q", documents, c)
		}
		list = append(list, operation{c[0], method, path, safe == "safe", onceWith, c[9], c[8] == "creates what the path identifies"})
	}
	return list, nil
}

// census compares the operations of an area with its fields.tsv and its rows: each is a line of the
// table, no two are the same, each has a row, and none is retried that may take effect twice. It
// returns the operations that hold, as method and path.
func (a Area) census(listed []operation, ops []*op.Op, rows []*finding) (holds map[string]bool, problems []string) {
	lines := map[string]operation{}
	for _, o := range listed {
		if _, twice := lines[o.String()]; twice {
			problems = append(problems, fmt.Sprintf("%s: two lines for %s", a.path("testdata/fields.tsv"), o))
		}
		lines[o.String()] = o
	}
	failed, rowed, streams := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range rows {
		name := f.row.Op
		rowed[name] = true
		streams[name] = streams[name] || (f.fixture != nil && f.fixture.stream)
		failed[name] = failed[name] || len(f.problems) > 0
	}
	holds = map[string]bool{}
	seen := map[string]string{}
	for _, o := range ops {
		add := func(format string, args ...any) {
			problems = append(problems, o.Name+": "+fmt.Sprintf(format, args...))
		}
		route := routeOf(o)
		line, known := lines[route]
		switch {
		case !known:
			add("no line of the kind operation for %s in %s; add it, or correct the op table", route, a.path("testdata/fields.tsv"))
		case o.Experimental != (line.document == experimental):
			add("experimental is %t in the op table, and the document is %q in %s", o.Experimental, line.document, a.path("testdata/fields.tsv"))
		}
		if other := seen[route]; other != "" {
			add("the same as %s", other)
		}
		seen[route] = o.Name
		switch {
		case !rowed[o.Name]:
			add("no row; add contract.Row{Op: %q, …} to a table of %s and the table to the Rows of %s", o.Name, a.path("*_test.go"), a.path("contract_test.go"))
		case !classFits(o, line.safe, streams[o.Name]), o.OnceWith != line.onceWith:
			add("may be retried when it should not, or the other way round")
		}
		if known && rowed[o.Name] && !failed[o.Name] {
			holds[route] = true
		}
		delete(rowed, o.Name)
	}
	for name := range rowed {
		problems = append(problems, fmt.Sprintf("%s: a row, and no operation of %s; remove the row, or add the operation to %s", name, a.Dir, a.path("ops.go")))
	}
	slices.Sort(problems)
	return holds, problems
}

// classFits reports whether an operation has the retry class that its method and its response ask
// for. A PUT is idempotent unless it creates something that its path does not identify.
func classFits(o *op.Op, safe, stream bool) bool {
	switch {
	case stream || o.Class == op.Stream:
		return stream && o.Class == op.Stream
	case o.Method == http.MethodPut:
		return true
	case safe:
		return o.Class == op.Repeatable && o.Reads()
	case o.Method == http.MethodPost || o.Method == http.MethodPatch:
		return o.Class == op.Once
	default:
		return o.Class == op.Repeatable
	}
}

// tally counts operations and lines by kind: how many there are, and how many of them hold.
type tally struct{ held, all map[string]int }

func newTally() *tally { return &tally{map[string]int{}, map[string]int{}} }

func (c *tally) add(kind, document string, holds bool) {
	if document == experimental {
		kind = experimental + " " + kind
	}
	c.all[kind]++
	if holds {
		c.held[kind]++
	}
}

// sizes returns how many there are of each kind.
func (c *tally) sizes() string {
	var list []string
	for _, kind := range slices.Sorted(maps.Keys(c.all)) {
		list = append(list, fmt.Sprintf("%d %s", c.all[kind], kind))
	}
	return strings.Join(list, ", ")
}

func (c *tally) String() string {
	var list []string
	for _, kind := range slices.Sorted(maps.Keys(c.all)) {
		list = append(list, fmt.Sprintf("%d of %d %s", c.held[kind], c.all[kind], kind))
	}
	return strings.Join(list, ", ")
}

// conforms compares the op table of the area and its rows with fields.tsv. It logs the line that
// .ci/run adds up.
func (s *suite) conforms(t *testing.T) {
	ops := append(slices.Clone(s.ops), s.incomplete...)
	holds, problems := s.census(s.operations, ops, s.findings)
	counts := newTally()
	var routes, built []string
	for _, o := range s.operations {
		routes = append(routes, o.String())
		counts.add("operations", o.document, holds[o.String()])
	}
	for _, o := range s.ops {
		built = append(built, routeOf(o))
	}
	for _, o := range ops {
		if _, there := methods()[o.Name]; !there {
			problems = append(problems, o.Name+": the client has no such method; add it to its service, or correct "+s.path("ops.go"))
		}
	}
	problems = append(problems, checkFields(s.lines, routes)...)
	for _, h := range hold(s.lines, s.findings, built) {
		if h.file != sharedFields {
			counts.add("lines", h.document, h.holds())
		}
		for _, lack := range h.lacks {
			problems = append(problems, fmt.Sprintf("%s: %s", h, lack))
		}
	}
	t.Logf("conformance: %s: %s", s.Dir, counts)
	report(t, problems)
}
