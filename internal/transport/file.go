package transport

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/internal/idle"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// A Place is the location of the content of a file: a URL on any host.
type Place struct {
	ID, URL string
	Size    int64
}

// OpenFile returns a file and its content. r is the request for the file. OpenFile sends it unless
// the file is known, and sends it again if the URL has expired. The request for the content
// contains no token, and no header or query parameter from the options.
//
// If the content does not have the size of the file, reading it fails. If the response is
// interrupted, reading continues with a request for the rest, provided that the rest certainly
// belongs to the same content.
func OpenFile[T any](
	ctx context.Context, core *Core, r op.Request, known *T, placeOf func(*T) Place, opts []api.CallOption,
) (*T, io.ReadCloser, error) {
	found, f, err := openFile(ctx, core, r, "Open", known, placeOf, nil, opts)
	if err != nil {
		return nil, nil, err
	}
	return found, f, nil
}

// Download is like [OpenFile], but writes the content. If the response is interrupted and Download
// cannot request the rest, it requests the content from the beginning, and compares it with the
// bytes that it has already written.
func Download[T any](
	ctx context.Context, core *Core, r op.Request, known *T, placeOf func(*T) Place, to io.Writer, opts []api.CallOption,
) (*T, error) {
	found, f, err := openFile(ctx, core, r, "Download", known, placeOf, sha256.New(), opts)
	if err != nil {
		return nil, err
	}
	defer f.c.deliver()
	defer func() { _ = f.Close() }()
	_, err = io.Copy(to, f)
	switch {
	case f.err != nil && f.err != io.EOF: //nolint:errorlint // a file returns io.EOF itself
		return nil, f.err
	case err != nil || f.err == nil: // a writer that reads by itself may stop early
		err = fmt.Errorf("%s: write: %w", f.c.op.Name, cmp.Or(err, io.ErrShortWrite))
		if f.err == nil {
			f.fail(err)
		}
		return nil, err
	default:
		return found, nil
	}
}

func openFile[T any](
	ctx context.Context, core *Core, r op.Request, method string, known *T, placeOf func(*T) Place, sum hash.Hash, opts []api.CallOption,
) (*T, *file, error) {
	get := r
	r.Op = r.Op.Named(strings.TrimSuffix(r.Op.Name, "Get") + method)
	f := &file{reader: reader{c: newCall(ctx, core, wantDownload)}, repeat: repeat{sum: sum}, opts: opts}
	f.next = f.readOn
	f.locate = func(ctx context.Context, opts []api.CallOption) (Place, error) {
		found, err := JSON[T](ctx, core, get, opts)
		if err != nil {
			return Place{}, err
		}
		known = found
		return placeOf(found), nil
	}
	f.c.prepare(core, &r, opts)
	f.c.query, f.c.cfg.Header = nil, noHeader // these are for the request for the file
	if known != nil {
		f.place = placeOf(known)
		if ids := r.IDs(); f.c.invalid == nil && f.place.ID != ids[len(ids)-1] {
			f.c.invalid = &api.ValidationError{Operation: r.Op.Name, Field: "Known", Rule: "the file with the ID", Value: f.place.ID}
		}
	}
	if err := f.start(f.open); err != nil {
		return nil, nil, err
	}
	return known, f, nil
}

// A file is a download. The caller reads the content from it.
type file struct {
	reader                         // its context is that of the call; the context of c ends with a request
	stop   context.CancelCauseFunc // ends the request
	opts   []api.CallOption

	locate func(context.Context, []api.CallOption) (Place, error)
	place  Place

	etag string // strong ETag of the content; "" if there is none
	from string // URL of the content without its query
	at   int64  // number of bytes read from the beginning of the content
	lost error  // error that ended the response; nil before
	repeat
}

// A repeat compares content that is requested again from the beginning with the bytes that the
// caller already has.
type repeat struct {
	sum   hash.Hash // of the bytes that were read; nil if the content cannot be compared
	given int64     // number of bytes that the caller has
	want  []byte    // hash of these bytes
}

