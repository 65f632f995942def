package pagination_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

// numbers yields the numbers below n, then err if it is not nil. It counts in asked how many
// elements the loop asked for.
func numbers(n int, err error, asked *int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if *asked++; !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

func TestCollectReturnsAtMostTheLimit(t *testing.T) {
	t.Parallel()
	failure := errors.New("page 2")
	for _, c := range []struct {
		n     int
		err   error
		limit int
		want  []int
		is    error
		asked int
	}{
		{n: 0, limit: 3},
		{n: 2, limit: 3, want: []int{0, 1}, asked: 2},
		{n: 3, limit: 3, want: []int{0, 1, 2}, asked: 3},
		{n: 9, limit: 3, want: []int{0, 1, 2}, is: pagination.ErrTooMany, asked: 4},
		{n: 9, limit: 0, is: pagination.ErrTooMany, asked: 1},
		{n: 0, limit: 0},
		{n: 2, err: failure, limit: 3, want: []int{0, 1}, is: failure, asked: 2},
		{n: 3, err: failure, limit: 3, want: []int{0, 1, 2}, is: failure, asked: 3},
	} {
		t.Run(fmt.Sprintf("%d of at most %d, %v", c.n, c.limit, c.err), func(t *testing.T) {
			t.Parallel()
			asked := 0
			got, err := pagination.Collect(numbers(c.n, c.err, &asked), c.limit)
			require.Equal(t, c.want, got)
			require.ErrorIs(t, err, c.is)
			require.Equal(t, c.asked, asked, "elements that the loop asked for")
		})
	}
	asked := 0
	_, err := pagination.Collect(numbers(9, nil, &asked), 5)
	require.EqualError(t, err, "too many elements: more than 5")
}
