package transport

import (
	"net/http"
	"net/netip"
	"net/url"
)

// IsLoopback reports whether host is a loopback address or "localhost", in lower case only: these
// are the hosts for which net/http uses no proxy of the environment, so requests to them stay on
// this machine.
func IsLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// InClear reports whether secrets would go over plain HTTP to another machine, without permission.
func (s *Settings) InClear() bool {
	return s.BaseURL.Scheme == "http" && !s.InsecureHTTP && !IsLoopback(s.BaseURL.Hostname())
}

// inClearError is a request with a secret that would go over plain HTTP to a proxy. The environment
// has none for a loopback host, but the Proxy of a program's Transport may return one.
type inClearError struct{ proxy string }

func (e *inClearError) Error() string {
	return "the token or key would go over plain http to the proxy " + e.proxy + "; use https, or WithInsecureHTTP if you must"
}

// checkProxy returns an error if a secret in a request would go over plain HTTP to a proxy.
func (a *auth) checkProxy(req *http.Request) error {
	if a.core.settings.InsecureHTTP || req.URL.Scheme != "http" {
		return nil
	}
	if proxy := proxyOf(a.next.known, req); proxy != nil {
		return &unsentError{&inClearError{proxy.Host}}
	}
	return nil
}

// proxyOf returns the proxy that network uses for a request, nil if it uses none or is not known.
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
