package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// A Transcript is what the API reference and the public description let requests contain, as the
// tests of the areas transcribe it.
type Transcript struct {
	values map[string][]*requested // keys are operations and shapes
}

// ReadTranscript reads the transcript of all areas, whose directories are in root.
func ReadTranscript(root string) (*Transcript, error) {
	t := &Transcript{map[string][]*requested{}}
	for area := range areas {
		found, err := readValues(os.DirFS(filepath.Join(root, area, "testdata")))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", area, err)
		}
		for of, values := range found {
			t.values[of] = merged(t.values[of], values)
		}
	}
	return t, nil
}

// merged returns the values of a shape with the kinds of two areas.
func merged(first, second []*requested) []*requested {
	if first == nil {
		return second
	}
	for i, v := range first {
		for _, kind := range second[i].kinds {
			if !slices.Contains(v.kinds, kind) {
				v.kinds = append(v.kinds, kind)
			}
		}
	}
	return first
}

// Limit adds the length of a text that the tests of no area have, and the start that it needs.
func (t *Transcript) Limit(operation, field string, least, most int, prefix string) error {
	for name, values := range t.values {
		for _, v := range values {
			if strings.EqualFold(name, operation) && v.field == field {
				v.check(fmt.Sprintf("len=%d..%d:%s", least, most, prefix))
				return nil
			}
		}
	}
	return fmt.Errorf("%s has no line for %s of %s", requestTable, field, operation)
}

func (v *requested) check(word string) {
	if !slices.Contains(v.checks, word) {
		v.checks = append(v.checks, word)
	}
}

// A Sample is a valid request of an operation.
type Sample struct {
	IDs   []string // in path order
	Query url.Values
	Body  string // JSON, empty for none
}

// A Mutant is a request that is invalid in one place.
type Mutant struct {
	Place  string // such as "body title"
	Change string // such as "a number"
	Sample        // the sample with the change
	From   int    // index of the sample that it was made of
}

func (m *Mutant) String() string { return m.Place + "\t" + m.Change }

// Where returns the kind of the place, such as "body list" for an element of a list of the body.
func (m *Mutant) Where() string {
	place, field, _ := strings.Cut(m.Place, " ")
	switch {
	case place != inBody:
	case strings.HasSuffix(field, "]"):
		place += " list"
	case strings.HasSuffix(field, "}"):
		place += " object"
	case strings.Contains(field, "."):
		place += " inside"
	}
	return place
}

// Mutants returns the invalid requests that differ from one of the samples of an operation in one
// place, each once.
func (t *Transcript) Mutants(o *op.Op, samples []Sample) ([]Mutant, error) {
	return t.changed(o, samples, false)
}

// Ends returns the requests that differ from one of the samples in a value at an end of a limit,
// which the limit accepts.
func (t *Transcript) Ends(o *op.Op, samples []Sample) ([]Mutant, error) {
	return t.changed(o, samples, true)
}

// Ended are words in the messages of limits, by the change of a request that [Transcript.Ends]
// returns.
var Ended = map[string]string{"shortest": "character", "longest": "character", "lowest": "a number from", "highest": "a number from", "most elements": "item"}

func (t *Transcript) changed(o *op.Op, samples []Sample, ends bool) ([]Mutant, error) {
	m := &mutations{transcript: t, op: o, ends: ends, found: map[string]Mutant{}}
	for i, sample := range samples {
		m.sample, m.index, m.body, m.has = sample, i, nil, false
		if sample.Body != "" {
			body, err := parse([]byte(sample.Body))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.Name, err)
			}
			m.body, m.has = body, true
		}
		for _, v := range t.values[o.Name] {
			switch v.place {
			case inPath:
				m.inPath(v)
			case inQuery:
				m.inQuery(v)
			default:
				m.inBody(v, nil, v.place+" "+v.field)
			}
		}
		m.ofBody()
	}
	list := make([]Mutant, 0, len(m.found))
	for _, key := range slices.Sorted(maps.Keys(m.found)) {
		list = append(list, m.found[key])
	}
	return list, nil
}

// Unsampled returns the fields of the bodies of an operation that no sample has.
func (t *Transcript) Unsampled(o *op.Op, samples []Sample) []string {
	var bodies []any
	for _, sample := range samples {
		if body, err := parse([]byte(sample.Body)); err == nil {
			bodies = append(bodies, body)
		}
	}
	var list []string
	for _, v := range t.values[o.Name] {
		if v.place == inBody && len(v.kinds) > 0 && len(kinds(bodies, v.field, nil)) == 0 {
			list = append(list, v.field)
		}
	}
	return list
}

