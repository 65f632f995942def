package publishing

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Environment variables that [WithEnv] reads.
const (
	EnvBaseURL = "PUBLISHING_BASE_URL"
	EnvToken   = "PUBLISHING_TOKEN"
)

// An Option configures a client. A nil Option has no effect.
type Option interface {
	applyClient(*config)
}

// A SharedOption is both an [Option] and a [CallOption]: it configures all calls of a client, or a
// single call. The option of a call takes precedence over the option of the client.
type SharedOption interface {
	Option
	CallOption
}

type clientOption func(*config)

func (o clientOption) applyClient(c *config) { o(c) }

type sharedOption struct{ CallOption }

func (o sharedOption) applyClient(c *config) { c.settings.Apply(o.CallOption) }

type config struct {
	settings    transport.Settings
	withoutAuth bool
	fromEnv     bool
}

func (c *config) setSource(source func(context.Context) (string, error), refreshable bool) {
	if c.settings.TokenSource != nil {
		c.settings.Fail(errors.New("more than one token or token source; use one of them"))
	}
	c.settings.TokenSource, c.settings.Refreshable = source, refreshable
}

// WithToken sends token as the bearer token of every request.
func WithToken(token string) Option {
	// The token is checked here and kept in a closure, so that no field of an option or a client
	// contains it.
	source, err := transport.StaticToken(token), transport.CheckToken(token)
	return clientOption(func(c *config) {
		c.setSource(source, false)
		c.settings.Fail(err)
	})
}

// WithTokenSource calls source to get the token before each request, such as a retry or a redirect.
// The context that source receives ends when source returns, or earlier with the attempt. If source
// returns an error or does not return in time, the attempt sends nothing and the call fails. source
// must be safe for concurrent use.
//
// After a 401, the client calls source again and retries once. In this second call, [RejectedToken]
// returns the rejected token from the context, so that a source that caches its token knows when to
// get a new one:
//
//	func(ctx context.Context) (string, error) {
//		mu.Lock()
//		defer mu.Unlock()
//		rejected, _ := publishing.RejectedToken(ctx)
//		if cached == "" || cached == rejected {
//			renewed, err := renew(ctx)
//			if err != nil {
//				return "", err
//			}
//			cached = renewed
//		}
//		return cached, nil
//	}
func WithTokenSource(source func(context.Context) (string, error)) Option {
	return clientOption(func(c *config) {
		if source == nil {
			c.settings.Fail(errors.New("WithTokenSource: the source is nil"))
		}
		c.setSource(source, true)
	})
}

// WithoutAuth sends requests without a token.
func WithoutAuth() Option {
	return clientOption(func(c *config) { c.withoutAuth = true })
}

// WithEnv reads environment variables: the base URL from PUBLISHING_BASE_URL if the baseURL of
// [NewClient] is empty, and the token from PUBLISHING_TOKEN if no other option sets a token.
// Without WithEnv, the client reads only the proxy settings from the environment.
func WithEnv() Option {
	return clientOption(func(c *config) { c.fromEnv = true })
}

// WithHTTPClient sends requests with client's Transport, Jar and CheckRedirect. The client is
// copied, and its Timeout becomes the attempt timeout.
//
// The Transport must send each request once. A Transport that retries or sends a request several
// times belongs in [WithMiddleware]. If a function of the Transport, such as DialContext, sends
// requests itself, it must not use the context that it receives for them.
//
// The SDK does not follow redirects to another origin, redirects that change the method, or more
// than 9 redirects in a row. The content of a file may be at another origin, and is requested there
// without the token. For all other redirects, it calls CheckRedirect. The requests that
// CheckRedirect receives contain the headers set with [WithHeader], but not the token. They contain
// the SDK's own headers only if there is middleware.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(c *config) {
		c.settings.HTTPClient = client
		if client == nil {
			c.settings.Fail(errors.New("WithHTTPClient: the client is nil"))
		}
	})
}

