package publishingtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// limit is a row of the table of limits: what one value of a request has to be.
//
// The name of a value in a body is its path, such as "source.url". "spaces[]" is each element of a list and "memberships{}" each value of
// a map. A value whose parent is absent is not looked at, so that "source.url" can be required within a source that is not.
type limit struct {
	op     string
	place  place
	name   string
	checks []check
}

// place is the part of a request a value stands in.
type place uint8

const (
	placePath place = iota
	placeQuery
	placeBody
	placeWhole // the body itself
)

func inPath(op, name string, checks ...check) limit  { return limit{op, placePath, name, checks} }
func inQuery(op, name string, checks ...check) limit { return limit{op, placeQuery, name, checks} }
func inBody(op, name string, checks ...check) limit  { return limit{op, placeBody, name, checks} }
func ofBody(op string, checks ...check) limit        { return limit{op, placeWhole, "body", checks} }

// check is one thing a value has to be.
type check struct {
	id    string
	want  string
	holds func(v any) bool       // of a value that is there; true for one of a type it says nothing about
	parse func(text string) any  // makes the text of a query a value; nil leaves it a text
	when  func(absent bool) bool // whether it is asked about an absent value or a null, which the others never are

	fromDescription bool // see Rule.FromDescription
}

// described is a check that only the public description has.
func described(c check) check {
	c.fromDescription = true
	return c
}

// allDescribed marks the rows of an operation that only the public description shows: their
// lengths, counts and sets of values are described.
func allDescribed(rows []limit) []limit {
	for i := range rows {
		for j, c := range rows[i].checks {
			if slices.Contains([]string{"enum", "items", "length"}, c.id) {
				rows[i].checks[j] = described(c)
			}
		}
	}
	return rows
}

func ofType[T any](want string) check {
	return check{id: "type", want: want, holds: func(v any) bool { _, ok := v.(T); return ok }}
}

// The types of values. A row has one of them first.
var (
	text    = ofType[string]("a string")
	object  = ofType[map[string]any]("an object")
	list    = ofType[[]any]("a list")
	boolean = check{id: "type", want: "true or false", holds: ofType[bool]("").holds, parse: func(text string) any {
		switch text {
		case "true", "false":
			return text == "true"
		default:
			return text
		}
	}}
)

// required asks for a value; without it a value may be absent.
var required = check{id: "required", want: "a value", when: func(absent bool) bool { return absent }}

// notNull is in every row that is not nullable.
var notNull = check{id: "null", want: "no null", when: func(absent bool) bool { return !absent }}

// nullable lets null through.
var nullable = check{}

func onText(id, want string, holds func(text string) bool) check {
	return check{id: id, want: want, holds: func(v any) bool {
		text, ok := v.(string)
		return !ok || holds(text)
	}}
}

// chars asks for a number of characters, which are code points.
func chars(least, most int) check {
	want := fmt.Sprintf("%d to %d characters", least, most)
	if least == 0 {
		want = fmt.Sprintf("at most %d characters", most)
	}
	return onText("length", want, func(text string) bool {
		n := utf8.RuneCountInString(text)
		return n >= least && n <= most
	})
}

// notEmpty asks for a character.
var notEmpty = onText("length", "at least 1 character", func(text string) bool { return text != "" })

func matches(pattern string) check {
	compiled := regexp.MustCompile(pattern)
	return onText("pattern", "text that matches "+pattern, compiled.MatchString)
}

func oneOf(values ...string) check {
	return onText("enum", "one of "+strings.Join(values, ", "), func(text string) bool { return slices.Contains(values, text) })
}

// uri asks for an absolute URI.
var uri = onText("uri", "an absolute URI", func(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.IsAbs()
})

// between asks for a number in a range.
func between(least, most float64) check {
	return check{id: "range", want: fmt.Sprintf("a number from %v to %v", least, most), holds: func(v any) bool {
		n, ok := v.(float64)
		return !ok || n >= least && n <= most
	}}
}

// someField asks an object for at least one of some fields.
func someField(names ...string) check {
	return check{id: "fields", want: "at least one of " + strings.Join(names, " and "), holds: func(v any) bool {
		fields, ok := v.(map[string]any)
		return !ok || slices.ContainsFunc(names, func(name string) bool { _, given := fields[name]; return given })
	}}
}

// items asks for at most so many elements.
func items(most int) check {
	return check{id: "items", want: fmt.Sprintf("at most %d items", most), holds: func(v any) bool {
		list, ok := v.([]any)
		return !ok || len(list) <= most
	}}
}

