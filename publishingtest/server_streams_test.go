package publishingtest_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

const opStream = "Orgs.Ask.Stream"

// stream iterates over a streamed answer and returns the texts of its messages and the final error.
func (w *world) stream(t *testing.T, each func()) (texts []string, end error) {
	t.Helper()
	for event, err := range w.client.Orgs.Ask.Stream(t.Context(), w.org, orgs.AskQuestion{Question: "publish"}, orgs.AskStreamOptions{}) {
		if err != nil {
			return texts, err
		}
		texts = append(texts, event.Answer.Markdown())
		each()
	}
	return texts, nil
}

func nothing() {}

func message(text string) string {
	return `{"type":"answer","answer":{"answer":{"markdown":` + quoted(text) + `},"followupQuestions":[],"sources":[]}}`
}

func TestEachEventIsFlushed(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	want := must(w.stream(t, nothing))(t)
	pass := make(chan struct{}, 1)
	pass <- struct{}{}
	w.Streams.Delay(opStream, publishingtest.Until(pass))
	// An event passes the gate only after the previous one was read.
	got := must(w.stream(t, func() { pass <- struct{}{} }))(t)
	require.Equal(t, want, got)
	w.Streams.Delay(opStream, nil)
	got = must(w.stream(t, nothing))(t)
	require.Equal(t, want, got)
}

func TestScriptReplacesTheResponse(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	read := make(chan struct{}, 1)
	w.Streams.Script(opStream,
		publishingtest.Bytes(": welcome\r\n\r\n"),
		publishingtest.Event("", message("one")),
		publishingtest.Wait(publishingtest.Until(read)),
		publishingtest.Bytes("data: "+message("t")[:20]),
		publishingtest.Bytes(message("t")[20:]+"\n\n"),
		publishingtest.Wait(publishingtest.Until(read)),
		publishingtest.Event("answer", message("three")),
		publishingtest.Event("done", "{}"),
		publishingtest.Event("", message("too late")),
	)
	got := must(w.stream(t, func() {
		select {
		case read <- struct{}{}:
		default:
		}
	}))(t)
	require.Equal(t, []string{"one", "t", "three"}, got)

	got = must(w.stream(t, nothing))(t)
	require.Greater(t, len(got), 3, "a script is for one call")
	require.Equal(t, 2, w.Calls.Count(opStream))
}

func TestScriptsAreUsedInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Streams.Script(opStream, publishingtest.Event("", message("first")))
	w.Streams.Script(opStream)
	w.Streams.Script(opStream, publishingtest.Event("", message("third")))
	for _, want := range [][]string{{"first"}, nil, {"third"}} {
		require.Equal(t, want, must(w.stream(t, nothing))(t))
	}
}

func TestScriptOfAnErrorEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Streams.Script(opStream, publishingtest.Event("", message("one")), publishingtest.Event("error", `{"error":{"code":500,"message":"out of\nwords"}}`))
	got, err := w.stream(t, nothing)
	require.Equal(t, []string{"one"}, got)
	failure, ok := errors.AsType[*api.StreamError](err)
	require.True(t, ok, err)
	require.Equal(t, "out of\nwords", failure.Message)
}

func TestEventOfSeveralLines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Streams.Script(opStream, publishingtest.Event("note", "a\nb\n\nc"))
	w.lax = true // the service sends no such event
	got := w.send(t, http.MethodGet, w.at("/ask/stream?query=x"), "")
	require.Equal(t, "event: note\ndata: a\ndata: b\ndata: \ndata: c\n\n", got.body)
}

func TestInterruptedStream(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	w.Streams.Script(opStream, publishingtest.Event("", message("one")), publishingtest.Interrupt())
	got, err := w.stream(t, nothing)
	require.Equal(t, []string{"one"}, got)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)

	whole := must(w.stream(t, nothing))(t)
	w.Faults.Add(opStream, 1, publishingtest.Truncate(len("data: ")+len(`{"type":"answer","answer":{"answer":{"markdown":"`)))
	got, err = w.stream(t, nothing)
	require.Empty(t, got)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	w.Faults.TruncateAfter(opStream, 300)
	got, err = w.stream(t, nothing)
	require.NotEmpty(t, got)
	require.Less(t, len(got), len(whole))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	w.Faults.TruncateAfter(opStream, -1)
	got = must(w.stream(t, nothing))(t)
	require.Equal(t, whole, got)
}