// Retry configures retries. A zero field means its default.
//
// Safe requests, deletes and idempotent PUTs are retried after lost responses, attempt timeouts,
// 408, 429, 500, 502, 503 and 504. Other writes are retried only after 429, if the request was
// never written, or if an HTTP/2 server reports that it did not process the request. A stream is
// retried in these cases and after a 503 with Retry-After, but never after it has opened.
//
// The wait before a retry is random, up to a maximum that doubles with each retry. After a response
// with Retry-After, the client waits for that time plus a random time.
type Retry struct {
	// Attempts is the maximum number of attempts, including the first one. The default is 3.
	// It does not include an attempt whose token was rejected and replaced, or whose download URL
	// had expired and was renewed. If the last attempt of a Download was for the rest of the
	// content, and the service no longer has it, one more attempt follows.
	Attempts int
	// MinWait is the upper bound of the first random wait. The default is 250 ms.
	MinWait time.Duration
	// MaxWait is the upper bound of every random wait. The default is 10 s.
	MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that a call waits for. If the service asks for a
	// longer wait, the call is not retried, and its error contains the Retry-After. The default is
	// 30 s.
	MaxRetryAfter time.Duration
	// Spread is the maximum random time that is added to a Retry-After, so that clients rejected
	// together do not all retry at the same moment. The added time is at most the Retry-After, and
	// at most half of the time from the end of the Retry-After to the deadline of the call. The
	// default is 2 s; a negative value adds nothing.
	Spread time.Duration
	// Budget is the number of retries that the client may make during an outage. Each retry
	// subtracts one, each call adds a tenth, and a call that succeeds adds back what its retries
	// subtracted. Retries after a 429 are free. The default is 100; a negative value means no
	// limit.
	Budget int
}

// WithRetry configures the retries of a client. [WithoutRetry] disables them.
func WithRetry(retry Retry) Option {
	return clientOption(func(c *config) {
		if retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0 {
			c.settings.Fail(errors.New("WithRetry: a field is negative; zero means the default, and WithoutRetry disables retries"))
		}
		c.settings.Retry = transport.Retry(retry)
	})
}

// WithoutRetry disables retries. With [WithTokenSource], a 401 is still retried once with a new
// token.
func WithoutRetry() SharedOption { return sharedOption{api.WithoutRetry()} }

// WithRequireDone makes a stream fail if it ends without an event named done or the data [DONE],
// because the stream may be truncated. The error matches [io.ErrUnexpectedEOF]. By default, such a
// stream ends without an error, because the API reference does not state that the service always
// announces the end of a stream. [Meta].Done reports whether the service announced it. The option
// has no effect on other calls.
func WithRequireDone() SharedOption { return sharedOption{api.WithRequireDone()} }

// WithTimeout sets a timeout for a call, including retries and the waits before them. By default, a
// call has no timeout. For a stream or a download, the timeout covers all of it; in an iteration
// over a list, it applies to each page separately. If d is 0, the option has no effect; if d is
// negative, it removes the timeout.
func WithTimeout(d time.Duration) SharedOption { return sharedOption{api.WithTimeout(d)} }

// WithAttemptTimeout sets a timeout for each attempt. An attempt includes the whole response or,
// for a stream or a download, only the response header. If d is 0, the option has no effect; if d
// is negative, it removes the timeout. For a stream or a download, the default is the idle timeout.
// For other operations, it is 30 s, unless the comment of the operation states another value.
func WithAttemptTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithAttemptTimeout(d)}
}

// WithIdleTimeout limits how long a stream or a download may be silent: the wait for the response
// header, and then each wait for more data. A heartbeat also ends such a wait. The default is 60 s.
// If d is 0, the option has no effect; if d is negative, it removes the timeout. The option has no
// effect on other calls.
func WithIdleTimeout(d time.Duration) SharedOption { return sharedOption{api.WithIdleTimeout(d)} }

