package fault_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sites"
)

// roundTrip is an http.RoundTripper that calls itself.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// copyOf returns a copy of a request for middleware to send in addition.
func copyOf(t testing.TB, req *http.Request) *http.Request {
	other := req.Clone(req.Context())
	if req.Body == nil || req.Body == http.NoBody {
		return other
	}
	if req.GetBody == nil {
		t.Error("middleware that hedges needs GetBody")
		return other
	}
	body, err := req.GetBody()
	if err != nil {
		t.Errorf("GetBody: %v", err)
	}
	other.Body = body
	return other
}

// dispose reads and closes the body of an unused response.
func dispose(resp *http.Response) {
	if resp != nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
}

// hedger is middleware that sends each request twice. It returns the result of the second request,
// and sends the first one in a separate goroutine.
type hedger struct {
	t      *testing.T
	first  func(attempt int) bool // waits until the first request may start; false omits it
	second func(attempt int)      // waits until the second request may start
	calls  atomic.Int64           // number of attempts
	ended  chan struct{}          // closed when the first request of the first attempt has ended
	wait   sync.WaitGroup         // waits for the first requests
}

func (h *hedger) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		attempt := int(h.calls.Add(1))
		one, other := copyOf(h.t, req), copyOf(h.t, req)
		if req.Body != nil {
			_ = req.Body.Close()
		}
		h.wait.Go(func() {
			if h.first(attempt) {
				resp, _ := next.RoundTrip(one)
				dispose(resp)
			}
			if attempt == 1 {
				close(h.ended)
			}
		})
		h.second(attempt)
		return next.RoundTrip(other)
	})
}

// unsafeAndDelete are a request with a body and one without.
var unsafeAndDelete = map[string]func(context.Context, *publishing.Client, ...api.CallOption) error{
	"POST": func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return client.Do(ctx, publishing.Request{Method: http.MethodPost, Path: "/v1/things", Body: strings.Repeat("x", 1<<20)}, nil, opts...)
	},
	"DELETE": func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		_, err := client.Sites.Delete(ctx, "org-1", "site-1", opts...)
		return err
	},
}

// hedged returns a client with h as middleware and a transport that uses dial.
func hedged(t *testing.T, s *fault.Server, h *hedger, dial dialer) *publishing.Client {
	t.Helper()
	client, err := publishing.NewClient(
		s.URL(),
		publishing.WithTokenSource(func(context.Context) (string, error) { return token, nil }),
		publishing.WithHTTPClient(&http.Client{Transport: callers(dial)}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1, Budget: -1}),
		publishing.WithAttemptTimeout(patient),
		publishing.WithMiddleware(h.wrap),
	)
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	return client
}

var errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}

// notDenied requires MayHaveApplied to report a write that the server has performed.
func notDenied(t *testing.T, s *fault.Server, err error) {
	t.Helper()
	require.Error(t, err)
	s.Close()
	commits := s.Commits()
	t.Logf("performed %d times: %v", commits, err)
	if commits > 0 {
		require.True(t, api.MayHaveApplied(err), "performed %d times: %v", commits, err)
		require.Equal(t, s.Requests()[0].Method == http.MethodDelete, api.Retryable(err), "performed %d times: %v", commits, err)
	}
}

func TestHedgedRequestThatWasPerformedIsNotDenied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for name, call := range unsafeAndDelete {
			t.Run(protocol+", "+name, func(t *testing.T) {
				t.Parallel()
				var dials atomic.Int64
				performed := make(chan struct{})
				config := protocols[protocol]
				config.Respond = fault.Script(
					fault.Do(fault.Commit, func(*fault.Exchange) { close(performed) }, fault.Hold),
					fault.ResetStream(fault.RefusedStream), // over HTTP/1.1 the second one is never written
				)
				s := serve(t, config)
				h := &hedger{
					ended:  make(chan struct{}),
					t:      t,
					first:  func(attempt int) bool { return attempt == 1 },
					second: func(int) { <-performed },
				}
				client := hedged(t, s, h, func(ctx context.Context, network, addr string) (net.Conn, error) {
					if dials.Add(1) > 1 {
						return nil, errRefused
					}
					return direct(ctx, network, addr)
				})
				ctx, cancel := context.WithCancel(t.Context())
				err := call(ctx, client)
				cancel()
				h.wait.Wait()
				notDenied(t, s, err)
				require.Equal(t, 1, s.Commits())
				if name == "POST" {
					require.EqualValues(t, 1, h.calls.Load(), "an unsafe request that was performed was retried")
				}
			})
		}
	}
}

