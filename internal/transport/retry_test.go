package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// An ending is the error of a call.
type ending string

const (
	withStatus    ending = "an *api.Error"
	withTransport ending = "an *api.TransportError"
	withDecode    ending = "an *api.DecodeError"
)

// A row is a failure and its rule in the retry table, internal/test/fault/testdata/retry.tsv.
type row struct {
	failure  string
	response responder
	deadline time.Duration // deadline of the context, 0 for none
	rule     string
	body     bool // whether the body of the response fails

	ends   ending
	status int
	may    bool  // a write may have applied
	is     error // errors.Is finds it
}

var (
	errReset   = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
)

func dns(change func(*net.DNSError)) error {
	err := &net.DNSError{Err: "server misbehaving", Name: "api.example.com"}
	change(err)
	return &net.OpError{Op: "dial", Net: "tcp", Err: err}
}

func retryTable() []row {
	rows := []row{
		{failure: "temporary DNS failure", response: unwritten(dns(func(e *net.DNSError) { e.IsTemporary = true })), rule: "never written", ends: withTransport},
		{failure: "DNS timeout", response: unwritten(dns(func(e *net.DNSError) { e.IsTimeout = true })), rule: "never written", ends: withTransport},
		{failure: "connection refused", response: unwritten(errRefused), rule: "never written", ends: withTransport, is: syscall.ECONNREFUSED},
		{failure: "connection refused on a network that reports nothing", response: fails(errRefused), rule: "never written", ends: withTransport, is: syscall.ECONNREFUSED},
		{failure: "proxy connection refused", response: fails(&net.OpError{Op: "proxyconnect", Err: syscall.ECONNREFUSED}), rule: "never written", ends: withTransport},
		{failure: "SOCKS proxy connection refused", response: fails(&net.OpError{Op: "socks connect", Err: syscall.ECONNREFUSED}), rule: "never written", ends: withTransport},
		{failure: "network unreachable", response: unwritten(&net.OpError{Op: "dial", Err: syscall.ENETUNREACH}), rule: "never written", ends: withTransport},
		{failure: "kept connection dead, then connection refused", response: func(req *http.Request) (*http.Response, error) {
			trace := httptrace.ContextClientTrace(req.Context())
			trace.GetConn("api.example.com:443")
			trace.GotConn(httptrace.GotConnInfo{Reused: true}) // nothing can be written to it, so the network dials another
			return unwritten(errRefused)(req)
		}, rule: "never written", ends: withTransport, is: syscall.ECONNREFUSED},
		{failure: "handshake interrupted", response: unwritten(io.EOF), rule: "never written", ends: withTransport, is: io.EOF},
		{failure: "attempt timeout before a connection", response: func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return unwritten(context.Cause(req.Context()))(req)
		}, rule: "never written", ends: withTransport, is: context.DeadlineExceeded},
		{failure: "handshake reset", response: unwritten(errReset), rule: "never written", ends: withTransport, is: syscall.ECONNRESET},

		{failure: "NXDOMAIN", response: unwritten(dns(func(e *net.DNSError) { e.IsNotFound = true })), rule: "cannot succeed", ends: withTransport},
		{failure: "NXDOMAIN called temporary", response: unwritten(dns(func(e *net.DNSError) { e.IsNotFound, e.IsTemporary = true, true })), rule: "cannot succeed", ends: withTransport},
		{failure: "permanent DNS failure", response: unwritten(dns(func(*net.DNSError) {})), rule: "cannot succeed", ends: withTransport},
		{failure: "certificate not verified", response: unwritten(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), rule: "cannot succeed", ends: withTransport},
		{failure: "unknown authority", response: unwritten(x509.UnknownAuthorityError{}), rule: "cannot succeed", ends: withTransport},
		{failure: "certificate of another host", response: unwritten(x509.HostnameError{Certificate: &x509.Certificate{}, Host: "api.example.com"}), rule: "cannot succeed", ends: withTransport},
		{failure: "certificate expired", response: unwritten(x509.CertificateInvalidError{Reason: x509.Expired}), rule: "cannot succeed", ends: withTransport},

		{failure: "429", response: respond(429, ""), rule: "429", ends: withStatus, status: 429},
		{failure: "429 in 1 s", response: respond(429, "", "Retry-After", "1"), rule: "429", ends: withStatus, status: 429},
		{failure: "429 at the cap", response: respond(429, "", "Retry-After", "30"), rule: "429", ends: withStatus, status: 429},
		{failure: "429 at once", response: respond(429, "", "Retry-After", "0"), rule: "429", ends: withStatus, status: 429},
		{failure: "429 in words", response: respond(429, "", "Retry-After", "soon"), rule: "429", ends: withStatus, status: 429},

		{failure: "503 in 1 s", response: respond(503, "", "Retry-After", "1"), rule: "503 with Retry-After", ends: withStatus, status: 503, may: true},
		{failure: "503 at once", response: respond(503, "", "Retry-After", "0"), rule: "503 with Retry-After", ends: withStatus, status: 503, may: true},
		{failure: "503 at a date", response: respond(503, "", "Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"), rule: "503 with Retry-After", ends: withStatus, status: 503, may: true},

		{failure: "reset after writing", response: lostAfter(errReset), rule: "lost", ends: withTransport, may: true, is: syscall.ECONNRESET},
		{failure: "reset on a network that reports nothing", response: fails(errReset), rule: "lost", ends: withTransport, may: true, is: syscall.ECONNRESET},
		{failure: "end after writing", response: lostAfter(io.EOF), rule: "lost", ends: withTransport, may: true, is: io.EOF},
		{failure: "broken pipe", response: lostAfter(&net.OpError{Op: "write", Err: syscall.EPIPE}), rule: "lost", ends: withTransport, may: true, is: syscall.EPIPE},
		{failure: "timeout of the network", response: lostAfter(&net.OpError{Op: "read", Err: context.DeadlineExceeded}), rule: "lost", ends: withTransport, may: true, is: context.DeadlineExceeded},
		{failure: "kept connection closed", response: lostAfter(errors.New("http: server closed idle connection")), rule: "lost", ends: withTransport, may: true},
		{failure: "truncated in a header", response: lostAfter(errors.New(`net/http: HTTP/1.x transport connection broken: malformed HTTP response "HTTP/1"`)), rule: "lost", ends: withTransport, may: true},
		{failure: "HTTP/2 connection closed", response: lostAfter(errors.New("http2: server sent GOAWAY and closed the connection; LastStreamID=1")), rule: "lost", ends: withTransport, may: true},
		{failure: "HTTP/2 stream reset", response: lostAfter(errors.New("stream error: stream ID 3; INTERNAL_ERROR; received from peer")), rule: "lost", ends: withTransport, may: true},
		{failure: "attempt timeout", response: silent(), rule: "lost", ends: withTransport, may: true, is: context.DeadlineExceeded},
		{failure: "attempt timeout in an error body", response: silentBody(502, "{"), rule: "lost", ends: withStatus, status: 502, may: true},
		{failure: "short body", response: truncatedBody(200, oneThing, io.ErrUnexpectedEOF), rule: "lost", body: true, ends: withTransport, status: 200, may: true, is: io.ErrUnexpectedEOF},
		{failure: "reset in the body", response: truncatedBody(200, "{", errReset), rule: "lost", body: true, ends: withTransport, status: 200, may: true, is: syscall.ECONNRESET},
		{failure: "attempt timeout in the body", response: silentBody(200, "{"), rule: "lost", body: true, ends: withTransport, status: 200, may: true, is: context.DeadlineExceeded},

		{failure: "429 tomorrow", response: respond(429, "", "Retry-After", "86400"), rule: "Retry-After too long", ends: withStatus, status: 429},
		{failure: "429 never", response: respond(429, "", "Retry-After", "99999999999999999999"), rule: "Retry-After too long", ends: withStatus, status: 429},
		{failure: "429 just beyond the cap", response: respond(429, "", "Retry-After", "30.1"), rule: "Retry-After too long", ends: withStatus, status: 429},
		{failure: "503 tomorrow", response: respond(503, "", "Retry-After", "86400"), rule: "Retry-After too long", ends: withStatus, status: 503, may: true},
		{failure: "429 beyond the deadline", response: respond(429, "", "Retry-After", "20"), deadline: 10 * time.Second, rule: "Retry-After too long", ends: withStatus, status: 429},
		{failure: "503 beyond the deadline", response: respond(503, "", "Retry-After", "20"), deadline: 10 * time.Second, rule: "Retry-After too long", ends: withStatus, status: 503, may: true},

		{failure: "deadline before the response", response: silent(), deadline: time.Second, rule: "context done", ends: withTransport, may: true, is: context.DeadlineExceeded},
		{failure: "deadline before a connection", response: func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return unwritten(context.Cause(req.Context()))(req)
		}, deadline: time.Second, rule: "context done", ends: withTransport, is: context.DeadlineExceeded},
		{failure: "deadline in the body", response: silentBody(200, "{"), deadline: time.Second, rule: "context done", body: true, ends: withTransport, status: 200, may: true, is: context.DeadlineExceeded},
		{failure: "no JSON", response: respond(200, "OK"), rule: "bad response", body: true, ends: withDecode, status: 200, may: true},
		{failure: "truncated JSON in a complete body", response: respond(200, `{"id":`), rule: "bad response", body: true, ends: withDecode, status: 200, may: true},
		{failure: "two JSON values", response: respond(200, oneThing+oneThing), rule: "bad response", body: true, ends: withDecode, status: 200, may: true},
		{failure: "null", response: respond(200, "null"), rule: "bad response", body: true, ends: withDecode, status: 200, may: true},
		{failure: "garbled coding", response: truncatedBody(200, "{", errors.New("gzip: invalid checksum")), rule: "bad response", body: true, ends: withDecode, status: 200, may: true},
		{failure: "an error of another network layer", response: fails(errors.New("no such luck")), rule: "bad response", ends: withTransport, may: true},
		{failure: "a bad address", response: fails(&net.AddrError{Err: "mismatch", Addr: "x"}), rule: "bad response", ends: withTransport, may: true},
	}
	for _, status := range []int{408, 500, 502, 503, 504} {
		rows = append(rows, row{failure: fmt.Sprint(status), response: respond(status, ""), rule: "lost", ends: withStatus, status: status, may: true})
	}
	for _, status := range []int{
		101, 199, 300, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 415, 417, 418, 421, 422, 423, 424, 425, 426, 428, 431, 451, 501,
	} {
		rows = append(rows, row{failure: fmt.Sprint(status), response: respond(status, ""), rule: "other status", ends: withStatus, status: status})
	}
	for _, status := range []int{505, 506, 507, 508, 511, 520, 529, 599, 600, 999} {
		rows = append(rows, row{failure: fmt.Sprint(status), response: respond(status, ""), rule: "other status", ends: withStatus, status: status, may: true})
	}
	return rows
}

