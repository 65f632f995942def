package contract

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

var record = flag.Bool("record", false, "write the requests.tsv and the written.tsv of the area")

// Recording reports whether tables that are generated are to be written.
func Recording() bool { return *record }

// requested is a parameter or a field of a request: a line of requests.tsv.
type requested struct {
	of    string // operation, or shape
	place string // place in the request, or inShape
	field string // field of the body as in fields.tsv, with the lists and objects around it

	need   string   // needRequired, needOptional or ""
	kinds  []string // JSON kinds of the values that rows send; null is one of them
	values []string // JSON of some of its values, if it is an enum
	shape  string
	checks []string // the limits of [Limit] and Tried
}

const (
	inPath  = "path"
	inQuery = kindQuery
	inBody  = kindBody
	inShape = "shape"

	requestTable = "requests.tsv"
)

var requestColumns = []string{"of", "place", "field", "need", "kinds", "values", "shape", "checks"}

// transcriptIsRecorded requires requests.tsv to be what the rows, fields.tsv and the limits of the
// area contain of requests, since the sweep of the in-memory server cannot read the tests of areas.
func (s *suite) transcriptIsRecorded(t *testing.T) {
	lines := []string{strings.Join(requestColumns, "\t")}
	for _, v := range s.transcript() {
		lines = append(lines, strings.TrimRight(v.line(), "\t"))
	}
	encoded := strings.Join(lines, "\n") + "\n"
	name := filepath.Join("testdata", requestTable)
	if *record {
		require.NoError(t, os.WriteFile(name, []byte(encoded), 0o600))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, encoded, string(got), "%s: run go test ./%s -run TestContract -record", s.path(name), s.Dir)
}

func (v *requested) line() string {
	return strings.Join([]string{
		v.of, v.place, v.field, v.need, strings.Join(v.kinds, " "), strings.Join(v.values, " "), v.shape, strings.Join(v.checks, " "),
	}, "\t")
}

// readValues reads requests.tsv of an area, by operation or shape.
func readValues(files fs.FS) (map[string][]*requested, error) {
	rows, err := readTable(files, requestTable, requestColumns...)
	if err != nil {
		return nil, err
	}
	found := map[string][]*requested{}
	for _, c := range rows {
		found[c[0]] = append(found[c[0]], &requested{
			of: c[0], place: c[1], field: c[2], need: c[3],
			kinds: strings.Fields(c[4]), values: strings.Fields(c[5]), shape: c[6], checks: strings.Fields(c[7]),
		})
	}
	return found, nil
}

// transcript returns the values of the requests of the area.
func (s *suite) transcript() []*requested {
	var list []*requested
	for _, o := range s.ops {
		values := s.valuesOf(o)
		limits := s.limitsOf(o)
		for _, v := range values {
			key := canonical(v.field)
			if l, limited := limits[key]; limited {
				v.checks = append(v.checks, l.checks...)
				delete(limits, key)
			}
		}
		bodies, _ := s.sent(o)
		for _, key := range slices.Sorted(maps.Keys(limits)) { // experimental fields, which need no line
			v := limits[key]
			v.kinds = kinds(bodies, v.field, nil)
			values = append(values, v)
		}
		list = append(list, values...)
	}
	return append(list, s.shapes(list)...)
}

// valuesOf returns the values of the requests of an operation.
func (s *suite) valuesOf(o *op.Op) []*requested {
	var list []*requested
	bodies, queries := s.sent(o)
	for i, param := range o.Params() {
		v := &requested{of: o.Name, place: inPath, field: param, need: needRequired}
		if s.takesUnknown(o, i == len(o.Params())-1) {
			v.need = needOptional
		}
		list = append(list, v)
	}
	if o.HasBody() && len(bodies) > 0 {
		list = append(list, &requested{of: o.Name, place: inBody, field: whole, kinds: kinds(bodies, whole, nil)})
	}
	around := map[string]bool{}
	for _, l := range s.lines {
		if l.of != routeOf(o) {
			continue
		}
		v := &requested{of: o.Name, place: l.kind, field: l.path, need: l.need, shape: l.shape, checks: noted(l.note)}
		switch l.kind {
		case kindQuery:
			v.kinds = queryKinds(queries[l.path])
		case kindBody:
			v.kinds = l.kinds(bodies)
			for _, outer := range enclosing(l.path) {
				if !around[outer] && !s.isLine(o, outer) {
					list = append(list, &requested{of: o.Name, place: inBody, field: outer, kinds: kinds(bodies, outer, nil)})
				}
				around[outer] = true
			}
		default:
			continue
		}
		v.values = l.enum(v.kinds)
		list = append(list, v)
	}
	return list
}