// mutations collects the mutants of an operation.
type mutations struct {
	transcript *Transcript
	op         *op.Op
	ends       bool // only changes in Ended
	found      map[string]Mutant

	sample Sample
	index  int
	body   any
	has    bool // the sample has a body
}

// add adds a mutant of the sample unless an earlier sample has it.
func (m *mutations) add(place, change string, edit func(*Sample)) {
	key := place + "\t" + change
	if _, found := m.found[key]; found || m.ends != (Ended[change] != "") {
		return
	}
	made := Sample{IDs: slices.Clone(m.sample.IDs), Query: url.Values{}, Body: m.sample.Body}
	for name, list := range m.sample.Query {
		made.Query[name] = slices.Clone(list)
	}
	edit(&made)
	m.found[key] = Mutant{place, change, made, m.index}
}

func (m *mutations) inPath(v *requested) {
	i := slices.Index(m.op.Params(), v.field)
	set := func(change, text string) {
		m.add(inPath+" "+v.field, change, func(s *Sample) { s.IDs[i] = text })
	}
	if v.need == needRequired {
		set("unknown", "no-such-thing")
	}
	for change, text := range v.badTexts() {
		set(change, text)
	}
}

func (m *mutations) inQuery(v *requested) {
	set := func(change, text string) {
		m.add(inQuery+" "+v.field, change, func(s *Sample) { s.Query.Set(v.field, text) })
	}
	if slices.Contains(v.kinds, kindBoolean) {
		set("no boolean", "maybe")
	}
	if len(v.values) > 0 {
		set("unknown value", "zebra")
	}
	if v.required() {
		m.add(inQuery+" "+v.field, "missing", func(s *Sample) { s.Query.Del(v.field) })
	}
	for change, text := range v.badTexts() {
		set(change, text)
	}
	for change, number := range v.badNumbers() {
		set("no number", "many")
		set(change, strconv.Itoa(number))
	}
}

// ofBody changes the body as a whole.
func (m *mutations) ofBody() {
	if !m.has {
		return
	}
	m.add(inBody, "truncated", func(s *Sample) { s.Body = text(m.body)[:len(text(m.body))-1] })
	if slices.ContainsFunc(m.transcript.values[m.op.Name], func(v *requested) bool {
		return v.place == inBody && v.required() && !strings.ContainsAny(v.field, ".[")
	}) {
		m.add(inBody, "missing", func(s *Sample) { s.Body = "" })
	}
}

// inBody changes a value below a place of the body.
func (m *mutations) inBody(v *requested, around path, name string) {
	outer, _ := atPath(m.body, around)
	if !m.has {
		return
	}
	for _, p := range places(outer, v.field, m.named(v)) {
		m.at(v, slices.Concat(around, p), name)
		if v.shape != "" {
			root, _, _ := strings.Cut(strings.TrimPrefix(name, inBody+" "), " ") // a shape in a shape has the same name
			for _, inner := range m.transcript.values[v.shape] {
				m.inBody(inner, slices.Concat(around, p), inBody+" "+root+" "+v.shape+" "+inner.field)
			}
		}
	}
}

// places returns the paths of the values at a field, null or not.
func places(root any, field string, named []string) []path {
	found := find(root, field, named)
	before, last := []path{nil}, field
	if i := strings.LastIndexByte(field, '.'); i > 0 {
		before, last = find(root, field[:i], nil), field[i+1:]
	}
	for _, p := range before {
		if value, there := atPath(root, p.to(last)); there && value == nil {
			found = append(found, p.to(last))
		}
	}
	return found
}

// named returns the fields beside a star that have lines of their own.
func (m *mutations) named(v *requested) []string {
	var lines []*line
	for _, other := range m.transcript.values[v.of] {
		if other.place == v.place {
			lines = append(lines, &line{of: v.of, kind: v.place, path: other.field})
		}
	}
	nameStars(lines)
	for _, l := range lines {
		if l.path == v.field {
			return l.named
		}
	}
	return nil
}

func (m *mutations) set(name, change string, p path, value any) {
	m.add(name, change, func(s *Sample) { s.Body = text(with(m.body, p, value)) })
}

