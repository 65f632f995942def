package ordered

import (
	"cmp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func collected[P cmp.Ordered, T any](l List[P, T]) (positions []P, values []T) {
	for at, value := range l.All() {
		positions = append(positions, at)
		values = append(values, value)
	}
	return positions, values
}

func TestUpToCountsTheElementsUpToAPosition(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	for _, key := range []string{"a", "b", "c"} {
		rows.Add(key, key)
	}
	rows.Remove("b")
	for position, want := range map[int64]int{0: 0, Gap - 1: 0, Gap: 1, 2 * Gap: 1, 3*Gap - 1: 1, 3 * Gap: 2, 9 * Gap: 2} {
		require.Equal(t, want, rows.List().UpTo(position), position)
		require.Equal(t, want, rows.KeyList().UpTo(position), position)
	}
	for position, want := range map[int64]int{-9 * Gap: 0, -3 * Gap: 1, -2 * Gap: 1, -Gap: 2, 0: 2} {
		require.Equal(t, want, rows.Backward().UpTo(position), position)
	}
	require.Equal(t, 2, Of([]string{"a", "b", "c"}).UpTo(1))
	require.Zero(t, List[string, int]{}.UpTo("a"))
}

func TestRangeYieldsAPartOfTheList(t *testing.T) {
	t.Parallel()
	list := Of([]string{"a", "b", "c", "d"})
	require.Equal(t, 4, list.Len())
	var got []string
	for at, value := range list.Range(1, 3) {
		got = append(got, strconv.Itoa(at)+value)
	}
	require.Equal(t, []string{"1b", "2c"}, got)
	for range list.Range(0, 4) {
		break
	}
}

func TestWhereKeepsThePositions(t *testing.T) {
	t.Parallel()
	list := Of([]int{5, 8, 7, 6, 2})
	positions, values := collected(list.Where(func(n int) bool { return n%2 == 0 }))
	require.Equal(t, []int{1, 3, 4}, positions)
	require.Equal(t, []int{8, 6, 2}, values)
	all, _ := collected(list.Where(nil))
	require.Equal(t, []int{0, 1, 2, 3, 4}, all)
}

func TestElementsAreSortedByPosition(t *testing.T) {
	t.Parallel()
	var elements Elements[string, int]
	for n, position := range []string{"c", "a", "b"} {
		elements.Add(position, n)
	}
	positions, values := collected(elements.Sorted())
	require.Equal(t, []string{"a", "b", "c"}, positions)
	require.Equal(t, []int{1, 2, 0}, values)
}
