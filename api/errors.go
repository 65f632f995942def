package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What an [*Error] matches with [errors.Is], by its status.
var (
	ErrBadRequest         = errors.New("bad request")           // 400
	ErrUnauthorized       = errors.New("unauthorized")          // 401
	ErrForbidden          = errors.New("forbidden")             // 403
	ErrNotFound           = errors.New("not found")             // 404
	ErrConflict           = errors.New("conflict")              // 409
	ErrPreconditionFailed = errors.New("precondition failed")   // 412
	ErrUnprocessable      = errors.New("unprocessable content") // 422
	ErrRateLimited        = errors.New("rate limited")          // 429
	ErrServer             = errors.New("server error")          // 500 and above
)

// Error is an answer with a status other than 2xx. Match it with [errors.As], or its status with [errors.Is] and one of the sentinels.
// It holds neither the request nor the token.
type Error struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method and Path are those of the request; the path has its ids filled in and no query.
	Method, Path string
	// Status is the status code.
	Status int
	// Code and Message are what the body said, 0 and "" when it was not the service's JSON.
	Code    int
	Message string
	// RequestID is the id the service gave the request, "" when it gave none.
	RequestID string
	// RetryAfter is how long the service asked to wait: its Retry-After or, for a 429 without one, the time to its X-RateLimit-Reset.
	// It is 0 when the service did not ask.
	RetryAfter time.Duration
	// RateLimit is what the X-RateLimit headers of the response report, nil without them.
	RateLimit *RateLimit
	// Attempts is how many times the request was started.
	Attempts int
	// ContentType is the media type of the body, such as "text/html" for the page of a proxy.
	ContentType string
	// Body is the start of the body, at most 64 KiB.
	Body []byte
	// MayHaveApplied says that the service may have acted on the call. See [MayHaveApplied].
	MayHaveApplied bool
}

// Error says what was being done, the status and the service's message. It never prints a body that is not the service's JSON.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(doing(e.Operation, e.Method, e.Path))
	b.WriteString(strconv.Itoa(e.Status))
	if text := http.StatusText(e.Status); text != "" {
		b.WriteString(" " + text)
	}
	switch {
	case e.Message != "":
		b.WriteString(": " + printable(e.Message))
	case len(e.Body) > 0:
		fmt.Fprintf(&b, " (%d bytes of %s)", len(e.Body), printable(orElse(e.ContentType, "unknown type")))
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, ", retry after %s", e.RetryAfter)
	}
	if e.RequestID != "" {
		b.WriteString(", request id " + printable(e.RequestID))
	}
	b.WriteString(attempts(e.Attempts))
	b.WriteString(applied(e.MayHaveApplied))
	return b.String()
}

// Is matches the sentinel of the status.
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

func (e *Error) mayHaveApplied() bool { return e.MayHaveApplied }

// TransportError is a call without a whole answer: the network failed, a time limit passed or the context ended. [errors.Is] finds the
// cause, such as [context.Canceled], [context.DeadlineExceeded] or [io.ErrUnexpectedEOF]. It is a net.Error.
type TransportError struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method and Path are those of the request; the path has its ids filled in and no query.
	Method, Path string
	// Status is the status code when the answer broke off after its header, else 0.
	Status int
	// Attempts is how many times the request was started, 0 when the context had ended before.
	Attempts int
	// MayHaveApplied says that the service may have acted on the call. See [MayHaveApplied].
	MayHaveApplied bool
	// Err is the cause.
	Err error
}

// Error says what was being done and the cause.
func (e *TransportError) Error() string {
	text := doing(e.Operation, e.Method, e.Path)
	if e.Err != nil {
		text += oneLine(e.Err.Error())
	}
	return text + attempts(e.Attempts) + applied(e.MayHaveApplied)
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// Timeout tells whether a time limit passed: that of the context, of the call or of the last attempt.
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

// Temporary is false. It is there for net.Error.
func (e *TransportError) Temporary() bool { return false }

func (e *TransportError) mayHaveApplied() bool { return e.MayHaveApplied }

// DecodeError is a 2xx answer that cannot be read: no JSON, broken compression, a wrong envelope, more than the limit, or, with strict
// decoding, a value of another type. The service has done what was asked.
type DecodeError struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method and Path are those of the request; the path has its ids filled in and no query.
	Method, Path string
	// Status is the status code.
	Status int
	// ContentType is the media type of the body.
	ContentType string
	// RequestID is the id the service gave the request, "" when it gave none.
	RequestID string
	// Attempts is how many times the request was started.
	Attempts int
	// MayHaveApplied says that the call changed something. See [MayHaveApplied].
	MayHaveApplied bool
	// Err says what is wrong with the body.
	Err error
}

