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

// Fault is what a call gets in place of its answer. It is made by [Status], [Reset], [HangUp], [Silence] or [Cut].
type Fault struct {
	kind   faultKind
	answer answer
	cut    int
	late   bool
}

type faultKind uint8

const (
	pass faultKind = iota
	status
	reset
	hangUp
	silence
	cut
)

// Pass is no fault: the call is answered as ever. Before others it says which call they begin with.
func Pass() Fault { return Fault{} }

// Status answers with a status and the service's error body, also for a 2xx unless it is given another. [Fault.Header] and [Fault.Body] change the rest of the answer.
func Status(code int) Fault {
	a := failed(fail(code, "this answer was asked for by the test"))
	a.encode()
	return Fault{kind: status, answer: a}
}

// Reset resets the connection, as a service that was killed does.
func Reset() Fault { return Fault{kind: reset} }

// HangUp closes the connection without an answer, as a proxy in front of a service that stops does.
func HangUp() Fault { return Fault{kind: hangUp} }

// Silence answers nothing until the caller gives up.
func Silence() Fault { return Fault{kind: silence} }

// Cut sends the answer up to so many bytes of its body, with a header that promises all of it, and closes the connection. The call takes
// effect.
func Cut(bytes int) Fault { return Fault{kind: cut, cut: max(bytes, 0)} }

// Header adds a header to the answer of [Status], such as Retry-After.
func (f Fault) Header(name, value string) Fault {
	header := f.answer.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add(name, value)
	f.answer.header = header
	return f
}

// Body sets the body of the answer of [Status] and its content type, such as the HTML page of a proxy.
func (f Fault) Body(contentType, body string) Fault {
	f = f.Header("Content-Type", contentType)
	f.answer.encoded = []byte(body)
	return f
}

// AfterCommit lets the call take effect first, so that only its answer is lost.
func (f Fault) AfterCommit() Fault {
	f.late = true
	return f
}

// inflict does what the fault says and tells whether the call is done with.
func (f Fault) inflict(send *sender) bool {
	switch f.kind {
	case status:
		send.send(f.answer)
	case reset:
		dropConnection(send, true)
	case hangUp:
		dropConnection(send, false)
	case silence:
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
type troubles struct {
	mu      sync.Mutex
	faults  map[string][]Fault
	delays  map[string]Gate
	paces   map[string]Gate
	cuts    map[string]int
	scripts map[string][][]Step
}

// trouble is what happens to one call.
type trouble struct {
	fault  Fault
	delay  Gate
	pace   Gate
	cut    int // negative for none
	script []Step
}

// next returns what happens to the next call of an operation.
func (t *troubles) next(operation string) trouble {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := trouble{delay: t.delays[operation], pace: t.paces[operation], cut: -1}
	if n, ok := t.cuts[operation]; ok {
		next.cut = n
	}
	if queue := t.faults[operation]; len(queue) > 0 {
		next.fault, t.faults[operation] = queue[0], queue[1:]
		if next.fault.kind == cut {
			next.cut = next.fault.cut
		}
	}
	if queue := t.scripts[operation]; len(queue) > 0 && (next.fault.kind == pass || next.fault.kind == cut) {
		next.script, t.scripts[operation] = queue[0], queue[1:]
	}
	return next
}

// put sets an entry of a map that may not be there yet, or takes it out.
func put[V any](m *map[string]V, operation string, v V, keep bool) {
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
	if !s.knows(operation) {
		return
	}
	if fault.kind == status && (fault.answer.status < 200 || fault.answer.status > 599) {
		s.mistake("Fail: %d is no status of an answer", fault.answer.status)
		return
	}
	s.troubles.mu.Lock()
	defer s.troubles.mu.Unlock()
	queue := s.troubles.faults[operation]
	for range n {
		queue = append(queue, fault)
	}
	put(&s.troubles.faults, operation, queue, true)
}

// Delay holds every call of an operation up at a gate, before it takes effect. A nil gate ends that.
func (s *Server) Delay(operation string, gate Gate) {
	if !s.knows(operation) {
		return
	}
	s.troubles.mu.Lock()
	defer s.troubles.mu.Unlock()
	put(&s.troubles.delays, operation, gate, gate != nil)
}

// CutAfter cuts every answer of an operation after so many bytes of its body, as [Cut] does. A negative number ends that.
func (s *Server) CutAfter(operation string, bytes int) {
	if !s.knows(operation) {
		return
	}
	s.troubles.mu.Lock()
	defer s.troubles.mu.Unlock()
	put(&s.troubles.cuts, operation, bytes, bytes >= 0)
}
