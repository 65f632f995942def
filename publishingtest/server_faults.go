package publishingtest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// A Gate blocks until something happens. It must return when ctx is done, which means that the
// caller has given up or the server is being closed.
type Gate func(ctx context.Context)

// Until returns a gate that opens once for each value received from signal, and stays open after
// signal is closed.
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

// A Fault replaces the response to a call. [Status], [Reset], [HangUp], [Silence], [Truncate] and
// [Pass] return one.
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

// Pass returns a fault that does nothing: the call gets its normal response. Use it to let some
// calls succeed before others fail.
func Pass() Fault { return Fault{} }

// Status returns a fault that responds with the status code and the error body of the service, even
// if the code is 2xx. [Fault.Header] and [Fault.Body] set the rest of the response.
func Status(code int) Fault {
	a := errorResponse(fail(code, "this response was requested by the test"))
	a.encode()
	return Fault{kind: faultStatus, response: a}
}

// Reset returns a fault that resets the connection, as a crashed service does.
func Reset() Fault { return Fault{kind: faultReset} }

// HangUp returns a fault that closes the connection without a response, as a proxy does when the
// service behind it fails.
func HangUp() Fault { return Fault{kind: faultHangUp} }

// Silence returns a fault that sends nothing until the caller gives up.
func Silence() Fault { return Fault{kind: faultSilence} }

// Truncate returns a fault that sends the headers of the complete response, but only the given
// number of bytes of its body, and then closes the connection. The call takes effect.
func Truncate(bytes int) Fault { return Fault{kind: faultTruncate, bytes: max(bytes, 0)} }

// Header returns a copy of a [Status] fault with a header added to its response, such as
// Retry-After.
func (f Fault) Header(name, value string) Fault {
	header := f.response.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add(name, value)
	f.response.header = header
	return f
}

// Body returns a copy of a [Status] fault with the given body and content type, such as the HTML
// page of a proxy.
func (f Fault) Body(contentType, body string) Fault {
	f = f.Header("Content-Type", contentType)
	f.response.encoded = []byte(body)
	return f
}

// AfterCommit returns a copy of the fault that lets the call take effect first. Only its response
// is lost.
func (f Fault) AfterCommit() Fault {
	f.afterCommit = true
	return f
}

// inject applies the fault, and reports whether that ends the call.
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

// dropConnection closes the connection without sending a byte, with a reset if hard is set.
func dropConnection(send *sender, hard bool) {
	conn, _, err := http.NewResponseController(send.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // the writer has no connection to hijack
	}
	if tcp, ok := conn.(*net.TCPConn); ok && hard {
		_ = tcp.SetLinger(0) // Close then sends a reset
	}
	_ = conn.Close()
}

// injections are the faults, delays and scripts that a test has set up, by operation.
type injections struct {
	mu          sync.Mutex
	faults      map[string][]Fault
	delays      map[string]Gate
	paces       map[string]Gate
	truncations map[string]int
	scripts     map[string][][]Step
}

// injection is what a test has set up for one call.
type injection struct {
	fault    Fault
	delay    Gate
	pace     Gate
	truncate int // negative for none
	script   []Step
}

// next returns what is set up for the next call of an operation, and uses it up.
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

// setOrDelete sets an entry of a map, which may be nil, or deletes it if keep is false.
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

// Fail makes the next n calls of an operation fail with a fault. If Fail is called several times,
// the faults apply one after the other. A call without a valid token returns 401 and does not use
// up a fault.
func (s *Server) Fail(operation string, n int, fault Fault) {
	if !s.knowsOperation(operation) {
		return
	}
	if fault.kind == faultStatus && (fault.response.status < 200 || fault.response.status > 599) {
		s.mistake("Fail: %d is not the status of a response", fault.response.status)
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

// Delay blocks each call of an operation at a gate, before the call takes effect. A nil gate
// removes the delay.
func (s *Server) Delay(operation string, gate Gate) {
	if !s.knowsOperation(operation) {
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	setOrDelete(&s.injections.delays, operation, gate, gate != nil)
}

// TruncateAfter truncates each response of an operation after the given number of bytes of its
// body, as [Truncate] does. A negative number removes the limit.
func (s *Server) TruncateAfter(operation string, bytes int) {
	if !s.knowsOperation(operation) {
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	setOrDelete(&s.injections.truncations, operation, bytes, bytes >= 0)
}
