package api

import (
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/internal/call"
)

// CallOption changes a single call. Every operation takes any number of them, last. A nil one changes nothing.
type CallOption interface {
	// ApplyCall is for the request core. Its parameter is internal, so the options are those of this package.
	ApplyCall(*call.Config)
}

type callOption func(*call.Config)

func (o callOption) ApplyCall(c *call.Config) { o(c) }

// WithMeta fills m with what the exchange showed: status, header, request id, attempts. It is filled when the call has ended, after an
// error too; on a walk over pages once for each page, and on a stream when it opens and when it ends. A nil m is ignored.
func WithMeta(m *Meta) CallOption {
	return callOption(func(c *call.Config) {
		if m != nil {
			c.Meta = m
		}
	})
}

// WithRawBody sets *body to the bytes of the response as they came, for fields this release does
// not know, also where the call itself has no use for them, such as a delete. On an iteration over
// pages it is set for each page. It is nil after a stream, a response without a body, a 205, whose
// body is never read, an error status, and a call that was not sent.
func WithRawBody(body *[]byte) CallOption {
	return callOption(func(c *call.Config) { c.RawBody = body })
}

// WithHeader adds a request header, or replaces Accept, Content-Type or User-Agent. A name or value
// that is no legal header and the headers the client sets itself (Authorization, Accept-Encoding,
// Content-Length, Host and those of the connection) are a [*ValidationError] and nothing is sent.
//
// With Prefer: return=minimal, an operation that returns an object returns a zero one, and no
// error, if the service responds with 204 and no body; [Meta] has the status. Lists and streams do
// not.
func WithHeader(name, value string) CallOption {
	return callOption(func(c *call.Config) {
		if c.Header == nil {
			c.Header = http.Header{}
		}
		c.Header[http.CanonicalHeaderKey(name)] = append(c.Header[http.CanonicalHeaderKey(name)], value)
	})
}

// WithQuery sets a query parameter that this release does not know, in place of what the operation's options say of it. Given more
// than once for a name, it is sent more than once. No error and no log shows the query that was sent. When the name says that the value
// is a secret (it has "token", "secret", "passw", "signature", "credential" or "jwt" in it, or ends in "key"), the value is also
// redacted where the service repeats it.
func WithQuery(name, value string) CallOption {
	return callOption(func(c *call.Config) {
		if c.Query == nil {
			c.Query = url.Values{}
		}
		c.Query.Add(name, value)
	})
}

// WithBodyField sets a top-level field of the JSON body that this release does not know, in place of what the body's struct says of it.
// The value is encoded as encoding/json does; nil sends null. A write without a body gets one. For a read it is a [*ValidationError].
func WithBodyField(name string, value any) CallOption {
	return callOption(func(c *call.Config) {
		if c.BodyFields == nil {
			c.BodyFields = map[string]any{}
		}
		c.BodyFields[name] = value
	})
}

// WithTimeout bounds the whole call, all attempts and the waits between them included. Zero leaves the client's setting, a negative
// duration takes it away. On a stream it bounds the whole stream; on a walk over pages each page is a call.
func WithTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.Timeout = d })
}

// WithAttemptTimeout bounds each attempt up to the last byte of its answer, on a stream up to the header of the answer. Zero leaves
// the client's setting (30 s unless changed), a negative duration takes it away.
func WithAttemptTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.AttemptTimeout = d })
}

// WithIdleTimeout bounds the wait for the next byte of a stream; a heartbeat counts. Zero leaves the client's setting (60 s
// unless changed), a negative duration takes it away. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) CallOption {
	return callOption(func(c *call.Config) { c.IdleTimeout = d })
}

// WithoutRetry sends this call once, whatever the client's setting. A token source is still asked again after a 401.
func WithoutRetry() CallOption {
	return callOption(func(c *call.Config) { c.WithoutRetry = true })
}

// WithReplay says that this one call may take effect twice. It is then sent again after a lost answer like a read, where a POST or PATCH is
// otherwise sent once, and so is a stream that has not begun. Use it where twice is as good as once, such as for a PATCH that sets a title.
//
// The field Idempotent of publishing.Request says the same of an operation that publishing.Client.Do calls. Use that where it holds for each
// call of the operation, and this for one call, of a typed method too. Either is enough.
func WithReplay() CallOption {
	return callOption(func(c *call.Config) { c.Replay = true })
}

// WithPrefetch makes a walk fetch and decode the next page while the loop works on this one. At most one page is fetched beyond the one
// the loop is in. It has no effect on other calls.
func WithPrefetch() CallOption {
	return callOption(func(c *call.Config) { c.Prefetch = true })
}
