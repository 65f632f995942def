package insights_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// batch is a call of a tracker.
type batch struct {
	at       time.Time
	events   []insights.Event
	visitors []string
	times    []time.Time
}

// recorder is a service in the memory of a bubble that responds to call i with outcome i, and then
// with 204.
type recorder struct {
	outcomes []roundTripFunc

	mu      sync.Mutex
	batches []batch
}

func (s *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	var sent insights.EventTrack
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, err
	}
	got := batch{at: time.Now(), events: sent.Events}
	for _, event := range sent.Events {
		got.visitors = append(got.visitors, event.Session.VisitorID)
		got.times = append(got.times, *event.Timestamp)
	}
	s.mu.Lock()
	n := len(s.batches)
	s.batches = append(s.batches, got)
	s.mu.Unlock()
	if n < len(s.outcomes) {
		return s.outcomes[n](req)
	}
	return respond(http.StatusNoContent)(req)
}

// sent returns the visitors of each batch.
func (s *recorder) sent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, b := range s.batches {
		all = append(all, strings.Join(b.visitors, " "))
	}
	return all
}

func respond(status int, header ...string) roundTripFunc {
	return func(req *http.Request) (*http.Response, error) {
		h := http.Header{}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader(nil)), Request: req}, nil
	}
}

func failWith(err error) roundTripFunc {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func until(release <-chan struct{}) roundTripFunc {
	return func(req *http.Request) (*http.Response, error) {
		select {
		case <-release:
			return respond(http.StatusNoContent)(req)
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}

var errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}

// newTracker returns a tracker of a service, whose client does not retry.
func newTracker(t *testing.T, service http.RoundTripper, options insights.TrackerOptions, opts ...publishing.Option) *insights.Tracker {
	t.Helper()
	opts = append(opts, publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: service}), publishing.WithoutRetry())
	client, err := publishing.NewClient("https://api.example.com", opts...)
	require.NoError(t, err)
	tracker, err := insights.NewTracker(client.Sites.Insights.Events, "org_1", "site_1", options)
	require.NoError(t, err)
	return tracker
}

// visit is the view of a page by a visitor.
func visit(visitor string) insights.Event {
	return eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Session.VisitorID = visitor })
}

func TestTrackerSendsFullBatchesAtOnceAndOthersAfterAnInterval(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{}
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 3, Interval: 2 * time.Second})
		require.True(t, tracker.Track(visit("first")))
		time.Sleep(2*time.Second - 1)
		synctest.Wait()
		require.Empty(t, service.sent())
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		require.Equal(t, []string{"first"}, service.sent())
		service.batches = nil
		for i := range 7 {
			require.True(t, tracker.Track(visit(fmt.Sprint(i))))
		}
		synctest.Wait()
		require.Equal(t, []string{"0 1 2", "3 4 5"}, service.sent())
		require.Equal(t, insights.TrackerStats{Queued: 1, Sent: 7}, tracker.Stats())
		time.Sleep(time.Second)
		require.True(t, tracker.Track(visit("7")))
		time.Sleep(time.Second - 1)
		synctest.Wait()
		require.Len(t, service.sent(), 2)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		require.Equal(t, []string{"0 1 2", "3 4 5", "6 7"}, service.sent(), "the oldest event has waited for the interval")
		require.Equal(t, time.Second, service.batches[2].times[1].Sub(service.batches[2].times[0]), "events have the time at which they were tracked")

		require.True(t, tracker.Track(visit("8")))
		at := time.Now().Add(-time.Minute)
		require.True(t, tracker.Track(eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Timestamp = &at })))
		closing := time.Now()
		require.NoError(t, tracker.Close(t.Context()))
		require.Zero(t, time.Since(closing), "Close does not wait for the interval")
		require.Equal(t, "8 visitor_1", service.sent()[3])
		require.True(t, at.Equal(service.batches[3].times[1]))
		require.Equal(t, insights.TrackerStats{Sent: 11}, tracker.Stats())
		require.False(t, tracker.Track(visit("9")))
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, insights.TrackerStats{Sent: 11, Dropped: 1}, tracker.Stats())
		require.Len(t, service.sent(), 4)
	})
}

