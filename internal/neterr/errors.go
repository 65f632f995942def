// Package neterr interprets the errors of a request: those of net/http, of the network, and of the
// SDK's own limits.
package neterr

import (
	"context"
	"errors"
	"time"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// A TimeoutError reports that a time limit of the SDK has passed.
type TimeoutError struct {
	What string
	D    time.Duration
}

func (e *TimeoutError) Error() string        { return e.What + " of " + e.D.String() + " passed" }
func (e *TimeoutError) Timeout() bool        { return true }
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// A HeldError reports that a time limit passed, or a context ended, before middleware passed the
// request on.
type HeldError struct{ Err error }

func (e *HeldError) Error() string { return e.Err.Error() + " before middleware passed the request on" }
func (e *HeldError) Unwrap() error { return e.Err }

// A PacedError reports that a call ended while it waited for the limiter of the client.
type PacedError struct{ Err error }

func (e *PacedError) Error() string {
	return e.Err.Error() + " while waiting for the limiter of WithPace"
}
func (e *PacedError) Unwrap() error { return e.Err }

// Ended returns the error of ctx together with its cause, or nil if ctx has not ended.
func Ended(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if cause == err { //nolint:errorlint // context.Cause returns the same value if there is no other cause
		return err
	}
	return &endedError{err, cause}
}

// OfAnother reports whether err, which can be the error of another call, matches target. Nothing
// matches the status of that call, because a caller would take it for the one of its own call.
func OfAnother(err, target error) bool {
	_, isStatus := target.(failure.StatusError) //nolint:errorlint // a sentinel wraps nothing
	return !isStatus && errors.Is(err, target)
}

// endedError is the error of a context with a cause. It has no Unwrap method. The cause can be the
// error of another call, and [api.MayHaveApplied] must not report about that call.
type endedError struct{ err, cause error }

func (e *endedError) Error() string { return e.err.Error() + ": " + e.cause.Error() }
func (e *endedError) Is(target error) bool {
	return errors.Is(e.err, target) || OfAnother(e.cause, target)
}

func (e *endedError) As(target any) bool {
	return errors.As(e.err, target) || errors.As(e.cause, target)
}

// CauseOf returns the error of the SDK's time limit that ended ctx, or err if no such limit did.
func CauseOf(ctx context.Context, err error) error {
	if limit, ok := errors.AsType[*TimeoutError](context.Cause(ctx)); ok {
		return limit
	}
	return err
}

// An UnsentError reports a failure before anything was sent, which a retry would not fix. It has no
// Unwrap method. The cause can be the error of a call of another client, and [api.MayHaveApplied]
// must not report about that call.
type UnsentError struct{ Err error }

func (e *UnsentError) Error() string        { return e.Err.Error() }
func (e *UnsentError) Is(target error) bool { return OfAnother(e.Err, target) }
func (e *UnsentError) As(target any) bool   { return errors.As(e.Err, target) }

// An InClearError reports that a request with a secret would go to a proxy over plain HTTP. For a
// loopback host, net/http ignores the proxies in the environment, but the Proxy function of a
// program's Transport may return one.
type InClearError struct{ Proxy string }

func (e *InClearError) Error() string {
	return "the token or key would go over plain http to the proxy " + e.Proxy +
		"; use https, or WithInsecureHTTP if you must"
}

// An InterruptedError reports that a call ended while it waited for a retry. It contains the reason
// for the end and the error of the last attempt.
type InterruptedError struct{ Ended, Last error }

func (e *InterruptedError) Error() string {
	return e.Ended.Error() + " while waiting to retry after: " + failure.WithoutUser(e.Last.Error())
}

// Unwrap returns the reason why the call ended. Only this reason determines the kind of error. For
// example, a cancellation after an attempt that timed out is not a timeout.
func (e *InterruptedError) Unwrap() error { return e.Ended }

// Is reports whether the error of the last attempt matches target. It does not match the end of the
// attempt's context.
func (e *InterruptedError) Is(target error) bool {
	return target != context.Canceled && target != context.DeadlineExceeded && errors.Is(e.Last, target)
}

// Timeout reports whether the call timed out. A timeout of the last attempt does not count.
func (e *InterruptedError) Timeout() bool { return errors.Is(e.Ended, context.DeadlineExceeded) }

// As finds an error in the error of the last attempt.
func (e *InterruptedError) As(target any) bool { return errors.As(e.Last, target) }
