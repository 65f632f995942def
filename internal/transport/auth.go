package transport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"

	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/future"
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
		if err := s.attempt.reach(); err != nil {
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
	if values, given := header["Authorization"]; (!given || values != nil) && a.core.base.isOriginOf(req.URL) {
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
		return &neterr.UnsentError{Err: fmt.Errorf("get token: %w", err)}
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
			return &neterr.UnsentError{Err: &neterr.InClearError{Proxy: proxy.Host}}
		}
	}
	return nil
}

// token returns the value of the Authorization header, or nil if there is none.
func (a *auth) token(ctx context.Context, s *scope) ([]string, error) {
	const scheme = "Bearer "
	settings := &a.core.settings
	if settings.TokenSource == nil {
		return nil, nil
	}
	ask := settings.TokenSource
	if settings.Refreshable { // another source returns at once
		ask = func(ctx context.Context) (string, error) { return askToken(ctx, settings.TokenSource, s.attempt) }
	}
	token, err := ask(ctx)
	if err != nil {
		return nil, err
	}
	header := a.last.Load()
	if header == nil || strings.TrimPrefix((*header)[0], scheme) != token {
		if err := CheckToken(token); err != nil {
			return nil, err
		}
		header = &[]string{scheme + token}
		a.last.Store(header)
	}
	if s.call == nil {
		a.core.secrets.AddDetached(token)
	} else {
		s.call.secrets.Add(token)
	}
	if settings.Refreshable {
		s.attempt.use(token)
	}
	return (*header)[:1:1], nil
}

// askToken calls a source that can renew its token. It returns when the attempt ends, even if the
// source ignores its context.
func askToken(ctx context.Context, source func(context.Context) (string, error), a *attempt) (string, error) {
	if a.deadToken != nil {
		rejected := *a.deadToken
		ctx = context.WithValue(ctx, options.RejectedKey{}, func() string { return rejected })
	}
	if a.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, a.ends, &neterr.TimeoutError{What: "attempt timeout", D: a.timeout})
		defer cancel()
	}
	token, err := future.Go(func() (string, error) { return source(ctx) }).Wait(ctx)
	if err != nil && ctx.Err() != nil {
		err = neterr.CauseOf(ctx, err)
	}
	return token, err
}

// CheckToken returns an error if a token is invalid. The error does not contain the token.
func CheckToken(token string) error {
	if token == "" {
		return errors.New("the token is empty")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return errors.New("the token has a space, a control character or a character outside of ASCII; remove line ends and quotes around it")
	}
	return nil
}

// StaticToken returns a source of one token. Package fmt cannot print a token in a closure.
func StaticToken(token string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return token, nil }
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
