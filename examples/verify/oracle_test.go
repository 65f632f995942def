package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An oracle knows what responses consist of from the tables of the in-memory server's tests, which
// were transcribed by hand, and not from the SDK.
type oracle struct {
	objects   map[string][]fact
	responses map[string]string // type of the response of each operation
}

// A fact is a field of an object. The test of the in-memory server explains the names and types.
type fact struct {
	field, kind        string
	required, nullable bool
}

func newOracle(t *testing.T) *oracle {
	o := &oracle{objects: map[string][]fact{}, responses: map[string]string{}}
	for _, row := range readTable(t, "objects.tsv") {
		o.objects[row[0]] = append(o.objects[row[0]], fact{row[1], row[4], row[2] == "req", row[3] == "null"})
	}
	for _, row := range readTable(t, "responses.tsv") {
		if row[1] == "200" {
			o.responses[row[0]] = row[2]
		}
	}
	return o
}

func readTable(t *testing.T, name string) (rows [][]string) {
	data, err := os.ReadFile("../../publishingtest/testdata/" + name)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows[1:]
}

// A spot is a field of an object in a response.
type spot struct {
	at     []any  // names of fields and indexes of lists
	of     string // object of the table
	fact   fact
	closed bool // whether the object has no other fields than those of the table
}

// pointer returns the JSON pointer of a spot.
func (s spot) pointer() (pointer string) {
	for _, step := range s.at {
		pointer += "/" + escape(fmt.Sprint(step))
	}
	return pointer
}

// spots calls see for each field of a value that is in the table, and is there. Of a list, it
// visits only the last element, so that the others lead on.
func (o *oracle) spots(at []any, kind string, value any, see func(spot)) {
	kind = o.variant(kind, value)
	switch value := value.(type) {
	case []any:
		inner, isList := strings.CutPrefix(strings.TrimSuffix(kind, "+"), "[")
		if last := len(value) - 1; isList && last >= 0 {
			o.spots(append(slices.Clip(at), last), strings.TrimSuffix(inner, "]"), value[last], see)
		}
	case map[string]any:
		if inner, ok := strings.CutPrefix(kind, "List<"); ok {
			o.fields(at, "List", value, false, see)
			o.field(at, "List", fact{field: "items", kind: "[" + strings.TrimSuffix(inner, ">") + "]", required: true}, value, true, see)
			return
		}
		o.fields(at, kind, value, !o.isOpen(kind), see)
	}
}

// fields visits the fields of an object, and those of the objects whose fields it has, too.
func (o *oracle) fields(at []any, kind string, object map[string]any, closed bool, see func(spot)) {
	o.fieldsOf(at, kind, kind, object, closed, see)
}

func (o *oracle) fieldsOf(at []any, of, kind string, object map[string]any, closed bool, see func(spot)) {
	for _, f := range o.objects[kind] {
		switch f.field {
		case ".", "*":
		case "+":
			o.fieldsOf(at, of, o.variant(f.kind, object), object, closed, see)
		default:
			o.field(at, of, f, object, closed, see)
		}
	}
}

func (o *oracle) field(at []any, of string, f fact, object map[string]any, closed bool, see func(spot)) {
	value, has := object[f.field]
	if !has || value == nil {
		return
	}
	here := append(slices.Clip(at), f.field)
	see(spot{here, of, f, closed})
	if of == "SiteSectionGroup" && f.field == "sections" {
		return // an older name of children, which the SDK reads
	}
	o.spots(here, f.kind, value, see)
}

// isOpen reports whether an object can have fields with any names.
func (o *oracle) isOpen(kind string) bool {
	return o.objects[kind] == nil || slices.ContainsFunc(o.objects[kind], func(f fact) bool {
		return f.field == "*" || f.field == "+" && o.isOpen(f.kind)
	})
}

// variant returns the one of several types that a value has, "" if it is unknown.
func (o *oracle) variant(kind string, value any) string {
	if rows := o.objects[kind]; len(rows) == 1 && rows[0].field == "." {
		return o.variant(rows[0].kind, value)
	}
	if !strings.Contains(kind, " or ") || strings.HasPrefix(kind, "[") || strings.HasPrefix(kind, "List<") {
		return kind
	}
	for one := range strings.SplitSeq(kind, " or ") {
		if one = o.variant(one, value); o.fits(one, value) {
			return one
		}
	}
	return ""
}

