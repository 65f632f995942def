package publishing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// The environment variables that [WithEnv] reads.
const (
	EnvBaseURL = "PUBLISHING_BASE_URL"
	EnvToken   = "PUBLISHING_TOKEN"
)

// An Option configures a client. A nil Option has no effect.
type Option interface {
	applyClient(*config)
}

// A SharedOption configures a client or a single call.
type SharedOption interface {
	Option
	CallOption
}

type clientOption func(*config)

func (o clientOption) applyClient(c *config) { o(c) }

type sharedOption struct {
	CallOption

	client clientOption
}

func (o sharedOption) applyClient(c *config) { o.client(c) }

type config struct {
	settings     transport.Settings
	withoutAuth  bool
	insecureHTTP bool
	fromEnv      bool
	err          error // the first error of an option
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

// WithToken sends the token with every request.
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

// WithTokenSource calls source for the token before each attempt, with a context that ends with the
// attempt. If source returns an error, or does not return in time, nothing is sent and the call
// returns the error. After a 401 the call asks source once more and retries once. source must be
// safe for concurrent use.
func WithTokenSource(source func(context.Context) (string, error)) Option {
	return clientOption(func(c *config) {
		if source == nil {
			c.fail(errors.New("WithTokenSource: the source is nil"))
		}
		c.setSource(source, true)
	})
}

// WithoutAuth sends no token.
func WithoutAuth() Option {
	return clientOption(func(c *config) { c.withoutAuth = true })
}

// WithEnv takes the base URL from PUBLISHING_BASE_URL if that of [NewClient] is empty, and the
// token from PUBLISHING_TOKEN if no other option sets one. Without WithEnv, the client reads
// nothing from the environment except for the proxy.
func WithEnv() Option {
	return clientOption(func(c *config) { c.fromEnv = true })
}

// WithHTTPClient sends requests with client's Transport, Jar and CheckRedirect. The client is
// copied, and its Timeout becomes the attempt timeout.
//
// The Transport must send each request once: one that retries, or that sends a request in parallel,
// belongs in [WithMiddleware]. CheckRedirect is called after the SDK's own rule, which follows no
// redirect to another origin. The requests it is given have the headers of [api.WithHeader], but
// not the token, and the SDK's other headers only if there is middleware.
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
// 408, 429, 500, 502, 503 and 504. Other writes are retried only after 429 and if nothing was
// written. The wait before a retry is a random part of a window that doubles with each retry.
type Retry struct {
	// Attempts is the maximum number of attempts, including the first one. The default is 3.
	Attempts int
	// MinWait is the window of the first wait. The default is 250 ms.
	MinWait time.Duration
	// MaxWait is the maximum window. The default is 10 s.
	MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that a call waits for. A longer one ends the call,
	// and the error contains it. The default is 30 s.
	MaxRetryAfter time.Duration
	// Spread is the maximum time that is added at random to a Retry-After, so that clients that
	// were rejected together do not return together. It is also limited to the Retry-After itself
	// and to half of the time that is left for the call. The default is 2 s; a negative value adds
	// nothing.
	Spread time.Duration
	// Budget is the number of retries that the client may make in an outage before it stops
	// retrying. Each call adds a tenth of a retry to the budget, and a call that succeeds returns
	// the retries it made. Retries after a 429 take nothing from it. The default is 100; a negative
	// value means no limit.
	Budget int
}

// WithRetry configures the retries of a client. See also [WithoutRetry].
func WithRetry(retry Retry) Option {
	return clientOption(func(c *config) {
		if retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0 {
			c.fail(errors.New("WithRetry: a field is negative; zero means the default, and WithoutRetry disables retries"))
		}
		c.settings.Retry = transport.Retry(retry)
	})
}

// WithoutRetry makes a single attempt for a call, or for each call of a client. With
// [WithTokenSource], a 401 is still retried once with a new token.
func WithoutRetry() SharedOption {
	return sharedOption{api.WithoutRetry(), func(c *config) { c.settings.WithoutRetry = true }}
}

// WithRequireDone makes the end of a stream that the service has not announced an error that matches
// [io.ErrUnexpectedEOF], for a call or for each call of a client, since such a stream may be
// truncated. By default, it ends without an error, because the API reference does not say that a
// service always announces the end; [Meta].Done reports whether it did.
func WithRequireDone() SharedOption {
	return sharedOption{api.WithRequireDone(), func(c *config) { c.settings.RequireDone = true }}
}

// WithTimeout sets a timeout for a call, or for each call of a client, including retries and the
// waits before them. There is none by default. For a stream, it includes the whole stream; in an
// iteration over pages, it applies to each page. For a call, zero keeps the client's setting, and a
// negative duration removes it.
func WithTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithTimeout(d), func(c *config) { c.settings.Timeout = d }}
}

