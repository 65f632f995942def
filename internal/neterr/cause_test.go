package neterr

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCauseInALineQuotesNobody(t *testing.T) {
	t.Parallel()
	dial := func(err error) error { return &net.OpError{Op: "dial", Addr: &net.UnixAddr{Name: "sekret"}, Err: err} }
	for want, err := range map[string]error{
		"connection refused":           dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)),
		"connection reset by peer":     &net.OpError{Op: "read", Err: syscall.ECONNRESET},
		"cannot connect":               dial(errors.New("sekret")),
		"no such host":                 dial(&net.DNSError{Err: "sekret", Name: "sekret", IsNotFound: true}),
		"DNS lookup timed out":         dial(&net.DNSError{Err: "sekret", Name: "sekret", IsTimeout: true}),
		"DNS lookup failed":            dial(&net.DNSError{Err: "sekret", Name: "sekret", IsTemporary: true}),
		"attempt timeout of 1s passed": fmt.Errorf("sekret: %w", &TimeoutError{What: "attempt timeout", D: time.Second}),
		"attempt timeout of 1s passed before middleware passed the request on": &HeldError{Err: &TimeoutError{What: "attempt timeout", D: time.Second}},
		"context deadline exceeded":              endOf(context.DeadlineExceeded),
		"context canceled":                       endOf(context.Canceled),
		"unexpected EOF":                         fmt.Errorf("sekret: %w", io.ErrUnexpectedEOF),
		"EOF":                                    fmt.Errorf("sekret: %w", io.EOF),
		"use of closed network connection":       &net.OpError{Op: "write", Err: net.ErrClosed},
		"proxy: CONNECT: 502 Bad Gateway":        &proxyError{proxy: "sekret", status: 502},
		"proxy: CONNECT: rejected":               &proxyError{proxy: "sekret", reason: errors.New("sekret")},
		"invalid certificate":                    x509.HostnameError{Host: "sekret", Certificate: &x509.Certificate{}},
		"plain http to a proxy":                  &UnsentError{Err: &InClearError{Proxy: "sekret"}},
		"no token":                               &UnsentError{Err: errors.New("sekret")},
		"no token: connection refused":           &UnsentError{Err: dial(syscall.ECONNREFUSED)},
		"the server did not process the request": &unprocessedError{"sekret"},
		"connection lost":                        errors.New("http2: client connection lost, sekret"),
		ErrLostUnexplained.Error():               fmt.Errorf("sekret: %w", ErrLostUnexplained),
		"":                                       errors.New("sekret"),
	} {
		require.Equal(t, want, Cause(err), "%v", err)
	}
}

// endOf returns the end of a context with a cause.
func endOf(err error) error {
	ctx, cancel := context.WithDeadlineCause(context.Background(), time.Unix(0, 0), errors.New("sekret"))
	defer cancel()
	if errors.Is(err, context.Canceled) {
		canceled, cancel := context.WithCancelCause(context.Background())
		cancel(errors.New("sekret"))
		ctx = canceled
	}
	return Ended(ctx)
}
