package fault

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// The frames, flags and settings of HTTP/2 (RFC 9113) that a server needs.
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	frameResetStream  = 0x3
	frameSettings     = 0x4
	framePing         = 0x6
	frameGoAway       = 0x7
	frameWindowUpdate = 0x8
	frameContinuation = 0x9

	flagAck        = 0x1
	flagEndStream  = 0x1
	flagEndHeaders = 0x4
	flagPadded     = 0x8
	flagPriority   = 0x20

	settingHeaderTableSize   = 0x1
	settingInitialWindowSize = 0x4

	clientPreface  = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	initialWindow  = 1<<16 - 1
	largestPayload = 1 << 14
	largestLength  = 1<<31 - 1
)

// The error codes of HTTP/2.
const (
	NoError         uint32 = 0x0
	ProtocolError   uint32 = 0x1
	InternalError   uint32 = 0x2
	StreamClosed    uint32 = 0x5
	RefusedStream   uint32 = 0x7
	Cancel          uint32 = 0x8
	EnhanceYourCalm uint32 = 0xb
	HTTP11Required  uint32 = 0xd
)

// session is an HTTP/2 connection. It writes frames itself, so that an act can send frames that a
// correct server never sends.
type session struct {
	server *Server
	raw    net.Conn
	conn   net.Conn
	n      int // number of the connection
	header *headerReader

	writing sync.Mutex // held while a frame, and first the SETTINGS, are written

	mu      sync.Mutex
	credits sync.Cond // signals a larger window, or the end
	window  int64     // window of the connection, for DATA from the server
	initial int64     // initial window of a stream
	streams map[uint32]*stream
	latest  uint32 // the last stream that was acted on
	last    uint32 // the last stream that the server may act on after a GOAWAY
	ended   bool   // further frames are read and ignored
}

// stream is a request and its response.
type stream struct {
	*session

	id       uint32
	request  *Request
	complete chan struct{} // closed when the body is complete
	done     chan struct{} // closed when the client or the connection has ended the stream

	// Guarded by mu of the session.
	body     []byte
	owed     int   // bytes of the body that were not added to the window
	withheld bool  // the act of Begin runs, and the window is not increased
	window   int64 // window for DATA from the server
	gone     bool  // done is closed
}

// serveHTTP2 serves a connection.
func (s *Server) serveHTTP2(raw, conn net.Conn, n int) {
	c := &session{
		server: s, raw: raw, conn: conn, n: n, header: newHeaderReader(),
		window: initialWindow, initial: initialWindow, streams: map[uint32]*stream{}, last: 1<<31 - 1,
	}
	c.credits.L = &c.mu
	reader := bufio.NewReader(conn)
	preface := make([]byte, len(clientPreface))
	if _, err := io.ReadFull(reader, preface); err != nil || string(preface) != clientPreface {
		return
	}
	defer c.endAll()
	c.writing.Lock()
	s.wait.Go(func() { // the client may write before it reads
		defer c.writing.Unlock()
		// Without a dynamic table, the header of a request does not depend on earlier requests.
		settings := binary.BigEndian.AppendUint32([]byte{0, settingHeaderTableSize}, 0)
		_, _ = conn.Write(frame(frameSettings, 0, 0, settings))
	})
	for c.readFrame(reader) {
	}
}

// endAll ends everything that waits for the client.
func (c *session) endAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for _, st := range c.streams {
		st.end()
	}
	c.credits.Broadcast()
}

// end ends a stream. The caller holds mu.
func (st *stream) end() {
	if !st.gone {
		st.gone = true
		close(st.done)
	}
	delete(st.streams, st.id)
	st.credits.Broadcast()
}

// finish ends a stream after its last frame.
func (st *stream) finish() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.end()
}

// frame encodes a frame.
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	n := len(payload)
	out := []byte{byte(n >> 16 & 0xff), byte(n >> 8 & 0xff), byte(n & 0xff), kind, flags}
	return append(binary.BigEndian.AppendUint32(out, stream), payload...)
}

// write writes a frame.
func (c *session) write(kind, flags byte, stream uint32, payload []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.conn.Write(frame(kind, flags, stream, payload))
	return err
}

// reply writes a frame without waiting for it, since a client that writes may not read.
func (c *session) reply(kind, flags byte, stream uint32, payload []byte) {
	c.server.wait.Go(func() { _ = c.write(kind, flags, stream, payload) })
}

