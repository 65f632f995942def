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

// The environment variables of [WithEnv].
const (
	EnvBaseURL = "PUBLISHING_BASE_URL"
	EnvToken   = "PUBLISHING_TOKEN"
)

// Option sets up a client. A nil one changes nothing.
type Option interface {
	applyClient(*config)
}

// SharedOption sets up a client or changes a single call.
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
	err          error // the first one
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
	// The token is checked here and kept in a closure, so that neither the option nor the client has it in a field.
	source, err := transport.StaticToken(token), transport.CheckToken(token)
	return clientOption(func(c *config) {
		c.setSource(source, false)
		if err != nil {
			c.fail(err)
		}
	})
}

// WithTokenSource calls source for the token before each attempt, with a context that ends with the
// attempt. If source returns an error, or does not return in time, nothing is sent and the call returns
// the error. After a 401 the call asks source once more and retries once. source must be safe for
// concurrent use.
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

// WithEnv takes the base URL from PUBLISHING_BASE_URL when [NewClient] is given an empty one, and the token from PUBLISHING_TOKEN when no
// other option sets one. Without this option nothing is read from the environment but the proxy.
func WithEnv() Option {
	return clientOption(func(c *config) { c.fromEnv = true })
}

// WithHTTPClient sends requests with client's Transport, Jar and CheckRedirect. The client is copied, and
// its Timeout becomes the attempt timeout.
//
// The Transport must send each request once: one that retries, or that sends a request in parallel,
// belongs in [WithMiddleware]. CheckRedirect is called after the SDK's own rule, which follows no
// redirect to another origin. The requests it is given have the headers of [api.WithHeader], but not
// the token, and the SDK's other headers only if there is middleware.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(c *config) {
		c.settings.HTTPClient = client
		if client == nil {
			c.fail(errors.New("WithHTTPClient: the client is nil"))
		}
	})
}

// Retry says how often and after what waits a request is sent again. A zero field is its default.
//
// Reads, deletes and puts to a path that names what it makes are sent again after a lost answer, an attempt timeout, 408, 429, 500, 502, 503
// and 504; other writes only after 429 and when nothing was written. Waits are random parts of a window that doubles.
type Retry struct {
	// Attempts is how many times a request is started at most, the first one included. Default 3.
	Attempts int
	// MinWait is the window of the first wait. Default 250 ms.
	MinWait time.Duration
	// MaxWait is the widest window. Default 10 s.
	MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that is waited for. A longer one ends the call, and the error carries it. Default 30 s.
	MaxRetryAfter time.Duration
	// Spread is the most that is added at random to a Retry-After, so that callers refused together do not come back together. It is also
	// never more than the Retry-After itself, nor than half of what is left of the call. Default 2 s, negative to come back on the second.
	Spread time.Duration
	// Budget is how many retries the client spends in an outage before it stops sending again. Each call earns a tenth of a retry, and a
	// call that succeeds gives back what it spent. An answer of 429 costs nothing. Default 100, negative for no budget.
	Budget int
}

// WithRetry changes when requests are sent again. See also [WithoutRetry].
func WithRetry(retry Retry) Option {
	return clientOption(func(c *config) {
		if retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0 {
			c.fail(errors.New("WithRetry: a field is negative; zero is the default, and WithoutRetry sends once"))
		}
		c.settings.Retry = transport.Retry(retry)
	})
}

// WithoutRetry sends each request of a client, or of a call, once. A token source is still asked again after a 401.
func WithoutRetry() SharedOption {
	return sharedOption{api.WithoutRetry(), func(c *config) { c.settings.WithoutRetry = true }}
}

// WithTimeout bounds each call of a client, or one call: all attempts and the waits between them included. Without it a call is bounded by its
// context and its attempts. On a stream it bounds the whole stream; on a walk over pages each page is a call. For a call zero leaves the
// client's setting; a negative duration takes the bound away.
func WithTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithTimeout(d), func(c *config) { c.settings.Timeout = d }}
}

// WithAttemptTimeout bounds each attempt up to the last byte of its answer, on a stream up to the header of the answer. Zero leaves the
// setting, which is 30 s by default; a negative duration takes the bound away.
func WithAttemptTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithAttemptTimeout(d), func(c *config) { c.settings.AttemptTimeout = d }}
}

// WithIdleTimeout bounds the wait for the next byte of a stream; a heartbeat counts. Zero leaves the setting, which is 60 s by default; a
// negative duration takes the bound away. It has no effect on other calls.
func WithIdleTimeout(d time.Duration) SharedOption {
	return sharedOption{api.WithIdleTimeout(d), func(c *config) { c.settings.IdleTimeout = d }}
}

// WithLogger logs a line a call at debug level, and a warning when a request is sent again and when an answer does not fit its types. A
// line has operation, method, path template, status, attempts, request id and duration, and never a header, a query or a body. On a walk each
// page is a call; a stream has its line at its end. A [*ValidationError] is not logged.
func WithLogger(logger *slog.Logger) Option {
	return clientOption(func(c *config) { c.settings.Logger = logger })
}

// WithObserver calls observe at the end of each call that was sent or whose context had ended, for metrics: on a walk once for each page, on
// a stream once, at its end, and never for a [*ValidationError]. It is called on the goroutine that made the request, so it must be safe
// for concurrent use and should be quick.
func WithObserver(observe func(context.Context, api.CallInfo)) Option {
	return clientOption(func(c *config) { c.settings.Observer = observe })
}

// WithUserAgent puts a product, such as "docs-sync/2.1", before the SDK's own in the User-Agent header.
func WithUserAgent(product string) Option {
	return clientOption(func(c *config) {
		if strings.ContainsFunc(product, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
			c.fail(errors.New("WithUserAgent: the product has a control character or one outside of ASCII"))
		}
		c.settings.UserAgent = strings.TrimSpace(product + " " + c.settings.UserAgent)
	})
}

// WithMiddleware wraps the sending of each attempt; the first middleware is the outermost. A middleware
// does not see the token. It must follow the rules of [http.RoundTripper], and
// [api.OperationFromContext] identifies the operation.
//
// A middleware may send a request several times, also in parallel, with the request's GetBody. It must
// send it with the request's context: one that is sent after its attempt is over fails, and one that is
// sent with another context is neither bounded nor counted. An error that a middleware returns without
// sending the request is not retried unless it is a network error, and for a write [MayHaveApplied]
// reports true: the middleware may have sent the request some other way.
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

// WithMaxResponseBytes bounds an answer, after decompression. A larger one is an [*DecodeError]. Default 32 MiB. Streams are bounded by
// the size of an event instead.
func WithMaxResponseBytes(n int64) Option {
	return clientOption(func(c *config) {
		c.settings.MaxResponseBytes = n
		if n <= 0 {
			c.fail(fmt.Errorf("WithMaxResponseBytes: %d is not positive", n))
		}
	})
}

// WithStrictDecoding makes a value of another type than its Go field an [*DecodeError]. Without it such a field is zero, and
// [api.Meta] and the log tell of it. Unknown fields and enum values are never an error.
func WithStrictDecoding() Option {
	return clientOption(func(c *config) { c.settings.StrictDecoding = true })
}

// WithoutValidation leaves the limits of the documents to the service. Ids that would lead to another path are refused all the same.
func WithoutValidation() Option {
	return clientOption(func(c *config) { c.settings.WithoutChecks = true })
}

// WithInsecureHTTP allows a token over plain http to a machine other than this one.
func WithInsecureHTTP() Option {
	return clientOption(func(c *config) { c.insecureHTTP = true })
}
