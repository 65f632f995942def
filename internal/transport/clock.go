package transport

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// clock bounds an attempt, from its start to the last byte of the answer: armed when the request leaves, until the body is closed. On a
// stream it stops when a 2xx answer has begun.
type clock struct {
	next http.RoundTripper
}

// timeoutError is a time limit of ours that has passed.
type timeoutError struct {
	what string
	d    time.Duration
}

func (e *timeoutError) Error() string        { return e.what + " of " + e.d.String() + " passed" }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// send gives the network layer the request with a header.
func (c *clock) send(req *http.Request, header http.Header) (*http.Response, error) {
	x := exchangeFrom(req.Context())
	if x == nil { // a middleware sends in a context of its own
		return c.next.RoundTrip(with(req.Context(), req, header))
	}
	x.wire.enter()
	if err := contextError(req.Context()); err != nil {
		return nil, err // some network layers look only when they have begun
	}
	if x.attemptTimeout <= 0 {
		resp, err := c.next.RoundTrip(x.sealed(req.Context(), req, header))
		x.wire.leave(err)
		return resp, err
	}
	body := &clockedBody{}
	body.ctx, body.cancel = context.WithCancelCause(req.Context())
	body.timer = time.AfterFunc(time.Until(x.attemptEnds), func() { body.cancel(&timeoutError{"attempt timeout", x.attemptTimeout}) })
	resp, err := c.next.RoundTrip(x.sealed(body.ctx, req, header))
	x.wire.leave(err)
	if err != nil {
		err = causeOf(body.ctx, err)
		body.stop()
		return nil, err
	}
	if resp == nil || resp.Body == nil { // http.Client copes with both
		body.stop()
		return resp, nil
	}
	if x.want == wantStream && isSuccess(resp.StatusCode) {
		body.timer.Stop()
	}
	body.ReadCloser, resp.Body = resp.Body, body
	return resp, nil
}

// clockedBody disarms the clock when it is closed and names the limit that cut a read short.
type clockedBody struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func (b *clockedBody) stop() {
	b.timer.Stop()
	b.cancel(nil)
}

func (b *clockedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // a Reader returns io.EOF itself
		err = causeOf(b.ctx, err)
	}
	return n, err
}

func (b *clockedBody) Close() error {
	err := b.ReadCloser.Close()
	b.stop()
	return err
}

// causeOf returns the time limit of ours that ended ctx, or err when none did.
func causeOf(ctx context.Context, err error) error {
	if limit, ok := errors.AsType[*timeoutError](context.Cause(ctx)); ok {
		return limit
	}
	return err
}

// endedError is a context that ended for a reason of its own.
type endedError struct{ err, cause error }

func (e *endedError) Error() string   { return e.err.Error() + ": " + e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.err, e.cause} }

// contextError returns why ctx ended, nil when it has not.
func contextError(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if cause == err { //nolint:errorlint // the very value means that there is no other cause
		return err
	}
	return &endedError{err, cause}
}

// sealed is a request as the network layer gets it. That sends a GET without a body again by itself when a kept connection is closed before
// the answer: unless it has a body it cannot have a second time, and an empty one does.
func (x *exchange) sealed(ctx context.Context, req *http.Request, header http.Header) *http.Request {
	sealed := with(ctx, req, header)
	if x.once() && sealed.Body == nil && (sealed.Method == http.MethodGet || sealed.Method == http.MethodHead) {
		sealed.Body = emptyBody{}
	}
	return sealed
}

// with returns a copy of a request with a context and a header.
func with(ctx context.Context, req *http.Request, header http.Header) *http.Request {
	dressed := req.WithContext(ctx)
	dressed.Header = header
	dressed.Host = cmp.Or(req.Host, req.URL.Host) // a request built by hand has one
	return dressed
}

// once tells whether the caller was promised that nothing is sent a second time after it may have arrived.
func (x *exchange) once() bool {
	return x.op.Class != op.Repeatable && !x.cfg.Replay || x.cfg.WithoutRetry || x.core.settings.WithoutRetry || x.core.settings.Retry.Attempts == 1
}

// emptyBody differs from http.NoBody, which the network layer knows to be empty each time.
type emptyBody struct{}

func (emptyBody) Read([]byte) (int, error) { return 0, io.EOF }
func (emptyBody) Close() error             { return nil }