// at changes the value at a path.
func (m *mutations) at(v *requested, p path, name string) {
	m.kinds(v, p, name)
	inObject := false
	if len(p) > 0 {
		_, inObject = p[len(p)-1].(string)
	}
	remove := func(change string, paths ...path) {
		m.add(name, change, func(s *Sample) { s.Body = text(without(m.body, paths...)) })
	}
	if v.required() && inObject {
		remove("missing", p)
	}
	value, _ := atPath(m.body, p)
	for _, check := range v.checks {
		word, arg, _ := strings.Cut(check, "=")
		switch word {
		case "items":
			m.items(v, p, name, arg)
		case "unique":
			if list, ok := value.([]any); ok && len(list) > 0 {
				m.set(name, "an element twice", p, append(slices.Clone(list), list[0]))
			}
		case "one":
			if slices.Equal(v.kinds, []string{kindObject}) { // others are variants by their kind
				m.set(name, "no variant", p, map[string]any{})
			}
		case "near":
			m.set(name, "another year", p, "2001-02-03T04:05:06Z")
		case "values":
			m.members(p, name, arg)
		case "valuesmatch":
			m.member(p, name, "a line break in a value", "a\nb")
		case "exactly", "any":
			m.choose(v, p, name, strings.Split(arg, "|"), word == "exactly")
		case "form":
			m.forms(p, name, arg)
		case "with":
			field, wanted, _ := strings.Cut(arg, ":")
			if other, _ := atPath(m.body, p[:len(p)-1].to(field)); slices.Contains(strings.Split(wanted, ":"), fmt.Sprint(other)) {
				remove("missing with "+field, p)
			}
		case "has":
			parts := strings.Split(arg, ":")
			if other, _ := atPath(m.body, p[:len(p)-1].to(parts[1])); slices.Contains(parts[2:], fmt.Sprint(other)) {
				remove("without "+parts[0], p.to(parts[0]))
			}
		}
	}
}

// kinds sets a value of another kind, a null, and texts and numbers that are invalid.
func (m *mutations) kinds(v *requested, p path, name string) {
	if len(v.kinds) == 0 {
		return
	}
	takes := func(kind string) bool { return slices.Contains(v.kinds, kind) }
	for _, other := range []struct {
		kind, change string
		value        any
	}{
		{kindNumber, "a number", json.Number("7")},
		{kindBoolean, "a boolean", true},
		{kindObject, "an object", map[string]any{}},
		{kindList, "a list", []any{}},
		{kindNull, "null", nil},
	} {
		if !takes(other.kind) {
			m.set(name, other.change, p, other.value)
		}
	}
	if !takes(kindString) && !takes(kindTime) {
		m.set(name, "a string", p, "zebra")
	}
	if takes(kindTime) {
		m.set(name, "no date-time", p, "yesterday")
		m.set(name, "no date", p, "2026-13-45T00:00:00Z")
	}
	if takes(kindNumber) && len(v.values) > 0 {
		m.set(name, "unknown value", p, json.Number("12345"))
	}
	if takes(kindString) && len(v.values) > 0 {
		m.set(name, "unknown value", p, "zebra")
	}
	if takes(kindString) {
		for change, text := range v.badTexts() {
			m.set(name, change, p, text)
		}
	}
	if takes(kindNumber) {
		for change, number := range v.badNumbers() {
			m.set(name, change, p, json.Number(strconv.Itoa(number)))
		}
	}
}

// items sets a list or an object with too few or too many elements.
func (m *mutations) items(v *requested, p path, name, arg string) {
	least, most, limited := bounds(arg)
	current, _ := atPath(m.body, p)
	switch current := current.(type) {
	case []any:
		if least > 0 {
			m.set(name, "too few elements", p, current[:min(len(current), least-1)])
		}
		if limited && len(current) > 0 {
			list := slices.Clone(current)
			for len(list) <= most {
				list = append(list, current[0])
			}
			m.set(name, "too many elements", p, list)
			m.set(name, "most elements", p, list[:most])
		}
	case map[string]any:
		if limited && len(current) > 0 {
			object := maps.Clone(current)
			for _, first := range current {
				for i := range most + 1 {
					object[strings.Repeat("A", i+1)] = first
				}
				break
			}
			m.set(name, "too many fields", p, object)
		}
	}
}

// members sets texts in an object that are too short or too long.
func (m *mutations) members(p path, name, arg string) {
	least, most, limited := bounds(arg)
	if least > 0 {
		m.member(p, name, "a value too short", strings.Repeat("a", least-1))
	}
	if limited {
		m.member(p, name, "a value too long", strings.Repeat("a", most+1))
	}
}

func (m *mutations) member(p path, name, change, text string) {
	value, _ := atPath(m.body, p)
	if object, is := value.(map[string]any); is && len(object) > 0 {
		m.set(name, change, p.to(slices.Sorted(maps.Keys(object))[0]), text)
	}
}

