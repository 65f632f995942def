package transport

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/redact"
)

// want is what a call needs of a 2xx response.
type want uint8

const (
	wantBody want = iota
	wantNothing
	wantStream
	wantDownload
)

// isOpen reports whether the body of a response is read after the exchange has returned it.
func (w want) isOpen() bool { return w == wantStream || w == wantDownload }

// exchange is one call and all its attempts. It is the context of its requests, so that the retry
// loop, the redirect rule and the clock find it without a further allocation.
type exchange struct {
	context.Context
	outgoing
	core   *Core
	want   want
	begun  bool // the call passed the checks
	start  time.Time
	caller context.Context // that of the caller or of CallContext, without the limits of the call
	cancel context.CancelFunc

	attemptTimeout time.Duration
	done           bool // the service announced the end of the stream

	*attempt // the last one

	first attempt

	// The outcome of the attempts.
	attempts     int
	spent        int // retries taken from the budget
	wait         time.Duration
	ambiguous    bool // some attempt may have been acted on
	retryable    bool // the same call may succeed later, without taking effect twice
	reauthorized bool
	hurried      bool          // a retry was made at once, in place of net/http's
	waiting      bool          // another attempt is due
	last         error         // error of the last attempt, nil if it got a response
	took         time.Duration // 0 until somebody asks
	secrets      redact.Secrets

	buffer    *[]byte // that the response is in, nil if it is not from the pool
	mismatch  *jsonx.Mismatch
	endsEarly bool // the mismatch is that of a list that ended before its count
}

type exchangeKey struct{}

// Value returns the exchange, its attempt and the name of its operation for their keys.
func (x *exchange) Value(key any) any {
	switch key.(type) {
	case exchangeKey:
		return x
	case attemptKey:
		return x.attempt
	case call.OperationKey:
		return x.op.Name
	case call.RejectedKey:
		return nil // that of another client, whose token source makes the call
	default:
		return x.Context.Value(key)
	}
}

