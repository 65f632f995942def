package transport

import (
	"context"
	"errors"
	"time"
)

// timeoutError is a time limit of the SDK that has passed.
type timeoutError struct {
	what string
	d    time.Duration
}

func (e *timeoutError) Error() string        { return e.what + " of " + e.d.String() + " passed" }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// heldError is a time limit that passed, or a context that ended, while middleware held the
// request.
type heldError struct{ err error }

func (e *heldError) Error() string { return e.err.Error() + " before middleware passed the request on" }
func (e *heldError) Unwrap() error { return e.err }

// causeOf returns the time limit of the SDK that ended ctx, or err if none did.
func causeOf(ctx context.Context, err error) error {
	if limit, ok := errors.AsType[*timeoutError](context.Cause(ctx)); ok {
		return limit
	}
	return err
}