func TestTrackerRetriesOnlyWhatWasNotRecorded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		outcome roundTripFunc
		calls   int
		want    insights.TrackerStats
	}{
		"204":                    {respond(204), 1, insights.TrackerStats{Sent: 2}},
		"429":                    {respond(429), 2, insights.TrackerStats{Sent: 2}},
		"connection refused":     {failWith(errRefused), 2, insights.TrackerStats{Sent: 2}},
		"400":                    {respond(400), 1, insights.TrackerStats{Dropped: 2}},
		"401":                    {respond(401), 1, insights.TrackerStats{Dropped: 2}},
		"501":                    {respond(501), 1, insights.TrackerStats{Dropped: 2}},
		"500":                    {respond(500), 1, insights.TrackerStats{Unknown: 2}},
		"503 with a Retry-After": {respond(503, "Retry-After", "1"), 1, insights.TrackerStats{Unknown: 2}},
		"lost response":          {failWith(io.ErrUnexpectedEOF), 1, insights.TrackerStats{Unknown: 2}},
		"attempt timeout":        {until(nil), 1, insights.TrackerStats{Unknown: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &recorder{outcomes: []roundTripFunc{test.outcome}}
				var failures []insights.TrackerFailure
				tracker := newTracker(t, service, insights.TrackerOptions{OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) }})
				tracker.Track(visit("a"))
				tracker.Track(visit("b"))
				require.NoError(t, tracker.Close(t.Context()))
				require.Len(t, service.sent(), test.calls)
				require.Equal(t, test.want, tracker.Stats())
				if test.want.Sent > 0 {
					require.Empty(t, failures)
					return
				}
				require.Len(t, failures, 1)
				require.Equal(t, test.want.Unknown > 0, failures[0].Unknown)
				require.Equal(t, failures[0].Unknown, publishing.MayHaveApplied(failures[0].Err))
				require.Len(t, failures[0].Events, 2)
				require.Equal(t, "b", failures[0].Events[1].Session.VisitorID)
			})
		})
	}
}

func TestTrackerWaitsBeforeARetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{outcomes: []roundTripFunc{
			respond(429, "Retry-After", "7"), respond(429), respond(429), respond(429, "Retry-After", "7200"),
		}}
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 1})
		tracker.Track(visit("a"))
		time.Sleep(10 * time.Minute)
		tracker.Track(visit("b"))
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"a", "a", "a", "a", "b"}, service.sent())
		var waits []time.Duration
		for i, b := range service.batches[1:4] {
			waits = append(waits, b.at.Sub(service.batches[i].at))
		}
		require.Equal(t, 7*time.Second, waits[0])
		require.GreaterOrEqual(t, waits[1], time.Second)
		require.LessOrEqual(t, waits[1], 2*time.Second)
		require.GreaterOrEqual(t, waits[2], 2*time.Second)
		require.LessOrEqual(t, waits[2], 4*time.Second)
		require.Equal(t, insights.TrackerStats{Sent: 1, Dropped: 1}, tracker.Stats())
	})
}

func TestTrackerDropsEventsThatTheServiceWouldRejectForTheirAge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		service := &recorder{outcomes: []roundTripFunc{until(release)}}
		var failures []insights.TrackerFailure
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) }}, publishing.WithAttemptTimeout(time.Hour))
		tracker.Track(visit("a"))
		tracker.Track(visit("b"))
		synctest.Wait()
		tracker.Track(visit("old"))
		time.Sleep(4*time.Minute + 50*time.Second + 1)
		tracker.Track(visit("new"))
		close(release)
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"a b", "new"}, service.sent())
		require.Equal(t, insights.TrackerStats{Sent: 3, Dropped: 1}, tracker.Stats())
		require.Len(t, failures, 1)
		require.ErrorIs(t, failures[0].Err, insights.ErrEventExpired)
		require.Equal(t, "old", failures[0].Events[0].Session.VisitorID)
		require.False(t, failures[0].Unknown)
	})
}

func TestTrackerSendsNoExpiredEventWhenTheClientRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{outcomes: []roundTripFunc{respond(429, "Retry-After", "20")}}
		client, err := publishing.NewClient("https://api.example.com", publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: service}))
		require.NoError(t, err)
		tracker, err := insights.NewTracker(client.Sites.Insights.Events, "org_1", "site_1", insights.TrackerOptions{})
		require.NoError(t, err)
		at := time.Now().Add(-4*time.Minute - 40*time.Second)
		tracker.Track(eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Session.VisitorID, e.Timestamp = "old", &at }))
		tracker.Track(visit("new"))
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"old new", "new"}, service.sent())
		require.Equal(t, insights.TrackerStats{Sent: 1, Dropped: 1}, tracker.Stats())
	})
}

// waiter is a limiter whose first wait takes until the context ends.
type waiter struct{ waits int }

func (w *waiter) Wait(ctx context.Context) error {
	if w.waits++; w.waits > 1 {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func TestEventsThatExpireWhileTheLimiterWaitsAreNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{}
		tracker := newTracker(t, service, insights.TrackerOptions{}, publishing.WithPace(&waiter{}))
		at := time.Now().Add(-4*time.Minute - 40*time.Second)
		tracker.Track(visit("new"))
		tracker.Track(eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Session.VisitorID, e.Timestamp = "old", &at }))
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"new"}, service.sent())
		require.Equal(t, insights.TrackerStats{Sent: 1, Dropped: 1}, tracker.Stats())
	})
}

