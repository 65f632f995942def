package transport

import (
	"context"
	"errors"
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
	if _, err := core.call(ctx, &r, wantBody, out, nil, opts); err != nil {
		return nil, err
	}
	return out, nil
}

// Judged is like [JSON], but for a 2xx response that can report a failure. If judge returns an
// error, the call fails with this error. The error should contain failed.
func Judged[T any](
	ctx context.Context, core *Core, r op.Request, judge func(result *T, failed api.FailedCall) error, opts []api.CallOption,
) (*T, error) {
	out := new(T)
	_, err := core.call(ctx, &r, wantBody, out, func(c *call) error {
		if err := c.decodeInto(out); err != nil {
			return err
		}
		return judge(out, c.failedCall())
	}, opts)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// None calls an operation and ignores the body of the response.
func None(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) error {
	_, err := core.call(ctx, &r, wantNothing, nil, nil, opts)
	return err
}

// Into calls an operation and decodes the response into out with encoding/json, unless out is nil.
// out is a pointer to a value of the caller's type. A response with the status 204 or 205 need not
// have a body.
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
	_, err := core.call(ctx, &r, wantBody, own{out}, func(c *call) error {
		isEmpty := c.status == http.StatusNoContent || c.status == http.StatusResetContent
		if isEmpty && len(c.responseBody) == 0 {
			return nil
		}
		if err := jsonx.UnmarshalUser(c.responseBody, out); err != nil {
			return c.decodeError(err)
		}
		return nil
	}, opts)
	return err
}

// own contains a pointer to a value of the caller's type.
type own struct{ value any }

// Delete calls a DELETE and returns its outcome.
func Delete(ctx context.Context, core *Core, r op.Request, opts []api.CallOption) (api.Deletion, error) {
	c, err := core.call(ctx, &r, wantNothing, nil, nil, opts)
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
	result, out := &api.PutResult[T]{Outcome: api.PutUnknown}, new(T)
	c, err := core.call(ctx, &r, wantBody, out, func(c *call) error {
		if len(c.responseBody) == 0 {
			return nil
		}
		result.Value = out
		return c.decode(jsonx.Decode, c.responseBody, out)
	}, opts)
	switch {
	case err != nil:
		return nil, err
	case c.status == http.StatusCreated:
		result.Outcome = api.Created
	case c.status == http.StatusOK && !c.ambiguous: // otherwise an attempt whose response was lost may have created it
		result.Outcome = api.Updated
	}
	return result, nil
}

// Reject ends an invalid call before it begins, and returns err. An [api.ValidationError] that has
// no operation gets that of the call. Reject resets the variables that the caller's options point
// to, because they may contain the values of an earlier call.
func Reject(operation string, err error, opts []api.CallOption) error {
	if invalid, ok := errors.AsType[*api.ValidationError](err); ok && invalid.Operation == "" {
		invalid.Operation = operation
	}
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
// response into out, unless out is nil. decode does so in its own way, unless it is nil.
func (core *Core) call(
	ctx context.Context, r *op.Request, w want, out any, decode func(*call) error, opts []api.CallOption,
) (*call, error) {
	c := newCall(ctx, core, w)
	c.prepare(core, r, opts)
	err := c.do(out, decode)
	c.deliver()
	return c, err
}

// decodeInto decodes the response into out.
func (c *call) decodeInto(out any) error {
	if c.status == http.StatusNoContent && c.isMinimal() && !isList(out) && !jsonx.IsAbout(out) {
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
