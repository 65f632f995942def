package publishingtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 32 << 20

// ServeHTTP serves a call. It makes a Server an [http.Handler], for tests that do not use the
// network and for programs that add their own routes. If a fault breaks the connection, ServeHTTP
// may panic with [http.ErrAbortHandler].
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if !s.enter() {
		http.Error(w, "the server is closed", http.StatusServiceUnavailable)
		return
	}
	defer s.leave()
	w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat)) // net/http would use the real time
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()
	req = req.WithContext(context.WithValue(ctx, serverKey{}, s.server))
	if isClean(req) {
		s.routes.mux.ServeHTTP(w, req)
	} else {
		s.serveUnknown(w, req)
	}
}

// serve serves a call of an operation. It contains the steps that are the same for all operations.
func (s *server) serve(w http.ResponseWriter, req *http.Request, o *op.Op, handle handler) {
	body, err := readBody(w, req)
	body = withoutCredentials(o, body)
	o = o.For(body)
	received := newCall(o, req, body, s.state.now())
	number := s.traffic.record(received)
	w.Header().Set("X-Request-ID", fmt.Sprintf("req_%d", number))
	send := &sender{w: w, ctx: req.Context(), limit: -1}
	reject := func(err error) {
		resp := errorResponse(err)
		resp.encode()
		send.send(resp)
	}
	if err != nil {
		reject(fail(http.StatusRequestEntityTooLarge,
			"body: want a complete body of at most %d bytes: %v", maxBody, err))
		return
	}
	by, err := s.authorize(o, req)
	if err != nil {
		reject(err)
		return
	}
	if err := s.rate.take(s.config, s.config.clock.now(), w.Header()); err != nil {
		reject(err)
		return
	}
	injected := s.injections.next(received)
	if injected.delay != nil {
		injected.delay(req.Context())
		if req.Context().Err() != nil {
			send.abort()
		}
	}
	if !injected.fault.afterCommit && injected.fault.inject(send) {
		return
	}
	var resp response
	if injected.script != nil {
		resp = streamResponse(injected.script)
	} else {
		resp = s.carryOut(&call{
			state: s.state, op: o, http: req, body: body, by: by, restricted: by.user != "",
		}, handle)
	}
	if injected.fault.afterCommit && injected.fault.inject(send) {
		return
	}
	send.limit, send.pace = injected.truncate, injected.pace
	send.send(injected.fault.changed(resp))
}

func readBody(w http.ResponseWriter, req *http.Request) ([]byte, error) {
	if req.Body == nil { // a request that did not come over the network
		return nil, nil
	}
	return io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
}

// carryOut runs a handler as the user who owns the token of the call, and counts the call if it
// took effect. If no user owns the token, it runs the handler as [Server.Caller].
func (s *server) carryOut(c *call, handle handler) response {
	defer s.mu.hold()()
	if c.by.user != "" {
		defer func(usual string) { s.state.caller = usual }(s.state.caller)
		s.state.caller = c.by.user
	}
	org, ok := c.organization() // before the call, which may delete the resource of the path
	resp, err := handle(c)
	if err != nil {
		resp = errorResponse(s.config.rejected(err))
	} else if !c.op.Reads() && !resp.unchanged {
		s.traffic.commit(c.op.Name)
		if ok {
			c.audit(org, resp)
		}
	}
	resp.encode()
	return resp
}

// checkLimits returns the error of an operation for values that violate a limit. The values of a
// seed may be incomplete, because the server generates missing values.
func (st *state) checkLimits(
	operation string, table limits.Table, in limits.Input, partial bool,
) error {
	v := table.Violation(in, limits.Choice{Description: true, Partial: partial})
	if v != nil && v.FromDescription {
		id := limitsRule(operation)
		if st.enabled(id) {
			return invalid(v.Field, v.Want, v.Value, id)
		}
		v = table.Violation(in, limits.Choice{Partial: partial})
	}
	if v == nil {
		return nil
	}
	return invalid(v.Field, v.Want, v.Value, "")
}

// checkParams returns the error of an operation for path parameters that violate a limit.
func checkParams(o *op.Op, param func(name string) string) error {
	for i, name := range o.Params() {
		if o.ParamCheck(i) == "match=pagepath" { // an invalid path is that of a page that does not exist
			continue
		}
		if err, broken := errors.AsType[*api.ValidationError](o.CheckParam(i, param(name))); broken {
			return invalid(err.Field, err.Rule, err.Value, "")
		}
	}
	return nil
}

// checked returns a handler that decodes a request and checks its values, and then calls the
// handler of the operation.
func checked(declared operation) handler {
	return func(c *call) (response, error) {
		if c.config.newer && removed[c.op.Name] {
			return response{}, fail(http.StatusNotFound,
				"%s: a newer service does not have this operation", c.op.Name)
		}
		if err := c.parse(); err != nil {
			return response{}, err
		}
		if err := c.checkSignedOn(); err != nil {
			return response{}, err
		}
		if err := checkParams(c.op, c.param); err != nil {
			return response{}, err
		}
		in := limits.Input{Query: c.query, Body: c.parsed}
		if err := c.checkLimits(c.op.Name, declared.limits, in, false); err != nil {
			return response{}, err
		}
		return declared.handle(c)
	}
}
