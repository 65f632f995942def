package contract

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestCensusDetectsOperationsOutOfPlace(t *testing.T) {
	t.Parallel()
	listed := []operation{
		{part1, "GET", "/v1/as", false, "", "", false},
		{part1, "POST", "/v1/as", false, "", "", false},
		{part2, "GET", "/v1/as/{aId}", false, "", "", false},
		{experimental, "GET", "/v1/far", false, "", "", false},
		{part1, "POST", "/v1/as/search", true, "", "", false},
		{part1, "POST", "/v1/as/render", true, "action", "", false},
	}
	list, create, get := parsed(t, "As.List", "GET", "/v1/as"), parsed(t, "As.Create", "POST", "/v1/as"), parsed(t, "As.Get", "GET", "/v1/as/{aId}")
	marked := parsed(t, "As.List", "GET", "/v1/as")
	marked.Experimental = true
	passed := func(name string) *finding { return &finding{row: &Row{Op: name}} }
	for name, test := range map[string]struct {
		operations []*op.Op
		rows       []*finding
		holds      int
		want       []string
	}{
		"all":                   {[]*op.Op{list, create, get}, []*finding{passed("As.List"), passed("As.Create"), passed("As.Get")}, 3, nil},
		"a row that fails":      {[]*op.Op{list, get}, []*finding{passed("As.List"), passed("As.Get"), {row: &Row{Op: "As.Get"}, problems: []string{"x"}}}, 1, nil},
		"no row":                {[]*op.Op{list, get}, []*finding{passed("As.List")}, 1, []string{`As.Get: no row; add contract.Row{Op: "As.Get", …} to a table of as/*_test.go and the table to the Rows of as/contract_test.go`}},
		"no operation":          {[]*op.Op{list}, []*finding{passed("As.List"), passed("As.Get")}, 1, []string{"As.Get: a row, and no operation of as; remove the row, or add the operation to as/ops.go"}},
		"not listed":            {[]*op.Op{parsed(t, "As.List", "GET", "/v2/as")}, []*finding{passed("As.List")}, 0, []string{"As.List: no line of the kind operation for GET /v2/as in as/testdata/fields.tsv; add it, or correct the op table"}},
		"twice":                 {[]*op.Op{list, parsed(t, "As.Find", "GET", "/v1/as")}, []*finding{passed("As.List"), passed("As.Find")}, 1, []string{"As.Find: the same as As.List"}},
		"a POST retried":        {[]*op.Op{parsed(t, "As.Create", "POST", "/v1/as", op.Traits{Class: op.Repeatable})}, []*finding{passed("As.Create")}, 1, []string{"may be retried"}},
		"not experimental":      {[]*op.Op{parsed(t, "As.Far", "GET", "/v1/far")}, []*finding{passed("As.Far")}, 1, []string{`As.Far: experimental is false in the op table, and the document is "experimental"`}},
		"experimental":          {[]*op.Op{marked}, []*finding{passed("As.List")}, 1, []string{`As.List: experimental is true in the op table, and the document is "1"`}},
		"a GET not retried":     {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.Traits{Class: op.Once})}, []*finding{passed("As.List")}, 1, []string{"may be retried"}},
		"a stream of no events": {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.Traits{Class: op.Stream})}, []*finding{passed("As.List")}, 1, []string{"may be retried"}},
		"a search":              {[]*op.Op{parsed(t, "As.Search", "POST", "/v1/as/search", op.Traits{Safe: true})}, []*finding{passed("As.Search")}, 1, nil},
		"a search not retried":  {[]*op.Op{parsed(t, "As.Search", "POST", "/v1/as/search")}, []*finding{passed("As.Search")}, 1, []string{"may be retried"}},
		"a field that acts":     {[]*op.Op{parsed(t, "As.Render", "POST", "/v1/as/render", op.Traits{Safe: true, OnceWith: "action"})}, []*finding{passed("As.Render")}, 1, nil},
		"no field that acts":    {[]*op.Op{parsed(t, "As.Render", "POST", "/v1/as/render", op.Traits{Safe: true})}, []*finding{passed("As.Render")}, 1, []string{"may be retried"}},
		"another field acts":    {[]*op.Op{parsed(t, "As.Render", "POST", "/v1/as/render", op.Traits{Safe: true, OnceWith: "state"})}, []*finding{passed("As.Render")}, 1, []string{"may be retried"}},
		"events of no stream":   {[]*op.Op{list}, []*finding{{row: &Row{Op: "As.List"}, fixture: &fixture{stream: true}}}, 1, []string{"may be retried"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holds, got := Area{Dir: "as"}.census(listed, test.operations, test.rows)
			require.Len(t, holds, test.holds)
			hasProblems(t, got, test.want)
		})
	}
}

