// Package fault contains a server on loopback that subjects a client to the faults of networks,
// proxies and broken services. Only tests use it.
//
// A [Server] reads complete requests and responds to each with an [Act]. Acts are composed of small
// ones: Do(Commit, Respond(502, page)) performs a write, after which a proxy loses the response.
package fault

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"
)

// Config configures a server. The zero Config responds to each request with 204.
type Config struct {
	// Respond chooses the act that responds to a request. It is called for one request at a time.
	Respond func(*Request) Act
	// Connect chooses the act for connection n, counted from 1, before the server reads from it.
	// If it is nil, the server reads the first request.
	Connect func(n int) Act
	// Begin chooses the act for a request whose header was received and whose body was not read.
	// If it is nil, or the act leaves the connection open, the server reads the body.
	Begin func(*Request) Act
	// TLS makes the server an https server with [Certificate].
	TLS bool
	// HTTP2 makes the server an HTTP/2 server over TLS.
	HTTP2 bool
}

// Request is a request that the server received.
type Request struct {
	// N counts the complete requests of the server from 1, Begun the requests whose header was
	// received, and Conn the connections.
	N, Begun, Conn int
	// Stream is the ID of the HTTP/2 stream; 0 over HTTP/1.1.
	Stream uint32
	// Method and Target are those of the request line.
	Method, Target string
	Header         http.Header
	// TransferEncoding is that of HTTP/1.1; nil if there is none.
	TransferEncoding []string
	// EndStream reports whether the header ended the HTTP/2 stream, so that no DATA followed.
	EndStream bool
	Body      []byte
	// Committed reports whether the server has acted on the request.
	Committed bool
}

// Server is a server with faults. It is safe for concurrent use.
type Server struct {
	config   Config
	listener net.Listener
	tls      *tls.Config
	wait     sync.WaitGroup

	mu       sync.Mutex
	conns    int
	open     map[net.Conn]struct{}
	begun    []*Request // whose header was received
	requests []*Request // requests that are complete
	closed   bool

	choosing sync.Mutex // held while Begin or Respond chooses
}

// Serve starts a server on loopback. The caller must close it.
func Serve(config Config) (*Server, error) {
	listener, err := listen()
	if err != nil {
		return nil, err
	}
	return ServeOn(listener, config), nil
}

// listen listens at a random port below those that Linux chooses from: that choice takes
// milliseconds when thousands of connections were closed shortly before.
func listen() (net.Listener, error) {
	for range 20 {
		port := 20_000 + mathrand.IntN(12_000)                                          //nolint:gosec // is no secret
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil { //nolint:noctx // it returns at once
			return l, nil
		}
	}
	return net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it returns at once
}

// ServeOn starts a server on a listener. The caller must close it.
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

// Certificate returns a certificate for 127.0.0.1 and example.com that no client trusts.
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

// Addr returns the host and port of the server.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// URL returns the base URL of the server.
func (s *Server) URL() string {
	if s.tls != nil {
		return "https://" + s.Addr()
	}
	return "http://" + s.Addr()
}

// Close closes the server and its connections, and waits until its goroutines have ended.
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

// Conns returns the number of connections that were accepted.
func (s *Server) Conns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// Open returns the number of connections that are open on the server's side. The server notices
// the end of a connection when it reads from it.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Requests returns the complete requests in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copies(s.requests)
}

// Begun returns the requests whose header was received, in order, complete or not.
func (s *Server) Begun() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copies(s.begun)
}

func copies(requests []*Request) []Request {
	list := make([]Request, len(requests))
	for i, r := range requests {
		list[i] = *r
	}
	return list
}

// Commits returns the number of requests that the server has acted on.
func (s *Server) Commits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.begun {
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
	t := &Exchange{server: s, raw: raw, conn: raw}
	if s.config.Connect != nil {
		if act := s.config.Connect(n); act != nil {
			if act(t); t.closed {
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
	for !t.closed {
		if !s.read(reader, n, t) {
			return
		}
		s.chooseResponse(t.Request)(t)
	}
}

// read reads a complete request and reports whether there is one.
func (s *Server) read(reader *bufio.Reader, conn int, t *Exchange) bool {
	req, err := http.ReadRequest(reader)
	if err != nil {
		return false
	}
	r := &Request{Conn: conn, Method: req.Method, Target: req.RequestURI, Header: req.Header, TransferEncoding: req.TransferEncoding}
	s.headerReceived(r)
	t.Request = r
	if s.config.Begin != nil {
		if s.chooseBegin(r)(t); t.closed {
			return false
		}
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return false
	}
	s.received(r, body)
	return true
}

// headerReceived records a request whose header was received.
func (s *Server) headerReceived(r *Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun = append(s.begun, r)
	r.Begun = len(s.begun)
}

// received records the body of a complete request.
func (s *Server) received(r *Request, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	r.N, r.Body = len(s.requests), body
}

func (s *Server) chooseBegin(r *Request) Act {
	s.choosing.Lock()
	defer s.choosing.Unlock()
	if act := s.config.Begin(r); act != nil {
		return act
	}
	return func(*Exchange) {}
}

func (s *Server) chooseResponse(r *Request) Act {
	s.choosing.Lock()
	defer s.choosing.Unlock()
	if s.config.Respond != nil {
		if act := s.config.Respond(r); act != nil {
			return act
		}
	}
	return Respond(http.StatusNoContent, "")
}
