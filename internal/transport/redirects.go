package transport

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 10

// origin is the origin to which the redirects of a request must lead.
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	scheme := strings.ToLower(u.Scheme)
	return origin{scheme, strings.ToLower(u.Hostname()), cmp.Or(u.Port(), defaultPorts[scheme])}
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// sameOrigin returns a CheckRedirect function. The function rejects redirects to another scheme,
// host or port, and redirects from a POST to a GET. For other redirects, it calls next. The content
// of a file may be on another host, because the request for it contains no token. A rejected
// redirect becomes the response, and therefore an error with its status.
func sameOrigin(next func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		first := via[0]
		isFile := scopeOf(req.Context()).call.target != nil
		if isFile {
			req.Header.Del("Referer") // it may contain the key of a file
		}
		switch {
		case isFile && first.URL.Scheme == "https" && req.URL.Scheme != "https":
			return reject(req, "redirect from https to %s rejected", req.URL.Scheme)
		case !isFile && originOf(req.URL) != originOf(first.URL):
			return reject(req, "redirect to another origin rejected: %s://%s", req.URL.Scheme, req.URL.Host)
		case req.Method != first.Method:
			return reject(req, "redirect that turns %s into %s rejected", first.Method, req.Method)
		case len(via) >= maxRedirects:
			return reject(req, "stopped after %d redirects", maxRedirects)
		case next != nil:
			return next(req, via)
		default:
			return nil
		}
	}
}

// reject records why a redirect is not followed, and returns the error for CheckRedirect.
func reject(req *http.Request, format string, args ...any) error {
	scopeOf(req.Context()).attempt.badRedirect = fmt.Sprintf(format, args...)
	return http.ErrUseLastResponse
}

// redirects is the layer that returns a redirect with an invalid Location unchanged. http.Client
// would fail and lose the status.
type redirects struct {
	next http.RoundTripper

	isSent bool // the first request has been sent already, with this outcome
	resp   *http.Response
	err    error
}

func (r *redirects) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if r.isSent {
		resp, err, r.isSent = r.resp, r.err, false
	} else {
		resp, err = r.next.RoundTrip(req)
	}
	if err != nil || resp == nil || resp.StatusCode/100 != 3 {
		return resp, err
	}
	if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header = resp.Header.Clone()
		resp.Header.Del("Location")
		_ = reject(req, "redirect to an invalid URL")
	}
	return resp, nil
}
