package fault_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	content "github.com/publishing-platform/publishing-go/spaces"
)

// This table compares the requests on the wire with the reported attempts. net/http itself retries
// requests: over HTTP/2 after some resets of a stream, on a reused connection that dies, and
// requests with an idempotency header. Nevertheless, an attempt of the SDK is one request, an
// unsafe request reaches the service once, and no error denies a write that was performed.

// requestClass is a class of requests.
type requestClass struct {
	name    string
	body    bool // the request has a body
	safe    bool // the SDK retries it after a lost response
	either  bool // the SDK may or may not retry it
	write   bool // it changes something
	stream  bool // the response is an event stream
	ignores bool // the body of the response is not read
	call    func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error
}

// plain returns a class of requests sent by Client.Do.
func plain(name, method string, body any, class requestClass) requestClass {
	class.name, class.body = name, body != nil
	class.call = func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		var out any
		if !class.ignores {
			out = new(map[string]any)
		}
		return client.Do(ctx, publishing.Request{Method: method, Path: "/v1/things", Body: body}, out, opts...)
	}
	return class
}

// streamed returns a class of requests sent by Client.Stream.
func streamed(name, method string, body any, class requestClass) requestClass {
	class.name, class.body, class.stream = name, body != nil, true
	class.call = func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return drain(client.Stream(ctx, publishing.Request{Method: method, Path: "/v1/things", Body: body}, opts...))
	}
	return class
}

var requestClasses = func() []requestClass {
	thing := map[string]string{"title": "Thing"}
	repeatable := plain("POST with WithReplay", http.MethodPost, thing, requestClass{safe: true, write: true})
	post := repeatable.call
	repeatable.call = func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return post(ctx, client, append(opts, api.WithReplay())...)
	}
	return []requestClass{
		plain("GET", http.MethodGet, nil, requestClass{safe: true}),
		plain("GET with a body", http.MethodGet, thing, requestClass{safe: true}),
		plain("HEAD", http.MethodHead, nil, requestClass{safe: true, ignores: true}),
		plain("OPTIONS", http.MethodOptions, nil, requestClass{either: true}),
		plain("TRACE", http.MethodTrace, nil, requestClass{either: true}),
		plain("POST", http.MethodPost, thing, requestClass{write: true}),
		plain("PATCH", http.MethodPatch, thing, requestClass{write: true}),
		plain("POST without a body", http.MethodPost, nil, requestClass{write: true}),
		repeatable,
		plain("PUT without a body", http.MethodPut, nil, requestClass{safe: true, write: true}),
		streamed("stream of a POST", http.MethodPost, thing, requestClass{write: true}),
		streamed("stream of a POST without a body", http.MethodPost, nil, requestClass{write: true}),
		{
			name: "stream of a GET", stream: true,
			call: func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
				return drain(client.Orgs.Ask.Stream(ctx, "org-1", orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}, opts...))
			},
		},
		{
			name: "DELETE", safe: true, write: true, ignores: true,
			call: func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
				_, err := client.Sites.Delete(ctx, "org-1", "site-1", opts...)
				return err
			},
		},
		{
			name: "idempotent PUT", safe: true, write: true, body: true,
			call: func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
				spec := orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: new("https://pets.example.com/openapi.yaml")}}
				_, err := client.Orgs.OpenAPI.Put(ctx, "org-1", "pet-store", spec, opts...)
				return err
			},
		},
		{
			name: "safe POST", safe: true, body: true,
			call: func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
				computation := content.Computation{Source: content.Computed{Type: content.ComputedTypeOpenAPI, Props: api.Raw(`{"models":true}`)}, Seed: "seed"}
				_, err := client.Spaces.Computed.Revision(ctx, "space-1", computation, opts...)
				return err
			},
		},
	}
}()

// fine responds as a correct service does.
func (r *requestClass) fine() fault.Act {
	switch {
	case r.stream:
		return fault.Respond(200, events, "Content-Type", "text/event-stream")
	case r.ignores:
		return fault.Respond(205, "")
	default:
		return fault.Respond(200, `{"id":"x","pages":[],"files":[],"reusableContents":[]}`)
	}
}

