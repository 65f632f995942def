package fault_test

import (
	"context"
	"errors"
	"iter"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

// state is what a call waits for when its context is canceled.
type state struct {
	config fault.Config
	opts   []publishing.Option
	call   func(context.Context, *publishing.Client, ...api.CallOption) error
	dial   func(context.Context, string, string) (net.Conn, error) // instead of the listener's
	may    bool                                                    // the call may have applied
	costs  bool                                                    // the call may have begun a stream
	status int                                                     // status received before, which takes precedence; 0 for none
}

func getSite(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
	_, err := client.Sites.Get(ctx, "org-1", "site-1", sites.GetOptions{}, opts...)
	return err
}

func createSite(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
	_, err := client.Sites.Create(ctx, "org-1", sites.Create{Title: new("Guide")}, opts...)
	return err
}

func askStream(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
	return last(client.Orgs.Ask.Stream(ctx, "org-1", orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}, opts...))
}

func allSites(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
	return last(client.Sites.All(ctx, "org-1", sites.ListOptions{}, opts...))
}

func earlySites(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
	return allSites(ctx, client, append(opts, publishing.WithPrefetch())...)
}

// last returns the error that ends an iteration.
func last[T any](seq iter.Seq2[T, error]) (err error) {
	for _, err = range seq {
	}
	return err
}

// states are the states in which a call can wait. until is closed at the end of the test and ends
// what nothing else ends.
func states(until <-chan struct{}) map[string]state {
	responding := func(acts ...fault.Act) fault.Config { return fault.Config{Respond: fault.Script(acts...)} }
	connecting := func(act fault.Act, tls bool) fault.Config {
		return fault.Config{TLS: tls, Connect: func(int) fault.Act { return act }}
	}
	half := fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Length", "100"), fault.Raw(`{"id":`), fault.Hold)
	halfError := fault.Do(fault.Head(502, "Content-Length", "100"), fault.Raw("<html>"), fault.Hold)
	next := fault.Respond(200, `{"items":[{"id":"a"}],"next":{"page":"c1"}}`)
	stream := fault.Head(200, "Content-Type", "text/event-stream")
	patient := publishing.WithRetry(publishing.Retry{MinWait: time.Hour, MaxWait: time.Hour, MaxRetryAfter: time.Hour})
	return map[string]state{
		"dial": {call: getSite, dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, &net.OpError{Op: "dial", Err: ctx.Err()}
		}},
		"dial that ignores its context": {call: createSite, dial: func(context.Context, string, string) (net.Conn, error) {
			<-until
			return nil, &net.OpError{Op: "dial", Err: net.ErrClosed}
		}},
		"handshake":      {call: createSite, config: connecting(fault.Hold, true)},
		"request":        {call: createSite, config: connecting(fault.Wait(until), false), may: true},
		"headers":        {call: createSite, config: responding(fault.Hold), may: true},
		"body":           {call: createSite, config: responding(half), may: true},
		"body of a GET":  {call: getSite, config: responding(half)},
		"drain":          {call: createSite, config: responding(halfError), may: true, status: 502},
		"drain of a GET": {call: getSite, config: responding(halfError), status: 502},
		"backoff":        {call: getSite, config: responding(fault.Respond(502, "")), opts: []publishing.Option{patient}},
		"Retry-After":    {call: createSite, config: responding(fault.Respond(429, "", "Retry-After", "1800")), opts: []publishing.Option{patient}},
		"backoff, connection refused": {call: createSite, opts: []publishing.Option{patient}, dial: func(context.Context, string, string) (net.Conn, error) {
			return nil, errRefused
		}},
		"token": {call: createSite, opts: []publishing.Option{publishing.WithTokenSource(func(ctx context.Context) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		})}},
		"stream, headers":         {call: askStream, costs: true, config: responding(fault.Hold)},
		"stream":                  {call: askStream, costs: true, config: responding(fault.Do(stream, fault.Raw(events), fault.Hold))},
		"stream, in an event":     {call: askStream, costs: true, config: responding(fault.Do(stream, fault.Raw("data: {"), fault.Hold))},
		"page":                    {call: allSites, config: responding(next, fault.Hold)},
		"page, its body":          {call: allSites, config: responding(next, half)},
		"page, retried":           {call: allSites, config: responding(next, fault.Respond(502, "")), opts: []publishing.Option{patient}},
		"page that is prefetched": {call: earlySites, config: responding(next, fault.Hold)},
	}
}

// inState runs a test in a synctest bubble for each state, with a client of a server that brings a
// call into that state.
func inState(t *testing.T, test func(t *testing.T, s state, call func(context.Context, ...api.CallOption) error)) {
	t.Helper()
	fault.Certificate() // its goroutines must not belong to the bubble
	for name := range states(nil) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				until := make(chan struct{})
				s := states(until)[name]
				memory := fault.NewMemory()
				server := fault.ServeOn(memory, s.config)
				dial := memory.DialContext
				if s.dial != nil {
					dial = s.dial
				}
				network := &http.Transport{DialContext: dial, TLSClientConfig: trusting()}
				opts := append([]publishing.Option{
					publishing.WithHTTPClient(&http.Client{Transport: network}),
					publishing.WithAttemptTimeout(-1),
					publishing.WithIdleTimeout(-1),
				}, s.opts...)
				if name != "token" {
					opts = append(opts, publishing.WithToken(token))
				}
				client, err := publishing.NewClient(server.URL(), opts...)
				require.NoError(t, err)
				t.Cleanup(func() {
					close(until)
					network.CloseIdleConnections()
					server.Close()
				})
				test(t, s, func(ctx context.Context, opts ...api.CallOption) error { return s.call(ctx, client, opts...) })
			})
		})
	}
}