func TestEventsThatExpireWhileOnFailureIsCalledAreNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{}
		var failures []string
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 3, OnFailure: func(f insights.TrackerFailure) {
			for _, event := range f.Events {
				failures = append(failures, event.Session.VisitorID)
			}
			time.Sleep(20 * time.Second)
		}})
		for visitor, age := range map[string]time.Duration{"old": 5 * time.Minute, "expires": 4*time.Minute + 40*time.Second, "new": 0} {
			require.True(t, tracker.Track(eventWith(insights.EventTypePageView, func(e *insights.Event) {
				e.Session.VisitorID, e.Timestamp = visitor, new(time.Now().Add(-age))
			})))
		}
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"new"}, service.sent(), "the service would reject the entire batch")
		require.Equal(t, []string{"old", "expires"}, failures)
		require.Equal(t, insights.TrackerStats{Sent: 1, Dropped: 2}, tracker.Stats())
	})
}

// hanging is an EventTracker whose call reads its events until the channel is closed.
type hanging struct {
	release chan struct{}
	cookies api.SecretMap
}

func (h *hanging) Track(_ context.Context, _, _ string, events insights.EventTrack, _ ...api.CallOption) error {
	h.cookies = events.Events[0].Session.Cookies
	<-h.release
	return nil
}

func TestOnFailureMayChangeEventsOfACallInProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		events := &hanging{release: make(chan struct{})}
		tracker, err := insights.NewTracker(events, "org_1", "site_1", insights.TrackerOptions{
			BatchSize: 1, OnFailure: func(f insights.TrackerFailure) { clear(f.Events[0].Session.Cookies) },
		})
		require.NoError(t, err)
		require.True(t, tracker.Track(eventWith(insights.EventTypePageView, func(e *insights.Event) {
			e.Session.Cookies = api.SecretMap{"plan": api.NewSecret("free")}
		})))
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.Error(t, tracker.Close(ctx))
		require.Equal(t, api.SecretMap{"plan": api.NewSecret("free")}, events.cookies)
		close(events.release)
	})
}

// goexit is an EventTracker that ends the goroutine of the tracker when the channel is closed.
type goexit chan struct{}

func (g goexit) Track(context.Context, string, string, insights.EventTrack, ...api.CallOption) error {
	<-g
	runtime.Goexit()
	return nil
}

func TestTrackerWhoseGoroutineTheProgramEndsReportsItsEvents(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var failures []insights.TrackerFailure
		events := make(goexit)
		tracker, err := insights.NewTracker(events, "org_1", "site_1", insights.TrackerOptions{
			BatchSize: 1, OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) },
		})
		require.NoError(t, err)
		require.True(t, tracker.Track(visit("sent")))
		require.True(t, tracker.Track(visit("queued")))
		close(events)
		synctest.Wait()
		require.False(t, tracker.Track(visit("later")), "nothing would send it")
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, insights.TrackerStats{Unknown: 1, Dropped: 2}, tracker.Stats())
		require.Len(t, failures, 2)
		for i, visitor := range []string{"sent", "queued"} {
			require.Equal(t, visitor, failures[i].Events[0].Session.VisitorID)
			require.ErrorIs(t, failures[i].Err, context.Canceled)
			require.Equal(t, i == 0, failures[i].Unknown)
		}
	})
}

func TestTrackerThatHasEndedClosesWithoutAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tracker := newTracker(t, &recorder{}, insights.TrackerOptions{})
		require.True(t, tracker.Track(visit("a")))
		require.NoError(t, tracker.Close(t.Context()))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for range 100 { // a select of several ready cases takes any of them
			require.NoError(t, tracker.Close(ended))
		}
	})
}

func TestTrackerDropsInvalidEventsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		far, early := time.Now().Add(-6*time.Minute), time.Now().Add(4*time.Minute+55*time.Second)
		invalid := []insights.Event{
			event(insights.EventTypeSearchTypeQuery),
			{},
			eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Timestamp = &far }),
			eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Timestamp = &early }),
		}
		for _, opts := range [][]publishing.Option{nil, {publishing.WithoutValidation()}} {
			service := &recorder{}
			tracker := newTracker(t, service, insights.TrackerOptions{}, opts...)
			for _, e := range invalid {
				require.False(t, tracker.Track(e))
			}
			require.True(t, tracker.Track(visit("a")))
			require.NoError(t, tracker.Close(t.Context()))
			require.Equal(t, []string{"a"}, service.sent())
			require.Equal(t, insights.TrackerStats{Sent: 1, Dropped: 4}, tracker.Stats())
		}
	})
}

func TestTrackerDropsEventsThatDoNotFitIntoItsQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		service := &recorder{outcomes: []roundTripFunc{until(release)}}
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, QueueSize: 5})
		for i := range 5 {
			require.True(t, tracker.Track(visit(fmt.Sprint(i))), i)
			synctest.Wait()
		}
		require.Equal(t, []string{"0 1"}, service.sent(), "the call is in progress")
		require.False(t, tracker.Track(visit("5")), "events that are being sent count")
		require.Equal(t, insights.TrackerStats{Queued: 5, Dropped: 1}, tracker.Stats())
		close(release)
		synctest.Wait()
		require.True(t, tracker.Track(visit("6")))
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"0 1", "2 3", "4 6"}, service.sent())
		require.Equal(t, insights.TrackerStats{Sent: 6, Dropped: 1}, tracker.Stats())
	})
}

