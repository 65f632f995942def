package future_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/future"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWaitReturnsTheResult(t *testing.T) {
	t.Parallel()
	errNo := errors.New("no")
	r := future.Go(func() (int, error) { return 5, errNo })
	for range 2 {
		got, err := r.Wait(t.Context())
		require.Equal(t, 5, got)
		require.Equal(t, errNo, err)
	}
}

func TestWaitRepeatsAPanicAndReportsTheEndOfTheGoroutine(t *testing.T) {
	t.Parallel()
	r := future.Go(func() (int, error) { panic("mine") })
	require.PanicsWithValue(t, "mine", func() { _, _ = r.Wait(t.Context()) })
	_, err := future.Go(func() (int, error) { runtime.Goexit(); return 0, nil }).Wait(t.Context())
	require.ErrorIs(t, err, future.ErrExited)
}

func TestWaitEndsWithTheContext(t *testing.T) {
	t.Parallel()
	proceed := make(chan struct{})
	r := future.Go(func() (int, error) { <-proceed; return 5, nil })
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	cancel(why)
	_, err := r.Wait(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, why)
	close(proceed)
	got, err := r.Wait(t.Context())
	require.NoError(t, err)
	require.Equal(t, 5, got)
}
