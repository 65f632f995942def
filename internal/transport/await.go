package transport

import (
	"cmp"
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

const (
	defaultMinWait = time.Second
	defaultMaxWait = 10 * time.Second
)

// Pace configures how long [Await] waits between calls: MinWait at first, then twice as long each
// time, up to MaxWait. A zero field means its default.
type Pace struct {
	MinWait time.Duration
	MaxWait time.Duration
}

// withDefaults returns the pace with its defaults, or an error if it is invalid.
func (p Pace) withDefaults(operation string) (Pace, error) {
	for _, field := range []struct {
		name string
		wait time.Duration
	}{{"MinWait", p.MinWait}, {"MaxWait", p.MaxWait}} {
		if field.wait < 0 {
			return p, &api.ValidationError{Operation: operation, Field: field.name, Rule: "0 or more", Value: field.wait.String()}
		}
	}
	switch {
	case p.MaxWait == 0:
		p.MinWait = cmp.Or(p.MinWait, defaultMinWait)
		p.MaxWait = max(p.MinWait, defaultMaxWait)
	case p.MinWait == 0:
		p.MinWait = min(p.MaxWait, defaultMinWait)
	case p.MaxWait < p.MinWait:
		return p, &api.ValidationError{Operation: operation, Field: "MaxWait", Rule: "MinWait (" + p.MinWait.String() + ") or more", Value: p.MaxWait.String()}
	}
	return p, nil
}

// Await calls a safe operation repeatedly until judge reports that it is done. Only the context
// bounds it. judge is given each response, or the error that ends the waiting together with the
// last response, nil if there was none. Await returns the error of judge.
func Await[T any](ctx context.Context, c *Core, r op.Request, pace Pace, judge func(last *T, err error) (done bool, _ error), opts []api.CallOption) (*T, error) {
	pace, err := pace.withDefaults(r.Op.Name)
	if err != nil {
		return nil, Reject(r.Op.Name, err, opts)
	}
	var last *T
	for wait := pace.MinWait; ; wait = pace.after(wait) {
		next, err := JSON[T](ctx, c, r, opts)
		if err == nil {
			last = next
		}
		if done, no := judge(last, err); no != nil {
			return nil, no
		} else if done {
			return last, nil
		}
		if err = sleep(ctx, wait); err != nil {
			_, err = judge(last, err)
			return nil, err
		}
	}
}

// after returns the wait that follows a wait.
func (p Pace) after(wait time.Duration) time.Duration {
	if wait > p.MaxWait/2 {
		return p.MaxWait
	}
	return 2 * wait
}

// sleep waits for d, or returns why the context ended before.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return contextError(ctx)
	}
}
