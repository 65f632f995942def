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

// A SharedOption is both an [Option] and a [CallOption]: it configures each call of a client, or a
// single call. What it configures for a call takes precedence.
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
	err         error // the first error of an option
}

func (c *config) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *config) setSource(source func(context.Context) (string, error), refreshable bool) {
	if c.settings.TokenSource != nil {
		c.fail(errors.New("more than one token or token source; use one of them"))
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
		if err != nil {
			c.fail(err)
		}
	})
}

// WithTokenSource calls source for the token before each attempt. The context of source ends with
// the attempt. If source returns an error or does not return in time, nothing is sent and the call
// fails. source must be safe for concurrent use.
//
// After a 401, the client calls source again and retries once. [RejectedToken] then returns the
// rejected token from the context of source, so that a source that caches its token knows when to
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
			c.fail(errors.New("WithTokenSource: the source is nil"))
		}
		c.setSource(source, true)
	})
}

// WithoutAuth sends requests without a token.
func WithoutAuth() Option {
	return clientOption(func(c *config) { c.withoutAuth = true })
}

// WithEnv takes the base URL from the environment variable PUBLISHING_BASE_URL if the baseURL of
// [NewClient] is empty, and the token from PUBLISHING_TOKEN if no other option sets one. Without
// WithEnv, the client reads only the proxy settings from the environment.
func WithEnv() Option {
	return clientOption(func(c *config) { c.fromEnv = true })
}

// WithHTTPClient sends requests with client's Transport, Jar and CheckRedirect. The client is
// copied, and its Timeout becomes the attempt timeout.
//
// The Transport must send each request once. A Transport that retries or sends a request several
// times belongs in [WithMiddleware].
//
// The SDK does not follow redirects to another origin, redirects that change the method, or more
// than 9 redirects in a row. For all other redirects, it calls CheckRedirect. The requests that
// CheckRedirect receives contain the headers of [WithHeader], but not the token. They contain
// the SDK's own headers only if there is middleware.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(c *config) {
		c.settings.HTTPClient = client
		if client == nil {
			c.fail(errors.New("WithHTTPClient: the client is nil"))
		}
	})
}

// Retry configures retries. A zero field means its default.
//
// Safe requests, deletes and idempotent PUTs are retried after lost responses, attempt timeouts,
// 408, 429, 500, 502, 503 and 504. Other writes are retried only after 429, or if the request
// was never written or, over HTTP/2, not processed. A stream is retried in these cases and after a
// 503 with Retry-After, but never once it is open.
//
// The wait before a retry is random, up to a maximum that doubles with each retry. After a response
// with Retry-After, the wait is that time plus a random one.
type Retry struct {
	// Attempts is the maximum number of attempts, including the first one. The default is 3.
	Attempts int
	// MinWait is the maximum of the first wait, which is random. The default is 250 ms.
	MinWait time.Duration
	// MaxWait is the maximum of any wait without a Retry-After. The default is 10 s.
	MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that a call waits for. If it is longer, the call is
	// not retried, and its error contains the Retry-After. The default is 30 s.
	MaxRetryAfter time.Duration
	// Spread is the maximum random time that is added to a Retry-After, so that clients rejected
	// together do not all retry at the same moment. The added time never exceeds the Retry-After
	// itself, or half of the time that the call has left after it. The default is 2 s; a negative
	// value adds nothing.
	Spread time.Duration
	// Budget is the number of retries that the client may make in an outage. Each retry takes one
	// from the budget, each call adds a tenth, and a call that succeeds returns what its retries
	// took. Retries after a 429 take nothing. The default is 100; a negative value means no limit.
	Budget int
}

// WithRetry configures the retries of a client. [WithoutRetry] disables them.
func WithRetry(retry Retry) Option {
	return clientOption(func(c *config) {
		if retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0 {
			c.fail(errors.New("WithRetry: a field is negative; zero means the default, and WithoutRetry disables retries"))
		}
		c.settings.Retry = transport.Retry(retry)
	})
}