// WithAttemptTimeout sets a timeout for each attempt, up to the last byte of the response or, for a
// stream, up to the response header. Zero keeps the setting, and a negative duration
// removes it. The default is 30 s, for an operation that takes longer what its comment says, and for
// a stream the idle timeout.
func WithAttemptTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithAttemptTimeout(d), func(c *config) { c.settings.AttemptTimeout = d }}
}

// WithIdleTimeout sets a timeout for the response header of a stream and for each next byte, which
// may be that of a heartbeat. Zero keeps the setting, which is 60 s by default, and a
// negative duration removes it. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithIdleTimeout(d), func(c *config) { c.settings.IdleTimeout = d }}
}

// WithLogger logs a line for each call at debug level, and a warning for each retry and for a
// response that does not fit its types. A line contains the operation, the method, the path
// template, the status, the number of attempts, the request ID and the duration, and never a
// header, a query or a body. In an iteration, each page is a call; a stream is logged when it ends.
// A [*ValidationError] is not logged.
func WithLogger(logger *slog.Logger) Option {
	return clientOption(func(c *config) { c.settings.Logger = logger })
}

// WithObserver calls observe at the end of each call, for metrics: in an iteration, for each page;
// for a stream, when it ends. A [*ValidationError] is not observed. The function is called on the
// goroutine that made the request, so it must be safe for concurrent use and should return quickly.
func WithObserver(observe func(context.Context, api.CallInfo)) Option {
	return clientOption(func(c *config) { c.settings.Observer = observe })
}

// WithUserAgent adds product, such as "docs-sync/2.1", to the User-Agent header, before that of the
// SDK.
func WithUserAgent(product string) Option {
	return clientOption(func(c *config) {
		if strings.ContainsFunc(product, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
			c.fail(errors.New("WithUserAgent: the product contains a control character or one outside of ASCII"))
		}
		c.settings.UserAgent = strings.TrimSpace(product + " " + c.settings.UserAgent)
	})
}

// WithMiddleware wraps the [http.RoundTripper] that sends each attempt. The first middleware is the
// outermost. A middleware does not see the token. It must follow the rules of http.RoundTripper,
// and [api.OperationFromContext] returns the operation.
//
// A middleware may send a request several times, also in parallel, with the request's GetBody. It
// must send it with the request's context: one that is sent after its attempt is over fails, and
// one that is sent with another context is neither bounded nor counted. An error that a middleware
// returns without sending the request is not retried unless it is a network error, and for a write
// [MayHaveApplied] reports true: the middleware may have sent the request some other way.
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

// WithMaxResponseBytes limits the size of a response, after decompression. A larger response is a
// [*DecodeError]. The default is 32 MiB. For streams, the size of an event is limited instead.
func WithMaxResponseBytes(n int64) Option {
	return clientOption(func(c *config) {
		c.settings.MaxResponseBytes = n
		if n <= 0 {
			c.fail(fmt.Errorf("WithMaxResponseBytes: %d is not positive", n))
		}
	})
}

// WithStrictDecoding makes a value of another type than its Go field a [*DecodeError]. By default
// such a field is left zero, and [api.Meta] and the log report the mismatch. Unknown fields and
// enum values are never an error.
func WithStrictDecoding() Option {
	return clientOption(func(c *config) { c.settings.StrictDecoding = true })
}

// WithoutValidation leaves checking the limits of the API reference to the service. IDs that would
// lead to another path are still rejected.
func WithoutValidation() Option {
	return clientOption(func(c *config) { c.settings.WithoutChecks = true })
}

// WithInsecureHTTP permits sending the token over plain HTTP to another machine than this one.
func WithInsecureHTTP() Option {
	return clientOption(func(c *config) { c.insecureHTTP = true })
}
