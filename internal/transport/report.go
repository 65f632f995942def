package transport

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/ratelimit"
)

// report ends the call. It writes the log line, calls the observer, and returns err. It does not
// report a call that did not pass the checks, or a page that the loop has abandoned. If CallContext
// was called for such a page, it still calls the observer.
func (c *call) report(err error) error {
	// The call ends here: a prefetched page is delivered later, and a stream has stored the time
	// until it opened.
	c.elapsed = time.Since(c.start)
	if !c.begun {
		return err
	}
	abandoned := context.Cause(c.caller) == options.ErrAbandoned //nolint:errorlint // exactly this value
	if c.core.settings.Logger != nil && !abandoned {
		c.logCall(err)
	}
	if observe := c.core.settings.Observer; observe != nil && (!abandoned || c.core.settings.CallContext != nil) {
		info := c.info()
		info.Status, info.Attempts, info.RateLimit = c.status, c.attempts, ratelimit.Of(c.header)
		info.Duration, info.Err = c.duration(), err
		observe(c.caller, info)
	}
	return err
}

// info returns the data of the call that is known when the call begins.
func (c *call) info() api.CallInfo {
	return api.CallInfo{Operation: c.op.Name, Method: c.op.Method, Template: c.op.Template}
}

// duration returns the duration of the call. Each call of duration returns the same value.
func (c *call) duration() time.Duration {
	if c.elapsed == 0 {
		c.elapsed = time.Since(c.start)
	}
	return c.elapsed
}

// deliver fills the variables that the caller's options point to. It must run on the caller's
// goroutine.
func (c *call) deliver() {
	if c.cfg.Omitted != nil {
		*c.cfg.Omitted = c.isMinimal()
	}
	if c.cfg.RawBody != nil {
		*c.cfg.RawBody = nil
		if isSuccess(c.status) && len(c.responseBody) > 0 {
			*c.cfg.RawBody = c.responseBody
		}
	}
	if meta, ok := c.cfg.Meta.(*api.Meta); ok {
		*meta = c.meta()
	}
}

// meta returns the metadata of the call.
func (c *call) meta() api.Meta {
	meta := api.Meta{
		Operation: c.op.Name,
		Status:    c.status,
		Header:    c.secrets.Header(c.header),
		RequestID: c.requestID(),
		Location:  c.secrets.Text(c.header.Get("Location")),
		RateLimit: ratelimit.Of(c.header),
		Attempts:  c.attempts,
		Duration:  c.duration(),
		Paced:     c.paced,
		Done:      c.done,
	}
	if m := c.mismatch; m != nil {
		meta.Mismatch = &api.Mismatch{Pointer: c.secrets.Text(m.Pointer), Want: m.Want, Got: m.Got}
	}
	if w := c.written; w != nil {
		meta.Written = &api.Written{Applied: c.texts(w.Applied), Ignored: c.texts(w.Ignored), Unknown: c.texts(w.Unknown)}
	}
	return meta
}

func (c *call) requestID() string {
	for _, name := range [...]string{"X-Request-Id", "X-Correlation-Id"} {
		if id := c.header.Get(name); id != "" {
			if len(id) > maxRequestID {
				return string(c.secrets.Cut([]byte(id[:maxRequestID])))
			}
			return c.secrets.Text(id)
		}
	}
	return ""
}

// maxRequestID is far more than the length of a request ID. Looking for secrets takes far more
// memory than the text.
const maxRequestID = 1 << 10
