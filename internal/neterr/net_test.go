package neterr

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTruncationsAreDistinguishedFromOtherErrors(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, context.DeadlineExceeded, os.ErrDeadlineExceeded,
		syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED, syscall.ETIMEDOUT,
		&net.OpError{Op: "read", Err: errors.New("use of closed network connection")},
		&net.OpError{Op: "remote error", Err: errors.New("tls: bad record MAC")},
		&TimeoutError{"attempt timeout", 1},
		errors.New("http: server closed idle connection"),
		errors.New("http: unexpected EOF reading trailer"),
		errors.New(`net/http: HTTP/1.x transport connection broken: malformed MIME header: missing colon: "Content-Le"`),
		errors.New("http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=NO_ERROR, debug=\"\""),
		errors.New("http2: client connection lost"),
		errors.New("http2: client conn is closed"),
		errors.New("http2: client conn not usable"),
		errors.New("http2: client connection force closed via ClientConn.Close"),
		errors.New("stream error: stream ID 5; REFUSED_STREAM; received from peer"),
		errors.New("connection error: PROTOCOL_ERROR"),
	} {
		require.True(t, IsLost(err), "%T %v", err, err)
		require.True(t, IsLost(fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)), "%T %v", err, err)
	}
	for _, err := range []error{
		errors.New("no"), context.Canceled, http.ErrUseLastResponse, errors.New("too large"), http.ErrBodyReadAfterClose,
		errors.New("gzip: invalid checksum"),
		&net.AddrError{Err: "mismatch", Addr: "x"},
		&net.ParseError{Type: "IP address", Text: "x"},
		net.InvalidAddrError("x"),
		x509.UnknownAuthorityError{},
	} {
		require.False(t, IsLost(err), "%T %v", err, err)
	}
}

func TestPermanentFailuresAreDistinguishedFromTransientOnes(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		&UnsentError{io.EOF},
		&net.DNSError{IsNotFound: true},
		&net.DNSError{IsNotFound: true, IsTemporary: true},
		&net.DNSError{},
		&tls.CertificateVerificationError{Err: errors.New("x")},
		x509.UnknownAuthorityError{},
		x509.HostnameError{Certificate: &x509.Certificate{}},
		x509.CertificateInvalidError{},
	} {
		require.True(t, IsHopeless(fmt.Errorf("dial: %w", err)), "%T", err)
	}
	for _, err := range []error{io.EOF, &net.DNSError{IsTemporary: true}, &net.DNSError{IsTimeout: true}, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, &tls.RecordHeaderError{}} {
		require.False(t, IsHopeless(fmt.Errorf("dial: %w", err)), "%T", err)
	}
}

func TestDialsAreDistinguishedFromLaterFailures(t *testing.T) {
	t.Parallel()
	for op, want := range map[string]bool{"dial": true, "proxyconnect": true, "socks connect": true, "read": false, "write": false, "close": false} {
		require.Equal(t, want, IsDial(fmt.Errorf("x: %w", &net.OpError{Op: op, Err: io.EOF})))
	}
	require.False(t, IsDial(io.EOF))
}
