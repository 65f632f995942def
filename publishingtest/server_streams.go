package publishingtest

import (
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// A Step is a part of a scripted stream. [Event], [Bytes], [Wait] and [Interrupt] return one.
type Step struct {
	bytes     []byte
	gate      Gate
	interrupt bool
}

// Event returns a step that sends an event with a name and data. An empty name is omitted. Each
// line of data becomes a data field of the event.
func Event(name, data string) Step {
	var b strings.Builder
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	for line := range strings.SplitSeq(data, "\n") {
		b.WriteString("data: " + line + "\n")
	}
	b.WriteString("\n")
	return Bytes(b.String())
}

// Bytes returns a step that sends raw bytes.
func Bytes(raw string) Step { return Step{bytes: []byte(raw)} }

// Wait returns a step that blocks the stream at a gate.
func Wait(gate Gate) Step { return Step{gate: gate} }

// Interrupt returns a step that closes the connection before the stream has ended.
func Interrupt() Step { return Step{interrupt: true} }

// done is the event that ends a stream of the service.
var done = Event("done", "{}")

// ScriptStream replaces the response to the next call of a streaming operation by a stream of the
// given steps. Each step is flushed. The stream ends after the last step; it contains an event
// named done only if that is one of the steps. If ScriptStream is called several times, the scripts
// apply to one call after the other. An operation that does not stream fails the test.
func (s *Server) ScriptStream(operation string, steps ...Step) {
	if !s.knowsOperation(operation) {
		return
	}
	if s.ops[operation].Class != op.Stream {
		s.mistake("ScriptStream: %s does not stream", operation)
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	script := append([]Step{}, steps...) // not nil, since a script may be empty
	setOrDelete(&s.injections.scripts, operation, append(s.injections.scripts[operation], script), true)
}

// Pace blocks each event in the streams of an operation at a gate, including the event that ends a
// stream. A nil gate removes the pace.
func (s *Server) Pace(operation string, gate Gate) {
	if !s.knowsOperation(operation) {
		return
	}
	s.injections.mu.Lock()
	defer s.injections.mu.Unlock()
	setOrDelete(&s.injections.paces, operation, gate, gate != nil)
}

func streamResponse(steps []Step) response {
	return response{status: http.StatusOK, stream: true, steps: steps}
}

// streamMessages responds with a stream that has an event for each value.
func streamMessages[T any](values []T) (response, error) {
	steps := make([]Step, 0, len(values)+1)
	for _, value := range values {
		data, err := jsonx.Marshal(value)
		if err != nil {
			return response{}, err
		}
		steps = append(steps, Event("", string(data)))
	}
	return streamResponse(append(steps, done)), nil
}
