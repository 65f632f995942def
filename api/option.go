package api

import (
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/internal/call"
)

// A CallOption configures a single call. Every method that calls an operation takes any number of
// them. A nil CallOption has no effect.
type CallOption interface {
	option
}

type option = call.Option

// WithMeta sets *m to the metadata of the call, such as the status, the header, the request ID and
// the number of attempts, even if the call fails. It does so when the call ends; in an iteration
// over a list, for each page; for a stream, when it opens and when it ends; for a download, when it
// begins. A nil m is ignored.
func WithMeta(m *Meta) CallOption {
	return call.Func(func(c *call.Config) {
		if m != nil {
			c.Meta = m
		}
	})
}

// WithRawBody sets *body to the body of the response, for fields that this release does not know.
// In an iteration over a list, it does so for each page.
//
// *body is nil if the call was not sent, or if the response is a stream or a download, has a status
// other than 2xx, or has no body. The body of a 205 is not read, so *body is nil then too.
func WithRawBody(body *[]byte) CallOption {
	return call.Func(func(c *call.Config) { c.RawBody = body })
}

// WithHeader adds a header to the request. A header named Accept, Content-Type or User-Agent
// replaces the SDK's. The call returns a [*ValidationError] if the name or the value is not valid,
// or if only the SDK may set the header. Only the SDK may set Accept-Encoding, Content-Length,
// Host, the headers of the connection and, if the client sends a token, Authorization.
//
// With Prefer: return=minimal, the service may respond with 204 and no body. An operation that
// returns an object, but not a list or a stream, then returns a zero object and a nil error, and
// [Meta] contains the status.
func WithHeader(name, value string) CallOption {
	return call.Func(func(c *call.Config) {
		if c.Header == nil {
			c.Header = http.Header{}
		}
		c.Header[http.CanonicalHeaderKey(name)] = append(c.Header[http.CanonicalHeaderKey(name)], value)
	})
}

// WithQuery adds a query parameter. It replaces the value in the options of the operation. If it is
// used several times with the same name, all values are sent.
//
// Errors and logs do not contain the query. If the name suggests a secret, the value is also
// redacted where the service repeats it. Such a name contains "token", "secret", "passw",
// "signature", "credential" or "jwt", or ends in "key".
func WithQuery(name, value string) CallOption {
	return call.Func(func(c *call.Config) {
		if c.Query == nil {
			c.Query = url.Values{}
		}
		c.Query.Add(name, value)
	})
}

// WithBodyField sets a field of the JSON object in the body, and overrides the value in the body's
// struct. WithBodyField encodes the value as encoding/json does; nil is sent as null. A write
// without a body gets one. A GET cannot have one: the call returns a [*ValidationError].
func WithBodyField(name string, value any) CallOption {
	return call.Func(func(c *call.Config) {
		if c.BodyFields == nil {
			c.BodyFields = map[string]any{}
		}
		c.BodyFields[name] = value
	})
}

// WithTimeout sets a timeout for the call, including retries and the waits before them. The timeout
// of a stream or a download applies until it ends, and that of an iteration over a list to each
// page. Zero keeps the client's setting, and a negative duration removes it.
func WithTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.Timeout = d })
}

// WithAttemptTimeout sets a timeout for each attempt. It covers the whole response or, for a stream
// or a download, the response header. Zero keeps the client's setting, and a negative duration
// removes it. For a stream or a download, the default is the idle timeout. For other operations, it
// is 30 s, unless the comment of the operation says otherwise.
func WithAttemptTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.AttemptTimeout = d })
}

// WithIdleTimeout sets a timeout for the response header of a stream or a download, and then for
// each further byte; heartbeats count. Zero keeps the client's setting, which is 60 s by default,
// and a negative duration removes it. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.IdleTimeout = d })
}

// WithoutRetry disables retries for the call. With publishing.WithTokenSource, a 401 is still
// retried once with a new token.
func WithoutRetry() CallOption {
	return call.Func(func(c *call.Config) { c.WithoutRetry = true })
}

// WithRequireDone makes a stream end with an error that matches [io.ErrUnexpectedEOF] if the
// service has not announced the end, because the stream may then be truncated. By default, such a
// stream ends without an error, because the API reference does not say that a service always
// announces the end. It has no effect on other calls.
func WithRequireDone() CallOption {
	return call.Func(func(c *call.Config) { c.RequireDone = true })
}

// WithStrictDecoding makes the call fail with a [*DecodeError] if a value in the response does not
// fit its Go field, or if a required field is missing at any depth. By default, such a field is
// left zero, and [Meta] reports the first one whose absence could pass for something else.
//
// It also makes a list that ends before the service's count an error. See package pagination.
//
// It has no effect on values of the caller's types, which encoding/json decodes.
func WithStrictDecoding() CallOption {
	return call.Func(func(c *call.Config) { c.StrictDecoding = true })
}

// WithReplay permits the call to take effect twice, so that a write, or a stream that has not
// opened, is retried like a safe request. Use it if repeating the call makes no difference, such as
// for a PATCH that sets a title.
//
// For an operation that is called with publishing.Client.Do, the Idempotent field of
// publishing.Request permits it for all calls.
func WithReplay() CallOption {
	return call.Func(func(c *call.Config) { c.Replay = true })
}

// WithPrefetch makes an iteration over a list fetch and decode the next page while the loop works
// on the current one. It never fetches more than one page ahead. It has no effect on other calls.
func WithPrefetch() CallOption {
	return call.Func(func(c *call.Config) { c.Prefetch = true })
}
