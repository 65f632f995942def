package neterr

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// IsHopeless reports whether an attempt failed before anything was sent and a retry would fail too.
// The reason is a missing token, an unknown host or an invalid certificate.
func IsHopeless(err error) bool {
	if _, ok := errors.AsType[*UnsentError](err); ok { // whatever the cause is
		return true
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.IsNotFound || (!dns.IsTemporary && !dns.IsTimeout)
	}
	if proxy, ok := errors.AsType[*proxyError](err); ok {
		return proxy.status < 500
	}
	return isCertificate(err)
}

// IsTokenLost reports whether a token source failed because of the network.
func IsTokenLost(err error) bool {
	unsent, ok := errors.AsType[*UnsentError](err)
	return ok && !IsHopeless(unsent.Err) && (IsDial(unsent.Err) || IsLost(unsent.Err))
}

func isCertificate(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	return verification || authority || host || invalid
}

// IsDial reports whether connecting to the service or to the proxy failed.
func IsDial(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return ok && (failed.Op == "dial" || failed.Op == "proxyconnect" || failed.Op == "socks connect")
}

// IsLost reports whether the connection was lost during the exchange.
func IsLost(err error) bool {
	_, ofNetwork := errors.AsType[*net.OpError](err)
	failed, ok := errors.AsType[net.Error](err)
	return ofNetwork || ok && failed.Timeout() || isUntypedLost(err) || slices.ContainsFunc([]error{
		ErrLostUnexplained, io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, context.DeadlineExceeded,
		syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE,
	}, func(target error) bool { return errors.Is(err, target) })
}

// ErrLostUnexplained is the error of a request that net/http was about to retry. net/http does not
// report why the request failed.
var ErrLostUnexplained = errors.New("the connection or the HTTP/2 stream was closed before the response began")

const streamErrorText = "stream error: stream ID"

// IsStreamError reports whether an HTTP/2 server reset the stream of a request rather than the
// connection.
func IsStreamError(err error) bool { return strings.Contains(err.Error(), streamErrorText) }

// An unprocessedError reports that an HTTP/2 server has not processed a request, as the server
// itself has stated.
type unprocessedError struct{ text string }

func (e *unprocessedError) Error() string { return e.text }

func IsUnprocessed(err error) bool {
	_, ok := errors.AsType[*unprocessedError](err)
	return ok
}

// WithoutReplayAdvice removes net/http's advice to define GetBody from the error of an HTTP/2
// stream. With GetBody, net/http would retry the request by itself.
func WithoutReplayAdvice(err error) error {
	text := err.Error()
	_, rest, found := strings.Cut(text, "cannot retry err [")
	if !found {
		return err
	}
	cause, _, found := strings.Cut(rest, "] after Request.Body was written")
	switch {
	case !found:
		return err
	case strings.Contains(cause, "REFUSED_STREAM"), strings.Contains(cause, "graceful shutdown GOAWAY"):
		return &unprocessedError{cause}
	default:
		return errors.New(cause)
	}
}

// A proxyError reports that a proxy has rejected a CONNECT.
type proxyError struct {
	proxy  string // host of the proxy; "" if it is not known
	status int    // 0 if only the reason is known
	reason error  // nil if the status is known
}

func (e *proxyError) Error() string {
	text := "rejected"
	switch {
	case e.status != 0:
		text = strings.TrimSpace(strconv.Itoa(e.status) + " " + http.StatusText(e.status))
	case e.reason != nil && e.reason.Error() != "":
		text += ": " + e.reason.Error()
	}
	return strings.TrimSpace("proxy "+e.proxy) + ": CONNECT: " + text
}

func (e *proxyError) Unwrap() error { return e.reason }

// RejectedConnect is the OnProxyConnectResponse function of the default network layer.
func RejectedConnect(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{proxy: proxy.Host, status: resp.StatusCode}
}

// ProxyRejection returns a proxyError if err, the error of a request without a connection, shows
// that a proxy has rejected a CONNECT. Otherwise, it returns err. proxy is nil if it is not known.
// net/http returns only the reason phrase of the status, which a proxy can choose.
func ProxyRejection(err error, proxy *url.URL, isHTTPS bool) error {
	if _, known := errors.AsType[*proxyError](err); known || IsDial(err) || IsLost(err) || IsHopeless(err) {
		return err
	}
	rejected := &proxyError{reason: err}
	if proxy != nil {
		rejected.proxy = proxy.Host
	}
	for status := http.StatusMultipleChoices; status < 600; status++ {
		if text := http.StatusText(status); text != "" && strings.EqualFold(strings.ReplaceAll(err.Error(), "Time-out", "Timeout"), text) {
			rejected.status, rejected.reason = status, nil
			return rejected
		}
	}
	if proxy == nil || !isHTTPS || isOfTunnel(err) {
		return err
	}
	return rejected
}

// isOfTunnel reports whether an error comes from the handshake within the tunnel of a proxy, or
// from a response to CONNECT that is not HTTP.
func isOfTunnel(err error) bool {
	if _, ok := errors.AsType[textproto.ProtocolError](err); ok {
		return true
	}
	text := err.Error()
	return strings.HasPrefix(text, "tls: ") || strings.HasPrefix(text, "x509: ") ||
		strings.HasPrefix(text, "malformed HTTP ")
}

// isUntypedLost recognizes lost connections for which net/http exports no error type. These are an
// idle connection that was closed just when the request was sent, a truncated header, which
// net/http reports as malformed, a body that was truncated in its last line, and closed HTTP/2
// streams and connections.
func isUntypedLost(err error) bool {
	text := err.Error()
	return slices.ContainsFunc([]string{
		"server closed idle connection",
		"HTTP/1.x transport connection broken",
		"unexpected EOF reading trailer",
		"http2: server sent GOAWAY",
		"http2: Transport received",
		"http2: client conn", // the connection was lost, closed, not usable or not established
		streamErrorText,
		"connection error: ",
	}, func(phrase string) bool { return strings.Contains(text, phrase) })
}
