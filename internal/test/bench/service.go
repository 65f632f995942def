package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/internal/clock"
)

// replay is a transport that responds from memory.
type replay struct {
	header http.Header
	bodies map[string]func() (io.ReadCloser, int64) // keys are methods with paths
}

// newReplay returns a transport with the responses of the server below, and with a stream.
func newReplay(stream []string) *replay {
	site := []byte(siteJSON(1))
	whole := func() (io.ReadCloser, int64) { return io.NopCloser(bytes.NewReader(site)), int64(len(site)) }
	pieces := func() (io.ReadCloser, int64) { return &pieces{rest: stream}, -1 }
	path := sitePath
	if stream != nil {
		path = streamPath
	}
	return &replay{
		http.Header{"Content-Type": {contentType(path)}, "Date": {"Sat, 21 Nov 2026 12:00:00 GMT"}, "X-Request-Id": {"request_1"}},
		map[string]func() (io.ReadCloser, int64){"GET " + sitePath: whole, "POST " + listPath: whole, "GET " + streamPath: pieces},
	}
}

func (r *replay) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		n, err := io.Copy(io.Discard, req.Body)
		if err != nil {
			return nil, err
		}
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
		if n != req.ContentLength {
			return nil, fmt.Errorf("body of %d bytes, want %d", n, req.ContentLength)
		}
	}
	body := r.bodies[req.Method+" "+req.URL.Path]
	if body == nil || !authorized(req.Header) {
		return nil, fmt.Errorf("no response to %s %s", req.Method, req.URL.Path)
	}
	resp := &http.Response{Status: "200 OK", StatusCode: 200, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: r.header, Request: req}
	resp.Body, resp.ContentLength = body()
	return resp, nil
}

// pieces is a body of which each Read returns at most one piece, as if they arrived one by one.
type pieces struct {
	rest []string
	at   int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.rest[0][p.at:])
	if p.at += n; p.at == len(p.rest[0]) {
		p.rest, p.at = p.rest[1:], 0
	}
	return n, nil
}

func (p *pieces) Close() error { return nil }

// serve starts a server on loopback until stop ends, with a site and a list of count pages, each
// after a delay. It prints its address to out.
func serve(ctx context.Context, count int, delay time.Duration, out io.Writer, stop io.Reader) error {
	var opened atomic.Int64
	list, site := newPages(count), siteJSON(1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+sitePath, func(w http.ResponseWriter, r *http.Request) { respond(w, r, site) })
	mux.HandleFunc("GET "+listPath, func(w http.ResponseWriter, r *http.Request) {
		pause(r.Context(), delay)
		head, items := list.page(r.URL.Query().Get("page"))
		respond(w, r, head, items)
	})
	mux.HandleFunc("GET "+processorPath, func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, processorTime().Nanoseconds()) })
	mux.HandleFunc("GET "+connectionsPath, func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, opened.Load()) })
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute, ConnState: func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	_, _ = fmt.Fprintf(out, "http://%s\n", listener.Addr())
	_, _ = io.Copy(io.Discard, stop) // ends when the parent does
	err = server.Close()
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		return served
	}
	return err
}

func respond(w http.ResponseWriter, r *http.Request, parts ...string) {
	if !authorized(r.Header) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	w.Header().Set("Content-Type", contentType(r.URL.Path))
	w.Header().Set("Content-Length", strconv.Itoa(size))
	for _, part := range parts {
		_, _ = io.WriteString(w, part)
	}
}

func pause(ctx context.Context, d time.Duration) {
	if d > 0 {
		_ = clock.Sleep(ctx, d)
	}
}
