package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/redact"
)

// Settings configure a [Core].
type Settings struct {
	options.Config // settings of each call, unless its options set others

	BaseURL     *url.URL
	TokenSource func(context.Context) (string, error) // nil: no Authorization header
	Refreshable bool                                  // after a 401, the source is called once more
	HTTPClient  *http.Client                          // copied; nil for the SDK's own client
	Middleware  []func(http.RoundTripper) http.RoundTripper
	Retry       Retry
	Pace        interface {
		Wait(ctx context.Context) error
	} // nil if there is none
	Policies     []func(*call) error // called in order; see NewPolicy
	Logger       *slog.Logger
	CallContext  func(context.Context, api.CallInfo) context.Context
	Observer     func(context.Context, api.CallInfo)
	UserAgent    string
	InsecureHTTP bool // secrets may go over plain HTTP to another machine or a proxy
}

const (
	// defaultAttemptTimeout is the timeout of an attempt, unless the operation has its own default.
	defaultAttemptTimeout = 30 * time.Second
	// defaultIdleTimeout is the longest wait for the next byte of a stream or a download.
	defaultIdleTimeout = 60 * time.Second
	// defaultMaxResponseBytes is the maximum size of a response after decompression.
	defaultMaxResponseBytes = 32 << 20

	maxErrorBytes = 64 << 10
)

// A Core sends requests. It is safe for concurrent use.
type Core struct {
	settings  Settings
	base      basePath
	loop      *retryablehttp.Client
	network   http.RoundTripper
	budget    *budget
	random    func() float64
	userAgent []string
	secrets   redact.Shared
}

// New returns a core. A zero setting means its default.
func New(s Settings) (*Core, error) {
	if err := checkHeader(op.Bare("", ""), s.Header, s.TokenSource != nil); err != nil {
		return nil, fmt.Errorf("WithHeader: %w", err)
	}
	s.Retry = s.Retry.withDefaults()
	if s.AttemptTimeout == 0 && s.HTTPClient != nil {
		// The Timeout of http.Client includes redirects and the body, as the timeout of an attempt
		// does.
		s.AttemptTimeout = s.HTTPClient.Timeout
	}
	s.IdleTimeout = cmp.Or(s.IdleTimeout, defaultIdleTimeout)
	s.MaxResponseBytes = cmp.Or(s.MaxResponseBytes, defaultMaxResponseBytes)
	c := &Core{
		settings: s, base: newBasePath(s.BaseURL), budget: newBudget(s.Retry.Budget),
		random: rand.Float64, userAgent: []string{s.UserAgent},
	}
	attempts, err := c.layers()
	if err != nil {
		return nil, err
	}
	c.loop = newLoop(attempts)
	return c, nil
}

// layers returns what sends an attempt. From the outside to the inside, its layers are
// redirects and cookies, header fields, middleware, authorization, and the wire, which limits the
// duration of the attempt.
func (core *Core) layers() (*attemptTransport, error) {
	client := http.Client{Transport: defaultTransport()}
	if given := core.settings.HTTPClient; given != nil {
		client = *given
		client.Transport = cmp.Or(given.Transport, http.DefaultTransport)
	}
	core.network = client.Transport
	known, _ := core.network.(*http.Transport)
	var layer http.RoundTripper = &auth{core: core, next: &wire{core.network, known}}
	for _, wrap := range slices.Backward(core.settings.Middleware) {
		if layer = wrap(layer); layer == nil {
			return nil, errors.New("WithMiddleware: a middleware returned nil")
		}
	}
	if len(core.settings.Middleware) > 0 {
		layer = &headers{core, layer}
	}
	client.Transport = &redirects{next: layer}
	client.CheckRedirect = sameOrigin(client.CheckRedirect)
	client.Timeout = 0 // New has made it the timeout of an attempt
	return &attemptTransport{&client, layer}, nil
}

// CloseIdleConnections closes the connections that no call is using.
func (core *Core) CloseIdleConnections() {
	(&http.Client{Transport: core.network}).CloseIdleConnections()
}

// defaultTransport returns the SDK's own network layer. It uses the proxy of the environment and
// TLS 1.2 or later, keeps up to 64 idle connections, and pings HTTP/2 connections to detect dead
// ones.
func defaultTransport() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok { // a program may have replaced the default
		return http.DefaultTransport
	}
	t := standard.Clone()
	t.MaxIdleConns = 256
	t.MaxIdleConnsPerHost = 64
	t.OnProxyConnectResponse = neterr.RejectedConnect
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second}
	return t
}