// half sends the beginning of a response.
func (r *requestClass) half() fault.Act {
	if r.name == http.MethodHead {
		return r.header()
	}
	if r.stream {
		return fault.Do(fault.Head(200, "Content-Type", "text/event-stream", "Content-Length", "100"), fault.Raw("data: {"))
	}
	return fault.Do(r.header(), fault.Raw(`{"id":`))
}

// header sends the header of a response without its body.
func (r *requestClass) header() fault.Act {
	if r.stream {
		return fault.Head(200, "Content-Type", "text/event-stream", "Content-Length", "100")
	}
	return fault.Head(200, "Content-Type", "application/json", "Content-Length", "100")
}

// faultKind is the effect of a fault, as far as the client can know it.
type faultKind int

const (
	kindHarmless    faultKind = iota // the response arrives
	kindLost                         // the request was written, and there is no response or one that means the same
	kindTruncated                    // the response was interrupted
	kindUnprocessed                  // the service promised not to have acted on the request
	kindUndecided                    // the same, but net/http does not always report it
	kindLimited                      // 429
)

// replayFault is a fault of a request.
type replayFault struct {
	name  string
	kind  faultKind
	only  string // version of HTTP; empty for both
	early bool   // the fault occurs before the body is read
	act   func(*requestClass) fault.Act
}

var replayFaults = func() []replayFault {
	always := func(act ...fault.Act) func(*requestClass) fault.Act {
		return func(*requestClass) fault.Act { return fault.Do(act...) }
	}
	performed := func(act ...fault.Act) func(*requestClass) fault.Act {
		return always(append([]fault.Act{fault.Commit}, act...)...)
	}
	both := []replayFault{
		{name: "closed", kind: kindLost, act: performed(fault.Close)},
		{name: "reset", kind: kindLost, act: performed(fault.Reset)},
		{name: "closed before the body is read", kind: kindLost, early: true, act: always(fault.Close)},
		{name: "reset before the body is read", kind: kindLost, early: true, act: always(fault.Reset)},
		{name: "closed after the header of the response", kind: kindTruncated, act: func(r *requestClass) fault.Act {
			return fault.Do(fault.Commit, r.header(), fault.Close)
		}},
		{name: "closed in the body of the response", kind: kindTruncated, act: func(r *requestClass) fault.Act {
			return fault.Do(fault.Commit, r.half(), fault.Close)
		}},
		{name: "103, then closed", kind: kindLost, act: performed(fault.Head(103, "Link", "</x>"), fault.Close)},
		{name: "502", kind: kindLost, act: performed(fault.Respond(502, page, "Content-Type", "text/html"))},
		{name: "429", kind: kindLimited, act: always(fault.Respond(429, ""))},
	}
	http1 := []replayFault{
		{name: "closed in the header of the response", kind: kindLost, act: performed(fault.Raw("HTTP/1.1 200 OK\r\nContent-Le"), fault.Close)},
		{name: "not HTTP", kind: kindLost, act: performed(fault.Raw("HELLO\r\n\r\n"), fault.Close)},
	}
	http2 := []replayFault{
		{name: "GOAWAY before the stream", kind: kindUnprocessed, act: always(fault.GoAwayBefore(fault.NoError))},
		{name: "GOAWAY before the stream, before the body is read", kind: kindUnprocessed, early: true, act: always(fault.GoAwayBefore(fault.NoError))},
		{name: "GOAWAY in two steps", kind: kindUnprocessed, act: always(fault.GoAwaySoon, fault.GoAwayBefore(fault.NoError))},
		{name: "GOAWAY before the stream with ENHANCE_YOUR_CALM", kind: kindUndecided, act: always(fault.GoAwayBefore(fault.EnhanceYourCalm))},
		{name: "GOAWAY before the stream, and closed", kind: kindUndecided, act: always(fault.GoAwayBefore(fault.NoError), fault.Close)},
		{name: "GOAWAY, then closed", kind: kindLost, act: performed(fault.GoAway(fault.NoError), fault.Close)},
		{name: "GOAWAY with INTERNAL_ERROR, then closed", kind: kindLost, act: performed(fault.GoAway(fault.InternalError), fault.Close)},
		{name: "GOAWAY, then PROTOCOL_ERROR", kind: kindLost, act: performed(fault.GoAway(fault.NoError), fault.ResetStream(fault.ProtocolError))},
		{name: "GOAWAY, then the response", kind: kindHarmless, act: func(r *requestClass) fault.Act {
			return fault.Do(fault.Commit, fault.GoAway(fault.NoError), r.fine())
		}},
		{name: "103, then PROTOCOL_ERROR", kind: kindLost, act: performed(fault.Head(103, "Link", "</x>"), fault.ResetStream(fault.ProtocolError))},
		{name: "an invalid frame", kind: kindLost, act: performed(fault.Frame(0, 0, 0, nil))},
		{name: "REFUSED_STREAM", kind: kindUnprocessed, act: always(fault.ResetStream(fault.RefusedStream))},
		{name: "REFUSED_STREAM before the body is read", kind: kindUnprocessed, early: true, act: always(fault.ResetStream(fault.RefusedStream))},
		{name: "reset with PROTOCOL_ERROR before the body is read", kind: kindLost, early: true, act: always(fault.ResetStream(fault.ProtocolError))},
	}
	for name, code := range map[string]uint32{
		"NO_ERROR": fault.NoError, "PROTOCOL_ERROR": fault.ProtocolError, "INTERNAL_ERROR": fault.InternalError, "STREAM_CLOSED": fault.StreamClosed,
		"CANCEL": fault.Cancel, "ENHANCE_YOUR_CALM": fault.EnhanceYourCalm, "HTTP_1_1_REQUIRED": fault.HTTP11Required, "an unknown code": 0xabad,
	} {
		http2 = append(http2, replayFault{name: "reset with " + name, kind: kindLost, act: performed(fault.ResetStream(code))})
	}
	for name, code := range map[string]uint32{"PROTOCOL_ERROR": fault.ProtocolError, "INTERNAL_ERROR": fault.InternalError, "REFUSED_STREAM": fault.RefusedStream} {
		http2 = append(
			http2,
			replayFault{name: name + " after the header of the response", kind: kindTruncated, act: func(r *requestClass) fault.Act {
				return fault.Do(fault.Commit, r.header(), fault.ResetStream(code))
			}},
			replayFault{name: name + " in the body of the response", kind: kindTruncated, act: func(r *requestClass) fault.Act {
				return fault.Do(fault.Commit, r.half(), fault.ResetStream(code))
			}},
		)
	}
	for i := range http1 {
		http1[i].only = "HTTP/1.1"
	}
	for i := range http2 {
		http2[i].only = "HTTP/2"
	}
	all := slices.Concat(both, http1, http2)
	slices.SortFunc(all, func(a, b replayFault) int { return strings.Compare(a.name, b.name) })
	return all
}()

