package neterr

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
)

// Cause returns the cause of a network failure in words that quote neither the caller nor the
// service. It returns "" for any other error.
func Cause(err error) string {
	if _, ok := errors.AsType[*InClearError](err); ok {
		return "plain http to a proxy"
	}
	if e, ok := errors.AsType[*UnsentError](err); ok {
		if cause := Cause(e.Err); cause != "" {
			return "no token: " + cause
		}
		return "no token"
	}
	if e, ok := errors.AsType[*TimeoutError](err); ok {
		if _, held := errors.AsType[*HeldError](err); held {
			return (&HeldError{e}).Error()
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
	for _, cause := range []error{context.Canceled, context.DeadlineExceeded, ErrLostUnexplained, io.ErrUnexpectedEOF, io.EOF, net.ErrClosed} {
		if errors.Is(err, cause) {
			return cause.Error()
		}
	}
	switch {
	case isCertificate(err):
		return "invalid certificate"
	case IsUnprocessed(err):
		return "the server did not process the request"
	case IsDial(err):
		return "cannot connect"
	case isUntypedLost(err):
		return "connection lost"
	default:
		return ""
	}
}
