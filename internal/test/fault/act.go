package fault

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Act does something to a connection, usually in response to a request. If it leaves the
// connection open, the server waits for the next request.
type Act func(*Exchange)

// Exchange is a request, or a new connection, and the connection that an act writes to.
type Exchange struct {
	// Request is the request to respond to; nil for an act of [Config].Connect.
	*Request

	server *Server
	raw    net.Conn
	conn   net.Conn // over TLS, once there is a request
	stream *stream  // over HTTP/2
	ended  bool     // the stream has ended, but perhaps not the connection
	closed bool
}

// Write writes p unchanged; over HTTP/2, as a part of the body. After the connection or the
// stream has ended, it writes nothing and returns an error.
func (t *Exchange) Write(p []byte) (int, error) {
	if t.closed || t.ended {
		return 0, net.ErrClosed
	}
	if t.stream != nil {
		if err := t.stream.data(p, false); err != nil {
			t.ended = true
			return 0, err
		}
		return len(p), nil
	}
	n, err := t.conn.Write(p)
	if err != nil {
		t.closed = true
	}
	return n, err
}

// Do performs acts one after the other, until one closes the connection.
func Do(acts ...Act) Act {
	return func(t *Exchange) {
		for _, act := range acts {
			if t.closed {
				return
			}
			act(t)
		}
	}
}

// Script performs acts[i] for request i, and the last act for all further requests.
func Script(acts ...Act) func(*Request) Act {
	return func(r *Request) Act { return acts[min(cmp.Or(r.N, r.Begun), len(acts))-1] } // N is 0 before the body is read
}

// Commit records that the server has acted on the request.
func Commit(t *Exchange) {
	if t.stream != nil && !t.stream.claim() {
		t.ended = true
		return
	}
	t.server.mu.Lock()
	defer t.server.mu.Unlock()
	t.Committed = true
}

// Close closes the connection; over TLS, without a close_notify alert.
func Close(t *Exchange) {
	t.closed = true
	if t.stream != nil {
		t.stream.close()
		return
	}
	_ = t.raw.Close()
}

// Reset closes the connection with a reset.
func Reset(t *Exchange) {
	t.closed = true
	if tcp, ok := t.raw.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = t.raw.Close()
}

// Hold sends nothing until the client closes the connection, or over HTTP/2 the stream, or until
// the server is closed.
func Hold(t *Exchange) {
	t.closed = true
	if t.stream != nil {
		<-t.stream.done
		return
	}
	_, _ = io.Copy(io.Discard, t.raw)
}

// Read reads the first byte that the client sends; the rest is lost with the connection. It is
// for acts of [Config].Connect.
func Read(t *Exchange) { _, _ = t.raw.Read(make([]byte, 1)) }

// Wait waits until the channel is closed.
func Wait(until <-chan struct{}) Act {
	return func(*Exchange) { <-until }
}

// Raw sends text unchanged.
func Raw(text string) Act {
	return func(t *Exchange) { _, _ = io.WriteString(t, text) }
}

// Head sends the status line, the header fields, which are alternating names and values, and the
// blank line. The body, and its framing in the header, are up to the caller.
func Head(status int, header ...string) Act {
	return func(t *Exchange) {
		if t.stream != nil {
			if err := t.stream.headers(status, header, false); err != nil {
				t.ended = true
			}
			return
		}
		var b strings.Builder
		fmt.Fprintf(&b, "HTTP/1.1 %03d %s\r\n", status, http.StatusText(status))
		for i := 0; i+1 < len(header); i += 2 {
			fmt.Fprintf(&b, "%s: %s\r\n", header[i], header[i+1])
		}
		_, _ = io.WriteString(t, b.String()+"\r\n")
	}
}

// Respond sends a complete response. header contains alternating names and values. The
// Content-Type is application/json unless header contains one.
func Respond(status int, body string, header ...string) Act {
	return func(t *Exchange) {
		full := header
		if !has(header, "Content-Type") && body != "" {
			full = append([]string{"Content-Type", "application/json"}, header...)
		}
		if status != http.StatusNoContent && status != http.StatusNotModified && status >= 200 {
			full = append(slices.Clip(full), "Content-Length", fmt.Sprint(len(body)))
		}
		sent := body
		if t.Request != nil && t.Method == http.MethodHead { // the response has no body, whatever its Content-Length is
			sent = ""
		}
		if t.stream != nil && sent == "" {
			t.ended = true
			_ = t.stream.headers(status, full, true)
			t.stream.finish()
			return
		}
		Head(status, full...)(t)
		_, _ = io.WriteString(t, sent)
		End(t)
	}
}

func has(header []string, name string) bool {
	for i := 0; i < len(header); i += 2 {
		if strings.EqualFold(header[i], name) {
			return true
		}
	}
	return false
}

// Chunk sends text as one chunk of a chunked body. The empty text ends the body.
func Chunk(text string) Act {
	return func(t *Exchange) { _, _ = fmt.Fprintf(t, "%x\r\n%s\r\n", len(text), text) }
}

// Repeat sends a block n times, or without end if n is negative, until the client closes the
// connection.
func Repeat(block []byte, n int) Act {
	return func(t *Exchange) {
		for i := 0; i != n; i++ {
			if _, err := t.Write(block); err != nil {
				return
			}
		}
	}
}

// Bomb is a gzip stream that expands to 1 MiB of spaces. Repeated, it is a valid gzip stream too.
var Bomb = Zip(bytes.Repeat([]byte{' '}, 1<<20))

// Zip returns p as a gzip stream.
func Zip(p []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(p)
	_ = w.Close()
	return b.Bytes()
}