// open requests the content.
func (f *file) open() error {
	if f.place.URL == "" {
		if err := f.find(f.opts); err != nil {
			f.c.cfg.Results = options.Results{} // find has filled them
			return err
		}
	}
	f.c.core.budget.add(callEarns)
	if err := f.use(); err != nil {
		return err
	}
	return f.request()
}

// find requests the file, within the timeout of the call.
func (f *file) find(opts []api.CallOption) error {
	size := f.place.Size
	var err error
	f.place, err = f.locate(f.ctx, append(slices.Clip(opts), options.Func(func(c *options.Config) { c.Timeout = -1 })))
	if err == nil && max(f.at, f.given) > 0 && f.place.Size != size {
		f.c.status = http.StatusOK // that of this request
		return f.c.decodeError(errChanged)
	}
	return err
}

// renew requests the file again, without filling the variables that the caller's options point to.
func (f *file) renew() error {
	f.c.renewals++
	quiet := options.Func(func(c *options.Config) { c.Results = options.Results{} })
	if err := f.find(append(slices.Clip(f.opts), quiet)); err != nil {
		return err
	}
	if err := f.use(); err != nil {
		return err
	}
	f.c.retryable = true // in case the limiter ends the call before the next attempt
	return nil
}

// use makes the URL of the file the URL of the call. If the URL is invalid, the error does not
// contain it, because it may contain a key.
func (f *file) use() error {
	target, err := url.Parse(f.place.URL)
	allowed := err == nil && (target.Scheme == "https" || target.Scheme == "http" && f.c.core.base.origin.scheme == "http")
	if !allowed || target.Host == "" {
		return f.c.decodeError(errors.New("want a download URL with https"))
	}
	f.c.secrets.AddURL(f.place.URL)
	f.c.target = target
	return nil
}

var errChanged = errors.New("the content of the file has changed since it began")

// request requests the content that is not read yet. After an error, nothing is open.
func (f *file) request() error {
	c := f.c
	for {
		isRest := f.at > 0 && f.etag != ""
		c.cfg.Header = noHeader
		if isRest {
			c.cfg.Header = http.Header{"Range": {fmt.Sprintf("bytes=%d-", f.at)}, "If-Range": {f.etag}}
		} else {
			f.beginAnew()
		}
		c.ctx, f.stop = context.WithCancelCause(f.ctx) //nolint:fatcontext // its parent is the same each time
		err := c.loop()
		if err == nil {
			if err = f.accept(isRest); err == nil {
				return nil
			}
		}
		f.endRequest()
		switch {
		case c.err == nil && c.renewals == 0 && // the URL may no longer be valid
			slices.Contains([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}, c.status):
			if err := f.renew(); err != nil {
				return err
			}
		case isRest && f.sum != nil && c.err == nil && (c.status == http.StatusRequestedRangeNotSatisfiable || isSuccess(c.status)):
			f.etag = ""
		default:
			return err
		}
	}
}

// beginAnew goes back to the beginning of the content. The content is then compared with the bytes
// that the caller already has.
func (f *file) beginAnew() {
	if f.at == 0 {
		return
	}
	if f.at > f.given {
		f.given, f.want = f.at, f.sum.Sum(nil)
	}
	f.sum.Reset()
	f.at = 0
}

