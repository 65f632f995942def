package transport

import (
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

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
