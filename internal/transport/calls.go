package transport

import (
	"context"
	"fmt"
	"net/http"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// JSON calls an operation that answers with a T.
func JSON[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (*T, error) {
	out := new(T)
	if _, err := c.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return out, nil
}

// None calls an operation whose answer has no body, or none worth reading.
func None(ctx context.Context, c *Core, r op.Request, opts []api.CallOption) error {
	_, err := c.call(ctx, &r, wantNothing, nil, opts)
	return err
}

// Into calls an operation and decodes the answer into out, which may be nil.
func Into(ctx context.Context, c *Core, r op.Request, out any, opts []api.CallOption) error {
	if out == nil {
		return None(ctx, c, r, opts)
	}
	_, err := c.call(ctx, &r, wantBody, out, opts)
	return err
}

// Delete calls a delete and tells what it found.
func Delete(ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (api.Deletion, error) {
	x, err := c.call(ctx, &r, wantNothing, nil, opts)
	switch {
	case err != nil:
		return "", err
	case x.status == http.StatusResetContent:
		return api.Deleted, nil
	case x.status == http.StatusNoContent && !x.ambiguous:
		return api.AlreadyAbsent, nil
	default:
		return api.DeletionUnknown, nil
	}
}

// Put calls a create-or-update and tells which it was. An answer without a body is no error: the status says what happened.
func Put[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (*api.PutResult[T], error) {
	out := new(optional[T])
	x, err := c.call(ctx, &r, wantBody, out, opts)
	if err != nil {
		return nil, err
	}
	result := &api.PutResult[T]{Outcome: api.PutUnknown, Value: out.value}
	switch {
	case x.status == http.StatusCreated:
		result.Outcome = api.Created
	case x.status == http.StatusOK && !x.ambiguous: // else a lost attempt may have created it
		result.Outcome = api.Updated
	}
	return result, nil
}

// optional is an answer that may have no body.
type optional[T any] struct{ value *T }

func (o *optional[T]) decodeFrom(x *exchange) error {
	if len(x.answer) == 0 {
		return nil
	}
	o.value = new(T)
	return x.decode(o.value)
}

// call runs one exchange whose answer goes into out, nil for none.
func (c *Core) call(ctx context.Context, r *op.Request, w want, out any, opts []api.CallOption) (*exchange, error) {
	x, err := c.begin(ctx, r, w, opts)
	if err != nil {
		return nil, err
	}
	if err = x.send(); err == nil && out != nil {
		if own, ok := out.(interface{ decodeFrom(*exchange) error }); ok {
			err = own.decodeFrom(x)
		} else {
			err = x.decode(out)
		}
	}
	if failing, ok := out.(interface{ Err() error }); ok && err == nil {
		if no := failing.Err(); no != nil { // a 200 that says no
			err = fmt.Errorf("%s: %w", r.Op.Name, no)
		}
	}
	err = x.finish(err)
	x.deliver()
	return x, err
}
