package idle

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestIdleTimeoutIsThatOfTheReadThatWaits reads with pauses between and in the Reads, which the
// timer outlasts or not, and then waits for a byte that never comes.
func TestIdleTimeoutIsThatOfTheReadThatWaits(t *testing.T) {
	t.Parallel()
	const limit = time.Minute
	pauses := []time.Duration{0, time.Second, 30 * time.Second, limit - 1, limit, limit + 1, 150 * time.Second}
	waits := []time.Duration{0, time.Second, 30 * time.Second, limit - 1}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			wait := time.Duration(0)
			reader := NewReader(readFunc(func([]byte) (int, error) {
				select {
				case <-time.After(wait):
					return 1, nil
				case <-ctx.Done():
					return 0, context.Cause(ctx)
				}
			}), limit, cancel)
			defer func() { _ = reader.Close() }()
			for range n % 5 {
				time.Sleep(pauses[random.IntN(len(pauses))])
				wait = waits[random.IntN(len(waits))]
				_, err := reader.Read(nil)
				require.NoError(t, err)
			}
			time.Sleep(pauses[random.IntN(len(pauses))])
			wait = time.Hour
			began := time.Now()
			_, err := reader.Read(nil)
			require.EqualError(t, err, "idle timeout of 1m0s passed")
			require.Equal(t, limit, time.Since(began))
		})
	}
}

func TestStoppedIdleTimerDoesNotFire(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		var reader *Reader
		reader = NewReader(readFunc(func([]byte) (int, error) {
			_ = reader.Close()
			reader.fire() // as if it had begun to before
			time.Sleep(time.Hour)
			return 1, nil
		}), time.Second, cancel)
		for range 2 { // the second does not set it again
			_, err := reader.Read(nil)
			require.NoError(t, err)
		}
		require.NoError(t, ctx.Err())
		require.False(t, reader.timer.Reset(time.Hour), "the timer runs")
		reader.timer.Stop()
	})
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func (readFunc) Close() error { return nil }
