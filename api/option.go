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
	// ApplyCall is used by the SDK. Its parameter is internal, so other packages cannot implement
	// CallOption.
	ApplyCall(*call.Config)
}

type callOption func(*call.Config)

func (o callOption) ApplyCall(c *call.Config) { o(c) }

// WithMeta fills m with the metadata of the call, such as the status, the header, the request ID
// and the number of attempts. It is filled when the call has ended, also if it failed; in an
// iteration, once for each page; for a stream, when it opens and when it ends. A nil m is ignored.
func WithMeta(m *Meta) CallOption {
	return callOption(func(c *call.Config) {
		if m != nil {
			c.Meta = m
		}
	})
}

// WithRawBody sets *body to the body of the response, for fields that this release does not know.
// In an iteration, it is set for each page. It is nil if the response has no body, is a 205, whose
// body is not read, or has a status other than 2xx, if the response is a stream, and if the call
// was not sent.
func WithRawBody(body *[]byte) CallOption {
	return callOption(func(c *call.Config) { c.RawBody = body })
}

// WithHeader adds a header to the request, or replaces Accept, Content-Type or User-Agent. A name
// or value that is not valid in a header is a [*ValidationError], and so is a header that the
// client sets itself: Authorization, Accept-Encoding, Content-Length, Host and those of the
// connection.
//
// With Prefer: return=minimal, the service may respond with 204 and no body. An operation that
// returns an object, but not a list or a stream, then returns a zero object and a nil error, and
// [Meta] contains the status.
func WithHeader(name, value string) CallOption {
	return callOption(func(c *call.Config) {
		if c.Header == nil {
			c.Header = http.Header{}
		}
		c.Header[http.CanonicalHeaderKey(name)] = append(c.Header[http.CanonicalHeaderKey(name)], value)
	})
}

// WithQuery adds a query parameter, and replaces one that the options of the operation set. If it
// is given several times with the same name, all values are sent.
//
// Errors and logs do not contain the query. If the name suggests a secret, because it contains
// "token", "secret", "passw", "signature", "credential" or "jwt", or ends in "key", the value is
// also redacted where the service repeats it.
func WithQuery(name, value string) CallOption {
	return callOption(func(c *call.Config) {
		if c.Query == nil {
			c.Query = url.Values{}
		}
		c.Query.Add(name, value)
	})
}

// WithBodyField adds a field to the JSON object in the body, and replaces one that the body's
// struct sets. The value is encoded by encoding/json; nil is sent as null. A write without a body
// gets one. A GET with a body field is a [*ValidationError].
func WithBodyField(name string, value any) CallOption {
	return callOption(func(c *call.Config) {
		if c.BodyFields == nil {
			c.BodyFields = map[string]any{}
		}
		c.BodyFields[name] = value
	})
}

// WithTimeout sets a timeout for the whole call, including retries and the waits before them. For a
// stream, it includes the whole stream; in an iteration over pages, it applies to each page. Zero
// keeps the client's setting, and a negative duration removes it.
func WithTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.Timeout = d })
}

// WithAttemptTimeout sets a timeout for each attempt, up to the last byte of the response or, for a
// stream, up to the response header. Zero keeps the client's setting, and a negative duration
// removes it. The default is 30 s, for an operation that takes longer what its comment says, and for
// a stream the idle timeout.
func WithAttemptTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.AttemptTimeout = d })
}

// WithIdleTimeout sets a timeout for the response header of a stream and for each next byte, which
// may be that of a heartbeat. Zero keeps the client's setting, which is 60 s by default, and a
// negative duration removes it. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.IdleTimeout = d })
}

// WithoutRetry makes a single attempt. With publishing.WithTokenSource, a 401 is still retried once
// with a new token.
func WithoutRetry() CallOption {
	return callOption(func(c *call.Config) { c.WithoutRetry = true })
}

// WithRequireDone makes the end of a stream that the service has not announced an error that matches
// [io.ErrUnexpectedEOF], since such a stream may be truncated. By default, it ends without an error,
// because the API reference does not say that a service always announces the end. It has no effect
// on other calls.
func WithRequireDone() CallOption {
	return callOption(func(c *call.Config) { c.RequireDone = true })
}

// WithReplay permits the call to take effect twice, so that a write, or a stream that has not
// opened, is retried like a safe request. Use it if the second time makes no difference, such as
// for a PATCH that sets a title.
//
// For an operation that is called with publishing.Client.Do, the field Idempotent of
// publishing.Request does the same for all calls.
func WithReplay() CallOption {
	return callOption(func(c *call.Config) { c.Replay = true })
}

// WithPrefetch makes an iteration over a list fetch and decode the next page while the loop works
// on the current one. It never fetches more than one page ahead. It has no effect on other calls.
func WithPrefetch() CallOption {
	return callOption(func(c *call.Config) { c.Prefetch = true })
}