func TestTrackerClosesAtOnceWhenItsContextIsCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{outcomes: []roundTripFunc{until(nil)}}
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2}, publishing.WithAttemptTimeout(time.Hour))
		for i := range 3 {
			tracker.Track(visit(fmt.Sprint(i)))
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		closed := make(chan error)
		go func() { closed <- tracker.Close(ctx) }()
		time.Sleep(time.Minute)
		cancel()
		began := time.Now()
		require.ErrorIs(t, <-closed, context.Canceled)
		require.Zero(t, time.Since(began))
		synctest.Wait()
		require.Equal(t, insights.TrackerStats{Unknown: 2, Dropped: 1}, tracker.Stats())
		require.Len(t, service.sent(), 1)
	})
}

func TestTrackerEndsShortlyBeforeTheDeadlineOfClose(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{outcomes: []roundTripFunc{respond(429, "Retry-After", "60")}}
		var errs []error
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, OnFailure: func(failure insights.TrackerFailure) {
			require.False(t, failure.Unknown)
			errs = append(errs, failure.Err)
		}})
		for i := range 5 {
			tracker.Track(visit(fmt.Sprint(i)))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		began := time.Now()
		require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded)
		require.Equal(t, 9900*time.Millisecond, time.Since(began))
		for _, err := range errs {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.ErrorIs(t, errs[0], api.ErrRateLimited, "the last call")
		require.Equal(t, insights.TrackerStats{Dropped: 5}, tracker.Stats(), "no event was on its way")
		require.Len(t, service.sent(), 1)
	})
}

// A deafTracker records events even if its context has ended.
type deafTracker struct{ recorded int }

func (d *deafTracker) Track(_ context.Context, _, _ string, events insights.EventTrack, _ ...api.CallOption) error {
	d.recorded += len(events.Events)
	<-time.After(time.Second)
	return nil
}

// TestNoBatchBeginsAfterCloseHasCanceled uses an EventTracker that ignores contexts.
func TestNoBatchBeginsAfterCloseHasCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		deaf, dropped := &deafTracker{}, 0
		tracker, err := insights.NewTracker(deaf, "acme", "docs", insights.TrackerOptions{
			BatchSize: 2,
			OnFailure: func(failure insights.TrackerFailure) {
				require.False(t, failure.Unknown)
				dropped += len(failure.Events)
			},
		})
		require.NoError(t, err)
		for i := range 8 {
			tracker.Track(visit(fmt.Sprint(i)))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2050*time.Millisecond)
		defer cancel()
		require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded)
		require.Equal(t, 8, deaf.recorded+dropped)
		require.Equal(t, int64(deaf.recorded), tracker.Stats().Sent)
	})
}

// TestTrackerClosesByItsDeadlineWhateverTheNetworkDoes uses a network that ignores contexts.
func TestTrackerClosesByItsDeadlineWhateverTheNetworkDoes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		service := &recorder{outcomes: []roundTripFunc{func(req *http.Request) (*http.Response, error) {
			<-release
			return respond(http.StatusNoContent)(req)
		}}}
		failures := 0
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, OnFailure: func(insights.TrackerFailure) { failures++ }})
		for i := range 3 {
			tracker.Track(visit(fmt.Sprint(i)))
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(began))
		want := insights.TrackerStats{Unknown: 2, Dropped: 1}
		require.Equal(t, want, tracker.Stats())
		close(release)
		synctest.Wait()
		require.Equal(t, want, tracker.Stats(), "the events are not counted twice")
		require.NoError(t, tracker.Close(t.Context()))
		require.Len(t, service.sent(), 1)
	})
}

// unencodable returns events that are no JSON, or none that a service has to accept.
func unencodable() map[string]insights.Event {
	deep := visit("bad")
	deep.Extra = map[string]api.Raw{"deep": api.Raw(strings.Repeat("[", 9_998) + strings.Repeat("]", 9_998))}
	events := map[string]insights.Event{"too deep for a batch": deep}
	for _, raw := range []string{"pro", "{", "NaN", "1 2", `{"a":}`, "\"x\xffy\""} {
		claims, extra := visit("bad"), visit("bad")
		claims.Session.VisitorAuthClaims = map[string]api.Raw{"plan": api.Raw(raw)}
		extra.Extra = map[string]api.Raw{"new": api.Raw(raw)}
		events["claim "+raw], events["extra "+raw] = claims, extra
	}
	return events
}

