package transport

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 10

// origin is what a request may not be redirected away from.
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	o := origin{strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()}
	if o.port == "" {
		o.port = map[string]string{"http": "80", "https": "443"}[o.scheme]
	}
	return o
}

func (o origin) equal(other origin) bool { return o == other }

// sameOrigin returns a redirect rule that goes neither to another scheme, host or port nor from a POST to a GET, and then asks next. A
// redirect that is not followed comes back as the answer it is, and so as an error with its status.
func sameOrigin(next func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		first := via[0]
		refuse := func(format string, args ...any) error {
			if x := exchangeFrom(req.Context()); x != nil {
				x.refusal = fmt.Sprintf(format, args...)
			}
			return http.ErrUseLastResponse
		}
		switch {
		case !originOf(req.URL).equal(originOf(first.URL)):
			return refuse("redirect to another origin refused: %s://%s", req.URL.Scheme, req.URL.Host)
		case req.Method != first.Method:
			return refuse("redirect that turns %s into %s refused", first.Method, req.Method)
		case len(via) >= maxRedirects:
			return refuse("stopped after %d redirects", maxRedirects)
		case next != nil:
			return next(req, via)
		default:
			return nil
		}
	}
}