// silence is a fault that needs a fake clock.
var silence = replayFault{name: "silence", kind: kindLost, act: func(*requestClass) fault.Act { return fault.Do(fault.Commit, fault.Hold) }}

// modes are the options of a call.
var modes = map[string][]api.CallOption{
	"no options":        nil,
	"WithoutRetry":      {api.WithoutRetry()},
	"Idempotency-Key":   {api.WithHeader("Idempotency-Key", idempotencyKey)},
	"X-Idempotency-Key": {api.WithHeader("X-Idempotency-Key", idempotencyKey)},
}

const idempotencyKey = "Key-1 of the caller"

// replay is a cell of the table: a request of a class under a fault.
type replay struct {
	fault     *replayFault
	class     *requestClass
	protocol  string
	transport string
	reused    bool // the connection was used before
	ever      bool // the fault persists
	mode      string

	server  *fault.Server
	runaway context.CancelFunc
}

// mostRequests is the number of requests after which a call is stopped.
const mostRequests = 3

func (c *replay) String() string {
	words := []string{c.transport, "fresh connection", "fault once", c.mode}
	if c.reused {
		words[1] = "reused connection"
	}
	if c.ever {
		words[2] = "persistent fault"
	}
	return strings.Join(words, ", ")
}

// config returns the config of the server.
func (c *replay) config() fault.Config {
	n := 0 // requests of the call
	choose := func(early bool) func(*fault.Request) fault.Act {
		return func(r *fault.Request) fault.Act {
			if strings.HasSuffix(r.Target, "/warm") {
				if early {
					return nil
				}
				return fault.Respond(200, "{}")
			}
			if early == c.fault.early {
				n++
			}
			if n > mostRequests {
				c.runaway()
			}
			if n > 1 && !c.ever || n > mostRequests {
				if early {
					return nil
				}
				return fault.Do(fault.Commit, c.class.fine())
			}
			if early != c.fault.early {
				return nil
			}
			return c.fault.act(c.class)
		}
	}
	config := protocols[c.protocol]
	config.Respond = choose(false)
	if c.fault.early {
		config.Begin = choose(true)
	}
	return config
}

