package transport

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// JSON calls an operation and decodes the response as a T. If the caller asked for a minimal
// response with the header Prefer and the service responded with 204, it returns a zero T.
func JSON[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (*T, error) {
	out := new(T)
	if _, err := core.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return out, nil
}

// Judged is like [JSON], but for a 2xx response that can report a failure. If judge returns an
// error, the call fails with this error.
func Judged[T any](
	ctx context.Context, core *Core, r op.Request, judge func(result *T, meta *api.Meta) error, opts []api.CallOption,
) (*T, error) {
	out := &judged[T]{judge: judge}
	if _, err := core.call(ctx, &r, wantBody, out, opts); err != nil {
		return nil, err
	}
	return &out.result, nil
}

type judged[T any] struct {
	result T
	judge  func(result *T, meta *api.Meta) error
}

func (j *judged[T]) decodeFrom(c *call) error {
	if err := c.decodeInto(&j.result); err != nil {
		return err
	}
	meta := c.meta()
	return j.judge(&j.result, &meta)
}

// None calls an operation and ignores the body of the response.
func None(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) error {
	_, err := core.call(ctx, &r, wantNothing, nil, opts)
	return err
}

// Into calls an operation and decodes the response into out, a pointer to a value of the caller's
// type, unless out is nil.
func Into(ctx context.Context, core *Core, r op.Request, out any, opts []api.CallOption) error {
	if out == nil {
		return None(ctx, core, r, opts)
	}
	if v := reflect.ValueOf(out); v.Kind() != reflect.Pointer || v.IsNil() {
		return Reject(r.Op.Name, &api.ValidationError{
			Operation: r.Op.Name, Field: "out",
			Rule: "a pointer that is not nil", Value: fmt.Sprintf("%T", out),
		}, opts)
	}
	_, err := core.call(ctx, &r, wantBody, own{out}, opts)
	return err
}

// own decodes a response into a value of the caller's type, with encoding/json. A response with the
// status 204 or 205 need not have a body.
type own struct{ value any }

func (o own) decodeFrom(c *call) error {
	if len(c.responseBody) == 0 && (c.status == http.StatusNoContent || c.status == http.StatusResetContent) {
		return nil
	}
	if err := jsonx.UnmarshalUser(c.responseBody, o.value); err != nil {
		return c.decodeError(err)
	}
	return nil
}

// Delete calls a DELETE and returns its outcome.
func Delete(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (api.Deletion, error) {
	c, err := core.call(ctx, &r, wantNothing, nil, opts)
	switch {
	case err != nil:
		return "", err
	case c.status == http.StatusResetContent:
		return api.Deleted, nil
	case c.status == http.StatusNoContent && !c.ambiguous:
		return api.AlreadyAbsent, nil
	case c.status == http.StatusAccepted: // even after a lost response: if the target had been deleted, it would be absent
		return api.DeletionRequested, nil
	default:
		return api.DeletionUnknown, nil
	}
}

// Put calls a PUT that creates or updates a resource, and reports whether it created or updated the
// resource. A response without a body is not an error, because the status is sufficient.
func Put[T any](ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (*api.PutResult[T], error) {
	out := new(optional[T])
	c, err := core.call(ctx, &r, wantBody, out, opts)
	if err != nil {
		return nil, err
	}
	result := &api.PutResult[T]{Outcome: api.PutUnknown, Value: out.value}
	switch {
	case c.status == http.StatusCreated:
		result.Outcome = api.Created
	case c.status == http.StatusOK && !c.ambiguous: // otherwise an attempt whose response was lost may have created it
		result.Outcome = api.Updated
	}
	return result, nil
}

// optional decodes a response that may have no body.
type optional[T any] struct{ value *T }

func (o *optional[T]) decodeFrom(c *call) error {
	if len(c.responseBody) == 0 {
		return nil
	}
	o.value = new(T)
	return c.decode(jsonx.Decode, c.responseBody, o.value)
}

// Reject ends an invalid call before it begins, and returns err. It resets the variables that the
// caller's options point to, because they may contain the values of an earlier call.
func Reject(operation string, err error, opts []api.CallOption) error {
	c := newCall(nil, nil, wantNothing) //nolint:staticcheck // nothing is sent
	c.prepare(nil, &op.Request{Op: op.Bare(operation, "")}, opts)
	c.deliver()
	return err
}

// MetaOf returns the [api.Meta] that the options fill, together with the options. If no option has
// a Meta, MetaOf adds one.
func MetaOf(opts []api.CallOption) (*api.Meta, []api.CallOption) {
	var cfg options.Config
	for _, opt := range opts {
		cfg.Apply(opt)
	}
	if meta, ok := cfg.Meta.(*api.Meta); ok && meta != nil {
		return meta, opts
	}
	meta := new(api.Meta)
	return meta, append(slices.Clip(opts), api.WithMeta(meta))
}

// call makes a call and fills the variables that the caller's options point to. It decodes the
// response into out, unless out is nil.
func (core *Core) call(ctx context.Context, r *op.Request, w want, out any, opts []api.CallOption) (*call, error) {
	c := newCall(ctx, core, w)
	c.prepare(core, r, opts)
	err := c.do(out)
	c.deliver()
	return c, err
}

// decodeInto decodes the response into out, with the decoding method of out if it has one.
func (c *call) decodeInto(out any) error {
	if reader, ok := out.(interface{ decodeFrom(*call) error }); ok {
		return reader.decodeFrom(c)
	}
	if c.status == http.StatusNoContent && c.isMinimal() && rootOf(out) == beginObject && !jsonx.IsAbout(out) {
		return nil
	}
	return c.decode(jsonx.Decode, c.responseBody, out)
}

// isMinimal reports whether the response has no body because the caller asked for a minimal
// response.
func (c *call) isMinimal() bool {
	return c.status == http.StatusNoContent && len(c.responseBody) == 0 && prefersMinimal(c.cfg.Header)
}

// prefersMinimal reports whether a header asks for a minimal response: Prefer: return=minimal. If
// the preference occurs several times, the first one counts (RFC 7240).
func prefersMinimal(header http.Header) bool {
	for preference := range strings.SplitSeq(strings.Join(header.Values("Prefer"), ","), ",") {
		preference, _, _ = strings.Cut(preference, ";")
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.EqualFold(strings.Trim(value, " \t\""), "minimal")
		}
	}
	return false
}
