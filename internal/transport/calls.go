package transport

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// JSON calls an operation that responds with a T. The T is zero for a 204 that the caller asked for
// with Prefer: return=minimal.
func JSON[T any](ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (*T, error) {
	out := new(T)
	if _, err := c.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return out, nil
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

// None calls an operation whose response has no body, or none worth decoding.
func None(ctx context.Context, c *Core, r op.Request, opts []api.CallOption) error {
	_, err := c.call(ctx, &r, wantNothing, nil, opts)
	return err
}

// Into calls an operation and decodes the response into out, a pointer to a value of the caller's
// type. A nil out is not decoded into.
func Into(ctx context.Context, c *Core, r op.Request, out any, opts []api.CallOption) error {
	if out == nil {
		return None(ctx, c, r, opts)
	}
	if v := reflect.ValueOf(out); v.Kind() != reflect.Pointer || v.IsNil() {
		return Reject(r.Op.Name, &api.ValidationError{Operation: r.Op.Name, Field: "out", Rule: "a pointer that is not nil", Value: fmt.Sprintf("%T", out)}, opts)
	}
	_, err := c.call(ctx, &r, wantBody, own{out}, opts)
	return err
}

// own decodes a response into a value of the caller's type, with encoding/json. A 204 or 205 may
// have no body.
type own struct{ value any }

func (o own) decodeFrom(x *exchange) error {
	if len(x.responseBody) == 0 && (x.status == http.StatusNoContent || x.status == http.StatusResetContent) {
		return nil
	}
	if err := jsonx.UnmarshalUser(x.responseBody, o.value); err != nil {
		return x.decodeError(err)
	}
	return nil
}

// Delete calls a DELETE and reports what it found.
func Delete(ctx context.Context, c *Core, r op.Request, opts []api.CallOption) (api.Deletion, error) {
	x, err := c.call(ctx, &r, wantNothing, nil, opts)
	switch {
	case err != nil:
		return "", err
	case x.status == http.StatusResetContent:
		return api.Deleted, nil
	case x.status == http.StatusNoContent && !x.ambiguous:
		return api.AlreadyAbsent, nil
	case x.status == http.StatusAccepted: // even after a lost attempt: a deleted target would be absent
		return api.DeletionRequested, nil
	default:
		return api.DeletionUnknown, nil
	}
}

// Put calls a PUT that creates or updates, and reports which of them it did. A response without a
// body is no error, since the status reports it.
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

// optional decodes a response that may have no body.
type optional[T any] struct{ value *T }

func (o *optional[T]) decodeFrom(x *exchange) error {
	if len(x.responseBody) == 0 {
		return nil
	}
	o.value = new(T)
	return x.decode(o.value)
}

// Reject ends a call that is invalid before there is an exchange, and returns err. It resets what
// the caller's options point to, which may have the values of an earlier call.
func Reject(operation string, err error, opts []api.CallOption) error {
	x := newExchange(nil, nil, wantNothing) //nolint:staticcheck // nothing is sent
	x.prepare(nil, &op.Request{Op: &op.Op{Name: operation}}, opts)
	x.deliver()
	return err
}

// MetaOf returns the [api.Meta] that options fill, and the options, with one for a Meta if there is
// none.
func MetaOf(opts []api.CallOption) (*api.Meta, []api.CallOption) {
	var cfg call.Config
	for _, opt := range opts {
		cfg.Apply(opt)
	}
	if meta, ok := cfg.Meta.(*api.Meta); ok && meta != nil {
		return meta, opts
	}
	meta := new(api.Meta)
	return meta, append(slices.Clip(opts), api.WithMeta(meta))
}

// call runs an exchange whose response is decoded into out, nil for none, and fills what the
// caller's options point to.
func (c *Core) call(ctx context.Context, r *op.Request, w want, out any, opts []api.CallOption) (*exchange, error) {
	x := newExchange(ctx, c, w)
	x.prepare(c, r, opts)
	err := x.run(out)
	x.deliver()
	return x, err
}

// run runs an exchange whose response is decoded into out, nil for none.
func (x *exchange) run(out any) error {
	if err := x.begin(); err != nil {
		return x.finish(err)
	}
	defer x.cancel()
	err := x.send()
	if err == nil && out != nil {
		err = x.decodeInto(out)
	}
	if err == nil {
		x.giveBuffer()
	}
	return x.finish(err)
}

// decodeInto decodes the response into out.
func (x *exchange) decodeInto(out any) error {
	if reader, ok := out.(interface{ decodeFrom(*exchange) error }); ok {
		return reader.decodeFrom(x)
	}
	if x.isMinimal() && !isArray(out) && !jsonx.IsAbout(out) {
		return nil
	}
	return x.decode(out)
}
