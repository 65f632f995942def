package publishingtest

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
)

// TB is the part of [testing.TB] that [NewServer] needs.
type TB interface {
	Helper()
	Cleanup(cleanup func())
	Fatalf(format string, args ...any)
}

// A Server is an in-memory server. It is safe for concurrent use and shares no state with other
// servers. Its fields have the same structure as the services of a [publishing.Client].
type Server struct {
	Orgs            Orgs
	Sites           Sites
	Spaces          Spaces
	Collections     Collections
	ChangeRequests  ChangeRequests
	CustomHostnames CustomHostnames
	Subdomains      Subdomains
	Users           Users
	Permissions     Permissions
	Integrations    Integrations
	Calls           Calls
	Faults          Faults
	Streams         Streams

	server opaque
}

// opaque contains the *server of a [Server] or of a group, which only open returns. A package that
// imports this one compiles all methods of each generic type that it can reach through the fields
// and methods of the types that it uses, and the tables of the state are 50 such types.
type opaque any

// open returns the server of a [Server] or of a group. If it were inlined, so would be the methods
// that call it.
//
//go:noinline
func open(s opaque) *server {
	opened, _ := s.(*server)
	return opened
}

// server contains the state that the groups of a [Server] share.
type server struct {
	config    *config
	tb        TB // nil outside of tests
	url       string
	routes    *routes
	transport *http.Transport // transport of the clients that Client returns

	mu    mutex // guards state
	state *state

	bearers sync.Map // bearers by the tokens of TokenFor and TokenForIntegration

	traffic    traffic
	injections injections
	rate       rate

	http    http.Server
	served  chan struct{}  // closed when the server no longer accepts connections
	conns   sync.WaitGroup // open connections
	closing context.Context
	cancel  context.CancelFunc
	closeMu mutex // guards closed and serving
	closed  bool
	serving int           // number of calls; a WaitGroup does not work, because calls can belong to a synctest bubble
	idle    chan struct{} // closed when the server is closed and the last call has ended
}

// NewServer starts a server for a test and closes it when the test and its subtests complete. It
// fails the test if an option is invalid or the server cannot listen.
func NewServer(tb TB, opts ...Option) *Server {
	tb.Helper()
	s, err := Start(opts...)
	if err != nil {
		tb.Fatalf("publishingtest: %v", err)
		return nil
	}
	open(s.server).tb = tb
	tb.Cleanup(s.Close)
	return s
}

// Start starts a server for a program that is not a test. It returns an error if an option is
// invalid or the server cannot listen. The caller must call [Server.Close]. In a test, use
// [NewServer].
func Start(opts ...Option) (*Server, error) {
	config, err := newConfig(opts)
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	closing, cancel := context.WithCancel(context.Background())
	_ = closing.Done() // creates the channel outside of a synctest bubble that calls ServeHTTP
	var listen net.ListenConfig
	listener, err := listen.Listen(closing, "tcp", config.addr)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start server: %w", err)
	}
	s := &server{
		config:    config,
		url:       "http://" + listener.Addr().String(),
		routes:    allRoutes(),
		transport: &http.Transport{MaxIdleConnsPerHost: 64},
		traffic:   traffic{off: config.noLog},
		served:    make(chan struct{}),
		idle:      make(chan struct{}),
		closing:   closing,
		cancel:    cancel,
	}
	s.state = newState(s.url, config)
	public := newServer(s)
	s.http = http.Server{Handler: public, ConnState: s.countConn, ReadHeaderTimeout: time.Minute}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener) // only Close ends it, because the server owns the listener
	}()
	return public, nil
}

func (s *server) countConn(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.conns.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.conns.Done()
	default:
	}
}

// Close stops the server. It ends the calls that are in progress and closes all connections. When
// Close returns, no goroutine of the server is left. Calling Close again has no effect.
func (s *Server) Close() {
	server := open(s.server)
	server.closeMu.Lock()
	if !server.closed && server.serving == 0 {
		close(server.idle)
	}
	server.closed = true
	server.closeMu.Unlock()
	server.cancel()
	_ = server.http.Close()
	<-server.served
	_ = server.http.Close() // a connection may have been accepted in between
	server.transport.CloseIdleConnections()
	server.conns.Wait()
	<-server.idle
}

// URL returns the base URL of the server, such as "http://127.0.0.1:54321".
func (s *Server) URL() string { return open(s.server).url }

