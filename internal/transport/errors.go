package transport

import (
	"context"
	"mime"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/ratelimit"
)

// mayRetryLater reports whether the same call may succeed later, without taking effect twice. It is
// false if the caller canceled.
func (c *call) mayRetryLater() bool {
	return c.retryable && c.caller.Err() != context.Canceled
}

// failedCall returns the fields that all errors of the call share.
func (c *call) failedCall() api.FailedCall {
	return api.FailedCall{
		Operation:      c.op.Name,
		Method:         c.op.Method,
		Path:           c.path.Shown,
		RequestID:      c.requestID(),
		Attempts:       c.attempts,
		MayHaveApplied: c.ambiguous && !c.reads(),
	}
}

// reads reports whether the service certainly treats the request as one that only reads.
func (c *call) reads() bool { return c.op.Reads() && !c.overridesMethod() }

// statusError returns the error for a response with a status other than 2xx. The status determines
// the error. The body only explains it.
func (c *call) statusError() *api.Error {
	e := &api.Error{
		FailedCall:  c.failedCall(),
		Status:      c.status,
		RetryAfter:  c.retryAfter,
		RateLimit:   ratelimit.Of(c.header),
		ContentType: c.contentType(),
		Body:        c.secrets.Bytes(c.responseBody),
		Retryable:   c.mayRetryLater(),
	}
	e.Code, e.Message = errorBody(e.Body)
	if c.badRedirect != "" {
		e.Message = c.badRedirect
	}
	e.Message = c.secrets.Text(e.Message) // escapes in the JSON can hide a secret
	return e
}

func (c *call) transportError(err error) error {
	return &api.TransportError{
		FailedCall: c.failedCall(),
		Status:     c.status,
		Retryable:  c.mayRetryLater(),
		Err:        c.secrets.Error(err),
	}
}

// decodeError returns the error for a 2xx response that cannot be decoded. The service has
// performed the operation, so a write has been applied.
func (c *call) decodeError(err error) *api.DecodeError {
	failed := c.failedCall()
	failed.MayHaveApplied = !c.reads()
	return &api.DecodeError{
		FailedCall:  failed,
		Status:      c.status,
		ContentType: c.contentType(),
		Err:         c.secrets.Error(err),
	}
}

func (c *call) contentType() string {
	text := c.secrets.Text(c.header.Get("Content-Type"))
	if media, _, err := mime.ParseMediaType(text); err == nil {
		return media
	}
	return text
}

// errorBody returns the code and the message in an error body of the service, or 0 and "" if data
// is not an error body.
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
