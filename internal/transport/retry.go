package transport

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Retry configures retries. A zero field means its default.
type Retry struct {
	Attempts      int           // maximum, the first included
	MinWait       time.Duration // upper bound of the first wait
	MaxWait       time.Duration // upper bound of any wait the service did not ask for
	MaxRetryAfter time.Duration // a longer Retry-After ends the call
	Spread        time.Duration // maximum added to a Retry-After; negative for none
	Budget        int           // retries that can be saved up; negative for no budget
}

func (r Retry) withDefaults() Retry {
	if r.Attempts == 0 {
		r.Attempts = 3
	}
	if r.MinWait == 0 {
		r.MinWait = 250 * time.Millisecond
	}
	if r.MaxWait == 0 {
		r.MaxWait = 10 * time.Second
	}
	if r.MaxRetryAfter == 0 {
		r.MaxRetryAfter = 30 * time.Second
	}
	if r.Spread == 0 {
		r.Spread = 2 * time.Second
	}
	if r.Budget == 0 {
		r.Budget = 100
	}
	return r
}

// failureKind is the outcome of an attempt, as far as retries go.
type failureKind uint8

const (
	none     failureKind = iota // a final response, whatever its status
	unsent                      // never written: temporary DNS failure, dial, connection refused, handshake, unprocessed
	hopeless                    // never written, and a retry will not help: no such host, certificate, no token
	limited                     // 429
	busy                        // 503 with Retry-After
	lost                        // connection lost after writing, short body, attempt timeout, 408, 500, 502, 503, 504
	broken                      // a response that another attempt would not make readable
	ended                       // the context is done
)

// retried is the retry table: which class retries after which failure.
var retried = [...]struct{ repeatable, once, stream bool }{
	none:     {},
	unsent:   {repeatable: true, once: true, stream: true},
	hopeless: {},
	limited:  {repeatable: true, once: true, stream: true},
	busy:     {repeatable: true, stream: true},
	lost:     {repeatable: true},
	broken:   {},
	ended:    {},
}

func (f failureKind) retried(class op.Class) bool {
	switch class {
	case op.Repeatable:
		return retried[f].repeatable
	case op.Stream:
		return retried[f].stream
	default:
		return retried[f].once
	}
}

// newRetryClient returns the retry loop. It decides by the exchange, which is the context of the
// request.
func newRetryClient(client *http.Client) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:     client,
		RetryMax:       1 << 30, // the exchange counts
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
		RequestLogHook: func(_ retryablehttp.Logger, req *http.Request, _ int) { exchangeFrom(req.Context()).startAttempt(req) },
		CheckRetry:     checkRetry,
		// Backoff gets no context after a transport error. PrepareRetry does, so it waits.
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return 0 },
		PrepareRetry: func(req *http.Request) error { return exchangeFrom(req.Context()).sleep() },
	}
}

// checkRetry is called twice for an attempt that got a response: before and after the body is read.
// The first time it lets the reading begin.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	x := exchangeFrom(ctx)
	if !x.handled && err == nil {
		return false, nil
	}
	if !x.handled && resp != nil { // http.Client returns both when a redirect rule fails
		x.status, x.header = resp.StatusCode, resp.Header
	}
	x.waiting = x.decide(withoutURL(err))
	return x.waiting, nil
}

// decide records the outcome of the attempt, reports whether to retry and sets the wait before
// that.
func (x *exchange) decide(err error) bool {
	x.last = err
	x.endAttempt()
	class := x.op.Class
	if x.cfg.Replay {
		class = op.Repeatable
	}
	f := x.classify(err)
	others := x.othersActed() // what middleware sent besides, which a write must not repeat
	if others && (f == limited || f == busy) {
		f = lost
	}
	if others || x.mayHaveActed(f, err) {
		x.ambiguous = true
	}
	x.retryable = x.retryableAfter(f, class, err)
	core := x.core
	if f == none {
		if isSuccess(x.status) {
			core.budget.refund(x.spent)
		}
		if x.status == http.StatusUnauthorized && core.settings.Refreshable && !x.reauthorized && x.Err() == nil && !(others && class != op.Repeatable) {
			x.reauthorized = true
			x.wait = 0
			return true
		}
		return false
	}
	allowed := core.settings.Retry.Attempts
	if x.reauthorized {
		allowed++ // the attempt with the rejected token does not count
	}
	if !f.retried(class) || x.cfg.WithoutRetry || x.attempts >= allowed {
		return false
	}
	left := time.Duration(math.MaxInt64)
	if deadline, ok := x.Deadline(); ok {
		left = time.Until(deadline)
	}
	if x.retryAfter > core.settings.Retry.MaxRetryAfter {
		return false
	}
	free := f == limited // the service itself asked for the retry
	if x.wait = x.backoff(left); x.atOnce(f, err) {
		x.wait, free = 0, true
	}
	if x.wait >= left {
		return false
	}
	if !free {
		if !core.budget.take() {
			return false
		}
		x.spent++
	}
	x.logRetry(err)
	return true
}

