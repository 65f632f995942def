package fault_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// recorder records the events of the calls that the server acts on, by the ID of the visitor.
type recorder struct {
	mu    sync.Mutex
	kept  map[string]int // how often
	calls int
}

// record returns the act of a call that takes effect.
func (k *recorder) record(r *fault.Request) fault.Act {
	return func(t *fault.Exchange) {
		k.mu.Lock()
		defer k.mu.Unlock()
		fault.Commit(t)
		k.calls++
		for _, part := range bytes.Split(r.Body, []byte(`"visitorId":"`))[1:] {
			id, _, _ := bytes.Cut(part, []byte(`"`))
			k.kept[string(id)]++
		}
	}
}

func (k *recorder) has(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept[id] > 0
}

// track starts a tracker whose calls go to the server in the memory of a bubble.
func track(t *testing.T, respond func(*fault.Request) fault.Act, options insights.TrackerOptions) *insights.Tracker {
	t.Helper()
	memory := fault.NewMemory()
	server := fault.ServeOn(memory, fault.Config{Respond: respond})
	network := &http.Transport{DialContext: memory.DialContext}
	client, err := publishing.NewClient("http://127.0.0.1", publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: network}))
	require.NoError(t, err)
	t.Cleanup(func() {
		network.CloseIdleConnections()
		server.Close()
	})
	tracker, err := insights.NewTracker(client.Sites.Insights.Events, "org_1", "site_1", options)
	require.NoError(t, err)
	return tracker
}

func view(id string) insights.Event {
	return insights.Event{
		Type:     insights.EventTypePageView,
		Session:  insights.EventSession{VisitorID: id, SessionID: "session_1"},
		Location: insights.EventLocation{URL: "https://docs.example.com/"},
	}
}

// outage are the faults of a service that fails for a while.
func (k *recorder) outage(r *fault.Request) fault.Act {
	const lost = `{"error":{"code":502,"message":"no response"}}`
	faults := []fault.Act{
		fault.Respond(429, "{}", "Retry-After", "1"),
		fault.Respond(429, "{}"),
		fault.Respond(503, "{}", "Retry-After", "1"),
		fault.Respond(503, "{}"),
		fault.Reset,
		fault.Do(k.record(r), fault.Reset),
		fault.Do(k.record(r), fault.Respond(502, lost)),
		fault.Do(k.record(r), fault.Head(204, "Content-Le"), fault.Close),
		fault.Do(k.record(r), fault.Hold),
		fault.Hold,
		fault.Respond(400, "{}"),
		fault.Do(k.record(r), fault.Respond(204, "")),
	}
	return faults[r.N*7%len(faults)]
}

// TestTrackerRecordsNoEventTwice tracks 100,000 events from several goroutines while the service
// fails for a while, and closes the tracker.
func TestTrackerRecordsNoEventTwice(t *testing.T) {
	t.Parallel()
	const (
		producers = 8
		queueSize = 4_000
	)
	each := sample.Count(6_250, 12_500)
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		k := &recorder{kept: map[string]int{}}
		var lost []string // dropped after they were queued
		unknown := 0
		tracker := track(t, func(r *fault.Request) fault.Act {
			if since := time.Since(began); since > 10*time.Second && since < 2*time.Minute {
				return k.outage(r)
			}
			return fault.Do(k.record(r), fault.Respond(204, ""))
		}, insights.TrackerOptions{
			QueueSize: queueSize,
			OnFailure: func(failure insights.TrackerFailure) {
				if failure.Unknown {
					unknown += len(failure.Events)
					return
				}
				for _, event := range failure.Events {
					lost = append(lost, event.Session.VisitorID)
				}
			},
		})
		var wait sync.WaitGroup
		var mu sync.Mutex
		most, rejected := int64(0), int64(0)
		for p := range producers {
			wait.Go(func() {
				for i := range each {
					if !tracker.Track(view(fmt.Sprintf("%d-%d", p, i))) {
						mu.Lock()
						rejected++
						mu.Unlock()
					}
					if i%50 == 0 {
						stats := tracker.Stats()
						mu.Lock()
						most = max(most, stats.Queued)
						mu.Unlock()
						time.Sleep(time.Second)
					}
				}
			})
		}
		wait.Wait()
		for i := range 2 * queueSize { // time does not pass, so nothing is sent meanwhile
			if !tracker.Track(view(fmt.Sprintf("burst-%d", i))) {
				rejected++
			}
		}
		most = max(most, tracker.Stats().Queued)

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		closing := time.Now()
		require.NoError(t, tracker.Close(ctx))
		require.Less(t, time.Since(closing), time.Minute)

		stats := tracker.Stats()
		t.Logf("%+v, %d calls recorded, %d events recorded, at most %d queued, %d rejected", stats, k.calls, len(k.kept), most, rejected)
		require.Equal(t, int64(producers*each+2*queueSize), stats.Sent+stats.Dropped+stats.Unknown)
		require.Zero(t, stats.Queued)
		require.Equal(t, stats.Dropped, rejected+int64(len(lost)))
		require.Equal(t, stats.Unknown, int64(unknown))
		require.LessOrEqual(t, most, int64(queueSize))
		require.GreaterOrEqual(t, most, int64(queueSize)-1, "the queue was full")
		for id, times := range k.kept {
			if times != 1 { // which is faster than an assertion
				require.Failf(t, "an event was recorded twice", "%s: %d times", id, times)
			}
		}
		require.GreaterOrEqual(t, int64(len(k.kept)), stats.Sent, "what is sent is recorded")
		require.LessOrEqual(t, int64(len(k.kept)), stats.Sent+stats.Unknown)
		for _, id := range lost {
			require.False(t, k.has(id), "%s was dropped and is recorded", id)
		}
		require.NotEmpty(t, lost)
		require.NotZero(t, unknown)
		require.False(t, tracker.Track(view("after")))
		require.Equal(t, stats.Dropped+1, tracker.Stats().Dropped)
	})
}

// TestTrackerClosesByItsDeadline closes a tracker while the service does not respond.
func TestTrackerClosesByItsDeadline(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(k *recorder, r *fault.Request) fault.Act{
		"not recorded":       func(*recorder, *fault.Request) fault.Act { return fault.Hold },
		"recorded":           func(k *recorder, r *fault.Request) fault.Act { return fault.Do(k.record(r), fault.Hold) },
		"told to come later": func(*recorder, *fault.Request) fault.Act { return fault.Respond(429, "{}", "Retry-After", "3600") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k := &recorder{kept: map[string]int{}}
				tracker := track(t, func(r *fault.Request) fault.Act { return begin(k, r) }, insights.TrackerOptions{BatchSize: 10})
				for i := range 25 {
					require.True(t, tracker.Track(view(fmt.Sprint(i))))
				}
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
				defer cancel()
				began := time.Now()
				require.ErrorIs(t, tracker.Close(ctx), context.DeadlineExceeded)
				require.LessOrEqual(t, time.Since(began), 2*time.Second)
				want := insights.TrackerStats{Dropped: 15, Unknown: 10}
				if name == "told to come later" {
					want = insights.TrackerStats{Dropped: 25}
				}
				require.Equal(t, want, tracker.Stats())
				require.NoError(t, tracker.Close(t.Context()), "it is closed")
			})
		})
	}
}
