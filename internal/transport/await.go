package transport

import (
	"cmp"
	"context"
	"fmt"
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
	err = pace.repeat(ctx, func(err error) (bool, error) {
		if err == nil {
			var next *T
			if next, err = JSON[T](ctx, c, r, opts); err == nil {
				last = next
			}
		}
		return judge(last, err)
	})
	if err != nil {
		return nil, err
	}
	return last, nil
}

// repeat calls poll until it reports that it is done or returns an error, which repeat returns. If
// the context ends during a wait, poll is called once more with the reason.
func (p Pace) repeat(ctx context.Context, poll func(ended error) (done bool, _ error)) error {
	for wait := p.MinWait; ; wait = p.after(wait) {
		if done, err := poll(nil); done || err != nil {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			_, err = poll(err)
			return err
		}
	}
}

// defaultLimit is the default of [Limited].
const defaultLimit = 15 * time.Minute

// Limited is a [Pace] with a limit for the whole wait. A zero field means its default.
type Limited struct {
	MinWait time.Duration
	MaxWait time.Duration
	Limit   time.Duration
}

// AwaitBoth is [Await] for what two safe operations report together. It calls one after the other
// each time, and ends with an error that matches [context.DeadlineExceeded] when the limit is
// reached. judge is given the last response of each. AwaitBoth returns that of the second.
func AwaitBoth[T, U any](ctx context.Context, c *Core, first, second op.Request, limited Limited, judge func(first *T, second *U, err error) (done bool, _ error), opts []api.CallOption) (*U, error) {
	pace, err := Pace{limited.MinWait, limited.MaxWait}.withDefaults(first.Op.Name)
	if err == nil && limited.Limit < 0 {
		err = &api.ValidationError{Operation: first.Op.Name, Field: "Limit", Rule: "0 or more", Value: limited.Limit.String()}
	}
	if err != nil {
		return nil, Reject(first.Op.Name, err, opts)
	}
	limit := cmp.Or(limited.Limit, defaultLimit)
	if ctx != nil { // without one, the first call fails
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, fmt.Errorf("the wait has reached its limit of %v", limit))
		defer cancel()
	}
	var one *T
	var two *U
	err = pace.repeat(ctx, func(err error) (bool, error) {
		if err == nil {
			var next *T
			if next, err = JSON[T](ctx, c, first, opts); err == nil {
				one = next
			}
		}
		if err == nil {
			var next *U
			if next, err = JSON[U](ctx, c, second, opts); err == nil {
				two = next
			}
		}
		return judge(one, two, err)
	})
	if err != nil {
		return nil, err
	}
	return two, nil
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
