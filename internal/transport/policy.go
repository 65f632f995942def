package transport

import (
	"strings"

	"github.com/publishing-platform/publishing-go/api"
)

// permit returns the error of a call that a policy of the client rejects. What the operation does
// with this body decides whether they are asked, and no option of the call.
func (c *call) permit() error {
	if len(c.core.settings.Policies) == 0 {
		return nil
	}
	overrides := c.overridesMethod()
	if c.op.Effect() == "" && !overrides {
		return nil
	}
	write := c.op.Write(c.path.Escaped, c.body)
	write.CostsCredits = write.CostsCredits && !overrides
	write.MayDelete = write.MayDelete || overrides || len(c.cfg.BodyFields) > 0 && !write.CostsCredits
	for _, policy := range c.core.settings.Policies {
		if err := policy(c.ctx, write); err != nil {
			return &api.WriteRejectedError{FailedCall: c.failedCall(), Err: c.secrets.Error(err)}
		}
	}
	return nil
}

// overridesMethod reports whether the service may take the request for one of another method, for a
// header such as X-HTTP-Method-Override or a parameter such as _method.
func (c *call) overridesMethod() bool {
	for name := range c.cfg.Header {
		if strings.Contains(strings.ToLower(name), "method") {
			return true
		}
	}
	for name := range c.query {
		if strings.Contains(strings.ToLower(name), "_method") {
			return true
		}
	}
	return false
}
