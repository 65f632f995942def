package api

import (
	"errors"
	"fmt"
	"io"
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

// The following methods are compiled for each T in every package that imports the SDK. They
// therefore only call those of nullableState.

// Format prints "unset", "null", or the value as fmt prints it for the verb.
func (n Nullable[T]) Format(f fmt.State, verb rune) { n.state.format(f, verb, n.value) }

// LogValue implements [slog.LogValuer]. It returns the value, "null" or "unset".
func (n Nullable[T]) LogValue() slog.Value { return n.state.logValue(n.value) }

// MarshalJSON encodes the value, or null if the field is null. A value of a type that is not from
// the SDK is encoded by encoding/json. For an unset field, MarshalJSON returns an error, because
// null would clear the field or mean guest. With the omitzero option, encoding/json leaves out an
// unset field.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return n.state.marshal(&n.value) }

// UnmarshalJSON sets the field to null or to the value in data.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	var decoded Nullable[T]
	err := decoded.state.unmarshal(data, &decoded.value)
	if err == nil {
		*n = decoded
	}
	return err
}

func (s nullableState) String() string { return [...]string{"unset", "null", "set"}[s] }

func (s nullableState) format(f fmt.State, verb rune, value any) {
	if s != set {
		_, _ = io.WriteString(f, s.String()) // the State of a print has no errors
		return
	}
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), value)
}

func (s nullableState) logValue(value any) slog.Value {
	if s == set {
		return slog.AnyValue(value)
	}
	return slog.StringValue(s.String())
}

func (s nullableState) marshal(value any) ([]byte, error) {
	switch s {
	case set:
		return jsonx.MarshalEither(value)
	case null:
		return []byte("null"), nil
	default:
		return nil, errUnset
	}
}

func (s *nullableState) unmarshal(data []byte, value any) error {
	if jsonx.IsNull(data) {
		*s = null
		return nil
	}
	*s = set
	return jsonx.UnmarshalEither(data, value)
}
