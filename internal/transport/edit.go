package transport

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// An Editor changes a resource that a get returns as an R and that a put replaces with a B. It
// sends unchanged values exactly as the service returned them.
type Editor[R, B any] struct {
	Get, Put op.Request
	Body     func(*R) *B
	ReadOnly []string // fields of the response that the put does not accept
}

// Edit calls change with the body of the put. It sends the body if change has modified it.
func (e *Editor[R, B]) Edit(
	ctx context.Context, core *Core, change func(*B) error, opts []api.CallOption,
) (*R, error) {
	if change == nil && core != nil { // without a core, the get returns the error
		return nil, Reject(e.Put.Op.Name, &api.ValidationError{
			Operation: e.Put.Op.Name, Field: "edit", Rule: "a function that is not nil", Value: "nil",
		}, opts)
	}
	var raw []byte
	keep := func(data []byte) error { raw = data; return nil }
	got, err := Intact[R](ctx, core, e.Get, keep, opts)
	if err != nil {
		return nil, err
	}
	body := e.Body(got)
	before, err := jsonx.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("%s: encode the response: %w", e.Get.Op.Name, err)
	}
	// A body that the service has returned may be sent back, even if it exceeds the limits that
	// this release knows.
	isChecked := invalid(core, e.Put.Body(*body), opts) == nil
	if err := change(body); err != nil {
		return nil, err
	}
	if err := invalid(core, e.Put.Body(*body), opts); err != nil && isChecked {
		return nil, Reject(e.Put.Op.Name, err, opts)
	}
	after, err := jsonx.Marshal(body)
	if err != nil {
		return nil, Reject(e.Put.Op.Name, badInput(e.Put.Op.Name, "body", err), opts)
	}
	if bytes.Equal(before, after) {
		return got, nil
	}
	changed, err := e.changed(raw, before, after)
	if err != nil {
		return nil, fmt.Errorf("%s: change the response: %w", e.Get.Op.Name, err)
	}
	editOf := options.Func(func(c *options.Config) { c.EditOf = raw })
	return JSON[R](ctx, core, e.Put.Body(api.Raw(changed)), append(slices.Clip(opts), editOf))
}

// changed applies the differences between before and after to the response, and removes the fields
// that only responses have.
func (e *Editor[R, B]) changed(raw, before, after []byte) ([]byte, error) {
	if len(e.ReadOnly) > 0 {
		fields, err := jsonx.Fields(raw)
		if err != nil {
			return nil, err
		}
		for _, name := range e.ReadOnly {
			delete(fields, name)
		}
		if raw, err = jsonx.Marshal(fields); err != nil {
			return nil, err
		}
	}
	return jsonx.Changed(raw, before, after)
}
