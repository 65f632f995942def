package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// answerEvent is a message of a stream.
func answerEvent(markdown string) publishingtest.Step {
	return publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":"`+markdown+`"},"followupQuestions":[],"sources":[]}}`)
}

// A recorder records what is written, and calls then when that contains a text.
type recorder struct {
	mu   sync.Mutex
	text bytes.Buffer
	when string
	then func()
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.text.Write(p)
	if r.then != nil && strings.Contains(r.text.String(), r.when) {
		r.then()
		r.then = nil
	}
	return n, err
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// talk runs a chat with lines of input.
func talk(t *testing.T, server *publishingtest.Server, orgID, question, input string) (out, notes string, err error) {
	t.Helper()
	var written, noted recorder
	err = newChat(server.Client(), orgID, console{in: strings.NewReader(input), out: &written, notes: &noted, asks: true}).run(t.Context(), question)
	return written.String(), noted.String(), err
}

func TestSourcesArePrintedByTitleAndPath(t *testing.T) {
	t.Parallel()
	for _, mode := range []ask.TextMode{ask.TextModeCumulative, ask.TextModeDelta} {
		server := publishingtest.NewServer(t, publishingtest.WithTextMode(mode))
		demo := server.SeedDemo()
		out, _, err := talk(t, server, demo.Organization, "share links", "")
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(out, "From \"Publishing\":\n\nCreate a docs site, add one or more spaces to it, and press **Publish**."), out)
		require.Equal(t, 1, strings.Count(out, "delete it for good.\n\nSources:\n"), out)
		require.Contains(t, out, "\n  Publishing (publishing), \"Publish a site\": The page mentions links, share.\n")
		require.Contains(t, out, "\n  Share links (publishing/share-links), \"Make a share link\", \"Switch a share link off\": The page mentions links, share.\n")
		require.Equal(t, 2, server.Calls.Count("Spaces.Revisions.Pages.Get"), "one call for a page")
	}
}

func TestSourcesThatCannotBeReadArePrintedByID(t *testing.T) {
	t.Parallel()
	for _, status := range []int{403, 404} {
		server := publishingtest.NewServer(t)
		demo := server.SeedDemo()
		server.Faults.Add("Spaces.Revisions.Pages.Get", 1, publishingtest.Status(status))
		server.Faults.Add("Spaces.Pages.Get", 1, publishingtest.Status(status))
		out, _, err := talk(t, server, demo.Organization, "share links", "")
		require.NoError(t, err)
		require.Contains(t, out, "\n  page page_2 of space "+demo.Spaces[0]+": The page mentions")
	}
}

func TestQuestionIsChosenByItsNumber(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	_, notes, err := talk(t, server, demo.Organization, "", "2\n9\n0\n1\nsomething else\n\n")
	require.NoError(t, err)
	require.Contains(t, notes, `  2  What does "Publishing" say?`)
	require.Contains(t, notes, "There is no question 9.")
	require.Contains(t, notes, "There is no question 0.")
	var asked []string
	for _, call := range server.Calls.All("Orgs.Ask.Stream") {
		asked = append(asked, call.Query.Get("query"))
	}
	require.Equal(t, []string{`What does "Publishing" say?`, `What does "Share links" say?`, "something else"}, asked)
	require.Equal(t, 1, server.Calls.Count("Orgs.Ask.StreamQuestions"))
}

func TestRecommendedQuestionsFollowAnAnswerWithoutQuestions(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("Yes."), publishingtest.DoneEvent())
	out, notes, err := talk(t, server, demo.Organization, "Is it?", "")
	require.NoError(t, err)
	require.Equal(t, "Yes.\n", out)
	require.Contains(t, notes, `  5  What does "Authentication" say?`)
	require.Equal(t, 1, server.Calls.Count("Orgs.Ask.Questions"))
}

func TestQuestionIsAnsweredOnceIfInputIsNoTerminal(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out recorder
	on := console{in: unread{t}, out: &out, notes: io.Discard}
	require.NoError(t, newChat(server.Client(), demo.Organization, on).run(t.Context(), "tokens"))
	require.Contains(t, out.String(), "bearer token")
	require.Zero(t, server.Calls.Count("Orgs.Ask.Questions"))
}

// unread is an input that must not be read from.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("standard input was read")
	return 0, io.EOF
}

func TestAnswerWithoutText(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.Event("", `{"type":"thinking"}`), publishingtest.DoneEvent())
	out, _, err := talk(t, server, demo.Organization, "Why?", "")
	require.NoError(t, err)
	require.Equal(t, "There is no answer.\n", out)
}

func TestAnswerIsPrintedAsItStreams(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	// The second message is not sent before the first has been printed.
	written := make(chan struct{})
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("First"), publishingtest.Wait(publishingtest.Until(written)), answerEvent("First, then"), publishingtest.DoneEvent())
	out := &recorder{when: "First", then: func() { close(written) }}
	require.NoError(t, newChat(server.Client(), demo.Organization, console{out: out, notes: io.Discard}).run(t.Context(), "When?"))
	require.Equal(t, "First, then\n", out.String())
}

