package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// undecided are the types in which a field that decides can be removed without being missed, and
// why.
var undecided = map[string]string{
	"urls.PublishedResult":       "the presence of redirect, site or space",
	"insights.EventsValue":       "the kind of the value, and for an object its fields",
	"sites.SectionGroupChild":    "object, without which it is a section",
	"sites.PublishResult":        "object for a site, type for a checkout",
	"integrations.RenderOutput":  "type, without which element decides",
	"integrations.Configuration": "the presence of componentId or properties",
	"spaces.ReplyCount":          "an object or a number; an object without count is a mismatch itself",
}

// demand is what must happen without a field of a response. It follows from the Go type of the
// field, from the row, and from the column about, and not from what the SDK finds missing.
type demand struct {
	required bool
	reported bool // unless strict
	nullable bool
	isID     bool
	isAbout  bool
	decides  bool // which arm of a union the object is
}

// missing examines what happens without each field of the responses of a row.
type missing struct {
	*finding
	suite           *suite
	about           []path
	lenient, strict *service
	isFirst         bool // row of its operation
	removed         int
	problems        []string
}

// missingFieldsAreTold removes each field of each row, makes it null, and makes an ID empty.
func (s *suite) missingFieldsAreTold(t *testing.T) {
	all := make([]*missing, len(s.findings))
	var wait sync.WaitGroup
	for i, f := range s.findings {
		all[i] = &missing{finding: f, suite: s}
		if len(f.problems) > 0 || f.row.Err != nil || !f.fixture.decodes() {
			continue
		}
		all[i].about = s.aboutOf(f.op, f.fixture)
		all[i].isFirst = f.row.Name == ""
		wait.Go(all[i].run)
	}
	wait.Wait()
	removed := 0
	for _, m := range all {
		for _, problem := range m.problems {
			t.Errorf("%s: %s", m.row, problem)
		}
		removed += m.removed
	}
	t.Logf("%d fields removed, null or empty", removed)
	require.NotZero(t, removed)
}

// aboutOf returns the places that a response of an operation is about.
func (s *suite) aboutOf(o *op.Op, f *fixture) (places []path) {
	for _, listed := range s.operations {
		if listed.String() != routeOf(o) {
			continue
		}
		for pattern := range strings.FieldsSeq(listed.about) {
			places = append(places, find(f.root, pattern, nil)...)
		}
	}
	return places
}

func (m *missing) add(at path, format string, args ...any) {
	m.problems = append(m.problems, at.String()+fmt.Sprintf(format, args...))
}

func (m *missing) run() {
	m.lenient, m.strict = newService(), newService(publishing.WithStrictDecoding())
	root := m.fixture.root
	if object, ok := root.(map[string]any); ok && m.row.List != nil && object["count"] != nil {
		root = with(root, path{"count"}, json.Number("1")) // the list is complete without a next page
	}
	full := m.send(m.strict, m.row.Call, m.reply(root))
	if full.Err != nil || full.Meta.Mismatch != nil {
		m.add(nil, ": strict: %v, %v", full.Err, full.Meta.Mismatch)
		return
	}
	for _, at := range m.suite.triedOf(m.row, fieldsOf(root)) {
		m.remove(full, root, at)
	}
}

func (m *missing) reply(root any) []reply { return m.fixture.replyWith(m.row.Status, root) }

func (m *missing) send(s *service, call func(Args) (any, error), replies []reply, opts ...api.CallOption) *Result {
	return s.run(context.Background(), call, sampleIDs(m.op), replies, opts...)
}

// remove makes responses without a field, in each way that a field can be missing.
func (m *missing) remove(full *Result, root any, at path) {
	d := m.demanded(full, root, at)
	if d == nil {
		return
	}
	m.removed++
	m.lack(d, at, without(root, at), gotNothing)
	if sample.Whole() || m.removed%2 == 1 {
		m.lack(d, at, with(root, at, nil), gotNull)
	}
	if d.isID {
		m.lack(d, at, with(root, at, ""), gotEmpty)
	}
}

// Replacements for the field of a mismatch.
const (
	gotNothing = "nothing"
	gotNull    = "null"
	gotEmpty   = "an empty string"
)

