package contract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// finding is the result of examining a row.
type finding struct {
	row      *Row
	op       *op.Op
	problems []string
	fixture  *fixture
	drops    map[string]drop // keys are paths of dropped fields; none for a row that fails
	query    url.Values      // on the wire
	body     any             // on the wire, nil for none
	full     *Result         // nil for a row that fails
	all      []any           // its fields, nil until they are needed
}

// drop is the result of a response without one of its fields.
type drop struct {
	path   path
	failed bool // the call
	typed  bool // an exported field that is no catch-all has changed
	stays  bool // the field is encoded all the same, with a value: it is required in Go
	null   bool // the field is encoded as null
}

// examine sends a row, and compares the request and what is decoded from the response with the API
// reference.
func (r *Row) examine(o *op.Op, files fs.FS) *finding {
	f := &finding{row: r, op: o, drops: map[string]drop{}}
	if o == nil {
		f.add("no operation %q in an op table", r.Op)
		return f
	}
	var err error
	if f.fixture, err = load(files, r.Response); err != nil {
		f.add("%v", err)
		return f
	}
	s := newService()
	got := s.run(context.Background(), r.Call, sampleIDs(o), f.fixture.reply(r.Status))
	f.checkRequest(got)
	f.checkResult(got)
	if len(f.problems) == 0 && r.Err == nil {
		f.full = got
	}
	return f
}

// sameAs identifies the response and its Go type.
func (f *finding) sameAs() string {
	if f.full == nil || len(f.full.Values) == 0 {
		return f.row.String()
	}
	return fmt.Sprintf("%T %s", f.full.Values[0], f.row.Response)
}

// fieldClass returns what places of the same field have in common: the last n names of the path, at
// the root the Go type, and the kind of the value.
func (f *finding) fieldClass(at path, n int) string {
	value, _ := atPath(f.fixture.root, at)
	class, names := fmt.Sprintf("%T, empty: %t", value, text(value) == "[]" || text(value) == "{}"), 0
	if _, isElement := at[len(at)-1].(int); isElement {
		class = "[] " + class
	}
	for i := len(at) - 1; i >= 0 && names < n; i-- {
		if name, ok := at[i].(string); ok {
			class = name + " " + class
			names++
		}
	}
	if names < n {
		class = responseOf(methods()[f.row.Op]).String() + " " + class
	}
	return class
}

func (f *finding) add(format string, args ...any) {
	f.problems = append(f.problems, fmt.Sprintf(format, args...))
}

func (f *finding) checkRequest(got *Result) {
	if len(got.seen) != 1 {
		f.add("want 1 request, got %d (error: %v)", len(got.seen), got.Err)
		return
	}
	sent := got.seen[0]
	if line := sent.method + " " + sent.uri; line != f.row.Request {
		f.add("request: want %s, got %s", f.row.Request, line)
	}
	if sent.host != "api.example.com" {
		f.add("host: got %q", sent.host)
	}
	if u, err := url.ParseRequestURI(sent.uri); err == nil {
		f.query = u.Query()
	}
	f.checkHeader(sent.header)
	f.checkBody(&sent)
}

// checkHeader requires these headers and no others: the version of the API is in the path.
func (f *finding) checkHeader(sent http.Header) {
	want := map[string]string{"Authorization": "Bearer " + secret, "Accept": "application/json"}
	if f.fixture.stream {
		want["Accept"] = "text/event-stream"
		want["Accept-Encoding"] = "identity"
	}
	if f.row.Body != "" {
		want["Content-Type"] = "application/json"
	}
	if name := f.op.SecretHeader; name != "" {
		want[name] = secretKey
	}
	rest := sent.Clone()
	for name, value := range want {
		if got := rest.Values(name); !slices.Equal(got, []string{value}) {
			f.add("header %s: want %q, got %q", name, value, got)
		}
		delete(rest, name)
	}
	if agent := rest.Get("User-Agent"); !strings.HasPrefix(agent, "publishing-go/") {
		f.add("header User-Agent: got %q", agent)
	}
	delete(rest, "User-Agent")
	if len(rest) > 0 {
		f.add("want no other headers, got %q", slices.Sorted(maps.Keys(rest)))
	}
}

func (f *finding) checkBody(sent *request) {
	if f.row.Body == "" {
		if !sent.bodyless {
			f.add("body: want none, got %q", sent.body)
		}
		return
	}
	want, err := parse([]byte(f.row.Body))
	if err != nil {
		f.add("body of the row: %v", err)
		return
	}
	if f.body, err = parse(sent.body); err != nil {
		f.add("body: %v in %q", err, sent.body)
		return
	}
	// In a request, absent and null differ.
	if text(want) != text(f.body) {
		f.add("body: want %s, got %s", text(want), text(f.body))
	}
}