// A kind is a kind of call that is tested with the failures.
type kind struct {
	name    string
	op      *op.Op
	body    bool // reads the whole body of the response
	success responder
	run     func(context.Context, *Core, *op.Op) error
}

func kinds(t *testing.T) []kind {
	jsonCall := func(opts ...api.CallOption) func(context.Context, *Core, *op.Op) error {
		return func(ctx context.Context, core *Core, o *op.Op) error {
			r := o.Path("t1")
			if o.Method != http.MethodGet {
				r = r.Body(thing{Title: "Thing"})
			}
			_, err := JSON[thing](ctx, core, r, opts)
			return err
		}
	}
	stream := func(opts ...api.CallOption) func(context.Context, *Core, *op.Op) error {
		return func(ctx context.Context, core *Core, o *op.Op) error {
			_, err := collect(Events(ctx, core, o.Path("t1"), opts))
			return err
		}
	}
	const path = "/v1/things/{thingId}"
	ok := respond(200, oneThing)
	events := respond(200, "data: 1\n\n", "Content-Type", "text/event-stream")
	return []kind{
		{"get", operation(t, "GET", path), true, ok, jsonCall()},
		{"list", operation(t, "GET", path), true, respond(200, `{"items":[]}`), func(ctx context.Context, core *Core, o *op.Op) error {
			_, err := List[thing](ctx, core, o.Path("t1"), nil)
			return err
		}},
		{"put", operation(t, "PUT", path), true, respond(201, oneThing), func(ctx context.Context, core *Core, o *op.Op) error {
			_, err := Put[thing](ctx, core, o.Path("t1").Body(thing{}), nil)
			return err
		}},
		{"put without a body", operation(t, "PUT", path), false, respond(204, ""), func(ctx context.Context, core *Core, o *op.Op) error {
			return None(ctx, core, o.Path("t1").Body(thing{}), nil)
		}},
		{"delete", operation(t, "DELETE", path), false, respond(205, ""), func(ctx context.Context, core *Core, o *op.Op) error {
			_, err := Delete(ctx, core, o.Path("t1"), nil)
			return err
		}},
		{"post", operation(t, "POST", path), true, ok, jsonCall()},
		{"patch", operation(t, "PATCH", path), true, ok, jsonCall()},
		{"put that creates", operation(t, "PUT", path, op.Traits{Class: op.Once}), true, ok, jsonCall()},
		{"post that may be sent twice", operation(t, "POST", path), true, ok, jsonCall(api.WithReplay())},
		{"idempotent post", operation(t, "POST", path, op.Traits{Class: op.Repeatable}), true, ok, jsonCall()},
		{"stream", operation(t, "GET", path, op.Traits{Class: op.Stream}), false, events, stream()},
		{"stream that may be sent twice", operation(t, "GET", path, op.Traits{Class: op.Stream}), false, events, stream(api.WithReplay())},
	}
}

