// Package neterr knows what the errors of a request mean: those of net/http, of the network, and of
// the limits of the SDK.
package neterr

import (
	"context"
	"errors"
	"time"
)

// TimeoutError is a time limit of the SDK that has passed.
type TimeoutError struct {
	What string
	D    time.Duration
}

func (e *TimeoutError) Error() string        { return e.What + " of " + e.D.String() + " passed" }
func (e *TimeoutError) Timeout() bool        { return true }
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// HeldError is a time limit that passed, or a context that ended, while middleware held the
// request.
type HeldError struct{ Err error }

func (e *HeldError) Error() string { return e.Err.Error() + " before middleware passed the request on" }
func (e *HeldError) Unwrap() error { return e.Err }

// PacedError is a call that ended while it waited for the limiter of the client.
type PacedError struct{ Err error }

func (e *PacedError) Error() string {
	return e.Err.Error() + " while waiting for the limiter of WithPace"
}
func (e *PacedError) Unwrap() error { return e.Err }

// Ended returns why ctx ended, with its cause, or nil if it has not.
func Ended(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if cause == err { //nolint:errorlint // context.Cause returns the very value if there is no other cause
		return err
	}
	return &endedError{err, cause}
}

// endedError is the end of a context that has a cause.
type endedError struct{ err, cause error }

func (e *endedError) Error() string   { return e.err.Error() + ": " + e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.err, e.cause} }

// CauseOf returns the time limit of the SDK that ended ctx, or err if none did.
func CauseOf(ctx context.Context, err error) error {
	if limit, ok := errors.AsType[*TimeoutError](context.Cause(ctx)); ok {
		return limit
	}
	return err
}

// UnsentError is a failure before anything was sent that a retry would not cure. It does not
// unwrap: if the cause is the error of a call of another client, [api.MayHaveApplied] must not find
// what it reports about that call.
type UnsentError struct{ Err error }

func (e *UnsentError) Error() string        { return e.Err.Error() }
func (e *UnsentError) Is(target error) bool { return errors.Is(e.Err, target) }
func (e *UnsentError) As(target any) bool   { return errors.As(e.Err, target) }

// InClearError is a request with a secret that would go over plain HTTP to a proxy. The environment
// has none for a loopback host, but the Proxy of a program's Transport may return one.
type InClearError struct{ Proxy string }

func (e *InClearError) Error() string {
	return "the token or key would go over plain http to the proxy " + e.Proxy +
		"; use https, or WithInsecureHTTP if you must"
}

// An InterruptedError is a call that ended while it waited for a retry: why it ended, and the error
// of the last attempt.
type InterruptedError struct{ Ended, Last error }

func (e *InterruptedError) Error() string {
	return e.Ended.Error() + " while waiting to retry after: " + e.Last.Error()
}

// Unwrap returns why the call ended, which alone decides the kind of error: a cancellation after an
// attempt that timed out is not a timeout.
func (e *InterruptedError) Unwrap() error { return e.Ended }

// Is matches the error of the last attempt, but not the end of its context.
func (e *InterruptedError) Is(target error) bool {
	return target != context.Canceled && target != context.DeadlineExceeded && errors.Is(e.Last, target)
}

// Timeout reports whether the call, not its last attempt, timed out.
func (e *InterruptedError) Timeout() bool { return errors.Is(e.Ended, context.DeadlineExceeded) }

// As finds the error of the last attempt.
func (e *InterruptedError) As(target any) bool { return errors.As(e.Last, target) }
