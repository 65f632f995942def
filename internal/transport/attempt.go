package transport

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/ratelimit"
)

// An attempt is one try of a call: the round trips of a request and of the redirects that follow
// it. Middleware may run several round trips at once, in goroutines that outlive the attempt. Each
// round trip therefore has its own state, and the attempt counts the round trips.
type attempt struct {
	timeout     time.Duration // none if it is not positive
	ends        time.Time     // deadline if there is a timeout, which includes redirects
	deadToken   *string       // rejected with a 401 in an earlier attempt; nil if there is none
	badRedirect string        // reason a redirect was rejected
	isOpen      bool          // a 2xx response is read after the attempt, without its timeout

	over  bool // the outcome is known
	mu    sync.Mutex
	trips trips
	first roundTrip // part of the attempt, to save an allocation
}

// trips count the round trips of an attempt.
type trips struct {
	sent    int32   // requests that were passed to the network
	running int32   // requests that have not returned
	stale   int32   // requests lost with the reused connection they were sent on
	acted   int32   // requests that the service may have acted on
	written bool    // a request may have reached the service
	reached bool    // middleware has passed on a request whose context had not ended
	token   *string // token of the last request, nil if the source cannot renew it
	unsent  []error // errors of requests that cannot have reached the service
}

// An attemptTransport is the Transport of the loop, so that each round trip of the loop is an
// attempt. It has no method CloseIdleConnections, because the loop would call it after each failure
// and affect all calls of the client.
type attemptTransport struct {
	client *http.Client      // for cookies and redirects; redirects is its Transport
	layers http.RoundTripper // the layers below redirects
}

// RoundTrip makes an attempt and stores the outcome in the call. The loop gets an empty response,
// whose request leads to the call. If the loop got the response of the service, the http.Client of
// the loop would follow a redirect, and lose the status if the Location is invalid.
func (t *attemptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	c := scopeOf(req.Context()).call
	if err := c.ctx.Err(); err != nil && c.waiting { // the context ended during the wait
		return nil, err
	}
	if limiter := c.core.settings.Pace; limiter != nil {
		if err := c.pace(limiter.Wait); err != nil {
			return nil, err
		}
	}
	sent, a := c.startAttempt(req)
	resp, err := t.send(c, sent)
	if u, ok := err.(*url.Error); ok { //nolint:errorlint // only the outermost error is from http.Client
		err = u.Err // url.Error contains the query, and is a net.Error whatever the cause is
	}
	c.err = c.receive(resp, err)
	c.badRedirect, c.deadToken, c.trips = a.badRedirect, a.deadToken, a.end()
	if c.status == http.StatusUnauthorized && c.trips.token != nil {
		c.deadToken = c.trips.token
	}
	if c.err == nil && isSuccess(c.status) {
		return noResponse, nil // no wait follows, so nothing looks for the call
	}
	return &http.Response{Request: req, Body: http.NoBody}, nil
}

// send sends the request of an attempt. http.Client copies the header of each request to be
// prepared for redirects, so send uses an http.Client only for cookies, redirects and failures. For
// redirects and failures, this client gets the outcome as if it had sent the request itself.
func (t *attemptTransport) send(c *call, req *http.Request) (*http.Response, error) {
	if t.client.Jar != nil {
		return t.client.Do(req)
	}
	if c.target != nil && c.target.User != nil { // as http.Client would send it, but not after a redirect
		password, _ := c.target.User.Password()
		req.SetBasicAuth(c.target.User.Username(), password)
	}
	resp, err := t.layers.RoundTrip(req)
	if err == nil && resp != nil && resp.Body != nil && resp.StatusCode/100 != 3 {
		return resp, nil
	}
	client, again := *t.client, req.WithContext(req.Context())
	client.Transport = &redirects{next: t.layers, isSent: true, resp: resp, err: err}
	again.Header = c.cfg.Header.Clone()
	if again.GetBody != nil {
		again.Body, _ = again.GetBody()
	}
	return client.Do(again)
}

// pace waits until the limiter of the client allows the attempt to begin. The timeout of the
// attempt starts after this wait.
func (c *call) pace(wait func(context.Context) error) error {
	start := time.Now()
	err := wait(c.ctx)
	c.paced += time.Since(start)
	if err != nil {
		c.held = &neterr.PacedError{Err: cmp.Or(neterr.Ended(c.ctx), err)}
	}
	return err
}

var noResponse = &http.Response{Body: http.NoBody}

