package publishingtest

import (
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Step is a part of a scripted stream. It is made by [Event], [Bytes], [Wait] or [Interrupt].
type Step struct {
	bytes  []byte
	gate   Gate
	broken bool
}

// Event sends an event. An empty name is left out; each line of data is a line of the event.
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

// Bytes sends bytes as they are.
func Bytes(raw string) Step { return Step{bytes: []byte(raw)} }

// Wait holds the stream up at a gate.
func Wait(gate Gate) Step { return Step{gate: gate} }

// Interrupt ends the connection without an end of the stream.
func Interrupt() Step { return Step{broken: true} }

// done is the event a stream of the service ends with.
var done = Event("done", "{}")

// ScriptStream answers the next call of a streaming operation with the given steps, each sent at once, in place of what the service would
// stream. The stream ends after the last step, with an event named done only if that is one of them. Scripts are used up in order. An
// operation that does not stream is a mistake.
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
	script := append([]Step{}, steps...) // a stream without events is a script too
	setOrDelete(&s.injections.scripts, operation, append(s.injections.scripts[operation], script), true)
}

// Pace holds up every event of an operation's streams at a gate, the one that ends the stream too. A nil gate ends that.
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

// messages streams values, one an event.
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
