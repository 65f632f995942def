package transport

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

var quiet = log.New(io.Discard, "", 0)

// http2Server serves HTTP/2 and returns a core that talks to it.
func http2Server(t *testing.T, handler http.HandlerFunc) *Core {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	server.StartTLS()
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	return newCore(t, server.Client().Transport, func(s *Settings) { s.BaseURL, s.AttemptTimeout = base, -1 })
}

func TestWriteOnAResetHTTP2StreamIsSentOnce(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]http.HandlerFunc{
		"before the response": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"in the body": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "{")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
	} {
		for _, kept := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				var requests atomic.Int64
				var failing atomic.Bool
				core := http2Server(t, func(w http.ResponseWriter, r *http.Request) {
					if r.ProtoMajor != 2 {
						t.Errorf("got HTTP/%d", r.ProtoMajor)
					}
					if !failing.Load() {
						_, _ = io.WriteString(w, oneThing)
						return
					}
					if requests.Add(1) <= 2 {
						fault(w, r)
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
				require.EqualValues(t, 1, requests.Load())

				requests.Store(0)
				_, err = get(t, core)
				require.NoError(t, err)
				require.EqualValues(t, 3, requests.Load())
			})
		}
	}
}

// frames starts a service that speaks as much HTTP/2 as a test needs. It responds to request n with
// the frames that respond returns.
func frames(t *testing.T, respond func(n int64) []byte) (*Core, *atomic.Int64) {
	t.Helper()
	donor := httptest.NewUnstartedServer(nil)
	donor.StartTLS() // provides the certificate
	certificates := donor.TLS.Certificates
	donor.Close()
	inner, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certificates, NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12})
	require.NoError(t, err)
	l := &listener{Listener: inner}
	var requests atomic.Int64
	serve(t, l, func(conn net.Conn) {
		preface := make([]byte, len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
		if _, err := io.ReadFull(conn, preface); err != nil {
			return
		}
		_, _ = conn.Write(frame(4, 0, 0, nil)) // SETTINGS
		for {
			header := make([]byte, 9)
			if _, err := io.ReadFull(conn, header); err != nil {
				return
			}
			length := int64(header[0])<<16 | int64(header[1])<<8 | int64(header[2])
			if _, err := io.CopyN(io.Discard, conn, length); err != nil {
				return
			}
			if header[3] == 1 { // HEADERS
				out := respond(requests.Add(1))
				_, _ = conn.Write(out)
				if out[3] == 7 { // after GOAWAY
					return
				}
			}
		}
	})
	return l.core(t, "https"), &requests
}

func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	length := len(payload)
	out := []byte{byte(length >> 16), byte(length >> 8), byte(length), kind, flags, 0, 0, 0, 0}
	binary.BigEndian.PutUint32(out[5:], stream)
	return append(out, payload...)
}

// goAway contains the last stream that may have been processed, and why.
func goAway(last, code uint32) []byte {
	payload := binary.BigEndian.AppendUint32(nil, last)
	return frame(7, 0, 0, binary.BigEndian.AppendUint32(payload, code))
}

func rstStream(code uint32) []byte {
	return frame(3, 0, 1, binary.BigEndian.AppendUint32(nil, code))
}

// noContent is a 204 on stream 1, from the static table of header compression.
func noContent() []byte { return frame(1, 0x4|0x1, 1, []byte{0x80 | 9}) }

func TestHTTP2ConnectionThatGoesAway(t *testing.T) {
	t.Parallel()
	const noError, internal, refusedStream = 0, 2, 7
	for name, test := range map[string]struct {
		fault []byte
		write int64 // requests on the wire for a write
		lost  bool
	}{
		"after it may have been processed":           {goAway(1, internal), 1, true},
		"and the stream may have been":               {rstStream(internal), 1, true},
		"before it was processed":                    {goAway(0, noError), 2, false},
		"and the stream was certainly not processed": {rstStream(refusedStream), 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faultOnce := func(n int64) []byte {
				if n == 1 {
					return test.fault
				}
				if n == 2 && test.fault[3] == 3 && !test.lost { // the same connection: the next stream
					return frame(1, 0x4|0x1, 3, []byte{0x80 | 9})
				}
				return noContent()
			}
			core, requests := frames(t, faultOnce)
			err := None(t.Context(), core, operation(t, "POST", "/v1/x").Path().Body(thing{}), nil)
			require.Equal(t, test.lost, err != nil, err)
			require.Equal(t, test.lost, api.MayHaveApplied(err))
			require.Equal(t, test.write, requests.Load())
			if test.lost {
				as[*api.TransportError](t, err)
			}
		})
	}
}