// retried looks up whether a call of the kind is retried after the failure.
func (r *row) retried(t *testing.T, k kind) bool {
	t.Helper()
	return k.retriedBy(t, r.rule)
}

// class returns the column of the retry table.
func (k *kind) class() int {
	switch k.name {
	case "post", "patch", "put that creates":
		return 1
	case "stream":
		return 2
	default:
		return 0
	}
}

func (k *kind) retriedBy(t *testing.T, name string) bool {
	t.Helper()
	rule := fault.RuleOf(name)
	require.NotNil(t, rule, "no rule %q", name)
	return rule.Retried(k.class(), k.op.Method != http.MethodGet)
}

// later reports whether the same call may succeed later, as the second table of docs/errors.md has
// it: what the SDK retries may, and so may what it does not retry only because of the time.
func (r *row) later(t *testing.T, k kind) bool {
	t.Helper()
	switch r.rule {
	case "Retry-After too long":
		return k.retriedBy(t, map[int]string{429: "429", 503: "503 with Retry-After"}[r.status])
	case "context done":
		return k.class() == 0 || !r.may
	case "other status":
		return k.class() == 0 && r.status >= 500 && r.status != 501
	default:
		return r.retried(t, k)
	}
}

func (r *row) check(t *testing.T, k kind, err error) {
	t.Helper()
	switch r.ends {
	case withStatus:
		require.Equal(t, r.status, as[*api.Error](t, err).Status)
	case withTransport:
		require.Equal(t, r.status, as[*api.TransportError](t, err).Status)
		_, other := errors.AsType[*api.Error](err)
		require.False(t, other)
	case withDecode:
		require.Equal(t, r.status, as[*api.DecodeError](t, err).Status)
	}
	if r.is != nil {
		require.ErrorIs(t, err, r.is)
	}
	require.Equal(t, r.may && k.op.Method != http.MethodGet, api.MayHaveApplied(err), "may have applied: %v", err)
	require.Equal(t, r.later(t, k), api.Retryable(err), "may succeed later: %v", err)
}

