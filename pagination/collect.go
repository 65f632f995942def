package pagination

import (
	"errors"
	"fmt"
	"iter"
)

// ErrTooMany matches the error that [Collect] returns for a sequence with more elements than the
// limit.
var ErrTooMany = errors.New("too many elements")

// Collect returns the elements of a sequence, such as the result of a method named All. If there
// are more than limit elements, it returns the first limit elements and an error that matches
// [ErrTooMany], and fetches no further page. If the sequence yields an error, Collect returns the
// elements before it and the error.
func Collect[T any](seq iter.Seq2[T, error], limit int) ([]T, error) {
	var list []T
	for element, err := range seq {
		if err != nil {
			return list, err
		}
		if len(list) >= limit {
			return list, fmt.Errorf("%w: more than %d", ErrTooMany, limit)
		}
		list = append(list, element)
	}
	return list, nil
}
