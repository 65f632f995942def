package transport

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// auth is the layer that adds the token and the secret header. It comes after the middleware, which
// must not see them. It adds them only to requests to the origin of the base URL, so that no
// redirect sends them elsewhere.
type auth struct {
	core *Core
	next *wire
	last atomic.Pointer[[]string] // the last value of the header, which saves two allocations; package fmt does not follow it
}

func (a *auth) RoundTrip(req *http.Request) (*http.Response, error) {
	s := scopeOf(req.Context())
	if s == nil { // middleware sends in a context of its own
		s = &scope{attempt: new(attempt)}
	}
	hasMiddleware := len(a.core.settings.Middleware) > 0
	if hasMiddleware {
		if err := s.attempt.reach(req.Context()); err != nil {
			closeBody(req)
			return nil, err
		}
	}
	// A RoundTripper must not change the request it is given.
	header := make(http.Header, len(req.Header)+5)
	if len(req.Header) > 0 {
		maps.Copy(header, req.Header)
		hideIdempotencyKey(header)
	}
	if !hasMiddleware {
		a.core.addHeader(s.call, header)
	}
	// A file may have a user in its URL, but never gets the token.
	if values, given := header["Authorization"]; !s.isFile && (!given || values != nil) && a.core.base.isOriginOf(req.URL) {
		if err := a.addSecrets(header, req, s); err != nil {
			closeBody(req)
			return nil, err
		}
	}
	resp, err := a.next.send(s.attempt, req, header)
	if resp != nil {
		resp.Request = req // middleware may look at it
	}
	return resp, err
}

// addSecrets adds the token and the secret header.
func (a *auth) addSecrets(header http.Header, req *http.Request, s *scope) error {
	bearer, err := a.token(req.Context(), s)
	if err != nil {
		return s.attempt.refuse(&neterr.UnsentError{Err: fmt.Errorf("get token: %w", &tokenError{err})})
	}
	if bearer != nil {
		header["Authorization"] = bearer
	}
	hasKey := s.call != nil && s.call.key != ""
	if hasKey {
		header[s.call.op.SecretHeader] = []string{s.call.key}
	}
	if (bearer != nil || hasKey) && req.URL.Scheme == "http" && !a.core.settings.InsecureHTTP {
		if proxy := proxyOf(a.next.known, req); proxy != nil {
			return s.attempt.refuse(&neterr.UnsentError{Err: &neterr.InClearError{Proxy: proxy.Host}})
		}
	}
	return nil
}

// IsLoopback reports whether host is a loopback address or "localhost" in lower case. For these
// hosts, net/http ignores the proxies of the environment, so requests to them stay on this machine.
func IsLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// InClear reports whether secrets would be sent over plain HTTP to another machine without
// permission.
func (s *Settings) InClear() bool {
	return s.BaseURL.Scheme == "http" && !s.InsecureHTTP && !IsLoopback(s.BaseURL.Hostname())
}

// A tokenError is the error of a token source. It has no Unwrap method, as [neterr.UnsentError].
type tokenError struct{ err error }

func (e *tokenError) Error() string        { return e.err.Error() }
func (e *tokenError) Is(target error) bool { return neterr.OfAnother(e.err, target) }
func (e *tokenError) As(target any) bool   { return errors.As(e.err, target) }