func TestRetryTable(t *testing.T) {
	t.Parallel()
	cells := 0
	for _, r := range retryTable() {
		for _, k := range kinds(t) {
			if r.body && !k.body {
				continue
			}
			again := r.retried(t, k)
			cells++
			t.Run(r.failure+"/"+k.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					context := func() (context.Context, context.CancelFunc) {
						if r.deadline == 0 {
							return context.WithCancel(t.Context())
						}
						return context.WithTimeout(t.Context(), r.deadline)
					}
					for failures := 1; failures <= 3; failures++ {
						var responses []responder
						for range failures {
							responses = append(responses, r.response)
						}
						n := play(t, append(responses, k.success)...)
						ctx, cancel := context()
						err := k.run(ctx, newCore(t, n), k.op)
						cancel()
						switch {
						case again && failures < 3:
							require.NoError(t, err)
							require.Len(t, n.attempts(), failures+1)
						case again:
							r.check(t, k, err)
							require.Len(t, n.attempts(), 3)
						default:
							r.check(t, k, err)
							require.Len(t, n.attempts(), 1)
						}
					}
				})
			})
		}
	}
	require.Greater(t, cells, 700, "the table shrank")
}

func TestStreamIsNeverRetriedOnceItHasBegun(t *testing.T) {
	t.Parallel()
	for name, response := range map[string]responder{
		"truncated before the first event": truncatedBody(200, "", io.ErrUnexpectedEOF, "Content-Type", "text/event-stream"),
		"truncated after an event":         truncatedBody(200, "data: 1\n\n", io.ErrUnexpectedEOF, "Content-Type", "text/event-stream"),
		"reset":                            truncatedBody(200, "data: 1\n\n", errReset, "Content-Type", "text/event-stream"),
		"no stream":                        respond(200, "{}"),
		"no content":                       respond(204, ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, opts := range [][]api.CallOption{nil, {api.WithReplay()}} {
				n := play(t, response)
				_, err := streamEvents(t, t.Context(), newCore(t, n), opts...)
				require.Error(t, err)
				require.False(t, api.Retryable(err))
				require.Len(t, n.attempts(), 1)
			}
		})
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ set, want int }{{0, 3}, {1, 1}, {2, 2}, {7, 7}} {
		n := play(t, respond(502, ""))
		_, err := get(t, newCore(t, n, func(s *Settings) { s.Retry.Attempts = test.set }))
		require.Equal(t, test.want, as[*api.Error](t, err).Attempts)
		require.Len(t, n.attempts(), test.want)
	}
}

