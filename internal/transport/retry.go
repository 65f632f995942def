package transport

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Retry configures retries. A zero field means its default.
type Retry struct {
	Attempts      int           // maximum number, including the first
	MinWait       time.Duration // upper bound of the first wait
	MaxWait       time.Duration // upper bound of each wait that the service did not ask for
	MaxRetryAfter time.Duration // longest Retry-After; a longer one ends the call
	Spread        time.Duration // maximum time added to a Retry-After; negative for none
	Budget        int           // maximum number of retries in the budget; negative for no budget
}

func (r Retry) withDefaults() Retry {
	r.Attempts = cmp.Or(r.Attempts, 3)
	r.MinWait = cmp.Or(r.MinWait, 250*time.Millisecond)
	r.MaxWait = cmp.Or(r.MaxWait, 10*time.Second)
	r.MaxRetryAfter = cmp.Or(r.MaxRetryAfter, 30*time.Second)
	r.Spread = cmp.Or(r.Spread, 2*time.Second)
	r.Budget = cmp.Or(r.Budget, 100)
	return r
}

// failureKind classifies the outcome of an attempt for the decision about a retry.
type failureKind uint8

const (
	none     failureKind = iota // a final response, whatever its status
	unsent                      // never written: temporary DNS failure, dial, connection refused, handshake, unprocessed
	hopeless                    // never written, and a retry will not help: no such host, certificate, no token
	limited                     // 429
	busy                        // 503 with Retry-After
	lost                        // connection lost after writing, short body, attempt timeout, 408, 500, 502, 503, 504
	broken                      // a response that another attempt would not fix
	ended                       // the context is done
)

// retried is the retry table. It contains, for each kind of failure, the classes of operations that
// are retried.
var retried = [...][op.Stream + 1]bool{
	none:     {},
	unsent:   {op.Repeatable: true, op.Once: true, op.Stream: true},
	hopeless: {},
	limited:  {op.Repeatable: true, op.Once: true, op.Stream: true},
	busy:     {op.Repeatable: true, op.Stream: true},
	lost:     {op.Repeatable: true},
	broken:   {},
	ended:    {},
}

// retries is the state of the loop of a call.
type retries struct {
	attempts      int // attempts that have begun
	spent         int // retries taken from the budget
	wait          time.Duration
	paced         time.Duration // time spent waiting for the limiter of the client
	held          error         // reason why the limiter let no attempt begin
	waiting       bool          // another attempt is due
	ambiguous     bool          // the service may have acted on an attempt
	retryable     bool          // the same call may succeed later, without taking effect twice
	renewals      int           // renewals of the token or of the URL of a file, after attempts that do not count
	retriedAtOnce bool          // a retry was made at once, which net/http would otherwise have made
	first         firstTry
}

// A firstTry contains what the loop and the first attempt of a call need. It is part of the call,
// so that they take one allocation.
type firstTry struct {
	scope   scope
	attempt attempt
	url     url.URL
	request retryablehttp.Request
}

// noHeader is the header of the loop's request, which http.Client copies to be prepared for
// redirects, and of a call that sets no header.
var noHeader = http.Header{}

// newLoop returns the loop of attempts. After each attempt, it calls CheckRetry and waits for
// Backoff, unless the context ends. RetryMax has no effect, because decide counts the attempts.
func newLoop(attempts http.RoundTripper) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient: &http.Client{Transport: attempts},
		RetryMax:   math.MaxInt,
		CheckRetry: func(ctx context.Context, _ *http.Response, err error) (bool, error) {
			return err == nil && scopeOf(ctx).call.decide(), nil
		},
		Backoff: func(_, _ time.Duration, _ int, resp *http.Response) time.Duration {
			return scopeOf(resp.Request.Context()).call.wait
		},
	}
}

// decide reports whether to retry after an attempt, and sets the wait before the retry.
func (c *call) decide() bool {
	acted := c.trips.acted
	if mayFollowEffect(c.status) && (!redirectsRead(c.status, c.op.Method) || c.overridesMethod()) {
		acted--
	}
	others := c.status != 0 && acted > 0 // of middleware, which a write must not repeat
	if c.err == nil && isSuccess(c.status) {
		c.ambiguous, c.retryable = c.ambiguous || others, false
		c.core.budget.add(c.spent * retryCost)
		c.spent = 0
		return false
	}
	err, f, class := c.err, c.classify(), c.op.Class
	if c.overridesMethod() {
		class = op.Once
	}
	if c.cfg.Replay {
		class = op.Repeatable
	}
	if others && (f == limited || f == busy) {
		f = lost
	}
	if others || c.mayHaveActed(f, err) {
		c.ambiguous = true
	}
	c.retryable = c.retryableAfter(f, class, err)
	if c.status == http.StatusUnauthorized && f == none {
		renews := c.core.settings.Refreshable && c.target == nil && c.renewals == 0 && c.ctx.Err() == nil && !(others && class != op.Repeatable)
		if renews {
			c.renewals, c.waiting, c.wait = 1, true, 0
			c.retryable = class == op.Repeatable || !c.ambiguous // in case the call ends before the next attempt
		}
		return renews
	}
	retry := &c.core.settings.Retry
	counted := c.attempts - c.renewals
	if !retried[f][class] || c.cfg.WithoutRetry || counted >= retry.Attempts || c.retryAfter > retry.MaxRetryAfter {
		return false
	}
	left := time.Duration(math.MaxInt64)
	if deadline, ok := c.ctx.Deadline(); ok {
		left = time.Until(deadline)
	}
	free := f == limited // the service itself asked for the retry
	if c.wait = c.backoff(counted, left); c.atOnce(f, err) {
		c.wait, free = 0, true
	}
	if c.wait >= left {
		return false
	}
	if !free {
		if !c.core.budget.take() {
			return false
		}
		c.spent++
	}
	c.waiting = true
	c.logRetry(err)
	return true
}

