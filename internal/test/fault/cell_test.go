package fault_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"iter"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

const (
	token   = "token-of-the-table"
	oneSite = `{"id":"site-1","title":"Guide","items":[]}`
	events  = "data: {\"type\":\"answer\"}\n\n"
)

// scenario sets up a fault for a class of operations.
type scenario struct {
	set   func(*cell)
	heavy bool // sends tens of megabytes
}

// cell is a class of operations under a fault: a server, a client and a call.
type cell struct {
	class string

	// The scenario may set these. If config.Respond is nil, it performs acts: one for each request,
	// and the last one for all further requests.
	config  fault.Config
	acts    []fault.Act
	http2   http.HandlerFunc // instead of config
	org     string           // ID of the organization in the path
	token   string
	base    string // base URL of the client; that of the server by default
	network *http.Transport
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	opts    []publishing.Option
	limit   time.Duration // timeout of the context; 0 for none
	byDial  bool          // an attempt is a connection, since no request arrives
	check   func() string // returns a problem after the call, or ""
	cleanup func()

	memory *fault.Memory
	server *fault.Server
	dials  atomic.Int64
}

// run makes the call and records its outcome and its problems, since it runs in a separate
// goroutine. The server listens on memory, or on loopback if it is nil.
func (s *scenario) run(t *testing.T, r *result, memory *fault.Memory) {
	c := &cell{class: r.class, org: "org-1", token: token, network: &http.Transport{}, dial: (&net.Dialer{}).DialContext, memory: memory}
	if memory != nil {
		c.dial = memory.DialContext
	}
	problem := func(format string, args ...any) {
		r.problems = append(r.problems, fmt.Sprintf("%s, %s: ", r.line.Fault, r.class)+fmt.Sprintf(format, args...))
	}
	defer func() {
		if p := recover(); p != nil {
			problem("panic: %v", p)
		}
	}()
	s.set(c)
	defer func() {
		if c.cleanup != nil {
			c.cleanup()
		}
	}()
	requests, err := c.start()
	if err != nil {
		problem("%v", err)
		return
	}
	defer c.server.Close()
	defer c.network.CloseIdleConnections()
	ctx, cancel := context.WithCancel(t.Context())
	if c.limit > 0 {
		ctx, cancel = context.WithTimeout(t.Context(), c.limit)
	}
	defer cancel()

	begin := time.Now()
	var callErr error
	r.got, callErr = c.call(ctx)
	r.took = time.Since(begin)
	r.got.Wire = requests()
	if callErr != nil && strings.Contains(fmt.Sprintf("%+v %#v", callErr, callErr), c.token) && c.token != "" {
		problem("the error contains the token")
	}
	for _, p := range c.violations(r.got) {
		problem("%s", p)
	}
}

// start starts the server and returns a function that counts attempts.
func (c *cell) start() (func() int, error) {
	if c.config.Respond == nil {
		c.config.Respond = func(r *fault.Request) fault.Act {
			if len(c.acts) == 0 {
				return success(c.class)
			}
			return fault.Script(c.acts...)(r)
		}
	}
	if c.memory != nil {
		c.server = fault.ServeOn(c.memory, c.config)
	} else {
		var err error
		if c.server, err = fault.Serve(c.config); err != nil {
			return nil, err
		}
	}
	dial := c.dial
	c.network.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c.dials.Add(1)
		return dial(ctx, network, addr)
	}
	if c.base == "" {
		c.base = c.server.URL()
	}
	if c.config.HTTP2 {
		c.network.TLSClientConfig = trusting()
		c.network.ForceAttemptHTTP2 = true
	}
	if c.http2 != nil {
		return c.startHTTP2(), nil
	}
	if c.byDial {
		return func() int { return int(c.dials.Load()) }, nil
	}
	return func() int { return len(c.server.Requests()) }, nil
}

// startHTTP2 starts a correct HTTP/2 server instead of the fault server.
func (c *cell) startHTTP2() func() int {
	var requests atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		c.http2(w, r)
	}))
	server.EnableHTTP2 = true
	server.TLS = &tls.Config{Certificates: []tls.Certificate{fault.Certificate()}, MinVersion: tls.VersionTLS12}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	c.base = server.URL
	c.network.TLSClientConfig = trusting()
	c.network.ForceAttemptHTTP2 = true
	c.cleanup = server.Close
	return func() int { return int(requests.Load()) }
}

// trusting returns a config that trusts the certificate of the fault server.
func trusting() *tls.Config {
	roots := x509.NewCertPool()
	if leaf, err := x509.ParseCertificate(fault.Certificate().Certificate[0]); err == nil {
		roots.AddCert(leaf)
	}
	return &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12, CurvePreferences: []tls.CurveID{tls.CurveP256}} // a cheap key exchange
}