func TestWithoutRetrySendsOnce(t *testing.T) {
	t.Parallel()
	for _, response := range []responder{respond(429, ""), respond(502, ""), unwritten(errRefused), lostAfter(errReset)} {
		n := play(t, response)
		_, err := get(t, newCore(t, n), api.WithoutRetry())
		require.Error(t, err)
		_, err = get(t, newCore(t, n), api.WithoutRetry(), api.WithReplay())
		require.Error(t, err)
		_, err = get(t, newCore(t, n, func(s *Settings) { s.Retry.Attempts = 1 }))
		require.Error(t, err)
		require.Len(t, n.attempts(), 3)
	}
}

func TestEachAttemptSendsTheWholeRequest(t *testing.T) {
	t.Parallel()
	n := play(t, respond(429, ""), unwritten(errRefused), respond(201, oneThing))
	_, err := post(t, newCore(t, n), api.WithHeader("X-Test", "yes"), api.WithQuery("q", "a b"))
	require.NoError(t, err)
	require.Len(t, n.attempts(), 3)
	for _, a := range n.attempts() {
		require.Equal(t, "POST", a.method)
		require.Equal(t, "https://api.example.com/base/v1/things?q=a+b", a.url.String())
		require.Equal(t, `{"id":"","title":"Thing"}`, a.body)
		require.EqualValues(t, len(a.body), a.length)
		require.Equal(t, http.Header{
			"Accept":        {"application/json"},
			"Authorization": {"Bearer " + canary},
			"Content-Type":  {"application/json"},
			"User-Agent":    {"test/1"},
			"X-Test":        {"yes"},
		}, a.header)
	}
}

