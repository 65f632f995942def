package transport

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Intact is like [JSON], but for a response that will be sent back. It returns an error if a value
// does not fit its field, because the field is zero and could overwrite the value. It also returns
// an error if a required value is missing, because sending the response back would reset the value.
// This also rejects the response of a proxy, in which all required values are missing. Intact calls
// keep with the JSON of the response, which keep may retain. An error of keep is the error of the
// call.
func Intact[T any](ctx context.Context, core *Core, r op.Request, keep func(data []byte) error, opts []api.CallOption) (*T, error) {
	out := new(T)
	if _, err := core.call(ctx, &r, wantBody, out, func(c *call) error { return c.decodeIntact(out, keep) }, opts); err != nil {
		return nil, err
	}
	return out, nil
}

func (c *call) decodeIntact(out any, keep func(data []byte) error) error {
	if err := c.decode(jsonx.Decode, c.responseBody, out); err != nil {
		return err
	}
	fields, err := jsonx.Fields(c.responseBody)
	if err != nil {
		return c.decodeError(err)
	}
	for field := range reflect.TypeOf(out).Elem().Fields() {
		name := logvalue.NameOf(field)
		value, given := fields[name]
		if isRequired(field) && (!given || jsonx.IsNull(value) && field.Type.Kind() != reflect.Pointer) {
			return c.decodeErrorAt("/"+name, fmt.Errorf("/%s is missing", name))
		}
	}
	if m := c.mismatch; m != nil && !m.IsMissing() { // a missing value at a deeper level stays missing
		return c.mismatchError(m)
	}
	if err := keep(bytes.Clone(c.responseBody)); err != nil {
		return c.decodeError(err)
	}
	return nil
}

// isRequired reports whether every response of a type contains the field.
func isRequired(field reflect.StructField) bool {
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name != "" && !strings.Contains(options, "omitzero")
}