// WithoutRetry disables retries. With [WithTokenSource], a 401 is still retried once with a new
// token.
func WithoutRetry() SharedOption { return sharedOption{api.WithoutRetry()} }

// WithRequireDone makes a stream end with an error that matches [io.ErrUnexpectedEOF] if the
// service has not announced the end, because the stream may then be truncated. By default, such a
// stream ends without an error, because the API reference does not state that a service always
// announces the end; [Meta].Done reports whether it did. It has no effect on other calls.
func WithRequireDone() SharedOption { return sharedOption{api.WithRequireDone()} }

// WithTimeout sets a timeout for a call, including retries and the waits before them. There is none
// by default. The timeout of a stream or a download applies until it ends, and that of an iteration
// over a list to each page. Zero keeps the setting, and a negative duration removes it.
func WithTimeout(d time.Duration) SharedOption { return sharedOption{api.WithTimeout(d)} }

// WithAttemptTimeout sets a timeout for each attempt. It covers the whole response or, for a stream
// or a download, the response header. Zero keeps the setting, and a negative duration removes it.
// For a stream or a download, the default is the idle timeout. For other operations, it is 30 s,
// unless the comment of the operation states another.
func WithAttemptTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithAttemptTimeout(d)}
}

// WithIdleTimeout sets a timeout for the response header of a stream or a download, and then for
// each further byte; heartbeats count. Zero keeps the setting, which is 60 s by default, and a
// negative duration removes it. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) SharedOption { return sharedOption{api.WithIdleTimeout(d)} }

// WithHeader adds a header to the request. If it is used several times with the same name, all
// values are sent, but those of a call replace those of the client. A header named Accept,
// Content-Type or User-Agent replaces the SDK's.
//
// [NewClient] returns an error, and a call a [*ValidationError], if the name or the value is not
// valid, or if only the SDK may set the header. Only the SDK may set Accept-Encoding,
// Content-Length, Host, the headers of the connection and, if the client sends a token,
// Authorization.
//
// With Prefer: return=minimal, the service may respond with 204 and no body:
// [api.WithMinimalResponse] sends that header and reports the outcome.
func WithHeader(name, value string) SharedOption {
	return sharedOption{api.WithHeader(name, value)}
}

// WithQuery adds a query parameter. It replaces the value in the options of the operation. If it is
// used several times with the same name, all values are sent, but those of a call replace those of
// the client.
//
// Errors and logs do not contain the query. If the name suggests a secret, the value is also
// redacted where the service repeats it. Such a name contains "token", "secret", "passw",
// "signature", "credential" or "jwt", or ends in "key".
func WithQuery(name, value string) SharedOption { return sharedOption{api.WithQuery(name, value)} }

// WithPrefetch makes an iteration over a list fetch and decode the next page while the loop works
// on the current one. It never fetches more than one page ahead. It has no effect on other calls.
func WithPrefetch() SharedOption { return sharedOption{api.WithPrefetch()} }

// WithLogger logs each call at debug level, and a warning for each retry ("retry") and for what
// [Meta] reports as a Mismatch: "response has a value of an unexpected type", "response lacks a
// required value" and "list ended before its count". Each line contains the operation, the method,
// the path template, the status, the number of attempts and the request ID. No line contains a
// header, a query or a body.
//
// In an iteration over a list, each page is a call. A stream or a download is logged when it ends.
// A call that ends with a [*ValidationError] is not logged.
func WithLogger(logger *slog.Logger) Option {
	return clientOption(func(c *config) { c.settings.Logger = logger })
}

// WithCallContext calls derive at the start of each call, before the first attempt, and makes the
// call with the context that it returns. This context is that of the attempts, their middleware,
// the log and the observer. A tracer can start a span in derive, which is then the parent of the
// spans of the attempts, and end it in the function of [WithObserver].
//
// The context must be derived from the given one, which is that of the caller. If derive returns
// nil, the call is made with the given one. In an iteration over a list, each page is a call. For a
// call that ends with a [*ValidationError], the client calls neither derive nor the observer. For
// each other call it calls both, also for a page that [WithPrefetch] fetches and the loop does not
// need.
//
// The client calls derive on the goroutine that makes the request, so derive must be safe for
// concurrent use and should return quickly. The timeouts begin when it has returned.
func WithCallContext(derive func(context.Context, api.CallInfo) context.Context) Option {
	return clientOption(func(c *config) { c.settings.CallContext = derive })
}

