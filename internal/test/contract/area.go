package contract

import (
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// areas are the directories of the packages with operations, each with the first parts of their
// names.
var areas = map[string][]string{
	"changerequests": {"ChangeRequests"},
	"integrations":   {"Integrations"},
	"orgs":           {"Orgs", "Subdomains", "System", "Users"},
	"permissions":    {"Permissions"},
	"sites":          {"Sites", "CustomHostnames"},
	"spaces":         {"Collections", "Spaces"},
	"urls":           {"URLs"},
}

// An Area is a package with operations, and what its tests cover.
type Area struct {
	Dir    string // path in the module
	Rows   []Row
	Limits []Limit
	// Tried lists the limits that have tests of their own in the area, such as "Sites.Search.List
	// siteSpaceIds items=1..": the operation, the field and a word as [Limit.Check] contains it.
	Tried []string
}

// suite is an area with the tables and findings that its checks compare.
type suite struct {
	Area
	files      fs.FS
	ops        []*op.Op // those with a row and a method of the client
	incomplete []*op.Op // the others
	operations []operation
	lines      []*line // lines of the area, then of the shapes that several areas share
	findings   []*finding
	tried      map[*Row]map[string]bool // places of responses that the checks of fields try; nil for all
}

// checks are the subtests of Run.
var checks = map[string]func(*suite, *testing.T){
	"conformance":    (*suite).conforms,
	"rows":           (*suite).rowsHold,
	"table":          (*suite).rowsAreInOrder,
	"fixtures":       (*suite).fixturesAreUsed,
	"negatives":      (*suite).negativesHold,
	"core faults":    (*suite).coreFaultsHold,
	"streams":        (*suite).streamsEnd,
	"request types":  (*suite).requestTypesSendWhatIsSet,
	"needs":          (*suite).requestTypesNeedWhatIsRequired,
	"response types": (*suite).responseTypesDistinguishAbsentFromZero,
	"missing":        (*suite).missingFieldsAreTold,
	"about":          (*suite).responsesAreAboutTheFieldsOfTheTable,
	"errors":         (*suite).errorsOfResponseTypesAreInTheCallersTerms,
	"null roles":     (*suite).nullRolesStayNull,
	"body fields":    (*suite).bodyFieldsReplaceTypedFields,
	"enums":          (*suite).unknownValuesAreSent,
	"lengths":        (*suite).lengthsHold,
	"patterns":       (*suite).patternsHold,
	"page sizes":     (*suite).pageSizesHold,
	"required":       (*suite).needsHold,
	"limits":         (*suite).limitsAreAllTried,
	"transcript":     (*suite).transcriptIsRecorded,
	"effects":        (*suite).effectsAreDeclared,
	"read-only":      (*suite).readOnlyClientsSendReads,
	"shown":          (*suite).shownFieldsAreListed,
	"ignored":        (*suite).ignoredFieldsAreTold,
}

// Run compares the operations of an area with the API reference. It must run in a test that is not
// parallel: one of its checks overwrites buffers that other tests would be using.
func Run(t *testing.T, area Area) {
	t.Helper()
	debug.SetGCPercent(400) // the checks keep little of what they allocate
	s := area.open(t)
	s.findings = s.examine()
	s.choose()
	t.Run("buffers", s.responsesKeepNoPartOfTheBuffer)
	for name, check := range checks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(s, t)
		})
	}
}

// open reads the tables of the area and collects its operations.
func (a Area) open(t *testing.T) *suite {
	t.Helper()
	require.Contains(t, areas, a.Dir, "no such area: add %q to the areas of internal/test/contract/area.go", a.Dir)
	s := &suite{Area: a, files: a.fixtures()}
	var err error
	s.operations, err = readOperations(os.DirFS("testdata"))
	require.NoError(t, err)
	s.lines, err = readFields(os.DirFS("testdata"), a.Dir)
	require.NoError(t, err)
	for _, o := range op.All() {
		switch {
		case !s.has(o.Name):
		case s.first(o.Name) == nil || methods()[o.Name] == nil:
			s.incomplete = append(s.incomplete, o)
		default:
			s.ops = append(s.ops, o)
		}
	}
	require.NotEmpty(t, s.ops)
	return s
}

