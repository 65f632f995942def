package transport

import (
	"context"
	"errors"
	"mime"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// mayHaveApplied tells whether a call that failed may have taken effect.
func (x *exchange) mayHaveApplied() bool { return x.ambiguous && !x.op.Reads() }

// statusError makes the error of an answer that is not 2xx. The status decides; the body can only explain.
func (x *exchange) statusError() *api.Error {
	e := &api.Error{
		Operation:      x.op.Name,
		Method:         x.op.Method,
		Path:           x.path,
		Status:         x.status,
		RequestID:      x.requestID(),
		RetryAfter:     x.retryAfter,
		RateLimit:      parseRateLimit(x.header),
		Attempts:       x.attempts,
		ContentType:    x.contentType(),
		Body:           x.secrets.redact(x.answer),
		MayHaveApplied: x.mayHaveApplied(),
	}
	e.Code, e.Message = errorBody(e.Body)
	if x.refusal != "" {
		e.Message = x.refusal
	}
	e.Message = x.secrets.redactString(e.Message) // JSON can hide what its text shows
	return e
}

func (x *exchange) transportError(err error) error {
	return &api.TransportError{
		Operation:      x.op.Name,
		Method:         x.op.Method,
		Path:           x.path,
		Status:         x.status,
		Attempts:       x.attempts,
		MayHaveApplied: x.mayHaveApplied(),
		Err:            x.secrets.redactError(err),
	}
}

// decodeError makes the error of a 2xx answer that cannot be read. The service has done what was asked, so a write has applied.
func (x *exchange) decodeError(err error) error {
	return &api.DecodeError{
		Operation:      x.op.Name,
		Method:         x.op.Method,
		Path:           x.path,
		Status:         x.status,
		ContentType:    x.contentType(),
		RequestID:      x.requestID(),
		Attempts:       x.attempts,
		MayHaveApplied: !x.op.Reads(),
		Err:            x.secrets.redactError(err),
	}
}

func (x *exchange) contentType() string {
	text := x.secrets.redactString(x.header.Get("Content-Type"))
	if media, _, err := mime.ParseMediaType(text); err == nil {
		return media
	}
	return text
}

// interruptedError is a call that ended while it waited to send again: why it ended, and what the last attempt came to.
type interruptedError struct{ ended, last error }

func (e *interruptedError) Error() string {
	return e.ended.Error() + " while waiting to send again after: " + e.last.Error()
}

// Unwrap returns why the call ended. That alone decides what it is: a cancel after a timeout is no timeout.
func (e *interruptedError) Unwrap() error { return e.ended }

// Is finds what the last attempt came to, but not why that ended.
func (e *interruptedError) Is(target error) bool {
	return target != context.Canceled && target != context.DeadlineExceeded && errors.Is(e.last, target)
}

// Timeout is that of the end, for the same reason.
func (e *interruptedError) Timeout() bool { return errors.Is(e.ended, context.DeadlineExceeded) }

// As finds what the last attempt came to.
func (e *interruptedError) As(target any) bool { return errors.As(e.last, target) }

// errorBody reads the code and the message of the service's error body, 0 and "" when it is none.
func errorBody(data []byte) (int, string) {
	var body struct {
		Error struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if _, err := jsonx.Decode(data, &body); err != nil {
		return 0, ""
	}
	return body.Error.Code, body.Error.Message
}