const notReused = "the connection was not reused"

// untilReused calls try until it returns true, and reports whether it did. try returns false if the
// connection of an earlier request was not idle in time: net/http keeps it in the background, on a
// busy machine too late.
func untilReused(try func() bool) bool {
	for range 5 {
		if try() {
			return true
		}
	}
	return false
}

// run makes the call and returns its problems.
func (c *replay) run(t *testing.T, memory *fault.Memory, opts ...publishing.Option) (problems []string) {
	untilReused(func() bool {
		problems = c.runOnce(t, memory, opts...)
		return !slices.Contains(problems, notReused)
	})
	return problems
}

func (c *replay) runOnce(t *testing.T, memory *fault.Memory, opts ...publishing.Option) (problems []string) {
	problem := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.runaway = cancel
	var dial dialer
	if memory != nil {
		c.server, dial = fault.ServeOn(memory, c.config()), memory.DialContext
	} else {
		var err error
		if c.server, err = fault.Serve(c.config()); err != nil {
			return []string{err.Error()}
		}
	}
	defer c.server.Close()
	client := connect(t, c.transport, c.server, dial, opts...)
	defer client.CloseIdleConnections()
	if c.reused {
		if err := client.Do(ctx, publishing.Request{Path: "/v1/warm"}, nil); err != nil {
			return []string{"the earlier request: " + err.Error()}
		}
	}
	var meta api.Meta
	err := c.class.call(ctx, client, append(slices.Clone(modes[c.mode]), api.WithMeta(&meta))...)

	requests := c.server.Begun()
	if c.reused {
		requests = requests[1:]
	}
	if len(requests) == 0 {
		return []string{fmt.Sprintf("no request arrived: %v", err)}
	}
	if c.reused && requests[0].Conn != 1 {
		problem("%s", notReused)
	}
	got := fault.OutcomeOf(err, "ok", &meta)
	if len(requests) != meta.Attempts {
		problem("%d requests, %d attempts", len(requests), meta.Attempts)
	}
	if strings.Contains(got.Kind, "Meta has") {
		problem("the error has %d attempts, Meta has %d", got.Reported, meta.Attempts)
	}
	commits := c.server.Commits()
	if commits > 1 && c.class.write && !c.class.safe {
		problem("performed %d times", commits)
	}
	if commits > 0 && err != nil && c.class.write && !got.May {
		problem("performed, and MayHaveApplied is false")
	}
	if commits > 0 && c.class.write && !c.class.safe && got.Later {
		problem("performed, and Retryable is true")
	}
	problems = append(problems, c.differences(len(requests), err, got)...)
	for i := range requests {
		problems = append(problems, c.wire(&requests[i], &requests[0])...)
	}
	for i := range problems {
		problems[i] = portOfClient.ReplaceAllString(problems[i], "127.0.0.1")
	}
	slices.Sort(problems)
	return slices.Compact(problems)
}