// WithHeader adds a header to the request. If several options add the same header, all values are
// sent, but the values of a call replace the values of the client. A header named Accept,
// Content-Type or User-Agent replaces the SDK's own.
//
// [NewClient] returns an error, and a call returns a [*ValidationError], if the name or the value
// is not valid, or if only the SDK may set the header. Only the SDK may set Accept-Encoding,
// Content-Length, Host, the connection headers and, if the client sends a token, Authorization.
//
// To send Prefer: return=minimal, use [api.WithMinimalResponse], which is experimental. The service
// may then respond with 204 and no body, and WithMinimalResponse reports whether it did.
func WithHeader(name, value string) SharedOption {
	return sharedOption{api.WithHeader(name, value)}
}

// WithQuery adds a query parameter. A parameter with the same name that the operation itself sends
// is replaced. If several options add the same parameter, all values are sent, but the values of a
// call replace the values of the client.
//
// Errors and logs do not contain the query. If the service or the network returns an error that
// quotes the value, and the name suggests a secret, the SDK redacts the value. A name suggests a
// secret if it contains a word such as "token", "secret", "passw", "signature", "credential" or
// "jwt", or ends in "key".
func WithQuery(name, value string) SharedOption { return sharedOption{api.WithQuery(name, value)} }

// WithPrefetch makes an iteration over a list fetch and decode the next page while the loop works
// on the current one. It never fetches more than one page ahead. It has no effect on other calls.
func WithPrefetch() SharedOption { return sharedOption{api.WithPrefetch()} }

// WithLogger logs each call at debug level, and logs a warning for each retry ("retry"), except the
// one with a new token after a 401, and for each mismatch that [Meta] reports: "response has a
// value of an unexpected type", "response lacks a required value" and "list ended before its
// count". Each line contains the operation, the method, the path template, the status, the number
// of attempts and the request ID. No line contains a header, a query or a body.
//
// In an iteration over a list, each page is a call. A stream or a download is logged when it ends.
// A call that ends with a [*ValidationError] is not logged.
func WithLogger(logger *slog.Logger) Option {
	return clientOption(func(c *config) { c.settings.Logger = logger })
}

// WithCallContext calls derive at the start of each call, before the first attempt, and makes the
// call with the context that derive returns. The attempts, the middleware, the logger and the
// observer receive this context. A tracer can start a span in derive and end it in the function of
// [WithObserver]; the spans of the attempts are then its children.
//
// derive receives the caller's context, and must return a context derived from it. If derive
// returns nil, the call uses the caller's context. In an iteration over a list, each page is a
// call. For a call that ends with a [*ValidationError], the client calls neither derive nor the
// observer. For any other call, it calls both, even for a page that [WithPrefetch] fetches and the
// loop never reaches.
//
// The client calls derive on the goroutine that makes the request, so derive must be safe for
// concurrent use and should return quickly. The timeouts start after derive has returned.
func WithCallContext(derive func(context.Context, api.CallInfo) context.Context) Option {
	return clientOption(func(c *config) { c.settings.CallContext = derive })
}

// WithObserver calls observe at the end of each call, for metrics. In an iteration over a list,
// each page is a call. A stream or a download is observed when it ends. A call that ends with a
// [*ValidationError] is not observed. observe receives the caller's context or, with
// [WithCallContext], the context that derive returned.
//
// The client calls observe on the goroutine that makes the request, so observe must be safe for
// concurrent use and should return quickly.
func WithObserver(observe func(context.Context, api.CallInfo)) Option {
	return clientOption(func(c *config) { c.settings.Observer = observe })
}

// WithUserAgent puts product, such as "docs-sync/2.1", before the SDK's own product in the
// User-Agent header.
func WithUserAgent(product string) Option {
	return clientOption(func(c *config) {
		if strings.ContainsFunc(product, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
			c.settings.Fail(errors.New("WithUserAgent: the product contains a control character or one outside of ASCII"))
		}
		c.settings.UserAgent = strings.TrimSpace(product + " " + c.settings.UserAgent)
	})
}

