package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// A unit is a field that a row sends, and where the response shows it.
type unit struct {
	pointer string // into the body of the request
	field   string
	at      path // in the response
	place   string
	sent    any
}

// A write is a row with the response of a service that takes all of it.
type write struct {
	*finding
	call   func(Args) (any, error)
	body   any
	places map[string]string // by field, "" for one that is not shown
	root   any               // of the response
	units  []unit
	hidden []string // pointers to what is not shown
	resets string   // the rules of nulls and of objects that are not shown
}

// Ways in which a service ignores a field.
var ignored = map[string]func(w *write, u unit) (root any, ok bool){
	"dropped": func(w *write, u unit) (any, bool) { return without(w.root, u.at), !isEmpty(u.sent) },
	"zeroed":  func(w *write, u unit) (any, bool) { return putAt(clone(w.root), u.at, zeroOf(u)), !isEmpty(u.sent) },
	"left at its old value": func(w *write, u unit) (any, bool) {
		old := otherThan(u.sent)
		if was, _ := atPath(w.fixture.root, u.at); isEmpty(u.sent) && !isEmpty(was) && !isDocument(u.sent) {
			return putAt(clone(w.root), u.at, was), true
		}
		if object, isObject := u.sent.(map[string]any); isObject && len(object) == 0 {
			return nil, false // others may belong to the service
		}
		other := &write{finding: w.finding, root: clone(w.root)}
		other.show(u.field, u.place, old, u.at)
		return other.root, true
	},
}

// ignoredFieldsAreTold lets the service take all that rows send, and then ignore each field that
// the response shows, in each way.
func (s *suite) ignoredFieldsAreTold(t *testing.T) {
	places := map[string]map[string]string{}
	for _, l := range s.shown() {
		if places[l.of] == nil {
			places[l.of] = map[string]string{}
		}
		places[l.of][l.field] = l.place
	}
	type attempt struct {
		w   *write
		u   unit
		how string
	}
	var attempts []attempt
	tried := map[string]bool{}
	try := func(w *write, field string) { // "" for all
		w.places, w.root = places[w.op.Name], clone(w.fixture.root)
		w.resets = " " + string(w.op.Shows) + " "
		w.lay(w.body, "", "", nil)
		for _, problem := range w.takesAll() {
			t.Errorf("%s: %s", w.row, problem)
		}
		for _, u := range w.units {
			tried[w.op.Name+" "+u.field] = true
			for how := range maps.Keys(ignored) {
				if field != "" && field != u.field {
					continue
				}
				attempts = append(attempts, attempt{w, u, how})
			}
		}
	}
	first := map[string]*finding{}
	for _, f := range s.findings {
		if f.full == nil || f.row.Body == "" || places[f.row.Op] == nil || f.op.For([]byte(f.row.Body)).Reads() {
			continue
		}
		if first[f.row.Op] == nil {
			first[f.row.Op] = f
		}
		try(&write{finding: f, call: f.row.Call, body: f.body}, "")
	}
	for _, l := range s.shown() {
		if l.place != "" && !tried[l.of+" "+l.field] { // no row sends it
			try(l.alone(t, first[l.of]), l.field)
			require.True(t, tried[l.of+" "+l.field], "%s: cannot send %s", l.of, l.field)
		}
	}
	slices.SortFunc(attempts, func(a, b attempt) int {
		return strings.Compare(a.w.row.String()+a.u.pointer+a.how, b.w.row.String()+b.u.pointer+b.how)
	})
	chosen := sample.OneByOne(sample.Of(attempts, func(a attempt) []string { return []string{a.w.row.Op + " " + a.u.field, a.w.row.Op + " " + a.how} }))
	problems, told := make([]string, len(chosen)), make([]bool, len(chosen))
	var wait sync.WaitGroup
	for i, a := range chosen {
		wait.Go(func() {
			if root, ok := ignored[a.how](a.w, a.u); ok {
				problems[i], told[i] = a.w.ignores(a.u, root), true
			}
		})
	}
	wait.Wait()
	counts := map[string]int{}
	for i, a := range chosen {
		if problems[i] != "" {
			t.Errorf("%s: %s %s: %s", a.w.row, a.u.pointer, a.how, problems[i])
		}
		if told[i] {
			counts[a.how]++
		}
	}
	t.Logf("%v", counts)
}

