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

// Act does something to a connection, most often in answer to a request. A connection that it leaves open waits for the next request.
type Act func(*Turn)

// Turn is what an act plays on.
type Turn struct {
	// Request is what the act answers, nil while a connection is met.
	*Request

	server *Server
	raw    net.Conn
	conn   net.Conn // with TLS, once there is a request
	stream *stream  // of HTTP/2
	ended  bool     // the stream is, and the connection may not be
	over   bool
}

// Write sends bytes as they are, over HTTP/2 as a part of the body. After the connection or the
// stream has ended it sends nothing and returns an error.
func (t *Turn) Write(p []byte) (int, error) {
	if t.over || t.ended {
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
		t.over = true
	}
	return n, err
}

// Do plays acts one after the other.
func Do(acts ...Act) Act {
	return func(t *Turn) {
		for _, act := range acts {
			if t.over {
				return
			}
			act(t)
		}
	}
}

// Script answers request i with act i, and with the last one when there are no more.
func Script(acts ...Act) func(*Request) Act {
	return func(r *Request) Act { return acts[min(cmp.Or(r.N, r.Begun), len(acts))-1] } // N is 0 before the body
}

// Commit notes that the server did what was asked.
func Commit(t *Turn) {
	if t.stream != nil && !t.stream.claim() {
		t.ended = true
		return
	}
	t.server.mu.Lock()
	defer t.server.mu.Unlock()
	t.Committed = true
}

// Close ends the connection in order; with TLS without saying so.
func Close(t *Turn) {
	t.over = true
	if t.stream != nil {
		t.stream.close()
		return
	}
	_ = t.raw.Close()
}

// Reset ends the connection with a reset.
func Reset(t *Turn) {
	t.over = true
	if tcp, ok := t.raw.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = t.raw.Close()
}

// Hold says nothing until the client closes the connection, over HTTP/2 the stream, or the server
// is closed.
func Hold(t *Turn) {
	t.over = true
	if t.stream != nil {
		<-t.stream.done
		return
	}
	_, _ = io.Copy(io.Discard, t.raw)
}

// Read takes the first byte of what the client sends, and the rest is lost with the connection. It is for acts that meet one.
func Read(t *Turn) { _, _ = t.raw.Read(make([]byte, 1)) }

// Wait waits until the channel is closed.
func Wait(until <-chan struct{}) Act {
	return func(*Turn) { <-until }
}

// Raw sends text as it is.
func Raw(text string) Act {
	return func(t *Turn) { _, _ = io.WriteString(t, text) }
}

// Head sends the status line, the header, given by names and values in turn, and the line that ends them. What body there is, and how long
// it says it is, is up to the caller.
func Head(status int, header ...string) Act {
	return func(t *Turn) {
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

// Answer sends a whole answer, as JSON unless the header, given by names and values in turn, says otherwise.
func Answer(status int, body string, header ...string) Act {
	return func(t *Turn) {
		full := header
		if !has(header, "Content-Type") && body != "" {
			full = append([]string{"Content-Type", "application/json"}, header...)
		}
		if status != http.StatusNoContent && status != http.StatusNotModified && status >= 200 {
			full = append(slices.Clip(full), "Content-Length", fmt.Sprint(len(body)))
		}
		sent := body
		if t.Request != nil && t.Method == http.MethodHead { // its response has no body, whatever its length is
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

// Chunk sends text as one chunk of a body with Transfer-Encoding chunked; the empty text ends the body.
func Chunk(text string) Act {
	return func(t *Turn) { _, _ = fmt.Fprintf(t, "%x\r\n%s\r\n", len(text), text) }
}

// Repeat sends a block n times, or until the client is gone; a negative n has no end.
func Repeat(block []byte, n int) Act {
	return func(t *Turn) {
		for i := 0; i != n; i++ {
			if _, err := t.Write(block); err != nil {
				return
			}
		}
	}
}

// Bomb is a gzip stream that grows to a MiB of spaces. A stream may be made of many: they count as one.
var Bomb = Zip(bytes.Repeat([]byte{' '}, 1<<20))

// Zip returns p as a gzip stream.
func Zip(p []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(p)
	_ = w.Close()
	return b.Bytes()
}
