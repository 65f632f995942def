package contract

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// line is a field or a parameter, a line of fields.tsv. The doc of the package describes the
// columns.
type line struct {
	file                                    string // path in the module
	document, section, kind, of, path, need string
	values                                  []string
	shape, note                             string
	unnamed                                 bool // the API reference does not show the name, by the note

	named []string // the fields that a star in the path does not stand for
}

func (l *line) String() string {
	return fmt.Sprintf("%s: %s of %s, %s", l.file, l.path, l.of, l.kind)
}

const (
	kindOperation = "operation"
	kindResponse  = "response"
	kindQuery     = "query"
	kindBody      = "body"

	needRequired = "req"
	needOptional = "opt"

	whole  = "."
	listOf = "List of "
)

// readFields returns the lines of fields.tsv of an area, then those that several areas share.
func readFields(own fs.FS, dir string) ([]*line, error) {
	var lines []*line
	for _, table := range []struct {
		files fs.FS
		name  string
	}{{own, dir + "/testdata/fields.tsv"}, {shared, sharedFields}} {
		rows, err := readTable(table.files, "fields.tsv", fieldColumns...)
		if err != nil {
			return nil, err
		}
		for _, c := range rows {
			if c[2] == kindOperation {
				continue // see readOperations
			}
			if c[9] != "" {
				return nil, fmt.Errorf("%s: only an operation is about fields of its response: %q", table.name, c)
			}
			lines = append(lines, &line{
				file: table.name, document: c[0], section: c[1], kind: c[2], of: c[3], path: c[4], need: c[5],
				values: strings.Fields(c[6]), shape: c[7], note: c[8], unnamed: strings.HasSuffix(c[8], "does not show the name"),
			})
		}
	}
	nameStars(lines)
	return lines, nil
}

// fieldColumns are the columns of fields.tsv.
var fieldColumns = []string{"document", "section", "kind", "of", "path", "need", "values", "shape", "note", "about"}

// sharedFields is the table of the shapes that several areas share.
const sharedFields = "internal/test/contract/testdata/fields.tsv"

func nameStars(lines []*line) {
	for _, l := range lines {
		before, _, star := strings.Cut(l.path, "*")
		for _, other := range lines {
			rest, sibling := strings.CutPrefix(other.path, before)
			if name, _, _ := strings.Cut(rest, "."); star && sibling && other.of == l.of && other.kind == l.kind && name != "*" {
				l.named = append(l.named, strings.TrimSuffix(name, "[]"))
			}
		}
	}
}

// holding is whether a line has to hold yet, and what it lacks.
type holding struct {
	*line
	due   bool // its operation, or one whose response has its shape, is in an op table
	lacks []string
}

func (h *holding) holds() bool { return h.due && len(h.lacks) == 0 }

// hold compares the lines with the requests and responses of the rows. built are the operations of
// the op tables, as method and path.
func hold(lines []*line, rows []*finding, built []string) []*holding {
	e := &evidence{lines: map[string][]*line{}, seen: map[*line]*sighting{}}
	for _, l := range lines {
		e.lines[l.of] = append(e.lines[l.of], l)
		e.seen[l] = &sighting{values: map[string]bool{}}
	}
	for _, f := range rows {
		if len(f.problems) == 0 {
			e.take(f)
		}
	}
	due := map[string]bool{}
	for _, operation := range built {
		e.reach(operation, due)
	}
	var list []*holding
	for _, l := range lines {
		h := &holding{line: l, due: due[l.of]}
		if h.due {
			h.lacks = e.seen[l].lacks(l)
		}
		list = append(list, h)
	}
	return list
}

type evidence struct {
	lines map[string][]*line // keys are operations and shapes
	seen  map[*line]*sighting
}

// sighting is what the rows show of a line.
type sighting struct {
	found  bool // seen in a request, or in a response from where it reaches a Go field
	adrift bool // seen in a response, but no Go field has it
	values map[string]bool
	wrong  []string
}

func (s *sighting) lacks(l *line) []string {
	list := s.wrong
	switch {
	case s.found:
	case s.adrift:
		list = append(list, "no exported field has it")
	default:
		list = append(list, "no row has it")
	}
	for _, value := range l.values {
		if !s.values[value] {
			list = append(list, "no row has "+value)
		}
	}
	return list
}

// reach marks an operation or a shape and the shapes in its response.
func (e *evidence) reach(of string, due map[string]bool) {
	if due[of] {
		return
	}
	due[of] = true
	for _, l := range e.lines[of] {
		if l.kind == kindResponse && l.shape != "" {
			element, isList := strings.CutPrefix(l.shape, listOf)
			e.reach(element, due)
			if isList {
				e.reach("List", due)
			}
		}
	}
}

