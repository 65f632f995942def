package transport

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// An attempt is one try of an exchange: the round trips of a request and of the redirects that
// follow it. Middleware may run several round trips at once, from goroutines that outlive the
// attempt, so an attempt is shared and each round trip has a state of its own.
type attempt struct {
	exchange *exchange
	ends     time.Time // for the redirects too

	// The outcome, for the goroutine of the call alone.
	status        int
	header        http.Header
	retryAfter    time.Duration
	hasRetryAfter bool   // there was a Retry-After
	rejection     string // of a redirect
	handled       bool   // its response was read
	responseBody  []byte
	response      *http.Response // of a stream or a download

	rejected *string // token that got a 401 in an earlier attempt, nil for none; package fmt shows no pointer

	mu      sync.Mutex
	token   *string // that was sent last, nil if the source cannot renew it
	trips   int     // that were handed to the network layer
	running int     // of them, those that have not returned
	stale   int     // of them, those lost with the kept connection they were sent on
	acted   int     // of them, those that the service may have acted on
	written bool    // a request may have reached the service
	reached bool    // middleware has passed a request on
	over    bool    // the outcome is known
}

type attemptKey struct{}

// attemptContext carries an attempt to round trips that middleware may start when the next attempt
// is under way.
type attemptContext struct {
	context.Context
	attempt *attempt
}

func (c *attemptContext) Value(key any) any {
	if key == (attemptKey{}) {
		return c.attempt
	}
	return c.Context.Value(key)
}

func attemptFrom(ctx context.Context) *attempt {
	a, _ := ctx.Value(attemptKey{}).(*attempt)
	return a
}

// reach records that middleware has passed a request on. It returns an error if the time of the
// attempt had passed before the first one.
func (a *attempt) reach() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.reached {
		return nil
	}
	a.reached = true
	if limit := a.exchange.attemptTimeout; limit > 0 && !time.Now().Before(a.ends) {
		return &heldError{&timeoutError{"attempt timeout", limit}}
	}
	return nil
}

// isHeld reports whether middleware has not passed any request on.
func (a *attempt) isHeld() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.reached
}

// enter counts a round trip. It reports false once the attempt is over: a request that is sent then
// would be counted nowhere.
func (a *attempt) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return false
	}
	a.trips++
	a.running++
	return true
}

// send records the token of a round trip.
func (a *attempt) send(token *string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.token = token
}

// rejectedToken returns the token that the service has rejected in this attempt or before, nil for
// none.
func (a *attempt) rejectedToken() *string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.status == http.StatusUnauthorized && a.token != nil {
		return a.token
	}
	return a.rejected
}

// leave takes the outcome of a round trip.
func (a *attempt) leave(written, acted, stale bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running--
	a.written = a.written || written
	if acted {
		a.acted++
	}
	if stale {
		a.stale++
	}
}

// endAttempt closes the attempt to further round trips. One that is still running may be writing
// its request.
func (a *attempt) endAttempt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
	a.written = a.written || a.running > 0
	a.acted += a.running
}

// othersActed reports whether the service may have acted on a round trip besides the one that got
// the response of the attempt.
func (a *attempt) othersActed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	others := a.acted
	if mayFollowEffect(a.status) {
		others--
	}
	return a.status != 0 && others > 0
}

// tried reports whether the network layer was given a request.
func (a *attempt) tried() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.trips > 0
}

// mayBeWritten reports whether a request may have reached the service.
func (a *attempt) mayBeWritten() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.written
}

// wasStale reports whether the attempt failed for no other reason than that the kept connection it
// was sent on was closed.
func (a *attempt) wasStale() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.trips > 0 && a.stale == a.trips
}
