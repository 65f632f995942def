package publishingtest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/richtext"
)

// A Step is a part of a scripted stream. [AskEvent], [TextEvent], [QuestionEvent], [DoneEvent],
// [ErrorEvent], [Event], [Bytes], [Wait] and [Interrupt] return steps. [Streams.Script] rejects the
// zero Step.
type Step struct {
	bytes     []byte
	gate      Gate
	interrupt bool
	of        []string // operations that send the event; empty means all
	err       error    // reason why there is no event
}

// AskEvent returns a step that sends a message of Orgs.Ask.Stream or Sites.Ask.Stream. An empty
// Type means [ask.EventTypeAnswer], and nil lists in the event are sent as empty lists. The event
// is sent with the Name in event. For a message that the type cannot express, use [Event].
func AskEvent(event ask.Event) Step {
	fill(&event.Type, ask.EventTypeAnswer)
	return typedEvent(event.Name, event, "Orgs.Ask.Stream", "Sites.Ask.Stream")
}

// TextEvent returns a step that sends a message of Orgs.Ask.Stream or Sites.Ask.Stream. The message
// contains a text in Markdown, but no sources and no follow-up questions.
func TextEvent(markdown string) Step {
	return AskEvent(ask.Event{Answer: &ask.Answer{Answer: new(richtext.Markdown(markdown))}})
}

// QuestionEvent returns a step that sends a message of Orgs.Ask.StreamQuestions or
// Sites.Ask.StreamQuestions.
func QuestionEvent(question string) Step {
	return typedEvent("", ask.RecommendedQuestion{Question: question},
		"Orgs.Ask.StreamQuestions", "Sites.Ask.StreamQuestions")
}

// DoneEvent returns a step that sends the event named done. The service ends a complete stream with
// this event, and the client ignores everything after it.
func DoneEvent() Step { return done }

// ErrorEvent returns a step that sends the event named error with an error body. The body has no
// code if the code is 0: the service has been seen to send a message alone. The client returns an
// [api.StreamError].
func ErrorEvent(code int, message string) Step {
	return typedEvent("error", errorBody{errorDetail{code, message}})
}

// typedEvent returns a step that sends a value of the SDK as JSON.
func typedEvent(name string, value any, operations ...string) Step {
	data, err := jsonx.Marshal(value)
	step := Event(name, string(data))
	step.of, step.err = operations, err
	return step
}

// Event returns a step that sends an event with the given name and data. An empty name is omitted.
// Each line of data becomes a data field of the event.
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

// done is the event with which the service has been seen to end a stream.
var done = Event("done", "done")

// flaw returns the reason why an operation can never send the step, or "" if it can.
func (step Step) flaw(operation string) string {
	switch {
	case step.err != nil:
		return step.err.Error()
	case step.bytes == nil && step.gate == nil && !step.interrupt:
		return "the step is zero, or the gate of Wait is nil"
	case len(step.of) > 0 && !slices.Contains(step.of, operation):
		return "the event belongs to " + strings.Join(step.of, " and ")
	}
	return ""
}

// Script replaces the response to the next call of a streaming operation with a stream of the given
// steps. The server flushes each step. The stream ends after the last step. It contains an event
// named done only if a step sends one. If Script is called several times, each script applies to
// one call, in order. The server does not check such a call, except for its token. The test fails
// if the operation does not stream, or if a step can never be sent, such as a step after an
// [Interrupt].
func (s Streams) Script(operation string, steps ...Step) {
	server := open(s.server)
	server.knowsOperation(operation)
	server.mistakeIf(server.routes.ops[operation].Class != op.Stream, "%s does not stream", operation)
	for i, step := range steps {
		if flaw := step.flaw(operation); flaw != "" {
			server.mistake("step %d: %s", i+1, flaw)
		}
		server.mistakeIf(step.interrupt && i+1 < len(steps),
			"step %d: the stream has ended with the Interrupt before it", i+2)
	}
	defer server.injections.mu.hold()()
	script := append([]Step{}, steps...) // not nil, since a script may be empty
	setOrDelete(&server.injections.scripts, operation,
		append(server.injections.scripts[operation], script), true)
}

// Delay blocks each event in the streams of an operation at a gate, including the event that ends a
// stream. A nil gate removes the block. The test fails if the operation does not stream.
func (s Streams) Delay(operation string, gate Gate) {
	server := open(s.server)
	server.knowsOperation(operation)
	server.mistakeIf(server.routes.ops[operation].Class != op.Stream, "%s does not stream", operation)
	defer server.injections.mu.hold()()
	setOrDelete(&server.injections.paces, operation, gate, gate != nil)
}

func streamResponse(steps []Step) response {
	return response{status: http.StatusOK, stream: true, steps: steps}
}

// streamMessages responds with a stream that has an event for each value.
func streamMessages[T any](values []T) (response, error) {
	var steps []Step
	for _, value := range values {
		steps = append(steps, typedEvent("", value))
	}
	return streamResponse(append(steps, done)), nil
}
