package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A service is an in-memory server that can be replaced, behind an address that stays the same and
// where requests fail.
type service struct {
	every   int64 // of how many requests one fails
	latency time.Duration
	front   *httptest.Server
	content []byte // of each file

	mu     sync.RWMutex // held by requests, and to replace the server
	server *publishingtest.Server
	demo   publishingtest.Demo
	file   spaces.File // of the first space

	requests atomic.Int64
	faults   counts
}

// seededSites is the number of sites that nothing deletes.
const seededSites = 9

func newService(every int64, latency time.Duration) (*service, error) {
	s := &service{every: every, latency: latency, content: make([]byte, 256<<10)}
	for i := range s.content {
		s.content[i] = byte(rand.IntN(256)) //nolint:gosec // content of a file
	}
	s.front = httptest.NewServer(s)
	return s, s.renew()
}

// renew replaces the in-memory server with a new one.
func (s *service) renew() error {
	server, err := publishingtest.Start(publishingtest.WithoutCallLog(), publishingtest.WithPageSize(2))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		s.server.Close()
	}
	s.server, s.demo = server, server.SeedDemo()
	for len(s.server.Sites.All(s.demo.Organization)) < seededSites {
		s.server.Sites.Add(s.demo.Organization, sites.Site{Title: "Handbook"})
	}
	s.file = s.server.Spaces.Files.Add(s.demo.Spaces[0], "", spaces.File{
		Name: "manual.pdf", ContentType: "application/pdf",
		Size: int64(len(s.content)), DownloadURL: s.front.URL + "/files/manual.pdf",
	})
	return nil
}

func (s *service) close() {
	s.front.Close()
	s.server.Close()
}

// ServeHTTP serves a request, or fails it before or after it takes effect.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has given up
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if s.latency > 0 {
		time.Sleep(rand.N(s.latency)) //nolint:gosec // not a secret
	}
	n := s.requests.Add(1)
	if n%s.every != 0 {
		s.serve(w, r)
		return
	}
	fault := faults[int(n/s.every)%len(faults)]
	s.faults.add(fault.name)
	cut := &truncated{ResponseWriter: w}
	if fault.isAfter {
		cut.left = 1 << rand.IntN(18) //nolint:gosec // not a secret
		if fault.isLost {
			cut.ResponseWriter, cut.left = httptest.NewRecorder(), len(s.content)
		}
		s.serve(cut, r)
	}
	fault.end(w, r)
}

func (s *service) serve(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/files/") {
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(s.content))
		return
	}
	s.server.ServeHTTP(w, r)
}

// faults are the ways in which a request fails.
var faults = []struct {
	name    string
	isAfter bool // whether the request takes effect, and a part of the response may be sent
	isLost  bool // whether nothing of the response may be sent
	end     func(w http.ResponseWriter, r *http.Request)
}{
	{"429", false, false, status(429)},
	{"503 with Retry-After", false, false, status(503)},
	{"500 after it took effect", true, true, status(500)},
	{"502 after it took effect", true, true, status(502)},
	{"reset", false, false, reset},
	{"reset in the body", true, false, reset},
	{"truncated body", true, false, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	{"stall", false, false, stall},
	{"stall in the body", true, false, stall},
}

func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		if code == 429 || code == 503 {
			w.Header().Set("Retry-After", "0")
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"code":%d,"message":"the request fails"}}`, code)
	}
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if conn, isTCP := conn.(*net.TCPConn); isTCP {
		_ = conn.SetLinger(0)
	}
	_ = conn.Close()
}

// stall waits until the client gives up.
func stall(w http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}

// truncated writes the first bytes of a body.
type truncated struct {
	http.ResponseWriter

	left int
}

func (w *truncated) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p[:min(len(p), w.left)])
	w.left -= n
	if w.left == 0 {
		_ = http.NewResponseController(w.ResponseWriter).Flush() // an error means that there is nothing to flush
	}
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

func (w *truncated) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// counts counts by kind.
type counts struct {
	mu sync.Mutex
	of map[string]int
}

func (c *counts) add(kind string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.of[kind]++
}

// String returns the sum, and the kinds in order.
func (c *counts) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := 0
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(c.of)) {
		sum += c.of[kind]
		parts = append(parts, fmt.Sprintf("%s: %d", kind, c.of[kind]))
	}
	return fmt.Sprintf("%d (%s)", sum, strings.Join(parts, ", "))
}

func (s *service) String() string {
	return fmt.Sprintf("%d requests, faults %s", s.requests.Load(), &s.faults)
}
