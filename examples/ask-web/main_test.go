package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
)

func TestAskWebRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	ctx, interrupt := context.WithCancel(t.Context())
	out, printed := io.Pipe()
	notes := &recorder{}
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"-addr", "127.0.0.1:0"}, printed, notes) }()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, answer(t, &http.Transport{}, strings.TrimSpace(address), func() {}), "event: done\n")
	interrupt()
	require.NoError(t, <-ended)
	require.Equal(t, "Using the in-memory server.\n", notes.String())
}

func TestArguments(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-h"}, &out, io.Discard))
	require.Contains(t, out.String(), "usage: ask-web [flags]\n  -addr 127.0.0.1:8080 (")
	for _, args := range [][]string{{"-x"}, {"Why?"}, {"-streams", "0"}} {
		require.ErrorContains(t, run(t.Context(), args, &out, io.Discard), "usage: ask-web", args)
	}
	require.Error(t, run(t.Context(), []string{"-addr", "127.0.0.1:-1"}, &out, io.Discard))
}

// answer asks a question and returns the whole stream. It calls begun when the stream has begun.
func answer(t *testing.T, transport *http.Transport, url string, begun func()) string {
	t.Helper()
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request(t.Context(), t, url, `{"question":"How do I publish?"}`))
	require.NoError(t, err)
	defer response.Body.Close()
	begun()
	stream, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(stream)
}

// A pipes is a listener whose connections are in memory, so that time can pass in a bubble.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	conn, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.UnixAddr{} }

// connect returns a connection to the listener.
func (p pipes) connect(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	p <- server
	return client, nil
}

// A slowService is an [http.RoundTripper] that streams an answer in as many messages as given, one
// in each minute, with heartbeats. It closes ended when the caller has closed the stream.
type slowService struct {
	messages int
	ended    chan struct{}
}

func (s slowService) RoundTrip(r *http.Request) (*http.Response, error) {
	body, written := io.Pipe()
	go func() {
		defer close(s.ended)
		for range s.messages {
			for range 2 {
				select {
				case <-time.After(30 * time.Second):
				case <-r.Context().Done():
					written.CloseWithError(r.Context().Err())
					return
				}
				if _, err := io.WriteString(written, ": heartbeat\n\n"); err != nil {
					return
				}
			}
			if _, err := io.WriteString(written, `data: {"type":"answer","answer":{"answer":{"markdown":"Word "},"followupQuestions":[],"sources":[]}}`+"\n\n"); err != nil {
				return
			}
		}
		_, _ = io.WriteString(written, "event: done\n\n")
		_ = written.Close() // is always nil
	}()
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body, Request: r}, nil
}

// start serves a slow service in a bubble. The result of serve is sent to ended.
func start(ctx context.Context, t *testing.T, upstream slowService, grace time.Duration) (listener pipes, ended chan error) {
	t.Helper()
	client, err := publishing.NewClient("http://127.0.0.1", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: upstream}))
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	listener, ended = make(pipes), make(chan error, 1)
	go func() {
		ended <- web.Serve(ctx, listener, web.NewServer(newProxy(client, "org_1", "", 1, log).handler(), log), grace)
	}()
	return listener, ended
}

func TestStreamsHaveNoTimeLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		upstream := slowService{messages: 60, ended: make(chan struct{})}
		listener, ended := start(ctx, t, upstream, time.Second)
		transport := &http.Transport{DialContext: listener.connect}
		started := time.Now()
		require.Contains(t, answer(t, transport, "http://localhost", func() {}), "event: done\n")
		require.Equal(t, time.Hour, time.Since(started))
		interrupt()
		require.NoError(t, <-ended)
	})
}

func TestInterruptLetsStreamsEndForAWhile(t *testing.T) {
	t.Parallel()
	for grace, want := range map[time.Duration]string{
		10 * time.Minute: "event: done\ndata: null\n\n",
		90 * time.Second: "event: append\ndata: \"Word \"\n\nevent: error\ndata: \"The server is stopping.\"\n\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			upstream := slowService{messages: 3, ended: make(chan struct{})}
			listener, ended := start(ctx, t, upstream, grace)
			transport := &http.Transport{DialContext: listener.connect}
			require.True(t, strings.HasSuffix(answer(t, transport, "http://localhost", interrupt), want))
			<-upstream.ended
			require.NoError(t, <-ended)
		})
	}
}

func TestStreamEndsIfTheBrowserDoesNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		upstream := slowService{messages: 60, ended: make(chan struct{})}
		listener, ended := start(ctx, t, upstream, time.Second)
		conn, err := listener.connect(ctx, "", "")
		require.NoError(t, err)
		started := time.Now()
		_, err = io.WriteString(conn, "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{\"question\":\"Why?\"}")
		require.NoError(t, err)
		<-upstream.ended
		require.Equal(t, time.Minute+eventTimeout, time.Since(started), "the first event is not read")
		require.NoError(t, conn.Close())
		interrupt()
		require.NoError(t, <-ended)
	})
}

func TestSlowRequestsTimeOut(t *testing.T) {
	t.Parallel()
	unfinished := func(path, headers string) string {
		return "POST " + path + " HTTP/1.1\r\n" + headers + "Content-Length: 100\r\n\r\n{"
	}
	for request, want := range map[string]string{
		unfinished("/questions", "Host: localhost\r\n"):                                                           "HTTP/1.1 408 ",
		unfinished("/ask", "Host: localhost\r\nContent-Type: text/plain\r\n"):                                     "HTTP/1.1 408 ",
		unfinished("/ask", "Host: elsewhere.example\r\n"):                                                         "HTTP/1.1 408 ",
		unfinished("/ask", "Host: localhost\r\nOrigin: https://elsewhere.example\r\n"):                            "HTTP/1.1 408 ",
		unfinished("/nothing", "Host: localhost\r\n"):                                                             "HTTP/1.1 408 ",
		"POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{": "HTTP/1.1 408 ",
		"POST /ask HTTP/1.1\r\n": "",
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			listener, ended := start(ctx, t, slowService{}, time.Second)
			conn, err := listener.connect(ctx, "", "")
			require.NoError(t, err)
			started := time.Now()
			_, err = io.WriteString(conn, request)
			require.NoError(t, err)
			response, err := io.ReadAll(conn)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(string(response), want), "%q", response)
			require.LessOrEqual(t, time.Since(started), bodyTimeout+time.Second)
			interrupt()
			require.NoError(t, <-ended)
		})
	}
}
