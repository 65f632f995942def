package transport

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
)

// The lines have these fields and no others: no header, no query, no body.

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
		logger.LogAttrs(x.caller, slog.LevelWarn, "answer has a value of another type",
			append(x.attrs(), slog.String("path", x.secrets.redactString(m.Path)), slog.String("want", m.Want), slog.String("got", m.Got))...)
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
	logger.LogAttrs(x.caller, slog.LevelWarn, "sending again", attrs...)
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

// kindOf names an error without its text, which may quote what the caller or the service sent.
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
