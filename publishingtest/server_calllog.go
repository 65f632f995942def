package publishingtest

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// The limits of the call log. They keep a server that runs for a long time from growing.
const (
	maxCalls     = 10_000
	maxCallBytes = 64 << 20
)

// A Call is a request that reached the server.
type Call struct {
	// Operation is the name of the operation, such as "Sites.Get". It is empty if the request
	// belongs to no operation.
	Operation string
	// Method is the HTTP method.
	Method string
	// Path is the decoded path. EscapedPath is the path as the server received it.
	Path, EscapedPath string
	// Params contains the decoded parameters of the path. The keys are their names in the API
	// reference, such as "siteId". Params is nil if the request belongs to no operation.
	Params map[string]string
	// Query is the decoded query.
	Query url.Values
	// Header contains the headers, except for Authorization and the key of a partner, so that logs
	// of calls contain no secrets.
	Header http.Header
	// Body is the body of the request, without the credentials in the URL of a repository. It is
	// empty if the request has no body.
	Body []byte
	// Time is the time at which the server received the request, according to its clock.
	Time time.Time
}

// BodyOf decodes the JSON body of a call as a T, such as sites.Update. If the body is not a T, the
// test fails.
//
//	update := publishingtest.BodyOf[sites.Update](t, server.Calls.All("Sites.Update")[0])
func BodyOf[T any](tb TB, call Call) T {
	tb.Helper()
	var body T
	if err := jsonx.Unmarshal(call.Body, &body); err != nil {
		tb.Fatalf("publishingtest: BodyOf: %s: %v", call.Operation, err)
	}
	return body
}

// newCall returns the entry of the call log for a request. If the request belongs to no operation,
// the operation o has no name.
func newCall(o *op.Op, req *http.Request, body []byte, now time.Time) Call {
	header := req.Header.Clone()
	header.Del("Authorization")
	header.Del(o.SecretHeader)
	var params map[string]string
	if o.Name != "" {
		params = map[string]string{}
		for _, name := range o.Params() {
			params[name] = req.PathValue(name)
		}
	}
	return Call{
		Operation:   o.Name,
		Params:      params,
		Method:      req.Method,
		Path:        req.URL.Path,
		EscapedPath: req.URL.EscapedPath(),
		Query:       req.URL.Query(),
		Header:      header,
		Body:        body,
		Time:        now,
	}
}

// size returns the number of bytes of the path, its parameters, the query, the headers and the
// body.
func (c *Call) size() int {
	size := len(c.Path) + len(c.EscapedPath) + len(c.Body)
	for name, value := range c.Params {
		size += len(name) + len(value)
	}
	for _, values := range []map[string][]string{c.Query, c.Header} {
		for name, list := range values {
			size += len(name)
			for _, value := range list {
				size += len(value)
			}
		}
	}
	return size
}

// traffic records the requests that reached the server and their outcomes.
type traffic struct {
	mu      mutex
	off     bool // see WithoutCallLog
	number  int
	calls   []Call
	bytes   int // size of calls
	dropped int
	counts  map[string]int
	commits map[string]int
}

// record logs a call and returns its number. The first call has the number 1.
func (t *traffic) record(call Call) int {
	defer t.mu.hold()()
	if t.off {
		t.dropped++
	} else {
		call.Body = bytes.Clone(call.Body)
		t.calls = append(t.calls, call)
		t.bytes += call.size()
	}
	for len(t.calls) > maxCalls || t.bytes > maxCallBytes {
		t.bytes -= t.calls[0].size()
		t.calls[0] = Call{} // the array stays in memory until append replaces it
		t.calls = t.calls[1:]
		t.dropped++
	}
	setOrDelete(&t.counts, call.Operation, t.counts[call.Operation]+1, true)
	t.number++
	return t.number
}

// recordOther logs a request that belongs to no operation.
func (s *server) recordOther(req *http.Request, body []byte) Call {
	call := newCall(op.Bare("", ""), req, body, s.state.now())
	s.traffic.record(call)
	return call
}

func (t *traffic) commit(operation string) {
	defer t.mu.hold()()
	setOrDelete(&t.commits, operation, t.commits[operation]+1, true)
}

// WithoutCallLog disables the call log, for servers that run for a long time or receive large
// bodies. [Calls.All] then returns nothing. [Calls.Count], [Calls.Commits] and
// [Calls.Dropped] still count.
func WithoutCallLog() Option {
	return option(func(c *config) { c.noLog = true })
}

// All returns the requests that reached the server, in order, including those that it rejected.
// If operations are given, it returns only their calls.
//
// The call log keeps the last 10,000 calls, and at most 64 MiB of their bodies and headers.
// [Calls.Dropped] counts the calls that it dropped. [WithoutCallLog] disables the log.
func (s Calls) All(operations ...string) []Call {
	server := open(s.server)
	for _, operation := range operations {
		server.knowsOperation(operation)
	}
	defer server.traffic.mu.hold()()
	var calls []Call
	for _, call := range server.traffic.calls {
		if len(operations) == 0 || slices.Contains(operations, call.Operation) {
			calls = append(calls, clone(call))
		}
	}
	return calls
}

// Dropped returns the number of calls that are not in the call log, because of its limits or
// [WithoutCallLog]. It counts from the start of the server or the last [Calls.Forget].
func (s Calls) Dropped() int {
	defer open(s.server).traffic.mu.hold()()
	return open(s.server).traffic.dropped
}

// Count returns the number of requests of an operation that reached the server.
func (s Calls) Count(operation string) int {
	server := open(s.server)
	server.knowsOperation(operation)
	defer server.traffic.mu.hold()()
	return server.traffic.counts[operation]
}

// Commits returns the number of calls of an operation that took effect, even if their responses
// were lost. It does not count read-only calls, rejected calls, or deletes without a target. If a
// write takes effect twice, it counts twice.
func (s Calls) Commits(operation string) int {
	server := open(s.server)
	server.knowsOperation(operation)
	defer server.traffic.mu.hold()()
	return server.traffic.commits[operation]
}

// Forget clears the call log and the counts of calls and commits. A test can call it when its
// setup is complete.
func (s Calls) Forget() {
	t := &open(s.server).traffic
	defer t.mu.hold()()
	t.calls, t.bytes, t.dropped, t.counts, t.commits = nil, 0, 0, nil, nil
}