// root is the directory of the module.
var root = os.DirFS(filepath.Join("..", "..", ".."))

// sorted returns the directories of the areas.
func sorted() []string { return slices.Sorted(maps.Keys(areas)) }

// testdata is that of a package of the module.
func testdata(t *testing.T, pkg string) fs.FS {
	t.Helper()
	files, err := fs.Sub(root, pathpkg.Join(pkg, "testdata"))
	require.NoError(t, err)
	return files
}

// readAllOperations returns the operations in fields.tsv of all areas.
func readAllOperations(t *testing.T) (list []operation) {
	t.Helper()
	for _, area := range sorted() {
		lines, err := readOperations(testdata(t, area))
		require.NoError(t, err, area)
		list = append(list, lines...)
	}
	return list
}

// readAllFields returns the lines of fields.tsv of all areas, and those that they share.
func readAllFields(t *testing.T) (list []*line) {
	t.Helper()
	for i, area := range sorted() {
		lines, err := readFields(testdata(t, area), area)
		require.NoError(t, err, area)
		for _, l := range lines {
			if l.file != sharedFields || i == 0 {
				list = append(list, l)
			}
		}
	}
	nameStars(list)
	return list
}

// TestCensus requires each operation to belong to exactly one area, and logs the totals. The
// areas log what holds.
func TestCensus(t *testing.T) {
	t.Parallel()
	var problems, built []string
	for _, o := range op.All() {
		built = append(built, routeOf(o))
		var in []string
		for _, dir := range sorted() {
			if (Area{Dir: dir}).has(o.Name) {
				in = append(in, dir)
			}
		}
		if len(in) != 1 {
			problems = append(problems, fmt.Sprintf("%s: belongs to the areas %q, want one; add the first part of its name to the areas of internal/test/contract/area.go", o.Name, in))
		}
	}
	counts, sharedCounts := newTally(), newTally()
	for _, o := range readAllOperations(t) {
		counts.add("operations", o.document, false)
	}
	for _, h := range hold(readAllFields(t), nil, built) {
		counts.add("lines", h.document, false)
		if h.file == sharedFields {
			sharedCounts.add("lines", h.document, h.due) // the areas that have it want it to hold
		}
	}
	t.Logf("conformance: shared: %s", sharedCounts)
	t.Logf("conformance: %d areas: %s", len(areas), counts.sizes())
	report(t, problems)
}

// TestOperationsOfTheAPIReferenceAreListed requires all operations of both parts, each once.
func TestOperationsOfTheAPIReferenceAreListed(t *testing.T) {
	t.Parallel()
	of := map[string]int{}
	seen := map[string]bool{}
	for _, o := range readAllOperations(t) {
		require.False(t, seen[o.String()], "%s: twice", o)
		seen[o.String()] = true
		of[o.document]++
	}
	require.Equal(t, 64, of[part1])
	require.Equal(t, 58, of[part2])
}

// TestFieldsAreSound checks the tables of all areas together: a shape and a field stand in one of
// them.
func TestFieldsAreSound(t *testing.T) {
	t.Parallel()
	var routes []string
	for _, o := range readAllOperations(t) {
		routes = append(routes, o.String())
	}
	lines := readAllFields(t)
	report(t, checkFields(lines, routes))
	file := map[string]string{}
	for _, l := range lines {
		if other := file[l.of]; other != "" && other != l.file {
			t.Errorf("%s: in %s and in %s", l.of, other, l.file)
		}
		file[l.of] = l.file
	}
}