// Token returns the first token of [WithToken], or [DefaultToken] if there is none.
func (s *Server) Token() string { return open(s.server).config.tokens[0] }

// Client returns a client for the server that uses [Server.Token]. Unless opts configure retries or
// a response asks for a longer wait, the client waits at most a few milliseconds between attempts.
// If an option is invalid, the test fails. For a client with another token or without a token, call
// [publishing.NewClient] with [Server.URL].
func (s *Server) Client(opts ...publishing.Option) *publishing.Client {
	return open(s.server).clientWith(s.Token(), opts)
}

func (s *server) clientWith(token string, opts []publishing.Option) *publishing.Client {
	defaults := []publishing.Option{
		publishing.WithToken(token),
		publishing.WithHTTPClient(&http.Client{Transport: s.transport}),
		publishing.WithRetry(publishing.Retry{MinWait: time.Millisecond, MaxWait: 5 * time.Millisecond}),
	}
	client, err := publishing.NewClient(s.url, append(defaults, opts...)...)
	s.mistakeIf(err != nil, "%v", err)
	return client
}

// mistake fails a test that uses the package incorrectly. Outside of tests, it panics. It does not
// return. The message begins with the name of the method that the test called.
func (s *server) mistake(format string, args ...any) {
	method, line := called()
	message := fmt.Sprintf("publishingtest: %s: "+format, append([]any{method}, args...)...)
	if s.tb != nil {
		s.tb.Helper()
		s.tb.Fatalf("%s: %s", line, message)
	}
	panic(message)
}

// mistakeIf is like mistake if wrong is true, and does nothing otherwise.
func (s *server) mistakeIf(wrong bool, format string, args ...any) {
	if wrong {
		s.mistake(format, args...)
	}
}

// called returns the name of the method that the test called, and the line of the test. It reads
// the stack, because otherwise every function in between would have to call Helper.
func called() (method, line string) {
	const pkg = "github.com/publishing-platform/publishing-go/publishingtest"
	stack := make([]uintptr, 64)
	frames := runtime.CallersFrames(stack[:runtime.Callers(2, stack)])
	for {
		frame, more := frames.Next()
		name, isExported := strings.CutPrefix(frame.Function, pkg+".")
		switch inside := strings.HasPrefix(frame.Function, pkg+"/internal/"); { // the frame of an iterator, which calls the body of a loop
		case !more, !isExported && !inside:
			return method, fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		case isExported:
			method = strings.TrimPrefix(name, "(*Server).")
			if group, rest, _ := strings.Cut(name, "."); groupPaths()[group] != "" {
				method = groupPaths()[group] + "." + rest
			}
		}
	}
}

// groupPaths contains the path from a [Server] to each group. The keys are the names of the types
// of the groups.
var groupPaths = sync.OnceValue(func() map[string]string {
	paths := map[string]string{}
	var add func(path string, group reflect.Type)
	add = func(path string, group reflect.Type) {
		for field := range group.Fields() {
			if below := strings.TrimPrefix(path+"."+field.Name, "."); field.IsExported() {
				paths[field.Type.Name()] = below
				add(below, field.Type)
			}
		}
	}
	add("", reflect.TypeFor[Server]())
	return paths
})

// mutex is a mutex with a method hold, so that a function can lock it until it returns: defer
// mu.hold()().
type mutex struct{ sync.Mutex }

func (m *mutex) hold() (release func()) {
	m.Lock()
	return m.Unlock
}

// knowsOperation fails the test if an operation does not exist, because a fault with a misspelled
// name would never occur.
func (s *server) knowsOperation(operation string) {
	if s.routes.ops[operation] == nil {
		similar := didYouMean(strings.Replace(operation, ".All", ".List", 1),
			slices.Collect(maps.Keys(s.routes.ops)))
		s.mistake(
			"there is no operation %q%s; client.Orgs.Ask.Stream is %q, and All and ListPages belong to the List they iterate over",
			operation, similar, "Orgs.Ask.Stream",
		)
	}
}

// enter counts a call that begins. It reports whether the server is still open.
func (s *server) enter() bool {
	defer s.closeMu.hold()()
	if s.closed {
		return false
	}
	s.serving++
	return true
}

// leave counts a call that ends.
func (s *server) leave() {
	defer s.closeMu.hold()()
	s.serving--
	if s.closed && s.serving == 0 {
		close(s.idle)
	}
}
