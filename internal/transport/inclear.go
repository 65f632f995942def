package transport

import (
	"net/http"
	"net/netip"

	"github.com/publishing-platform/publishing-go/internal/neterr"
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

// checkProxy returns an error if a secret in a request would go over plain HTTP to a proxy.
func (a *auth) checkProxy(req *http.Request) error {
	if a.core.settings.InsecureHTTP || req.URL.Scheme != "http" {
		return nil
	}
	if proxy := neterr.ProxyOf(a.next.known, req); proxy != nil {
		return &neterr.UnsentError{Err: &neterr.InClearError{Proxy: proxy.Host}}
	}
	return nil
}
