package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A site is a proxy between the in-memory server and a browser.
type site struct {
	url  string
	demo publishingtest.Demo
	log  *recorder
	web  *httptest.Server
}

// open starts a proxy that passes on a number of streams at the same time. They end only if a test
// ends them.
func open(t *testing.T, service *publishingtest.Server, streams int) site {
	t.Helper()
	s := site{demo: service.SeedDemo(), log: &recorder{}}
	log := slog.New(slog.NewTextHandler(s.log, nil))
	s.web = httptest.NewUnstartedServer(nil)
	s.web.Config = web.NewServer(newProxy(service.Client(publishing.WithIdleTimeout(-1)), s.demo.Organization, "", streams, log).handler(), log)
	s.web.Start()
	t.Cleanup(s.web.Close)
	s.url = s.web.URL
	return s
}

// A recorder records what is written.
type recorder struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// done is the event that ends a complete answer.
var done = publishingtest.Event("done", "")

// message is a message of a stream that contains the answer so far.
func message(markdown string) publishingtest.Step {
	return publishingtest.TextEvent(markdown)
}

func messageWith(answer ask.Answer) publishingtest.Step {
	return publishingtest.AskEvent(ask.Event{Answer: &answer})
}

// gone returns a gate that blocks until the caller closes the stream, and a channel that is closed
// then.
func gone() (publishingtest.Gate, <-chan struct{}) {
	closed := make(chan struct{})
	return func(ctx context.Context) {
		<-ctx.Done()
		close(closed)
	}, closed
}

// request returns what a browser sends to ask a question.
func request(ctx context.Context, t *testing.T, url, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/ask", strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

// A reply is a response of the proxy.
type reply struct {
	status int
	header http.Header
	body   *bufio.Reader
}

// ask asks a question.
func (s site) ask(ctx context.Context, t *testing.T) reply {
	t.Helper()
	return s.do(t, request(ctx, t, s.url, `{"question":"Why?"}`))
}

func (s site) do(t *testing.T, r *http.Request) reply {
	t.Helper()
	response, err := s.web.Client().Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { response.Body.Close() })
	return reply{response.StatusCode, response.Header, bufio.NewReader(response.Body)}
}

// line reads a line.
func (r reply) line(t *testing.T) string {
	t.Helper()
	read, err := r.body.ReadString('\n')
	require.NoError(t, err)
	return read
}

// text reads to the end.
func (r reply) text(t *testing.T) string {
	t.Helper()
	text, err := io.ReadAll(r.body)
	require.NoError(t, err)
	return string(text)
}

func TestEventsArriveWhileTheAnswerIsWritten(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	read := make(chan struct{})
	service.Streams.Script("Orgs.Ask.Stream", message("First"), publishingtest.Wait(publishingtest.Until(read)), message("First, then"), done)
	response := s.ask(t.Context(), t)
	require.Equal(t, "text/event-stream", response.header.Get("Content-Type"))
	require.Equal(t, "no", response.header.Get("X-Accel-Buffering"))
	require.Equal(t, "event: append\n", response.line(t))
	require.Equal(t, "data: \"First\"\n", response.line(t))
	close(read) // the service sends the rest only now
	require.Equal(t, "\nevent: append\ndata: \", then\"\n\nevent: sources\ndata: []\n\nevent: followups\ndata: []\n\nevent: done\ndata: null\n\n", response.text(t))
	require.Equal(t, "Why?", service.Calls.All("Orgs.Ask.Stream")[0].Query.Get("query"))
}

func TestCallEndsWhenTheBrowserLeaves(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	gate, closed := gone()
	service.Streams.Script("Orgs.Ask.Stream", message("Half a"), publishingtest.Wait(gate))
	ctx, leave := context.WithCancel(t.Context())
	require.Equal(t, "event: append\n", s.ask(ctx, t).line(t))
	leave()
	<-closed
	s.web.Close() // waits for the handler
	require.Contains(t, s.log.String(), "level=INFO msg=\"request failed\"")
}

