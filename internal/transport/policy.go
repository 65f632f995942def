package transport

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
)

// NewPolicy returns a policy that calls permit for each write and for each question to the AI. A
// header or a parameter that overrides the method makes any call a write. No option of a call makes
// a write pass for a read.
func NewPolicy(permit func(context.Context, api.Write) error) func(*call) error {
	return func(c *call) error {
		overrides := c.overridesMethod()
		if c.op.Effect() == "" && !overrides {
			return nil
		}
		write := c.op.Write(c.path.Escaped, c.body)
		write.CostsCredits = write.CostsCredits && !overrides
		write.MayDelete = write.MayDelete || overrides || len(c.cfg.BodyFields) > 0 && !write.CostsCredits
		if err := permit(c.ctx, write); err != nil {
			return &api.WriteRejectedError{FailedCall: c.failedCall(), Err: c.secrets.Error(err)}
		}
		return nil
	}
}

func (c *call) overridesMethod() bool { return overridesMethod(c.cfg.Header, c.query) }

// overridesMethod reports whether a header such as X-HTTP-Method-Override or a parameter such as
// _method may make the service treat the request as one with another method.
func overridesMethod(header http.Header, query url.Values) bool {
	for _, names := range []map[string][]string{header, query} {
		for name := range names {
			name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
			_, after, found := strings.Cut(name, "method")
			if name == "-method" || strings.HasSuffix(name, "http-method") || found && strings.Contains(after, "override") {
				return true
			}
		}
	}
	return false
}
