package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// A listener is a service on loopback that handles connections with a function.
type listener struct {
	net.Listener
	requests atomic.Int64 // that were read whole
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

func TestFaultsOnTheWire(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  exchangeOn
		is     error
		decode bool // the response has come and cannot be decoded
		final  bool // not retried
	}{
		"reset":  {fault: func(c net.Conn, _ *http.Request, _ int64) bool { reset(c); return false }, is: syscall.ECONNRESET},
		"closed": {fault: func(net.Conn, *http.Request, int64) bool { return false }, is: io.EOF},
		"closed in a header": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nContent-Le")
			return false
		}},
		"short body": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%s", oneThing)
			return false
		}, is: io.ErrUnexpectedEOF},
		"truncated chunks": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"")
			return false
		}, is: io.ErrUnexpectedEOF},
		"truncated last line": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
			return false
		}},
		"body reset": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
			reset(c)
			return false
		}},
		"no HTTP": {fault: func(c net.Conn, _ *http.Request, _ int64) bool { write(c, "HELLO\r\n\r\n"); return false }},
		"broken chunks": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			write(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
			return false
		}, final: true, decode: true},
		"endless 1xx": {fault: func(c net.Conn, _ *http.Request, _ int64) bool {
			for range 20 {
				write(c, "HTTP/1.1 103 Early Hints\r\n\r\n")
			}
			return false
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listen(t, test.fault)
			got, err := post(t, l.core(t, "http"))
			require.Nil(t, got)
			require.True(t, api.MayHaveApplied(err), err)
			if test.decode {
				as[*api.DecodeError](t, err)
			} else {
				as[*api.TransportError](t, err)
			}
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
			require.EqualValues(t, 1, l.requests.Load(), "a write is sent once")

			l = listen(t, func(c net.Conn, req *http.Request, n int64) bool {
				if n <= 2 {
					return test.fault(c, req, n)
				}
				return reply(c, 200, oneThing)
			})
			_, err = get(t, l.core(t, "http"))
			if test.final {
				require.Error(t, err)
				require.EqualValues(t, 1, l.requests.Load())
				return
			}
			require.NoError(t, err)
			require.EqualValues(t, 3, l.requests.Load(), "a safe request is retried")
		})
	}
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

func TestInterruptedHandshakeIsRetriedByAll(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &listener{Listener: inner}
	var tries atomic.Int64
	serve(t, l, func(conn net.Conn) {
		tries.Add(1)
		_, _ = conn.Read(make([]byte, 1))
		reset(conn)
	})
	_, err = post(t, l.core(t, "https"))
	require.Equal(t, 3, as[*api.TransportError](t, err).Attempts)
	require.False(t, api.MayHaveApplied(err))
	require.EqualValues(t, 3, tries.Load())
}

func TestUntrustedCertificateIsNotRetried(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	plain := &http.Transport{}
	defer plain.CloseIdleConnections()
	_, err = post(t, newCore(t, plain, func(s *Settings) { s.BaseURL, s.AttemptTimeout = base, -1 }))
	as[*tls.CertificateVerificationError](t, err)
	require.Equal(t, 1, as[*api.TransportError](t, err).Attempts)
	require.False(t, api.MayHaveApplied(err))
}

// nameServer responds to each query with a code: 2 is a transient failure, 3 is no such name.
func nameServer(t *testing.T, code uint16) *http.Transport {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	var wait sync.WaitGroup
	wait.Go(func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			binary.BigEndian.PutUint16(buf[2:], 0x8180|code)
			if n > 12 {
				binary.BigEndian.PutUint32(buf[8:], 0) // no further records
				end := 12
				for end < n && buf[end] != 0 {
					end += int(buf[end]) + 1
				}
				n = min(n, end+5)
			}
			_, _ = conn.WriteTo(buf[:n], from)
		}
	})
	t.Cleanup(func() { _ = conn.Close(); wait.Wait() })
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
	return &http.Transport{DialContext: (&net.Dialer{Resolver: resolver}).DialContext}
}

func TestNXDOMAINIsNotRetriedButATransientDNSFailureIs(t *testing.T) {
	t.Parallel()
	for code, attempts := range map[uint16]int{2: 3, 3: 1} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			own := nameServer(t, code)
			_, err := post(t, newCore(t, own, func(s *Settings) { s.BaseURL = &url.URL{Scheme: "http", Host: "api.test."} }))
			as[*net.DNSError](t, err)
			require.Equal(t, attempts, as[*api.TransportError](t, err).Attempts)
			require.False(t, api.MayHaveApplied(err))
		})
	}
}

func TestUnreachableProxyIsRetriedByAll(t *testing.T) {
	t.Parallel()
	gone := listen(t, nil)
	require.NoError(t, gone.Close())
	own := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: gone.Addr().String(), User: url.UserPassword("me", "sekret")})}
	for _, scheme := range []string{"http", "https"} {
		_, err := post(t, newCore(t, own, func(s *Settings) { s.BaseURL, s.InsecureHTTP = &url.URL{Scheme: scheme, Host: "api.test"}, true }))
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.Equal(t, 3, as[*api.TransportError](t, err).Attempts)
		require.False(t, api.MayHaveApplied(err))
		require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret")
	}
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
