package publishingtest

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// The bounds of the call log, so that a server that runs for long does not grow.
const (
	maxCalls     = 10_000
	maxCallBytes = 64 << 20
)

// Call is a request that reached the server.
type Call struct {
	// Operation is the name of the operation, such as "Sites.Get", "" for a request that is none.
	Operation string
	// Method is the HTTP method.
	Method string
	// Path and EscapedPath are the path, decoded and as it came.
	Path, EscapedPath string
	// Query is the query.
	Query url.Values
	// Header is the header without Authorization, so that a log of calls shows no token.
	Header http.Header
	// Body is the body, empty for none.
	Body []byte
	// Time is when the request came, by the server's clock.
	Time time.Time
}

func newCall(operation string, req *http.Request, body []byte, now time.Time) Call {
	header := req.Header.Clone()
	header.Del("Authorization")
	return Call{
		Operation:   operation,
		Method:      req.Method,
		Path:        req.URL.Path,
		EscapedPath: req.URL.EscapedPath(),
		Query:       req.URL.Query(),
		Header:      header,
		Body:        body,
		Time:        now,
	}
}

// size is how many bytes the path, the query, the headers and the body of a call have.
func (c *Call) size() int {
	size := len(c.Path) + len(c.EscapedPath) + len(c.Body)
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

// traffic is what reached the server and what came of it.
type traffic struct {
	mu      sync.Mutex
	off     bool // see WithoutCallLog
	number  int
	calls   []Call
	bytes   int // of calls
	dropped int
	counts  map[string]int
	commits map[string]int
}

// record logs a call and returns its number, the first being 1.
func (t *traffic) record(call Call) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.off {
		t.dropped++
	} else {
		call.Body = bytes.Clone(call.Body)
		t.calls = append(t.calls, call)
		t.bytes += call.size()
	}
	for len(t.calls) > maxCalls || t.bytes > maxCallBytes {
		t.bytes -= t.calls[0].size()
		t.calls[0] = Call{} // the rest of its array stays until the log has moved to another
		t.calls = t.calls[1:]
		t.dropped++
	}
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	t.counts[call.Operation]++
	t.number++
	return t.number
}

func (t *traffic) commit(operation string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.commits == nil {
		t.commits = map[string]int{}
	}
	t.commits[operation]++
}

// WithoutCallLog disables the call log, for a server that runs for long or receives large bodies:
// [Server.Calls] returns none. [Server.CallCount], [Server.Commits] and [Server.DroppedCalls] still
// count calls.
func WithoutCallLog() Option {
	return func(c *config) { c.noLog = true }
}

// Calls returns the requests that reached the server, in order: those of the given operations, or all without a name. Refused ones are
// among them. The call log keeps the last 10,000 calls and at most 64 MiB of their bodies and
// headers. Calls beyond that are dropped, oldest first, and [Server.DroppedCalls] counts them.
// [WithoutCallLog] disables the log.
func (s *Server) Calls(operations ...string) []Call {
	for _, operation := range operations {
		if !s.knowsOperation(operation) {
			return nil
		}
	}
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	var calls []Call
	for _, call := range s.traffic.calls {
		if len(operations) == 0 || slices.Contains(operations, call.Operation) {
			calls = append(calls, clone(call))
		}
	}
	return calls
}

// DroppedCalls returns how many calls the call log has dropped, because of its bounds or
// [WithoutCallLog], since the start or the last [Server.ForgetCalls].
func (s *Server) DroppedCalls() int {
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	return s.traffic.dropped
}

// CallCount returns how many requests of an operation reached the server.
func (s *Server) CallCount(operation string) int {
	s.knowsOperation(operation)
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	return s.traffic.counts[operation]
}

// Commits returns how many calls of an operation took effect. Reads, calls that were refused and deletes that found nothing are not
// counted; a call whose answer was lost is. A write that was sent twice has two.
func (s *Server) Commits(operation string) int {
	s.knowsOperation(operation)
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	return s.traffic.commits[operation]
}

// ForgetCalls empties the record of calls, counts and commits included, for a test that begins after its preparations.
func (s *Server) ForgetCalls() {
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	s.traffic.calls, s.traffic.bytes, s.traffic.dropped, s.traffic.counts, s.traffic.commits = nil, 0, 0, nil, nil
}
