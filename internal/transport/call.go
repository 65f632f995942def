package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/redact"
)

// want selects the part of a 2xx response that a call needs.
type want uint8

const (
	wantBody want = iota
	wantNothing
	wantStream
	wantDownload

	wantOpen = wantStream // from here on, the body is read after the attempt
)

// A call is one call of an operation. It contains the data to send, the options, and the outcome of
// the attempts.
type call struct {
	input
	core    *Core
	want    want
	begun   bool            // the call passed the checks
	caller  context.Context // context of the caller or of CallContext
	ctx     context.Context // derived from caller, with the limits of the call
	cancel  context.CancelFunc
	start   time.Time
	timeout time.Duration // timeout of an attempt; none if it is not positive
	target  *url.URL      // URL of a file on any host; nil for an operation of the API

	retries // state of the loop
	outcome // outcome of the last attempt
	decoded // contents of a 2xx response

	elapsed time.Duration // 0 until the duration is requested or the call ends
	secrets redact.Secrets
}

// An outcome is the result of an attempt.
type outcome struct {
	status        int // 0 without a response
	header        http.Header
	responseBody  []byte
	open          io.ReadCloser // the body of a stream or a download; nil if there is none
	from          string        // URL of the content of a file, without its query
	retryAfter    time.Duration
	hasRetryAfter bool    // there was a Retry-After
	badRedirect   string  // reason a redirect was rejected
	deadToken     *string // rejected with a 401, in this attempt or before; nil if there is none; package fmt does not follow the pointer
	trips         trips
	err           error // nil if there is a response
}

// decoded is the result of decoding a response.
type decoded struct {
	buffer    *[]byte // buffer of the response; nil if it is not from the pool
	mismatch  *jsonx.Mismatch
	written   *jsonx.Written // nil unless the call compares writes
	endsEarly bool           // the mismatch reports a list that is shorter than its count
	done      bool           // the service announced the end of the stream
}

// newCall returns a call that has not begun.
func newCall(ctx context.Context, core *Core, w want) *call {
	return &call{caller: ctx, ctx: ctx, core: core, want: w, start: time.Now(), cancel: func() {}}
}

// do makes the call. For out and decode, see [Core.call].
func (c *call) do(out any, decode func(*call) error) (err error) {
	panics := true
	defer func() {
		if panics {
			err = c.panicked()
		}
		err = c.report(err)
	}()
	err = c.begin()
	defer c.cancel()
	if err == nil {
		err = c.loop()
	}
	switch {
	case err != nil:
	case decode != nil:
		err = decode(c)
	case out != nil:
		err = c.decodeInto(out)
	}
	if err == nil && c.cfg.Compare != nil {
		err = c.compareWritten(out)
	}
	if err == nil {
		c.giveBuffer()
	}
	panics = false
	return err
}

// panicked returns the error of a call in which the program's own code panics, such as middleware
// or a token source. Only the log and the observer get it.
func (c *call) panicked() error {
	c.ambiguous, c.retryable = true, false
	return c.transportError(errPanic)
}

var errPanic = errors.New("code of the program panicked during the call")

