package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// wire is the last layer before the network. It applies the timeout of an attempt. The timeout ends
// with the last byte of the response or, for a stream or a download, with the header. wire also
// prevents net/http from sending a request twice, and records whether the request may have reached
// the service.
type wire struct {
	next  http.RoundTripper
	known *http.Transport // next if it is from net/http; nil for another network layer
}

// send passes a request of an attempt, with a header, to the network.
func (w *wire) send(a *attempt, req *http.Request, header http.Header) (*http.Response, error) {
	if err := neterr.Ended(req.Context()); err != nil {
		closeBody(req)
		// Some networks check the context only after they have begun. Wrapped, the error is that of
		// this request alone.
		return nil, a.refuse(fmt.Errorf("%w", err))
	}
	t := a.enter()
	if t == nil {
		closeBody(req)
		return nil, errAttemptOver
	}
	t.known = w.known
	t.ctx, t.cancel = context.WithCancelCause(req.Context())
	if a.timeout > 0 {
		t.timer = time.AfterFunc(time.Until(a.ends), func() {
			t.cancel(&neterr.TimeoutError{What: "attempt timeout", D: a.timeout})
		})
	}
	t.trace = t.hooks()
	sent := req.WithContext(httptrace.WithClientTrace(t.ctx, &t.trace))
	sent.Header = header
	sent.GetBody = nil                         // without GetBody, a body is not sent twice
	sent.Host = cmp.Or(req.Host, req.URL.Host) // req.Host may be empty
	resp, err := w.next.RoundTrip(sent)
	var unsent error
	stale := false
	if err != nil {
		err = t.explain(err, sent)
		stale = t.stale(err)
		if !t.written(err) {
			unsent = err
		}
	}
	acted := resp == nil || mayFollowEffect(resp.StatusCode) &&
		(!redirectsRead(resp.StatusCode, req.Method) || overridesMethod(header, req.URL.Query()))
	a.leave(unsent == nil && acted, stale, unsent)
	if err != nil || resp == nil || resp.Body == nil { // http.Client handles the last two
		t.stop()
		return resp, err
	}
	if t.timer != nil && a.isOpen && isSuccess(resp.StatusCode) {
		t.timer.Stop()
	}
	t.ReadCloser, resp.Body = resp.Body, t
	return resp, nil
}

// proxyOf returns the proxy that network uses for a request. It returns nil if network uses none or
// is nil.
func proxyOf(network *http.Transport, req *http.Request) *url.URL {
	if network == nil || network.Proxy == nil {
		return nil
	}
	proxy, err := network.Proxy(req)
	if err != nil { // net/http fails too
		return nil
	}
	return proxy
}

// closeBody closes the body of a request that is not sent, as a RoundTripper must. Middleware may
// have replaced the body.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// errAttemptOver is the error of a round trip that middleware starts after its attempt has ended.
var errAttemptOver = errors.New("the attempt that the request belongs to is over")
