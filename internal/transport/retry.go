package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
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
		RequestLogHook: func(_ retryablehttp.Logger, req *http.Request, _ int) { exchangeFrom(req.Context()).startAttempt() },
		CheckRetry:     checkRetry,
		// The library asks for the wait without a context when there was no answer, so the wait is in PrepareRetry, which has one.
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return 0 },
		PrepareRetry: func(req *http.Request) error { return exchangeFrom(req.Context()).sleep() },
	}
}

// checkRetry is asked twice about an attempt that got an answer: before and after the answer's body is read. The first time it lets
// the reading begin.
func checkRetry(ctx context.Context, _ *http.Response, err error) (bool, error) {
	x := exchangeFrom(ctx)
	if err == nil && !x.handled {
		return false, nil
	}
	return x.decide(err), nil
}

// decide notes what became of the attempt, says whether there is another and sets the wait before it.
func (x *exchange) decide(err error) bool {
	x.last = err
	f := x.classify(err)
	if x.reached(f) {
		x.ambiguous = true
	}
	core := x.core
	if f == none {
		if isSuccess(x.status) {
			core.budget.refund(x.spent)
		}
		if x.status == http.StatusUnauthorized && core.settings.Refreshable && !x.reauthorized {
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
	if !f.again(class) || x.cfg.WithoutRetry || x.attempts >= allowed {
		return false
	}
	if x.retryAfter > core.settings.Retry.MaxRetryAfter {
		return false
	}
	x.wait = x.backoff()
	if deadline, ok := x.Deadline(); ok && time.Until(deadline) <= x.wait {
		return false
	}
	if f != limited { // the service itself said to come back
		if !core.budget.take() {
			return false
		}
		x.spent++
	}
	x.logRetry(err)
	return true
}

// classify says what became of an attempt.
func (x *exchange) classify(err error) failure {
	if err == nil {
		switch x.status {
		case http.StatusTooManyRequests:
			return limited
		case http.StatusServiceUnavailable:
			if x.retryAfter > 0 {
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
	if _, ok := errors.AsType[*unsentError](err); ok {
		return hopeless
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok && (dns.IsNotFound || (!dns.IsTemporary && !dns.IsTimeout)) {
		return hopeless
	}
	if isCertificate(err) {
		return hopeless
	}
	if x.neverWritten(err) {
		return unsent
	}
	if x.status != 0 && !isCut(err) {
		return broken
	}
	if isCut(err) {
		return lost
	}
	return broken
}

// neverWritten tells whether nothing of the request can have reached the service. That needs proof: an error of dialing, or a network
// layer that tells of its connections and got none.
func (x *exchange) neverWritten(err error) bool {
	if x.status != 0 || x.gotConnection.Load() {
		return false
	}
	if dial, ok := errors.AsType[*net.OpError](err); ok && (dial.Op == "dial" || dial.Op == "proxyconnect" || dial.Op == "socks connect") {
		return true
	}
	return x.askedConnection.Load()
}

// reached tells whether the service may have acted on the attempt.
func (x *exchange) reached(f failure) bool {
	switch f {
	case lost, busy, broken:
		return true
	case ended:
		return x.gotConnection.Load() || !x.askedConnection.Load()
	default:
		return f == none && x.status >= 500 && x.status != http.StatusNotImplemented
	}
}

func isCertificate(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.CertificateInvalidError](err)
	return ok
}

// isCut tells whether the exchange broke off underway.
func isCut(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return isHTTP2Cut(err) || isIdleClosed(err)
}

// backoff returns the wait before the next attempt: what the service asked for and a spread on top, so that callers refused together do
// not come back together, or else a random part of a window that doubles.
func (x *exchange) backoff() time.Duration {
	retry := &x.core.settings.Retry
	if x.retryAfter > 0 {
		const spread = 2 * time.Second
		return x.retryAfter + x.fraction(min(x.retryAfter, spread))
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
		x.interrupted = true
		return contextError(x)
	}
}
