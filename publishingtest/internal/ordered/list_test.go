package ordered

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func collected[T any](l List[T]) (positions []string, values []T) {
	for i := range l.Order.Len {
		positions = append(positions, l.Order.Position(i))
	}
	return positions, slices.Collect(Values(l))
}

func TestPositionsOfNumbersAscend(t *testing.T) {
	t.Parallel()
	numbers := []int64{math.MinInt64, -1 << 40, -17, -1, 0, 1, 9, 10, 99, 1 << 40, math.MaxInt64}
	var positions []string
	for _, n := range numbers {
		positions = append(positions, At(n))
	}
	require.IsIncreasing(t, positions)
}

func TestUpToCountsTheElementsUpToAPosition(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	for _, key := range []string{"a", "b", "c"} {
		rows.Add(key, key)
	}
	rows.Remove("b")
	for position, want := range map[int64]int{0: 0, Gap - 1: 0, Gap: 1, 2 * Gap: 1, 3*Gap - 1: 1, 3 * Gap: 2, 9 * Gap: 2} {
		require.Equal(t, want, rows.List().Order.UpTo(At(position)), position)
		require.Equal(t, want, rows.KeyList().Order.UpTo(At(position)), position)
	}
	for position, want := range map[int64]int{-9 * Gap: 0, -3 * Gap: 1, -2 * Gap: 1, -Gap: 2, 0: 2} {
		require.Equal(t, want, rows.Backward().Order.UpTo(At(position)), position)
	}
	require.Equal(t, 2, Of([]string{"a", "b", "c"}).Order.UpTo(At(1)))
	require.Zero(t, Order{}.UpTo("a"))
}

func TestWhereKeepsThePositions(t *testing.T) {
	t.Parallel()
	list := Of([]int{5, 8, 7, 6, 2})
	positions, values := collected(list.Where(func(n int) bool { return n%2 == 0 }))
	require.Equal(t, []string{At(1), At(3), At(4)}, positions)
	require.Equal(t, []int{8, 6, 2}, values)
	all, _ := collected(list.Where(nil))
	require.Equal(t, []string{At(0), At(1), At(2), At(3), At(4)}, all)
}

func TestSelectKeepsThePositions(t *testing.T) {
	t.Parallel()
	positions, values := collected(Select(Of([]int{5, 8, 7}), func(n int) (string, bool) { return string(rune('a' + n)), n > 5 }))
	require.Equal(t, []string{At(1), At(2)}, positions)
	require.Equal(t, []string{"i", "h"}, values)
}

func TestElementsAreSortedByPosition(t *testing.T) {
	t.Parallel()
	var elements Elements[int]
	for n, position := range []string{"c", "a", "b"} {
		elements.Add(position, n)
	}
	positions, values := collected(elements.Sorted())
	require.Equal(t, []string{"a", "b", "c"}, positions)
	require.Equal(t, []int{1, 2, 0}, values)
}
