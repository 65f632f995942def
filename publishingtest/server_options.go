package publishingtest

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// DefaultToken is the token that a server without [WithToken] accepts.
const DefaultToken = "publishingtest-token"

// DefaultPartnerKey is the key that a server without [WithPartnerKey] accepts in calls of the
// partner that provides ads.
const DefaultPartnerKey = "publishingtest-partner-key"

const (
	defaultAddr     = "127.0.0.1:0"
	defaultPageSize = 50
	maxLimit        = 1000 // limit of a list in the API reference
)

// An Option configures a server. A nil Option has no effect.
type Option interface {
	apply(*config)
}

type option func(*config)

func (o option) apply(c *config) { o(c) }

type config struct {
	addr        string
	tokens      []string
	partnerKeys []string
	clock       *clock
	pageSize    int
	maxPageSize int
	textMode    ask.TextMode
	rateLimit   int // calls per ratePer, 0 for no limit
	ratePer     time.Duration
	noLog       bool
	newer       bool
	rejects     int             // status of invalid input
	off         map[string]bool // IDs of rules
	err         error           // the first error
}

func newConfig(opts []Option) (*config, error) {
	c := &config{
		addr: defaultAddr, clock: newClock(), pageSize: defaultPageSize, maxPageSize: maxLimit,
		rejects: http.StatusBadRequest, off: map[string]bool{},
	}
	for _, opt := range opts {
		if opt != nil {
			opt.apply(c)
		}
	}
	if len(c.tokens) == 0 {
		c.tokens = []string{DefaultToken}
	}
	if len(c.partnerKeys) == 0 {
		c.partnerKeys = []string{DefaultPartnerKey}
	}
	return c, c.err
}

// failIf records an error about an option if wrong is true.
func (c *config) failIf(wrong bool, format string, args ...any) {
	if wrong && c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// WithAddr sets the address to listen on, such as "127.0.0.1:8080". It must be a loopback address.
// The default is "127.0.0.1:0", which selects a free port.
func WithAddr(addr string) Option {
	return option(func(c *config) {
		c.addr = addr
		host, _, err := net.SplitHostPort(addr)
		c.failIf(err != nil, "WithAddr: %q is not an address; want one such as %q", addr, defaultAddr)
		c.failIf(!transport.IsLoopback(host),
			"WithAddr: %q is not a loopback address; use 127.0.0.1, [::1] or localhost", addr)
	})
}

// WithToken sets a token that the server accepts. It must not be empty. If the option is used
// several times, the server accepts all tokens, and [Server.Token] returns the first.
func WithToken(token string) Option {
	return option(func(c *config) {
		c.tokens = append(c.tokens, token)
		c.failIf(token == "", "WithToken: the token is empty")
	})
}

// WithPartnerKey sets a key that the server accepts in calls of the partner that provides ads, such
// as Sites.AdsReview.List. It must not be empty. If the option is used several times, the server
// accepts all keys. The default is [DefaultPartnerKey].
func WithPartnerKey(key string) Option {
	return option(func(c *config) {
		c.partnerKeys = append(c.partnerKeys, key)
		c.failIf(key == "", "WithPartnerKey: the key is empty")
	})
}

// WithPageSize sets the page size for requests without a limit, from 1 to 1000 elements. The
// default is 50.
func WithPageSize(n int) Option {
	return option(func(c *config) {
		c.pageSize = n
		c.failIf(n < 1 || n > maxLimit, "WithPageSize: want 1 to %d, got %d", maxLimit, n)
	})
}

// WithMaxPageSize sets the maximum page size, from 1 to 1000 elements. A request with a larger
// limit gets a page of the maximum size. The default is 1000.
func WithMaxPageSize(n int) Option {
	return option(func(c *config) {
		c.maxPageSize = n
		c.failIf(n < 1 || n > maxLimit, "WithMaxPageSize: want 1 to %d, got %d", maxLimit, n)
	})
}

// WithTextMode determines whether each message of Orgs.Ask.Stream contains all of the text so far,
// as [ask.TextModeCumulative] does, or only new text, as [ask.TextModeDelta] does. The default is
// TextModeCumulative, since the API reference does not specify it. The messages of Sites.Ask.Stream
// are always cumulative.
func WithTextMode(mode ask.TextMode) Option {
	return option(func(c *config) {
		c.textMode = mode
		c.failIf(mode != ask.TextModeCumulative && mode != ask.TextModeDelta, "WithTextMode: want cumulative or delta, got %q", mode)
	})
}

// WithNewerService makes the server behave like version 0.202.0 of the public description. By
// default, it behaves like version 0.143.2. Operations that version 0.202.0 does not contain return
// 404; docs/sources.md lists them. A site without customization has the newer default settings. A
// change request that is merged gets MergedBy and MergedAt. Change requests are listed by the time
// of their last update. A response is minimal if the request asks for it with
// [api.WithMinimalResponse]. With or without this option, a customization may contain the settings
// of either version.
func WithNewerService() Option { return option(func(c *config) { c.newer = true }) }

// WithUnprocessable makes the server return 422 for invalid input, as the service has been seen to
// do. By default, it returns 400, the status in the API reference. With this option, errors match
// api.ErrUnprocessable instead of api.ErrBadRequest. A program that detects rejected input has to
// match both.
func WithUnprocessable() Option {
	return option(func(c *config) { c.rejects = http.StatusUnprocessableEntity })
}

// WithoutDescriptionLimits switches off all rules with [Rule.FromDescription]. The server then
// enforces only the limits of the API reference, on requests and on seeds.
func WithoutDescriptionLimits() Option {
	return option(func(c *config) {
		for _, r := range allRules() {
			if r.FromDescription {
				c.off[r.ID] = true
			}
		}
	})
}

// WithoutRule switches off the rules with the given IDs, for requests and for seeds. [Rules] lists
// the IDs. Use this option for rules that the service is known not to have, to seed values that no
// request of this release can set, and to show that a test depends on a rule. An unknown ID is an
// error.
func WithoutRule(ids ...string) Option {
	return option(func(c *config) {
		for _, id := range ids {
			c.off[id] = true
			if !slices.Contains(ruleIDs(), id) {
				c.failIf(true, "WithoutRule: there is no rule %q%s", id, didYouMean(id, ruleIDs()))
			}
		}
	})
}