// call creates a client and makes the call of the class.
func (c *cell) call(ctx context.Context) (fault.Outcome, error) {
	opts := append([]publishing.Option{
		publishing.WithHTTPClient(&http.Client{Transport: c.network}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
		publishing.WithAttemptTimeout(-1), // a slow machine is not a fault; scenarios set their own
		publishing.WithIdleTimeout(-1),
	}, c.opts...)
	if c.token != "" {
		opts = append(opts, publishing.WithToken(c.token))
	}
	client, err := publishing.NewClient(c.base, opts...)
	if err != nil {
		return fault.Outcome{Kind: "NewClient"}, err
	}
	var meta api.Meta
	kind, err := c.callOperation(ctx, client, api.WithMeta(&meta))
	return fault.OutcomeOf(err, kind, &meta), err
}

// callOperation calls the operation of the class and returns the kind of its success.
func (c *cell) callOperation(ctx context.Context, client *publishing.Client, opts ...api.CallOption) (kind string, err error) {
	switch c.class {
	case fault.Get:
		_, err = client.Sites.Get(ctx, c.org, "site-1", sites.GetOptions{}, opts...)
	case fault.List:
		err = drain(client.Sites.All(ctx, c.org, sites.ListOptions{}, opts...))
	case fault.Create:
		_, err = client.Sites.Create(ctx, c.org, sites.Create{Title: new("Guide")}, opts...)
	case fault.Update:
		_, err = client.Sites.Update(ctx, c.org, "site-1", sites.Update{Title: new("Guide")}, opts...)
	case fault.Delete:
		var deletion api.Deletion
		deletion, err = client.Sites.Delete(ctx, c.org, "site-1", opts...)
		return string(deletion), err
	case fault.Put:
		spec := orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: new("https://pets.example.com/openapi.yaml")}}
		result, err := client.Orgs.OpenAPI.Put(ctx, c.org, "pet-store", spec, opts...)
		if err != nil {
			return "", err
		}
		return string(result.Outcome), nil
	case fault.Stream:
		err = drain(client.Orgs.Ask.Stream(ctx, c.org, orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}, opts...))
	default:
		panic("no class " + c.class)
	}
	return "ok", err
}

// drain iterates at most 100 times: a program stops an iteration over a list without end.
func drain[T any](seq iter.Seq2[T, error]) error {
	n := 0
	for _, err := range seq {
		if err != nil {
			return err
		}
		if n++; n == 100 {
			return nil
		}
	}
	return nil
}

// success responds as a correct service does.
func success(class string) fault.Act {
	switch class {
	case fault.Create, fault.Put:
		return fault.Do(fault.Commit, fault.Respond(201, oneSite))
	case fault.Delete:
		return fault.Do(fault.Commit, fault.Respond(205, ""))
	case fault.Update:
		return fault.Do(fault.Commit, fault.Respond(200, oneSite))
	case fault.Stream:
		return fault.Respond(200, events, "Content-Type", "text/event-stream")
	default:
		return fault.Respond(200, oneSite)
	}
}

// violations returns what must never occur, whatever the table contains: the server knows what it
// received and what it did.
func (c *cell) violations(got fault.Outcome) []string {
	var list []string
	commits := c.server.Commits()
	writes := slices.Contains([]string{fault.Create, fault.Update, fault.Delete, fault.Put}, c.class)
	if commits > 1 && (c.class == fault.Create || c.class == fault.Update) {
		list = append(list, fmt.Sprintf("the write was performed %d times", commits))
	}
	if writes && commits > 0 && got.Failed() && !got.May {
		list = append(list, "the write was performed, but MayHaveApplied is false")
	}
	if commits > 0 && got.Later && (c.class == fault.Create || c.class == fault.Update) {
		list = append(list, "the write was performed, but Retryable is true")
	}
	requests := c.server.Requests()
	for i, r := range requests {
		if r.Method != requests[0].Method || string(r.Body) != string(requests[0].Body) || (r.Method == http.MethodPost && len(r.Body) == 0) {
			list = append(list, fmt.Sprintf("request %d differs: %s %s %s", i, r.Method, r.Target, r.Body))
		}
		if auth := r.Header.Get("Authorization"); auth != "Bearer "+c.token && c.token != "" && r.Method != http.MethodConnect {
			list = append(list, fmt.Sprintf("request %d has authorization %q", i, auth))
		}
	}
	if len(requests) > 0 {
		path, _, _ := strings.Cut(requests[0].Target, "?")
		if segments := strings.Split(path, "/"); strings.HasPrefix(path, "/v1/") && (len(segments) < 5 || !same(segments[3], c.org)) {
			list = append(list, fmt.Sprintf("the ID %q was sent as %q", c.org, path))
		}
	}
	if c.check != nil {
		if text := c.check(); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// same reports whether a segment of a path is the escaped ID.
func same(segment, id string) bool {
	plain, err := url.PathUnescape(segment)
	return err == nil && plain == id
}
