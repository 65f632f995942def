package publishing

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// A Limiter limits the rate of attempts; see [WithPace]. The Limiter of golang.org/x/time/rate
// implements this interface.
type Limiter interface {
	// Wait returns nil as soon as another attempt may begin. It returns an error if ctx ends first,
	// or is certain to end first.
	Wait(ctx context.Context) error
}

// WithPace makes each attempt wait for limiter before it is sent. Use it to stay below a rate
// limit. Clients that share a limiter share the rate. Retries wait too, after their backoff, and so
// does the request that follows a 401. A stream or a download waits before it opens. Redirects, and
// requests that middleware adds, do not wait.
//
// The wait counts against the timeout of the call, but not against the attempt timeout.
// [Meta].Paced contains the total of the waits. If limiter returns an error, for example because
// the context has ended, nothing more is sent, and the call fails with a [*TransportError].
func WithPace(limiter Limiter) Option {
	return clientOption(func(c *config) {
		if limiter == nil {
			c.fail(errors.New("WithPace: the limiter is nil"))
		}
		c.settings.Pace = limiter
	})
}

// PerMinute returns a limiter that lets at most n attempts begin in each minute, in the order in
// which they called Wait. The attempts begin at equal intervals, even if the client was idle
// before. Network delays can make the service count one more attempt in a minute, so choose an n
// below the limit of the service. If the context of an attempt ends while the attempt waits, no
// other attempt gets its place.
func PerMinute(n int) Limiter { return &perMinute{n: n} }

type perMinute struct {
	n    int
	mu   sync.Mutex
	next time.Time // when the next attempt may begin
}

func (l *perMinute) Wait(ctx context.Context) error {
	if l.n < 1 {
		return fmt.Errorf("PerMinute(%d): want at least 1", l.n)
	}
	wait, err := l.reserve(ctx)
	if err != nil || wait <= 0 {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reserve takes the next place and returns the time to wait for it. If the place is after the
// deadline of ctx, reserve takes no place and returns an error.
func (l *perMinute) reserve(ctx context.Context) (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	begins := l.next
	if begins.Before(now) {
		begins = now
	}
	if deadline, ok := ctx.Deadline(); ok && begins.After(deadline) {
		return 0, fmt.Errorf("%w: the next attempt may begin only after it", context.DeadlineExceeded)
	}
	l.next = begins.Add((time.Minute + time.Duration(l.n) - 1) / time.Duration(l.n))
	return begins.Sub(now), ctx.Err()
}
