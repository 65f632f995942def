package api

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Nullable is a field of a request with three states: unset, null or a value. The zero value is
// unset and is not sent. [Set] returns a Nullable that sends a value. [Null] returns a Nullable
// that sends null: it clears the field or, for a role, means guest.
type Nullable[T any] struct {
	value T
	state nullableState
}

var errUnset = errors.New("a required Nullable is not set; use Set or Null")

type nullableState uint8

const (
	unset nullableState = iota
	null
	set
)

// Set returns a Nullable that is sent as v.
func Set[T any](v T) Nullable[T] { return Nullable[T]{value: v, state: set} }

// Null returns a Nullable that is sent as null.
func Null[T any]() Nullable[T] { return Nullable[T]{state: null} }

// Get returns the value and reports whether there is one. It returns the zero value and false if
// the field is unset or null.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == set }

// IsNull reports whether the field is null.
func (n Nullable[T]) IsNull() bool { return n.state == null }

// IsZero reports whether the field is unset. The omitzero option of encoding/json calls it.
func (n Nullable[T]) IsZero() bool { return n.state == unset }

// String returns "unset", "null", or the value as fmt prints it.
func (n Nullable[T]) String() string {
	switch n.state {
	case set:
		return fmt.Sprint(n.value)
	case null:
		return "null"
	default:
		return "unset"
	}
}

// GoString returns "unset", "null", or the value as fmt prints it for %#v.
func (n Nullable[T]) GoString() string {
	if n.state == set {
		return fmt.Sprintf("%#v", n.value)
	}
	return n.String()
}

// LogValue implements [slog.LogValuer]. It returns the value, "null" or "unset".
func (n Nullable[T]) LogValue() slog.Value {
	if n.state == set {
		return slog.AnyValue(n.value)
	}
	return slog.StringValue(n.String())
}

// MarshalJSON encodes the value, or null if the field is null. A value of a type that is not from
// the SDK is encoded by encoding/json. For an unset field, MarshalJSON returns an error, because
// null would clear the field or mean guest. With the omitzero option, encoding/json leaves out an
// unset field.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	switch n.state {
	case set:
		return jsonx.MarshalEither(n.value)
	case null:
		return []byte("null"), nil
	default:
		return nil, errUnset
	}
}

// UnmarshalJSON sets the field to null or to the value in data.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if jsonx.IsNull(data) {
		*n = Null[T]()
		return nil
	}
	var v T
	if err := jsonx.UnmarshalEither(data, &v); err != nil {
		return err
	}
	*n = Set(v)
	return nil
}
