package transport

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// A log line contains only these attributes, and never a header, a query or a body.

func (c *call) logCall(err error) {
	attrs := append(c.attrs(), slog.Duration("duration", c.duration()))
	attrs = appendError(attrs, err)
	c.core.settings.Logger.LogAttrs(c.caller, slog.LevelDebug, "call", attrs...)
	if c.mismatch != nil {
		c.logMismatch()
	}
	if c.written != nil && len(c.written.Ignored) > 0 {
		c.warn("the service ignored fields of a write", slog.Any("fields", c.texts(c.written.Ignored)))
	}
}

// warn writes a line with attributes after those of the call.
func (c *call) warn(message string, attrs ...slog.Attr) {
	if logger := c.core.settings.Logger; logger != nil {
		logger.LogAttrs(c.caller, slog.LevelWarn, message, append(c.attrs(), attrs...)...) //nolint:sloglint // all callers pass constants
	}
}

func (c *call) logMismatch() {
	m, message := c.mismatch, "response has a value of an unexpected type"
	switch {
	case c.endsEarly:
		message = "list ended before its count"
	case m.IsMissing():
		message = "response lacks a required value"
	}
	c.warn(message, slog.String("pointer", c.secrets.Text(m.Pointer)), slog.String("want", m.Want), slog.String("got", m.Got))
}

func (c *call) logRetry(err error) {
	attrs := []slog.Attr{slog.Duration("wait", c.wait)}
	if err != nil {
		attrs = appendError(attrs, c.failed(err))
	}
	c.warn("retry", attrs...)
}

// attrs returns the attributes of the call.
func (c *call) attrs() []slog.Attr {
	attrs := make([]slog.Attr, 0, 9)
	attrs = append(
		attrs,
		slog.String("operation", c.op.Name),
		slog.String("method", c.op.Method),
		slog.String("template", c.op.Template),
	)
	if c.status != 0 {
		attrs = append(attrs, slog.Int("status", c.status))
	}
	attrs = append(attrs, slog.Int("attempts", c.attempts))
	if id := c.requestID(); id != "" {
		attrs = append(attrs, slog.String("request_id", id))
	}
	return attrs
}

// appendError adds the kind of an error, and its cause if the cause can be shown.
func appendError(attrs []slog.Attr, err error) []slog.Attr {
	if err == nil {
		return attrs
	}
	attrs = append(attrs, slog.String("error", kindOf(err)))
	if failed, ok := err.(*api.TransportError); ok { //nolint:errorlint // calls return this type unwrapped
		if cause := neterr.Cause(failed.Err); cause != "" {
			attrs = append(attrs, slog.String("cause", cause))
		}
	}
	return attrs
}

// kindOf returns the kind of an error. The log contains the kind instead of the text, because the
// text may quote the caller or the service.
func kindOf(err error) string {
	switch e := err.(type) { //nolint:errorlint // calls return these types unwrapped
	case *api.Error:
		return "status"
	case *api.TransportError:
		if e.Timeout() {
			return "timeout"
		}
		return "transport"
	case *api.DecodeError:
		return "decode"
	case *api.StreamError:
		return "stream"
	case *api.IgnoredFieldsError:
		return "ignored"
	case *api.WriteRejectedError:
		return "rejected"
	default:
		return "other"
	}
}