// exactlyOne asks for one of the members, and for no two.
func exactlyOne(names ...string) check {
	return check{id: "one", want: "exactly one of " + strings.Join(names, " and "), holds: func(v any) bool {
		members, ok := v.(map[string]any)
		if !ok {
			return true
		}
		given := 0
		for _, name := range names {
			if members[name] != nil {
				given++
			}
		}
		return given == 1
	}}
}

// isFalse asks for false.
var isFalse = check{id: "false", want: "false", holds: func(v any) bool { return v != true }}

// id is that of the rule a check of the row is.
func (l *limit) id(c check) rule { return rule(strings.ToLower(l.op) + "." + l.name + "." + c.id) }

// all returns the checks of the row, those about absence first.
func (l *limit) all() []check {
	var about, others []check
	mayBeNull := l.place != placeBody // a whole body that is null is no object
	for _, c := range l.checks {
		switch {
		case c.id == nullable.id:
			mayBeNull = true
		case c.when != nil:
			about = append(about, c)
		default:
			others = append(others, c)
		}
	}
	if !mayBeNull {
		about = append(about, notNull)
	}
	return append(about, others...)
}

func (l *limit) rules() []Rule {
	var rules []Rule
	for _, c := range l.all() {
		if l.place != placeBody && c.id == "type" && c.parse == nil {
			continue // a query is text anyway
		}
		rules = append(rules, Rule{ID: string(l.id(c)), Text: l.name + " of " + l.op + ": " + c.want, FromDescription: c.fromDescription})
	}
	return rules
}

// check returns the first rule of the table that the request breaks.
func (r *request) check() error {
	for i := range limits {
		if limits[i].op == r.op.Name {
			if err := limits[i].check(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *limit) check(r *request) error {
	var first error
	l.each(r, func(at string, v any, there bool) {
		if first == nil {
			first = l.checkValue(r, at, v, there)
		}
	})
	return first
}

func (l *limit) checkValue(r *request, at string, v any, there bool) error {
	for _, c := range l.all() {
		asked := there && v != nil
		if c.when != nil {
			asked = v == nil && c.when(!there)
		}
		if asked && (c.when != nil || !c.holds(v)) && r.holds(l.id(c)) {
			return broken(at, c.want, v, l.id(c))
		}
	}
	return nil
}

// each visits the values of the request that the row is about. An absent one is visited once.
func (l *limit) each(r *request, visit func(at string, v any, there bool)) {
	switch l.place {
	case placePath:
		visit(l.name, r.id(l.name), true)
	case placeQuery:
		name, repeated := strings.CutSuffix(l.name, "[]")
		values := r.query[name]
		for i, text := range values {
			switch {
			case repeated:
				visit(fmt.Sprintf("%s[%d]", name, i), l.parse(text), true)
			case i == 0:
				visit(name, l.parse(text), true)
			}
		}
		if len(values) == 0 {
			visit(name, nil, false)
		}
	case placeWhole:
		visit(l.name, r.parsed, true)
	case placeBody:
		walk(r.parsed, "", strings.Split(l.name, "."), visit)
	}
}

func (l *limit) parse(text string) any {
	for _, c := range l.checks {
		if c.parse != nil {
			return c.parse(text)
		}
	}
	return text
}

// walk visits what lies at a path below v, the value at a place that is called at.
func walk(v any, at string, path []string, visit func(at string, v any, there bool)) {
	members, ok := v.(map[string]any)
	if !ok {
		return
	}
	name, kind := path[0], ""
	for _, suffix := range []string{"[]", "{}"} {
		if cut, ok := strings.CutSuffix(name, suffix); ok {
			name, kind = cut, suffix
		}
	}
	if at != "" {
		at += "."
	}
	at += name
	value, there := members[name]
	down := func(at string, v any, there bool) {
		if len(path) == 1 {
			visit(at, v, there)
		} else {
			walk(v, at, path[1:], visit)
		}
	}
	switch inner := value.(type) {
	case []any:
		if kind == "[]" {
			for i := range inner {
				down(at+"["+strconv.Itoa(i)+"]", inner[i], true)
			}
			return
		}
	case map[string]any:
		if kind == "{}" {
			for _, key := range slices.Sorted(maps.Keys(inner)) {
				down(at+"["+key+"]", inner[key], true)
			}
			return
		}
	}
	if kind == "" {
		down(at, value, there)
	}
}

// shown is a value as a message shows it.
func shown(v any) string {
	const most = 60
	if v == nil {
		return "none"
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Sprintf("%T", v)
	}
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return string(text)
}