// alone returns a call that sends the field beside what a row sends, and gets the response of that.
func (l *shown) alone(t *testing.T, f *finding) *write {
	var value any
	switch kind := kindsOf(plainType(l.typ))[0]; kind {
	case "text":
		value = "sent"
		if plainType(l.typ) == reflect.TypeFor[time.Time]() {
			value = "2026-01-02T03:04:05Z"
		}
	case "number":
		value = json.Number("7")
	case "boolean":
		value = true
	case "object":
		value = documentOf("sent")
	case "[] text":
		value = []any{"sent"}
	default:
		value = map[string]any{"sent": "value"}
	}
	names := steps(l.field)
	for _, name := range slices.Backward(names) {
		switch name {
		case "[]":
			value = []any{value}
		case "*":
			value = map[string]any{"name": value}
		default:
			value = map[string]any{name: value}
		}
	}
	body, _ := clone(f.body).(map[string]any) // for what is required
	maps.Copy(body, value.(map[string]any))
	w := &write{finding: f, call: withBody(t, l.of, []byte(text(body)))}
	got := w.send(f.fixture.root, api.WithoutValidation())
	require.NoError(t, got.Err, "%s: %s", l.of, text(value))
	require.Len(t, got.seen, 1)
	var err error
	w.body, err = parse(got.seen[0].body)
	require.NoError(t, err)
	return w
}

// send makes the call of the row, which gets a response.
func (w *write) send(root any, opts ...api.CallOption) *Result {
	replies := w.fixture.reply(w.row.Status)
	if root != nil {
		replies = w.fixture.replyWith(w.row.Status, root)
	}
	return newService().run(context.Background(), w.call, sampleIDs(w.op), replies, opts...)
}

// takesAll reports what is wrong with the outcome if the service takes all of the row.
func (w *write) takesAll() (problems []string) {
	got := w.send(w.root, api.WithStrictWrites(), api.WithoutValidation())
	written := got.Meta.Written
	if got.Err != nil || written == nil {
		return []string{fmt.Sprintf("want no error and Meta.Written, got %v", got.Err)}
	}
	if len(written.Ignored) > 0 {
		problems = append(problems, fmt.Sprintf("takes all, and is said to ignore %q", written.Ignored))
	}
	for _, u := range w.units {
		if !isRelated(written.Applied, u.pointer) || isRelated(written.Unknown, u.pointer) {
			problems = append(problems, fmt.Sprintf("takes %s, got %+v", u.pointer, written))
		}
	}
	for _, pointer := range w.hidden {
		if !isRelated(written.Unknown, pointer) || isRelated(written.Applied, pointer) {
			problems = append(problems, fmt.Sprintf("does not show %s, got %+v", pointer, written))
		}
	}
	if got := w.send(w.root, api.WithoutValidation()); got.Meta.Written != nil {
		problems = append(problems, "without the option, want no Meta.Written")
	}
	return problems
}

