package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// Sentinels for [errors.Is]. Each matches an [*Error] with the given status and a [*StreamError]
// with the given code.
var (
	ErrBadRequest         error = failure.StatusError("bad request")           // 400
	ErrUnauthorized       error = failure.StatusError("unauthorized")          // 401
	ErrForbidden          error = failure.StatusError("forbidden")             // 403
	ErrNotFound           error = failure.StatusError("not found")             // 404
	ErrConflict           error = failure.StatusError("conflict")              // 409
	ErrPreconditionFailed error = failure.StatusError("precondition failed")   // 412
	ErrUnprocessable      error = failure.StatusError("unprocessable content") // 422
	ErrRateLimited        error = failure.StatusError("rate limited")          // 429
	ErrServer             error = failure.StatusError("server error")          // 500 and above
)

// FailedCall contains the fields that the errors of failed calls have in common. A
// [ValidationError] has only the Operation.
type FailedCall struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method and Path are the method and the path of the request. Path contains the IDs, except for
	// secret IDs, such as the ID of an invite. It does not contain the query.
	Method, Path string
	// RequestID is the request ID in the response, or "" if there is none.
	RequestID string
	// Attempts is the number of attempts. It is 0 if none began, because the context was done, a
	// policy rejected the write, or the limiter of publishing.WithPace failed.
	Attempts int
	// MayHaveApplied reports whether the call may have taken effect. See [MayHaveApplied]. If the
	// response to a write cannot be decoded, the write has taken effect.
	MayHaveApplied bool
}

func (c *FailedCall) text(what string) string { return failure.Call(*c).Text(what) }

func (c *FailedCall) logValue(status int, retryable bool, cause string) slog.Value {
	return failure.Call(*c).LogValue(status, retryable, cause)
}

func (c *FailedCall) mayHaveApplied() bool { return c.MayHaveApplied }
func (c *FailedCall) retryable() bool      { return false }

// Error is the error for a response with a status other than 2xx. Use [errors.Is] to match its
// status with a sentinel such as [ErrNotFound], or [errors.As] to get its fields. An Error contains
// neither the request body nor the token.
type Error struct {
	FailedCall
	// Status is the status code.
	Status int
	// Code and Message are from the body. They are zero if the body is not a JSON error of the API.
	// If the SDK did not follow a redirect, Message is the reason.
	Code    int
	Message string
	// RetryAfter is the time to wait before a retry: the value of Retry-After or, for a 429 without
	// that header, the time until X-RateLimit-Reset. It is 0 if the response has neither header.
	RetryAfter time.Duration
	// RateLimit contains the X-RateLimit headers of the response. It is nil unless all three are
	// valid.
	RateLimit *RateLimit
	// ContentType is the media type of the body, such as "text/html" for the error page of a proxy.
	ContentType string
	// Body contains the first 64 KiB of the body.
	Body []byte
	// Retryable reports whether the same call may succeed later, and repeating it is safe. See the
	// function [Retryable].
	Retryable bool
}

// Error returns the operation, the request, the status and the service's message. It leaves out a
// body that is not a JSON error of the API.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(e.Status))
	if text := http.StatusText(e.Status); text != "" {
		b.WriteString(" " + text)
	}
	switch {
	case e.Message != "":
		b.WriteString(": " + failure.Printable(e.Message))
	case len(e.Body) > 0:
		fmt.Fprintf(&b, " (%d bytes of %s)", len(e.Body),
			failure.Printable(cmp.Or(e.ContentType, "unknown type")))
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, ", retry after %s", e.RetryAfter)
	}
	return e.text(b.String())
}

// Is reports whether target is the sentinel for e's status.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrBadRequest:
		return e.Status == http.StatusBadRequest
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrForbidden:
		return e.Status == http.StatusForbidden
	case ErrNotFound:
		return e.Status == http.StatusNotFound
	case ErrConflict:
		return e.Status == http.StatusConflict
	case ErrPreconditionFailed:
		return e.Status == http.StatusPreconditionFailed
	case ErrUnprocessable:
		return e.Status == http.StatusUnprocessableEntity
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrServer:
		return e.Status >= http.StatusInternalServerError
	default:
		return false
	}
}

func (e *Error) retryable() bool { return e.Retryable }

// TransportError is the error of a call without a complete response: the network failed, a timeout
// expired or the context was done. [errors.Is] finds the cause, such as [context.Canceled],
// [context.DeadlineExceeded] or [io.ErrUnexpectedEOF]. TransportError implements [net.Error].
type TransportError struct {
	FailedCall
	// Status is the status code of the last response: one that was truncated after its header, one
	// that was to be retried when the call ended, or a redirect that CheckRedirect rejected. It is
	// 0 if there is none.
	Status int
	// Retryable reports whether the same call may succeed later, and repeating it is safe. See the
	// function [Retryable].
	Retryable bool
	// Err is the cause.
	Err error
}

// Error returns the operation, the request and the cause.
func (e *TransportError) Error() string {
	return e.text(failure.OneLine(causeOf(e.Err)))
}

// Unwrap returns Err.
func (e *TransportError) Unwrap() error { return e.Err }

// Timeout reports whether the call ended because a timeout or the deadline of its context expired.
func (e *TransportError) Timeout() bool {
	if errors.Is(e.Err, context.DeadlineExceeded) {
		return true
	}
	timeout, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](e.Err)
	return ok && timeout.Timeout()
}

// Temporary returns false. It exists to implement [net.Error].
func (e *TransportError) Temporary() bool { return false }

func (e *TransportError) retryable() bool { return e.Retryable }