// retryableAfter reports whether the call may succeed later, without taking effect twice. What the
// loop retries can be made again, and so can a call that ran out of time: a program can wait longer
// and make a new context.
func (x *exchange) retryableAfter(f failureKind, class op.Class, err error) bool {
	switch f {
	case none:
		return class == op.Repeatable && x.status >= 500 && x.status != http.StatusNotImplemented
	case hopeless:
		return isTokenLost(err) && (class == op.Repeatable || !x.ambiguous)
	case ended:
		return class == op.Repeatable || !x.ambiguous
	default:
		return f.retried(class)
	}
}

// atOnce reports whether the next attempt needs neither a wait nor the budget: the last one was
// lost with the kept connection it was sent on, which says nothing about the service. An error that
// net/http hides may be the service's after all, so that is assumed once in a call.
func (x *exchange) atOnce(f failureKind, err error) bool {
	if f != lost || x.status != 0 || !x.wasStale() {
		return false
	}
	if !errors.Is(err, errLostUnexplained) {
		return true
	}
	first := !x.hurried
	x.hurried = true
	return first
}

// classify returns the kind of failure of the attempt.
func (x *exchange) classify(err error) failureKind {
	if err == nil {
		switch x.status {
		case http.StatusTooManyRequests:
			return limited
		case http.StatusServiceUnavailable:
			if x.hasRetryAfter {
				return busy
			}
			return lost
		case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
			return lost
		default:
			return none
		}
	}
	if x.Err() != nil {
		return ended
	}
	switch {
	case isRedirect(x.status): // the caller's CheckRedirect rejected it
		return none
	case x.status == 0 && isHopeless(err):
		return hopeless
	case x.neverWritten(err):
		return unsent
	case isLost(err):
		return lost
	default:
		return broken
	}
}

// neverWritten reports whether the request certainly did not reach the service.
func (x *exchange) neverWritten(err error) bool {
	if x.status != 0 || x.mayBeWritten() {
		return false
	}
	// A middleware that does not pass the request on may send it some other way.
	_, held := errors.AsType[*heldError](err)
	return x.tried() || isUnsent(err) || held || len(x.core.settings.Middleware) == 0
}

// mayHaveActed reports whether the service may have acted on the attempt.
func (x *exchange) mayHaveActed(f failureKind, err error) bool {
	switch f {
	case lost, busy, broken:
		return true
	case hopeless, ended:
		return !x.neverWritten(err)
	default:
		return f == none && statusAfterEffect(x.status)
	}
}

// mayFollowEffect reports whether the service may have acted on a request to which it responded
// with a status.
func mayFollowEffect(status int) bool {
	return isSuccess(status) || status == http.StatusRequestTimeout || statusAfterEffect(status)
}

// statusAfterEffect reports whether the service may have acted on a request to which it responds
// with a final status: a server error, or a redirect to the result. A 307 or 308 asks for the same
// request elsewhere.
func statusAfterEffect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		return true
	default:
		return status >= 500 && status != http.StatusNotImplemented
	}
}

// backoff returns the wait before the next attempt: what the service asked for plus a random
// spread, so that clients rejected together do not return together, or else a random part of a
// window that doubles. The spread stays within the time that is left for the call.
func (x *exchange) backoff(left time.Duration) time.Duration {
	retry := &x.core.settings.Retry
	if x.retryAfter > 0 {
		spread := max(retry.Spread, 0)
		return x.retryAfter + x.fraction(min(x.retryAfter, spread, (left-x.retryAfter)/2))
	}
	window := retry.MinWait
	for range x.attempts - 1 {
		if window *= 2; window >= retry.MaxWait || window <= 0 {
			break
		}
	}
	if window > retry.MaxWait || window <= 0 {
		window = retry.MaxWait
	}
	return x.fraction(window)
}

func (x *exchange) fraction(d time.Duration) time.Duration {
	return time.Duration(x.core.random() * float64(d))
}

// sleep waits before the next attempt.
func (x *exchange) sleep() error {
	if x.wait <= 0 {
		return failure.Ended(x)
	}
	timer := time.NewTimer(x.wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-x.Done():
		return failure.Ended(x)
	}
}
