package publishingtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// A Gate is a function that blocks until something happens. It must return when ctx is done,
// because the caller has then given up, or the server is being closed.
type Gate func(ctx context.Context)

// Until returns a gate that opens once for each value that it receives from signal. After signal is
// closed, the gate stays open.
func Until(signal <-chan struct{}) Gate {
	return func(ctx context.Context) {
		select {
		case <-signal:
		case <-ctx.Done():
		}
	}
}

// For returns a gate that opens after d.
func For(d time.Duration) Gate {
	return func(ctx context.Context) {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// Forever is a gate that never opens.
func Forever(ctx context.Context) { <-ctx.Done() }

// A Fault replaces the response to a call. [Status], [Reset], [HangUp], [Silence], [Truncate],
// [EditJSON] and [Pass] return faults. [Fault.When] and [Fault.WhenParam] select the calls that a
// fault applies to. [Faults.Add] rejects the zero Fault.
type Fault struct {
	kind        faultKind
	response    response
	custom      bool // whether Header or Body was called
	bytes       int
	edit        func(body map[string]any)
	afterCommit bool
	params      []paramIs
	when        []func(call Call) bool
}

// paramIs is a condition on a parameter of the path.
type paramIs struct{ name, value string }

type faultKind uint8

const (
	faultUnset faultKind = iota
	faultNone
	faultStatus
	faultReset
	faultHangUp
	faultSilence
	faultTruncate
	faultEdit
)

// Pass returns a fault that does nothing, so that the call gets its normal response. Use it to let
// some calls succeed before others fail.
func Pass() Fault { return Fault{kind: faultNone} }

// Status returns a fault that responds with a status code and an error body of the service. Even if
// the code is 2xx, the body is an error body, except that 204 and 304 have no body. [Fault.Header]
// and [Fault.Body] set the rest of the response.
func Status(code int) Fault {
	resp := errorResponse(fail(code, "this response was requested by the test"))
	resp.encode()
	return Fault{kind: faultStatus, response: resp}
}

// Reset returns a fault that resets the connection, as a crashed service does.
func Reset() Fault { return Fault{kind: faultReset} }

// HangUp returns a fault that closes the connection without a response, as a proxy does when the
// service behind it fails.
func HangUp() Fault { return Fault{kind: faultHangUp} }

// Silence returns a fault that sends nothing until the caller gives up.
func Silence() Fault { return Fault{kind: faultSilence} }

// Truncate returns a fault that sends the headers of the complete response and the given number of
// bytes of its body, and then closes the connection. The call takes effect. If the body is not
// longer, the fault has no effect.
func Truncate(bytes int) Fault { return Fault{kind: faultTruncate, bytes: max(bytes, 0)} }

// EditJSON returns a fault that calls edit to change the body of a 2xx response, as another version
// of the service might. For example, edit can remove a field, rename it, set it to null, give it
// another type or an unknown value, or shorten a list. The call takes effect. edit receives the
// body as package encoding/json decodes it, with numbers of the type [json.Number]. A body that is
// not an object is sent unchanged. If the program makes calls at the same time, edit must be safe
// for concurrent use.
func EditJSON(edit func(body map[string]any)) Fault { return Fault{kind: faultEdit, edit: edit} }

// Header returns a copy of a [Status] fault with a header added to its response, such as
// Retry-After.
func (f Fault) Header(name, value string) Fault {
	header := f.response.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add(name, value)
	f.response.header, f.custom = header, true
	return f
}

// Body returns a copy of a [Status] fault with the given body and content type, such as the HTML
// page of a proxy.
func (f Fault) Body(contentType, body string) Fault {
	f = f.Header("Content-Type", contentType)
	f.response.header.Set("Content-Type", contentType) // the only one
	f.response.encoded = []byte(body)
	return f
}

// AfterCommit returns a copy of the fault that lets the call take effect first, so that only its
// response is lost.
func (f Fault) AfterCommit() Fault {
	f.afterCommit = true
	return f
}

// When returns a copy of the fault that applies only to calls for which match returns true. Other
// calls do not use up the fault, and the server tries the next fault of the operation for them. If
// a fault has several conditions, a call must meet all of them.
//
// The server calls match once for each request, including each retry, before the call takes effect.
// The server holds no lock in the meantime, so match may use the methods of the server, except for
// [Server.Close]. If the program makes calls at the same time, match must be safe for concurrent
// use. It runs on a goroutine of the server, so it must not call t.FailNow. match receives a copy
// of the call.
func (f Fault) When(match func(call Call) bool) Fault {
	f.when = append(slices.Clip(f.when), match)
	return f
}

// WhenParam returns a copy of the fault that applies only to calls with the given value of a path
// parameter, such as "siteId": see [Call]. It is a short form of [Fault.When], and both can be used
// together.
func (f Fault) WhenParam(name, value string) Fault {
	f.params = append(slices.Clip(f.params), paramIs{name, value})
	return f
}

// accepts reports whether the fault applies to a call.
func (f Fault) accepts(call Call) bool {
	for _, param := range f.params {
		if call.Params[param.name] != param.value {
			return false
		}
	}
	for _, match := range f.when {
		if !match(clone(call)) {
			return false
		}
	}
	return true
}

// flaw returns the reason why the fault can never have an effect on calls of an operation, or "" if
// it can.
func (f Fault) flaw(o *op.Op) string {
	switch {
	case f.kind == faultUnset:
		return "the fault is zero; want Status, Reset, HangUp, Silence, Truncate, EditJSON or Pass"
	case f.kind == faultStatus && (f.response.status < 200 || f.response.status > 599):
		return fmt.Sprintf("%d is not the status of a response", f.response.status)
	case f.kind == faultStatus && len(f.response.encoded) > 0 && (f.response.status == http.StatusNoContent || f.response.status == http.StatusNotModified):
		return fmt.Sprintf("Body has no effect on a response with status %d", f.response.status)
	case f.kind != faultStatus && f.custom:
		return "Header and Body have an effect only on a Status"
	case f.kind == faultNone && f.afterCommit:
		return "AfterCommit has no effect on Pass"
	case f.kind == faultEdit && f.edit == nil:
		return "EditJSON: the function is nil"
	case f.kind == faultEdit && o.Method == http.MethodDelete:
		return "EditJSON has no effect on a delete, whose response has no body"
	case f.kind == faultEdit && o.Class == op.Stream:
		return "EditJSON has no effect on a stream; Streams.Script replaces its events"
	}
	given := map[string]string{}
	for _, param := range f.params {
		earlier, twice := given[param.name]
		switch {
		case !slices.Contains(o.Params(), param.name):
			return fmt.Sprintf("WhenParam: %s has no path parameter %q; want one of %s",
				o.Name, param.name, strings.Join(o.Params(), ", "))
		case param.value == "":
			return fmt.Sprintf("WhenParam: the value of %q is empty", param.name)
		case twice && earlier != param.value:
			return fmt.Sprintf("WhenParam: %q cannot be both %q and %q",
				param.name, earlier, param.value)
		}
		given[param.name] = param.value
	}
	if slices.ContainsFunc(f.when, func(match func(call Call) bool) bool { return match == nil }) {
		return "When: the function is nil"
	}
	return ""
}

// inject applies the fault, and reports whether the fault ends the call.
func (f Fault) inject(send *sender) bool {
	switch f.kind {
	case faultStatus:
		send.send(f.response)
	case faultReset:
		dropConnection(send, true)
	case faultHangUp:
		dropConnection(send, false)
	case faultSilence:
		Forever(send.ctx)
		panic(http.ErrAbortHandler)
	default:
		return false
	}
	return true
}

// changed returns a response with the changes of an [EditJSON] fault.
func (f Fault) changed(resp response) response {
	if f.kind != faultEdit || resp.status >= http.StatusMultipleChoices {
		return resp
	}
	var body map[string]any
	decoder := json.NewDecoder(bytes.NewReader(resp.encoded))
	decoder.UseNumber()
	if decoder.Decode(&body) != nil || body == nil {
		return resp
	}
	f.edit(body)
	encoded, err := json.Marshal(body)
	if err != nil {
		resp = errorResponse(fmt.Errorf("EditJSON: %w", err))
		resp.encode()
		return resp
	}
	resp.encoded = encoded
	return resp
}

// dropConnection closes the connection without sending a byte. If hard is true, it resets the
// connection.
func dropConnection(send *sender, hard bool) {
	conn, _, err := http.NewResponseController(send.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // the writer has no connection to hijack
	}
	if tcp, ok := conn.(*net.TCPConn); ok && hard {
		_ = tcp.SetLinger(0) // makes Close send a reset
	}
	_ = conn.Close()
}

// injections contains the faults, delays and scripts that a test has set up. The keys of the maps
// are operations.
type injections struct {
	mu          mutex
	faults      map[string][]*queued // a slice is not written to after it is set
	delays      map[string]Gate
	paces       map[string]Gate
	truncations map[string]int
	scripts     map[string][][]Step
}

// queued is a fault with the number of calls that it still applies to.
type queued struct {
	fault Fault
	left  int // guarded by the mutex of the injections
}

// injection contains the fault, delay and script for one call.
type injection struct {
	fault    Fault
	delay    Gate
	pace     Gate
	truncate int // negative for none
	script   []Step
}

// next returns the injection for a call and marks its fault and its script as used.
func (t *injections) next(call Call) injection {
	fault := t.fault(call.Operation, call)
	defer t.mu.hold()()
	operation := call.Operation
	next := injection{fault: fault, delay: t.delays[operation], pace: t.paces[operation], truncate: -1}
	if n, ok := t.truncations[operation]; ok {
		next.truncate = n
	}
	if fault.kind == faultTruncate {
		next.truncate = fault.bytes
	}
	streams := fault.kind == faultNone || fault.kind == faultTruncate || fault.kind == faultEdit
	if queue := t.scripts[operation]; len(queue) > 0 && streams {
		next.script, t.scripts[operation] = queue[0], queue[1:]
	}
	return next
}

// fault returns the first fault of an operation or a file that applies to a call, and marks it as
// used. If there is none, it returns [Pass]. It evaluates conditions without holding the mutex, so
// other calls may use up a fault in the meantime.
func (t *injections) fault(operation string, call Call) Fault {
	t.mu.Lock()
	queue := t.faults[operation]
	t.mu.Unlock()
	for _, q := range queue {
		if q.fault.accepts(call) && t.use(operation, q) {
			return q.fault
		}
	}
	return Pass()
}

// use counts down the calls that a fault still applies to. It reports whether any were left.
func (t *injections) use(operation string, q *queued) bool {
	defer t.mu.hold()()
	if q.left == 0 {
		return false
	}
	q.left--
	if q.left == 0 {
		t.faults[operation] = slices.DeleteFunc(slices.Clone(t.faults[operation]), func(other *queued) bool {
			return other == q
		})
	}
	return true
}

// setOrDelete sets an entry of a map, or deletes it if keep is false. The map may be nil.
func setOrDelete[K comparable, V any](m *map[K]V, key K, v V, keep bool) {
	if *m == nil {
		*m = map[K]V{}
	}
	if keep {
		(*m)[key] = v
	} else {
		delete(*m, key)
	}
}

// Add makes the next n calls of an operation fail with a fault. If Add is called several times, the
// faults apply one after the other. If the fault has conditions, it applies to the next n calls
// that meet them: see [Fault.When]. A call that returns 401 because of its token, 413 because of
// its size or 429 because of its rate does not use up a fault. If n is 0, Add has no effect. If the
// fault can never have an effect, the test fails.
func (s Faults) Add(operation string, n int, fault Fault) {
	server := open(s.server)
	server.knowsOperation(operation)
	server.addFault(operation, server.routes.ops[operation], n, fault)
}

// addFault adds a fault to an operation or a file.
func (s *server) addFault(operation string, o *op.Op, n int, fault Fault) {
	if flaw := fault.flaw(o); flaw != "" {
		s.mistake("%s", flaw)
	}
	s.mistakeIf(n < 0, "want 0 or more calls, got %d", n)
	if n == 0 {
		return
	}
	defer s.injections.mu.hold()()
	queue := append(slices.Clip(s.injections.faults[operation]), &queued{fault, n})
	setOrDelete(&s.injections.faults, operation, queue, true)
}

// Delay blocks each call of an operation at a gate, before the call takes effect. A nil gate
// removes the delay. If the caller gives up during the delay, the call does not take effect. A gate
// that cancels the context of the caller must then wait until its own context is done, because the
// server notices only later that the caller has given up.
func (s Faults) Delay(operation string, gate Gate) {
	server := open(s.server)
	server.knowsOperation(operation)
	defer server.injections.mu.hold()()
	setOrDelete(&server.injections.delays, operation, gate, gate != nil)
}

// TruncateAfter truncates each response of an operation after the given number of bytes of its
// body, as [Truncate] does. Responses that a fault replaces, and those with the status 401, 413 or
// 429, are not truncated. A negative number removes the limit.
func (s Faults) TruncateAfter(operation string, bytes int) {
	server := open(s.server)
	server.knowsOperation(operation)
	defer server.injections.mu.hold()()
	setOrDelete(&server.injections.truncations, operation, bytes, bytes >= 0)
}
