package failure

import "context"

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
