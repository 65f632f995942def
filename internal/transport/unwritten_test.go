package transport

import (
	"context"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// TestRefusedConnectionBehindMiddlewareIsNeverWritten has middleware that passes requests on, which
// the SDK cannot tell from middleware that sends them some other way, except that it called the
// network.
func TestRefusedConnectionBehindMiddlewareIsNeverWritten(t *testing.T) {
	t.Parallel()
	unreachable := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}}
	pass := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) { return next.RoundTrip(req) })
	}
	for _, middleware := range [][]func(http.RoundTripper) http.RoundTripper{nil, {pass}, {pass, pass}} {
		_, err := post(t, newCore(t, unreachable, func(s *Settings) { s.Middleware = middleware }))
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.Equal(t, 3, as[*api.TransportError](t, err).Attempts, "%d middleware", len(middleware))
		require.False(t, api.MayHaveApplied(err), "%d middleware", len(middleware))
	}
}