func TestTrackerDropsAnEventThatCannotBeEncodedAlone(t *testing.T) {
	t.Parallel()
	for name, bad := range unencodable() {
		for _, opts := range [][]publishing.Option{nil, {publishing.WithoutValidation()}} {
			synctest.Test(t, func(t *testing.T) {
				service := &recorder{}
				tracker := newTracker(t, service, insights.TrackerOptions{OnFailure: func(f insights.TrackerFailure) { t.Errorf("%s: %v", name, f.Err) }}, opts...)
				require.True(t, tracker.Track(visit("a")))
				require.False(t, tracker.Track(bad), name)
				require.True(t, tracker.Track(visit("b")))
				require.NoError(t, tracker.Close(t.Context()))
				require.Equal(t, []string{"a b"}, service.sent(), name)
				require.Equal(t, insights.TrackerStats{Sent: 2, Dropped: 1}, tracker.Stats(), name)
			})
		}
	}
}

func TestTrackerSendsAndReportsEventsAsTheyWereWhenTheyWereTracked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{outcomes: []roundTripFunc{respond(400)}}
		var failures []insights.TrackerFailure
		tracker := newTracker(t, service, insights.TrackerOptions{OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) }})
		at, claims := time.Now(), map[string]api.Raw{"plan": api.Raw(`"pro"`)}
		feedback := insights.EventFeedback{Rating: insights.PageRatingGood}
		changed := visit("a")
		changed.Type, changed.Timestamp, changed.Feedback = insights.EventTypePagePostFeedback, &at, &feedback
		changed.Session.VisitorAuthClaims = claims
		want, err := json.Marshal(changed)
		require.NoError(t, err)
		require.True(t, tracker.Track(changed))
		require.True(t, tracker.Track(visit("b")))
		at, feedback.Rating, claims["plan"] = at.Add(-time.Hour), "", api.Raw("pro")
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"a b"}, service.sent())
		require.Len(t, failures, 1)
		for _, event := range []insights.Event{service.batches[0].events[0], failures[0].Events[0]} {
			got, err := json.Marshal(event)
			require.NoError(t, err)
			require.JSONEq(t, string(want), string(got))
		}
	})
}

func TestTrackerReportsABatchThatTheServiceRejectsWhole(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 422} {
		synctest.Test(t, func(t *testing.T) {
			service := &recorder{outcomes: []roundTripFunc{respond(status)}}
			var failures []insights.TrackerFailure
			tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 3, OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) }})
			tracked := []insights.Event{visit("a"), visit("b"), visit("c")}
			now := time.Now()
			for i := range tracked {
				tracked[i].Timestamp = &now
				require.True(t, tracker.Track(tracked[i]))
			}
			synctest.Wait()
			require.True(t, tracker.Track(visit("d")))
			require.NoError(t, tracker.Close(t.Context()))
			require.Equal(t, []string{"a b c", "d"}, service.sent(), "no event of the batch is sent twice")
			require.Len(t, failures, 1)
			require.Equal(t, tracked, failures[0].Events)
			require.False(t, failures[0].Unknown)
			rejected, ok := errors.AsType[*api.Error](failures[0].Err)
			require.True(t, ok)
			require.Equal(t, status, rejected.Status)
		})
	}
}

func TestErrorsOfATrackerContainNoSecretOfAnEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const cookie = "c00kie-of-ada"
		body := `{"error":{"code":400,"message":"the cookie ` + cookie + ` is invalid"}}`
		service := &recorder{outcomes: []roundTripFunc{func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 400, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
		}}}
		var failure insights.TrackerFailure
		tracker := newTracker(t, service, insights.TrackerOptions{OnFailure: func(f insights.TrackerFailure) { failure = f }})
		personal := visit("a")
		personal.Session.Cookies = api.SecretMap{"id": api.NewSecret(cookie)}
		require.True(t, tracker.Track(personal))
		require.NoError(t, tracker.Close(t.Context()))
		require.ErrorContains(t, failure.Err, "the cookie [redacted] is invalid")
	})
}

// deaf is a network that ignores contexts until release is closed.
func deaf(release <-chan struct{}) roundTripFunc {
	return func(req *http.Request) (*http.Response, error) {
		<-release
		return respond(http.StatusNoContent)(req)
	}
}

func TestTrackerReportsWhatCloseDrops(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]func(chan struct{}) roundTripFunc{
		"the call ends":         func(chan struct{}) roundTripFunc { return until(nil) },
		"the call does not end": func(release chan struct{}) roundTripFunc { return deaf(release) },
	} {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			service := &recorder{outcomes: []roundTripFunc{wait(release)}}
			reported := map[bool][]string{}
			tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, OnFailure: func(f insights.TrackerFailure) {
				require.ErrorIs(t, f.Err, context.Canceled, name)
				require.Equal(t, f.Unknown, publishing.MayHaveApplied(f.Err), name)
				for _, e := range f.Events {
					reported[f.Unknown] = append(reported[f.Unknown], e.Session.VisitorID)
				}
			}})
			for i := range 6 {
				require.True(t, tracker.Track(visit(fmt.Sprint(i))))
				synctest.Wait()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded, name)
			want := map[bool][]string{true: {"0", "1"}, false: {"2", "3", "4", "5"}}
			require.Equal(t, want, reported, name)
			close(release)
			synctest.Wait()
			require.Equal(t, want, reported, name)
			require.Equal(t, insights.TrackerStats{Unknown: 2, Dropped: 4}, tracker.Stats(), name)
			require.Len(t, service.sent(), 1, name)
		})
	}
}