// Error says what was being done and what is wrong with the body.
func (e *DecodeError) Error() string {
	text := doing(e.Operation, e.Method, e.Path) + "unreadable answer with status " + strconv.Itoa(e.Status)
	if e.ContentType != "" {
		text += " and content type " + printable(e.ContentType)
	}
	if e.Err != nil {
		text += ": " + oneLine(e.Err.Error())
	}
	if e.RequestID != "" {
		text += ", request id " + printable(e.RequestID)
	}
	return text + attempts(e.Attempts)
}

// Unwrap returns what is wrong with the body.
func (e *DecodeError) Unwrap() error { return e.Err }

func (e *DecodeError) mayHaveApplied() bool { return e.MayHaveApplied }

// StreamError is a stream the service ended with an event named error.
type StreamError struct {
	// Operation is the name of the operation, such as "Orgs.Ask.Stream".
	Operation string
	// Method and Path are those of the request; the path has its ids filled in and no query.
	Method, Path string
	// Code and Message are what the event said, 0 and "" when it was not the service's JSON.
	Code    int
	Message string
	// RequestID is the id the service gave the request, "" when it gave none.
	RequestID string
	// Data is the data of the event.
	Data []byte
	// MayHaveApplied says that the service may have acted on the call. See [MayHaveApplied].
	MayHaveApplied bool
}

// Error says what was being done and the service's message.
func (e *StreamError) Error() string {
	text := doing(e.Operation, e.Method, e.Path) + "the service ended the stream with an error"
	if e.Message != "" {
		text += ": " + printable(e.Message)
	}
	if e.RequestID != "" {
		text += ", request id " + printable(e.RequestID)
	}
	return text
}

func (e *StreamError) mayHaveApplied() bool { return e.MayHaveApplied }

// ValidationError is bad input found before anything was sent.
type ValidationError struct {
	// Operation is the name of the operation, such as "Sites.Update".
	Operation string
	// Field is the name of the input as the service knows it, such as "title", "organizationId" or "fontFaces[0].weight".
	Field string
	// Rule says what is wanted, such as "2 to 128 characters", or is "required".
	Rule string
	// Value is what was given: a text, which is cut after 100 characters, a number, or how many items a list has.
	Value string
	// Err is why the input cannot be used, where that is more than a broken rule, else nil.
	Err error
}

// Error says what was being done, the field, the rule and the value.
func (e *ValidationError) Error() string {
	text := e.Field + ": want " + e.Rule
	switch {
	case e.Err != nil:
		text += ": " + e.Err.Error()
	case e.Rule == "required": // what was given is nothing
		text = e.Field + ": it is required"
	default:
		text += ", got " + strconv.Quote(e.Value)
	}
	if e.Operation != "" {
		text = e.Operation + ": " + text
	}
	return text
}

// Unwrap returns why the input cannot be used.
func (e *ValidationError) Unwrap() error { return e.Err }

// MayHaveApplied reports whether the service may have acted on a call that returned err: the response to
// a write was lost or cannot be decoded, or its status is 301, 302, 303, 408 or 5xx other than 501. Look
// whether such a call took effect before you repeat it. MayHaveApplied is false for safe requests, for
// calls that were rejected or never sent, and for errors from elsewhere. For joined errors it reports
// whether it is true of one of them.
func MayHaveApplied(err error) bool {
	if call, ok := err.(interface{ mayHaveApplied() bool }); ok && call.mayHaveApplied() {
		return true
	}
	switch wrapper := err.(type) { //nolint:errorlint // this walks the chain itself
	case interface{ Unwrap() error }:
		return MayHaveApplied(wrapper.Unwrap())
	case interface{ Unwrap() []error }: // of several calls one is enough
		return slices.ContainsFunc(wrapper.Unwrap(), MayHaveApplied)
	default:
		return false
	}
}

func doing(operation, method, path string) string {
	var parts []string
	for _, part := range []string{operation, strings.TrimSpace(method + " " + path)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ": ") + ": "
}

func applied(may bool) string {
	if !may {
		return ""
	}
	return " (may have taken effect)"
}

func attempts(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (after %d attempts)", n)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// printable keeps a text from the service to one short line of an error or log.
func printable(text string) string {
	const most = 300
	runes := []rune(text)
	if len(runes) > most {
		runes = append(runes[:most], '…')
	}
	return oneLine(string(runes))
}

// oneLine keeps a text to one line: what does not print becomes a space.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}