func TestWaitsAreRandomPartsOfADoublingWindow(t *testing.T) {
	t.Parallel()
	for _, random := range []float64{0, 0.5, 0.999} {
		synctest.Test(t, func(t *testing.T) {
			n := play(t, respond(502, ""))
			core := newCore(t, n, func(s *Settings) { s.Retry = Retry{Attempts: 9} })
			core.random = func() float64 { return random }
			_, err := get(t, core)
			require.Error(t, err)
			var want []time.Duration
			for _, window := range []float64{250, 500, 1000, 2000, 4000, 8000, 10000, 10000} {
				want = append(want, time.Duration(random*window*float64(time.Millisecond)))
			}
			require.Equal(t, want, n.waits())
		})
	}
}

func TestRejectedTokenDoesNotLengthenTheWaits(t *testing.T) {
	t.Parallel()
	const first, second = 250 * time.Millisecond, 500 * time.Millisecond
	for _, test := range []struct {
		statuses []int
		want     []time.Duration
	}{
		{[]int{401, 502, 502, 200}, []time.Duration{0, first, second}},
		{[]int{502, 401, 502, 200}, []time.Duration{first, 0, second}},
		{[]int{502, 502, 401, 200}, []time.Duration{first, second, 0}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var replies []responder
			for _, status := range test.statuses {
				replies = append(replies, respond(status, oneThing))
			}
			asked := 0
			n := play(t, replies...)
			core := newCore(t, n, source(&asked))
			core.random = func() float64 { return 1 }
			_, err := get(t, core)
			require.NoError(t, err)
			require.Equal(t, test.want, n.waits(), "%v", test.statuses)
		})
	}
}

func TestWaitsKeepToTheWindowsThatAreSet(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		min, max time.Duration
		want     []time.Duration
	}{
		{time.Second, 3 * time.Second, []time.Duration{time.Second, 2 * time.Second, 3 * time.Second, 3 * time.Second}},
		{5 * time.Second, time.Second, []time.Duration{time.Second, time.Second, time.Second, time.Second}},
		{1 << 62, math.MaxInt64, []time.Duration{1 << 62, math.MaxInt64, math.MaxInt64, math.MaxInt64}},
	} {
		core := newCore(t, play(t), func(s *Settings) { s.Retry = Retry{MinWait: test.min, MaxWait: test.max} })
		core.random = func() float64 { return math.Nextafter(1, 0) }
		for i, want := range test.want {
			got := (&call{core: core}).backoff(i+1, math.MaxInt64)
			require.InDelta(t, float64(want), float64(got), 1e9) // a float has not all digits of the widest
			require.Positive(t, got)
		}
	}
}

func TestRetryAfterIsWaitedForWithASpreadOnTop(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		header   string
		shortest time.Duration
		longest  time.Duration
	}{
		{"1", time.Second, 2 * time.Second},
		{"0.5", 500 * time.Millisecond, time.Second},
		{"10", 10 * time.Second, 12 * time.Second},
		{"30", 30 * time.Second, 32 * time.Second},
		{"Sat, 01 Jan 2000 00:00:05 GMT", 5 * time.Second, 7 * time.Second}, // the fake clock starts that day
		{"Fri, 31 Dec 1999 00:00:00 GMT", 0, 250 * time.Millisecond},
		{"0", 0, 250 * time.Millisecond},
		{"-5", 0, 250 * time.Millisecond},
		{"", 0, 250 * time.Millisecond},
	} {
		t.Run(test.header, func(t *testing.T) {
			t.Parallel()
			for _, status := range []int{429, 503, 500} {
				for random, want := range map[float64]time.Duration{0: test.shortest, 1: test.longest} {
					synctest.Test(t, func(t *testing.T) {
						n := play(t, respond(status, "", "Retry-After", test.header), respond(200, oneThing))
						core := newCore(t, n)
						core.random = func() float64 { return random }
						_, err := get(t, core)
						require.NoError(t, err)
						require.Equal(t, []time.Duration{want}, n.waits())
					})
				}
			}
		})
	}
}

func TestSpreadStaysWithinTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, respond(429, "", "Retry-After", "5"), respond(200, oneThing))
		core := newCore(t, n)
		core.random = func() float64 { return 1 }
		_, err := get(t, core, api.WithTimeout(6*time.Second))
		require.NoError(t, err)
		require.Equal(t, []time.Duration{5500 * time.Millisecond}, n.waits())
	})
}

