package transport

import (
	"context"
	"errors"
	"time"
)

// timeoutError is a time limit of ours that has passed.
type timeoutError struct {
	what string
	d    time.Duration
}

func (e *timeoutError) Error() string        { return e.what + " of " + e.d.String() + " passed" }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// causeOf returns the time limit of ours that ended ctx, or err when none did.
func causeOf(ctx context.Context, err error) error {
	if limit, ok := errors.AsType[*timeoutError](context.Cause(ctx)); ok {
		return limit
	}
	return err
}

// endedError is a context that ended for a reason of its own.
type endedError struct{ err, cause error }

func (e *endedError) Error() string   { return e.err.Error() + ": " + e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.err, e.cause} }

// contextError returns why ctx ended, nil when it has not.
func contextError(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if cause == err { //nolint:errorlint // the very value means that there is no other cause
		return err
	}
	return &endedError{err, cause}
}
