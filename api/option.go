package api

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A CallOption configures a single call. Every method that calls an operation takes any number of
// them. A nil CallOption has no effect.
type CallOption interface {
	option
}

type option = call.Option

// WithMeta sets *m to the metadata of the call, such as the status, the header, the request ID and
// the number of attempts, even if the call fails. It sets *m when the call ends; in an iteration
// over a list, for each page; for a stream, when the stream opens and when it ends; and for a
// download, when the download begins and, in Download, when it ends. A nil m is ignored.
func WithMeta(m *Meta) CallOption {
	return call.Func(func(c *call.Config) {
		if m != nil {
			c.Meta = m
		}
	})
}

// WithRawBody sets *body to the body of the response. Use it to read fields that this release does
// not know. In an iteration over a list, it sets *body for each page.
//
// *body is nil if the call was not sent, or if the response is a stream or a download, has a status
// other than 2xx, or has no body. The client never reads the body of a 205 response, so *body is
// nil in that case too.
func WithRawBody(body *[]byte) CallOption {
	return call.Func(func(c *call.Config) { c.RawBody = body })
}

// WithHeader adds a header to the request. See publishing.WithHeader.
func WithHeader(name, value string) CallOption {
	return call.Func(func(c *call.Config) { addHeader(c, name, value) })
}

func addHeader(c *call.Config, name, value string) {
	if c.Header == nil {
		c.Header = http.Header{}
	}
	c.Header[http.CanonicalHeaderKey(name)] = append(c.Header[http.CanonicalHeaderKey(name)], value)
}

// WithQuery adds a query parameter to the request. See publishing.WithQuery.
func WithQuery(name, value string) CallOption {
	return call.Func(func(c *call.Config) {
		if c.Query == nil {
			c.Query = url.Values{}
		}
		c.Query.Add(name, value)
	})
}

// WithBodyField sets a field of the JSON object in the request body. It overrides a field of the
// same name in the struct. It encodes value as encoding/json does; nil is sent as null. If a write
// has no body, WithBodyField adds one. For a GET, which cannot have a body, the call returns a
// [*ValidationError].
func WithBodyField(name string, value any) CallOption {
	return call.Func(func(c *call.Config) {
		if c.BodyFields == nil {
			c.BodyFields = map[string]any{}
		}
		c.BodyFields[name] = value
	})
}

// WithTimeout sets a timeout for the call. See publishing.WithTimeout.
func WithTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.Timeout = cmp.Or(d, c.Timeout) })
}

// WithAttemptTimeout sets a timeout for each attempt. See publishing.WithAttemptTimeout.
func WithAttemptTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.AttemptTimeout = cmp.Or(d, c.AttemptTimeout) })
}

// WithIdleTimeout limits how long a stream or a download may be silent. See
// publishing.WithIdleTimeout.
func WithIdleTimeout(d time.Duration) CallOption {
	return call.Func(func(c *call.Config) { c.IdleTimeout = cmp.Or(d, c.IdleTimeout) })
}

// WithMaxResponseBytes limits the size of the response or the download. See
// publishing.WithMaxResponseBytes.
func WithMaxResponseBytes(n int64) CallOption {
	return call.Func(func(c *call.Config) {
		c.MaxResponseBytes, c.MaxDownloadBytes = n, n
		if n <= 0 {
			c.Fail(fmt.Errorf("WithMaxResponseBytes: %d is not positive", n))
		}
	})
}

// WithoutRetry disables retries. See publishing.WithoutRetry.
func WithoutRetry() CallOption {
	return call.Func(func(c *call.Config) { c.WithoutRetry = true })
}

// WithRequireDone makes a stream fail if the service does not announce its end. See
// publishing.WithRequireDone.
func WithRequireDone() CallOption {
	return call.Func(func(c *call.Config) { c.RequireDone = true })
}

// WithStrictDecoding makes the call fail if the response does not match the API reference. See
// publishing.WithStrictDecoding.
func WithStrictDecoding() CallOption {
	return call.Func(func(c *call.Config) { c.StrictDecoding = true })
}

// WithComparedWrites compares the response to a write with the request, and reports the result in
// [Meta]. See publishing.WithComparedWrites.
func WithComparedWrites() CallOption {
	return call.Func(func(c *call.Config) { c.Compare = jsonx.CompareWritten })
}

// WithStrictWrites makes a write fail if its response shows that the service ignored a field. See
// publishing.WithStrictWrites.
func WithStrictWrites() CallOption {
	return call.Func(func(c *call.Config) { c.Compare, c.StrictWrites = jsonx.CompareWritten, true })
}

// WithoutValidation sends the request without checking its limits. See
// publishing.WithoutValidation.
func WithoutValidation() CallOption {
	return call.Func(func(c *call.Config) { c.WithoutChecks = true })
}

// WithMinimalResponse sends the header Prefer: return=minimal, which asks the service to leave the
// result out of the response. It sets *omitted to whether the service left out the result. Older
// versions of the service never do. Newer versions do so only when they update a change request, a
// section, a section group, an external link or a site space, create a site space, or sort a
// structure. If *omitted is true, the method returns a zero result and a nil error. A nil omitted
// is ignored.
//
// Experimental: may change in any minor release; see the package comment.
func WithMinimalResponse(omitted *bool) CallOption {
	return call.Func(func(c *call.Config) {
		addHeader(c, "Prefer", "return=minimal")
		c.Omitted = omitted
	})
}

// WithPrefetch makes an iteration over a list fetch the next page while the loop works on the
// current one. See publishing.WithPrefetch.
func WithPrefetch() CallOption {
	return call.Func(func(c *call.Config) { c.Prefetch = true })
}

// WithReplay retries a write, or a stream that has not opened, like a safe request, even if a retry
// could make it take effect twice. Use it if repeating the call makes no difference, such as for a
// PATCH that sets a title.
func WithReplay() CallOption {
	return call.Func(func(c *call.Config) { c.Replay = true })
}