// fits reports whether a value has the required fields and the constants of an object.
func (o *oracle) fits(kind string, value any) bool {
	object, isObject := value.(map[string]any)
	rows := o.objects[kind]
	if !isObject || rows == nil {
		return false
	}
	for _, f := range rows {
		if f.field == "+" && !o.fits(o.variant(f.kind, value), value) {
			return false
		}
		values, isConstant := strings.CutPrefix(f.kind, "=")
		text, _ := object[f.field].(string)
		if f.required && object[f.field] == nil && !f.nullable || isConstant && text != "" && !slices.Contains(strings.Split(values, "|"), text) {
			return false
		}
	}
	return true
}

// plain returns the type of a field if it is a single one: "string", "number", "boolean", an enum
// as "=a|b", or "" for any other.
func (o *oracle) plain(kind string) string {
	if rows := o.objects[kind]; len(rows) == 1 && rows[0].field == "." {
		return o.plain(rows[0].kind)
	}
	switch {
	case strings.Contains(kind, " or "):
		return ""
	case strings.HasPrefix(kind, "="):
		return kind
	case kind == "string", kind == "uri", kind == "date-time", strings.HasPrefix(kind, "~"):
		return "string"
	case kind == "number", kind == "integer":
		return "number"
	case kind == "boolean":
		return kind
	default:
		return ""
	}
}

// A flaw is a kind of change to a response.
type flaw string

const (
	flawDropped        flaw = "field dropped"
	flawRenamed        flaw = "field renamed"
	flawNull           flaw = "field null"
	flawType           flaw = "field of another type"
	flawValue          flaw = "unknown value"
	flawUnknownField   flaw = "unknown field"
	flawFewer          flaw = "fewer elements than count"
	flawLostCursor     flaw = "lost cursor"
	flawRepeatedCursor flaw = "repeated cursor"
	flawStatus         flaw = "wrong status"
)

// shows are the kinds of findings that a flaw may lead to.
var shows = map[flaw][]kind{
	flawDropped:        {kindMissing, kindUndecodable, kindUnknownVariant, kindType},
	flawRenamed:        {kindMissing, kindUndecodable, kindUnknownVariant, kindUnknownField, kindType},
	flawNull:           {kindMissing, kindUndecodable, kindUnknownVariant, kindType},
	flawType:           {kindType, kindUndecodable, kindUnknownVariant, kindChanged},
	flawValue:          {kindUnknownValue, kindUnknownVariant, kindChanged},
	flawUnknownField:   {kindUnknownField},
	flawFewer:          {kindCount},
	flawLostCursor:     {kindCursor, kindCount},
	flawRepeatedCursor: {kindCursor},
	flawStatus:         {kindStatus},
}

// flawsAt returns the flaws that a field can have, and which contradict the table.
func (o *oracle) flawsAt(s spot) (flaws []flaw) {
	if s.fact.required {
		flaws = append(flaws, flawDropped)
		if !s.fact.nullable && s.fact.kind != "any" && s.fact.kind != "null" {
			flaws = append(flaws, flawNull)
		}
	}
	if s.closed {
		flaws = append(flaws, flawRenamed, flawUnknownField)
	}
	plain := o.plain(s.fact.kind)
	if plain != "" || o.isContainer(s.fact.kind) {
		flaws = append(flaws, flawType)
	}
	if strings.Contains(plain, "|") {
		flaws = append(flaws, flawValue)
	}
	return flaws
}

// isContainer reports whether a field is a list or a single object of the table.
func (o *oracle) isContainer(kind string) bool {
	return strings.HasPrefix(kind, "[") || strings.HasPrefix(kind, "List<") || o.objects[kind] != nil
}

// neverSeen is a name and a value that no response has.
const neverSeen = "never-seen"

// apply makes the change in a body, and reports whether it has such a place.
func (f flaw) apply(body map[string]any, at []any) bool {
	parent := any(body)
	for _, step := range at[:len(at)-1] {
		switch step := step.(type) {
		case string:
			object, _ := parent.(map[string]any)
			parent = object[step]
		case int:
			list, _ := parent.([]any)
			if step >= len(list) {
				return false
			}
			parent = list[step]
		}
	}
	object, _ := parent.(map[string]any)
	name, _ := at[len(at)-1].(string)
	value, has := object[name]
	if !has {
		return false
	}
	switch f {
	case flawDropped:
		delete(object, name)
	case flawRenamed:
		delete(object, name)
		object[name+"Renamed"] = value
	case flawNull:
		object[name] = nil
	case flawType:
		object[name] = any(json.Number("7"))
		if _, isNumber := value.(json.Number); isNumber {
			object[name] = "seven"
		}
	case flawValue:
		object[name] = neverSeen
	case flawUnknownField:
		object["neverSeen"] = true
	case flawFewer, flawLostCursor, flawRepeatedCursor, flawStatus: // which are not those of a field
		return false
	}
	return true
}