func (f *finding) checkResult(got *Result) {
	if got.extra != "" {
		f.add("got %s", got.extra)
	}
	if f.row.Err != nil {
		if !errors.Is(got.Err, f.row.Err) {
			f.add("error: want one that matches %q, got %v", f.row.Err, got.Err)
		}
		if failed, ok := errors.AsType[*api.Error](got.Err); ok && failed.Status != f.row.Status {
			f.add("status: want %d, got %d", f.row.Status, failed.Status)
		}
		return
	}
	if got.Err != nil {
		f.add("error: %v", got.Err)
		return
	}
	if got.Meta.Status != f.row.Status {
		f.add("status: want %d, got %d", f.row.Status, got.Meta.Status)
	}
	if m := got.Meta.Mismatch; m != nil {
		f.add("%s: want %s, got %s", m.Pointer, m.Want, m.Got)
	}
	if got.outcome != f.row.Outcome {
		f.add("outcome: want %v, got %v", f.row.Outcome, got.outcome)
	}
	f.checkValues(got)
	f.checkMessages(got)
}

func (f *finding) checkValues(got *Result) {
	want := f.fixture.root
	if object, ok := want.(map[string]any); ok && len(object) == 0 && len(got.Values) == 0 {
		return // nothing is decoded from an empty object
	}
	encoded, err := f.fixture.encode(got)
	if err != nil {
		f.add("%v", err)
		return
	}
	if d := difference(want, encoded); d != "" {
		f.add("came back: %s", d)
	}
}

// checkMessages requires each message of a stream to contain its data as it was sent.
func (f *finding) checkMessages(got *Result) {
	if !f.fixture.stream {
		return
	}
	messages, _ := f.fixture.root.([]any)
	for i, value := range got.Values {
		field := reflect.Indirect(reflect.ValueOf(value)).FieldByName("Raw")
		if !field.IsValid() || field.Type() != reflect.TypeFor[api.Raw]() {
			f.add("message %d: want a field Raw of type api.Raw", i)
			continue
		}
		kept, err := parse(field.Bytes())
		if err != nil || i >= len(messages) || text(kept) != text(messages[i]) {
			f.add("message %d: want its data in Raw, got %s", i, field.Bytes())
		}
	}
}

// dropEach drops the fields of the response one at a time. Each must be missed.
func (f *finding) dropEach() {
	s, all := newService(), allFields(f.full)
	for _, p := range fieldsOf(f.fixture.root) {
		dropped := f.drop(s, all, p)
		if dropped == nil {
			f.add("%s: not missed when the response lacks it; give it a value other than Go's zero value", p)
			continue
		}
		f.drops[p.String()] = *dropped
		if !dropped.typed && !p.passes(unmodelled) {
			f.add("%s: no exported field has it, only a catch-all", p)
		}
	}
}

// dropAt returns the result of a response without the field at p. In a sample, fields are dropped
// when they are asked for.
func (f *finding) dropAt(p path) (d drop, known bool) {
	if d, known = f.drops[p.String()]; known || sample.Whole() || f.full == nil {
		return d, known
	}
	if f.all == nil {
		f.all = allFields(f.full)
	}
	dropped := f.drop(newService(), f.all, p)
	if dropped == nil {
		return d, false
	}
	f.drops[p.String()] = *dropped
	return *dropped, true
}

// unmodelled are fields of responses that are there to see that they are kept without a Go field.
var unmodelled = []string{
	"another",   // an additional key in the data of a rich text
	"meta",      // field of a node
	"fragments", // field of a node
}

// drop responds without the field at p. It returns nil if that makes no difference.
func (f *finding) drop(s *service, full []any, p path) *drop {
	got := s.run(context.Background(), f.row.Call, sampleIDs(f.op), f.fixture.replyWith(f.row.Status, without(f.fixture.root, p)))
	d := &drop{path: p}
	encoded, err := f.fixture.encode(got)
	if got.Err != nil || err != nil {
		d.failed, d.typed = true, true
		return d
	}
	d.typed = !reflect.DeepEqual(full, allFields(got))
	if difference(f.fixture.root, encoded) == "" && !d.typed { // a list may be nil and encoded as an empty one
		return nil
	}
	value, there := atPath(encoded, p)
	d.stays, d.null = there && value != nil, there && value == nil
	return d
}

func allFields(r *Result) []any {
	var list []any
	for _, value := range r.Values {
		list = append(list, fields(value))
	}
	return list
}
