package contract

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// beyond stands for a document in the tables, for what the documents name at most.
const beyond = "beyond"

// documented is an operation of the documents, or one beyond them.
type documented struct{ number, document, method, path string }

func (d documented) String() string { return d.method + " " + d.path }

func readOperations(t *testing.T) []documented {
	t.Helper()
	var list []documented
	for _, c := range readTable(t, "operations.tsv", "number", "document", "method", "path") {
		list = append(list, documented{c[0], c[1], c[2], c[3]})
	}
	return list
}

// census holds the op tables against the documents and the rows: each line of an op table is one operation of the documents, no two are the
// same, each has a row, and none is sent again that may act twice. It returns the operations that hold, as method and path.
func census(documents []documented, operations []*op.Op, rows []*finding) (holds map[string]bool, problems []string) {
	known, isBeyond := map[string]bool{}, map[string]bool{}
	for _, d := range documents {
		known[d.String()] = true
		isBeyond[d.String()] = d.document == beyond
	}
	failed, rowed, streams := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range rows {
		rowed[f.row.Op] = true
		streams[f.row.Op] = streams[f.row.Op] || (f.fixture != nil && f.fixture.stream)
		if len(f.problems) > 0 {
			failed[f.row.Op] = true
		}
	}
	holds = map[string]bool{}
	seen := map[string]string{}
	for _, o := range operations {
		operation := o.Method + " " + o.Template
		if !known[operation] {
			problems = append(problems, fmt.Sprintf("%s: the documents have no %s", o.Name, operation))
		}
		if o.Experimental != isBeyond[operation] {
			problems = append(problems, fmt.Sprintf("%s: beyond the documents %t, want %t", o.Name, o.Experimental, isBeyond[operation]))
		}
		if other := seen[operation]; other != "" {
			problems = append(problems, fmt.Sprintf("%s: the same as %s", o.Name, other))
		}
		seen[operation] = o.Name
		if !rowed[o.Name] {
			problems = append(problems, o.Name+": no row in the table")
		}
		if !classFits(o, streams[o.Name]) {
			problems = append(problems, o.Name+": may be sent again when it should not, or the other way round")
		}
		if known[operation] && rowed[o.Name] && !failed[o.Name] {
			holds[operation] = true
		}
		delete(rowed, o.Name)
	}
	for name := range rowed {
		problems = append(problems, name+": a row, and no operation in an op table")
	}
	slices.Sort(problems)
	return holds, problems
}

// readsByPost are the operations that change nothing although they are posts.
var readsByPost = []string{"Sites.Search.List", "Spaces.Computed.Document", "Spaces.Computed.Revision"}

// classFits tells whether an operation has the retry class that its method and its answer ask for. A put is repeatable unless it makes
// something its path does not name.
func classFits(o *op.Op, stream bool) bool {
	switch {
	case stream || o.Class == op.Stream:
		return stream && o.Class == op.Stream
	case o.Method == http.MethodPut:
		return true
	case slices.Contains(readsByPost, o.Name):
		return o.Class == op.Repeatable && o.Reads()
	case o.Method == http.MethodPost || o.Method == http.MethodPatch:
		return o.Class == op.Once
	default:
		return o.Class == op.Repeatable
	}
}

func built() []string {
	var list []string
	for _, o := range op.All() {
		list = append(list, o.Method+" "+o.Template)
	}
	return list
}

func TestConformance(t *testing.T) {
	t.Parallel()
	documents := readOperations(t)
	holds, problems := census(documents, op.All(), findings())
	of, held := map[string]int{}, map[string]int{}
	for _, d := range documents {
		of[d.document]++
		if holds[d.String()] {
			held[d.document]++
		}
	}
	t.Logf("conformance: %d of %d operations (%d of %d in document 1, %d of %d in document 2)",
		held["1"]+held["2"], of["1"]+of["2"], held["1"], of["1"], held["2"], of["2"])
	operationsBeyond := fmt.Sprintf("%d of %d", held[beyond], of[beyond])

	of, held = map[string]int{}, map[string]int{}
	later := 0
	for _, h := range hold(readFields(t), findings(), built()) {
		if h.kind == kindNone {
			continue
		}
		of[h.document]++
		if h.holds() {
			held[h.document]++
		}
		if !h.due {
			later++
		}
		for _, lack := range h.lacks {
			problems = append(problems, fmt.Sprintf("%s: %s", h, lack))
		}
	}
	t.Logf("fields: %d of %d lines (%d of %d in document 1, %d of %d in document 2; %d are of operations that are not there yet)",
		held["1"]+held["2"], of["1"]+of["2"], held["1"], of["1"], held["2"], of["2"], later)
	t.Logf("beyond the documents: %s operations, %d of %d lines", operationsBeyond, held[beyond], of[beyond])
	require.Empty(t, strings.Join(problems, "\n"))
}

func TestOperationsTableHasAllOfBothDocuments(t *testing.T) {
	t.Parallel()
	of := map[string]int{}
	seen := map[string]bool{}
	for i, d := range readOperations(t) {
		require.Equal(t, strconv.Itoa(i+1), d.number)
		require.False(t, seen[d.String()], "%s: twice", d)
		seen[d.String()] = true
		of[d.document]++
	}
	require.Equal(t, map[string]int{"1": 64, "2": 58, beyond: 41}, of)
}

func TestFieldsTableIsSound(t *testing.T) {
	t.Parallel()
	var operations []string
	for _, d := range readOperations(t) {
		operations = append(operations, d.String())
	}
	require.Empty(t, strings.Join(checkFields(readFields(t), operations), "\n"))
}

// TestRowsOfAnOperationAreTogether keeps the first row of an operation, through which the negatives run, easy to find.
func TestRowsOfAnOperationAreTogether(t *testing.T) {
	t.Parallel()
	titles := map[string]bool{}
	done := map[string]bool{}
	for i, r := range table {
		require.False(t, titles[r.String()], "%s: two rows of this name", &r)
		titles[r.String()] = true
		if i == 0 || table[i-1].Op != r.Op {
			require.False(t, done[r.Op], "%s: its rows are not together", r.Op)
			require.Empty(t, r.Name, "%s: want no name for the first row", &r)
			require.NoError(t, r.Err, "%s: want a first row that succeeds", &r)
		} else {
			require.NotEmpty(t, r.Name, "%s: want a name for each further row", r.Op)
		}
		done[r.Op] = true
	}
}

func TestFilesOfTestdataAreUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{"operations.tsv": true, "fields.tsv": true, "constants.tsv": true}
	for _, f := range findings() {
		if f.fixture != nil {
			for _, name := range f.fixture.files {
				used[name] = true
			}
		}
	}
	require.NoError(t, filepath.WalkDir("testdata", func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "fuzz" {
			return filepath.SkipDir // the go command uses it
		}
		if err == nil && !entry.IsDir() {
			name = strings.TrimPrefix(filepath.ToSlash(name), "testdata/")
			require.True(t, used[name], "%s: no row uses it", name)
		}
		return err
	}))
}
