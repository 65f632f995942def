package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
)

// isHopeless tells whether the attempt failed before anything was sent and another would fail too: no token, no such host, a certificate
// that is not right.
func isHopeless(err error) bool {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.IsNotFound || (!dns.IsTemporary && !dns.IsTimeout)
	}
	return isUnsent(err) || isCertificate(err)
}

func isUnsent(err error) bool {
	_, ok := errors.AsType[*unsentError](err)
	return ok
}

func isCertificate(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.CertificateInvalidError](err)
	return ok
}

// isDial tells whether there was no connection to the service or to the proxy.
func isDial(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return ok && (failed.Op == "dial" || failed.Op == "proxyconnect" || failed.Op == "socks connect")
}

// isCut tells whether the exchange broke off underway.
func isCut(err error) bool {
	for _, cut := range []error{
		io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, context.DeadlineExceeded,
		syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE,
	} {
		if errors.Is(err, cut) {
			return true
		}
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	if failed, ok := errors.AsType[net.Error](err); ok && failed.Timeout() {
		return true
	}
	return isUntypedCut(err)
}

// isUntypedCut knows the cuts for which net/http has no type, or none that is exported: a kept connection that was closed just as the
// request went out, an answer cut in its header, which is told as malformed, a body cut in its last line, and HTTP/2 streams and connections
// that were cut.
func isUntypedCut(err error) bool {
	text := err.Error()
	for _, phrase := range []string{
		"server closed idle connection",
		"HTTP/1.x transport connection broken",
		"unexpected EOF reading trailer",
		"http2: server sent GOAWAY",
		"http2: client connection lost",
		"http2: client connection force closed",
		"stream error: stream ID",
		"connection error: ",
	} {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}
