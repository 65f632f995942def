package publishingtest_test

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// rateOf returns the rate limit in a response.
func rateOf(r wireResponse) [3]string {
	return [3]string{r.header.Get("X-RateLimit-Limit"), r.header.Get("X-RateLimit-Remaining"), r.header.Get("X-RateLimit-Reset")}
}

func TestRateLimitIsOnEachResponseAndEndsIn429(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 12, 0, 0, 250_000_000, time.FixedZone("somewhere", 3600))
	now := new(atomic.Int64)
	clock := func() time.Time { return start.Add(time.Duration(now.Load())) }
	w := newWorld(t, publishingtest.WithRateLimit(3, time.Minute), publishingtest.WithClock(clock))
	reset := strconv.FormatInt(start.Add(time.Minute+750*time.Millisecond).Unix(), 10)
	sites := w.at("/sites")

	unauthorized, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+sites, http.NoBody)
	require.NoError(t, err)
	require.Empty(t, rateOf(do(t, unauthorized))[0])

	created := w.send(t, "POST", sites, `{"title":"Docs"}`)
	require.Equal(t, http.StatusCreated, created.status)
	require.Equal(t, [3]string{"3", "2", reset}, rateOf(created))
	require.Equal(t, "Thu, 01 Jan 2026 11:00:00 GMT", created.header.Get("Date"))
	require.Equal(t, [3]string{"3", "1", reset}, rateOf(w.send(t, "GET", sites+"/nowhere", "")), "a 404 counts")
	now.Store(int64(time.Minute))
	require.Equal(t, [3]string{"3", "0", reset}, rateOf(w.send(t, "GET", sites, "")))

	w.Faults.Add("Sites.Create", 1, publishingtest.Status(http.StatusTeapot))
	for range 2 {
		rejected := w.send(t, "POST", sites, `{"title":"Docs"}`)
		require.Equal(t, http.StatusTooManyRequests, rejected.status)
		require.Equal(t, [3]string{"3", "0", reset}, rateOf(rejected))
		require.NotContains(t, rejected.header, "Retry-After")
		require.NotEmpty(t, rejected.message(t))
	}
	require.Equal(t, 3, w.Calls.Count("Sites.Create"))
	require.Equal(t, 1, w.Calls.Commits("Sites.Create"))
	require.Len(t, w.Sites.All(w.org), 1)

	now.Store(int64(time.Minute + 750*time.Millisecond)) // the second of Reset
	next := w.send(t, "POST", sites, `{"title":"Docs"}`)
	require.Equal(t, http.StatusTeapot, next.status, "a rejected call uses no fault")
	later := strconv.FormatInt(start.Add(2*time.Minute+750*time.Millisecond).Unix(), 10)
	require.Equal(t, [3]string{"3", "2", later}, rateOf(next))
}

func TestThereIsNoRateLimitByDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.send(t, "GET", w.at("/sites"), "")
	for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} {
		require.Empty(t, got.header.Values(name))
	}
}

func TestRateLimitCountsConcurrentCalls(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	w := newWorld(t, publishingtest.WithRateLimit(5, time.Hour), publishingtest.WithClock(func() time.Time { return now }))
	client := w.Client(publishing.WithoutRetry())
	var all sync.WaitGroup
	var passed, rejected atomic.Int64
	for range 12 {
		all.Go(func() {
			_, err := client.Sites.List(t.Context(), w.org, sites.ListOptions{})
			failure, failed := errors.AsType[*api.Error](err)
			switch {
			case err == nil:
				passed.Add(1)
			case failed && failure.Status == http.StatusTooManyRequests:
				rejected.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 5, passed.Load())
	require.EqualValues(t, 7, rejected.Load())
}