// TestHedgedRequestThatStillDialsIsNotDenied connects the first request only after the call has
// returned, because the second one got a refused connection.
func TestHedgedRequestThatStillDialsIsNotDenied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for name, call := range unsafeAndDelete {
			t.Run(protocol+", "+name, func(t *testing.T) {
				t.Parallel()
				var dials atomic.Int64
				dialing, over := make(chan struct{}), make(chan struct{})
				config := protocols[protocol]
				config.Respond = fault.Script(fault.Do(fault.Commit, fault.Respond(200, "{}")))
				s := serve(t, config)
				h := &hedger{
					ended:  make(chan struct{}),
					t:      t,
					first:  func(attempt int) bool { return attempt == 1 },
					second: func(int) { <-dialing },
				}
				client := hedged(t, s, h, func(ctx context.Context, network, addr string) (net.Conn, error) {
					if dials.Add(1) > 1 {
						return nil, errRefused
					}
					close(dialing)
					<-over
					return direct(ctx, network, addr)
				})
				err := call(t.Context(), client)
				close(over)
				h.wait.Wait()
				notDenied(t, s, err)
			})
		}
	}
}

// TestHedgedRequestThatIsStillWrittenIsNotDenied lets the service read the body of the first
// request after the call has returned.
func TestHedgedRequestThatIsStillWrittenIsNotDenied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			var dials atomic.Int64
			begun, over := make(chan struct{}), make(chan struct{})
			config := protocols[protocol]
			config.Begin = fault.Script(
				fault.Do(func(*fault.Exchange) { close(begun) }, fault.Wait(over)),
				fault.ResetStream(fault.RefusedStream),
			)
			config.Respond = fault.Script(fault.Do(fault.Commit, fault.Respond(200, "{}")))
			s := serve(t, config)
			h := &hedger{
				ended:  make(chan struct{}),
				t:      t,
				first:  func(attempt int) bool { return attempt == 1 },
				second: func(int) { <-begun },
			}
			client := hedged(t, s, h, func(ctx context.Context, network, addr string) (net.Conn, error) {
				if dials.Add(1) > 1 {
					return nil, errRefused
				}
				return direct(ctx, network, addr)
			})
			err := unsafeAndDelete["POST"](t.Context(), client)
			close(over)
			h.wait.Wait()
			notDenied(t, s, err)
			require.EqualValues(t, 1, h.calls.Load(), "an unsafe request that may be performed was retried")
		})
	}
}

// TestHedgedRequestThatStartsTooLateIsNotDenied starts the first request of the first attempt after
// that attempt: during the next attempt, or after the call.
func TestHedgedRequestThatStartsTooLateIsNotDenied(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for name, call := range unsafeAndDelete {
			for _, later := range []string{"in the next attempt", "after the call"} {
				t.Run(protocol+", "+name+", "+later, func(t *testing.T) {
					t.Parallel()
					start := make(chan struct{})
					var late atomic.Bool
					config := protocols[protocol]
					config.Respond = fault.Script(fault.Do(fault.Commit, fault.Close))
					s := serve(t, config)
					h := &hedger{t: t, ended: make(chan struct{})}
					h.first = func(attempt int) bool {
						if attempt == 1 {
							<-start
							late.Store(true)
						}
						return attempt == 1
					}
					h.second = func(attempt int) {
						if attempt == 2 && later == "in the next attempt" {
							close(start)
							<-h.ended
							late.Store(false)
						}
					}
					client := hedged(t, s, h, func(ctx context.Context, network, addr string) (net.Conn, error) {
						if !late.CompareAndSwap(true, false) { // only the late one may connect
							return nil, errRefused
						}
						return direct(ctx, network, addr)
					})
					err := call(t.Context(), client)
					if later == "after the call" {
						close(start)
					}
					<-h.ended
					notDenied(t, s, err)
				})
			}
		}
	}
}