// portOfClient differs in each cell.
var portOfClient = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// differences compares a call with the retry table.
func (c *replay) differences(requests int, err error, got fault.Outcome) (problems []string) {
	least, most, retried := 1, 1, 2
	if c.ever {
		retried = 3
	}
	switch {
	case c.mode == "WithoutRetry", c.fault.kind == kindHarmless, c.fault.kind == kindTruncated && (c.class.stream || c.class.ignores):
	case c.fault.kind == kindLimited, c.fault.kind == kindUnprocessed && c.class.body, c.class.safe:
		least, most = retried, retried
	case c.class.either, c.fault.kind == kindUndecided:
		most = retried
	}
	if requests < least || requests > most {
		problems = append(problems, fmt.Sprintf("want %d to %d requests, got %d and %v", least, most, requests, err))
	}
	harmful := c.fault.kind != kindHarmless && !(c.fault.kind == kindTruncated && c.class.ignores)
	if fails := harmful && (c.ever || requests == 1); fails != (err != nil) {
		problems = append(problems, fmt.Sprintf("want an error %t, got %d requests and %v", fails, requests, err))
	}
	if err == nil {
		return problems
	}
	known := c.fault.kind == kindUnprocessed && c.class.body // net/http reports the cause
	switch {
	case c.class.either:
	case !c.class.write || known || c.fault.kind == kindLimited:
		if got.May {
			problems = append(problems, "MayHaveApplied is true")
		}
	case c.fault.kind == kindUndecided, c.fault.kind == kindUnprocessed:
	case !got.May:
		problems = append(problems, "MayHaveApplied is false")
	}
	if known && !got.Later {
		problems = append(problems, "Retryable is false, although the service has not processed the request")
	}
	if c.fault.kind == kindUnprocessed && !c.class.body && !strings.Contains(err.Error(), neterr.ErrLostUnexplained.Error()) {
		problems = append(problems, "net/http reports the reason after all: "+err.Error())
	}
	if known && !strings.Contains(err.Error(), "REFUSED_STREAM") && !strings.Contains(err.Error(), "GOAWAY") {
		problems = append(problems, "the error does not contain the cause: "+err.Error())
	}
	return problems
}

// wire compares a request with the first one and with the expected form.
func (c *replay) wire(r, first *fault.Request) (problems []string) {
	problem := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	if r.Method != first.Method || r.Target != first.Target {
		problem("a different request: %s %s", r.Method, r.Target)
	}
	length, coding := r.Header["Content-Length"], r.TransferEncoding
	switch {
	case c.class.body:
		if r.N > 0 && first.N > 0 && (len(r.Body) == 0 || string(r.Body) != string(first.Body)) {
			problem("a different body: %q", r.Body)
		}
		if r.N > 0 && !slices.Equal(length, []string{fmt.Sprint(len(r.Body))}) || len(coding) > 0 {
			problem("Content-Length %q, Transfer-Encoding %q with a body", length, coding)
		}
	case c.protocol == "HTTP/2":
		if !r.EndStream {
			problem("END_STREAM is not on HEADERS")
		}
	case slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, r.Method):
		if !slices.Equal(length, []string{"0"}) || len(coding) > 0 {
			problem("Content-Length %q, Transfer-Encoding %q on a %s without a body", length, coding, r.Method)
		}
	case len(length) > 0 || len(coding) > 0:
		problem("Content-Length %q, Transfer-Encoding %q on a %s without a body", length, coding, r.Method)
	}
	for name := range modes {
		if !strings.HasSuffix(name, "Key") {
			continue
		}
		var want []string
		if name == c.mode {
			want = []string{idempotencyKey}
		}
		if got := r.Header[name]; !slices.Equal(got, want) {
			problem("%s is %q", name, got)
		}
	}
	if auth := r.Header["Authorization"]; !slices.Equal(auth, []string{"Bearer " + token}) {
		problem("Authorization is %q", auth)
	}
	return problems
}

// replays returns the cells of faults.
func replays(faults ...replayFault) (all []*replay) {
	for i := range faults {
		all = append(all, faults[i].replays()...)
	}
	return all
}

func (f *replayFault) replays() (all []*replay) {
	for _, protocol := range slices.Sorted(maps.Keys(protocols)) {
		if f.only != "" && f.only != protocol {
			continue
		}
		for i := range requestClasses {
			for _, transport := range transports {
				for _, mode := range slices.Sorted(maps.Keys(modes)) {
					for _, reused := range []bool{false, true} {
						for _, ever := range []bool{false, true} {
							all = append(all, &replay{
								fault: f, class: &requestClasses[i], protocol: protocol, transport: transport, reused: reused, ever: ever, mode: mode,
							})
						}
					}
				}
			}
		}
	}
	return all
}

