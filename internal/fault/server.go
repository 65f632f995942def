// Package fault is a server on loopback that does to a client what networks, proxies and broken services do. Only tests use it.
//
// A [Server] reads whole requests and lets an [Act] answer each. Acts are made of small ones: Do(Commit, Answer(502, page)) performs the
// write, and then a proxy loses the answer to it.
package fault

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Config is how a server behaves. The zero Config answers each request with 204.
type Config struct {
	// Answer chooses the act that answers a request. It is called with one request at a time.
	Answer func(*Request) Act
	// Meet chooses the act that meets connection n, counted from 1, before anything is read from it; nil goes on to the first request.
	Meet func(n int) Act
	// TLS makes it a server of https, with [Certificate].
	TLS bool
}

// Request is a request that came whole.
type Request struct {
	// N counts the requests of the server from 1, Conn its connections.
	N, Conn int
	// Method and Target are those of the request line.
	Method, Target string
	Header         http.Header
	Body           []byte
	// Committed says that the server did what was asked.
	Committed bool
}

// Server does on the wire what its Config says. It is safe for concurrent use.
type Server struct {
	config   Config
	listener net.Listener
	tls      *tls.Config
	wait     sync.WaitGroup

	mu       sync.Mutex
	conns    int
	open     map[net.Conn]struct{}
	requests []*Request
	closed   bool

	turn sync.Mutex // held while Answer chooses
}

// Serve starts a server on loopback. It must be closed.
func Serve(config Config) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it opens at once
	if err != nil {
		return nil, err
	}
	return ServeOn(listener, config), nil
}

// ServeOn starts a server on a listener. It must be closed.
func ServeOn(listener net.Listener, config Config) *Server {
	s := &Server{config: config, listener: listener, open: map[net.Conn]struct{}{}}
	if config.TLS {
		s.tls = &tls.Config{Certificates: []tls.Certificate{Certificate()}, MinVersion: tls.VersionTLS12}
	}
	s.wait.Go(s.accept)
	return s
}

// Certificate is for 127.0.0.1 and signed by nobody whom a client trusts.
var Certificate = sync.OnceValue(func() tls.Certificate {
	donor := httptest.NewUnstartedServer(nil)
	donor.StartTLS()
	defer donor.Close()
	return donor.TLS.Certificates[0]
})

// Addr is the host and port of the server.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// URL is the base URL of the server.
func (s *Server) URL() string {
	if s.tls != nil {
		return "https://" + s.Addr()
	}
	return "http://" + s.Addr()
}

// Close closes the server and its connections and waits until nothing of it runs.
func (s *Server) Close() {
	_ = s.listener.Close()
	s.mu.Lock()
	s.closed = true
	for conn := range s.open {
		_ = conn.Close()
	}
	s.mu.Unlock()
	s.wait.Wait()
}

// Conns is how many connections were made.
func (s *Server) Conns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// Open is how many connections are open on the side of the server. It notices the end of one when it reads from it.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Requests returns the requests that came whole, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Request, len(s.requests))
	for i, r := range s.requests {
		list[i] = *r
	}
	return list
}

// Commits is how many requests the server has acted on.
func (s *Server) Commits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.requests {
		if r.Committed {
			n++
		}
	}
	return n
}

func (s *Server) accept() {
	for {
		raw, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		if s.closed {
			_ = raw.Close()
		}
		s.conns++
		n := s.conns
		s.open[raw] = struct{}{}
		s.mu.Unlock()
		s.wait.Go(func() {
			defer s.end(raw)
			s.serve(raw, n)
		})
	}
}

func (s *Server) end(raw net.Conn) {
	_ = raw.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, raw)
}

func (s *Server) serve(raw net.Conn, n int) {
	t := &Turn{server: s, raw: raw, conn: raw}
	if s.config.Meet != nil {
		if act := s.config.Meet(n); act != nil {
			if act(t); t.over {
				return
			}
		}
	}
	if s.tls != nil {
		t.conn = tls.Server(raw, s.tls)
	}
	reader := bufio.NewReader(t.conn)
	for !t.over {
		if t.Request = s.read(reader, n); t.Request == nil {
			return
		}
		s.choose(t.Request)(t)
	}
}

// read reads a whole request, nil for none.
func (s *Server) read(reader *bufio.Reader, conn int) *Request {
	req, err := http.ReadRequest(reader)
	if err != nil {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &Request{N: len(s.requests) + 1, Conn: conn, Method: req.Method, Target: req.RequestURI, Header: req.Header, Body: body}
	s.requests = append(s.requests, r)
	return r
}

func (s *Server) choose(r *Request) Act {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.config.Answer != nil {
		if act := s.config.Answer(r); act != nil {
			return act
		}
	}
	return Answer(http.StatusNoContent, "")
}
