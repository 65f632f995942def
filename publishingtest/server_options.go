package publishingtest

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// DefaultToken is what a server accepts when no [WithToken] says otherwise.
const DefaultToken = "publishingtest-token"

const (
	defaultAddr     = "127.0.0.1:0"
	defaultPageSize = 50
	maxLimit        = 1000 // of a list, as the documents have it
)

// Option sets up a server.
type Option func(*config)

type config struct {
	addr        string
	tokens      []string
	clock       func() time.Time
	pageSize    int
	maxPageSize int
	streamMode  StreamMode
	rateLimit   int // calls in ratePer, 0 for any number
	ratePer     time.Duration
	noLog       bool
	off         map[string]bool // ids of rules
	err         error           // the first one
}

func newConfig(opts []Option) (*config, error) {
	c := &config{addr: defaultAddr, clock: time.Now, pageSize: defaultPageSize, maxPageSize: maxLimit, off: map[string]bool{}}
	for _, opt := range opts {
		if opt != nil {
			opt(c)
		}
	}
	if len(c.tokens) == 0 {
		c.tokens = []string{DefaultToken}
	}
	return c, c.err
}

func (c *config) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// WithAddr listens on addr, such as "127.0.0.1:8080". Default "127.0.0.1:0", a free port. An address of another machine or of all
// interfaces is an error: the server is for this machine alone.
func WithAddr(addr string) Option {
	return func(c *config) {
		c.addr = addr
		host, _, err := net.SplitHostPort(addr)
		switch {
		case err != nil:
			c.fail(fmt.Errorf("WithAddr: %q is no address; write it like %q", addr, defaultAddr))
		case !isLoopback(host):
			c.fail(fmt.Errorf("WithAddr: %q is not a loopback address; use 127.0.0.1, [::1] or localhost", addr))
		}
	}
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// WithToken accepts the token. Given more than once, each of the tokens is accepted and the first is that of [Server.Token].
func WithToken(token string) Option {
	return func(c *config) {
		c.tokens = append(c.tokens, token)
		if token == "" {
			c.fail(errors.New("WithToken: the token is empty"))
		}
	}
}

// WithClock takes the time from clock, which must be safe for concurrent use. Default [time.Now].
func WithClock(clock func() time.Time) Option {
	return func(c *config) {
		c.clock = clock
		if clock == nil {
			c.fail(errors.New("WithClock: the clock is nil"))
		}
	}
}

// WithPageSize sets how many elements a page of a list has when the request names no limit. Default 50.
func WithPageSize(n int) Option {
	return func(c *config) {
		c.pageSize = n
		if n < 1 || n > maxLimit {
			c.fail(fmt.Errorf("WithPageSize: want 1 to %d, got %d", maxLimit, n))
		}
	}
}

// WithMaxPageSize gives a page at most n elements, whatever limit a request names, so that a program with a large limit has pages to walk
// too. Default 1000.
func WithMaxPageSize(n int) Option {
	return func(c *config) {
		c.maxPageSize = n
		if n < 1 || n > maxLimit {
			c.fail(fmt.Errorf("WithMaxPageSize: want 1 to %d, got %d", maxLimit, n))
		}
	}
}

// A StreamMode is what the messages of a streamed answer contain. The API reference does not state it.
type StreamMode int

const (
	// Cumulative messages contain the whole text so far.
	Cumulative StreamMode = iota
	// Delta messages contain only the text that is new.
	Delta
)

// WithStreamMode sets what the messages of a streamed answer contain. The default is [Cumulative].
func WithStreamMode(mode StreamMode) Option {
	return func(c *config) {
		c.streamMode = mode
		if mode != Cumulative && mode != Delta {
			c.fail(fmt.Errorf("WithStreamMode: there is no mode %d", mode))
		}
	}
}

// WithoutDescriptionLimits switches off every rule with [Rule.FromDescription], for a service that
// follows the API reference alone and accepts more. [WithoutRule] switches off a single rule.
func WithoutDescriptionLimits() Option {
	return func(c *config) {
		for _, r := range Rules() {
			if r.FromDescription {
				c.off[r.ID] = true
			}
		}
	}
}

// WithoutRule switches rules off by their ids. [Rules] lists them; an unknown id is an error. A test proves with it that a rule is what
// makes it pass.
func WithoutRule(ids ...string) Option {
	return func(c *config) {
		for _, id := range ids {
			c.off[id] = true
			if !isRule(id) {
				c.fail(fmt.Errorf("WithoutRule: there is no rule %q", id))
			}
		}
	}
}