// TestSharedFixturesAreShared requires the fixtures and shapes of this package to be those of two
// areas or more.
func TestSharedFixturesAreShared(t *testing.T) {
	t.Parallel()
	users := map[string]map[string]bool{}
	use := func(name, area string) {
		if users[name] == nil {
			users[name] = map[string]bool{}
		}
		users[name][area] = true
	}
	names := regexp.MustCompile(`[a-z0-9-]+/[a-z0-9-]+\.json`)
	var read func(files fs.FS, name, area string)
	read = func(files fs.FS, name, area string) {
		text, err := fs.ReadFile(files, name)
		require.NoError(t, err)
		for _, other := range names.FindAllString(string(text), -1) {
			if _, err := fs.Stat(shared, other); err == nil && !users[other][area] {
				use(other, area)
				read(shared, other, area)
			}
		}
	}
	for _, area := range sorted() {
		for _, pattern := range []string{"/*_test.go", "/testdata/*.json", "/testdata/*.sse"} {
			files, err := fs.Glob(root, area+pattern)
			require.NoError(t, err)
			for _, name := range files {
				read(root, name, area)
			}
		}
		e := &evidence{lines: map[string][]*line{}}
		lines, err := readFields(testdata(t, area), area)
		require.NoError(t, err)
		for _, l := range lines {
			e.lines[l.of] = append(e.lines[l.of], l)
		}
		reached := map[string]bool{}
		for _, o := range op.All() {
			if (Area{Dir: area}).has(o.Name) {
				e.reach(routeOf(o), reached)
			}
		}
		for of := range reached {
			use(of, area)
		}
	}
	rows, err := fs.Glob(os.DirFS("."), "*.go") // the rows that areas share
	require.NoError(t, err)
	for _, name := range rows {
		for _, area := range []string{"rows", "of two areas"} {
			if !strings.HasSuffix(name, "_test.go") {
				read(os.DirFS("."), name, area)
			}
		}
	}
	fixtures, err := fs.Glob(shared, "*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, fixtures)
	for _, name := range fixtures {
		if strings.HasPrefix(name, "newer/") {
			continue // see newerResponse
		}
		require.GreaterOrEqual(t, len(users[name]), 2, "internal/test/contract/testdata/%s: used by %v; move it to the testdata of its area", name, users[name])
	}
	for _, l := range readAllFields(t) {
		if l.file == sharedFields {
			require.GreaterOrEqual(t, len(users[l.of]), 2, "%s: in %v; move its lines to the area", l, users[l.of])
		}
	}
}

// tables are the package-level tables of rows in the tests of an area, and those that its
// contract_test.go runs.
type tables struct {
	declared map[string]bool
	run      map[string]bool
	runs     bool // it calls contract.Run with the area
}

// readTables reads the tables from the source of test files, by name.
func readTables(sources map[string][]byte) (*tables, error) {
	found := &tables{map[string]bool{}, map[string]bool{}, false}
	results, values := map[string]bool{}, map[string]ast.Expr{}
	var files []*ast.File
	for name, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if r := decl.Type.Results; decl.Recv == nil && r != nil && len(r.List) == 1 && isRows(r.List[0].Type) {
					results[decl.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					spec, ok := spec.(*ast.ValueSpec)
					if !ok {
						continue
					}
					for i, name := range spec.Names {
						if i < len(spec.Values) {
							values[name.Name] = spec.Values[i]
						}
						found.declared[name.Name] = spec.Type != nil && isRows(spec.Type)
					}
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for name, value := range values {
			if !found.declared[name] && makesRows(value, results, found.declared) {
				found.declared[name], changed = true, true
			}
		}
	}
	maps.DeleteFunc(found.declared, func(_ string, is bool) bool { return !is })
	var run func(expr ast.Node)
	run = func(expr ast.Node) {
		ast.Inspect(expr, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok && found.declared[name.Name] && !found.run[name.Name] {
				found.run[name.Name] = true
				if value := values[name.Name]; value != nil {
					run(value)
				}
			}
			return true
		})
	}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.KeyValueExpr:
				if types.ExprString(node.Key) == "Rows" {
					run(node.Value)
				}
			case *ast.CallExpr:
				found.runs = found.runs || types.ExprString(node) == "contract.Run(t, area)"
			}
			return true
		})
	}
	return found, nil
}

// isRows reports whether a type is []contract.Row.
func isRows(expr ast.Expr) bool { return types.ExprString(expr) == "[]contract.Row" }

// makesRows reports whether an expression is a table of rows: a literal, the result of a function,
// or a concatenation of such.
func makesRows(expr ast.Expr, results, declared map[string]bool) bool {
	switch expr := expr.(type) {
	case *ast.Ident:
		return declared[expr.Name]
	case *ast.CompositeLit:
		return expr.Type != nil && isRows(expr.Type)
	case *ast.CallExpr:
		switch name := types.ExprString(expr.Fun); name {
		case "contract.ContentRows":
			return true
		case "slices.Concat":
			return len(expr.Args) > 0 && makesRows(expr.Args[0], results, declared)
		default:
			return results[name]
		}
	default:
		return false
	}
}

