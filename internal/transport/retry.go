package transport

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// Retry says how often and after what waits a request is sent again. A zero field is its default.
type Retry struct {
	Attempts      int           // in all
	MinWait       time.Duration // the first wait is up to this
	MaxWait       time.Duration // no wait of ours is longer
	MaxRetryAfter time.Duration // a longer Retry-After ends the call
	Spread        time.Duration // the most that is added to a Retry-After; negative adds nothing
	Budget        int           // retries without a success to pay for them; negative is no budget
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

// failure is what became of an attempt.
type failure uint8

const (
	none     failure = iota // an answer that is final, whatever its status
	unsent                  // never written: a passing DNS failure, dial, refused, handshake cut
	hopeless                // never written, and it will not be: no such host, certificate, no token
	limited                 // 429
	busy                    // 503 that says when to come back
	lost                    // reset or end after writing, short body, attempt timeout, 408, 500, 502, 503, 504
	broken                  // an answer that no other attempt would make readable
	ended                   // the context is done
)

// again is the retry table: who sends again after what.
var again = [...]struct{ repeatable, once, stream bool }{
	none:     {},
	unsent:   {repeatable: true, once: true, stream: true},
	hopeless: {},
	limited:  {repeatable: true, once: true, stream: true},
	busy:     {repeatable: true, stream: true},
	lost:     {repeatable: true},
	broken:   {},
	ended:    {},
}

func (f failure) again(class op.Class) bool {
	switch class {
	case op.Repeatable:
		return again[f].repeatable
	case op.Stream:
		return again[f].stream
	default:
		return again[f].once
	}
}

// newRetryClient returns the loop that sends again. What it decides by is in the exchange, which is the request's context.
func newRetryClient(client *http.Client) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:     client,
		RetryMax:       1 << 30, // the exchange counts
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
		RequestLogHook: func(_ retryablehttp.Logger, req *http.Request, _ int) { exchangeFrom(req.Context()).startAttempt(req) },
		CheckRetry:     checkRetry,
		// The library asks for the wait without a context when there was no answer, so the wait is in PrepareRetry, which has one.
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return 0 },
		PrepareRetry: func(req *http.Request) error { return exchangeFrom(req.Context()).sleep() },
	}
}

// checkRetry is asked twice about an attempt that got an answer: before and after the answer's body is read. The first time it lets
// the reading begin.
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

// decide notes what became of the attempt, says whether another is due and sets the wait before it.
func (x *exchange) decide(err error) bool {
	x.last = err
	x.attempt.end()
	f := x.classify(err)
	if x.reached(f, err) {
		x.ambiguous = true
	}
	core := x.core
	if f == none {
		if isSuccess(x.status) {
			core.budget.refund(x.spent)
		}
		if x.status == http.StatusUnauthorized && core.settings.Refreshable && !x.reauthorized && x.Err() == nil {
			x.reauthorized = true
			x.wait = 0
			return true
		}
		return false
	}
	class := x.op.Class
	if x.cfg.Replay {
		class = op.Repeatable
	}
	allowed := core.settings.Retry.Attempts
	if x.reauthorized {
		allowed++ // the attempt with the refused token was none of the caller's three
	}
	if !f.again(class) || x.cfg.WithoutRetry || core.settings.WithoutRetry || x.attempts >= allowed {
		return false
	}
	left := time.Duration(math.MaxInt64)
	if deadline, ok := x.Deadline(); ok {
		left = time.Until(deadline)
	}
	if x.retryAfter > core.settings.Retry.MaxRetryAfter {
		return false
	}
	free := f == limited // the service itself said to come back
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

// atOnce reports whether the next attempt needs neither a wait nor the budget: the last one was lost with the kept connection it was sent
// on, which says nothing of the service. An error that net/http hides may be the service's own, so it is given the benefit of the doubt once.
func (x *exchange) atOnce(f failure, err error) bool {
	if f != lost || x.status != 0 || !x.attempt.wasStale() {
		return false
	}
	if errors.Is(err, errLostUnexplained) {
		defer func() { x.hurried = true }()
		return !x.hurried
	}
	return true
}

// classify says what became of an attempt.
func (x *exchange) classify(err error) failure {
	if err == nil {
		switch x.status {
		case http.StatusTooManyRequests:
			return limited
		case http.StatusServiceUnavailable:
			if x.toldWhen {
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
	case isRedirect(x.status): // the program's own rule refused it
		return none
	case x.status == 0 && isHopeless(err):
		return hopeless
	case x.neverWritten(err):
		return unsent
	case isCut(err):
		return lost
	default:
		return broken
	}
}

// neverWritten tells whether it is certain that nothing of the request has reached the service.
func (x *exchange) neverWritten(err error) bool {
	if x.status != 0 || x.attempt.mayBeWritten() {
		return false
	}
	// A middleware that does not pass the request on may send it in a way of its own.
	return x.attempt.unwritten() || isUnsent(err) || len(x.core.settings.Middleware) == 0
}

// reached tells whether the service may have acted on the attempt.
func (x *exchange) reached(f failure, err error) bool {
	switch f {
	case lost, busy, broken:
		return true
	case hopeless, ended:
		return !x.neverWritten(err)
	default:
		return f == none && statusAfterEffect(x.status)
	}
}

// statusAfterEffect reports whether the service may have acted on a request to which it responds with a final status: a server error, or
// a redirect that says where the result is. A 307 or 308 asks for the same request elsewhere.
func statusAfterEffect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		return true
	default:
		return status >= 500 && status != http.StatusNotImplemented
	}
}

// backoff returns the wait before the next attempt: what the service asked for and a spread on top, so that callers refused together do
// not come back together, or else a random part of a window that doubles. The spread stays within what is left of the call.
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
		return contextError(x)
	}
	timer := time.NewTimer(x.wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-x.Done():
		return contextError(x)
	}
}