// lack compares the outcome of responses that lack a field with the demand.
func (m *missing) lack(d *demand, at path, root any, got string) {
	if d.decides && got == gotNull {
		got = gotNothing
	}
	lacks := d.required && !(d.nullable && got == gotNull)
	page := m.reply(root)
	lastPage := sync.OnceValue(func() []reply { return m.reply(without(root, path{"next"})) })
	for via, call := range m.row.calls() {
		if via != "call" && m.removed > 1 && !sample.Whole() { // the iterators decode the same
			continue
		}
		replies := page
		if via != "call" {
			if at.String() == "/next" || at.String() == "/next/page" {
				continue
			}
			replies = lastPage()
		}
		lenient := m.send(m.lenient, call, replies)
		switch {
		case d.isAbout:
			m.failed(at, via, lenient.Err)
		case lenient.Err != nil:
			m.add(at, " is %s, %s: %v", got, via, lenient.Err)
		default:
			m.told(at, via, lenient.Meta.Mismatch, lacks && d.reported, got)
			if via == "call" {
				m.unchanged(at, lenient, root)
			}
		}
		outcomes := map[string]*Result{"strict " + via: m.send(m.strict, call, replies)}
		if m.isFirst && m.removed == 1 { // what the option selects depends on no field
			outcomes[via+" with the option"] = m.send(m.lenient, call, replies, publishing.WithStrictDecoding())
		}
		for how, strict := range outcomes {
			switch {
			case lacks && !(got == gotEmpty && !d.reported), d.isAbout:
				m.failed(at, how, strict.Err)
			case strict.Err != nil:
				m.add(at, " is %s, %s: %v", got, how, strict.Err)
			default:
				m.told(at, how, strict.Meta.Mismatch, false, got)
			}
		}
	}
}

// failed requires the error of a missing field.
func (m *missing) failed(at path, how string, err error) {
	pointer := mismatchPath(m.fixture, at)
	broken, ok := errors.AsType[*api.DecodeError](err)
	if !ok || broken.Pointer != pointer || !strings.Contains(err.Error(), pointer+" is missing") {
		m.add(at, ", %s: want the error that it is missing, got %v", how, err)
	}
}

// told requires a mismatch, or none.
func (m *missing) told(at path, how string, found *api.Mismatch, reported bool, got string) {
	switch {
	case !reported && found != nil:
		m.add(at, " is %s, %s: want no mismatch, got %s: want %s, got %s", got, how, found.Pointer, found.Want, found.Got)
	case reported && found == nil:
		m.add(at, " is %s, %s: want a mismatch", got, how)
	case reported && (found.Pointer != mismatchPath(m.fixture, at) || found.Got != got || found.Want == ""):
		m.add(at, " is %s, %s: got the mismatch %s: want %s, got %s", got, how, found.Pointer, found.Want, found.Got)
	}
}

// unchanged requires that a missing field changes nothing else.
func (m *missing) unchanged(at path, got *Result, root any) {
	encoded, err := m.fixture.encode(got)
	if err != nil {
		m.add(at, ": %v", err)
	} else if d := difference(without(root, at), without(encoded, at)); d != "" {
		m.add(at, " changes %s", d)
	}
}

// demanded returns what must happen without the field at a place, nil if no Go field has it or what
// decides is no field.
func (m *missing) demanded(full *Result, root any, at path) *demand {
	d := &demand{isAbout: slices.ContainsFunc(m.about, func(p path) bool { return slices.Equal(p, at) })}
	value, _ := atPath(root, at)
	field, union := fieldAt(m.valueOf(full), at)
	isMessage := m.fixture.stream && len(at) == 2 // which has its JSON in Raw, too
	if union.IsValid() && isUnion(union) && !isMessage {
		other := m.send(m.lenient, m.row.Call, m.reply(without(root, at)))
		_, isUndecided := undecided[union.Type().String()]
		if isUndecided && (other.Err != nil || choosesArm(field, union, m.valueOf(other), at)) {
			return nil
		}
		if other.Err == nil && choosesArm(field, union, m.valueOf(other), at) {
			d.decides, d.required, d.reported = true, true, true
			return d
		}
	}
	if field == nil {
		return nil
	}
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	stated := hasResponseWord(*field, "required")
	d.required = (stated || options != "omitzero") && !hasResponseWord(*field, "optional") && m.applies(field, root, at)
	d.isAbout = d.isAbout && d.required // or the field of another arm
	t := field.Type
	takesNull := t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || isBytes(t) || isNullable(t)
	d.nullable = takesNull && !stated && !d.isAbout
	_, isText := value.(string)
	d.isID = isText && (isIDName(name) && !hasResponseWord(*field, "empty") || hasResponseWord(*field, "id"))
	d.reported = d.required && (d.isID || takesNull || isContainer(value) || decodesObjects(t))
	return d
}

