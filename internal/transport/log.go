package transport

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
)

// Log lines have these attributes and no others: no header, no query, no body.

func (x *exchange) logCall(err error) {
	logger := x.core.settings.Logger
	if logger == nil {
		return
	}
	attrs := append(x.attrs(), slog.Duration("duration", x.duration()))
	if err != nil {
		attrs = append(attrs, slog.String("error", kindOf(err)))
	}
	logger.LogAttrs(x.caller, slog.LevelDebug, "call", attrs...)
	if m := x.mismatch; m != nil {
		logger.LogAttrs(x.caller, slog.LevelWarn, "response has a value of an unexpected type",
			append(x.attrs(), slog.String("path", x.secrets.Text(m.Path)), slog.String("want", m.Want), slog.String("got", m.Got))...)
	}
}

func (x *exchange) logRetry(err error) {
	logger := x.core.settings.Logger
	if logger == nil {
		return
	}
	attrs := append(x.attrs(), slog.Duration("wait", x.wait))
	if err != nil {
		attrs = append(attrs, slog.String("error", kindOf(x.failed(err))))
	}
	logger.LogAttrs(x.caller, slog.LevelWarn, "retry", attrs...)
}

func (x *exchange) attrs() []slog.Attr {
	return []slog.Attr{
		slog.String("operation", x.op.Name),
		slog.String("method", x.op.Method),
		slog.String("template", x.op.Template),
		slog.Int("status", x.status),
		slog.Int("attempts", x.attempts),
		slog.String("request_id", x.requestID()),
	}
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
