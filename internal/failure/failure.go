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

// Text returns the text of an error. It consists of the operation, the given text without the users
// and passwords of URLs, and the request ID. The operation and the request ID may be empty.
func Text(operation, text, requestID string) string {
	text = WithoutUser(text)
	if operation != "" {
		text = operation + ": " + text
	}
	return text + RequestID(requestID)
}

// RequestID returns the end of an error text, which contains the request ID. It returns "" if the
// ID is empty.
func RequestID(id string) string {
	if id == "" {
		return ""
	}
	return ", request id " + Printable(id)
}

// LogValue returns a group with the operation, the request ID, and the cause without the users and
// passwords of URLs. It leaves out what is empty.
func LogValue(operation, requestID, cause string) slog.Value {
	var attrs []slog.Attr
	for _, attr := range []slog.Attr{
		slog.String("operation", operation),
		slog.String("request_id", Printable(requestID)),
		slog.String("cause", Printable(WithoutUser(cause))),
	} {
		if attr.Value.String() != "" {
			attrs = append(attrs, attr)
		}
	}
	return slog.GroupValue(attrs...)
}

// Redacted replaces a secret in a text.
const Redacted = "[redacted]"

// WithoutUser replaces the user and the password of each URL in a text.
func WithoutUser(text string) string { return userinfo().ReplaceAllString(text, "://"+Redacted+"@") }

// userinfo matches the user of a URL, with or without a password.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/?#@\s"]+@`) })

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
