package publishingtest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Gate holds something up until it returns. It must return when the context ends: the caller has given up, or the server is closed.
type Gate func(ctx context.Context)

// Until is a gate that lets one through for each value received, and everything once the channel is closed.
func Until(signal <-chan struct{}) Gate {
	return func(ctx context.Context) {
		select {
		case <-signal:
		case <-ctx.Done():
		}
	}
}

// For is a gate that lets through after a time.
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

// Forever is a gate that lets nothing through.
func Forever(ctx context.Context) { <-ctx.Done() }

// Fault is what a call gets in place of its answer. It is made by [Status], [Reset], [HangUp], [Silence] or [Truncate].
type Fault struct {
	kind        faultKind
	response    response
	bytes       int
	afterCommit bool
}

type faultKind uint8

const (
	faultNone faultKind = iota
	faultStatus
	faultReset
	faultHangUp
	faultSilence
	faultTruncate
)

// Pass is no fault: the call is answered as ever. Before others it says which call they begin with.
func Pass() Fault { return Fault{} }

// Status answers with a status and the service's error body, also for a 2xx unless it is given another. [Fault.Header] and [Fault.Body] change the rest of the answer.
func Status(code int) Fault {
	a := errorResponse(fail(code, "this answer was asked for by the test"))
	a.encode()
	return Fault{kind: faultStatus, response: a}
}

// Reset resets the connection, as a service that was killed does.
func Reset() Fault { return Fault{kind: faultReset} }

// HangUp closes the connection without an answer, as a proxy in front of a service that stops does.
func HangUp() Fault { return Fault{kind: faultHangUp} }

// Silence answers nothing until the caller gives up.
func Silence() Fault { return Fault{kind: faultSilence} }

// Truncate sends the answer up to so many bytes of its body, with a header that promises all of it, and closes the connection. The call takes
// effect.
func Truncate(bytes int) Fault { return Fault{kind: faultTruncate, bytes: max(bytes, 0)} }

// Header adds a header to the answer of [Status], such as Retry-After.
func (f Fault) Header(name, value string) Fault {
	header := f.response.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add(name, value)
	f.response.header = header
	return f
}

// Body sets the body of the answer of [Status] and its content type, such as the HTML page of a proxy.
func (f Fault) Body(contentType, body string) Fault {
	f = f.Header("Content-Type", contentType)
	f.response.encoded = []byte(body)
	return f
}

// AfterCommit lets the call take effect first, so that only its answer is lost.
func (f Fault) AfterCommit() Fault {
	f.afterCommit = true
	return f
}

// inflict does what the fault says and tells whether the call is done with.
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

// dropConnection closes the connection without a byte of an answer.
func dropConnection(send *sender, hard bool) {
	conn, _, err := http.NewResponseController(send.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // a writer without a connection to take over
	}
	if tcp, ok := conn.(*net.TCPConn); ok && hard {
		_ = tcp.SetLinger(0) // close then resets
	}
	_ = conn.Close()
}

// troubles are what was set up to happen, by operation.
type injections struct {
	mu          sync.Mutex
	faults      map[string][]Fault
	delays      map[string]Gate
	paces       map[string]Gate
	truncations map[string]int
	scripts     map[string][][]Step
}

// trouble is what happens to one call.
type injection struct {
	fault    Fault
	delay    Gate
	pace     Gate
	truncate int // negative for none
	script   []Step
}

// next returns what happens to the next call of an operation.
func (t *injections) next(operation string) injection {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := injection{delay: t.delays[operation], pace: t.paces[operation], truncate: -1}
	if n, ok := t.truncations[operation]; ok {
		next.truncate = n
	}
	if queue := t.faults[operation]; len(queue) > 0 {
		next.fault, t.faults[operation] = queue[0], queue[1:]
		if next.fault.kind == faultTruncate {
			next.truncate = next.fault.bytes
		}
	}
	if queue := t.scripts[operation]; len(queue) > 0 && (next.fault.kind == faultNone || next.fault.kind == faultTruncate) {
		next.script, t.scripts[operation] = queue[0], queue[1:]
	}
	return next
}

// put sets an entry of a map that may not be there yet, or takes it out.
func setOrDelete[V any](m *map[string]V, operation string, v V, keep bool) {
	if *m == nil {
		*m = map[string]V{}
	}
	if keep {
		(*m)[operation] = v
	} else {
		delete(*m, operation)
	}
}

// Fail makes the next n calls of an operation end in a fault. Faults set up before come first. A call without a good token gets its 401
// and uses none up.
func (s *Server) Fail(operation string, n int, fault Fault) {
	if !s.knowsOperation(operation) {
		return
	}
	if fault.kind == faultStatus && (fault.response.status < 200 || fault.response.status > 599) {
		s.mistake("Fail: %d is no status of an answer", fault.response.status)
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	queue := s.injections.faults[operation]
	for range n {
		queue = append(queue, fault)
	}
	setOrDelete(&s.injections.faults, operation, queue, true)
}

// Delay holds every call of an operation up at a gate, before it takes effect. A nil gate ends that.
func (s *Server) Delay(operation string, gate Gate) {
	if !s.knowsOperation(operation) {
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	setOrDelete(&s.injections.delays, operation, gate, gate != nil)
}

// TruncateAfter cuts every answer of an operation after so many bytes of its body, as [Truncate] does. A negative number ends that.
func (s *Server) TruncateAfter(operation string, bytes int) {
	if !s.knowsOperation(operation) {
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	setOrDelete(&s.injections.truncations, operation, bytes, bytes >= 0)
}