// TestAreasRunTheirTables requires each area to have tests that run all of its rows.
func TestAreasRunTheirTables(t *testing.T) {
	t.Parallel()
	for _, area := range sorted() {
		names, err := fs.Glob(root, area+"/*_test.go")
		require.NoError(t, err)
		sources := map[string][]byte{}
		for _, name := range names {
			sources[name], err = fs.ReadFile(root, name)
			require.NoError(t, err)
		}
		found, err := readTables(sources)
		require.NoError(t, err)
		require.True(t, found.runs, "%s/contract_test.go: want a test that calls contract.Run(t, area)", area)
		require.NotEmpty(t, found.declared, area)
		for _, name := range slices.Sorted(maps.Keys(found.declared)) {
			require.True(t, found.run[name], "%s: a table of rows that does not run; add it to the Rows of %s/contract_test.go", name, area)
		}
	}
}

func TestReadTablesDetectsTablesThatDoNotRun(t *testing.T) {
	t.Parallel()
	found, err := readTables(map[string][]byte{
		"a_test.go": []byte(`package a_test

var aRows = []contract.Row{{Op: "As.Get"}}
var others = slices.Concat(rows("As.List"), aRows)
var unknown = contract.ContentRows("As.Read")
var typed, more []contract.Row
var number, text = 5, "x"

func rows(name string) []contract.Row { return nil }
`),
		"contract_test.go": []byte(`package a_test

var area = contract.Area{Rows: slices.Concat(others, more)}
`),
	})
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"aRows": true, "others": true, "unknown": true, "typed": true, "more": true}, found.declared)
	require.Equal(t, map[string]bool{"aRows": true, "others": true, "more": true}, found.run)
	require.False(t, found.runs)
}

func TestDisorderDetectsRowsOutOfPlace(t *testing.T) {
	t.Parallel()
	hasProblems(t, disorder([]Row{{Op: "As.Get"}, {Op: "As.Get", Name: "absent", Err: errors.ErrUnsupported}, {Op: "As.List"}, {Op: "As.List", Name: "empty"}}), nil)
	hasProblems(t, disorder([]Row{
		{Op: "As.Get", Name: "absent"}, {Op: "As.List", Err: errors.ErrUnsupported}, {Op: "As.List"}, {Op: "As.List", Name: "x"}, {Op: "As.List", Name: "x"}, {Op: "As.Get"},
	}), []string{
		"As.Get absent: remove the Name", "As.List: put a row that succeeds", "As.List: give each further row", "As.List x: give it another Name", "As.Get: put it beside",
	})
}

func TestUntriedDetectsLimitsWithoutATest(t *testing.T) {
	t.Parallel()
	s := &suite{Area: Area{
		Dir:  "as",
		Rows: []Row{{Op: "As.List", List: func(Args) (any, any) { return nil, nil }}},
		Limits: []Limit{
			{Op: "As.Create", Field: "title", Check: "len=2..5,match=slug"},
			{Op: "As.Update", Field: "title", Check: "len=..5"},
			{Op: "As.Create", Field: "faces[0].weight", Check: Required},
		},
		Tried: []string{"As.Create tags items=1.."},
	}}
	there := map[string]bool{}
	for _, check := range []string{
		"As.List limit range=0..1000", "As.Create title len=2..5", "As.Create title match=slug", "As.Update title len=..5", "As.Create faces[].weight required", "As.Create tags items=1..",
	} {
		there[check] = true
	}
	hasProblems(t, s.untried(there), nil)
	delete(there, "As.Update title len=..5")
	there["As.Update title len=..6"] = true
	s.Limits[2].Check = "required,near=5m"
	there["As.Create faces[] Validate"] = true
	there["As.Create . Validate"] = true
	hasProblems(t, s.untried(there), []string{
		"As.Create faces[].weight near=5m: no Limit tries this word; add a test and its line to Tried",
		"As.Create . Validate: no test; add a contract.Limit to as/limits_test.go, or a test and its line to Tried",
		"As.Update title len=..6: no test; add a contract.Limit to as/limits_test.go, or a test and its line to Tried",
		"As.Update title len=..5: tried, and no check of the request; add it to the tag of the field, or remove it from as/limits_test.go",
	})
}
