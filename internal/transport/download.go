package transport

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/idle"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Open calls an operation and returns the body of its response as it arrives. The client's limit on
// the size of a response does not apply. The timeout of an attempt applies until the header has
// arrived, the idle timeout applies to each further wait for data, and the timeout of the call
// applies until Close. The request can be retried until a response begins, but not after that. If
// the body does not begin with an object, Open returns an error.
//
// The caller must close the body, unless a Read has returned an error such as [io.EOF]. Either of
// these ends the call, which then writes its log line and calls the observer.
func Open(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (io.ReadCloser, error) {
	c := newCall(ctx, core, wantDownload)
	c.prepare(core, &r, opts)
	d := &download{c: c}
	if err := d.open(); err != nil {
		err = c.report(err)
		c.deliver()
		return nil, err
	}
	c.deliver()
	return d, nil
}

// A download is the body of a response that the caller reads.
type download struct {
	c      *call
	body   io.Reader // nil until it is open
	cancel context.CancelCauseFunc

	once sync.Once
	mu   sync.Mutex
	err  error // error of each further Read; nil before the end
}

// open sends the request. After an error, nothing is left to close.
func (d *download) open() error {
	if err := d.c.check(); err != nil {
		return err
	}
	d.c.ctx, d.cancel = context.WithCancelCause(d.c.ctx)
	err := d.c.send()
	if coding := d.c.coding(); err == nil && coding != "" {
		err = d.c.decodeError(fmt.Errorf("want a body without a content encoding, got %q", coding))
	}
	if err == nil {
		err = d.begin()
	}
	if err != nil {
		d.release()
		return err
	}
	return nil
}

// begin waits for the beginning of the body and checks it.
func (d *download) begin() error {
	var body io.Reader = http.NoBody
	if d.c.open != nil { // a 205 has no body, and reading it can hang
		d.c.open = idle.NewReader(d.c.open, d.c.cfg.IdleTimeout, d.cancel)
		body = d.c.open
	}
	if limit := d.c.cfg.MaxDownloadBytes; limit > 0 {
		body = &boundedReader{body, limit, limit}
	}
	peeked := bufio.NewReader(body)
	d.body = peeked
	for n := 1; ; n++ {
		seen, err := peeked.Peek(n)
		switch {
		case err == nil && strings.IndexByte(space, seen[n-1]) >= 0:
			continue
		case errors.Is(err, bufio.ErrBufferFull): // the buffer is full of spaces
			return d.c.decodeError(errNotObject)
		case err != nil && !errors.Is(err, io.EOF):
			return d.c.downloadError(err)
		}
		if err := checkRoot(seen, false); err != nil {
			return d.c.decodeError(err)
		}
		return nil
	}
}

// A boundedReader fails once it has read more than its limit.
type boundedReader struct {
	next        io.Reader
	limit, left int64
}

func (r *boundedReader) Read(p []byte) (int, error) {
	n, err := r.next.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return max(0, n+int(r.left)), tooLarge(r.limit)
	}
	return n, err
}

// release frees the timers, and closes the connection unless it can be reused.
func (d *download) release() {
	d.c.closeStream()
	d.cancel(nil)
	d.c.cancel()
}

// Read reads the body. Its error is the error of the call, except for [io.EOF] at the end.
func (d *download) Read(p []byte) (int, error) {
	if err := d.ended(); err != nil {
		return 0, err
	}
	n, err := d.body.Read(p)
	switch err { // a Reader returns io.EOF itself
	case nil:
		return n, nil
	case io.EOF:
		d.end(io.EOF, nil)
	default:
		failed := d.c.downloadError(err)
		d.end(failed, failed)
	}
	return n, d.ended()
}

// Close ends the call. It can be called at any time, and more than once.
func (d *download) Close() error {
	d.end(http.ErrBodyReadAfterClose, nil)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = http.ErrBodyReadAfterClose
	return nil
}

// ended returns the error of a Read after the end. Before the end, it returns nil.
func (d *download) ended() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

// end ends the call once. err is the error of each further Read, and outcome the error of the call.
func (d *download) end(err, outcome error) {
	d.once.Do(func() {
		d.mu.Lock()
		d.err = err
		d.mu.Unlock()
		d.release()
		_ = d.c.report(outcome)
	})
}

// downloadError returns the error of an interrupted body. If the context has ended, downloadError
// returns the reason for its end, even if the reader reports another error.
func (c *call) downloadError(err error) error {
	ended := neterr.Ended(c.ctx)
	c.retryable = c.op.Reads() && neterr.Ended(c.caller) == nil && (ended != nil || neterr.IsLost(err))
	if ended != nil {
		return c.transportError(neterr.CauseOf(c.ctx, ended))
	}
	return c.failed(err)
}
