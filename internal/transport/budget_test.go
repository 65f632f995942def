package transport

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func withBudget(n int) func(*Settings) { return func(s *Settings) { s.Retry.Budget = n } }

func TestOutageSpendsTheBudgetAndThenEachCallIsSentOnce(t *testing.T) {
	t.Parallel()
	n := play(t, respond(502, ""))
	core := newCore(t, n, withBudget(4))
	for _, want := range []int{3, 3, 1, 1} {
		before := len(n.attempts())
		_, err := get(t, core)
		require.Equal(t, 502, as[*api.Error](t, err).Status)
		require.Equal(t, want, len(n.attempts())-before)
	}
}

func TestTenCallsEarnARetry(t *testing.T) {
	t.Parallel()
	n := play(t, respond(502, ""))
	core := newCore(t, n, withBudget(1))
	sent := func() int {
		before := len(n.attempts())
		_, err := get(t, core)
		require.Error(t, err)
		return len(n.attempts()) - before
	}
	require.Equal(t, 2, sent())
	for range 9 {
		require.Equal(t, 1, sent())
	}
	require.Equal(t, 2, sent(), "the tenth call after")
	require.Equal(t, 1, sent())
}

func TestCallThatSucceedsReturnsWhatItSpent(t *testing.T) {
	t.Parallel()
	var responses []responder
	for range 50 {
		responses = append(responses, respond(502, ""), unwritten(errRefused), respond(200, oneThing))
	}
	n := play(t, responses...)
	core := newCore(t, n, withBudget(2))
	for range 50 {
		_, err := get(t, core)
		require.NoError(t, err)
	}
	require.Len(t, n.attempts(), 150)
}

func TestBudgetDoesNotGrowBeyondItsSize(t *testing.T) {
	t.Parallel()
	b := newBudget(2)
	for range 100 {
		b.add(callEarns)
		b.add(5 * retryCost)
	}
	require.True(t, b.take())
	require.True(t, b.take())
	require.False(t, b.take())
}

func TestRateLimitCostsNothing(t *testing.T) {
	t.Parallel()
	n := play(t, respond(429, ""))
	core := newCore(t, n, withBudget(1))
	for range 20 {
		before := len(n.attempts())
		_, err := get(t, core)
		require.ErrorIs(t, err, api.ErrRateLimited)
		require.Equal(t, 3, len(n.attempts())-before)
	}
}

func TestNegativeBudgetMeansNone(t *testing.T) {
	t.Parallel()
	n := play(t, respond(502, ""))
	core := newCore(t, n, withBudget(-1))
	for range 200 {
		_, err := get(t, core)
		require.Error(t, err)
	}
	require.Len(t, n.attempts(), 600)
}

func TestOutageAddsFewRetries(t *testing.T) {
	t.Parallel()
	n := play(t, respond(503, ""))
	core := newCore(t, n)
	const calls = 5000
	for range calls {
		_, err := get(t, core)
		require.Error(t, err)
	}
	require.LessOrEqual(t, len(n.attempts()), calls*12/10)
}