// enum returns the texts and negative numbers that a field of these kinds has, none if it has no
// fixed set of them.
func (l *line) enum(kinds []string) []string {
	texts := slices.DeleteFunc(slices.Clone(l.values), func(literal string) bool { return literal[0] != '"' && literal[0] != '-' })
	if slices.Contains(kinds, kindString) && slices.Contains(kinds, kindNumber) {
		return nil
	}
	return texts
}

// kinds returns the kinds of JSON of a field: those that bodies have there, and null if the note
// says so. A note that begins with "any" is one of a field without a type.
func (l *line) kinds(bodies []any) []string {
	found := kinds(bodies, l.path, l.named)
	switch {
	case strings.HasPrefix(l.note, "any "):
		return nil
	case len(found) > 0 && strings.Contains(l.note, "null") && !slices.Contains(found, kindNull):
		return append(found, kindNull)
	}
	return found
}

func (s *suite) isLine(o *op.Op, field string) bool {
	return slices.ContainsFunc(s.lines, func(l *line) bool { return l.kind == kindBody && l.of == routeOf(o) && l.path == field })
}

// sent returns what the rows of an operation send.
func (s *suite) sent(o *op.Op) (bodies []any, queries map[string][]string) {
	queries = map[string][]string{}
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Op != o.Name {
			continue
		}
		_, query, _ := strings.Cut(r.Request, "?")
		values, _ := url.ParseQuery(query)
		for name, list := range values {
			queries[name] = append(queries[name], list...)
		}
		if body, err := parse([]byte(r.Body)); err == nil {
			bodies = append(bodies, body)
		}
	}
	return bodies, queries
}

// takesUnknown reports whether an id of the path, which may be the last one, may be one that does
// not exist: what it identifies is created, or is deleted and reported as absent.
func (s *suite) takesUnknown(o *op.Op, last bool) bool {
	creates := slices.ContainsFunc(s.operations, func(l operation) bool { return l.creates && l.String() == routeOf(o) })
	return last && creates || slices.ContainsFunc(s.Rows, func(r Row) bool {
		_, deletes := r.Outcome.(api.Deletion)
		_, puts := r.Outcome.(api.PutOutcome)
		return r.Op == o.Name && (deletes || puts && last)
	})
}

// shapes returns the values of the shapes that bodies have, as rows send them.
func (s *suite) shapes(list []*requested) []*requested {
	sent := map[string][]any{}
	var collect func(around any, v *requested)
	collect = func(around any, v *requested) {
		if v.shape == "" {
			return
		}
		for _, p := range find(around, v.field, nil) {
			inner, _ := atPath(around, p)
			sent[v.shape] = append(sent[v.shape], inner)
			for _, l := range s.lines {
				if l.of == v.shape {
					collect(inner, &requested{field: l.path, shape: l.shape})
				}
			}
		}
	}
	for _, v := range list {
		bodies, _ := s.sent(op.Find(v.of))
		for _, body := range bodies {
			collect(body, v)
		}
	}
	var found []*requested
	for _, l := range s.lines {
		if sent[l.of] != nil {
			v := &requested{of: l.of, place: inShape, field: l.path, need: l.need, kinds: l.kinds(sent[l.of]), shape: l.shape}
			v.values = l.enum(v.kinds)
			found = append(found, v)
		}
	}
	return found
}

// enclosing returns the fields and lists around a field, from the outside to the inside.
func enclosing(field string) []string {
	var list []string
	at := ""
	for step := range strings.SplitSeq(field, ".") {
		name, elements := strings.CutSuffix(step, "[]")
		for _, part := range []string{name, name + "[]"} {
			if part == "" || (part != name && !elements) {
				continue
			}
			list = append(list, at+part)
		}
		at += step + "."
	}
	return slices.DeleteFunc(list, func(outer string) bool { return outer == field })
}

