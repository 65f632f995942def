package publishingtest

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// maxBody bounds the body of a request.
const maxBody = 32 << 20

// ServeHTTP answers a call. It makes a server a handler, for tests that go without the network; what breaks the connection is then a panic
// with [http.ErrAbortHandler].
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if !s.enter() {
		http.Error(w, "the server is closed", http.StatusServiceUnavailable)
		return
	}
	defer s.calls.Done()
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()
	req = req.WithContext(ctx)
	if isClean(req) {
		s.routes.ServeHTTP(w, req)
	} else {
		s.serveUnknown(w, req)
	}
}

// serve answers a call of an operation: all that is the same for each of them.
func (s *Server) serve(w http.ResponseWriter, req *http.Request, o *op.Op, handle handler) {
	body, err := readBody(w, req)
	number := s.traffic.record(newCall(o.Name, req, body, s.state.now()))
	w.Header().Set("X-Request-ID", fmt.Sprintf("req_%d", number))
	send := &sender{w: w, ctx: req.Context(), limit: -1}
	refuse := func(err error) {
		a := failed(err)
		a.encode()
		send.send(a)
	}
	if err != nil {
		refuse(fail(http.StatusRequestEntityTooLarge, "body: want at most %d bytes that arrive whole: %v", maxBody, err))
		return
	}
	if err := s.authorize(req); err != nil {
		refuse(err)
		return
	}
	if err := s.rate.take(s.config, s.config.clock(), w.Header()); err != nil {
		refuse(err)
		return
	}
	trouble := s.troubles.next(o.Name)
	if trouble.delay != nil {
		trouble.delay(req.Context())
		if req.Context().Err() != nil {
			send.abort()
		}
	}
	if !trouble.fault.late && trouble.fault.inflict(send) {
		return
	}
	var a answer
	if trouble.script != nil {
		a = streamed(trouble.script)
	} else {
		a = s.carryOut(&request{state: s.state, op: o, http: req, body: body}, handle)
	}
	if trouble.fault.late && trouble.fault.inflict(send) {
		return
	}
	send.limit, send.pace = trouble.cut, trouble.pace
	send.send(a)
}

func readBody(w http.ResponseWriter, req *http.Request) ([]byte, error) {
	if req.Body == nil { // a request that came without the network
		return nil, nil
	}
	return io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
}

// carryOut runs a handler on the state and counts what took effect.
func (s *Server) carryOut(r *request, handle handler) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := handle(r)
	if err != nil {
		a = failed(err)
	} else if !r.op.Reads() && !a.unchanged {
		s.traffic.commit(r.op.Name)
	}
	a.encode()
	return a
}

// checked puts what is asked of every request before a handler.
func checked(own operation) handler {
	return func(r *request) (answer, error) {
		if err := r.parse(); err != nil {
			return answer{}, err
		}
		in := limits.Input{Path: r.id, Query: r.query, Body: r.parsed}
		if v := own.limits.Violation(r.op.Name, in, func(id string) bool { return r.holds(rule(id)) }); v != nil {
			return answer{}, broken(v.Field, v.Want, v.Value, rule(v.ID))
		}
		return own.handle(r)
	}
}