// startAttempt begins an attempt and clears the outcome of the previous one. It may change req, the
// request of the loop. It returns the request to send, which has its own header.
func (c *call) startAttempt(req *http.Request) (*http.Request, *attempt) {
	s, a := &c.first.scope, &c.first.attempt
	if c.attempts++; c.attempts > 1 { // round trips of the last attempt may still run
		a = new(attempt)
		s = &scope{Context: c.ctx, call: c, isFile: c.target != nil}
		req = req.WithContext(s)
	}
	s.attempt = a
	a.timeout, a.ends, a.isOpen, a.deadToken = c.timeout, time.Now().Add(c.timeout), c.want >= wantOpen, c.deadToken
	c.waiting, c.outcome = false, outcome{}
	req.Header = c.cfg.Header.Clone() // the layers add other fields to it
	if c.body != nil {
		req.ContentLength = int64(len(c.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.body)), nil } // redirects need GetBody
		req.Body, _ = req.GetBody()
	}
	return req, a
}

// receive stores a response in the call. Unless the response stays open, it also reads the body.
func (c *call) receive(resp *http.Response, err error) error {
	if resp != nil { // http.Client returns both when the caller's CheckRedirect fails
		c.status, c.header = resp.StatusCode, resp.Header
	}
	if err != nil {
		return err
	}
	isReset := c.status == http.StatusResetContent // it has no body, and reading it can hang
	if isSuccess(c.status) && c.want >= wantOpen && (c.want == wantStream || !isReset) {
		c.open = resp.Body
		if c.target != nil && resp.Request != nil {
			from := *resp.Request.URL
			from.RawQuery = ""
			c.from = from.String()
		}
		return nil
	}
	defer func() { _ = resp.Body.Close() }()
	switch {
	case !isSuccess(c.status):
		c.retryAfter, c.hasRetryAfter = ratelimit.RetryAfter(c.header, time.Now())
		if !c.hasRetryAfter && c.status == http.StatusTooManyRequests {
			c.retryAfter = ratelimit.UntilReset(c.header, time.Now())
		}
		if c.status != http.StatusSwitchingProtocols { // a 101 is not followed by a body
			body, incomplete := readBody(resp, maxErrorBytes, new([]byte)) // which must not hide the status
			if incomplete != nil {
				body = c.secrets.Cut(body)
			}
			c.responseBody = body
		}
	case isReset:
	case c.want == wantNothing:
		if n := resp.ContentLength; n > 0 && n <= 4<<10 { // so that the connection can be reused
			_, _ = io.CopyN(io.Discard, resp.Body, n)
		}
	default:
		c.responseBody, err = readBody(resp, c.cfg.MaxResponseBytes, c.takeBuffer())
	}
	return err
}

// reach records that middleware has passed on a request whose context has not ended. It returns an
// error if the timeout of the attempt had expired before the first request.
func (a *attempt) reach(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.trips.reached {
		return nil
	}
	if a.timeout > 0 && !time.Now().Before(a.ends) {
		a.trips.reached = true
		held := &neterr.HeldError{Err: &neterr.TimeoutError{What: "attempt timeout", D: a.timeout}}
		a.trips.unsent = append(a.trips.unsent, held)
		return held
	}
	a.trips.reached = neterr.Ended(ctx) == nil
	return nil
}

// refuse records the error of a request that is not passed to the network, and returns it.
func (a *attempt) refuse(err error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trips.unsent = append(a.trips.unsent, err)
	return err
}

// enter counts a round trip and returns its state. If the attempt is over, it returns nil, because
// nothing would count the request.
func (a *attempt) enter() *roundTrip {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return nil
	}
	a.trips.running++
	if a.trips.sent++; a.trips.sent == 1 {
		return &a.first
	}
	return new(roundTrip)
}

// leave records the outcome of a round trip. unsent is its error if it cannot have reached the
// service, and nil otherwise.
func (a *attempt) leave(acted, stale bool, unsent error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trips.running--
	if unsent == nil {
		a.trips.written = true
	} else {
		a.trips.unsent = append(a.trips.unsent, unsent)
	}
	if acted {
		a.trips.acted++
	}
	if stale {
		a.trips.stale++
	}
}

// use records the token of a round trip.
func (a *attempt) use(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trips.token = &token
}

// end ends the attempt and returns the counts of its round trips. No further round trip can begin,
// but a running one may still be writing its request.
func (a *attempt) end() trips {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
	all := a.trips
	all.written = all.written || all.running > 0
	all.acted += all.running
	return all
}