func code(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// readFrame reads a frame and reports whether the connection continues.
func (c *session) readFrame(reader *bufio.Reader) bool {
	kind, flags, id, payload, err := nextFrame(reader)
	if err != nil {
		return false
	}
	c.mu.Lock()
	ended := c.ended
	c.mu.Unlock()
	if ended {
		return true
	}
	switch kind {
	case frameHeaders:
		return c.readHeaders(reader, flags, id, payload)
	case frameData:
		c.readData(flags, id, payload)
	case frameResetStream:
		c.mu.Lock()
		if st := c.streams[id]; st != nil {
			st.end()
		}
		c.mu.Unlock()
	case frameSettings:
		if flags&flagAck == 0 {
			c.readSettings(payload)
			c.reply(frameSettings, flagAck, 0, nil)
		}
	case framePing:
		if flags&flagAck == 0 {
			c.reply(framePing, flagAck, 0, payload)
		}
	case frameWindowUpdate:
		c.mu.Lock()
		more := int64(binary.BigEndian.Uint32(payload))
		if st := c.streams[id]; st != nil {
			st.window += more
		} else if id == 0 {
			c.window += more
		}
		c.credits.Broadcast()
		c.mu.Unlock()
	}
	return true
}

func nextFrame(reader *bufio.Reader) (kind, flags byte, stream uint32, payload []byte, err error) {
	head := make([]byte, 9)
	if _, err = io.ReadFull(reader, head); err != nil {
		return 0, 0, 0, nil, err
	}
	payload = make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
	_, err = io.ReadFull(reader, payload)
	return head[3], head[4], binary.BigEndian.Uint32(head[5:]) & (1<<31 - 1), payload, err
}

func (c *session) readSettings(payload []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; len(payload) >= 6; payload = payload[6:] {
		if binary.BigEndian.Uint16(payload) != settingInitialWindowSize {
			continue
		}
		initial := int64(binary.BigEndian.Uint32(payload[2:]))
		for _, st := range c.streams {
			st.window += initial - c.initial
		}
		c.initial = initial
	}
	c.credits.Broadcast()
}

// unpadded returns a payload without its padding.
func unpadded(flags byte, payload []byte) []byte {
	if flags&flagPadded == 0 || len(payload) == 0 {
		return payload
	}
	return payload[1:max(1, len(payload)-int(payload[0]))]
}

func (c *session) readHeaders(reader *bufio.Reader, flags byte, id uint32, payload []byte) bool {
	block := unpadded(flags, payload)
	if flags&flagPriority != 0 {
		block = block[min(5, len(block)):]
	}
	for last := flags; last&flagEndHeaders == 0; {
		kind, more, _, payload, err := nextFrame(reader)
		if err != nil || kind != frameContinuation {
			return false
		}
		block, last = append(block, payload...), more
	}
	fields, err := c.header.read(block)
	if err != nil {
		return false
	}
	r := &Request{Conn: c.n, Stream: id, EndStream: flags&flagEndStream != 0, Header: http.Header{}}
	for _, f := range fields {
		switch f.name {
		case ":method":
			r.Method = f.value
		case ":path":
			r.Target = f.value
		case ":authority", ":scheme":
		default:
			r.Header.Add(f.name, f.value)
		}
	}
	if crumbs := r.Header["Cookie"]; len(crumbs) > 1 { // a client may send each cookie in a separate field
		r.Header["Cookie"] = []string{strings.Join(crumbs, "; ")}
	}
	st := &stream{session: c, id: id, request: r, complete: make(chan struct{}), done: make(chan struct{}), withheld: c.server.config.Begin != nil}
	c.mu.Lock()
	st.window = c.initial
	c.streams[id] = st
	ignored := id > c.last
	c.mu.Unlock()
	c.server.headerReceived(r)
	if r.EndStream {
		close(st.complete)
	}
	if !ignored {
		c.server.wait.Go(st.serve)
	}
	return true
}

func (c *session) readData(flags byte, id uint32, payload []byte) {
	if len(payload) > 0 {
		c.reply(frameWindowUpdate, 0, 0, code(uint32(len(payload)&largestLength)))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	st := c.streams[id]
	if st == nil {
		return
	}
	st.body = append(st.body, unpadded(flags, payload)...)
	if flags&flagEndStream != 0 {
		close(st.complete)
		return
	}
	st.owed += len(payload)
	st.credit()
}

// credit increases the client's window for the body. The caller holds mu.
func (st *stream) credit() {
	if st.owed > 0 && !st.withheld {
		st.reply(frameWindowUpdate, 0, st.id, code(uint32(st.owed&largestLength)))
		st.owed = 0
	}
}

// serve performs the acts for a request.
func (st *stream) serve() {
	s := st.server
	t := &Exchange{server: s, raw: st.raw, conn: st.conn, stream: st, Request: st.request}
	if s.config.Begin != nil {
		if s.chooseBegin(st.request)(t); t.closed || t.ended {
			return
		}
		st.mu.Lock()
		st.withheld = false
		st.credit()
		st.mu.Unlock()
	}
	select {
	case <-st.complete:
	case <-st.done:
		select {
		case <-st.complete: // a complete request is acted on even if nobody waits for the response
		default:
			return
		}
	}
	st.mu.Lock()
	body := st.body
	st.mu.Unlock()
	s.received(st.request, body)
	s.chooseResponse(st.request)(t)
}

// claim records that the server acts on a stream. It reports false if a GOAWAY has promised that
// it does not.
func (st *stream) claim() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.id > st.last {
		return false
	}
	st.latest = max(st.latest, st.id)
	return true
}

// headers writes the header of a response.
func (st *stream) headers(status int, header []string, end bool) error {
	if !st.claim() {
		return net.ErrClosed
	}
	flags := byte(flagEndHeaders)
	if end {
		flags |= flagEndStream
	}
	return st.write(frameHeaders, flags, st.id, headerBlock(status, header))
}

// data writes a part of the body of a response within the windows of the client.
func (st *stream) data(p []byte, end bool) error {
	for {
		st.mu.Lock()
		for len(p) > 0 && !st.gone && !st.ended && min(st.window, st.session.window) <= 0 {
			st.credits.Wait()
		}
		if st.gone || st.ended {
			st.mu.Unlock()
			return net.ErrClosed
		}
		n := int(min(int64(len(p)), largestPayload, max(0, min(st.window, st.session.window))))
		st.window -= int64(n)
		st.session.window -= int64(n)
		st.mu.Unlock()
		var flags byte
		if end && n == len(p) {
			flags = flagEndStream
		}
		if err := st.write(frameData, flags, st.id, p[:n]); err != nil {
			return err
		}
		if p = p[n:]; len(p) == 0 {
			return nil
		}
	}
}

// close closes the connection gracefully: what was written arrives.
func (c *session) close() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	if tcp, ok := c.raw.(*net.TCPConn); ok { // Close would reset the connection if there are unread bytes
		_ = tcp.CloseWrite()
		return
	}
	_ = c.raw.Close()
}

