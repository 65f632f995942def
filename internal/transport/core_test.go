package transport

import (
	"crypto/tls"
	"math"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestZeroSettingsAreTheDefaults(t *testing.T) {
	t.Parallel()
	core, err := New(Settings{BaseURL: &url.URL{Scheme: "https", Host: "api.example.com"}})
	require.NoError(t, err)
	require.Equal(t, Retry{Attempts: 3, MinWait: 250 * time.Millisecond, MaxWait: 10 * time.Second, MaxRetryAfter: 30 * time.Second, Spread: 2 * time.Second, Budget: 100}, core.settings.Retry)
	require.Zero(t, core.settings.AttemptTimeout, "each operation has its own")
	require.Equal(t, 60*time.Second, core.settings.IdleTimeout)
	require.EqualValues(t, 32<<20, core.settings.MaxResponseBytes)
	require.Zero(t, core.settings.Timeout)
	require.Zero(t, core.loop.HTTPClient.Timeout)
	require.Nil(t, core.loop.Logger)
	for range 100 {
		require.LessOrEqual(t, math.Abs(core.random()-0.5), 0.5)
	}
}

func TestSetRetryFieldsAreKept(t *testing.T) {
	t.Parallel()
	set := Retry{Attempts: 1, MinWait: 2, MaxWait: 3, MaxRetryAfter: 4, Spread: -1, Budget: -1}
	require.Equal(t, set, set.withDefaults())
}

func TestDefaultTransportIsTheSDKsOwn(t *testing.T) {
	t.Parallel()
	got, ok := defaultTransport().(*http.Transport)
	require.True(t, ok)
	require.NotSame(t, http.DefaultTransport, got)
	require.NotNil(t, got.Proxy)
	require.GreaterOrEqual(t, got.MaxIdleConnsPerHost, 16)
	require.GreaterOrEqual(t, got.MaxIdleConns, got.MaxIdleConnsPerHost)
	require.Positive(t, got.HTTP2.SendPingTimeout)
	require.Positive(t, got.TLSHandshakeTimeout)
	if got.TLSClientConfig != nil {
		require.True(t, got.TLSClientConfig.MinVersion == 0 || got.TLSClientConfig.MinVersion >= tls.VersionTLS12)
		require.False(t, got.TLSClientConfig.InsecureSkipVerify)
	}
}

func TestMiddlewareThatReturnsNilIsRejected(t *testing.T) {
	t.Parallel()
	_, err := New(Settings{BaseURL: &url.URL{Scheme: "https", Host: "x"}, Middleware: []func(http.RoundTripper) http.RoundTripper{
		func(http.RoundTripper) http.RoundTripper { return nil },
	}})
	require.ErrorContains(t, err, "middleware returned nil")
}

func TestCloseIdleConnectionsClosesThoseOfTheNetwork(t *testing.T) {
	t.Parallel()
	n := &closableNetwork{network: play(t, respond(200, oneThing))}
	core := newCore(t, n)
	_, err := get(t, core)
	require.NoError(t, err)
	require.False(t, n.closed)
	core.CloseIdleConnections()
	require.True(t, n.closed)
	newCore(t, play(t)).CloseIdleConnections() // a network that has none is no panic
}
