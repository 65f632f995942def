package transport

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Edit changes a T that the operation of put replaces as a whole: it gets the T, calls edit with it
// and puts the response with what edit has changed. It puts nothing if edit changes nothing.
func Edit[T any](ctx context.Context, c *Core, put, get op.Request, edit func(*T) error, opts []api.CallOption) (*T, error) {
	if edit == nil && c != nil { // without a core, the call reports that
		return nil, Reject(put.Op.Name, &api.ValidationError{Operation: put.Op.Name, Field: "edit", Rule: "a function that is not nil", Value: "nil"}, opts)
	}
	got := new(intact[T])
	if _, err := c.call(ctx, &get, wantBody, got, opts); err != nil {
		return nil, err
	}
	// What the service has returned may be sent back, whatever limits this release knows.
	checked := !c.settings.WithoutChecks && check.Struct(put.Op.Name, got.value, isKey[any](nil)) == nil
	before, err := jsonx.Marshal(got.value)
	if err != nil {
		return nil, fmt.Errorf("%s: encode the response: %w", get.Op.Name, err)
	}
	if err := edit(&got.value); err != nil {
		return nil, err
	}
	if checked {
		if err := check.Struct(put.Op.Name, got.value, isKey[any](nil)); err != nil {
			return nil, Reject(put.Op.Name, err, opts)
		}
	}
	after, err := jsonx.Marshal(got.value)
	if err != nil {
		err = &api.ValidationError{Operation: put.Op.Name, Field: "body", Rule: "a value that can be encoded", Err: err}
		return nil, Reject(put.Op.Name, err, opts)
	}
	if bytes.Equal(before, after) {
		return &got.value, nil
	}
	body, err := jsonx.Changed(got.raw, before, after)
	if err != nil {
		return nil, fmt.Errorf("%s: change the response: %w", get.Op.Name, err)
	}
	return JSON[T](ctx, c, put.Body(api.Raw(body)), opts)
}

// intact decodes a response that is sent back. A value that does not fit its field could be
// overwritten with a zero value, and what is missing, such as all of it in the response of a proxy,
// would be reset, so both are errors.
type intact[T any] struct {
	value T
	raw   []byte
}

func (i *intact[T]) decodeFrom(x *exchange) error {
	if err := x.decode(&i.value); err != nil {
		return err
	}
	fields, err := jsonx.Fields(x.responseBody)
	if err != nil {
		return x.decodeError(err)
	}
	for field := range reflect.TypeFor[T]().Fields() {
		name := check.WireName(field)
		value, given := fields[name]
		if isRequired(field) && (!given || jsonx.IsNull(value) && field.Type.Kind() != reflect.Pointer) {
			return x.decodeError(fmt.Errorf("/%s is missing", name))
		}
	}
	if m := x.mismatch; m != nil && !m.IsMissing() { // what is missing below stays missing
		return x.decodeError(fmt.Errorf("%s: want %s, got %s", m.Path, m.Want, m.Got))
	}
	i.raw = jsonx.Clone(x.responseBody)
	return nil
}

// isRequired reports whether each response contains a field of its type.
func isRequired(field reflect.StructField) bool {
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name != "" && !strings.Contains(options, "omitzero")
}

// Merge sets fields of the object in a required field of a T, which the operation of patch replaces
// as a whole. It gets the T, adds changes, an object, to what is in the field, and patches the T
// with the result. It patches nothing if the object does not change.
func Merge[T any](ctx context.Context, c *Core, patch, get op.Request, field string, changes api.SecretJSON, opts []api.CallOption) (*T, error) {
	if _, err := jsonx.Fields(changes.Reveal()); err != nil && c != nil { // without a core, the call reports that
		err := &api.ValidationError{Operation: patch.Op.Name, Field: field, Rule: "a JSON object", Value: changes.String()}
		return nil, Reject(patch.Op.Name, err, opts)
	}
	got := &merging[T]{field: field, changes: changes.Reveal()}
	if _, err := c.call(ctx, &get, wantBody, got, opts); err != nil {
		return nil, err
	}
	if !got.changed {
		return &got.value, nil
	}
	return JSON[T](ctx, c, patch.Body(map[string]api.SecretJSON{field: got.merged}), opts)
}

// merging decodes a response and adds changes to the object in one of its fields.
type merging[T any] struct {
	intact[T]
	field   string
	changes []byte
	merged  api.SecretJSON
	changed bool
}

func (m *merging[T]) decodeFrom(x *exchange) error {
	if err := m.intact.decodeFrom(x); err != nil {
		return err
	}
	fields, err := jsonx.Fields(m.raw)
	if err != nil {
		return x.decodeError(err)
	}
	merged, changed, err := jsonx.Merge(fields[m.field], m.changes)
	if err != nil { // it may quote the object
		return x.decodeError(fmt.Errorf("/%s: want a JSON object", m.field))
	}
	m.changed = changed
	return m.merged.UnmarshalJSON(merged)
}
