package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sse"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // thousands of calls keep nothing
	goleak.VerifyTestMain(m)
}

// A network responds from memory: to attempt i with responder i, and with the last one to those
// after it.
type network struct {
	mu         sync.Mutex
	responders []responder
	seen       []sent
	open       int // bodies of responses not closed yet
}

// sent is an attempt as it was sent.
type sent struct {
	method string
	url    *url.URL
	header http.Header
	body   string
	length int64
	at     time.Time
}

// A responder responds to an attempt.
type responder func(*http.Request) (*http.Response, error)

func (n *network) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
	}
	n.mu.Lock()
	next := n.responders[min(len(n.seen), len(n.responders)-1)]
	n.seen = append(n.seen, sent{req.Method, req.URL, req.Header.Clone(), string(body), req.ContentLength, time.Now()})
	n.mu.Unlock()
	resp, err := next(req)
	if resp != nil && resp.Body != nil {
		n.mu.Lock()
		n.open++
		n.mu.Unlock()
		resp.Body = &countedBody{ReadCloser: resp.Body, network: n}
	}
	return resp, err
}

// attempts returns what was sent.
func (n *network) attempts() []sent {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.seen
}

// waits returns the times between the attempts.
func (n *network) waits() []time.Duration {
	var waits []time.Duration
	seen := n.attempts()
	for i := 1; i < len(seen); i++ {
		waits = append(waits, seen[i].at.Sub(seen[i-1].at))
	}
	return waits
}

type countedBody struct {
	io.ReadCloser
	network *network
	closed  bool
}

func (b *countedBody) Close() error {
	b.network.mu.Lock()
	defer b.network.mu.Unlock()
	if !b.closed {
		b.closed = true
		b.network.open--
	}
	return b.ReadCloser.Close()
}

// play returns a network that plays the responses. Each body it returns must be closed when the
// test ends.
func play(t testing.TB, responses ...responder) *network {
	t.Helper()
	n := &network{responders: responses}
	t.Cleanup(func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		require.Zero(t, n.open, "bodies left open")
	})
	return n
}

// respond responds with a body of known length and a header of alternating names and values.
func respond(status int, body string, header ...string) responder {
	return func(req *http.Request) (*http.Response, error) {
		return response(req, status, int64(len(body)), io.NopCloser(strings.NewReader(body)), header...), nil
	}
}

func response(req *http.Request, status int, length int64, body io.ReadCloser, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h, ContentLength: length, Body: body, Request: req,
	}
}

// truncatedBody responds with a body that fails with err after the text.
func truncatedBody(status int, text string, err error, header ...string) responder {
	return func(req *http.Request) (*http.Response, error) {
		body := io.MultiReader(strings.NewReader(text), failingReader{err})
		return response(req, status, int64(len(text))+1, io.NopCloser(body), header...), nil
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// silentBody responds with a body that sends nothing after the text until the context of the
// request ends.
func silentBody(status int, text string, header ...string) responder {
	return func(req *http.Request) (*http.Response, error) {
		body := io.MultiReader(strings.NewReader(text), waitingReader{req.Context()})
		return response(req, status, -1, io.NopCloser(body), header...), nil
	}
}

type waitingReader struct{ ctx context.Context }

func (r waitingReader) Read([]byte) (int, error) {
	<-r.ctx.Done()
	return 0, context.Cause(r.ctx)
}

// fails fails without reporting a connection.
func fails(err error) responder {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// unwritten fails before there is a connection and lostAfter on one, both reported as
// http.Transport does.
func unwritten(err error) responder {
	return func(req *http.Request) (*http.Response, error) {
		httptrace.ContextClientTrace(req.Context()).GetConn("api.example.com:443")
		return nil, err
	}
}

func lostAfter(err error) responder {
	return func(req *http.Request) (*http.Response, error) {
		trace := httptrace.ContextClientTrace(req.Context())
		trace.GetConn("api.example.com:443")
		trace.GotConn(httptrace.GotConnInfo{})
		return nil, err
	}
}

// silent gets the request and does not respond.
func silent() responder {
	return func(req *http.Request) (*http.Response, error) {
		trace := httptrace.ContextClientTrace(req.Context())
		trace.GetConn("api.example.com:443")
		trace.GotConn(httptrace.GotConnInfo{})
		<-req.Context().Done()
		return nil, context.Cause(req.Context())
	}
}

const canary = "c4n4ry-T0k3n+with/slash=="

// newCore returns a core on a network. Of the times that it may wait, it takes the shortest.
func newCore(t testing.TB, network http.RoundTripper, change ...func(*Settings)) *Core {
	t.Helper()
	base, err := url.Parse("https://api.example.com/base")
	require.NoError(t, err)
	s := Settings{
		BaseURL:     base,
		TokenSource: StaticToken(canary),
		HTTPClient:  &http.Client{Transport: network},
		UserAgent:   "test/1",
	}
	for _, c := range change {
		c(&s)
	}
	core, err := New(s)
	require.NoError(t, err)
	core.random = func() float64 { return 0 }
	return core
}

type thing struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

const oneThing = `{"id":"t1","title":"Thing"}`

func operation(t testing.TB, method, path string, traits ...op.Trait) *op.Op {
	t.Helper()
	o, err := op.Parse("Things."+method, method, path, traits...)
	require.NoError(t, err)
	return o
}

// get reads one thing.
func get(t testing.TB, core *Core, opts ...api.CallOption) (*thing, error) {
	t.Helper()
	return JSON[thing](t.Context(), core, operation(t, "GET", "/v1/things/{thingId}").Path("t1"), opts)
}

// post creates one thing.
func post(t testing.TB, core *Core, opts ...api.CallOption) (*thing, error) {
	t.Helper()
	return JSON[thing](t.Context(), core, operation(t, "POST", "/v1/things").Path().Body(thing{Title: "Thing"}), opts)
}

// collect ranges over a stream.
func collect[T any](stream func(func(T, error) bool)) (all []T, err error) {
	for value, err := range stream {
		if err != nil {
			return all, err
		}
		all = append(all, value)
	}
	return all, nil
}

func streamEvents(t testing.TB, ctx context.Context, core *Core, opts ...api.CallOption) ([]sse.Event, error) {
	t.Helper()
	return collect(Events(ctx, core, operation(t, "GET", "/v1/things/stream", op.Traits{Class: op.Stream}).Path(), opts))
}

// as finds an error of type E in err.
func as[E error](t testing.TB, err error) E {
	t.Helper()
	found, ok := errors.AsType[E](err)
	require.True(t, ok, "%T %v", err, err)
	return found
}