// inParallel returns middleware that sends each attempt as several copies with its number. It takes
// the first response, or for every other call the first result, and disposes of the others. After
// the calls, wait waits for the copies that remain.
func inParallel(t *testing.T, copies int, wait *sync.WaitGroup) func(http.RoundTripper) http.RoundTripper {
	t.Helper()
	var attempts sync.Map // number of attempts, by call
	return func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(req *http.Request) (*http.Response, error) {
			id := req.Header.Get(callHeader)
			counter, _ := attempts.LoadOrStore(id, new(atomic.Int64))
			attempt := counter.(*atomic.Int64).Add(1)
			call, _ := strconv.Atoi(id)
			type result struct {
				resp *http.Response
				err  error
			}
			results := make(chan result, copies)
			for range copies {
				other := copyOf(t, req)
				other.Header.Set("X-Attempt", strconv.FormatInt(attempt, 10))
				wait.Go(func() {
					resp, err := next.RoundTrip(other) //nolint:bodyclose // the winner is returned, the others go to dispose
					results <- result{resp, err}
				})
			}
			if req.Body != nil {
				_ = req.Body.Close()
			}
			var last result
			for i := range copies {
				last = <-results
				if last.err == nil || call%2 == 0 || i == copies-1 {
					wait.Go(func() {
						for range copies - 1 - i {
							loser := <-results
							dispose(loser.resp)
						}
					})
					break
				}
			}
			return last.resp, last.err
		})
	}
}

// isPost reports whether the call with a number is a POST, as every other call is.
func isPost(call int) bool { return call%4 < 2 }

// callNumber makes the call with a number: a POST, a DELETE or a GET.
func callNumber(ctx context.Context, client *publishing.Client, call int) error {
	opt := api.WithHeader(callHeader, strconv.Itoa(call))
	var err error
	switch {
	case isPost(call):
		post := publishing.Request{Method: http.MethodPost, Path: "/v1/things", Body: map[string]int{"n": call}}
		err = client.Do(ctx, post, new(map[string]any), opt)
	case call%4 == 2:
		_, err = client.Sites.Delete(ctx, "org-1", "site-1", opt)
	default:
		_, err = client.Sites.Get(ctx, "org-1", "site-1", sites.GetOptions{}, opt)
	}
	return err
}

// performances returns how often the service has performed each call that is not a GET, by call and
// attempt.
func performances(s *fault.Server) map[string]map[string]int {
	performed := map[string]map[string]int{}
	for _, r := range s.Begun() {
		if id := r.Header.Get(callHeader); r.Committed && r.Method != http.MethodGet {
			if performed[id] == nil {
				performed[id] = map[string]int{}
			}
			performed[id][r.Header.Get("X-Attempt")]++
		}
	}
	return performed
}

// TestHedgingCallersOnAFlakyService runs 64 goroutines with middleware that sends each request
// three times in parallel, on a service that fails most of them.
func TestHedgingCallersOnAFlakyService(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s := serve(t, byChance(protocol, func(*fault.Request) fault.Act { return fault.Respond(200, oneSite) }))
			errs := hedgedCalls(t, s)
			performed := performances(s)
			failed, denied, again := 0, 0, 0
			for i, err := range errs {
				attempts := performed[strconv.Itoa(i)]
				if err != nil {
					failed++
				}
				if err != nil && len(attempts) > 0 && !api.MayHaveApplied(err) {
					denied++
					t.Log(err)
				}
				if isPost(i) && len(attempts) > 0 {
					require.False(t, api.Retryable(err), err)
				}
				if isPost(i) && len(attempts) > 1 {
					again++
				}
			}
			t.Logf("%d calls, %d requests, %d failed: %d performed and denied, %d POSTs performed in two attempts",
				len(errs), len(s.Begun()), failed, denied, again)
			require.Positive(t, failed)
			require.Zero(t, denied, "calls that were performed and have an error that denies it")
			require.Zero(t, again, "POSTs that were performed in two attempts")
		})
	}
}

// hedgedCalls makes 4 calls, or 10 if sweeps are whole, on each of 64 goroutines, with three copies
// of each attempt, and returns their errors. A third of the connections is refused.
func hedgedCalls(t *testing.T, s *fault.Server) []error {
	t.Helper()
	const goroutines, copies = 64, 3
	calls := sample.Count(4, 10)
	var copying, calling sync.WaitGroup
	var dials atomic.Int64
	network := callers(func(ctx context.Context, network, addr string) (net.Conn, error) {
		if dials.Add(1)%3 == 0 {
			return nil, errRefused
		}
		return direct(ctx, network, addr)
	})
	client, err := publishing.NewClient(
		s.URL(),
		publishing.WithTokenSource(func(context.Context) (string, error) { return token, nil }),
		publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1, Budget: -1}),
		publishing.WithAttemptTimeout(patient),
		publishing.WithMiddleware(inParallel(t, copies, &copying)),
	)
	require.NoError(t, err)
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	errs := make([]error, goroutines*calls)
	for g := range goroutines {
		calling.Go(func() {
			for i := g * calls; i < (g+1)*calls; i++ {
				errs[i] = callNumber(ctx, client, i)
			}
		})
	}
	calling.Wait()
	cancel()
	copying.Wait()
	s.Close()
	return errs
}
