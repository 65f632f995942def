package transport

import (
	"cmp"
	"net/http"
	"slices"
)

// headers is the layer that adds the SDK's own header fields, so that middleware sees them. It
// comes after http.Client, which would copy the fields for redirects. If there is no middleware,
// auth adds them.
type headers struct {
	core *Core
	next http.RoundTripper
}

// The values of header fields. They are shared, because only middleware may change a header, and
// middleware gets copies.
var (
	typeJSON   = []string{"application/json"}
	typeEvents = []string{"text/event-stream"}
	typeAny    = []string{"*/*"}
	identity   = []string{"identity"}
)

func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	h.core.addHeader(scopeOf(req.Context()).call, req.Header)
	req.Host = cmp.Or(req.Host, req.URL.Host) // the request of a redirect has no Host
	return h.next.RoundTrip(req)
}

// addHeader adds the SDK's own fields to a header, unless the header already has them.
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
	switch {
	case of.target != nil:
		set("Accept", typeAny)
		set("Accept-Encoding", identity) // ranges and lengths refer to the unencoded content
		set("Authorization", nil)        // keeps the token out, even if middleware sends in a context of its own
	case of.want == wantStream:
		set("Accept", typeEvents)
		set("Accept-Encoding", identity) // a compressor may hold events back
	default:
		set("Accept", typeJSON)
	}
	if of.body != nil {
		set("Content-Type", typeJSON)
	}
}

// hideIdempotencyKey changes the case of the headers by which net/http recognizes requests that it
// may retry by itself. net/http looks only for the canonical names, but servers ignore the case.
func hideIdempotencyKey(header http.Header) {
	for _, name := range [...]struct{ canonical, sent string }{{"Idempotency-Key", "idempotency-key"}, {"X-Idempotency-Key", "x-idempotency-key"}} {
		if values, ok := header[name.canonical]; ok {
			delete(header, name.canonical)
			header[name.sent] = values
		}
	}
}
