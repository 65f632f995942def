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

// withDefaults returns a wait with the defaults of its pace, or an error if it is invalid.
func withDefaults(operation string, w api.Wait) (api.Wait, error) {
	for _, field := range []struct {
		name string
		wait time.Duration
	}{{"MinWait", w.MinWait}, {"MaxWait", w.MaxWait}, {"Limit", w.Limit}} {
		if field.wait < 0 {
			return w, &api.ValidationError{Operation: operation, Field: field.name, Rule: "0 or more", Value: field.wait.String()}
		}
	}
	switch {
	case w.MaxWait == 0:
		w.MinWait = cmp.Or(w.MinWait, defaultMinWait)
		w.MaxWait = max(w.MinWait, defaultMaxWait)
	case w.MinWait == 0:
		w.MinWait = min(w.MaxWait, defaultMinWait)
	case w.MaxWait < w.MinWait:
		return w, &api.ValidationError{Operation: operation, Field: "MaxWait", Rule: "MinWait (" + w.MinWait.String() + ") or more", Value: w.MaxWait.String()}
	}
	return w, nil
}

// Await calls a safe operation repeatedly until judge reports that it is done. Without a limit,
// only the context bounds it. judge is given each response and its Meta, or the error that ends the
// wait together with the last response, nil if there was none. Await returns the error of judge.
func Await[T any](
	ctx context.Context, c *Core, r op.Request, wait api.Wait,
	judge func(last *T, meta *api.Meta, err error) (done bool, _ error), opts []api.CallOption,
) (*T, error) {
	var last seen[T]
	err := repeat(ctx, r.Op.Name, wait, opts, func(ctx context.Context, err error) (bool, error) {
		err = last.update(ctx, c, r, opts, err)
		return judge(last.value, last.meta, err)
	})
	if err != nil {
		return nil, err
	}
	return last.value, nil
}

// AwaitBoth is [Await] for what two safe operations report together. It calls one after the other
// each time. judge is given the last response of each, and the Meta of the first. AwaitBoth returns
// the last response of the second.
func AwaitBoth[T, U any](
	ctx context.Context, c *Core, first, second op.Request, wait api.Wait,
	judge func(first *T, second *U, meta *api.Meta, err error) (done bool, _ error), opts []api.CallOption,
) (*U, error) {
	var one seen[T]
	var two seen[U]
	err := repeat(ctx, first.Op.Name, wait, opts, func(ctx context.Context, err error) (bool, error) {
		err = one.update(ctx, c, first, opts, err)
		err = two.update(ctx, c, second, opts, err)
		return judge(one.value, two.value, one.meta, err)
	})
	if err != nil {
		return nil, err
	}
	return two.value, nil
}

// seen is the last response of an operation and its Meta, nil before the first.
type seen[T any] struct {
	value *T
	meta  *api.Meta
}

// update calls the operation, unless the wait has ended with an error, which it returns.
func (s *seen[T]) update(ctx context.Context, c *Core, r op.Request, opts []api.CallOption, ended error) error {
	if ended != nil {
		return ended
	}
	_, err := Judged(ctx, c, r, func(value *T, meta *api.Meta) error {
		*s = seen[T]{value, meta}
		return nil
	}, opts)
	return err
}

// repeat calls poll until it reports that it is done or returns an error, which repeat returns. If
// the context ends or the limit is reached during a pause, poll is called once more with the
// reason.
func repeat(
	ctx context.Context, operation string, wait api.Wait, opts []api.CallOption,
	poll func(ctx context.Context, ended error) (done bool, _ error),
) error {
	wait, err := withDefaults(operation, wait)
	if err != nil {
		return Reject(operation, err, opts)
	}
	if wait.Limit > 0 && ctx != nil { // without a context, the first call fails
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, wait.Limit, fmt.Errorf("the wait has reached its limit of %v", wait.Limit))
		defer cancel()
	}
	for pause := wait.MinWait; ; pause = longer(pause, wait.MaxWait) {
		if done, err := poll(ctx, nil); done || err != nil {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			_, err = poll(ctx, err)
			return err
		}
	}
}

// longer returns the pause that follows a pause.
func longer(pause, most time.Duration) time.Duration {
	if pause > most/2 {
		return most
	}
	return 2 * pause
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