// begin returns an error if the call must not be made. Otherwise, it prepares the call for its
// attempts.
func (c *call) begin() error {
	if c.want == wantNothing && c.cfg.RawBody != nil {
		c.want = wantBody // the caller needs the body
	}
	if c.core == nil {
		return fmt.Errorf("%s: %w", c.op.Name, errNoClient)
	}
	c.secrets.Shared = &c.core.secrets
	if c.caller == nil {
		return &api.ValidationError{Operation: c.op.Name, Field: "ctx", Rule: "a context that is not nil", Value: "nil"}
	}
	if c.invalid != nil {
		return c.invalid
	}
	if derive := c.core.settings.CallContext; derive != nil {
		if derived := derive(c.caller, c.info()); derived != nil {
			c.caller, c.ctx = derived, derived
		}
		c.start = time.Now() // after derive, whose time does not count
	}
	c.begun = true
	c.secrets.AddSent(redact.Sent{
		ID: c.path.Secret, Key: c.key, Query: c.query, Header: c.cfg.Header, Fields: [...]any{c.queryArg, c.bodyArg},
	})
	if err := neterr.Ended(c.ctx); err != nil {
		c.retryable = true // nothing was sent
		return c.transportError(err)
	}
	for _, policy := range c.core.settings.Policies {
		if err := policy(c); err != nil {
			return err
		}
	}
	switch {
	case c.cfg.AttemptTimeout != 0:
		c.timeout = c.cfg.AttemptTimeout
	case c.op.AttemptTimeout != 0 && c.want != wantDownload: // this timeout is for a whole response
		c.timeout = c.op.AttemptTimeout
	case c.want >= wantOpen: // a service may compute before it opens a stream, so this is idle time too
		c.timeout = c.cfg.IdleTimeout
	default:
		c.timeout = defaultAttemptTimeout
	}
	if timeout := c.cfg.Timeout; timeout > 0 {
		c.ctx, c.cancel = context.WithTimeoutCause(c.ctx, timeout, &neterr.TimeoutError{What: "call timeout", D: timeout})
	}
	return nil
}

var errNoClient = errors.New("the client was not created by publishing.NewClient")

// loop makes the attempts. It returns nil if the last attempt got a 2xx response. By then, the
// body has been read, unless it stays open or nobody needs it.
func (c *call) loop() error {
	target := c.target
	if target == nil { // a file earns once, but may be requested several times
		c.core.budget.add(callEarns)
		target = &c.first.url
		c.core.base.join(target, c.path.Escaped, c.query.Encode())
	}
	s := &c.first.scope
	if c.attempts > 0 { // the network may still use the first one
		s = new(scope)
	}
	*s = scope{Context: c.ctx, call: c, isFile: c.target != nil}
	req := http.Request{
		Method: c.op.Method, URL: target, Header: noHeader,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	c.first.request.Request = req.WithContext(s)
	_, _ = c.core.loop.Do(&c.first.request) //nolint:bodyclose // there is none
	if c.err == nil && c.held == nil && isSuccess(c.status) {
		return nil
	}
	return c.loopError()
}

// loopError returns the error of the call when the loop has ended.
func (c *call) loopError() error {
	ended := neterr.Ended(c.ctx)
	if c.held != nil {
		ended = c.held
		c.retryable = c.retryable || c.attempts == 0 // nothing was sent
	}
	switch {
	case c.waiting && ended != nil:
		return c.transportError(&neterr.InterruptedError{Ended: ended, Last: c.failed(c.err)})
	case ended != nil && c.err != nil && len(c.core.settings.Middleware) > 0 && !c.trips.reached:
		return c.transportError(&neterr.HeldError{Err: ended})
	case ended != nil && c.err != nil, c.held != nil:
		return c.transportError(ended)
	default:
		return c.failed(c.err)
	}
}

// failed returns the error of an attempt. err is nil if the attempt got a response other than 2xx.
func (c *call) failed(err error) error {
	switch {
	case err == nil:
		return c.statusError()
	case isSuccess(c.status) && !neterr.IsLost(err): // too large, or not in its content coding
		return c.decodeError(err)
	default:
		return c.transportError(err)
	}
}

// A scope is the context of the requests of a call. It is also the only context value that the SDK
// adds to them.
type scope struct {
	context.Context
	call    *call    // nil if middleware sends in a context of its own
	attempt *attempt // nil in the loop
	isFile  bool     // whether the call requests the content of a file
}

type scopeKey struct{}

// Value returns the scope itself for the key of scopes, and the name of the operation for the key
// of operations.
func (s *scope) Value(key any) any {
	switch key.(type) {
	case scopeKey:
		return s
	case options.OperationKey:
		return s.call.op.Name
	case options.RejectedKey:
		return nil // scope of another client whose token source makes this call
	default:
		return s.Context.Value(key)
	}
}

// scopeOf returns the scope of a request. It returns nil if middleware sends in a context of its
// own.
func scopeOf(ctx context.Context) *scope {
	s, _ := ctx.Value(scopeKey{}).(*scope)
	return s
}
