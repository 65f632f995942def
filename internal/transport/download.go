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
	d := &download{reader: reader{c: newCall(ctx, core, wantDownload)}}
	d.next = d.read
	d.c.prepare(core, &r, opts)
	if err := d.start(d.open); err != nil {
		return nil, err
	}
	return d, nil
}

// A reader is the content of a call that the caller reads. An error, [io.EOF] or Close ends the
// call.
type reader struct {
	c      *call
	ctx    context.Context // context of the call
	cancel context.CancelCauseFunc
	next   func(p []byte) (int, error) // reads; sets err at the end

	reading sync.Mutex // held by a Read, and by Close after the Read has returned
	err     error      // error of each further Read; nil before the end
}

// start begins the call and opens the content. After an error, nothing is left to close.
func (r *reader) start(open func() error) error {
	c := r.c
	panics := true
	defer func() {
		if panics {
			if r.cancel != nil {
				r.release()
			}
			_ = c.report(c.panicked())
		}
	}()
	err := c.begin()
	if err == nil {
		r.ctx, r.cancel = context.WithCancelCause(c.ctx)
		c.ctx = r.ctx
		if err = open(); err != nil {
			r.release()
		}
	}
	panics = false
	if err != nil {
		err = c.report(err)
	}
	c.deliver()
	return err
}

// Read reads the content. Its error is the error of the call, except for [io.EOF] at the end.
func (r *reader) Read(p []byte) (int, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if r.err != nil {
		return 0, r.err
	}
	return r.next(p)
}

// Close ends the call. It can be called at any time, and more than once.
func (r *reader) Close() error {
	r.cancel(http.ErrBodyReadAfterClose)
	r.reading.Lock()
	defer r.reading.Unlock()
	if r.err == nil {
		r.end(nil, nil)
	}
	r.err = http.ErrBodyReadAfterClose
	return nil
}

// isClosed reports whether Close was called.
func (r *reader) isClosed() bool {
	return context.Cause(r.ctx) == http.ErrBodyReadAfterClose //nolint:errorlint // exactly this value
}

// end ends the call. err is the error of each further Read, and outcome the error of the call.
func (r *reader) end(err, outcome error) {
	r.err = err
	r.release()
	_ = r.c.report(outcome)
}

func (r *reader) fail(err error) { r.end(err, err) }

// release frees the timers, and closes the connection unless it can be reused.
func (r *reader) release() {
	r.c.closeOpen()
	r.cancel(nil)
	r.c.cancel()
}

// A download is the body of a response of the API.
type download struct {
	reader
	body io.Reader
}

// Close is like the Close of a reader. It also closes the body, because a Read of a body that
// ignores its context would otherwise not end.
func (d *download) Close() error {
	d.cancel(http.ErrBodyReadAfterClose)
	d.c.closeOpen()
	return d.reader.Close()
}

// open sends the request and checks the response.
func (d *download) open() error {
	if err := d.c.loop(); err != nil {
		return err
	}
	if coding := d.c.coding(); coding != "" {
		return d.c.decodeError(fmt.Errorf("want a body without a content encoding, got %q", coding))
	}
	return d.begin()
}

// begin waits for the beginning of the body and checks it.
func (d *download) begin() error {
	var body io.ReadCloser = http.NoBody
	if d.c.open != nil { // a 205 has no body, and reading it can hang
		d.c.open = idle.NewReader(d.c.open, d.c.cfg.IdleTimeout, d.cancel)
		body = d.c.open
	}
	if limit := d.c.cfg.MaxDownloadBytes; limit > 0 {
		body = http.MaxBytesReader(nil, body, limit)
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

// read reads the body. Read returns its error.
func (d *download) read(p []byte) (int, error) {
	n, err := d.body.Read(p)
	switch {
	case err == nil:
	case err == io.EOF:
		d.end(io.EOF, nil)
	case d.isClosed():
		d.end(http.ErrBodyReadAfterClose, nil)
	default:
		d.fail(d.c.downloadError(err))
	}
	return n, d.err
}

// downloadError returns the error of an interrupted body. If the context has ended, downloadError
// returns the reason for its end, even if the reader reports another error.
func (c *call) downloadError(err error) error {
	ended := neterr.Ended(c.ctx)
	c.ambiguous = true
	c.retryable = c.reads() && (ended != nil || neterr.IsLost(err))
	if ended != nil {
		return c.transportError(neterr.CauseOf(c.ctx, ended))
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = tooLarge(c.cfg.MaxDownloadBytes) // the error of net/http is about a request
	}
	return c.failed(err)
}
