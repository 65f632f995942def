package api

import (
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Nullable is a request field with three states. The zero value is unset and is not sent, [Null] sends null, which clears the field
// or says "guest" for a role, and [Set] sends a value.
type Nullable[T any] struct {
	value T
	state nullableState
}

var errUnset = errors.New("a Nullable that is required is not set: use Set or Null")

type nullableState uint8

const (
	unset nullableState = iota
	null
	set
)

// Set returns a field that sends v.
func Set[T any](v T) Nullable[T] { return Nullable[T]{value: v, state: set} }

// Null returns a field that sends null.
func Null[T any]() Nullable[T] { return Nullable[T]{state: null} }

// Get returns the value and true when there is one, the zero value and false when the field is unset or null.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == set }

// IsNull tells whether the field sends null.
func (n Nullable[T]) IsNull() bool { return n.state == null }

// IsZero tells whether the field is unset. The omitzero tag relies on it.
func (n Nullable[T]) IsZero() bool { return n.state == unset }

// String returns "unset", "null" or the value as fmt prints it.
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

// MarshalJSON returns the value, or null when the field is null. A value of a type of the caller's own
// is encoded as encoding/json does. An unset field is an error: it must not pass for null, which would clear
// the field or make a guest. With the omitzero tag it is never asked.
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

// UnmarshalJSON makes the field null for null, set for anything else.
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