// report fails the test with the problems of the cells of a fault, one line for each problem of a
// class.
func report(t *testing.T, cells []*replay, problems [][]string) {
	t.Helper()
	where := map[string][]string{}
	wrong := 0
	for i, cell := range cells {
		if len(problems[i]) > 0 {
			wrong++
		}
		for _, text := range problems[i] {
			key := fmt.Sprintf("%s, %s: %s", cell.protocol, cell.class.name, text)
			where[key] = append(where[key], cell.String())
		}
	}
	for _, key := range slices.Sorted(maps.Keys(where)) {
		t.Errorf("%s\n\tin %d cells: %s", key, len(where[key]), strings.Join(where[key], "; "))
	}
	t.Logf("%d cells, %d wrong", len(cells), wrong)
}

// tried returns the cells of a sweep to try: each pair of values occurs in one of them.
func tried(cells []*replay) []*replay {
	return sample.Of(cells, func(c *replay) []string {
		return sample.Pairs(c.fault.name, c.class.name, c.protocol, c.transport, c.mode, fmt.Sprint(c.reused), fmt.Sprint(c.ever))
	})
}

func TestRequestsOnTheWireAreTheAttempts(t *testing.T) {
	t.Parallel()
	byFault := map[string][]*replay{}
	for _, c := range tried(replays(replayFaults...)) {
		byFault[c.fault.name] = append(byFault[c.fault.name], c)
	}
	require.Len(t, byFault, len(replayFaults))
	for name, cells := range byFault {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			problems := make([][]string, len(cells))
			each(len(cells), func(i int) { problems[i] = cells[i].run(t, nil) })
			report(t, cells, problems)
		})
	}
}

func TestRequestsOverAWrappedTransportAreTheAttempts(t *testing.T) {
	t.Parallel()
	cells := slices.DeleteFunc(replays(replayFaults...), func(c *replay) bool { return c.transport != transports[0] })
	for _, c := range cells {
		c.transport = wrapped
	}
	cells = tried(cells)
	problems := make([][]string, len(cells))
	each(len(cells), func(i int) { problems[i] = cells[i].run(t, nil) })
	report(t, cells, problems)
}

func TestEndless1xxOverAWrappedTransportEnd(t *testing.T) {
	t.Parallel()
	for _, protocol := range slices.Sorted(maps.Keys(protocols)) {
		config := protocols[protocol]
		config.Respond = func(*fault.Request) fault.Act {
			return func(e *fault.Exchange) {
				for range 150 {
					fault.Head(103, "Link", "</x>")(e)
				}
				fault.Respond(200, "{}")(e)
			}
		}
		server, err := fault.Serve(config)
		require.NoError(t, err)
		client := connect(t, wrapped, server, nil)
		err = client.Do(t.Context(), publishing.Request{Method: http.MethodPost, Path: "/v1/things"}, nil)
		require.ErrorContains(t, err, "too many 1xx", protocol)
		require.True(t, publishing.MayHaveApplied(err), protocol)
		client.CloseIdleConnections()
		server.Close()
		require.Len(t, server.Begun(), 1, protocol)
	}
}

func TestRequestsIntoSilenceAreTheAttempts(t *testing.T) {
	t.Parallel()
	fault.Certificate() // its goroutines must not belong to the bubble
	trusted()
	cells := tried(replays(silence))
	problems := make([][]string, len(cells))
	for i, cell := range cells {
		synctest.Test(t, func(t *testing.T) {
			problems[i] = cell.run(t, fault.NewMemory(), publishing.WithAttemptTimeout(brief))
		})
	}
	report(t, cells, problems)
}

// TestReplayTableIsComplete proves that no class, fault or mode is missing.
func TestReplayTableIsComplete(t *testing.T) {
	t.Parallel()
	for i := range replayFaults {
		require.Contains(t, []string{"", "HTTP/1.1", "HTTP/2"}, replayFaults[i].only)
		require.NotNil(t, replayFaults[i].act, replayFaults[i].name)
	}
	require.Len(t, requestClasses, 16)
	require.Len(t, replayFaults, 39)
	require.Len(t, replays(replayFaults...), (39+9)*16*32)
}
