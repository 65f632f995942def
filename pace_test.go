package publishing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

// limiterFunc is a limiter of a test.
type limiterFunc func(ctx context.Context) error

func (f limiterFunc) Wait(ctx context.Context) error { return f(ctx) }

// window is a service that accepts some requests in each minute.
type window struct {
	limit    int
	mu       sync.Mutex
	starts   time.Time
	used     int
	statuses []int // statuses of the first responses; later ones are 200
	times    []time.Time
	rejected int
}

func (w *window) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if now.Sub(w.starts) >= time.Minute {
		w.starts, w.used = now.Truncate(time.Minute), 0
	}
	w.used++
	w.times = append(w.times, now)
	status := http.StatusOK
	if len(w.statuses) > 0 {
		status, w.statuses = w.statuses[0], w.statuses[1:]
	}
	if w.limit > 0 && w.used > w.limit {
		w.rejected++
		status = http.StatusTooManyRequests
	}
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(`{"object":"site","id":"s"}`)), Request: req,
	}, nil
}

// paced returns a client of a service.
func paced(t *testing.T, service http.RoundTripper, options ...publishing.Option) *publishing.Client {
	t.Helper()
	options = append([]publishing.Option{
		publishing.WithToken("t"), publishing.WithHTTPClient(&http.Client{Transport: service}),
	}, options...)
	client, err := publishing.NewClient("https://api.example.com", options...)
	require.NoError(t, err)
	return client
}

// TestClientsThatShareAPaceStayBelowTheLimit is a simulation of 64 goroutines for ten minutes.
func TestClientsThatShareAPaceStayBelowTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perMinute, goroutines, minutes = 600, 64, 10
		service := &window{limit: perMinute}
		limiter := publishing.PerMinute(perMinute)
		ctx, cancel := context.WithTimeout(t.Context(), minutes*time.Minute)
		defer cancel()
		calls := make([]int, goroutines)
		var group sync.WaitGroup
		for i := range goroutines {
			client := paced(t, service, publishing.WithPace(limiter))
			group.Go(func() {
				for {
					if _, err := client.Sites.Get(ctx, "o", "s", sites.GetOptions{}); err != nil {
						return
					}
					calls[i]++
				}
			})
		}
		group.Wait()
		require.Zero(t, service.rejected)
		require.Contains(t, []int{perMinute * minutes, perMinute*minutes + 1}, len(service.times), "requests in all")
		require.GreaterOrEqual(t, slices.Min(calls), 92, "calls of each goroutine: %v", calls) // the last one is interrupted
		require.LessOrEqual(t, slices.Max(calls), 95, "calls of each goroutine: %v", calls)
		t.Logf("%d requests in %d minutes, none rejected, %d to %d for each goroutine",
			len(service.times), minutes, slices.Min(calls), slices.Max(calls))
	})
}

func TestEachAttemptWaitsForThePace(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statuses []int
		options  []publishing.Option
		want     int
	}{
		"a call":                       {nil, nil, 1},
		"a retry":                      {[]int{503, 200}, nil, 2},
		"the request that follows 401": {[]int{401, 200}, nil, 2},
		"without retries":              {[]int{503}, []publishing.Option{publishing.WithoutRetry()}, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			service, waits := &window{statuses: test.statuses}, 0
			limiter := limiterFunc(func(context.Context) error {
				waits++
				time.Sleep(time.Minute) // longer than the timeout of an attempt
				return nil
			})
			client, err := publishing.NewClient("https://api.example.com", slices.Concat(test.options, []publishing.Option{
				publishing.WithPace(limiter), publishing.WithHTTPClient(&http.Client{Transport: service}),
				publishing.WithTokenSource(func(context.Context) (string, error) { return fmt.Sprint("token", waits), nil }),
			})...)
			require.NoError(t, err, name)
			var meta publishing.Meta
			_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, publishing.WithMeta(&meta))
			require.Equal(t, len(test.options) > 0, err != nil, name)
			require.Equal(t, test.want, waits, name)
			require.Len(t, service.times, test.want, name)
			require.Equal(t, time.Duration(test.want)*time.Minute, meta.Paced, name)
			require.GreaterOrEqual(t, meta.Duration, meta.Paced, name)
		})
	}
}

