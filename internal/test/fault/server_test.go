package fault_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// serve starts a server that is closed when the test ends.
func serve(t testing.TB, config fault.Config) *fault.Server {
	t.Helper()
	s, err := fault.Serve(config)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// dial connects to the server without an HTTP client, which could hide something.
func dial(t testing.TB, s *fault.Server) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn, bufio.NewReader(conn)
}

func send(t testing.TB, conn net.Conn, text string) {
	t.Helper()
	_, err := io.WriteString(conn, text)
	require.NoError(t, err)
}

const request = "POST /v1/x?a=b HTTP/1.1\r\nHost: h\r\nX-A: b\r\nContent-Length: 2\r\n\r\n{}"

func TestServerRecordsRequestsAndCommits(t *testing.T) {
	t.Parallel()
	s := serve(t, fault.Config{Respond: fault.Script(fault.Do(fault.Commit, fault.Respond(201, `{"id":"x"}`, "X-B", "c")), fault.Respond(404, ""))})
	conn, reader := dial(t, s)
	send(t, conn, request)
	resp, err := http.ReadResponse(reader, nil)
	require.NoError(t, err)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, 201, resp.StatusCode)
	require.Equal(t, "application/json", resp.Header.Get("Content-Type"))
	require.Equal(t, "c", resp.Header.Get("X-B"))
	require.Equal(t, `{"id":"x"}`, string(body))
	for range 2 { // the last act is repeated
		send(t, conn, request)
		resp, err = http.ReadResponse(reader, nil)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, 404, resp.StatusCode)
	}
	require.Equal(t, 1, s.Conns())
	require.Equal(t, 1, s.Open())
	require.Equal(t, 1, s.Commits())
	seen := s.Requests()
	require.Len(t, seen, 3)
	require.Equal(t, fault.Request{
		N: 1, Begun: 1, Conn: 1, Method: "POST", Target: "/v1/x?a=b", Header: http.Header{"X-A": {"b"}, "Content-Length": {"2"}}, Body: []byte("{}"), Committed: true,
	}, seen[0])
	require.False(t, seen[1].Committed)
	require.Equal(t, 3, seen[2].N)
}

func TestIncompleteRequestIsNotRecorded(t *testing.T) {
	t.Parallel()
	s := serve(t, fault.Config{})
	conn, reader := dial(t, s)
	send(t, conn, request[:len(request)-1])
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	_, err := reader.ReadByte()
	require.ErrorIs(t, err, io.EOF)
	require.Empty(t, s.Requests())
}

func TestConnectionIsClosedOrReset(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		act  fault.Act
		want error
	}{
		"closed": {fault.Close, io.EOF},
		"reset":  {fault.Reset, syscall.ECONNRESET},
	} {
		for _, atConnect := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				config := fault.Config{Respond: fault.Script(fault.Do(test.act, fault.Raw("never")))}
				if atConnect {
					config = fault.Config{Connect: func(int) fault.Act { return fault.Do(fault.Read, test.act) }}
				}
				s := serve(t, config)
				conn, reader := dial(t, s)
				if atConnect {
					send(t, conn, request[:1])
				} else {
					send(t, conn, request)
				}
				_, err := reader.ReadByte()
				require.ErrorIs(t, err, test.want)
			})
		}
	}
}

func TestHeldConnectionEndsWithItsClientOrServer(t *testing.T) {
	t.Parallel()
	s, err := fault.Serve(fault.Config{Respond: fault.Script(fault.Do(fault.Head(200, "Content-Length", "9"), fault.Hold))})
	require.NoError(t, err)
	for range 2 {
		conn, reader := dial(t, s)
		send(t, conn, request)
		line, err := reader.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "HTTP/1.1 200 OK\r\n", line)
	}
	require.Equal(t, 2, s.Open())
	s.Close() // it would wait forever otherwise
	require.Zero(t, s.Open())
}

func TestBodiesAreChunkedAndCompressed(t *testing.T) {
	t.Parallel()
	s := serve(t, fault.Config{Respond: fault.Script(
		fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Chunk("some"), fault.Chunk(" text"), fault.Chunk("")),
		fault.Do(fault.Head(200, "Content-Encoding", "gzip"), fault.Repeat(fault.Bomb, 3), fault.Close),
	)})
	conn, reader := dial(t, s)
	for _, check := range []func(io.Reader){
		func(body io.Reader) {
			got, err := io.ReadAll(body)
			require.NoError(t, err)
			require.Equal(t, "some text", string(got))
		},
		func(body io.Reader) {
			plain, err := gzip.NewReader(body)
			require.NoError(t, err)
			n, err := io.Copy(io.Discard, plain)
			require.NoError(t, err)
			require.EqualValues(t, 3<<20, n)
		},
	} {
		send(t, conn, request)
		resp, err := http.ReadResponse(reader, nil)
		require.NoError(t, err)
		check(resp.Body)
		require.NoError(t, resp.Body.Close())
	}
}

func TestEndlessBodyEndsWithItsClient(t *testing.T) {
	t.Parallel()
	s := serve(t, fault.Config{Respond: fault.Script(fault.Repeat(bytes.Repeat([]byte("more"), 1<<10), -1))})
	conn, reader := dial(t, s)
	send(t, conn, request)
	text := make([]byte, 1<<20)
	_, err := io.ReadFull(reader, text)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("more", 1<<18), string(text))
	require.NoError(t, conn.Close())
	s.Close()
}

func TestHTTPSServerIsTrustedOnlyByItsCertificate(t *testing.T) {
	t.Parallel()
	s := serve(t, fault.Config{TLS: true, Respond: fault.Script(fault.Respond(200, "{}"))})
	leaf, err := x509.ParseCertificate(fault.Certificate().Certificate[0])
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	network := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	defer network.CloseIdleConnections()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/v1/x", http.NoBody)
	require.NoError(t, err)
	resp, err := network.RoundTrip(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	_, err = (&http.Transport{}).RoundTrip(req) //nolint:bodyclose // there is no response
	require.ErrorAs(t, err, new(*tls.CertificateVerificationError))
	require.Len(t, s.Requests(), 1)
}
