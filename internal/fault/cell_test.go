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
	"github.com/publishing-platform/publishing-go/internal/fault"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

const (
	token   = "token-of-the-table"
	oneSite = `{"id":"site-1","title":"Guide","items":[]}`
	events  = "data: {\"type\":\"answer\"}\n\n"
)

// scenario sets a fault up for a class of operations.
type scenario struct {
	set   func(*cell)
	heavy bool // makes tens of megabytes
}

// cell is a class of operations under a fault: a service, a client and a call.
type cell struct {
	class string

	// What the scenario may set. Answer is chosen among acts when it is nil: one act a request, the last one again.
	config  fault.Config
	acts    []fault.Act
	http2   http.HandlerFunc // in place of config
	org     string           // the id of the organization in the path
	token   string
	base    string // of the client; the server's own by default
	network *http.Transport
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	opts    []publishing.Option
	limit   time.Duration // of the context, 0 for none
	byDial  bool          // an attempt is a connection, since no request comes through
	check   func() string // what is wrong after the call, "" for nothing
	cleanup func()

	memory *fault.Memory
	server *fault.Server
	dials  atomic.Int64
}

// meet makes the call and notes what it came to. It runs on a goroutine of its own, so what fails is noted too. Memory is what the service
// listens on, nil for loopback.
func (s *scenario) meet(t *testing.T, r *result, memory *fault.Memory) {
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
		problem("the error shows the token")
	}
	for _, p := range c.truths(r.got) {
		problem("%s", p)
	}
}

// start starts the service and returns how attempts are counted.
func (c *cell) start() (func() int, error) {
	if c.config.Answer == nil {
		c.config.Answer = func(r *fault.Request) fault.Act {
			if len(c.acts) == 0 {
				return good(c.class)
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

// startHTTP2 starts a server that speaks HTTP/2 in place of the one that speaks as it likes.
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

// trusting trusts the certificate of the fault server.
func trusting() *tls.Config {
	roots := x509.NewCertPool()
	if leaf, err := x509.ParseCertificate(fault.Certificate().Certificate[0]); err == nil {
		roots.AddCert(leaf)
	}
	return &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12, CurvePreferences: []tls.CurveID{tls.X25519}} // a key that costs little
}

// call makes a client and the call of the class.
func (c *cell) call(ctx context.Context) (fault.Outcome, error) {
	opts := append([]publishing.Option{
		publishing.WithHTTPClient(&http.Client{Transport: c.network}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
		publishing.WithAttemptTimeout(-1), // a slow machine must not pass for a silent service; scenarios set their own
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
	kind, err := c.ask(ctx, client, api.WithMeta(&meta))
	return fault.OutcomeOf(err, kind, &meta), err
}

// ask calls the operation of the class and says how it succeeded.
func (c *cell) ask(ctx context.Context, client *publishing.Client, opts ...api.CallOption) (kind string, err error) {
	switch c.class {
	case fault.Get:
		_, err = client.Sites.Get(ctx, c.org, "site-1", opts...)
	case fault.List:
		err = drain(client.Sites.All(ctx, c.org, sites.ListOptions{}, opts...))
	case fault.Create:
		_, err = client.Sites.Create(ctx, c.org, sites.SiteCreate{Title: new("Guide")}, opts...)
	case fault.Update:
		_, err = client.Sites.Update(ctx, c.org, "site-1", sites.SiteUpdate{Title: new("Guide")}, opts...)
	case fault.Delete:
		var deletion api.Deletion
		deletion, err = client.Sites.Delete(ctx, c.org, "site-1", opts...)
		return string(deletion), err
	case fault.Put:
		spec := orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: "https://pets.example.com/openapi.yaml"}}
		result, err := client.Orgs.OpenAPI.Put(ctx, c.org, "pet-store", spec, opts...)
		if err != nil {
			return "", err
		}
		return string(result.Outcome), nil
	case fault.Stream:
		err = drain(client.Orgs.Ask.Stream(ctx, c.org, orgs.AskStreamOptions{Query: "How?"}, opts...))
	default:
		panic("no class " + c.class)
	}
	return "ok", err
}

// drain takes 100 turns at most: a program leaves a list that has no end.
func drain[T any](turns iter.Seq2[T, error]) error {
	n := 0
	for _, err := range turns {
		if err != nil {
			return err
		}
		if n++; n == 100 {
			return nil
		}
	}
	return nil
}

// good is the answer of a service that is well.
func good(class string) fault.Act {
	switch class {
	case fault.Create, fault.Put:
		return fault.Do(fault.Commit, fault.Answer(201, oneSite))
	case fault.Delete:
		return fault.Do(fault.Commit, fault.Answer(205, ""))
	case fault.Update:
		return fault.Do(fault.Commit, fault.Answer(200, oneSite))
	case fault.Stream:
		return fault.Answer(200, events, "Content-Type", "text/event-stream")
	default:
		return fault.Answer(200, oneSite)
	}
}

// truths returns what must not be whatever the table says: the server knows what it was asked and what it did.
func (c *cell) truths(got fault.Outcome) []string {
	var wrong []string
	commits := c.server.Commits()
	writes := slices.Contains([]string{fault.Create, fault.Update, fault.Delete, fault.Put}, c.class)
	if commits > 1 && (c.class == fault.Create || c.class == fault.Update) {
		wrong = append(wrong, fmt.Sprintf("the write was performed %d times", commits))
	}
	if writes && commits > 0 && got.Failed() && !got.May {
		wrong = append(wrong, "the write was performed, and the error says that it was not")
	}
	requests := c.server.Requests()
	for i, r := range requests {
		if r.Method != requests[0].Method || string(r.Body) != string(requests[0].Body) || (r.Method == http.MethodPost && len(r.Body) == 0) {
			wrong = append(wrong, fmt.Sprintf("request %d is another: %s %s %s", i, r.Method, r.Target, r.Body))
		}
		if auth := r.Header.Get("Authorization"); auth != "Bearer "+c.token && c.token != "" && r.Method != http.MethodConnect {
			wrong = append(wrong, fmt.Sprintf("request %d has authorization %q", i, auth))
		}
	}
	if len(requests) > 0 {
		path, _, _ := strings.Cut(requests[0].Target, "?")
		if segments := strings.Split(path, "/"); strings.HasPrefix(path, "/v1/") && (len(segments) < 5 || !same(segments[3], c.org)) {
			wrong = append(wrong, fmt.Sprintf("the id %q went out as %q", c.org, path))
		}
	}
	if c.check != nil {
		if text := c.check(); text != "" {
			wrong = append(wrong, text)
		}
	}
	return wrong
}

// same tells whether a segment of a path is an id, escaped.
func same(segment, id string) bool {
	plain, err := url.PathUnescape(segment)
	return err == nil && plain == id
}