// accept checks the header of a response, and begins to read its body.
func (f *file) accept(isRest bool) error {
	c := f.c
	if isRest && c.status == http.StatusOK && f.sum != nil {
		isRest = false
		f.beginAnew()
	}
	wantStatus, etag := http.StatusOK, c.header.Get("ETag")
	if isRest {
		wantStatus = http.StatusPartialContent
	}
	left := strconv.FormatInt(f.place.Size-f.at, 10)
	length := c.header.Get("Content-Length")
	switch coding := c.coding(); {
	case coding != "":
		return c.decodeError(fmt.Errorf("want content without a content encoding, got %q", coding))
	case c.status != wantStatus:
		return c.decodeError(fmt.Errorf("want status %d for the content", wantStatus))
	case isRest && c.header.Get("Content-Range") != fmt.Sprintf("bytes %d-%d/%d", f.at, f.place.Size-1, f.place.Size):
		return c.decodeError(fmt.Errorf("want the content from byte %d on", f.at))
	case isRest && (c.from != f.from || etag != "" && etag != f.etag):
		return c.decodeError(errChanged)
	case length != "" && length != left:
		return c.decodeError(fmt.Errorf("want %s bytes of content, got %s", left, length))
	case c.cfg.MaxDownloadBytes > 0 && f.place.Size > c.cfg.MaxDownloadBytes:
		return c.decodeError(tooLarge(c.cfg.MaxDownloadBytes))
	}
	if !isRest {
		f.etag, f.from = "", c.from
		if strings.HasPrefix(etag, `"`) { // a weak ETag does not identify the bytes
			f.etag = etag
		}
	}
	c.open = idle.NewReader(c.open, c.cfg.IdleTimeout, f.stop)
	f.lost = nil
	return nil
}

// endRequest ends a request, but not the call.
func (f *file) endRequest() {
	f.c.closeOpen()
	f.c.open = nil
	f.stop(nil)
	f.c.ctx = f.ctx
}

// readOn reads the content, if necessary from several responses.
func (f *file) readOn(p []byte) (int, error) {
	for f.err == nil && len(p) > 0 {
		if f.lost != nil {
			f.resume()
		} else if n := f.read(p); n > 0 {
			return n, nil
		}
	}
	return 0, f.err
}

// read reads from the response, and returns the number of bytes that the caller does not have yet.
func (f *file) read(p []byte) int {
	begun := f.at
	if begun < f.given {
		p = p[:min(int64(len(p)), f.given-begun)]
	}
	n, err := f.c.open.Read(p)
	f.at, f.lost = f.at+int64(n), err
	if f.at > f.place.Size {
		f.fail(f.c.decodeError(fmt.Errorf("want %d bytes of content, got more", f.place.Size)))
		return 0
	}
	if f.sum != nil {
		_, _ = f.sum.Write(p[:n]) // a hash has no errors
	}
	if begun >= f.given {
		return n
	}
	if f.at == f.given && !bytes.Equal(f.sum.Sum(nil), f.want) {
		f.fail(f.c.decodeError(errChanged))
	}
	return 0
}

// resume ends the call if the content is complete, and otherwise requests the rest.
func (f *file) resume() {
	c, err := f.c, f.lost
	switch {
	case f.at == f.place.Size && f.at >= f.given:
		f.end(io.EOF, nil)
		return
	case f.isClosed():
		f.end(http.ErrBodyReadAfterClose, nil)
		return
	case err == io.EOF: //nolint:errorlint // a Reader returns io.EOF itself
		err = fmt.Errorf("the content ended after %d of %d bytes: %w", f.at, f.place.Size, io.ErrUnexpectedEOF)
	case c.ctx.Err() != nil: // the response was silent for too long
		err = context.Cause(c.ctx)
	}
	f.endRequest()
	c.err, c.spent = err, 0 // a response came, so its retries were returned to the budget
	canResume := f.at == 0 || f.etag != "" || f.sum != nil
	if !canResume || !c.decide() {
		f.fail(c.downloadError(err))
		return
	}
	if clock.Sleep(f.ctx, c.wait) != nil { // the loop, which waits otherwise, has ended with a response
		f.failUnlessClosed(c.loopError())
		return
	}
	if failed := f.request(); failed != nil {
		if isSuccess(c.status) && c.err == nil || c.status == http.StatusRequestedRangeNotSatisfiable {
			c.retryable = true // from the beginning
			failed = c.transportError(fmt.Errorf("%w; the rest is not available: %w", err, failed))
		}
		f.failUnlessClosed(failed)
	}
}

// failUnlessClosed ends the call with an error, unless the caller has closed the file.
func (f *file) failUnlessClosed(err error) {
	if f.isClosed() {
		f.end(http.ErrBodyReadAfterClose, nil)
	} else {
		f.fail(err)
	}
}
