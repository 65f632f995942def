// Package call holds what the options of calls configure. It is a package of its own so that
// package api can offer the options while only the request core can read them.
package call

import (
	"errors"
	"net/http"
	"net/url"
	"time"
)

// Config contains what the options of a call configure, or the options of a client for all its
// calls.
type Config struct {
	Meta             any // a *api.Meta, which this package cannot name
	RawBody          *[]byte
	Header           http.Header
	Query            url.Values
	BodyFields       map[string]any
	Timeout          time.Duration // not positive for none
	AttemptTimeout   time.Duration // 0 for that of the operation, negative for none
	IdleTimeout      time.Duration // negative for none
	MaxResponseBytes int64
	MaxDownloadBytes int64 // that a call sets for its downloads, 0 for none
	WithoutRetry     bool
	RequireDone      bool // a stream without an announced end is an error
	StrictDecoding   bool
	CompareWrites    bool   // with what their responses show
	StrictWrites     bool   // what a response shows otherwise is an error
	EditOf           []byte // what the service had returned if the body is a change of that, nil for none
	WithoutChecks    bool   // skips the limits, never the ids
	Omitted          *bool  // whether the response leaves out the result, nil if nobody asks
	Replay           bool
	Prefetch         bool
	Invalid          error // error of the first invalid option, nil if there is none
}

// Fail records that an option is invalid.
func (c *Config) Fail(err error) {
	if c.Invalid == nil {
		c.Invalid = err
	}
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