// WithObserver calls observe at the end of each call, for metrics. In an iteration over a list,
// each page is a call. A stream or a download is observed when it ends. A call that ends with a
// [*ValidationError] is not observed. The context is that of the caller, or what the function of
// [WithCallContext] returned.
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
			c.fail(errors.New("WithUserAgent: the product contains a control character or one outside of ASCII"))
		}
		c.settings.UserAgent = strings.TrimSpace(product + " " + c.settings.UserAgent)
	})
}

// A RoundTripperFunc is a function that is an [http.RoundTripper], for [WithMiddleware].
type RoundTripperFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements the [http.RoundTripper] interface. It returns f(req).
func (f RoundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// WithMiddleware wraps the [http.RoundTripper] that sends each attempt. The first middleware is the
// outermost. A middleware must follow the rules of [http.RoundTripper]. It does not see the token.
// [OperationFromContext] returns the operation that a request belongs to.
//
// A middleware may send a request several times, even in parallel, if it gets each body from the
// request's GetBody. It must use the request's context: a request that is sent after the end of its
// attempt fails, and a request with another context is not subject to the timeouts and is not
// tracked.
//
// A wait inside a middleware, such as one that limits the rate of requests, counts against the
// attempt timeout. A request that is passed on too late is not sent, and its error reports that
// middleware held it. [WithAttemptTimeout] must be longer than such a wait.
//
// If a middleware returns an error without sending the request, the call is retried only if that is
// a network error. If the call is a write, [MayHaveApplied] reports true, because the middleware
// may have sent the request some other way.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return clientOption(func(c *config) {
		for _, m := range middleware {
			if m == nil {
				c.fail(errors.New("WithMiddleware: a middleware is nil"))
				return
			}
		}
		c.settings.Middleware = append(c.settings.Middleware, middleware...)
	})
}

// WithMaxResponseBytes limits the size of a response after decompression. A larger response is a
// [*DecodeError]. The default is 32 MiB, and the limit must be positive. It does not apply to
// downloads and to streams, whose events are limited to 4 MiB each.
func WithMaxResponseBytes(n int64) SharedOption { return sharedOption{api.WithMaxResponseBytes(n)} }

// WithStrictDecoding makes a call fail with a [*DecodeError] if a value in a response does not fit
// its Go field, or if a required field is missing at any depth; a null counts as missing where it
// has no meaning. For a list that ends before the service's count, the error is a
// *pagination.IncompleteError.
//
// By default, such a field is left zero, and [Meta] and the log report the first value of another
// type, or the first missing field that could pass for something else: a list, a map, an object, an
// ID, or a role, where null means guest. What a response is about, such as the items of a page, is
// an error in any case.
//
// Unknown fields, enum values and variants of unions are never errors. Values of the caller's
// types, with [Client.Do] and [All], are decoded by encoding/json, which requires no field; their
// list must still be complete.
func WithStrictDecoding() SharedOption { return sharedOption{api.WithStrictDecoding()} }

// WithoutValidation leaves it to the service to check the limits of the API reference. IDs that
// would lead to another path are still rejected.
func WithoutValidation() SharedOption { return sharedOption{api.WithoutValidation()} }

// WithInsecureHTTP permits sending the token, and the keys that some operations take, over plain
// HTTP to another machine or to a proxy. Without it, a base URL with http must have the host
// "localhost", in lower case, or a loopback address, for which net/http uses no proxy of the
// environment. If the Transport of [WithHTTPClient] uses a proxy for it, calls fail.
func WithInsecureHTTP() Option {
	return clientOption(func(c *config) { c.settings.InsecureHTTP = true })
}
