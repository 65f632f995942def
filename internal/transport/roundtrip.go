package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// A roundTrip is one request on its way through the network layer, and the body of its response.
type roundTrip struct {
	io.ReadCloser

	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer // nil if there is no timeout
	known  *http.Transport
	state  atomic.Uint32
	trace  httptrace.ClientTrace
}

// The reports of httptrace about a round trip.
const (
	connAsked       = 1 << iota // a connection was requested
	connGot                     // a connection
	connReused                  // the connection had been used before
	headerWritten               // a request header was written, now or earlier
	responsePending             // a header was written, and no byte of the response was read yet
	onHTTP2                     // the connection is one of HTTP/2
	interimRead                 // the response began with a 1xx, over HTTP/2
	replayStopped               // net/http was about to retry the request
	interim                     // the least bit of the number of 1xx responses
)

// mostInterim is the number of 1xx responses at which a request ends. net/http leaves this limit to
// the hook.
const mostInterim = 100

var errInterim = errors.New("too many 1xx responses before the response")

func (t *roundTrip) has(bits uint32) bool { return t.state.Load()&bits == bits }

// hooks returns the hooks that record how far a request gets and stop net/http from retrying it.
func (t *roundTrip) hooks() httptrace.ClientTrace {
	trace := httptrace.ClientTrace{
		// If GetConn is called again while a request is pending, net/http is about to retry the
		// request. net/http does so for safe methods on a reused connection and, if the request has
		// no body, after some errors of HTTP/2 streams.
		GetConn: func(string) {
			if t.stopReplay() {
				return
			}
			t.state.And(^uint32(connGot | connReused))
			t.state.Or(connAsked)
		},
		GotConn: func(info httptrace.GotConnInfo) {
			if t.stopReplay() {
				// HTTP/2 checks the context before it writes. HTTP/1 does not, but its connection
				// serves only this request.
				if !t.isHTTP2(info.Conn) {
					_ = info.Conn.Close()
				}
				return
			}
			t.state.Or(connGot)
			if info.Reused {
				t.state.Or(connReused)
			}
			if t.isHTTP2(info.Conn) {
				t.state.Or(onHTTP2)
			}
		},
		WroteHeaders: func() { t.state.Or(headerWritten | responsePending) },
		// The first byte of the response ends the pending request. Another request may follow: a
		// transport can authenticate in several steps, although net/http does not.
		GotFirstResponseByte: func() { t.state.And(^uint32(responsePending)) },
	}
	if t.known == nil { // otherwise, it is enough that the header was written
		// The first byte was not that of the final response, before which HTTP/2 can still retry.
		trace.Got1xxResponse = func(int, textproto.MIMEHeader) error {
			if t.has(onHTTP2) {
				t.state.Or(interimRead)
			}
			if t.state.Add(interim) >= mostInterim*interim {
				return errInterim
			}
			return nil
		}
	}
	return trace
}

func (t *roundTrip) isHTTP2(conn net.Conn) bool {
	if conn, ok := conn.(*tls.Conn); ok {
		return conn.ConnectionState().NegotiatedProtocol == "h2"
	}
	return t.known != nil && t.known.Protocols != nil && t.known.Protocols.UnencryptedHTTP2() && !t.known.Protocols.HTTP1()
}

// stopReplay reports whether net/http is about to retry a request. If so, it ends the request.
func (t *roundTrip) stopReplay() bool {
	if t.state.Load()&(responsePending|interimRead) == 0 && (t.known == nil || !t.has(headerWritten)) {
		return false
	}
	t.state.Or(replayStopped)
	t.cancel(neterr.ErrLostUnexplained)
	return true
}

// explain returns the reason for an error of the network layer.
func (t *roundTrip) explain(err error, sent *http.Request) error {
	switch {
	case t.has(replayStopped):
		return neterr.ErrLostUnexplained
	case !t.has(connGot) && t.has(connAsked) && t.ctx.Err() == nil:
		err = neterr.ProxyRejection(err, proxyOf(t.known, sent), sent.URL.Scheme == "https")
	}
	if failed, ok := errors.AsType[tls.RecordHeaderError](err); ok && string(failed.RecordHeader[:]) == "HTTP/" {
		return http.ErrSchemeMismatch // as http.Client does, so that the recorded error is the returned one
	}
	return neterr.CauseOf(t.ctx, neterr.WithoutReplayAdvice(err))
}

// written reports whether a failed request may have reached the service. It returns false only if
// there is proof to the contrary: a dial error, a connection that was requested but not used, or a
// report of the HTTP/2 server.
func (t *roundTrip) written(err error) bool {
	switch {
	case t.has(replayStopped):
		return true
	case neterr.IsUnprocessed(err):
		return false
	case t.has(headerWritten):
		return true
	case t.has(connGot):
		// Another network layer may report only connections. After the context has ended, HTTP/2
		// does not wait to see whether the header was written.
		return t.known == nil || t.ctx.Err() != nil
	default:
		return !t.has(connAsked) && !neterr.IsDial(err)
	}
}

// stale reports whether a request failed because its reused connection was closed before the
// response began.
func (t *roundTrip) stale(err error) bool {
	if !t.has(responsePending | connReused) {
		return false
	}
	return t.has(replayStopped) || t.ctx.Err() == nil && neterr.IsLost(err) && !neterr.IsStreamError(err)
}

// stop releases the timer and the context.
func (t *roundTrip) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
	t.cancel(nil)
}

// Read reads the body. If a timeout ended the body early, Read returns the error of that timeout.
func (t *roundTrip) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // a Reader returns io.EOF itself
		err = neterr.CauseOf(t.ctx, err)
	}
	return n, err
}

func (t *roundTrip) Close() error {
	err := t.ReadCloser.Close()
	t.stop()
	return err
}