// ResetStream resets the stream of the request with an error code. [RefusedStream] promises that
// the server did not act on the request.
func ResetStream(errorCode uint32) Act {
	return func(t *Exchange) {
		if t.stream == nil || t.closed || t.ended {
			return
		}
		t.ended = true
		_ = t.stream.write(frameResetStream, 0, t.stream.id, code(errorCode))
		t.stream.finish()
	}
}

// GoAway announces the end of the connection, and promises that the server acts on the request
// and on no later one.
func GoAway(errorCode uint32) Act {
	return func(t *Exchange) {
		if t.stream == nil || t.closed {
			return
		}
		t.stream.mu.Lock()
		t.stream.latest = max(t.stream.latest, t.stream.id)
		last := min(t.stream.last, t.stream.latest)
		t.stream.last = last
		t.stream.mu.Unlock()
		t.stream.goAway(last, errorCode)
	}
}

// GoAwayBefore announces the end of the connection, and promises that the server acts neither on
// the request nor on later ones. If it has acted on a later one, it resets the stream with
// REFUSED_STREAM instead.
func GoAwayBefore(errorCode uint32) Act {
	return func(t *Exchange) {
		if t.stream == nil || t.closed || t.ended {
			return
		}
		t.stream.mu.Lock()
		before := max(t.stream.id, 2) - 2
		tooLate := t.stream.latest > before
		if !tooLate {
			t.stream.last = min(t.stream.last, before)
			before = t.stream.last
		}
		t.stream.mu.Unlock()
		if tooLate {
			ResetStream(RefusedStream)(t)
			return
		}
		t.ended = true
		t.stream.goAway(before, errorCode)
	}
}

// GoAwaySoon announces that a GOAWAY will follow. It promises nothing.
func GoAwaySoon(t *Exchange) {
	if t.stream != nil && !t.closed {
		t.stream.goAway(1<<31-1, NoError)
	}
}

func (c *session) goAway(last, errorCode uint32) {
	_ = c.write(frameGoAway, 0, 0, append(code(last), code(errorCode)...))
}

// Frame sends a frame unchanged.
func Frame(kind, flags byte, stream uint32, payload []byte) Act {
	return func(t *Exchange) {
		if t.stream != nil && !t.closed {
			_ = t.stream.write(kind, flags, stream, payload)
		}
	}
}

// End ends the response to an HTTP/2 request.
func End(t *Exchange) {
	if t.stream != nil && !t.closed && !t.ended {
		t.ended = true
		_ = t.stream.data(nil, true)
		t.stream.finish()
	}
}