// ignores returns what is wrong with the outcome if the service ignores a field, "" for nothing.
func (w *write) ignores(u unit, root any) string {
	lenient := w.send(root, api.WithComparedWrites(), api.WithoutValidation())
	if _, broken := errors.AsType[*api.DecodeError](lenient.Err); broken {
		return "" // the response is about the field
	}
	if lenient.Err != nil || lenient.Meta.Written == nil || !isRelated(lenient.Meta.Written.Ignored, u.pointer) {
		return fmt.Sprintf("want it in Ignored, got %v, %+v", lenient.Err, lenient.Meta.Written)
	}
	strict := w.send(root, api.WithStrictWrites(), api.WithoutValidation())
	failed, ok := errors.AsType[*api.IgnoredFieldsError](strict.Err)
	switch {
	case !ok || !errors.Is(strict.Err, publishing.ErrIgnoredFields) || !slices.Equal(failed.Fields, lenient.Meta.Written.Ignored):
		return fmt.Sprintf("want the error of the fields %q, got %v", lenient.Meta.Written.Ignored, strict.Err)
	case !publishing.MayHaveApplied(strict.Err) || publishing.Retryable(strict.Err):
		return "want an error after which the write may have applied, and is not retryable"
	case len(lenient.Values) != 1 || text(asJSON(failed.Result)) != text(asJSON(lenient.Values[0])):
		return fmt.Sprintf("want the result of the method in the error, got %T", failed.Result)
	}
	return ""
}

func asJSON(value any) any {
	encoded, err := encode(value)
	if err != nil {
		return err.Error()
	}
	return encoded
}

// isRelated reports whether one of the pointers is equal to another, above it, or below it.
func isRelated(pointers []string, to string) bool {
	return slices.ContainsFunc(pointers, func(pointer string) bool {
		return strings.HasPrefix(pointer+"/", to+"/") || strings.HasPrefix(to+"/", pointer+"/")
	})
}

// lay lays a value that was sent over the response.
func (w *write) lay(sent any, pointer, field string, at path) {
	object, isObject := sent.(map[string]any)
	list, isList := sent.([]any)
	place, isLine := w.places[field]
	switch hasBelow := w.isShownBelow(field); {
	case isObject && strings.Contains(w.resets, fmt.Sprintf(" kind:%v= ", object["kind"])):
		w.hidden = append(w.hidden, pointer)
	case isObject && (field == "" || len(object) > 0 && hasBelow):
		for _, name := range slices.Sorted(maps.Keys(object)) {
			w.lay(object[name], pointer+"/"+name, w.below(field, name), at.to(name))
		}
	case isList && len(list) > 0 && hasBelow && !isLine:
		was, _ := atPath(w.root, at)
		known, _ := was.([]any)
		elements := make([]any, len(list))
		for i := range list {
			elements[i] = map[string]any{}
			if len(known) > 0 {
				elements[i] = clone(known[min(i, len(known)-1)])
			}
		}
		w.root = putAt(w.root, at, elements)
		for i, element := range list {
			w.lay(element, fmt.Sprintf("%s/%d", pointer, i), field+"[]", at.to(i))
		}
	case sent == nil && (strings.Contains(w.resets, " null=* ") || strings.Contains(w.resets, " null="+field+" ")), place == "" && !hasBelow:
		w.hidden = append(w.hidden, pointer)
	default:
		if place == "" {
			place = field
		}
		if formOf(field, place) == "" && place != field { // elsewhere
			at = nil
			for name := range strings.SplitSeq(place, ".") {
				at = at.to(name)
			}
		}
		w.units = append(w.units, unit{pointer, field, at, place, sent})
		w.show(field, place, sent, at)
	}
}

// isShownBelow reports whether the response shows a field below another.
func (w *write) isShownBelow(field string) bool {
	for other, place := range w.places {
		if rest, below := strings.CutPrefix(other, field); below && place != "" && field != "" && rest != "" && strings.ContainsAny(rest[:1], ".[") {
			return true
		}
	}
	return false
}

// below returns the name of a field below another: that of its line, or a star for any name.
func (w *write) below(field, name string) string {
	exact := strings.TrimPrefix(field+"."+name, ".")
	for other := range w.places {
		if rest, found := strings.CutPrefix(other, exact); found && (rest == "" || strings.ContainsAny(rest[:1], ".[")) {
			return exact
		}
	}
	return strings.TrimPrefix(field+".*", ".")
}

