package transport

import (
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// seeded gives a core random numbers that are the same in every run.
func seeded(core *Core) *Core {
	var mu sync.Mutex
	source := rand.New(rand.NewPCG(1, 2))
	core.random = func() float64 {
		mu.Lock()
		defer mu.Unlock()
		return source.Float64()
	}
	return core
}

// herd rejects callers together, each once, with Retry-After: 1, and returns how many retry in each
// tenth of a second.
func herd(t *testing.T, callers int, change ...func(*Settings)) map[time.Duration]int {
	t.Helper()
	back := map[time.Duration]int{}
	synctest.Test(t, func(t *testing.T) {
		var rejected atomic.Int64
		n := play(t, func(req *http.Request) (*http.Response, error) {
			if rejected.Add(1) <= int64(callers) {
				return respond(429, "", "Retry-After", "1")(req)
			}
			return respond(200, oneThing)(req)
		})
		core := seeded(newCore(t, n, change...))
		start := time.Now()
		var wait sync.WaitGroup
		for range callers {
			wait.Go(func() {
				_, err := get(t, core)
				require.NoError(t, err)
			})
		}
		wait.Wait()
		require.Len(t, n.attempts(), 2*callers)
		for _, attempt := range n.attempts()[callers:] {
			back[attempt.at.Sub(start).Truncate(100*time.Millisecond)]++
		}
	})
	return back
}

func TestFigureCallersRejectedTogetherDoNotRetryTogether(t *testing.T) {
	t.Parallel()
	const callers = 200
	back := herd(t, callers)
	most := 0
	for at, count := range back {
		require.GreaterOrEqual(t, at, time.Second, "before the second the service asked for")
		most = max(most, count)
	}
	require.LessOrEqual(t, most, callers/4)
	t.Logf("%d callers rejected at once with Retry-After: 1 retry over %d tenths of a second, at most %d in one", callers, len(back), most)
}

func TestSpreadCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	back := herd(t, 200, func(s *Settings) { s.Retry.Spread = -1 })
	require.Equal(t, map[time.Duration]int{time.Second: 200}, back)
}

func TestSpreadIsAsWideAsItIsSet(t *testing.T) {
	t.Parallel()
	for at := range herd(t, 200, func(s *Settings) { s.Retry.Spread = 300 * time.Millisecond }) {
		require.GreaterOrEqual(t, at, time.Second)
		require.Less(t, at, 1300*time.Millisecond)
	}
}

// outage lets callers call one call after another, ten a second each, through an outage that begins
// after 10 s. It returns what was called and sent in the outage, how long after its end
// a call failed last, and how long after it the slowest caller had its first success.
func outage(t *testing.T, broken responder, change ...func(*Settings)) (called, sent int, lastFailure, slowest time.Duration) {
	t.Helper()
	const (
		callers = 20
		before  = 10 * time.Second
		after   = 5 * time.Second
		pause   = 100 * time.Millisecond
	)
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now().Add(before)
		end := begin.Add(lasts())
		n := play(t, func(req *http.Request) (*http.Response, error) {
			if now := time.Now(); now.Before(begin) || !now.Before(end) {
				return respond(200, oneThing)(req)
			}
			return broken(req)
		})
		core := seeded(newCore(t, n, change...))
		var mu sync.Mutex
		var wait sync.WaitGroup
		for range callers {
			wait.Go(func() {
				recovered := false
				for time.Now().Before(end.Add(after)) {
					started := time.Now()
					_, err := get(t, core)
					now := time.Now()
					mu.Lock()
					if !started.Before(begin) && started.Before(end) {
						called++
					}
					if err != nil {
						lastFailure = max(lastFailure, now.Sub(end))
						require.True(t, started.Before(end), "a call that began after the outage failed")
					} else if !recovered && !now.Before(end) {
						recovered = true
						slowest = max(slowest, now.Sub(end))
					}
					mu.Unlock()
					time.Sleep(pause)
				}
				require.True(t, recovered)
			})
		}
		wait.Wait()
		for _, attempt := range n.attempts() {
			if !attempt.at.Before(begin) && attempt.at.Before(end) {
				sent++
			}
		}
	})
	return called, sent, lastFailure, slowest
}

// lasts returns how long an outage lasts.
func lasts() time.Duration { return time.Duration(sample.Count(30, 60)) * time.Second }

func TestFigureOutageIsNotAggravatedAndItsEndIsNoticedWithinASecond(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		broken responder
		within time.Duration
	}{
		"502":                {respond(502, ""), time.Second},
		"connection refused": {unwritten(errRefused), time.Second},
		"reset":              {lostAfter(io.EOF), time.Second},
		"truncated":          {truncatedBody(200, `{"id":`, io.ErrUnexpectedEOF), time.Second},
		// A caller that got a Retry-After of a second just before the end waits for it, with the
		// spread.
		"503 with Retry-After: 1": {respond(503, "", "Retry-After", "1"), 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			called, sent, lastFailure, slowest := outage(t, test.broken)
			require.Greater(t, called, sample.Count(1200, 4000))
			require.LessOrEqual(t, sent, called+called/10+100, "a tenth of the calls, and the budget, in addition to them")
			require.Less(t, lastFailure, test.within)
			require.Less(t, slowest, test.within)
			t.Logf("%v outage (%s): %d calls, %d attempts, %.3f for each call; the slowest of 20 callers succeeds %v after its end",
				lasts(), name, called, sent, float64(sent)/float64(called), slowest.Round(time.Millisecond))
		})
	}
}

func TestBudgetCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	called, sent, _, _ := outage(t, respond(502, ""), withBudget(-1))
	require.Greater(t, sent, 2*called)
}

func TestBudgetIsSharedByTheCallsOfAClientAndNotByClients(t *testing.T) {
	t.Parallel()
	n := play(t, respond(502, ""))
	one, other := newCore(t, n, withBudget(2)), newCore(t, n, withBudget(2))
	sent := func(core *Core) int {
		before := len(n.attempts())
		err := None(t.Context(), core, operation(t, "DELETE", "/v1/things").Path(), nil)
		require.Error(t, err)
		return len(n.attempts()) - before
	}
	require.Equal(t, 3, sent(one))
	require.Equal(t, 1, sent(one))
	require.Equal(t, 3, sent(other))
}