func exchangeFrom(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// newExchange returns the exchange of a call that has not begun.
func newExchange(ctx context.Context, c *Core, w want) *exchange {
	x := &exchange{Context: ctx, caller: ctx, core: c, want: w, start: time.Now(), cancel: func() {}}
	x.attempt = &x.first
	return x
}

// begin checks the call. Nothing is sent yet.
func (x *exchange) begin() error {
	if x.want == wantNothing && x.cfg.RawBody != nil {
		x.want = wantBody // the caller does
	}
	c, ctx := x.core, x.caller
	if c == nil {
		return fmt.Errorf("%s: %w", x.op.Name, errNoClient)
	}
	x.secrets.Shared = &c.secrets
	if ctx == nil {
		return &api.ValidationError{Operation: x.op.Name, Field: "ctx", Rule: "a context that is not nil", Value: "nil"}
	}
	if x.invalid != nil {
		return x.invalid
	}
	x.begun = true
	if derive := c.settings.CallContext; derive != nil {
		if derived := derive(ctx, x.info()); derived != nil {
			ctx, x.caller, x.Context = derived, derived, derived
		}
		x.start = time.Now() // so that derive takes no time from the first attempt
	}
	for _, secret := range [...]string{x.secret, x.key} {
		if secret != "" {
			x.secrets.Add(secret)
		}
	}
	x.secrets.AddFields(x.queryArg, x.bodyArg)
	if err := failure.Ended(ctx); err != nil {
		x.retryable = true // nothing was sent
		return x.transportError(err)
	}
	x.attemptTimeout = cmp.Or(x.cfg.AttemptTimeout, x.defaultAttemptTimeout())
	if timeout := x.cfg.Timeout; timeout > 0 {
		x.Context, x.cancel = context.WithTimeoutCause(ctx, timeout, &timeoutError{"call timeout", timeout})
	}
	return nil
}

// defaultAttemptTimeout returns the timeout of an attempt that nobody has set. A service may think
// for a while before it opens a stream, so the wait for the header is idle time too. The timeout of
// an operation is for a whole response, so it is not that of a download.
func (x *exchange) defaultAttemptTimeout() time.Duration {
	switch {
	case x.op.AttemptTimeout != 0 && x.want != wantDownload:
		return x.op.AttemptTimeout
	case x.want.isOpen():
		return x.cfg.IdleTimeout
	default:
		return DefaultAttemptTimeout
	}
}

// send runs the attempts. It returns nil if the last one got a 2xx response whose body, unless it
// is a stream or of no use, has been read.
func (x *exchange) send() error {
	x.core.budget.earn()
	query := x.query.Encode()
	x.secrets.AddSent(query, x.query, x.cfg.Header)
	req := &http.Request{
		Method:     x.op.Method,
		URL:        x.core.base.join(x.path, query),
		Header:     x.callerHeader(),
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
	}
	retrying, err := retryablehttp.FromRequest(req.WithContext(x))
	if err != nil {
		return x.transportError(err)
	}
	if x.body != nil {
		if err := retrying.SetBody(x.body); err != nil {
			return x.transportError(err)
		}
	}
	retrying.SetResponseHandler(x.handle)
	_, err = x.core.retry.Do(retrying) //nolint:bodyclose // handle closes it
	return x.result(err)
}

// callerHeader returns a copy of the header the caller gave, whose values middleware may change.
// The client's own comes on the way out, since http.Client copies what it is given, for redirects.
func (x *exchange) callerHeader() http.Header {
	if len(x.cfg.Header) == 0 {
		return http.Header{}
	}
	return x.cfg.Header.Clone()
}

// The values of header fields. Nobody changes them but middleware, which gets copies.
var (
	typeJSON   = []string{"application/json"}
	typeEvents = []string{"text/event-stream"}
	identity   = []string{"identity"}
)

// addHeader adds the SDK's own fields to a header that does not have them.
func (x *exchange) addHeader(header http.Header) {
	set := func(name string, value []string) {
		if _, ok := header[name]; ok {
			return
		}
		if len(x.core.settings.Middleware) > 0 {
			value = slices.Clone(value)
		}
		header[name] = slices.Clip(value)
	}
	set("User-Agent", x.core.userAgent)
	if x.want == wantStream {
		set("Accept", typeEvents)
		set("Accept-Encoding", identity) // a compressor may hold events back
	} else {
		set("Accept", typeJSON)
	}
	if x.body != nil {
		set("Content-Type", typeJSON)
	}
}

// startAttempt forgets the last attempt, in the request too: http.Client adds the cookies of its
// Jar to the header it is given.
func (x *exchange) startAttempt(req *http.Request) {
	begins := x.start // of the first attempt, which saves a look at the clock
	if x.attempts++; x.attempts > 1 {
		begins = time.Now()
		x.attempt = &attempt{rejected: x.rejectedToken()} // the last one may still have round trips
		req.Header = x.callerHeader()
	}
	x.exchange, x.ends = x, begins.Add(x.attemptTimeout)
	x.waiting = false
}

// handle reads a response. It runs inside the retry loop, so that a truncated body is retried.
func (x *exchange) handle(resp *http.Response) error {
	x.handled = true
	x.status, x.header = resp.StatusCode, resp.Header
	if isSuccess(resp.StatusCode) && x.want.isOpen() && (x.want == wantStream || resp.StatusCode != http.StatusResetContent) {
		x.response = resp
		return nil
	}
	body := resp.Body
	defer func() {
		_ = body.Close()
		resp.Body = http.NoBody
	}()
	if !isSuccess(resp.StatusCode) {
		x.retryAfter, x.hasRetryAfter = parseRetryAfter(resp.Header, time.Now())
		if !x.hasRetryAfter && x.status == http.StatusTooManyRequests {
			x.retryAfter = untilReset(resp.Header, time.Now())
		}
		if resp.StatusCode != http.StatusSwitchingProtocols { // after it comes no body
			// A body that cannot be read whole must not hide the status.
			x.responseBody, _ = readBody(resp, maxErrorBytes, new([]byte))
		}
		return nil
	}
	if x.want == wantNothing || resp.StatusCode == http.StatusResetContent {
		discard(resp)
		return nil
	}
	var err error
	x.responseBody, err = readBody(resp, x.cfg.MaxResponseBytes, x.takeBuffer())
	return err
}

// result returns the error of the call for what the retry loop ended with.
func (x *exchange) result(err error) error {
	if err == nil && isSuccess(x.status) {
		return nil
	}
	ended := failure.Ended(x)
	switch {
	case x.waiting && ended != nil:
		return x.transportError(&interruptedError{ended, x.failed(x.last)})
	case ended != nil && err != nil && len(x.core.settings.Middleware) > 0 && x.isHeld():
		return x.transportError(&heldError{ended})
	case ended != nil && err != nil:
		return x.transportError(ended)
	default:
		return x.failed(err)
	}
}

// failed returns the error of an attempt. err is nil if it got a response that is not 2xx.
func (x *exchange) failed(err error) error {
	err = withoutURL(err)
	switch {
	case err == nil:
		return x.statusError()
	case isSuccess(x.status) && !isLost(err): // too large, or broken in its coding
		return x.decodeError(err)
	default:
		return x.transportError(err)
	}
}

// withoutURL takes off the layer of http.Client, which shows the query and passes for a net.Error
// whatever is in it.
func withoutURL(err error) error {
	if u, ok := err.(*url.Error); ok { //nolint:errorlint // only the layer on top is http.Client's
		return u.Err
	}
	return err
}

// finish ends the exchange: it calls the log and the observer, and returns err. A call that did not
// pass the checks is not reported. Nor is a page that the loop has abandoned, except that the
// observer is called if CallContext was.
func (x *exchange) finish(err error) error {
	x.took = 0 // of a stream it may be the time until it opened
	if !x.begun {
		return err
	}
	abandoned := context.Cause(x.caller) == call.ErrAbandoned //nolint:errorlint // the very value
	if !abandoned {
		x.logCall(err)
	}
	if observe := x.core.settings.Observer; observe != nil && (!abandoned || x.core.settings.CallContext != nil) {
		info := x.info()
		info.Status, info.Attempts, info.RateLimit = x.status, x.attempts, parseRateLimit(x.header)
		info.Duration, info.Err = x.duration(), err
		observe(x.caller, info)
	}
	return err
}

// info returns what is known of the call when it begins.
func (x *exchange) info() api.CallInfo {
	return api.CallInfo{Operation: x.op.Name, Method: x.op.Method, Template: x.op.Template}
}

// duration returns how long the call has taken, the same to all that ask.
func (x *exchange) duration() time.Duration {
	if x.took == 0 {
		x.took = time.Since(x.start)
	}
	return x.took
}

// deliver fills what the caller's options point to. It must run on the caller's goroutine.
func (x *exchange) deliver() {
	if x.cfg.RawBody != nil {
		*x.cfg.RawBody = nil
		if isSuccess(x.status) && len(x.responseBody) > 0 {
			*x.cfg.RawBody = x.responseBody
		}
	}
	if meta, ok := x.cfg.Meta.(*api.Meta); ok {
		*meta = x.meta()
	}
}

// meta returns what is known about the call.
func (x *exchange) meta() api.Meta {
	meta := api.Meta{
		Operation: x.op.Name,
		Status:    x.status,
		Header:    x.secrets.Header(x.header),
		RequestID: x.requestID(),
		Location:  x.secrets.Text(x.header.Get("Location")),
		RateLimit: parseRateLimit(x.header),
		Attempts:  x.attempts,
		Duration:  x.duration(),
		Done:      x.done,
	}
	if m := x.mismatch; m != nil {
		meta.Mismatch = &api.Mismatch{Path: x.secrets.Text(m.Path), Want: m.Want, Got: m.Got}
	}
	return meta
}

func (x *exchange) requestID() string {
	for _, name := range [...]string{"X-Request-Id", "X-Correlation-Id"} {
		if id := x.header.Get(name); id != "" {
			return x.secrets.Text(id)
		}
	}
	return ""
}
