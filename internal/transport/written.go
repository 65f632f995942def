package transport

import (
	"reflect"

	"github.com/publishing-platform/publishing-go/api"
)

// compareWritten compares the body of a write with its response, which has been decoded into out.
// out is nil if there is no response.
func (c *call) compareWritten(out any) error {
	if c.op.Reads() || len(c.body) == 0 {
		return nil
	}
	t := reflect.TypeOf(out)
	if callers, ok := out.(own); ok { // its type does not show what a response can contain
		out, t = callers.value, nil
	}
	c.written = c.cfg.Compare(c.body, c.responseBody, c.cfg.EditOf, t, string(c.op.Shows))
	if len(c.written.Ignored) == 0 || !c.cfg.StrictWrites {
		return nil
	}
	failed := c.failedCall()
	failed.MayHaveApplied = true
	return &api.IgnoredFieldsError{FailedCall: failed, Status: c.status, Fields: c.texts(c.written.Ignored), Result: out}
}

// texts returns a copy of a list of texts, in which the secrets are replaced.
func (c *call) texts(list []string) []string {
	var texts []string
	for _, text := range list {
		texts = append(texts, c.secrets.Text(text))
	}
	return texts
}