func TestFailureIsAnEventAfterThePartialAnswer(t *testing.T) {
	t.Parallel()
	const partial = "event: append\ndata: \"Half a\"\n\n"
	for name, test := range map[string]struct {
		steps []publishingtest.Step
		want  string
	}{
		"an event named error": {
			[]publishingtest.Step{message("Half a"), publishingtest.Event("error", `{"error":{"code":500,"message":"no, `+publishingtest.DefaultToken+`"}}`)},
			partial + "event: error\ndata: \"The call to the service failed.\"\n\n",
		},
		"too many questions": {
			[]publishingtest.Step{message("Half a"), publishingtest.Event("error", `{"error":{"code":429,"message":"slow down"}}`)},
			partial + "event: error\ndata: \"The service is busy. Ask again in a moment.\"\n\n",
		},
		"the connection is lost": {
			[]publishingtest.Step{message("Half a"), publishingtest.Interrupt()},
			partial + "event: error\ndata: \"The service ended the stream early.\"\n\n",
		},
		"the end is not announced": {
			[]publishingtest.Step{message("Half a")},
			partial + "event: error\ndata: \"The service ended the stream early.\"\n\n",
		},
		"a message cannot be decoded": {
			[]publishingtest.Step{message("Half a"), publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":["sentence"]}}}`), done},
			partial + "event: error\ndata: \"A part of the answer could not be read.\"\n\n",
		},
		"nothing": {
			nil,
			"event: error\ndata: \"The service ended the stream early.\"\n\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := publishingtest.NewServer(t)
			s := open(t, service, 1)
			service.Streams.Script("Orgs.Ask.Stream", test.steps...)
			require.Equal(t, test.want, s.ask(t.Context(), t).text(t))
			require.Equal(t, 1, service.Calls.Count("Orgs.Ask.Stream"), "another answer costs money")
			require.Contains(t, s.log.String(), "level=WARN msg=\"request failed\"")
			require.NotContains(t, s.log.String(), "Why?", "a question is none of the operator's business")
		})
	}
}

func TestCorrectionReplacesTheText(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	service.Streams.Script("Orgs.Ask.Stream", message("a"), message("ab"), message("c"), done)
	require.Contains(t, s.ask(t.Context(), t).text(t),
		"event: append\ndata: \"a\"\n\nevent: append\ndata: \"b\"\n\nevent: replace\ndata: \"aabc\"\n\nevent: sources\n")
}

func TestSourcesHaveTitlesAndAddresses(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	guides := s.demo.Spaces[0]
	page := ask.Source{Type: ask.SourceTypePage, Space: guides, Page: "page_2", Revision: "revision", Reason: new("It explains it.")}
	service.Streams.Script("Orgs.Ask.Stream", messageWith(ask.Answer{
		Answer:            new(richtext.Markdown("Yes.")),
		FollowupQuestions: []string{"Why?"},
		Sources: []ask.Source{
			page, page,
			{Type: ask.SourceTypePage, Space: guides, Page: "gone", Revision: "revision"},
			{Type: ask.SourceTypePage, Space: "no-such-space", Page: "page_1", Revision: "revision"},
			{Type: "ticket", Raw: []byte(`{"type":"ticket"}`)},
		},
	}), done)
	require.Equal(t, "event: append\ndata: \"Yes.\"\n\n"+
		`event: sources`+"\n"+`data: [{"title":"Publishing","url":"https://app.publishing.example/o/`+s.demo.Organization+`/s/`+guides+
		`/pages/page_2","reason":"It explains it."},{"title":"Page gone"},{"title":"Page page_1"}]`+"\n\n"+
		"event: followups\ndata: [\"Why?\"]\n\nevent: done\ndata: null\n\n", s.ask(t.Context(), t).text(t))
	require.Equal(t, 3, service.Calls.Count("Spaces.Pages.Get"), "one call for a page whose revision is gone")
}

func TestStreamsAreLimited(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	read := make(chan struct{})
	service.Streams.Script("Orgs.Ask.Stream", message("First"), publishingtest.Wait(publishingtest.Until(read)), done)
	first := s.ask(t.Context(), t)
	require.Equal(t, "event: append\n", first.line(t))
	for _, path := range []string{"/ask", "/questions"} {
		r := request(t.Context(), t, s.url, `{"question":"Why?"}`)
		r.URL.Path = path
		response := s.do(t, r)
		require.Equal(t, 503, response.status, path)
		require.Equal(t, "5", response.header.Get("Retry-After"), path)
		require.Equal(t, "too many questions at the same time\n", response.text(t), path)
	}
	require.Equal(t, 1, service.Calls.Count("Orgs.Ask.Stream"))
	require.Zero(t, service.Calls.Count("Orgs.Ask.Questions"))
	close(read)
	require.NotEmpty(t, first.text(t))
}

func TestSlotIsFreeAfterAStream(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	for _, steps := range [][]publishingtest.Step{{message("Yes."), done}, {message("Ye"), publishingtest.Interrupt()}, {message("Yes."), done}} {
		service.Streams.Script("Orgs.Ask.Stream", steps...)
		response := s.ask(t.Context(), t)
		require.Equal(t, 200, response.status)
		require.Contains(t, response.text(t), "event: append\n")
	}
}

