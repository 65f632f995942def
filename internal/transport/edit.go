package transport

import (
	"bytes"
	"context"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Edit changes a T that the operation of put replaces as a whole: it gets the T, calls edit with it
// and puts the result. It puts nothing if edit changes nothing.
func Edit[T any](ctx context.Context, c *Core, put, get op.Request, edit func(*T) error, opts []api.CallOption) (*T, error) {
	if edit == nil {
		return nil, Reject(put.Op.Name, &api.ValidationError{Operation: put.Op.Name, Field: "edit", Rule: "a function that is not nil"}, opts)
	}
	got := new(intact[T])
	if _, err := c.call(ctx, &get, wantBody, got, opts); err != nil {
		return nil, err
	}
	before, err := jsonx.Marshal(got.value)
	if err != nil {
		return nil, fmt.Errorf("%s: encode the response: %w", get.Op.Name, err)
	}
	// The limits are older than the service: what it has returned may be sent back.
	unchecked := check.Struct(put.Op.Name, got.value, isKey[any](nil)) != nil
	if err := edit(&got.value); err != nil {
		return nil, err
	}
	after, err := jsonx.Marshal(got.value)
	if err == nil && bytes.Equal(before, after) {
		return &got.value, nil
	}
	if unchecked {
		opts = append(opts[:len(opts):len(opts)], withoutChecks{})
	}
	return JSON[T](ctx, c, put.Body(got.value), opts) // which returns the error of the encoding
}

// intact decodes a response that is sent back. A value that does not fit its field would be lost,
// so it is an error.
type intact[T any] struct{ value T }

func (i *intact[T]) decodeFrom(x *exchange) error {
	if err := x.decode(&i.value); err != nil {
		return err
	}
	if m := x.mismatch; m != nil {
		return x.decodeError(fmt.Errorf("%s: want %s, got %s", m.Path, m.Want, m.Got))
	}
	return nil
}

// withoutChecks sends a request without checking its limits.
type withoutChecks struct{}

func (withoutChecks) ApplyCall(c *call.Config) { c.WithoutChecks = true }