func (e *evidence) take(f *finding) {
	of := f.op.Method + " " + f.op.Template
	for _, l := range e.lines[of] {
		switch l.kind {
		case kindQuery:
			for _, value := range f.query[l.path] {
				e.seen[l].found = true
				e.seen[l].values[value], e.seen[l].values[text(value)] = true, true
			}
		case kindBody:
			e.see(l, f.body, nil, func(path) { e.seen[l].found = true })
		}
	}
	if f.row.Err != nil {
		return
	}
	if messages, ok := f.fixture.root.([]any); ok && f.fixture.stream {
		for i := range messages {
			e.takeResponse(f, of, path{i})
		}
		return
	}
	if f.fixture.root != nil {
		e.takeResponse(f, of, nil)
	}
}

// takeResponse records the lines of a shape that stands at a place of the response, and of the
// shapes in it.
func (e *evidence) takeResponse(f *finding, of string, place path) {
	for _, l := range e.lines[of] {
		if l.kind != kindResponse {
			continue
		}
		e.see(l, f.fixture.root, place, func(at path) {
			e.takeField(f, l, at)
			element, isList := strings.CutPrefix(l.shape, listOf)
			if !isList {
				e.takeResponse(f, l.shape, at)
				return
			}
			e.takeResponse(f, "List", at)
			value, _ := atPath(f.fixture.root, at)
			for _, item := range find(value, "items[]", nil) {
				e.takeResponse(f, element, slices.Concat(at, item))
			}
		})
	}
}

// see records the values at a line's path below a place, null included, and calls found for those
// that are not null.
func (e *evidence) see(l *line, root any, place path, found func(path)) {
	around, _ := atPath(root, place)
	for _, p := range find(around, l.path, l.named) {
		value, _ := atPath(around, p)
		e.seen[l].values[text(value)] = true
		found(slices.Concat(place, p))
	}
	for _, p := range findNull(around, l.path) {
		e.seen[l].values[text(p)] = true
	}
}

// findNull returns a null for each field at the pattern that is null.
func findNull(root any, pattern string) []any {
	before, last := "", pattern
	if i := strings.LastIndexByte(pattern, '.'); i > 0 {
		before, last = pattern[:i], pattern[i+1:]
	}
	around := []path{nil}
	if before != "" {
		around = find(root, before, nil)
	}
	var list []any
	for _, p := range around {
		value, _ := atPath(root, p)
		object, _ := value.(map[string]any)
		if member, there := object[strings.TrimSuffix(last, "[]")]; there && member == nil {
			list = append(list, nil)
		}
	}
	return list
}

// takeField records that the response has the field, whether a Go field has it, and whether it is
// required in Go.
func (e *evidence) takeField(f *finding, l *line, at path) {
	s := e.seen[l]
	owner := at.owner()
	if len(owner) == 0 || l.path == whole {
		s.found = true
		return
	}
	if s.found && !sample.Whole() { // another row found it
		return
	}
	d, known := f.dropAt(owner)
	switch {
	case !known:
		return
	case d.typed || strings.HasSuffix(l.path, "*"): // a catch-all is the place for fields of any name
		s.found = true
	default:
		s.adrift = true
	}
	switch {
	case d.failed:
	case l.need == needRequired && !d.stays && !d.null:
		s.wrong = append(s.wrong, fmt.Sprintf("%s of %s: required, and optional in Go", at, f.row))
	case l.need == needOptional && d.stays:
		s.wrong = append(s.wrong, fmt.Sprintf("%s of %s: optional, and a value in Go", at, f.row))
	}
}

// checkFields reports what is wrong with the table itself.
func checkFields(lines []*line, operations []string) []string {
	var list []string
	of, shapes, seen := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, operation := range operations {
		of[operation] = true
	}
	for _, l := range lines {
		if !strings.Contains(l.of, " ") {
			shapes[l.of] = true
		}
	}
	for _, l := range lines {
		add := func(format string, args ...any) { list = append(list, l.String()+": "+fmt.Sprintf(format, args...)) }
		isShape := shapes[l.of]
		if !isShape && !of[l.of] {
			add("no such operation in fields.tsv")
		}
		if isShape && l.kind != kindResponse {
			add("a shape has the kind response, an operation response, query or body")
		}
		if !slices.Contains([]string{kindResponse, kindQuery, kindBody}, l.kind) {
			add("unknown kind")
		}
		if !slices.Contains([]string{"", needRequired, needOptional}, l.need) {
			add("unknown need %q", l.need)
		}
		if !slices.Contains(documents, l.document) || l.section == "" || l.path == "" {
			add("incomplete")
		}
		if element := strings.TrimPrefix(l.shape, listOf); element != "" && !shapes[element] {
			add("no lines for the shape %q", element)
		}
		for _, value := range l.values {
			if !json.Valid([]byte(value)) {
				add("%s is not JSON", value)
			}
		}
		if key := l.kind + " " + l.of + " " + l.path; seen[key] {
			add("twice")
		} else {
			seen[key] = true
		}
	}
	return list
}