func TestOtherSitesCannotAsk(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	for name, change := range map[string]func(*http.Request){
		"cross-site":             func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"same-site":              func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"an origin":              func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "https://evil.example") },
		"a name of another site": func(r *http.Request) { r.Host = "evil.example:8080" },
		"the content of a form":  func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		"a GET":                  func(r *http.Request) { r.Method, r.Body, r.ContentLength = http.MethodGet, nil, 0 },
		"a GET of the questions": func(r *http.Request) {
			r.Method, r.Body, r.ContentLength, r.URL.Path = http.MethodGet, nil, 0, "/questions"
		},
		"a POST of the questions": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site"); r.URL.Path = "/questions" },
	} {
		r := request(t.Context(), t, s.url, `{"question":"Why?"}`)
		change(r)
		response := s.do(t, r)
		require.Contains(t, []int{403, 405, 415, 421}, response.status, name)
	}
	require.Empty(t, service.Calls.All())
}

func TestHostsOfThePage(t *testing.T) {
	t.Parallel()
	p := newProxy(nil, "", "ask.example.com", 1, nil)
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "127.0.0.1:8080": true, "[::1]:8080": true, "192.0.2.1": true,
		"ask.example.com": true, "Ask.Example.com:443": true,
		"": false, "evil.example": false, "localhost.evil.example": false, "127.0.0.1.evil.example:8080": false,
	} {
		require.Equal(t, want, p.serves(host), host)
	}
	require.False(t, newProxy(nil, "", "", 1, nil).serves(""))
}

func TestQuestionsThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	for body, want := range map[string]int{
		"":                  400,
		"Why?":              400,
		`{"question":" "}`:  400,
		`{"question":5}`:    400,
		`{"question":"a"}}`: 400,
		`{"question":"` + strings.Repeat("a", maxBody) + `"}`: 413,
	} {
		require.Equal(t, want, s.do(t, request(t.Context(), t, s.url, body)).status, "%.20s", body)
	}
	require.Empty(t, service.Calls.All())
}

func TestQuestionsToBeginWith(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	begin := func() reply {
		r := request(t.Context(), t, s.url, "")
		r.URL.Path = "/questions"
		return s.do(t, r)
	}
	require.Contains(t, begin().text(t), `["What does \"Getting started\" say?",`)
	service.Faults.Add("Orgs.Ask.Questions", 1, publishingtest.Status(403))
	response := begin()
	require.Equal(t, 502, response.status)
	require.Equal(t, "no questions\n", response.text(t))
	require.Contains(t, s.log.String(), "level=WARN msg=\"request failed\"")
}

func TestTokenStaysInTheServer(t *testing.T) {
	t.Parallel()
	const token = "token-of-the-server"
	service := publishingtest.NewServer(t, publishingtest.WithToken(token))
	s := open(t, service, 1)
	var out strings.Builder
	record := func(response reply) {
		require.NoError(t, response.header.Write(&out))
		out.WriteString(response.text(t))
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url, http.NoBody)
	require.NoError(t, err)
	record(s.do(t, r))
	for _, step := range []publishingtest.Step{
		publishingtest.Event("error", `{"error":{"code":401,"message":"bad token `+token+`"}}`),
		publishingtest.Event("", "not JSON: "+token),
		publishingtest.Interrupt(),
	} {
		service.Streams.Script("Orgs.Ask.Stream", step)
		record(s.ask(t.Context(), t))
	}
	service.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.Status(401))
	record(s.ask(t.Context(), t))
	require.Equal(t, 4, strings.Count(out.String(), "event: error\n"))
	require.NotContains(t, out.String(), token)
	require.NotContains(t, s.log.String(), token)
}

func TestPageHasAStrictPolicy(t *testing.T) {
	t.Parallel()
	s := open(t, publishingtest.NewServer(t), 1)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url, http.NoBody)
	require.NoError(t, err)
	response := s.do(t, r)
	require.Equal(t, "nosniff", response.header.Get("X-Content-Type-Options"))
	require.Equal(t, "text/html; charset=utf-8", response.header.Get("Content-Type"))
	policy := response.header.Get("Content-Security-Policy")
	require.Regexp(t, `^default-src 'none'; script-src 'sha256-[^']{44}'; style-src 'sha256-[^']{44}'; connect-src 'self'; `, policy)
	require.NotContains(t, policy, "unsafe")
	require.Equal(t, page, response.text(t))
	r.URL.Path = "/other"
	require.Equal(t, 404, s.do(t, r).status)
}