// DecodeError is the error for a 2xx response that cannot be decoded, because it is not valid JSON,
// does not have the expected structure or the main content, cannot be decompressed, or is too
// large. With [WithStrictDecoding], a missing required field and a value that does not fit its Go
// field are DecodeErrors too. The service has performed the operation.
type DecodeError struct {
	FailedCall
	// Status is the status code.
	Status int
	// ContentType is the media type of the body.
	ContentType string
	// Pointer is the JSON pointer of a value that is missing or does not fit its Go field, such as
	// "/items/3/user/id". It is empty if the error is not about a single value.
	Pointer string
	// Err describes what is wrong with the body.
	Err error
}

// Error returns the operation, the request, the status and what is wrong with the body.
func (e *DecodeError) Error() string {
	text := "cannot decode the response with status " + strconv.Itoa(e.Status)
	if e.ContentType != "" {
		text += " and content type " + failure.Printable(e.ContentType)
	}
	if e.Err != nil {
		text += ": " + failure.OneLine(e.Err.Error())
	}
	return e.text(text)
}

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// StreamError is the error of an event stream that the service ended with an error event. An error
// event has the name error. An event without a name is an error event if its data has the type
// "error", or has no type and a field "error" that is not null.
type StreamError struct {
	FailedCall
	// Code and Message are from the event. They are zero if its data is not a JSON error of the
	// API. The service has been seen to send a message without a code.
	Code    int
	Message string
	// Data contains the first 64 KiB of the data of the event.
	Data []byte
}

// Error returns the operation, the request and the service's message.
func (e *StreamError) Error() string {
	text := "the service ended the stream with an error"
	if e.Message != "" {
		text += ": " + failure.Printable(e.Message)
	}
	return e.text(text)
}

// Is reports whether target is the sentinel for e's code, which is an HTTP status.
func (e *StreamError) Is(target error) bool { return (&Error{Status: e.Code}).Is(target) }

// ValidationError is the error for invalid input. Nothing was sent.
type ValidationError struct {
	// Operation is the name of the operation, such as "Sites.Update".
	Operation string
	// Field is the API's name of the parameter or field, such as "organizationId" or
	// "fontFaces[0].weight".
	Field string
	// Rule is the violated rule, such as "2 to 128 characters" or "required".
	Rule string
	// Value is the invalid value. For a list, or a text of more than 100 characters, Value is the
	// length instead.
	Value string
	// Err is the underlying error, or nil if there is none.
	Err error
}

// Error returns the operation, the field, the rule and the value.
func (e *ValidationError) Error() string {
	text := e.Field + ": want " + e.Rule
	switch {
	case e.Err != nil:
		text += ": " + e.Err.Error()
	case e.Rule == "required": // there is no value to print
		text = e.Field + ": it is required"
	default:
		text += ", got " + strconv.Quote(e.Value)
	}
	if e.Operation != "" {
		text = e.Operation + ": " + text
	}
	return text
}

// Unwrap returns Err.
func (e *ValidationError) Unwrap() error { return e.Err }

func (e *ValidationError) retryable() bool { return false }

// MayHaveApplied reports whether the service may have acted on a call that returned err. If it
// returns true, check whether the call took effect before repeating it.
//
// The service may have acted on a write if a response was lost or cannot be decoded, or if the
// status is 301, 302, 303, 408, at least 500 but not 501, or below 100. It has acted if the error
// is an [*IgnoredFieldsError]. MayHaveApplied returns false for safe requests, for calls that were
// rejected or never sent, and for other errors. If err wraps several errors, MayHaveApplied returns
// true if it would return true for any of them.
func MayHaveApplied(err error) bool {
	if call, ok := err.(interface{ mayHaveApplied() bool }); ok && call.mayHaveApplied() {
		return true
	}
	if _, ok := err.(*WriteRejectedError); ok { //nolint:errorlint // do not look at its cause: the policy may have made other calls
		return false
	}
	switch wrapper := err.(type) { //nolint:errorlint // this unwraps the error itself
	case interface{ Unwrap() error }:
		return MayHaveApplied(wrapper.Unwrap())
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(wrapper.Unwrap(), MayHaveApplied)
	default:
		return false
	}
}

// Retryable reports whether a caller may repeat the call that returned err: the call may succeed
// later, and repeating it is safe. The call's own retries have already failed, so wait before
// repeating it. If err is an [*Error] with a RetryAfter, wait for that time; otherwise, wait for at
// least a few seconds. Repeat the call with a context that has not ended.
//
// Retryable returns true
//   - for any call, if the status is 429, or if no request was written for a reason that may be
//     temporary;
//   - for a safe request, a delete, an idempotent PUT and a call with [WithReplay], also if the
//     response was lost or truncated, if a timeout or a deadline expired, or if the status is 408,
//     or is at least 500 but not 501;
//   - for an event stream that has not begun, also if the status is 503 with Retry-After.
//
// It returns false in all other cases: for invalid input, other statuses, responses that cannot be
// decoded, a host that does not exist or has an invalid certificate, a canceled context, a stream
// that has begun, and errors that do not come from a call. If err wraps several errors, such as an
// error from [errors.Join], Retryable returns true only if each of them is retryable.
func Retryable(err error) bool {
	if call, ok := err.(interface{ retryable() bool }); ok {
		return call.retryable()
	}
	switch wrapper := err.(type) { //nolint:errorlint // this unwraps the error itself
	case interface{ Unwrap() error }:
		return Retryable(wrapper.Unwrap())
	case interface{ Unwrap() []error }:
		all := wrapper.Unwrap()
		return len(all) > 0 &&
			!slices.ContainsFunc(all, func(err error) bool { return !Retryable(err) })
	default:
		return false
	}
}
