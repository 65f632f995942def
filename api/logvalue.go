package api

import (
	"log/slog"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// logged contains the attributes of an error in a log. It never contains a query or a body.
// Attributes that are false, 0 or empty are omitted.
type logged struct {
	FailedCall
	status    int
	retryable bool
	cause     string
}

// value returns a group of the attributes that are set.
func (l logged) value() slog.Value {
	var attrs []slog.Attr
	text := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	number := func(key string, value int) {
		if value != 0 {
			attrs = append(attrs, slog.Int(key, value))
		}
	}
	text("operation", l.Operation)
	text("method", l.Method)
	text("path", l.Path)
	number("status", l.status)
	text("request_id", failure.Printable(l.RequestID))
	number("attempts", l.Attempts)
	if l.retryable {
		attrs = append(attrs, slog.Bool("retryable", true))
	}
	if l.MayHaveApplied {
		attrs = append(attrs, slog.Bool("may_have_applied", true))
	}
	text("cause", failure.Printable(l.cause))
	return slog.GroupValue(attrs...)
}

func causeOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and the service's message, which can quote the request.
func (e *Error) LogValue() slog.Value {
	return logged{e.FailedCall, e.Status, e.Retryable, e.Message}.value()
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the request ID, the number
// of attempts and the cause.
func (e *TransportError) LogValue() slog.Value {
	return logged{e.FailedCall, e.Status, e.Retryable, causeOf(e.Err)}.value()
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and what is wrong with the body, but not the body.
func (e *DecodeError) LogValue() slog.Value {
	return logged{e.FailedCall, e.Status, false, causeOf(e.Err)}.value()
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the code as the status, the
// request ID and the service's message, which can quote the request.
func (e *StreamError) LogValue() slog.Value {
	return logged{e.FailedCall, e.Code, false, e.Message}.value()
}

// LogValue implements [slog.LogValuer]. Its group contains the operation and, as the cause, the
// field and the rule, but not the value.
func (e *ValidationError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, "", strings.TrimPrefix(e.Field+": want "+e.Rule, ": "))
}
