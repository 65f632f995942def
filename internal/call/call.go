// Package call contains the configuration of a call. It is a separate package, so that package api
// can export the options of a call, but only the request core can read what they configure.
package call

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"time"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Config contains what the options of a call configure, or what the options of a client configure
// for all its calls.
type Config struct {
	Results
	Timeouts
	Writes

	Header           http.Header
	Query            url.Values
	BodyFields       map[string]any
	MaxResponseBytes int64
	MaxDownloadBytes int64 // size limit of a download; 0 for none
	WithoutRetry     bool
	Replay           bool
	RequireDone      bool // whether a stream without an announced end is an error
	StrictDecoding   bool
	WithoutChecks    bool // whether the limits are not checked; IDs always are
	Prefetch         bool
	Invalid          error // error of the first invalid option; nil if there is none
}

// Results are the variables of the caller that the call fills. A nil one is not filled.
type Results struct {
	Meta    any // a *api.Meta, whose package this one cannot import
	RawBody *[]byte
	Omitted *bool // set to whether the response leaves out the result
}

// Timeouts limit a call, each of its attempts, and the silence of a stream or a download.
type Timeouts struct {
	Timeout        time.Duration // none if it is not positive
	AttemptTimeout time.Duration // 0 for the default of the operation; negative for none
	IdleTimeout    time.Duration // negative for none
}

// Writes configure the comparison of writes with their responses.
type Writes struct {
	// Compare is [jsonx.CompareWritten], or nil if writes are not compared with their responses.
	// Only programs that compare writes need to contain the function.
	Compare      func(sent, received, was []byte, t reflect.Type, shows string) *jsonx.Written
	StrictWrites bool   // whether a field that a response shows differently is an error
	EditOf       []byte // earlier response of which the body is a changed copy; nil for none
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

// Apply applies an option. A nil option has no effect.
func (c *Config) Apply(o Option) {
	if o != nil {
		o.apply(c)
	}
}

// ErrAbandoned is the cause with which a prefetch is canceled if the loop no longer needs its page.
// It is not a failure.
var ErrAbandoned = errors.New("the loop over pages has ended")

// OperationKey is the context key for the name of the operation of a call.
type OperationKey struct{}
