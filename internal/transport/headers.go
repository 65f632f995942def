package transport

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
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

// ours contains the headers that callers cannot set. Accept-Encoding is one of them, because a
// request that sets it disables decompression in net/http.
var ours = map[string]bool{
	"Accept-Encoding":   true,
	"Connection":        true,
	"Content-Length":    true,
	"Host":              true,
	"Trailer":           true,
	"Transfer-Encoding": true,
	"Upgrade":           true,
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

// checkKey rejects a value of the secret header that is missing or invalid, or that would be sent
// over plain HTTP to another machine. Its errors do not contain the value.
func checkKey(o *op.Op, key string, withoutChecks bool, s *Settings) error {
	name := o.SecretHeader
	switch {
	case key == "" && withoutChecks:
		return nil
	case key == "":
		return &api.ValidationError{Operation: o.Name, Field: "header " + name, Rule: "required"}
	case s.InClear():
		return &api.ValidationError{
			Operation: o.Name, Field: "header " + name,
			Rule: "a base URL with https, or WithInsecureHTTP", Value: "http",
		}
	default:
		return checkValue(o, name, key)
	}
}

// checkHeader rejects headers that are invalid or that the SDK sets itself. Its errors do not
// contain the values, which may be secrets.
func checkHeader(o *op.Op, header http.Header, authorized bool) error {
	for name, values := range header {
		if ours[name] || (authorized && name == "Authorization") || (name != "" && name == o.SecretHeader) {
			return &api.ValidationError{Operation: o.Name, Field: "header", Rule: "a header the client does not set itself", Value: name}
		}
		if name == "" || strings.Trim(name, tokenChars) != "" {
			return &api.ValidationError{Operation: o.Name, Field: "header", Rule: "a legal header name", Value: name}
		}
		for _, value := range values {
			if err := checkValue(o, name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// tokenChars contains the characters of a header name.
const tokenChars = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" //nolint:gosec // no credentials

// checkValue rejects the value of a header if it contains a control character.
func checkValue(o *op.Op, name, value string) error {
	if !strings.ContainsFunc(value, isControl) {
		return nil
	}
	return &api.ValidationError{
		Operation: o.Name, Field: "header " + name,
		Rule: "a value without control characters", Value: "[not shown]",
	}
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