func TestCancelEndsACallAtOnceInEachState(t *testing.T) {
	t.Parallel()
	inState(t, func(t *testing.T, s state, call func(context.Context, ...api.CallOption) error) {
		cause := errors.New("cause")
		ctx, cancel := context.WithCancelCause(t.Context())
		var err error
		var ended time.Time
		done := make(chan struct{})
		go func() {
			defer close(done)
			err = call(ctx)
			ended = time.Now()
		}()
		synctest.Wait() // until the call waits
		select {
		case <-done:
			require.Fail(t, "the call did not wait", "%v", err)
		default:
		}
		canceled := time.Now()
		cancel(cause)
		synctest.Wait() // no time passes
		select {
		case <-done:
		default:
			require.Fail(t, "the call has not returned")
		}
		require.Equal(t, canceled, ended)
		if s.status == 0 {
			require.ErrorIs(t, err, context.Canceled)
			require.ErrorIs(t, err, cause)
		}
		s.check(t, err)
		require.False(t, api.Retryable(err), err)
	})
}

func TestDeadlineEndsACallOnTimeInEachState(t *testing.T) {
	t.Parallel()
	inState(t, func(t *testing.T, s state, call func(context.Context, ...api.CallOption) error) {
		const limit = 700 * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		begin := time.Now()
		err := call(ctx)
		s.endedBy(t, err, time.Since(begin), limit)
	})
}

func TestCallTimeoutEndsACallOnTimeInEachState(t *testing.T) {
	t.Parallel()
	inState(t, func(t *testing.T, s state, call func(context.Context, ...api.CallOption) error) {
		const limit = 700 * time.Millisecond
		begin := time.Now()
		err := call(t.Context(), publishing.WithTimeout(limit))
		s.endedBy(t, err, time.Since(begin), limit)
	})
}

// endedBy requires the call to end at the limit, or earlier if a wait would exceed the limit.
func (s *state) endedBy(t *testing.T, err error, took, limit time.Duration) {
	t.Helper()
	require.LessOrEqual(t, took, limit)
	s.check(t, err)
	require.Equal(t, !s.may && !s.costs, api.Retryable(err), err)
	if took < limit {
		require.NotEmpty(t, s.opts, "%v after %v", err, took)
		require.NotErrorIs(t, err, context.DeadlineExceeded)
		return
	}
	if s.status == 0 {
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
}

func (s *state) check(t *testing.T, err error) {
	t.Helper()
	require.Equal(t, s.may, api.MayHaveApplied(err), err)
	if s.status != 0 {
		response, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, err)
		require.Equal(t, s.status, response.Status)
	}
}

// TestCallTimeoutLimitsAllAttemptsAndWaits lets each attempt take much of the time of the call.
func TestCallTimeoutLimitsAllAttemptsAndWaits(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]fault.Act{
		"no response": fault.Hold,
		"502":         fault.Do(func(*fault.Exchange) { <-time.After(20 * time.Second) }, fault.Respond(502, "")),
		"429 in 20 s": fault.Respond(429, "", "Retry-After", "20"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				memory := fault.NewMemory()
				server := fault.ServeOn(memory, fault.Config{Respond: fault.Script(act)})
				network := &http.Transport{DialContext: memory.DialContext}
				t.Cleanup(func() { network.CloseIdleConnections(); server.Close() })
				client, err := publishing.NewClient(server.URL(), publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: network}),
					publishing.WithRetry(publishing.Retry{Attempts: 100, MinWait: 1, MaxWait: 1}), publishing.WithAttemptTimeout(20*time.Second), publishing.WithTimeout(50*time.Second))
				require.NoError(t, err)
				begin := time.Now()
				var meta api.Meta
				_, err = client.Sites.Get(t.Context(), "org-1", "site-1", sites.GetOptions{}, api.WithMeta(&meta))
				require.Error(t, err)
				require.LessOrEqual(t, time.Since(begin), 50*time.Second)
				require.GreaterOrEqual(t, meta.Attempts, 2)
				require.LessOrEqual(t, meta.Attempts, 3)
			})
		})
	}
}

func TestCancelBetweenPagesSendsNothingMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := fault.NewMemory()
		server := fault.ServeOn(memory, fault.Config{Respond: fault.Script(fault.Respond(200, `{"items":[{"id":"a"}],"next":{"page":"c1"}}`))})
		network := &http.Transport{DialContext: memory.DialContext}
		t.Cleanup(func() { network.CloseIdleConnections(); server.Close() })
		client, err := publishing.NewClient(server.URL(), publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: network}))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		iterations := 0
		for _, err = range client.Sites.All(ctx, "org-1", sites.ListOptions{}) {
			iterations++
			cancel()
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 2, iterations)
		require.Len(t, server.Requests(), 1)
	})
}