func TestRetryAfterBeyondTheCapIsInTheErrorAtOnce(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"86400":                         24 * time.Hour,
		"31":                            31 * time.Second,
		"99999999999999999999":          math.MaxInt64,
		"Sun, 02 Jan 2000 00:00:00 GMT": 24 * time.Hour,
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			n := play(t, respond(429, "", "Retry-After", header))
			_, err := get(t, newCore(t, n))
			require.ErrorIs(t, err, api.ErrRateLimited)
			require.Equal(t, want, as[*api.Error](t, err).RetryAfter)
			require.Zero(t, time.Since(start))
			require.Len(t, n.attempts(), 1)
		})
	}
}

func TestCapOnRetryAfterCanBeRaised(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, respond(429, "", "Retry-After", "3600"), respond(200, oneThing))
		_, err := get(t, newCore(t, n, func(s *Settings) { s.Retry.MaxRetryAfter = 2 * time.Hour }))
		require.NoError(t, err)
		require.Equal(t, []time.Duration{time.Hour}, n.waits())
	})
	core := newCore(t, play(t), func(s *Settings) { s.Retry.MaxRetryAfter = math.MaxInt64 })
	core.random = func() float64 { return math.Nextafter(1, 0) }
	c := &call{core: core, outcome: outcome{retryAfter: math.MaxInt64}}
	require.Positive(t, c.backoff(1, math.MaxInt64))
}

func TestWaitBeyondTheDeadlineIsNotBegun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, respond(502, ""))
		core := newCore(t, n, func(s *Settings) { s.Retry = Retry{MinWait: time.Minute, MaxWait: time.Minute} })
		core.random = func() float64 { return 0.5 }
		_, err := get(t, core, api.WithTimeout(10*time.Second))
		require.Equal(t, 502, as[*api.Error](t, err).Status)
		require.Zero(t, time.Since(start))
		require.Len(t, n.attempts(), 1)
	})
}

func TestCallerOfAMillionCallsIsSpreadOut(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t))
	core.random = rand.Float64
	c := &call{core: core, outcome: outcome{retryAfter: time.Second}}
	tenths := map[time.Duration]int{}
	for range 1000 {
		wait := c.backoff(1, math.MaxInt64)
		require.GreaterOrEqual(t, wait, time.Second)
		require.Less(t, wait, 2*time.Second)
		tenths[wait/(100*time.Millisecond)]++
	}
	for tenth, n := range tenths {
		require.Less(t, n, 250, "in tenth %d", tenth)
	}
}

func TestMiddlewareFailureIsNotTakenForUnsent(t *testing.T) {
	t.Parallel()
	// It may have sent the request by other means.
	own := errors.New("circuit open")
	n := play(t, respond(200, oneThing))
	_, err := post(t, newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(http.RoundTripper) http.RoundTripper { return roundTripFunc(fails(own)) }}
	}))
	require.ErrorIs(t, err, own)
	require.True(t, api.MayHaveApplied(err))
	require.Empty(t, n.attempts())
}

func TestMiddlewareThatSendsTwiceDoesNotHideALostResponse(t *testing.T) {
	t.Parallel()
	for _, second := range []error{errRefused, dns(func(e *net.DNSError) { e.IsNotFound = true })} {
		n := play(t, lostAfter(errReset), unwritten(second))
		_, err := post(t, sendingTwice(t, n))
		require.ErrorIs(t, err, second)
		require.True(t, api.MayHaveApplied(err))
		require.Len(t, n.attempts(), 2)
	}
}

func sendingTwice(t *testing.T, n *network) *Core {
	t.Helper()
	return newCore(t, n, func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
			return roundTripFunc(func(req *http.Request) (*http.Response, error) {
				if resp, err := next.RoundTrip(req); err == nil {
					return resp, nil
				}
				body, err := req.GetBody()
				if err != nil {
					return nil, err
				}
				second := req.Clone(req.Context())
				second.Body = body
				return next.RoundTrip(second)
			})
		}}
	})
}

type roundTripFunc responder