func TestCorrectedAnswerIsPrintedAgain(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("a"), answerEvent("ab"), answerEvent("c"), publishingtest.DoneEvent())
	out, _, err := talk(t, server, demo.Organization, "Pieces?", "")
	require.NoError(t, err)
	require.Equal(t, "ababc\n\naabc\n", out)
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) {
	server := publishingtest.NewServer(t)
	proxytest.Change(t, server, server.SeedDemo().Organization, proxytest.Control)
	proxytest.RequirePrintableOutput(t, []string{"share links"})
	t.Setenv(publishing.EnvToken, server.Token())

	for _, style := range []string{"dark", "light", "dracula", "tokyo-night", "pink"} {
		for _, colors := range []bool{true, false} {
			var out, notes recorder
			require.Equal(t, 0, run(t.Context(), nil, console{in: strings.NewReader("1\n"), out: &out, notes: &notes, asks: true, width: 60, colors: colors, style: style}), notes.String())
			require.Contains(t, out.String(), "&#27;]0;title&#7;", "a reference is displayed as it is written")
			require.NotContains(t, out.String(), "\x1b[8m")
			if colors {
				require.Contains(t, out.String(), "\x1b[", style)
			}
			proxytest.RequirePrintable(t, regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(out.String(), ""))
			proxytest.RequirePrintable(t, notes.String())
		}
	}
}

func TestInterruptedAnswerEndsItsLine(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	for width, want := range map[int]string{0: "One.\n\nTwo\n", 80: "  One.\n\n  Two\n"} {
		server.Streams.Script("Orgs.Ask.Stream", answerEvent(`One.\n\nTwo`), publishingtest.Wait(publishingtest.Forever))
		ctx, interrupt := context.WithCancel(t.Context())
		out, notes := &recorder{when: "One.", then: interrupt}, &recorder{}
		require.Equal(t, interrupted, run(ctx, []string{"Why?"}, console{out: out, notes: notes, width: width}))
		require.Equal(t, want, out.String())
		require.Equal(t, "\nWhy?\n\nInterrupted.\n", notes.String())
	}
}

func TestInterruptAtThePromptEndsItsLine(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	ctx, interrupt := context.WithCancel(t.Context())
	in, typing := io.Pipe() // nobody types
	t.Cleanup(func() { require.NoError(t, typing.Close()) })
	notes := &recorder{when: "nothing to end: ", then: interrupt}
	require.Equal(t, interrupted, run(ctx, nil, console{in: in, out: io.Discard, notes: notes, asks: true}))
	require.True(t, strings.HasSuffix(notes.String(), "nothing to end: \nInterrupted.\n"), "%q", notes)
}

func TestTruncatedAnswerIsAnError(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("Half a"), publishingtest.Interrupt())
	var out, notes recorder
	require.Equal(t, 1, run(t.Context(), []string{"Why?"}, console{out: &out, notes: &notes}))
	require.Equal(t, "Half a\n", out.String())
	require.Contains(t, notes.String(), "\nask: Orgs.Ask.Stream: ")
	require.Equal(t, 1, server.Calls.Count("Orgs.Ask.Stream"), "a second answer costs money and may differ")
}

func TestAnswerThatCannotBeDecodedIsAnError(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("Do not"),
		publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":["press Delete."]}}}`), publishingtest.Event("done", ""))
	out, _, err := talk(t, server, demo.Organization, "Now?", "")
	require.Equal(t, "Do not\n", out)
	require.ErrorContains(t, err, "parts of the answer may be missing: ")
}

func TestAnswerWhoseEndIsNotAnnouncedIsAnError(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", answerEvent("To publish, first"))
	out, _, err := talk(t, server, demo.Organization, "How?", "")
	require.Equal(t, "To publish, first\n", out)
	require.ErrorContains(t, err, "the answer may be incomplete: ")
}

func TestSourcesOfEachTypeArePrinted(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":"So."},"followupQuestions":[],"sources":[
		{"type":"record","record":"r","site":"s","title":"Runbook","url":"https://runbook.example"},{"type":"moon"},{"type":"moon"}]}}`), publishingtest.DoneEvent())
	out, _, err := talk(t, server, demo.Organization, "How?", "")
	require.NoError(t, err)
	require.Equal(t, "So.\n\nSources:\n  Runbook (https://runbook.example)\n  a source of the type \"moon\"\n", out)
}

func TestAskRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	var out, notes recorder
	require.Equal(t, 0, run(t.Context(), []string{"How", "do", "I", "publish?"}, console{out: &out, notes: &notes}))
	require.Contains(t, out.String(), "press **Publish**")
	require.Equal(t, "Using the in-memory server.\n\nHow do I publish?\n\n", notes.String())
	require.Equal(t, 0, run(t.Context(), []string{"-h"}, console{out: &out, notes: &notes}))
	require.Contains(t, out.String(), "usage: ask [question]")
	require.Equal(t, 1, run(t.Context(), []string{"-x"}, console{out: &out, notes: &notes}))
	require.Contains(t, notes.String(), "ask: flag provided but not defined: -x\nusage:")
}