// TestTrackerThatWaitsForOnFailureDropsItsBatch closes a tracker while OnFailure is called with the
// expired events of a batch. The others have not been sent, so they are not unknown.
func TestTrackerThatWaitsForOnFailureDropsItsBatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		service := &recorder{outcomes: []roundTripFunc{until(release)}}
		var failures []insights.TrackerFailure
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 2, OnFailure: func(f insights.TrackerFailure) {
			time.Sleep(time.Minute)
			failures = append(failures, f)
		}}, publishing.WithAttemptTimeout(time.Hour))
		for _, visitor := range []string{"a", "b", "old"} {
			require.True(t, tracker.Track(visit(visitor)))
			synctest.Wait()
		}
		time.Sleep(4*time.Minute + 51*time.Second)
		require.True(t, tracker.Track(visit("c")))
		require.True(t, tracker.Track(visit("d")))
		close(release)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded)
		require.LessOrEqual(t, time.Since(began), 3*time.Minute, "it waits for OnFailure")
		require.Equal(t, insights.TrackerStats{Sent: 2, Dropped: 3}, tracker.Stats())
		events := 0
		for _, f := range failures {
			events += len(f.Events)
			require.False(t, f.Unknown)
		}
		require.Equal(t, 3, events, "Close returns when all of them are reported")
		require.Equal(t, []string{"a b"}, service.sent())
	})
}

func TestTrackerEndsForAllConcurrentCallsOfClose(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]func(chan struct{}) roundTripFunc{
		"the call ends":         func(chan struct{}) roundTripFunc { return until(nil) },
		"the call does not end": func(release chan struct{}) roundTripFunc { return deaf(release) },
	} {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			service := &recorder{outcomes: []roundTripFunc{wait(release)}}
			var reported atomic.Int64
			tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 1, OnFailure: func(f insights.TrackerFailure) {
				time.Sleep(time.Second)
				reported.Add(int64(len(f.Events)))
			}}, publishing.WithAttemptTimeout(time.Hour))
			for i := range 3 {
				require.True(t, tracker.Track(visit(fmt.Sprint(i))))
			}
			synctest.Wait()
			var closing sync.WaitGroup
			for _, timeout := range []time.Duration{0, time.Minute, time.Minute, time.Hour} {
				closing.Go(func() {
					ctx, cancel := context.WithCancel(t.Context())
					if timeout > 0 {
						ctx, cancel = context.WithTimeout(t.Context(), timeout)
					}
					defer cancel()
					err := tracker.Close(ctx)
					require.Equal(t, int64(3), reported.Load(), name)
					if timeout == time.Minute {
						require.ErrorIs(t, err, context.DeadlineExceeded, name)
					} else {
						require.NoError(t, err, name)
					}
				})
			}
			closing.Wait()
			require.Equal(t, insights.TrackerStats{Unknown: 1, Dropped: 2}, tracker.Stats(), name)
			close(release)
			synctest.Wait()
			require.Equal(t, int64(3), reported.Load(), name)
		})
	}
}

// unreliable is a service with random faults. It keeps the events that it records.
type unreliable struct {
	mu       sync.Mutex
	random   *rand.Rand
	recorded map[string]int
}

func (u *unreliable) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	var sent insights.EventTrack
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, err
	}
	u.mu.Lock()
	fault, records, wait := u.random.IntN(10), u.random.IntN(2) == 0, time.Duration(u.random.IntN(20_000))*time.Millisecond
	u.mu.Unlock()
	record := func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		for _, e := range sent.Events {
			u.recorded[e.Session.VisitorID]++
		}
	}
	switch {
	case fault < 3: // such as a rejection
		return respond([]int{429, 400, 422}[fault])(req)
	case fault == 3:
		return nil, errRefused
	case fault < 7 && records:
		record()
	}
	switch fault {
	case 4:
		return respond(500)(req)
	case 5:
		return nil, io.ErrUnexpectedEOF
	case 6:
		return until(nil)(req)
	case 7: // whatever the context does
		<-time.After(wait)
	}
	record()
	return respond(204)(req)
}

