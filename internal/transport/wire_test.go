package transport

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// A listener is a service on loopback that handles connections with a function.
type listener struct {
	net.Listener
	requests atomic.Int64 // number of requests that were read to their end
	wait     sync.WaitGroup
}

// An exchangeOn responds to a request that was read from conn, and reports whether to keep the
// connection.
type exchangeOn func(conn net.Conn, req *http.Request, n int64) bool

// listen serves each connection with do until the test ends.
func listen(t *testing.T, do exchangeOn) *listener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return listenOn(t, inner, do)
}

func listenOn(t *testing.T, inner net.Listener, do exchangeOn) *listener {
	t.Helper()
	l := &listener{Listener: inner}
	serve(t, l, func(conn net.Conn) {
		reader := bufio.NewReader(conn)
		for {
			req, err := http.ReadRequest(reader)
			if err != nil {
				return
			}
			if _, err := io.Copy(io.Discard, req.Body); err != nil {
				return
			}
			if !do(conn, req, l.requests.Add(1)) {
				return
			}
		}
	})
	return l
}

func serve(t *testing.T, l *listener, each func(net.Conn)) {
	var mu sync.Mutex
	var conns []net.Conn
	l.wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			l.wait.Go(func() {
				defer conn.Close()
				each(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		mu.Lock()
		for _, conn := range conns {
			_ = conn.Close()
		}
		mu.Unlock()
		l.wait.Wait()
	})
}

// core returns a core with its own connections to the listener.
func (l *listener) core(t *testing.T, scheme string, change ...func(*Settings)) *Core {
	t.Helper()
	own := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	if memory, ok := l.Listener.(*fault.Memory); ok {
		own.DialContext = memory.DialContext
	}
	t.Cleanup(own.CloseIdleConnections)
	return newCore(t, own, append([]func(*Settings){func(s *Settings) {
		s.BaseURL = &url.URL{Scheme: scheme, Host: l.Addr().String()}
		s.AttemptTimeout = -1 // a slow machine must not pass for a silent service
	}}, change...)...)
}

func write(conn net.Conn, format string, args ...any) { _, _ = fmt.Fprintf(conn, format, args...) }

func reply(conn net.Conn, status int, body string) bool {
	write(conn, "HTTP/1.1 %d x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", status, len(body), body)
	return true
}

func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func TestWriteOnAKeptConnectionThatDiesIsSentOnce(t *testing.T) {
	t.Parallel()
	for name, die := range map[string]func(net.Conn){"reset": reset, "closed": func(c net.Conn) { _ = c.Close() }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listen(t, func(c net.Conn, req *http.Request, n int64) bool {
				if n == 1 {
					return reply(c, 200, oneThing)
				}
				die(c)
				return false
			})
			core := l.core(t, "http")
			_, err := post(t, core)
			require.NoError(t, err)
			_, err = post(t, core)
			require.True(t, api.MayHaveApplied(err), err)
			require.EqualValues(t, 2, l.requests.Load())
		})
	}
}

func TestBodyOf205IsNeverRead(t *testing.T) {
	t.Parallel()
	l := listen(t, func(c net.Conn, _ *http.Request, _ int64) bool {
		write(c, "HTTP/1.1 205 Reset Content\r\nContent-Type: text/plain\r\n\r\n")
		_, _ = io.Copy(io.Discard, c)
		return false
	})
	found, err := Delete(t.Context(), l.core(t, "http"), operation(t, "DELETE", "/v1/things/{thingId}").Path("t1"), nil) // or it hangs
	require.NoError(t, err)
	require.Equal(t, api.Deleted, found)
}

func TestProtocolSwitchIsAnErrorAtOnce(t *testing.T) {
	t.Parallel()
	l := listen(t, func(c net.Conn, _ *http.Request, _ int64) bool {
		write(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
		_, _ = io.Copy(io.Discard, c)
		return false
	})
	_, err := JSON[thing](t.Context(), l.core(t, "http"), operation(t, "GET", "/v1/things").Path(), nil) // or it hangs
	require.Equal(t, 101, as[*api.Error](t, err).Status)
}

func TestOddStatusesComeThrough(t *testing.T) {
	t.Parallel()
	for _, status := range []int{226, 299} {
		l := listen(t, func(c net.Conn, _ *http.Request, _ int64) bool { return reply(c, status, oneThing) })
		_, err := get(t, l.core(t, "http"))
		require.NoError(t, err)
	}
	for _, status := range []int{304, 399, 600, 999} {
		l := listen(t, func(c net.Conn, _ *http.Request, _ int64) bool { return reply(c, status, "") })
		_, err := get(t, l.core(t, "http"))
		require.Equal(t, status, as[*api.Error](t, err).Status)
	}
	hints := listen(t, func(c net.Conn, _ *http.Request, _ int64) bool {
		write(c, "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
		return reply(c, 200, oneThing)
	})
	_, err := get(t, hints.core(t, "http"))
	require.NoError(t, err)
}

func TestConnectionIsKeptAfterAnErrorWithASmallBody(t *testing.T) {
	t.Parallel()
	var conns sync.Map
	l := listen(t, func(c net.Conn, _ *http.Request, n int64) bool {
		conns.Store(c, true)
		return reply(c, map[bool]int{true: 404, false: 200}[n%2 == 0], oneThing)
	})
	core := l.core(t, "http")
	for range 10 {
		_, _ = get(t, core)
		_, err := post(t, core)
		require.True(t, err == nil || errors.Is(err, api.ErrNotFound), err)
	}
	used := 0
	conns.Range(func(any, any) bool { used++; return true })
	require.Equal(t, 1, used)
}
