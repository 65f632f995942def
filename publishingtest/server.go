package publishingtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// TB is the part of testing.TB that a server needs.
type TB interface {
	Helper()
	Cleanup(cleanup func())
	Fatalf(format string, args ...any)
}

// Server is the service in memory. It is safe for concurrent use, and two servers share nothing.
type Server struct {
	config    *config
	tb        TB // nil in a program
	url       string
	ops       map[string]*op.Op
	routes    *http.ServeMux
	transport *http.Transport // of its clients

	mu    sync.Mutex // guards state
	state *state

	traffic    traffic
	injections injections
	rate       rate

	http    http.Server
	served  chan struct{}  // closed when no connection is accepted any more
	conns   sync.WaitGroup // connections that are open
	closing context.Context
	cancel  context.CancelFunc
	closeMu sync.Mutex // guards closed, and calls against being counted once it is true
	closed  bool
	calls   sync.WaitGroup // calls being answered
}

// NewServer starts a server and closes it at the end of the test.
func NewServer(tb TB, opts ...Option) *Server {
	tb.Helper()
	s, err := Start(opts...)
	if err != nil {
		tb.Fatalf("publishingtest: %v", err)
		return nil
	}
	s.tb = tb
	tb.Cleanup(s.Close)
	return s
}

// Start starts a server in a program, which closes it. A test has [NewServer]. An option that makes no sense and an address that cannot be
// listened on are errors.
func Start(opts ...Option) (*Server, error) {
	config, err := newConfig(opts)
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	closing, cancel := context.WithCancel(context.Background())
	var listen net.ListenConfig
	listener, err := listen.Listen(closing, "tcp", config.addr)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start server: %w", err)
	}
	s := &Server{
		config:    config,
		url:       "http://" + listener.Addr().String(),
		ops:       map[string]*op.Op{},
		transport: &http.Transport{MaxIdleConnsPerHost: 64},
		traffic:   traffic{off: config.noLog},
		served:    make(chan struct{}),
		closing:   closing,
		cancel:    cancel,
	}
	for _, o := range op.All() {
		s.ops[o.Name] = o
	}
	s.state = newState(s.url, config)
	s.routes = s.newRoutes()
	s.http = http.Server{Handler: s, ConnState: s.countConn, ReadHeaderTimeout: time.Minute}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener) // ends by Close alone: the listener is ours
	}()
	return s, nil
}

func (s *Server) countConn(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.conns.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.conns.Done()
	default:
	}
}

// Close stops the server: calls that wait are given up, connections are closed, and when it returns no goroutine of the server is left. It
// may be called more than once.
func (s *Server) Close() {
	s.closeMu.Lock()
	s.closed = true
	s.closeMu.Unlock()
	s.cancel()
	_ = s.http.Close()
	<-s.served
	_ = s.http.Close() // a connection can have been accepted in between
	s.transport.CloseIdleConnections()
	s.conns.Wait()
	s.calls.Wait()
}

// URL returns the base URL of the server, such as "http://127.0.0.1:54321".
func (s *Server) URL() string { return s.url }

// Token returns a token the server accepts: the first of [WithToken], or [DefaultToken].
func (s *Server) Token() string { return s.config.tokens[0] }

// Client returns a client of the server with the token. Its waits between attempts are a few milliseconds; opts come after and can change
// that. Options that [publishing.NewClient] refuses are a mistake. A client without a token is made by publishing.NewClient.
func (s *Server) Client(opts ...publishing.Option) *publishing.Client {
	if s.tb != nil {
		s.tb.Helper()
	}
	own := []publishing.Option{
		publishing.WithToken(s.Token()),
		publishing.WithHTTPClient(&http.Client{Transport: s.transport}),
		publishing.WithRetry(publishing.Retry{MinWait: time.Millisecond, MaxWait: 5 * time.Millisecond}),
	}
	client, err := publishing.NewClient(s.url, append(own, opts...)...)
	if err != nil {
		s.mistake("Client: %v", err)
	}
	return client
}

// mistake ends a test that uses the package wrongly.
func (s *Server) mistake(format string, args ...any) {
	if s.tb == nil {
		panic("publishingtest: " + fmt.Sprintf(format, args...))
	}
	s.tb.Helper()
	s.tb.Fatalf("%s: publishingtest: "+format, append([]any{caller()}, args...)...)
}

// caller returns the line of the test that uses the package. Helper would need a call in each function between.
func caller() string {
	const pkg = "github.com/publishing-platform/publishing-go/publishingtest."
	stack := make([]uintptr, 16)
	frames := runtime.CallersFrames(stack[:runtime.Callers(2, stack)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, pkg) || !more {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
	}
}

// knows makes an unknown operation a mistake, since a fault set up for a name that is spelt wrong would never happen.
func (s *Server) knowsOperation(operation string) bool {
	if s.ops[operation] == nil {
		s.mistake("there is no operation %q; client.Orgs.Ask.Stream is %q, and All and Pages are the List they walk", operation, "Orgs.Ask.Stream")
		return false
	}
	return true
}

// enter counts a call in, unless the server is closed.
func (s *Server) enter() bool {
	s.closeMu.Lock()
	defer s.closeMu.Unlock()
	if s.closed {
		return false
	}
	s.calls.Add(1)
	return true
}