// retryableAfter reports whether the call may succeed later, without taking effect twice. This is
// so for a call that the loop would retry, and for a call that ran out of time, because the program
// can wait longer and use a new context.
func (c *call) retryableAfter(f failureKind, class op.Class, err error) bool {
	switch f {
	case none:
		return class == op.Repeatable && isServerError(c.status)
	case hopeless:
		return isTokenLost(err) && (class == op.Repeatable || !c.ambiguous)
	case ended:
		return class == op.Repeatable || !c.ambiguous
	default:
		return retried[f][class]
	}
}

// isTokenLost reports whether a token source failed for a reason that may be temporary: because of
// the network, or of the status of the call that creates a token.
func isTokenLost(err error) bool {
	if failed, ok := errors.AsType[*api.Error](err); ok {
		return failed.Status == http.StatusTooManyRequests ||
			failed.Status == http.StatusRequestTimeout || isServerError(failed.Status)
	}
	return neterr.IsTokenLost(err)
}

// atOnce reports whether the next attempt needs neither a wait nor the budget. This is so if the
// last attempt was lost because its reused connection was closed, which does not mean that the
// service has failed. net/http can hide other errors behind this one, so a call gets only one such
// retry.
func (c *call) atOnce(f failureKind, err error) bool {
	if f != lost || c.status != 0 || c.trips.sent == 0 || c.trips.stale < c.trips.sent {
		return false
	}
	if !errors.Is(err, neterr.ErrLostUnexplained) {
		return true
	}
	first := !c.retriedAtOnce
	c.retriedAtOnce = true
	return first
}

// classify returns the kind of failure of the attempt.
func (c *call) classify() failureKind {
	err := c.err
	if err == nil {
		switch c.status {
		case http.StatusTooManyRequests:
			return limited
		case http.StatusServiceUnavailable:
			if c.hasRetryAfter {
				return busy
			}
			return lost
		case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
			return lost
		default:
			return none
		}
	}
	if c.ctx.Err() != nil {
		return ended
	}
	switch {
	case c.status/100 == 3: // the caller's CheckRedirect rejected it
		return none
	case c.status == 0 && neterr.IsHopeless(err):
		return hopeless
	case c.neverWritten(err):
		return unsent
	case neterr.IsLost(err):
		return lost
	default:
		return broken
	}
}

// neverWritten reports whether it is certain that the request did not reach the service.
func (c *call) neverWritten(err error) bool {
	if c.status != 0 || c.trips.written {
		return false
	}
	if len(c.core.settings.Middleware) == 0 {
		return true
	}
	// If the error is not that of a request which the middleware passed on, the middleware may have
	// sent the request in some other way.
	return slices.ContainsFunc(c.trips.unsent, func(unsent error) bool { return errors.Is(err, unsent) })
}

// mayHaveActed reports whether the service may have acted on the attempt.
func (c *call) mayHaveActed(f failureKind, err error) bool {
	switch f {
	case lost, busy, broken:
		return true
	case hopeless, ended:
		return !c.neverWritten(err)
	default:
		return f == none && statusAfterEffect(c.status)
	}
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// mayFollowEffect reports whether the service may have acted on a request if it responded with
// status.
func mayFollowEffect(status int) bool {
	return isSuccess(status) || status == http.StatusRequestTimeout || statusAfterEffect(status)
}

// redirectsRead reports whether a response redirects a GET or a HEAD. The service has then not
// acted on the request, unless it treats the request as one with another method.
func redirectsRead(status int, method string) bool {
	return status/100 == 3 && (method == http.MethodGet || method == http.MethodHead)
}

// statusAfterEffect reports whether the service can respond with a final status after it has acted
// on a request. This is so for a server error, for an invalid status, and for a redirect to the
// result. It is not so for 307 and 308, which ask for the same request elsewhere.
func statusAfterEffect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		return true
	default:
		return status < 100 || isServerError(status)
	}
}

// isServerError reports whether a status means that the service, or something in front of it, has
// failed. 501 means that the service does not have the operation.
func isServerError(status int) bool {
	return status >= 500 && status != http.StatusNotImplemented
}

// backoff returns the wait after a number of attempts. If the service asked for a wait, backoff
// adds a random spread to it, so that clients that were rejected together do not retry together.
// The spread stays within the remaining time of the call. If the service did not ask for a wait,
// backoff returns a random part of a window that doubles with each retry.
func (c *call) backoff(attempts int, left time.Duration) time.Duration {
	retry := &c.core.settings.Retry
	if c.retryAfter > 0 {
		spread := max(retry.Spread, 0)
		return c.retryAfter + c.fraction(min(c.retryAfter, spread, (left-c.retryAfter)/2))
	}
	return c.fraction(retryablehttp.DefaultBackoff(retry.MinWait, retry.MaxWait, attempts-1, nil))
}

func (c *call) fraction(d time.Duration) time.Duration {
	return time.Duration(c.core.random() * float64(d))
}
