package transport

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// A service that never responds is simulated in memory, in a bubble: an attempt timeout on the
// machine's clock would end attempts of a slow machine that were never sent.

func bounded(s *Settings) { s.AttemptTimeout = time.Second }

func hold(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) } // until the client closes

func TestErrorBodyThatHangsKeepsTheStatusOverTheWire(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := listenOn(t, fault.NewMemory(), func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 404 x\r\nContent-Length: 100\r\n\r\n{\"error\":")
			hold(c)
			return false
		})
		_, err := get(t, l.core(t, "http", bounded))
		require.ErrorIs(t, err, api.ErrNotFound)
		require.Equal(t, `{"error":`, string(as[*api.Error](t, err).Body))
	})
}

func TestWriteIntoHTTP2SilenceIsSentOnce(t *testing.T) {
	t.Parallel()
	for name, kept := range map[string]bool{"new connection": false, "kept connection": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int64
				var failing atomic.Bool
				core := http2InMemory(t, func(w http.ResponseWriter, r *http.Request) {
					if r.ProtoMajor != 2 {
						t.Errorf("got HTTP/%d", r.ProtoMajor)
					}
					if failing.Load() && requests.Add(1) <= 2 {
						<-r.Context().Done()
						return
					}
					_, _ = io.WriteString(w, oneThing)
				})
				if kept {
					_, err := post(t, core)
					require.NoError(t, err)
				}
				failing.Store(true)
				_, err := post(t, core)
				require.True(t, api.MayHaveApplied(err), err)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.EqualValues(t, 1, requests.Load())

				requests.Store(0)
				_, err = get(t, core)
				require.NoError(t, err)
				require.EqualValues(t, 3, requests.Load())
			})
		})
	}
}

// http2InMemory serves HTTP/2 on the clock of a bubble and returns a core that talks to it.
func http2InMemory(t *testing.T, handler http.HandlerFunc) *Core {
	t.Helper()
	memory := fault.NewMemory()
	server := httptest.NewUnstartedServer(handler)
	require.NoError(t, server.Listener.Close())
	server.Listener = memory
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	server.StartTLS()
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	network, ok := server.Client().Transport.(*http.Transport)
	require.True(t, ok)
	network.DialContext = memory.DialContext
	return newCore(t, network, bounded, func(s *Settings) { s.BaseURL = base })
}
