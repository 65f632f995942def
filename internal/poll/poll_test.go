package poll

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// polls returns a poll that is done the nth time, and the times of its calls.
func polls(n int) (poll func(context.Context) (bool, error), times func() []time.Duration) {
	start := time.Now()
	var all []time.Duration
	return func(context.Context) (bool, error) {
		all = append(all, time.Since(start))
		return len(all) == n, nil
	}, func() []time.Duration { return all }
}

func TestPausesDoubleUpToTheLongest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		poll, times := polls(7)
		require.NoError(t, Until(t.Context(), "A.Get", api.Wait{}, nil, poll))
		require.Equal(t, []time.Duration{0, time.Second, 3 * time.Second, 7 * time.Second, 15 * time.Second, 25 * time.Second, 35 * time.Second}, times())
	})
}

func TestNothingIsWaitedForAfterTheLastPoll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		errNo := errors.New("no")
		for _, want := range []error{nil, errNo} {
			calls := 0
			err := Until(t.Context(), "A.Get", api.Wait{}, nil, func(context.Context) (bool, error) { calls++; return want == nil, want })
			require.Equal(t, want, err)
			require.Equal(t, 1, calls)
		}
		require.Zero(t, time.Since(start))
	})
}

func TestWaitEndsWithTheContextOrTheLimit(t *testing.T) {
	t.Parallel()
	why := errors.New("the build was stopped")
	for limit, want := range map[time.Duration]time.Duration{0: 2500 * time.Millisecond, time.Hour: 2500 * time.Millisecond, 2 * time.Second: 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 2500*time.Millisecond, why)
			defer cancel()
			start := time.Now()
			poll, times := polls(0)
			err := Until(ctx, "A.Get", api.Wait{Limit: limit}, nil, poll)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, limit == 2*time.Second, !errors.Is(err, why))
			require.Equal(t, want, time.Since(start))
			require.Len(t, times(), 2)
		})
	}
}

func TestPollGetsTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		err := Until(t.Context(), "A.Get", api.Wait{Limit: time.Minute}, nil, func(ctx context.Context) (bool, error) {
			<-ctx.Done()
			return false, context.Cause(ctx)
		})
		require.EqualError(t, err, "the wait has reached its limit of 1m0s")
	})
}

func TestWaitIsBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ wait, want api.Wait }{
		{api.Wait{}, api.Wait{MinWait: time.Second, MaxWait: 10 * time.Second, Limit: 15 * time.Minute}},
		{api.Wait{MinWait: time.Minute}, api.Wait{MinWait: time.Minute, MaxWait: time.Minute, Limit: 15 * time.Minute}},
		{api.Wait{MinWait: time.Millisecond}, api.Wait{MinWait: time.Millisecond, MaxWait: 10 * time.Second, Limit: 15 * time.Minute}},
		{api.Wait{MaxWait: time.Minute}, api.Wait{MinWait: time.Second, MaxWait: time.Minute, Limit: 15 * time.Minute}},
		{api.Wait{MaxWait: time.Millisecond}, api.Wait{MinWait: time.Millisecond, MaxWait: time.Millisecond, Limit: 15 * time.Minute}},
		{api.Wait{Limit: time.Hour}, api.Wait{MinWait: time.Second, MaxWait: 10 * time.Second, Limit: time.Hour}},
		{api.Wait{MinWait: time.Minute, MaxWait: time.Hour}, api.Wait{MinWait: time.Minute, MaxWait: time.Hour, Limit: 15 * time.Minute}},
	} {
		got, err := withDefaults(test.wait)
		require.NoError(t, err)
		require.Equal(t, test.want, got)
	}
	require.Equal(t, time.Duration(1<<62), longer(1<<62, 1<<62), "twice as long would be negative")
}

func TestInvalidWaitPollsNothing(t *testing.T) {
	t.Parallel()
	for field, wait := range map[string]api.Wait{"MinWait": {MinWait: -1}, "Limit": {Limit: -1}, "MaxWait": {MinWait: time.Second, MaxWait: time.Millisecond}} {
		meta := api.Meta{Operation: "of an earlier call", Status: 200}
		err := Until(t.Context(), "A.Get", wait, []api.CallOption{api.WithMeta(&meta)}, nil)
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, field, invalid.Field)
		require.Equal(t, api.Meta{Operation: "A.Get", Duration: meta.Duration}, meta)
	}
	err := Until(t.Context(), "A.Get", api.Wait{MaxWait: -1}, nil, nil)
	require.EqualError(t, err, `A.Get: MaxWait: want 0 or more, got "-1ns"`)
}