// TestTrackerRecordsOrReportsEachEventThatItTakes tracks events while a service fails at random,
// and closes the tracker at a random time, sometimes twice at once.
func TestTrackerRecordsOrReportsEachEventThatItTakes(t *testing.T) {
	t.Parallel()
	var delivered, dropped, unknown, inTime atomic.Int64
	for seed := range uint64(400) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 29))
			service := &unreliable{random: rand.New(rand.NewPCG(seed, 30)), recorded: map[string]int{}}
			reported := map[string]bool{} // whether the outcome is unknown
			tracker := newTracker(t, service, insights.TrackerOptions{
				BatchSize: 1 + random.IntN(5), QueueSize: 1 + random.IntN(40), Interval: time.Duration(1 + random.Int64N(int64(3*time.Second))),
				OnFailure: func(f insights.TrackerFailure) { // the race detector finds calls that overlap
					require.Equal(t, f.Unknown, publishing.MayHaveApplied(f.Err))
					require.NotEmpty(t, f.Events)
					for _, e := range f.Events {
						require.NotContains(t, reported, e.Session.VisitorID, "seed %d", seed)
						reported[e.Session.VisitorID] = f.Unknown
					}
				},
			}, publishing.WithAttemptTimeout(10*time.Second))
			var accepted, rejected atomic.Int64
			var work sync.WaitGroup
			for p := range 2 {
				pauses := rand.New(rand.NewPCG(seed, uint64(p)))
				work.Go(func() {
					for i := range 30 {
						e := visit(fmt.Sprintf("%d-%d", p, i))
						if pauses.IntN(8) == 0 {
							e.Session.VisitorAuthClaims = map[string]api.Raw{"plan": api.Raw("pro")}
						}
						if tracker.Track(e) {
							accepted.Add(1)
						} else {
							rejected.Add(1)
						}
						time.Sleep(time.Duration(pauses.IntN(int(time.Second))))
					}
				})
			}
			for range 1 + random.IntN(2) {
				after, timeout := time.Duration(random.Int64N(int64(30*time.Second))), time.Duration(random.Int64N(int64(40*time.Second)))
				work.Go(func() {
					time.Sleep(after)
					ctx, cancel := context.WithTimeout(t.Context(), timeout)
					defer cancel()
					err := tracker.Close(ctx)
					require.LessOrEqual(t, time.Since(began(ctx, timeout)), timeout, "seed %d", seed)
					stats, reports := tracker.Stats(), int64(len(reported))
					require.Zero(t, stats.Queued)
					time.Sleep(time.Nanosecond) // until the calls of Track have counted
					require.Equal(t, accepted.Load(), stats.Sent+reports, "seed %d: at the end of Close", seed)
					if err == nil {
						inTime.Add(1)
					}
				})
			}
			work.Wait()
			synctest.Wait()
			time.Sleep(time.Minute) // time for calls that ignored the end of their context
			stats := tracker.Stats()
			require.Equal(t, accepted.Load()+rejected.Load(), stats.Sent+stats.Dropped+stats.Unknown)
			for id, times := range service.recorded {
				require.Equal(t, 1, times, "seed %d: %s", seed, id)
				isUnknown, isReported := reported[id]
				require.True(t, isUnknown || !isReported, "seed %d: %s was recorded and reported as dropped", seed, id)
			}
			for _, isUnknown := range reported {
				if isUnknown {
					unknown.Add(1)
				} else {
					dropped.Add(1)
				}
			}
			delivered.Add(stats.Sent)
		})
	}
	t.Logf("%d sent, %d dropped, %d unknown; %d calls of Close ended in time", delivered.Load(), dropped.Load(), unknown.Load(), inTime.Load())
	require.NotZero(t, min(delivered.Load(), dropped.Load(), unknown.Load(), inTime.Load()), "all outcomes occur")
}

// began returns when a context with a timeout was created.
func began(ctx context.Context, timeout time.Duration) time.Time {
	deadline, _ := ctx.Deadline()
	return deadline.Add(-timeout)
}

func TestTrackerCanBeUsedAndClosedConcurrently(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{}
		tracker := newTracker(t, service, insights.TrackerOptions{BatchSize: 7, QueueSize: 50})
		var wait sync.WaitGroup
		var queued atomic.Int64
		for p := range 4 {
			wait.Go(func() {
				for i := range 500 {
					if tracker.Track(visit(fmt.Sprintf("%d-%d", p, i))) {
						queued.Add(1)
					}
					if i == 300 && p < 2 {
						require.NoError(t, tracker.Close(t.Context()))
					}
					stats := tracker.Stats()
					require.LessOrEqual(t, stats.Queued, int64(50))
				}
			})
		}
		wait.Wait()
		require.Equal(t, insights.TrackerStats{Sent: queued.Load(), Dropped: 2000 - queued.Load()}, tracker.Stats())
	})
}

