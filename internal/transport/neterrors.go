package transport

import (
	"errors"
	"strings"
	"syscall"
)

// isIdleClosed tells whether the other side closed a kept connection just as a request went out on it. net/http has no type for it.
func isIdleClosed(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || mentions(err, "server closed idle connection", "transport connection broken")
}

// isHTTP2Cut tells whether an HTTP/2 stream or connection was cut. The types of net/http's HTTP/2 are not exported.
func isHTTP2Cut(err error) bool {
	return mentions(err, "http2: server sent GOAWAY", "stream error: stream ID", "http2: client connection lost", "http2: client connection force closed")
}

func mentions(err error, phrases ...string) bool {
	text := err.Error()
	for _, phrase := range phrases {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}