// kinds returns the kinds of JSON that bodies have at a field, null among them.
func kinds(bodies []any, field string, named []string) []string {
	seen := map[string]bool{}
	for _, body := range bodies {
		for _, p := range find(body, field, named) {
			value, _ := atPath(body, p)
			seen[kindOf(value)] = true
		}
		if len(findNull(body, field)) > 0 && !strings.HasSuffix(field, "[]") {
			seen[kindNull] = true
		}
	}
	if seen[kindTime] && seen[kindString] {
		delete(seen, kindTime)
	}
	return slices.Sorted(maps.Keys(seen))
}

const (
	kindNull    = "null"
	kindString  = "string"
	kindTime    = "date-time"
	kindNumber  = "number"
	kindBoolean = "boolean"
	kindObject  = "object"
	kindList    = "list"
)

func kindOf(value any) string {
	switch value := value.(type) {
	case nil:
		return kindNull
	case bool:
		return kindBoolean
	case json.Number:
		return kindNumber
	case []any:
		return kindList
	case map[string]any:
		return kindObject
	case string:
		if isTime(value) {
			return kindTime
		}
		return kindString
	default:
		panic(fmt.Sprintf("%T is no JSON", value))
	}
}

// queryKinds returns the kind of a parameter: a boolean if rows send nothing else, a string
// otherwise. The only number is the limit of a page.
func queryKinds(sent []string) []string {
	if len(sent) > 0 && !slices.ContainsFunc(sent, func(text string) bool { return text != "true" && text != "false" }) {
		return []string{kindBoolean}
	}
	return nil
}

var notedLength = regexp.MustCompile(`(?:(\d+) to|at most) (\d+) characters`)

// noted returns the limit in the note of a line.
func noted(note string) []string {
	if found := notedLength.FindStringSubmatch(note); found != nil {
		return []string{"len=" + found[1] + ".." + found[2]}
	}
	if note == "base64" {
		return []string{note}
	}
	return nil
}

var (
	listIndex = regexp.MustCompile(`\[\d+\]`)
	objectKey = regexp.MustCompile(`\[[^\]]+\]`)
)

// canonical returns a field with [] for the keys of lists and of objects, as the fields of errors
// and those of fields.tsv have in common.
func canonical(field string) string { return strings.ReplaceAll(field, ".*", "[]") }

// limitsOf returns the limits of an operation in the tests of the area, by canonical field.
func (s *suite) limitsOf(o *op.Op) map[string]*requested {
	found := map[string]*requested{}
	add := func(operation, field string, checks ...string) {
		if operation != o.Name {
			return
		}
		if rest, inList := strings.CutPrefix(field, "conversations"); inList { // the body, which has no name
			field = cmp.Or(rest, whole)
		}
		field = listIndex.ReplaceAllString(field, "[]")
		field = objectKey.ReplaceAllString(field, ".*")
		v := found[canonical(field)]
		if v == nil {
			v = &requested{of: o.Name, place: inBody, field: field}
			found[canonical(field)] = v
		}
		if strings.Contains(field, "*") { // which the checks of tags do not tell from a list
			v.field = field
		}
		for _, check := range checks {
			if !slices.Contains(v.checks, check) {
				v.checks = append(v.checks, check)
			}
		}
	}
	for i := range s.Limits {
		l := &s.Limits[i]
		for word, arg := range l.words() {
			switch word {
			case "len":
				add(l.Op, l.Field, strings.TrimSuffix("len="+arg+":"+l.Prefix, ":"))
			case "match":
				add(l.Op, l.Field, cmp.Or(patterns[arg].swept, "bad="+url.QueryEscape(text(patterns[arg].bad))))
			default:
				add(l.Op, l.Field, strings.TrimSuffix(word+"="+arg, "="))
			}
		}
	}
	if s.first(o.Name).List != nil && hasPageSize(o.Name) {
		field, check, _ := strings.Cut(s.pageSizeOf(o.Name), " ")
		add(o.Name, field, check)
	}
	for _, tried := range s.Tried {
		if parts := strings.SplitN(tried, " ", 3); len(parts) == 3 {
			add(parts[0], parts[1], parts[2])
		}
	}
	return found
}

// bounds returns the two ends of a check such as len=2..128.
func bounds(arg string) (least, most int, limited bool) {
	low, high, _ := strings.Cut(arg, "..")
	least, _ = strconv.Atoi(low)
	most, err := strconv.Atoi(high)
	return least, most, err == nil
}