func TestTrackerNeedsAnEventTrackerIDsAndPositiveOptions(t *testing.T) {
	t.Parallel()
	var service sites.InsightsEventService
	for field, test := range map[string]struct {
		events    insights.EventTracker
		org, site string
		options   insights.TrackerOptions
	}{
		"events":         {nil, "org_1", "site_1", insights.TrackerOptions{}},
		"organizationId": {service, "", "site_1", insights.TrackerOptions{}},
		"siteId":         {service, "org_1", "", insights.TrackerOptions{}},
		"BatchSize":      {service, "org_1", "site_1", insights.TrackerOptions{BatchSize: -1}},
		"QueueSize":      {service, "org_1", "site_1", insights.TrackerOptions{QueueSize: -1}},
		"Interval":       {service, "org_1", "site_1", insights.TrackerOptions{Interval: time.Minute + 1}},
	} {
		tracker, err := insights.NewTracker(test.events, test.org, test.site, test.options)
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%s: %v", field, err)
		require.Equal(t, field, invalid.Field)
		require.Nil(t, tracker)
	}
}

func TestTrackerOfAZeroClientReportsItsEvents(t *testing.T) {
	t.Parallel()
	var failures []insights.TrackerFailure
	tracker, err := insights.NewTracker(sites.InsightsEventService{}, "org_1", "site_1", insights.TrackerOptions{
		Interval: time.Minute, OnFailure: func(f insights.TrackerFailure) { failures = append(failures, f) },
	})
	require.NoError(t, err)
	require.True(t, tracker.Track(visit("a")))
	require.NoError(t, tracker.Close(t.Context()))
	require.Equal(t, insights.TrackerStats{Dropped: 1}, tracker.Stats())
	require.Len(t, failures, 1)
	require.False(t, failures[0].Unknown)
	require.ErrorContains(t, failures[0].Err, "Sites.Insights.Events.Track")
}

// TestErrorsOfATrackerNameTheOperationOfItsCalls compares an error of the tracker with one of a
// call.
func TestErrorsOfATrackerNameTheOperationOfItsCalls(t *testing.T) {
	t.Parallel()
	client, err := publishing.NewClient("https://api.example.com", publishing.WithoutAuth())
	require.NoError(t, err)
	_, err = insights.NewTracker(client.Sites.Insights.Events, "", "site_1", insights.TrackerOptions{})
	ofTracker, ok := errors.AsType[*api.ValidationError](err)
	require.True(t, ok)
	ofCall, ok := errors.AsType[*api.ValidationError](client.Sites.Insights.Events.Track(t.Context(), "", "site_1", insights.EventTrack{}))
	require.True(t, ok)
	require.Equal(t, ofCall.Operation, ofTracker.Operation)
}

// eventTrackerFunc is an [insights.EventTracker] of a program.
type eventTrackerFunc func(ctx context.Context, orgID, siteID string, events insights.EventTrack, opts ...api.CallOption) error

func (f eventTrackerFunc) Track(ctx context.Context, orgID, siteID string, events insights.EventTrack, opts ...api.CallOption) error {
	return f(ctx, orgID, siteID, events, opts...)
}

func TestTrackerSendsWithAnEventTrackerOfTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &recorder{}
		network := publishing.WithHTTPClient(&http.Client{Transport: service})
		client, err := publishing.NewClient("https://api.example.com", publishing.WithoutAuth(), network)
		require.NoError(t, err)
		errOther := errors.New("no space left")
		failing := []error{&api.Error{Status: 429, Retryable: true}, nil, &api.TransportError{FailedCall: api.FailedCall{MayHaveApplied: true}}, errOther}
		withoutBots := eventTrackerFunc(func(ctx context.Context, orgID, siteID string, events insights.EventTrack, opts ...api.CallOption) error {
			err := failing[0]
			if failing = failing[1:]; err != nil {
				return err
			}
			var people []insights.Event
			for _, e := range events.Events {
				require.Equal(t, e.Timestamp.Truncate(time.Millisecond), *e.Timestamp)
				if e.Session.VisitorID != "bot" {
					people = append(people, e)
				}
			}
			return client.Sites.Insights.Events.Track(ctx, orgID, siteID, insights.EventTrack{Events: people}, opts...)
		})
		var errs []error
		tracker, err := insights.NewTracker(withoutBots, "org_1", "site_1", insights.TrackerOptions{
			BatchSize: 3, OnFailure: func(f insights.TrackerFailure) { errs = append(errs, f.Err) },
		})
		require.NoError(t, err)
		for range 3 {
			for _, visitor := range []string{"a", "bot", "b"} {
				require.True(t, tracker.Track(visit(visitor)))
			}
		}
		require.NoError(t, tracker.Close(t.Context()))
		require.Equal(t, []string{"a b"}, service.sent())
		require.Equal(t, insights.TrackerStats{Sent: 3, Dropped: 3, Unknown: 3}, tracker.Stats())
		require.Len(t, errs, 2)
		require.True(t, api.MayHaveApplied(errs[0]))
		require.ErrorIs(t, errs[1], errOther)
	})
}

func TestLogOfATrackerFailureContainsNoEvents(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	failure := insights.TrackerFailure{Events: []insights.Event{personal(t)}, Unknown: true, Err: insights.ErrEventExpired}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("lost", slog.Any("failure", failure))
	require.Contains(t, out.String(), `"failure":{"events":1,"unknown":true,"error":"the event is too old to be sent"}`)
}
