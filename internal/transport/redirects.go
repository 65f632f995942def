package transport

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 10

// origin is the origin to which the redirects of a request must lead.
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	o := origin{strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()}
	if o.port == "" {
		switch o.scheme {
		case "http":
			o.port = "80"
		case "https":
			o.port = "443"
		}
	}
	return o
}

// sameOrigin returns a CheckRedirect function. The function rejects redirects to another scheme,
// host or port, and redirects from a POST to a GET. For other redirects, it calls next. The content
// of a file may be on another host, because the request for it contains no token. A rejected
// redirect becomes the response, and therefore an error with its status.
func sameOrigin(next func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		first := via[0]
		reject := func(format string, args ...any) error {
			rejectRedirect(req, fmt.Sprintf(format, args...))
			return http.ErrUseLastResponse
		}
		isFile := false
		if s := scopeOf(req.Context()); s != nil && s.call.target != nil {
			isFile = true
			req.Header.Del("Referer") // it may contain the key of a file
		}
		switch {
		case isFile && first.URL.Scheme == "https" && req.URL.Scheme != "https":
			return reject("redirect from https to %s rejected", req.URL.Scheme)
		case !isFile && originOf(req.URL) != originOf(first.URL):
			return reject("redirect to another origin rejected: %s://%s", req.URL.Scheme, req.URL.Host)
		case req.Method != first.Method:
			return reject("redirect that turns %s into %s rejected", first.Method, req.Method)
		case len(via) >= maxRedirects:
			return reject("stopped after %d redirects", maxRedirects)
		case next != nil:
			return next(req, via)
		default:
			return nil
		}
	}
}

// rejectRedirect records why a redirect is not followed.
func rejectRedirect(req *http.Request, reason string) {
	if s := scopeOf(req.Context()); s != nil {
		s.attempt.rejection = reason
	}
}

// redirects is the layer that returns a redirect with an invalid Location unchanged. http.Client
// would fail and lose the status.
type redirects struct {
	next  http.RoundTripper
	first *firstTrip // nil unless the first request has been sent already
}

// A firstTrip is the outcome of a request.
type firstTrip struct {
	resp *http.Response
	err  error
}

func (r *redirects) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if first := r.first; first != nil {
		resp, err, r.first = first.resp, first.err, nil
	} else {
		resp, err = r.next.RoundTrip(req)
	}
	if err != nil || resp == nil || resp.StatusCode/100 != 3 {
		return resp, err
	}
	if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header = resp.Header.Clone()
		resp.Header.Del("Location")
		rejectRedirect(req, "redirect to an invalid URL")
	}
	return resp, nil
}