func TestStreamAndDownloadWaitOnceForThePace(t *testing.T) {
	t.Parallel()
	service, waits := &window{}, 0
	client := paced(t, service, publishing.WithPace(limiterFunc(func(context.Context) error { waits++; return nil })))
	for range client.Orgs.Ask.Stream(t.Context(), "o", orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}) {
		continue
	}
	require.Equal(t, 1, waits)
	body, err := client.Orgs.OpenAPI.Versions.OpenContent(t.Context(), "o", "a", "v")
	require.NoError(t, err)
	require.NoError(t, body.Close())
	require.Equal(t, 2, waits)
	require.Len(t, service.times, 2)
}

func TestPaceThatEndsFailsTheCallAndSendsNothing(t *testing.T) {
	t.Parallel()
	broken := errors.New("the limiter is broken")
	for name, test := range map[string]struct {
		limiter publishing.Limiter
		want    error
	}{
		"the context ends":        {limiterFunc(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }), context.DeadlineExceeded},
		"an error of the limiter": {limiterFunc(func(context.Context) error { return broken }), broken},
	} {
		synctest.Test(t, func(t *testing.T) {
			service := &window{}
			client := paced(t, service, publishing.WithPace(test.limiter))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := client.Sites.Create(ctx, "o", sites.Create{Title: new("New")})
			var failed *publishing.TransportError
			require.ErrorAs(t, err, &failed, name)
			require.ErrorContains(t, err, "while waiting for the limiter of WithPace", name)
			require.ErrorIs(t, err, test.want, name)
			require.Zero(t, failed.Attempts, name)
			require.False(t, publishing.MayHaveApplied(err), name)
			require.True(t, publishing.Retryable(err), name)
			require.Empty(t, service.times, name)
		})
	}
}

func TestPaceThatEndsBeforeARetryKeepsTheErrorBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, waits := &window{statuses: []int{503, 503}}, 0
		client := paced(t, service, publishing.WithPace(limiterFunc(func(context.Context) error {
			if waits++; waits > 1 {
				return errors.New("no more")
			}
			return nil
		})))
		_, err := client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
		require.ErrorContains(t, err, "no more while waiting for the limiter of WithPace while waiting to retry after: ")
		var last *publishing.Error
		require.ErrorAs(t, err, &last)
		require.Equal(t, http.StatusServiceUnavailable, last.Status)
		require.Len(t, service.times, 1)
	})
}

func TestPerMinuteKeepsTheOrderAndRejectsWhatIsTooLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limiter, start := publishing.PerMinute(7), time.Now()
		for range 7 {
			require.NoError(t, limiter.Wait(t.Context()))
		}
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, limiter.Wait(late), context.DeadlineExceeded)
		require.NoError(t, late.Err(), "it does not wait for an end that is certain")
		require.NoError(t, limiter.Wait(t.Context()))
		require.GreaterOrEqual(t, time.Since(start), time.Minute, "eight begin in more than a minute")
		require.Less(t, time.Since(start), time.Minute+time.Second, "what was too late took no place")
	})
}

// TestPlacesOfCanceledAttemptsAreTakenByOthers cancels the attempts that wait together, as an
// errgroup does.
func TestPlacesOfCanceledAttemptsAreTakenByOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limiter, start := publishing.PerMinute(60), time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		var begun atomic.Int64
		for range 500 {
			group.Go(func() {
				if limiter.Wait(ctx) == nil {
					begun.Add(1)
				}
			})
		}
		time.Sleep(1500 * time.Millisecond)
		cancel()
		group.Wait()
		require.EqualValues(t, 2, begun.Load())
		soon, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		require.NoError(t, limiter.Wait(soon))
		require.Equal(t, 2*time.Second, time.Since(start))
	})
}

func TestPaceWithoutALimiterIsRejected(t *testing.T) {
	t.Parallel()
	_, err := publishing.NewClient("https://api.example.com", publishing.WithToken("t"), publishing.WithPace(nil))
	require.ErrorContains(t, err, "WithPace: the limiter is nil")
	_, err = publishing.NewClient("https://api.example.com", publishing.WithToken("t"), publishing.WithPace(publishing.PerMinute(0)))
	require.ErrorContains(t, err, "WithPace: PerMinute(0): want at least 1")
}
