// Package call holds what the options of one call configure. It is a package of its own so that
// package api can offer the options while only the request core can read them.
package call

import (
	"errors"
	"net/http"
	"net/url"
	"time"
)

// Config is what the options of one call configure. A zero field means the client's setting.
type Config struct {
	Meta           any // a *api.Meta, which this package cannot name
	RawBody        *[]byte
	Header         http.Header
	Query          url.Values
	BodyFields     map[string]any
	Timeout        time.Duration
	AttemptTimeout time.Duration
	IdleTimeout    time.Duration
	WithoutRetry   bool
	RequireDone    bool
	StrictDecoding bool
	Replay         bool
	Prefetch       bool
}

// An Option configures a call.
type Option interface {
	apply(c *Config)
}

// A Func is an [Option].
type Func func(c *Config)

func (f Func) apply(c *Config) { f(c) }

// Apply sets what an option configures. A nil option has no effect.
func (c *Config) Apply(o Option) {
	if o != nil {
		o.apply(c)
	}
}

// ErrAbandoned is the cause of the end of a prefetch whose page the loop no longer needs. It is no
// failure.
var ErrAbandoned = errors.New("the loop over pages has ended")

// OperationKey is the context key under which the request core keeps the name of the operation
// being called.
type OperationKey struct{}
