package transport

import (
	"cmp"
	"net/http"
	"slices"
)

// headers is the layer that adds the SDK's own header fields, for middleware to see. It comes after
// http.Client, which would copy them for redirects. Without middleware, auth adds them.
type headers struct {
	core *Core
	next http.RoundTripper
}

// The values of header fields. Nobody changes them but middleware, which gets copies.
var (
	typeJSON   = []string{"application/json"}
	typeEvents = []string{"text/event-stream"}
	identity   = []string{"identity"}
)

func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	h.core.addHeader(scopeOf(req.Context()).call, req.Header)
	req.Host = cmp.Or(req.Host, req.URL.Host) // the request of a redirect has none
	return h.next.RoundTrip(req)
}

// addHeader adds the SDK's own fields to a header that does not have them.
func (core *Core) addHeader(of *call, header http.Header) {
	set := func(name string, value []string) {
		if _, ok := header[name]; ok {
			return
		}
		if len(core.settings.Middleware) > 0 {
			value = slices.Clone(value)
		}
		header[name] = slices.Clip(value)
	}
	set("User-Agent", core.userAgent)
	if of.want == wantStream {
		set("Accept", typeEvents)
		set("Accept-Encoding", identity) // a compressor may hold events back
	} else {
		set("Accept", typeJSON)
	}
	if of.body != nil {
		set("Content-Type", typeJSON)
	}
}
