package publishingtest

import (
	"context"
	"maps"
	"net/http"
	"strconv"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// answer is what a handler returns.
type response struct {
	status    int
	header    http.Header
	value     any  // sent as JSON, nil for no body
	unchanged bool // a write that had nothing to do
	steps     []Step
	stream    bool

	encoded []byte // of value
}

func respondOK(value any) (response, error) {
	return response{status: http.StatusOK, value: value}, nil
}

// created answers with what was made and, if location is not empty, where it is.
func respondCreated(value any, location string) (response, error) {
	a := response{status: http.StatusCreated, value: value}
	if location != "" {
		a.header = http.Header{"Location": {location}}
	}
	return a, nil
}

// deleted answers a delete.
func (c *call) respondDeleted(found bool) (response, error) {
	status := http.StatusNoContent
	if found && c.enabled(ruleOf(c.op, "deleted-205")) || !found && !c.enabled(ruleOf(c.op, "absent-204")) {
		status = http.StatusResetContent
	}
	return response{status: status, unchanged: !found}, nil
}

// encode makes the value bytes while the state is locked.
func (a *response) encode() {
	if a.value == nil {
		return
	}
	encoded, err := jsonx.Marshal(a.value)
	if err != nil {
		*a = errorResponse(err)
		encoded, _ = jsonx.Marshal(a.value) // two plain fields
	}
	a.encoded = encoded
}

// sender writes an answer.
type sender struct {
	w     http.ResponseWriter
	ctx   context.Context
	limit int  // bytes of the body to send before the connection is cut; negative is no limit
	pace  Gate // before each step of a stream, nil for none
}

func (s *sender) send(a response) {
	header := s.w.Header()
	maps.Copy(header, a.header)
	if a.stream {
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-cache")
		s.w.WriteHeader(a.status)
		s.flush()
		s.run(a.steps)
		return
	}
	if a.encoded != nil && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if a.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(a.encoded)))
	}
	s.w.WriteHeader(a.status)
	s.write(a.encoded)
}

// run takes the steps of a stream.
func (s *sender) run(steps []Step) {
	for _, step := range steps {
		if s.pace != nil && step.bytes != nil {
			s.pace(s.ctx)
		}
		if step.gate != nil {
			step.gate(s.ctx)
		}
		if s.ctx.Err() != nil || step.broken {
			s.abort()
		}
		s.write(step.bytes)
		s.flush()
	}
}

func (s *sender) write(data []byte) {
	cut := s.limit >= 0 && len(data) >= s.limit
	if cut {
		data = data[:s.limit]
	}
	if len(data) > 0 {
		if _, err := s.w.Write(data); err != nil {
			s.abort()
		}
	}
	if cut {
		s.abort()
	}
	if s.limit > 0 {
		s.limit -= len(data)
	}
}

// abort ends the connection in the middle of the answer, after what was written has left.
func (s *sender) abort() {
	s.flush()
	panic(http.ErrAbortHandler)
}

func (s *sender) flush() {
	_ = http.NewResponseController(s.w).Flush() // a writer that cannot flush has nothing to wait for
}
