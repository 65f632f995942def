// Package limits checks the values of requests against tables.
//
// A table lists the limits of one operation:
//
//	limits.Table{
//		limits.Query("published", limits.Boolean),
//		limits.Body("title", limits.String, limits.Required, limits.Chars(2, 128)),
//		limits.Body("spaces", limits.List),
//		limits.Body("spaces[]", limits.String),
//	}
//
// A check that only the public description of the service contains is marked, so that a caller can
// leave it out.
package limits

import (
	"cmp"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
)

// A Limit contains the checks of one value of a request.
//
// A path such as "source.url" identifies a value in a body. "spaces[]" means each element of a
// list, and "memberships{}" means each value of an object with arbitrary keys. A value is not
// checked if its parent is absent, so that "source.url" can be required within an optional source.
type Limit struct {
	place  place
	name   string
	checks []Check // checks of absent and null values come first

	// The limits of a type.
	shape        func() *shape
	validate     func() func(body any) *api.ValidationError // calls the Validate methods of the type; nil if there are none
	described    []string                                   // fields whose limits only the public description contains
	allDescribed bool
}

// place is the part of a request that contains a value.
type place uint8

const (
	inQuery place = iota
	inBody
	wholeBody
)

// Query limits a parameter of the query. Of a repeated parameter, only the first value counts.
func Query(name string, checks ...Check) Limit { return newLimit(inQuery, name, checks) }

// Body limits a value in the body. The first check is its type; null is rejected unless one of the
// checks is [Nullable].
func Body(name string, checks ...Check) Limit { return newLimit(inBody, name, checks) }

// WholeBody limits the body itself. Rules and violations refer to it as "body".
func WholeBody(checks ...Check) Limit { return newLimit(wholeBody, "body", checks) }

// A Table lists the limits of an operation, in the order in which they are checked.
type Table []Limit

// Input contains the values of a request.
type Input struct {
	Query url.Values
	Body  any // as package encoding/json decodes it
}

// A Violation describes a value that breaks a limit.
type Violation struct {
	Field string // path of the value, such as "spaces[2]"
	Want  string // such as "2 to 128 characters"
	Value any    // decoded value; nil if it is absent

	FromDescription bool // see [FromDescription]
}

// A Choice selects checks.
type Choice struct {
	Description bool // also the checks that only the description contains
	Partial     bool // without the checks for absent values at the top of the body
}

// Violation returns the first violation in a request, or nil if there is none.
func (t Table) Violation(in Input, which Choice) *Violation {
	for i := range t {
		l := &t[i]
		var first *Violation
		if l.shape != nil {
			first = l.ofType(in, which)
		} else {
			l.each(in, func(at string, v any, present bool) {
				if first == nil {
					first = l.violation(at, v, present, which)
				}
			})
		}
		if first != nil {
			return first
		}
	}
	return nil
}

func (l *Limit) violation(at string, v any, present bool, which Choice) *Violation {
	for i := range l.checks {
		c := &l.checks[i]
		applies := present && v != nil
		if c.when != nil {
			applies = v == nil && c.when(!present) &&
				(present || !which.Partial || strings.Contains(l.name, "."))
		}
		if applies && (c.when != nil || !c.Accepts(v)) && (which.Description || !c.fromDescription) {
			return &Violation{at, c.Want, v, c.fromDescription}
		}
	}
	return nil
}

// ofType returns the first violation of the limits of a type, or nil if there is none.
func (l *Limit) ofType(in Input, which Choice) (first *Violation) {
	found := func(at, want string, v any, isLimit bool) {
		described := isLimit && l.isDescribed(at)
		if first == nil && (which.Description || !described) {
			first = &Violation{Field: at, Want: want, Value: v, FromDescription: described}
		}
	}
	if l.place == inQuery {
		l.shape().queryViolations(in.Query, found)
		return first
	}
	if fields, ok := in.Body.(map[string]any); ok {
		l.shape().fieldViolations("", fields, which.Partial, found)
	}
	validate := l.validate()
	if first != nil || validate == nil {
		return first
	}
	if broken := validate(in.Body); broken != nil {
		var v any
		if broken.Value != "" {
			v = broken.Value
		}
		found(cmp.Or(broken.Field, l.name), broken.Rule, v, true)
	}
	return first
}

// elements matches the index or the key of an element in a path.
var elements = regexp.MustCompile(`\[[^\]]*\]`)

// isDescribed reports whether the limits of a field are only in the public description.
func (l *Limit) isDescribed(field string) bool {
	if l.allDescribed || len(l.described) == 0 {
		return l.allDescribed
	}
	field = elements.ReplaceAllString(field, "") + "."
	return slices.ContainsFunc(l.described, func(name string) bool {
		return strings.HasPrefix(field, name+".")
	})
}

// FromDescription reports whether any check of the table is only in the public description of the
// service.
func (t Table) FromDescription() bool {
	return slices.ContainsFunc(t, func(l Limit) bool {
		if l.shape != nil {
			return len(l.described) > 0 || l.allDescribed && l.shape().hasLimits(map[*shape]bool{})
		}
		return slices.ContainsFunc(l.checks, func(c Check) bool { return c.fromDescription })
	})
}

// newLimit returns a limit whose checks of absent and null values come first.
func newLimit(place place, name string, checks []Check) Limit {
	var presence, others []Check
	// If no check is of a type, the type of the body limits the value as well: see [BodyOf].
	nullable := place != inBody || !slices.ContainsFunc(checks, func(c Check) bool { return c.Type })
	for _, c := range checks {
		switch {
		case c.nullable:
			nullable = true
		case c.when != nil:
			presence = append(presence, c)
		default:
			others = append(others, c)
		}
	}
	if !nullable {
		presence = append(presence, notNull)
	}
	return Limit{place: place, name: name, checks: append(presence, others...)}
}

// each visits the values of the request to which the limit applies. It visits an absent value once,
// with present false.
func (l *Limit) each(in Input, visit func(at string, v any, present bool)) {
	switch l.place {
	case inQuery:
		if in.Query.Has(l.name) {
			visit(l.name, l.parse(in.Query.Get(l.name)), true)
		} else {
			visit(l.name, nil, false)
		}
	case wholeBody:
		visit(l.name, in.Body, true)
	case inBody:
		eachAt(in.Body, "", strings.Split(l.name, "."), visit)
	}
}

func (l *Limit) parse(text string) any {
	for _, c := range l.checks {
		if c.parse != nil {
			return c.parse(text)
		}
	}
	return text
}

// eachAt visits the values at a path below v, whose own path is at.
func eachAt(v any, at string, path []string, visit func(at string, v any, present bool)) {
	fields, ok := v.(map[string]any)
	if !ok {
		return
	}
	name, kind := path[0], ""
	for _, suffix := range []string{"[]", "{}"} {
		if trimmed, ok := strings.CutSuffix(name, suffix); ok {
			name, kind = trimmed, suffix
		}
	}
	if at != "" {
		at += "."
	}
	at += name
	value, present := fields[name]
	descend := func(at string, v any, present bool) {
		if len(path) == 1 {
			visit(at, v, present)
		} else {
			eachAt(v, at, path[1:], visit)
		}
	}
	switch inner := value.(type) {
	case []any:
		if kind == "[]" {
			for i := range inner {
				descend(at+"["+strconv.Itoa(i)+"]", inner[i], true)
			}
			return
		}
	case map[string]any:
		if kind == "{}" {
			for _, key := range slices.Sorted(maps.Keys(inner)) {
				descend(at+"["+key+"]", inner[key], true)
			}
			return
		}
	}
	if kind == "" {
		descend(at, value, present)
	}
}
