package api

import (
	"log/slog"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

func causeOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and the service's message, which can quote the request.
func (e *Error) LogValue() slog.Value {
	return e.logValue(e.Status, e.Retryable, e.Message)
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the request ID, the number
// of attempts and the cause.
func (e *TransportError) LogValue() slog.Value {
	return e.logValue(e.Status, e.Retryable, causeOf(e.Err))
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and what is wrong with the body, but not the body.
func (e *DecodeError) LogValue() slog.Value {
	return e.logValue(e.Status, false, causeOf(e.Err))
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the code as the status, the
// request ID and the service's message, which can quote the request.
func (e *StreamError) LogValue() slog.Value {
	return e.logValue(e.Code, false, e.Message)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation and, as the cause, the
// field and the rule, but not the value.
func (e *ValidationError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, "", strings.TrimPrefix(e.Field+": want "+e.Rule, ": "))
}
