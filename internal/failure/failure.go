// Package failure creates the texts and the log values of errors.
package failure

import (
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A StatusError is an error that the status of a response matches, such as [api.ErrNotFound].
type StatusError string

func (s StatusError) Error() string { return string(s) }

// A Call is a failed call. It has the fields of api.FailedCall, which can be converted to it.
type Call struct {
	Operation      string
	Method, Path   string
	RequestID      string
	Attempts       int
	MayHaveApplied bool
}

// Text returns the text of an error: the operation and the request, what went wrong, the request
// ID, the number of attempts, and whether the call may have taken effect. It leaves out what is
// empty.
func (c Call) Text(text string) string {
	for _, part := range []string{strings.TrimSpace(c.Method + " " + c.Path), c.Operation} {
		if part != "" {
			text = part + ": " + text
		}
	}
	if c.RequestID != "" {
		text += ", request id " + Printable(c.RequestID)
	}
	if c.Attempts > 1 {
		text += " (after " + strconv.Itoa(c.Attempts) + " attempts)"
	}
	if c.MayHaveApplied {
		text += " (may have taken effect)"
	}
	return text
}

// LogValue returns a group of the same for a log, and the status and whether the call may be
// retried. It leaves out what is false, 0 or empty. The group never contains a query or a body.
func (c Call) LogValue(status int, retryable bool, cause string) slog.Value {
	var attrs []slog.Attr
	for _, attr := range []slog.Attr{
		slog.String("operation", c.Operation),
		slog.String("method", c.Method),
		slog.String("path", c.Path),
		slog.Int("status", status),
		slog.String("request_id", Printable(c.RequestID)),
		slog.Int("attempts", c.Attempts),
		slog.Bool("retryable", retryable),
		slog.Bool("may_have_applied", c.MayHaveApplied),
		slog.String("cause", Printable(cause)),
	} {
		if value := attr.Value.Any(); value != "" && value != int64(0) && value != false {
			attrs = append(attrs, attr)
		}
	}
	return slog.GroupValue(attrs...)
}

// Text returns the text of an error without the users and passwords of URLs. The operation and the
// request ID may be empty.
func Text(operation, text, requestID string) string {
	return Call{Operation: operation, RequestID: requestID}.Text(WithoutUser(text))
}

// LogValue returns the same for a log.
func LogValue(operation, requestID, cause string) slog.Value {
	return Call{Operation: operation, RequestID: requestID}.LogValue(0, false, WithoutUser(cause))
}

// Redacted replaces a secret in a text.
const Redacted = "[redacted]"

// WithoutUser replaces the user and the password of each URL in a text.
func WithoutUser(text string) string { return userinfo().ReplaceAllString(text, "://"+Redacted+"@") }

// userinfo matches the user of a URL, with or without a password, which may contain an "@".
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/?#\s"]+@`) })

// Printable converts a text from the service to one line of at most 300 characters, for errors and
// logs.
func Printable(text string) string {
	const most = 300
	runes := []rune(text)
	if len(runes) > most {
		runes = append(runes[:most], '…')
	}
	return OneLine(string(runes))
}

// OneLine replaces unprintable characters with spaces.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}