func TestStreamThatIsRejected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Streams.Script(opStream, publishingtest.Event("", message("one")))
	w.Faults.Add(opStream, 1, publishingtest.Status(http.StatusPaymentRequired))
	_, err := w.stream(t, nothing)
	failure, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, err)
	require.Equal(t, http.StatusPaymentRequired, failure.Status)
	require.Equal(t, []string{"one"}, must(w.stream(t, nothing))(t), "a call that fails uses up no script")
}

func TestStreamWhoseReaderStops(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	w.Streams.Script(opStream, publishingtest.Event("", message("one")), publishingtest.Wait(publishingtest.Forever))
	for _, err := range w.client.Orgs.Ask.Stream(t.Context(), w.org, orgs.AskQuestion{Question: "x"}, orgs.AskStreamOptions{}) {
		require.NoError(t, err)
		break
	}
	// The end of the test closes the server, which would hang if the gate did.
}

// TestTypedEventsAreThoseOfTheService compares the events that the builders return with the JSON
// that the service sends.
func TestTypedEventsAreThoseOfTheService(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		operation string
		step      publishingtest.Step
		want      string
	}{
		"text":     {opStream, publishingtest.TextEvent("one"), "data: " + message("one") + "\n\n"},
		"question": {"Orgs.Ask.StreamQuestions", publishingtest.QuestionEvent("Why?"), `data: {"question":"Why?"}` + "\n\n"},
		"done":     {opStream, publishingtest.DoneEvent(), "event: done\ndata: done\n\n"},
		"error":    {opStream, publishingtest.ErrorEvent(429, "slow\ndown"), "event: error\n" + `data: {"error":{"code":429,"message":"slow\ndown"}}` + "\n\n"},
		"error without a code": {
			opStream, publishingtest.ErrorEvent(0, "slow down"), "event: error\n" + `data: {"error":{"message":"slow down"}}` + "\n\n",
		},
		"another type, with a name": {
			opStream, publishingtest.AskEvent(ask.Event{Type: "thinking", Name: "thought"}),
			"event: thought\n" + `data: {"type":"thinking"}` + "\n\n",
		},
		"sources": {
			opStream,
			publishingtest.AskEvent(ask.Event{Answer: &ask.Answer{
				FollowupQuestions: []string{"Why?"},
				Sources:           []ask.Source{{Type: ask.SourceTypePage, Page: "start", Revision: "r", Space: "wiki", Sections: []string{}}},
			}}),
			`data: {"type":"answer","answer":{"followupQuestions":["Why?"],` +
				`"sources":[{"type":"page","page":"start","revision":"r","space":"wiki","sections":[]}]}}` + "\n\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.lax = true // the service sends no such stream
			w.Streams.Script(c.operation, c.step)
			path := map[string]string{opStream: "/ask/stream?query=x", "Orgs.Ask.StreamQuestions": "/ask/questions/stream"}[c.operation]
			require.Equal(t, c.want, w.send(t, http.MethodGet, w.at(path), "").body)
		})
	}
}

func TestTypedEventsOfAScript(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Streams.Script(opStream, publishingtest.TextEvent("one"), publishingtest.TextEvent("two"), publishingtest.ErrorEvent(http.StatusTooManyRequests, "slow down"))
	got, err := w.stream(t, nothing)
	require.Equal(t, []string{"one", "two"}, got)
	require.ErrorIs(t, err, api.ErrRateLimited)
	w.Streams.Script(opStream, publishingtest.TextEvent("one"), publishingtest.DoneEvent(), publishingtest.TextEvent("ignored"))
	got = must(w.stream(t, nothing))(t)
	require.Equal(t, []string{"one"}, got)
}
