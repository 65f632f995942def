package publishingtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/pagination"
)

// response is the result of a handler.
type response struct {
	status    int
	header    http.Header
	value     any  // value of the body, which is encoded as JSON; nil if there is no body
	unchanged bool // whether a write had no effect
	steps     []Step
	stream    bool

	encoded []byte // value as JSON
}

func respondOK(value any) (response, error) {
	return response{status: http.StatusOK, value: value}, nil
}

// respondUnchanged responds to a write that has no effect.
func respondUnchanged(value any) (response, error) {
	return response{status: http.StatusOK, value: value, unchanged: true}, nil
}

// respondAll responds with a list that has a single page.
func respondAll[T any](items []T) (response, error) {
	return respondOK(pagination.Page[T]{Items: items, Count: new(int64(len(items)))})
}

// respondCreated responds with a new resource. The header Location contains location, unless it is
// empty.
func respondCreated(value any, location string) (response, error) {
	resp := response{status: http.StatusCreated, value: value}
	if location != "" {
		resp.header = http.Header{"Location": {location}}
	}
	return resp, nil
}

// respondAdded responds to a POST to a list with the resource that it has added. The URL of the
// resource consists of that of the list and the ID.
func (c *call) respondAdded(value any, id string) (response, error) {
	return respondCreated(value, address(c.base+c.http.URL.EscapedPath(), id))
}

// respondDeleted responds to a delete. found reports whether the target existed.
func respondDeleted(found bool) (response, error) {
	status := http.StatusNoContent
	if found {
		status = http.StatusResetContent
	}
	return response{status: status, unchanged: !found}, nil
}

// encode encodes the value. It is called while the state is locked.
func (resp *response) encode() {
	if resp.value == nil {
		return
	}
	encoded, err := jsonx.Marshal(resp.value)
	if err != nil {
		*resp = errorResponse(err)
		encoded, _ = jsonx.Marshal(resp.value) // the error body has two plain fields
	}
	resp.encoded = encoded
}

// size returns the number of bytes of the body.
func (resp *response) size() int {
	size := len(resp.encoded)
	for _, step := range resp.steps {
		size += len(step.bytes)
	}
	return size
}

// sender sends a response.
type sender struct {
	w     http.ResponseWriter
	ctx   context.Context
	limit int  // bytes of the body to send before the connection is closed; negative for no limit
	pace  Gate // gate before each step of a stream; nil if there is none
}

func (s *sender) send(resp response) {
	if resp.status == http.StatusNoContent || resp.status == http.StatusNotModified {
		resp.encoded = nil // net/http permits no body
	}
	if resp.size() <= s.limit {
		s.limit = -1
	}
	header := s.w.Header()
	maps.Copy(header, resp.header)
	if resp.stream {
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-cache")
		s.w.WriteHeader(resp.status)
		s.flush()
		s.run(resp.steps)
		return
	}
	if resp.encoded != nil && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if resp.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(resp.encoded)))
	}
	s.w.WriteHeader(resp.status)
	s.write(resp.encoded)
}

// run sends the steps of a stream.
func (s *sender) run(steps []Step) {
	for _, step := range steps {
		if s.pace != nil && step.bytes != nil {
			s.pace(s.ctx)
		}
		if step.gate != nil {
			step.gate(s.ctx)
		}
		if s.ctx.Err() != nil || step.interrupt {
			s.abort()
		}
		s.write(step.bytes)
		s.flush()
	}
}

func (s *sender) write(data []byte) {
	truncate := s.limit >= 0 && len(data) >= s.limit
	if truncate {
		data = data[:s.limit]
	}
	if len(data) > 0 {
		if _, err := s.w.Write(data); err != nil {
			s.abort()
		}
	}
	if truncate {
		s.abort()
	}
	if s.limit > 0 {
		s.limit -= len(data)
	}
}

// abort closes the connection in the middle of the response, after flushing what was written.
func (s *sender) abort() {
	s.flush()
	panic(http.ErrAbortHandler)
}

func (s *sender) flush() {
	_ = http.NewResponseController(s.w).Flush() // an error means that there is nothing to flush
}

// failure is a response with a status other than 2xx.
type failure struct {
	status  int
	message string
	header  http.Header
	absent  bool // whether a resource in the path does not exist
}

func (f *failure) Error() string { return f.message }

func fail(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// notFound returns the error for an ID that does not exist. param is the name of the ID in the
// path.
func notFound(param, id string) *failure {
	return fail(http.StatusNotFound, "%s: there is no %q", param, id)
}

// invalid returns the error for a value in a request that violates a rule.
func invalid(field, want string, got any, id rule) error {
	text := fmt.Sprintf("%s: want %s, got %s", field, want, abbreviated(got))
	if id != "" {
		text += " [" + string(id) + "]"
	}
	return fail(http.StatusBadRequest, "%s", text)
}

// rejected returns the error of a call, with the configured status if the error is about invalid
// input.
func (c *config) rejected(err error) error {
	f, ok := errors.AsType[*failure](err)
	if !ok || f.status != http.StatusBadRequest {
		return err
	}
	return &failure{status: c.rejects, message: f.message, header: f.header}
}

// errorBody is the body of each response with a status other than 2xx.
type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	Code    int    `json:"code,omitzero"`
	Message string `json:"message"`
}

// errorResponse converts an error to a response.
func errorResponse(err error) response {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		f = fail(http.StatusInternalServerError, "%v", err)
	}
	return response{
		status: f.status, header: f.header, value: errorBody{errorDetail{f.status, f.message}},
	}
}

// abbreviated returns a value as JSON for use in a message. It truncates long JSON.
func abbreviated(v any) string {
	const most = 60
	if v == nil {
		return "none"
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // a text, a number, or what came from JSON
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return string(text)
}