// A RoundTripperFunc is a function that implements [http.RoundTripper]. Use it in [WithMiddleware].
type RoundTripperFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements the [http.RoundTripper] interface. It returns f(req).
func (f RoundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// WithMiddleware wraps the [http.RoundTripper] that sends each attempt. The first middleware is the
// outermost. A middleware must follow the rules of [http.RoundTripper]. It does not see the token.
// [OperationFromContext] returns the operation that a request belongs to.
//
// A middleware may send a request several times, even in parallel, if it gets each body from the
// request's GetBody. It must use the request's context: a request that is sent after the end of its
// attempt fails, and a request with another context is neither tracked nor subject to the timeouts.
//
// Time that a middleware waits counts against the attempt timeout, so [WithAttemptTimeout] must be
// longer than the wait. If a middleware passes on a request after the attempt has ended, the
// request is not sent, and the error reports that middleware delayed it. To limit the rate of
// requests, use [WithPace]: its wait does not count against the attempt timeout.
//
// If a middleware returns an error without sending the request, the call is retried only if the
// error is a network error. For a write, [MayHaveApplied] then reports true, because the middleware
// may have sent the request in some other way.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return clientOption(func(c *config) {
		for _, m := range middleware {
			if m == nil {
				c.settings.Fail(errors.New("WithMiddleware: a middleware is nil"))
				return
			}
		}
		c.settings.Middleware = append(c.settings.Middleware, middleware...)
	})
}

// WithMaxResponseBytes limits the size of a response after decompression. A larger response results
// in a [*DecodeError]. The default is 32 MiB, and the limit must be positive. The limit of a client
// does not apply to downloads, but the limit of a call does. Neither applies to streams; each event
// of a stream is limited to 4 MiB.
func WithMaxResponseBytes(n int64) SharedOption { return sharedOption{api.WithMaxResponseBytes(n)} }

// WithStrictDecoding makes a call fail with a [*DecodeError] if a value in a response does not fit
// its Go field, or if a required field is missing at any depth. A null counts as missing unless the
// field may be null. For a list with fewer elements than its count, the error is a
// *pagination.IncompleteError.
//
// By default, such a field is left zero. [Meta] and the log report the first value that does not
// fit. If all values fit, they report the first missing field that would look like a real value
// when it is zero: a list, a map, an object, an ID or a role. If the main content of a response is
// missing, such as the items of a page, the call fails with or without this option.
//
// Unknown fields, enum values and variants of unions are never errors. [Client.Do] and [All] decode
// into the caller's own types with encoding/json, which requires no field. [All] still requires
// that the list is complete.
func WithStrictDecoding() SharedOption { return sharedOption{api.WithStrictDecoding()} }

// WithComparedWrites compares the response to each write with the request, and reports in
// [Meta].Written which fields the service has applied, which it has ignored, and which could not be
// compared. If the service has ignored fields, the log contains a line.
//
// Some changes by the service do not count as differences: spaces around a text, an emoji that
// becomes its code point, another form of a time, an object in place of its ID, and the order of a
// list of texts. Of Markdown and documents, only the words are compared. If the request contains
// null, or an empty or zero value, the field may be absent from the response. Secrets are never
// compared. With [Client.Do], only fields that the response contains can be compared.
func WithComparedWrites() SharedOption { return sharedOption{api.WithComparedWrites()} }

// WithStrictWrites has the effect of [WithComparedWrites]. In addition, a write fails with an
// [*IgnoredFieldsError] if the response shows that the service has ignored a field. The write has
// nevertheless taken effect: [MayHaveApplied] returns true, [Retryable] returns false, and the
// error contains the result. A field that could not be compared is not an error.
func WithStrictWrites() SharedOption { return sharedOption{api.WithStrictWrites()} }

// WithoutValidation sends requests without checking them against the limits of the API reference;
// the service may reject them. IDs that would change the path are still rejected.
func WithoutValidation() SharedOption { return sharedOption{api.WithoutValidation()} }

// WithInsecureHTTP permits plain HTTP to another machine or to a proxy, which exposes the token and
// the keys that some operations send. Without it, the host of an http base URL must be "localhost",
// in lower case, or a loopback address. For these hosts, net/http ignores the proxy settings of the
// environment. If the Transport of [WithHTTPClient] uses a proxy for such a host, calls fail.
func WithInsecureHTTP() Option {
	return clientOption(func(c *config) { c.settings.InsecureHTTP = true })
}
