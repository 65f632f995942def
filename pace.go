package publishing

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/internal/clock"
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
			c.settings.Fail(errors.New("WithPace: the limiter is nil"))
		}
		if l, ok := limiter.(*perMinute); ok && l.n < 1 {
			c.settings.Fail(fmt.Errorf("WithPace: PerMinute(%d): want at least 1", l.n))
		}
		c.settings.Pace = limiter
	})
}

// PerMinute returns a limiter that lets at most n attempts begin in each minute, in the order in
// which they called Wait. The attempts begin at equal intervals, even if the client was idle
// before. Network delays can make the service count one more attempt in a minute, so choose an n
// below the limit of the service. If the context of an attempt ends while the attempt waits, the
// next one gets its place. n must be at least 1.
func PerMinute(n int) Limiter {
	return &perMinute{n: n, since: time.Now(), turn: make(chan struct{}, 1)}
}

type perMinute struct {
	n       int
	since   time.Time     // when the limiter was created
	turn    chan struct{} // full while an attempt, the first in the queue, waits for its time
	waiting atomic.Int64  // attempts behind it in the queue
	next    atomic.Int64  // when the next attempt may begin, in nanoseconds after since
}

func (l *perMinute) Wait(ctx context.Context) error {
	if l.n < 1 {
		return fmt.Errorf("PerMinute(%d): want at least 1", l.n)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	interval := (time.Minute + time.Duration(l.n) - 1) / time.Duration(l.n)
	begins := l.begins().Add(time.Duration(l.waiting.Add(1)-1) * interval)
	if deadline, ok := ctx.Deadline(); ok && begins.After(deadline) {
		l.waiting.Add(-1)
		return fmt.Errorf("%w: the next attempt may begin only after it", context.DeadlineExceeded)
	}
	select { // in the order of the queue
	case l.turn <- struct{}{}:
		l.waiting.Add(-1)
		defer func() { <-l.turn }()
	case <-ctx.Done():
		l.waiting.Add(-1)
		return ctx.Err()
	}
	begins = l.begins()
	if err := clock.Sleep(ctx, time.Until(begins)); err != nil {
		return err
	}
	l.next.Store(int64(begins.Add(interval).Sub(l.since)))
	return nil
}

// begins returns the time at which the first attempt in the queue may begin. It does not change if
// the clock of the system is set.
func (l *perMinute) begins() time.Time {
	return l.since.Add(max(time.Duration(l.next.Load()), time.Since(l.since)))
}