func (m *missing) valueOf(got *Result) reflect.Value {
	if m.fixture.stream {
		return reflect.ValueOf(got.Values)
	}
	return reflect.ValueOf(got.Values[0])
}

// applies reports whether the condition of a tag holds for the object around the field.
func (m *missing) applies(field *reflect.StructField, root any, at path) bool {
	_, condition, has := strings.Cut(field.Tag.Get("response"), "if=")
	if !has {
		return true
	}
	condition, _, _ = strings.Cut(condition, ",")
	decides, texts, _ := strings.Cut(condition, ":")
	is, _ := atPath(root, at[:len(at)-1].to(decides))
	text, _ := is.(string)
	return slices.Contains(strings.Split(texts, "|"), text)
}

func isContainer(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	default:
		return false
	}
}

// decodesObjects reports whether a type is a struct with fields, such as a union that also contains
// texts.
func decodesObjects(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() > 0 && t.Field(0).IsExported()
}

func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// isUnion reports whether a struct is a union: one with arms, or with the JSON of unknown ones.
func isUnion(v reflect.Value) bool {
	raw, has := v.Type().FieldByName("Raw")
	return len(armOf(v)) > 0 || has && len(raw.Index) == 1 && isBytes(raw.Type)
}

// armOf returns the names of the arms of a union that are set, none for other types.
func armOf(v reflect.Value) (set []string) {
	for field, value := range v.Fields() {
		tag, tagged := field.Tag.Lookup("json")
		isArm := value.Kind() == reflect.Pointer || value.Kind() == reflect.Slice
		if field.IsExported() && !field.Anonymous && (!tagged || tag == "-") && isArm && !value.IsZero() {
			set = append(set, field.Name)
		}
	}
	return set
}

// choosesArm reports whether the field at a place decides which arm of a union is set: without it,
// in other, the arm is another one, or the union already had an arm that is unknown.
func choosesArm(field *reflect.StructField, union, other reflect.Value, at path) bool {
	_, changed := fieldAt(other, at)
	isUnknown := field != nil && slices.Equal(armOf(union), []string{"Raw"})
	return isUnknown || changed.IsValid() && !slices.Equal(armOf(union), armOf(changed))
}

// fieldAt returns the field at a place of a decoded value, nil if no Go field has it, and the
// struct that is decoded from the object around it, the zero value if there is none.
func fieldAt(v reflect.Value, at path) (*reflect.StructField, reflect.Value) {
	for i, step := range at {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.IsValid() && isNullable(v.Type()) {
			v = v.MethodByName("Get").Call(nil)[0]
		}
		if v.IsValid() && isArray(v.Type()) {
			v = v.Field(0)
		}
		switch v.Kind() {
		case reflect.Slice:
			index, ok := step.(int)
			if !ok || index >= v.Len() || isBytes(v.Type()) {
				return nil, reflect.Value{}
			}
			v = v.Index(index)
		case reflect.Map:
			v = v.MapIndex(reflect.ValueOf(step).Convert(v.Type().Key()))
		case reflect.Struct:
			field, value := jsonField(v, step)
			if i == len(at)-1 {
				return field, v
			}
			v = value
		default:
			return nil, reflect.Value{}
		}
	}
	return nil, reflect.Value{}
}

// jsonField returns the field of a struct with a name in JSON, and its value. A union has the
// fields of its arm.
func jsonField(v reflect.Value, name any) (*reflect.StructField, reflect.Value) {
	for field, value := range v.Fields() {
		tag, tagged := field.Tag.Lookup("json")
		called, _, _ := strings.Cut(tag, ",")
		inner := reflect.Indirect(value)
		switch {
		case !field.IsExported(), strings.HasPrefix(tag, ",embed"):
		case called == name:
			return &field, value
		case (!tagged || tag == "-") && inner.Kind() == reflect.Struct:
			if field, value := jsonField(inner, name); field != nil {
				return field, value
			}
		}
	}
	return nil, reflect.Value{}
}
