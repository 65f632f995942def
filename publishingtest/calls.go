package publishingtest

import (
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// maxCalls is how many calls are remembered, so that a server that runs for long does not grow.
const maxCalls = 10_000

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

// traffic is what reached the server and what came of it.
type traffic struct {
	mu      sync.Mutex
	number  int
	calls   []Call
	counts  map[string]int
	commits map[string]int
}

// record keeps a call and returns its number, the first being 1.
func (t *traffic) record(call Call) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.calls) == maxCalls {
		t.calls = slices.Delete(t.calls, 0, maxCalls/10)
	}
	t.calls = append(t.calls, call)
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

// Calls returns the requests that reached the server, in order: those of the given operations, or all without a name. Refused ones are
// among them. Of a great many the last few thousand are kept; [Server.CallCount] counts all.
func (s *Server) Calls(operations ...string) []Call {
	for _, operation := range operations {
		if !s.knows(operation) {
			return nil
		}
	}
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	var calls []Call
	for _, call := range s.traffic.calls {
		if len(operations) == 0 || slices.Contains(operations, call.Operation) {
			calls = append(calls, call)
		}
	}
	return calls
}

// CallCount returns how many requests of an operation reached the server.
func (s *Server) CallCount(operation string) int {
	s.knows(operation)
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	return s.traffic.counts[operation]
}

// Commits returns how many calls of an operation took effect. Reads, calls that were refused and deletes that found nothing are not
// counted; a call whose answer was lost is. A write that was sent twice has two.
func (s *Server) Commits(operation string) int {
	s.knows(operation)
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	return s.traffic.commits[operation]
}

// ForgetCalls empties the record of calls, counts and commits included, for a test that begins after its preparations.
func (s *Server) ForgetCalls() {
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	s.traffic.calls, s.traffic.counts, s.traffic.commits = nil, nil, nil
}
