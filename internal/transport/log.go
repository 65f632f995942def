package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"syscall"

	"github.com/publishing-platform/publishing-go/api"
)

// Log lines have these attributes and no others: no header, no query, no body.

func (c *call) logCall(err error) {
	logger := c.core.settings.Logger
	if logger == nil {
		return
	}
	attrs := append(c.attrs(), slog.Duration("duration", c.duration()))
	attrs = appendError(attrs, err)
	logger.LogAttrs(c.caller, slog.LevelDebug, "call", attrs...)
	if c.mismatch != nil {
		c.logMismatch()
	}
}

func (c *call) logMismatch() {
	logger, m := c.core.settings.Logger, c.mismatch
	if logger == nil {
		return
	}
	attrs := append(c.attrs(), slog.String("path", c.secrets.Text(m.Path)), slog.String("want", m.Want), slog.String("got", m.Got))
	switch {
	case c.endsEarly:
		logger.LogAttrs(c.caller, slog.LevelWarn, "list ended before its count", attrs...)
	case m.IsMissing():
		logger.LogAttrs(c.caller, slog.LevelWarn, "response lacks a required value", attrs...)
	default:
		logger.LogAttrs(c.caller, slog.LevelWarn, "response has a value of an unexpected type", attrs...)
	}
}

func (c *call) logRetry(err error) {
	logger := c.core.settings.Logger
	if logger == nil {
		return
	}
	attrs := append(c.attrs(), slog.Duration("wait", c.wait))
	if err != nil {
		attrs = appendError(attrs, c.failed(err))
	}
	logger.LogAttrs(c.caller, slog.LevelWarn, "retry", attrs...)
}

// attrs returns what is known of the call.
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

// appendError adds the kind of an error and, if it has one that can be shown, its cause.
func appendError(attrs []slog.Attr, err error) []slog.Attr {
	if err == nil {
		return attrs
	}
	attrs = append(attrs, slog.String("error", kindOf(err)))
	if failed, ok := err.(*api.TransportError); ok { //nolint:errorlint // this is what the calls return, unwrapped
		if cause := causeText(failed.Err); cause != "" {
			attrs = append(attrs, slog.String("cause", cause))
		}
	}
	return attrs
}

// kindOf returns the kind of an error. Its text may quote the caller or the service.
func kindOf(err error) string {
	switch e := err.(type) { //nolint:errorlint // these are what the calls return, unwrapped
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
	default:
		return "other"
	}
}

// causeText returns the cause of a failure of the network in words that quote neither the caller
// nor the service, "" if it is another.
func causeText(err error) string {
	if _, ok := errors.AsType[*inClearError](err); ok {
		return "plain http to a proxy"
	}
	if e, ok := errors.AsType[*unsentError](err); ok {
		if cause := causeText(e.err); cause != "" {
			return "no token: " + cause
		}
		return "no token"
	}
	if e, ok := errors.AsType[*timeoutError](err); ok {
		if _, held := errors.AsType[*heldError](err); held {
			return (&heldError{e}).Error()
		}
		return e.Error()
	}
	if e, ok := errors.AsType[*proxyError](err); ok {
		return (&proxyError{status: e.status}).Error()
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		switch {
		case e.IsNotFound:
			return "no such host"
		case e.IsTimeout:
			return "DNS lookup timed out"
		default:
			return "DNS lookup failed"
		}
	}
	if e, ok := errors.AsType[syscall.Errno](err); ok {
		return e.Error() // such as "connection refused"
	}
	for _, cause := range []error{context.Canceled, context.DeadlineExceeded, errLostUnexplained, io.ErrUnexpectedEOF, io.EOF, net.ErrClosed} {
		if errors.Is(err, cause) {
			return cause.Error()
		}
	}
	switch {
	case isCertificate(err):
		return "invalid certificate"
	case isUnprocessed(err):
		return "the server did not process the request"
	case isDial(err):
		return "cannot connect"
	case isUntypedLost(err):
		return "connection lost"
	default:
		return ""
	}
}