// fixtures are the files that the rows of the area use.
func (a Area) fixtures() fs.FS { return fixtures{os.DirFS("testdata")} }

// has reports whether an operation is one of the area, by its name.
func (a Area) has(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return slices.Contains(areas[a.Dir], first)
}

// first returns the first row of an operation, nil for none. The checks that hold for every
// operation use it.
func (a Area) first(name string) *Row {
	for i := range a.Rows {
		if a.Rows[i].Op == name {
			return &a.Rows[i]
		}
	}
	return nil
}

// path returns the path of a file of the area in the module, for messages.
func (a Area) path(name string) string { return a.Dir + "/" + name }

// examine examines each row of the area, in the order of its table. In a sample, the fields of rows
// are dropped later, and once for the same response and type.
func (s *suite) examine() []*finding {
	list := make([]*finding, len(s.Rows))
	var wait sync.WaitGroup
	for i := range s.Rows {
		wait.Go(func() { list[i] = s.Rows[i].examine(op.Find(s.Rows[i].Op), s.files) })
	}
	wait.Wait()
	equal := map[string]*finding{}
	for _, f := range list {
		switch {
		case f.full == nil:
		case sample.Whole():
			wait.Go(f.dropEach)
		case equal[f.sameAs()] == nil:
			equal[f.sameAs()] = f
		default:
			f.drops = equal[f.sameAs()].drops
		}
	}
	wait.Wait()
	return list
}

// choose chooses the places of responses that the checks of fields try. In a sample, these are one
// for each operation, and one for each field of each object: what is decoded there is of the same
// type.
func (s *suite) choose() {
	type place struct {
		f  *finding
		at path
	}
	var all []place
	for _, f := range s.findings {
		if f.fixture == nil {
			continue
		}
		for _, at := range valuesOf(f.fixture.root) {
			all = append(all, place{f, at})
		}
	}
	s.tried = map[*Row]map[string]bool{}
	for _, p := range sample.OneByOne(sample.Of(all, func(p place) []string { return []string{p.f.row.Op, p.f.fieldClass(p.at, 2)} })) {
		if s.tried[p.f.row] == nil {
			s.tried[p.f.row] = map[string]bool{}
		}
		s.tried[p.f.row][p.at.String()] = true
	}
}

// triedOf returns those of the places in the response of a row that the checks of fields try.
func (s *suite) triedOf(r *Row, places []path) []path {
	return slices.DeleteFunc(places, func(at path) bool { return !s.tried[r][at.String()] })
}

func (s *suite) rowsHold(t *testing.T) {
	for _, f := range s.findings {
		t.Run(f.row.String(), func(t *testing.T) {
			t.Parallel()
			report(t, f.problems)
		})
	}
}

// rowsAreInOrder requires the rows of an operation together, and first the one that the other
// checks use.
func (s *suite) rowsAreInOrder(t *testing.T) {
	report(t, disorder(s.Rows))
}

// disorder reports the rows that are out of place.
func disorder(rows []Row) (problems []string) {
	names, done := map[string]bool{}, map[string]bool{}
	for i := range rows {
		r := &rows[i]
		add := func(problem string) { problems = append(problems, fmt.Sprintf("%s: %s", r, problem)) }
		first := i == 0 || rows[i-1].Op != r.Op
		switch {
		case first && done[r.Op]:
			add("put it beside the other rows of the operation")
		case first && r.Name != "":
			add("remove the Name of the first row of an operation")
		case first && r.Err != nil:
			add("put a row that succeeds before it")
		case !first && r.Name == "":
			add("give each further row of an operation a Name")
		case names[r.String()]:
			add("give it another Name, this one is taken")
		}
		names[r.String()], done[r.Op] = true, true
	}
	return problems
}

// report fails a test with a line for each problem.
func report(t *testing.T, problems []string) {
	t.Helper()
	for _, problem := range problems {
		t.Error(problem)
	}
}
