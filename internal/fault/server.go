// Package fault is a server on loopback that does to a client what networks, proxies and broken services do. Only tests use it.
//
// A [Server] reads whole requests and lets an [Act] answer each. Acts are made of small ones: Do(Commit, Answer(502, page)) performs the
// write, and then a proxy loses the answer to it.
package fault

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"net/http"
	"sync"
	"time"
)

// Config is how a server behaves. The zero Config answers each request with 204.
type Config struct {
	// Answer chooses the act that answers a request. It is called with one request at a time.
	Answer func(*Request) Act
	// Meet chooses the act that meets connection n, counted from 1, before anything is read from it; nil goes on to the first request.
	Meet func(n int) Act
	// Begin chooses the act that meets a request when its header has come and its body has not been read;
	// nil goes on to the body, and so does an act that leaves the connection open.
	Begin func(*Request) Act
	// TLS makes it a server of https, with [Certificate].
	TLS bool
	// HTTP2 makes it a server of HTTP/2, over TLS.
	HTTP2 bool
}

// Request is a request.
type Request struct {
	// N counts the requests of the server that came whole from 1, Begun those whose header came, and
	// Conn its connections.
	N, Begun, Conn int
	// Stream is the stream of HTTP/2, 0 over HTTP/1.1.
	Stream uint32
	// Method and Target are those of the request line.
	Method, Target string
	Header         http.Header
	// TransferEncoding is that of HTTP/1.1, nil when there is none.
	TransferEncoding []string
	// EndStream reports whether the header ended the stream of HTTP/2, so that no DATA followed.
	EndStream bool
	Body      []byte
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
	all      []*Request // whose header came
	requests []*Request // that came whole
	closed   bool

	turn sync.Mutex // held while Begin or Answer chooses
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
	if config.TLS || config.HTTP2 {
		s.tls = &tls.Config{Certificates: []tls.Certificate{Certificate()}, MinVersion: tls.VersionTLS12}
	}
	if config.HTTP2 {
		s.tls.NextProtos = []string{"h2"}
	}
	s.wait.Go(s.accept)
	return s
}

// Certificate is for 127.0.0.1 and example.com, and signed by nobody whom a client trusts.
var Certificate = sync.OnceValue(func() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{Organization: []string{"Faults"}},
		NotBefore:    time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), // a testing/synctest bubble begins then
		NotAfter:     time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		DNSNames:     []string{"example.com"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
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
	return copies(s.requests)
}

// Begun returns the requests whose header came, in order, those that came whole among them.
func (s *Server) Begun() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copies(s.all)
}

func copies(requests []*Request) []Request {
	list := make([]Request, len(requests))
	for i, r := range requests {
		list[i] = *r
	}
	return list
}

// Commits is how many requests the server has acted on.
func (s *Server) Commits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.all {
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
	if s.config.HTTP2 {
		s.serveHTTP2(raw, t.conn, n)
		return
	}
	reader := bufio.NewReader(t.conn)
	for !t.over {
		if !s.read(reader, n, t) {
			return
		}
		s.choose(t.Request)(t)
	}
}

// read reads a whole request and reports whether there is one.
func (s *Server) read(reader *bufio.Reader, conn int, t *Turn) bool {
	req, err := http.ReadRequest(reader)
	if err != nil {
		return false
	}
	r := &Request{Conn: conn, Method: req.Method, Target: req.RequestURI, Header: req.Header, TransferEncoding: req.TransferEncoding}
	s.begun(r)
	t.Request = r
	if s.config.Begin != nil {
		if s.begin(r)(t); t.over {
			return false
		}
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return false
	}
	s.came(r, body)
	return true
}

// begun notes a request whose header came.
func (s *Server) begun(r *Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, r)
	r.Begun = len(s.all)
}

// came notes the body of a request that came whole.
func (s *Server) came(r *Request, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	r.N, r.Body = len(s.requests), body
}

func (s *Server) begin(r *Request) Act {
	s.turn.Lock()
	defer s.turn.Unlock()
	if act := s.config.Begin(r); act != nil {
		return act
	}
	return func(*Turn) {}
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
