package transport

import (
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestRateLimitIsInMetaAndInTheError(t *testing.T) {
	t.Parallel()
	limited := []string{"X-RateLimit-Limit", "100", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1700000000"}
	want := &api.RateLimit{Limit: 100, Reset: time.Unix(1_700_000_000, 0).UTC()}
	for _, status := range []int{200, 404, 429, 500} {
		var meta api.Meta
		_, err := get(t, newCore(t, play(t, respond(status, oneThing, limited...))), api.WithMeta(&meta), api.WithoutRetry())
		require.Equal(t, want, meta.RateLimit, status)
		if status != 200 {
			require.Equal(t, want, as[*api.Error](t, err).RateLimit, status)
		}
	}
	var meta api.Meta
	_, err := get(t, newCore(t, play(t, respond(404, ""))), api.WithMeta(&meta))
	require.Nil(t, meta.RateLimit)
	require.Nil(t, as[*api.Error](t, err).RateLimit)
}

func TestWaitForTheResetIsSpread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, respond(429, "", "X-RateLimit-Reset", strconv.FormatInt(start.Add(20*time.Second).Unix(), 10)), respond(200, oneThing))
		core := newCore(t, n)
		core.random = func() float64 { return 0.5 }
		_, err := get(t, core)
		require.NoError(t, err)
		require.Equal(t, 21*time.Second, time.Since(start))
	})
}

func Test429WithoutRetryAfterWaitsForTheReset(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		header func(now time.Time) []string
		wait   time.Duration // at least; 0 is an ordinary backoff
	}{
		"by the clock of the service": {func(now time.Time) []string {
			there := now.Add(-3 * time.Hour)
			return []string{"Date", there.UTC().Format(http.TimeFormat), "X-RateLimit-Reset", strconv.FormatInt(there.Add(20*time.Second).Unix(), 10)}
		}, 20 * time.Second},
		"by the local clock": {func(now time.Time) []string {
			return []string{"X-RateLimit-Reset", strconv.FormatInt(now.Add(20*time.Second).Unix(), 10)}
		}, 20 * time.Second},
		"in the past": {func(now time.Time) []string {
			return []string{"X-RateLimit-Reset", strconv.FormatInt(now.Add(-20*time.Second).Unix(), 10)}
		}, 0},
		"that cannot be read": {func(time.Time) []string { return []string{"X-RateLimit-Reset", "tomorrow"} }, 0},
		"beside a Retry-After": {func(now time.Time) []string {
			return []string{"Retry-After", "5", "X-RateLimit-Reset", strconv.FormatInt(now.Add(20*time.Second).Unix(), 10)}
		}, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				n := play(t, respond(429, "", test.header(start)...), respond(200, oneThing))
				_, err := get(t, newCore(t, n, func(s *Settings) { s.Retry.Spread = -1 }))
				require.NoError(t, err)
				waited := time.Since(start)
				if test.wait == 0 {
					require.LessOrEqual(t, waited, 250*time.Millisecond)
				} else {
					require.Equal(t, test.wait, waited)
				}
			})
		})
	}
}

func TestResetBeyondTheCapIsInTheErrorAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, respond(429, "", "X-RateLimit-Reset", strconv.FormatInt(start.Add(time.Hour).Unix(), 10)))
		_, err := get(t, newCore(t, n))
		require.ErrorIs(t, err, api.ErrRateLimited)
		require.Equal(t, time.Hour, as[*api.Error](t, err).RetryAfter)
		require.Zero(t, time.Since(start))
		require.Len(t, n.attempts(), 1)
	})
}

func TestResetOfOtherStatusesIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, respond(503, "", "X-RateLimit-Reset", strconv.FormatInt(start.Add(20*time.Second).Unix(), 10)), respond(200, oneThing))
		_, err := get(t, newCore(t, n))
		require.NoError(t, err)
		require.LessOrEqual(t, time.Since(start), 250*time.Millisecond)
	})
}