// formOf returns where the IDs are in a place that shows a field as objects, "" if it does not.
func formOf(field, place string) string {
	form, _ := strings.CutPrefix(place, field)
	if form == ".id" || form == ".*.id" || form == "[].id" || form == "[].*.id" {
		return strings.TrimPrefix(form, "[]")
	}
	return ""
}

// show lets the response show a value.
func (w *write) show(field, place string, sent any, at path) {
	for name, format := range map[string]string{"markdown": "document", "document": "markdown"} {
		if strings.HasSuffix(field, "."+name) { // the response has one of them
			w.root = without(w.root, at[:len(at)-1].to(format))
		}
	}
	form := formOf(field, place)
	was, _ := atPath(w.root, at)
	switch sent := sent.(type) {
	case string:
		if form != "" {
			w.root = putAt(w.root, at, identified(was, sent, form))
			return
		}
	case []any:
		if form != "" {
			known, _ := was.([]any)
			elements := make([]any, len(sent))
			for i, id := range sent {
				var like any
				if len(known) > 0 {
					like = known[min(i, len(known)-1)]
				}
				elements[i] = identified(like, id.(string), form)
			}
			w.root = putAt(w.root, at, elements)
			return
		}
	}
	w.root = putAt(w.root, at, sent)
}

// identified returns an object like another, with another ID.
func identified(like any, id, form string) any {
	object, _ := clone(like).(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	if form == ".id" {
		object["id"] = id
		return object
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if inner, isObject := object[name].(map[string]any); isObject && inner["id"] != nil {
			inner["id"] = id
			return object
		}
	}
	object["user"] = map[string]any{"id": id}
	return object
}

// putAt puts a value into root, with the objects around the place if there are none.
func putAt(root any, at path, value any) any {
	if len(at) == 0 {
		return value
	}
	around := root
	for i, step := range at {
		put := clone(value)
		if below, _ := atPath(root, at[:i+1]); i < len(at)-1 {
			if put = below; put == nil {
				put = map[string]any{}
			}
		}
		switch around := around.(type) {
		case map[string]any:
			around[step.(string)] = put
		case []any:
			around[step.(int)] = put
		}
		around = put
	}
	return root
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		nodes, isDocument := value["nodes"].([]any)
		return len(value) == 0 || isDocument && len(nodes) == 0
	case []any:
		return len(value) == 0
	case json.Number:
		return value.String() == "0"
	default:
		return value == nil || value == "" || value == false
	}
}

func isDocument(value any) bool {
	object, _ := value.(map[string]any)
	return object["object"] == "document"
}

// documentOf returns a document with a text, or without nodes if that is empty.
func documentOf(words string) any {
	nodes := []any{}
	if words != "" {
		leaf := map[string]any{"object": "leaf", "text": words, "marks": []any{}}
		nodes = append(nodes, map[string]any{"object": "text", "leaves": []any{leaf}})
	}
	return map[string]any{"object": "document", "data": map[string]any{}, "nodes": nodes}
}

func zeroOf(u unit) any {
	switch u.sent.(type) {
	case map[string]any:
		if isDocument(u.sent) {
			return documentOf("")
		}
		return map[string]any{}
	case []any:
		return []any{}
	case json.Number:
		return json.Number("0")
	case bool:
		return false
	default:
		if formOf(u.field, u.place) != "" {
			return nil
		}
		return ""
	}
}

// otherThan returns another value of the same kind.
func otherThan(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if isDocument(value) {
			return documentOf("old")
		}
		other := maps.Clone(value)
		for name := range other {
			other[name] = otherThan(other[name])
		}
		return other
	case []any:
		if len(value) == 0 {
			return []any{"old"}
		}
		other := slices.Clone(value)
		other[0] = otherThan(other[0])
		return other
	case json.Number:
		return json.Number("1" + strings.TrimPrefix(value.String(), "-"))
	case bool:
		return !value
	case string:
		if isTime(value) {
			return "2001-01-01T00:00:00Z"
		}
		return "old" + value
	default:
		return "old"
	}
}