func (r roundTripFunc) RoundTrip(req *http.Request) (*http.Response, error) { return r(req) }

func TestFailedCallLeavesTheConnectionsOfOthersAlone(t *testing.T) {
	t.Parallel()
	n := &closableNetwork{network: play(t, lostAfter(errReset))}
	_, err := get(t, newCore(t, n))
	require.Error(t, err)
	n.responders = []responder{respond(200, "OK")}
	_, err = get(t, newCore(t, play(t, respond(200, oneThing)), func(s *Settings) {
		s.Middleware = []func(http.RoundTripper) http.RoundTripper{func(http.RoundTripper) http.RoundTripper { return n }}
	}))
	require.Error(t, err)
	require.False(t, n.closed)
}

func TestCanceledWaitLeavesTheConnectionsOfOthersAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &closableNetwork{network: play(t, respond(429, "", "Retry-After", "20"))}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := JSON[thing](ctx, newCore(t, n), operation(t, "GET", "/v1/things").Path(), nil)
		require.ErrorIs(t, err, context.Canceled)
		require.Len(t, n.attempts(), 1)
		require.False(t, n.closed)
	})
}

type closableNetwork struct {
	*network
	closed bool
}

func (n *closableNetwork) CloseIdleConnections() { n.closed = true }

func TestErrorIsTheOutcomeOfTheLastAttempt(t *testing.T) {
	t.Parallel()
	n := play(t, respond(500, "", "X-Request-Id", "r1"), respond(502, "<html>", "X-Request-Id", "r2", "Content-Type", "text/html"), respond(400, `{"error":{"code":7,"message":"no"}}`, "X-Request-Id", "r3"))
	_, err := get(t, newCore(t, n))
	got := as[*api.Error](t, err)
	require.Equal(t, &api.Error{
		FailedCall: api.FailedCall{Operation: "Things.GET", Method: "GET", Path: "/v1/things/t1", RequestID: "r3", Attempts: 3},
		Status:     400, Code: 7, Message: "no", ContentType: "application/json", Body: []byte(`{"error":{"code":7,"message":"no"}}`),
	}, got)
	require.True(t, strings.HasSuffix(err.Error(), "(after 3 attempts)"), err)
}

// TestErrorOfMiddlewareIsRetriedIfItIsOfTheNetwork pins the row of docs/errors.md.
func TestErrorOfMiddlewareIsRetriedIfItIsOfTheNetwork(t *testing.T) {
	t.Parallel()
	own := errors.New("circuit open")
	for _, test := range []struct {
		err      error
		attempts int
	}{
		{own, 1},
		{context.Canceled, 1},
		{io.ErrUnexpectedEOF, 3},
		{context.DeadlineExceeded, 3},
		{&net.OpError{Op: "read", Err: own}, 3},
		{fmt.Errorf("wrapped: %w", syscall.ECONNRESET), 3},
	} {
		for name, passes := range map[string]bool{"without a request": false, "after a response": true} {
			t.Run(fmt.Sprint(test.err, ", ", name), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					fail := func(next http.RoundTripper) http.RoundTripper {
						return roundTripFunc(func(req *http.Request) (*http.Response, error) {
							if passes {
								resp, err := next.RoundTrip(req)
								require.NoError(t, err)
								require.NoError(t, resp.Body.Close())
							}
							return nil, test.err
						})
					}
					with := func(s *Settings) { s.Middleware = []func(http.RoundTripper) http.RoundTripper{fail} }
					ok := respond(200, oneThing)
					_, err := get(t, newCore(t, play(t, ok, ok, ok), with))
					require.ErrorIs(t, err, test.err)
					require.Equal(t, test.attempts, as[*api.TransportError](t, err).Attempts)
					require.Equal(t, test.attempts > 1, api.Retryable(err))
					_, err = post(t, newCore(t, play(t, ok), with))
					require.ErrorIs(t, err, test.err)
					require.Equal(t, 1, as[*api.TransportError](t, err).Attempts)
					require.True(t, api.MayHaveApplied(err))
					require.False(t, api.Retryable(err))
				})
			})
		}
	}
}