// choose sets none of some fields of an object, and all of them if only one may be set.
func (m *mutations) choose(v *requested, p path, name string, fields []string, one bool) {
	outer := p[:len(p)-1]
	var all []path
	filled := clone(m.body)
	for _, field := range fields {
		at := outer.to(field)
		all = append(all, at)
		if _, there := atPath(m.body, at); !there {
			filled = with(filled, at, m.example(v, field))
		}
	}
	names := strings.Join(fields, ", ")
	m.add(name, "none of "+names, func(s *Sample) { s.Body = text(without(m.body, all...)) })
	if _, typed := atPath(m.body, outer.to("type")); one && !typed { // the type tells which one counts
		m.add(name, "all of "+names, func(s *Sample) { s.Body = text(filled) })
	}
}

// example returns a value for a field beside another one.
func (m *mutations) example(v *requested, field string) any {
	beside := field
	if i := strings.LastIndexByte(v.field, '.'); i > 0 {
		beside = v.field[:i+1] + field
	}
	for _, other := range m.transcript.values[v.of] {
		switch {
		case other.place != v.place || other.field != beside:
		case slices.Contains(other.kinds, kindList):
			return []any{"sample"}
		case slices.Contains(other.kinds, kindObject):
			return map[string]any{}
		case len(other.values) > 0:
			if value, err := parse([]byte(other.values[0])); err == nil {
				return value
			}
		}
	}
	return "sample"
}

// forms sets combinations of fields that are none of the forms of an object.
func (m *mutations) forms(p path, name, arg string) {
	outer := p[:len(p)-1]
	var forms []map[string]string // values by field, "" for any
	fields := map[string]bool{}
	for form := range strings.SplitSeq(arg, "|") {
		parts := map[string]string{}
		for part := range strings.SplitSeq(form, "+") {
			field, wanted, _ := strings.Cut(part, ":")
			parts[field], fields[field] = wanted, true
		}
		forms = append(forms, parts)
	}
	valid := func(body any) bool {
		return slices.ContainsFunc(forms, func(form map[string]string) bool {
			for field, wanted := range form { // further fields are ignored
				if value, there := atPath(body, outer.to(field)); !there || (wanted != "" && wanted != value) {
					return false
				}
			}
			return true
		})
	}
	if !valid(m.body) {
		return // Go considers it invalid
	}
	try := func(change string, body any) {
		if !valid(body) {
			m.add(name, change, func(s *Sample) { s.Body = text(body) })
		}
	}
	for field := range fields {
		if _, there := atPath(m.body, outer.to(field)); there {
			try("without "+field, without(m.body, outer.to(field)))
		}
		for _, form := range forms {
			if wanted := form[field]; wanted != "" {
				try(field+" "+wanted, with(m.body, outer.to(field), wanted))
			}
		}
	}
}

func (v *requested) required() bool {
	return v.need == needRequired || slices.Contains(v.checks, Required)
}

// badTexts returns texts that are no values, by what is wrong with them.
func (v *requested) badTexts() map[string]string {
	found := map[string]string{}
	for _, check := range v.checks {
		word, arg, _ := strings.Cut(check, "=")
		switch word {
		case "len":
			arg, prefix, _ := strings.Cut(arg, ":")
			least, most, _ := bounds(arg)
			if least > len(prefix) {
				found["too short"] = prefix + strings.Repeat("a", least-1-len(prefix))
			}
			found["too long"] = prefix + strings.Repeat("a", most+1-len(prefix))
			if least > 0 {
				found["shortest"] = prefix + strings.Repeat("😀", max(0, least-len(prefix)))
			}
			found["longest"] = prefix + strings.Repeat("😀", most-len(prefix))
		case "bad":
			decoded, _ := url.QueryUnescape(arg)
			var list []string
			if json.Unmarshal([]byte(decoded), &list) == nil {
				for _, text := range list {
					found["no match "+strconv.Quote(text)] = text
				}
			}
		case "base64":
			found["no base64"] = "%"
		case "path":
			found["a slash at the start"] = "/guides"
		}
	}
	if v.place == inPath {
		delete(found, "too short") // an empty segment is another path
	}
	return found
}

// badNumbers returns numbers that are no values, by what is wrong with them.
func (v *requested) badNumbers() map[string]int {
	found := map[string]int{}
	for _, check := range v.checks {
		if arg, is := strings.CutPrefix(check, "range="); is {
			least, most, limited := bounds(arg)
			found["too low"], found["lowest"] = least-1, least
			if limited {
				found["too high"], found["highest"] = most+1, most
			}
		}
	}
	return found
}
