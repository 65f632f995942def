package transport

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// JSONThen is [JSON], and calls complete with the result, for what follows from the request and the
// response together.
func JSONThen[T any](ctx context.Context, c *Core, r op.Request, complete func(result *T), opts []api.CallOption) (*T, error) {
	result, err := JSON[T](ctx, c, r, opts)
	if err == nil {
		complete(result)
	}
	return result, err
}

// Judged is [JSON] for a 2xx response that can report a failure: an error of judge is that of the
// call.
func Judged[T any](
	ctx context.Context, c *Core, r op.Request, judge func(result *T, meta *api.Meta) error, opts []api.CallOption,
) (*T, error) {
	out := &judged[T]{judge: judge}
	if _, err := c.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return &out.result, nil
}

type judged[T any] struct {
	result T
	judge  func(result *T, meta *api.Meta) error
}

func (j *judged[T]) decodeFrom(x *exchange) error {
	if err := x.decodeInto(&j.result); err != nil {
		return err
	}
	meta := x.meta()
	return j.judge(&j.result, &meta)
}
