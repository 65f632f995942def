package ordered

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableKeepsOrderAndReusesNoPosition(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	require.Zero(t, rows.Len())
	require.False(t, rows.Remove("a"))
	for _, key := range []string{"a", "b", "c", "d"} {
		rows.Add(key, "value of "+key)
	}
	require.True(t, rows.Remove("d"))
	require.False(t, rows.Remove("d"))
	require.True(t, rows.Remove("b"))
	rows.Add("e", "value of e")
	var positions []int64
	var values []string
	for position, value := range rows.All() {
		positions = append(positions, position)
		values = append(values, value)
	}
	require.Equal(t, []int64{1 * Gap, 3 * Gap, 5 * Gap}, positions)
	require.Equal(t, []string{"value of a", "value of c", "value of e"}, values)
	value, ok := rows.Get("c")
	require.True(t, ok)
	require.Equal(t, "value of c", value)
	_, ok = rows.Get("b")
	require.False(t, ok)
	for range rows.All() {
		break
	}
}

func keysOf(rows *Table[string]) (keys []string) {
	last := int64(0)
	for position, key := range rows.All() {
		if position <= last {
			return nil
		}
		last = position
		keys = append(keys, key)
	}
	return keys
}

func TestMoveMovesRows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		key, beside string
		after       bool
		want        []string
	}{
		{"a", "c", false, []string{"b", "a", "c"}},
		{"a", "c", true, []string{"b", "c", "a"}},
		{"c", "a", false, []string{"c", "a", "b"}},
		{"c", "a", true, []string{"a", "c", "b"}},
		{"a", "b", false, []string{"a", "b", "c"}},
		{"b", "a", true, []string{"a", "b", "c"}},
	} {
		var rows Table[string]
		for _, key := range []string{"a", "b", "c"} {
			rows.Add(key, key)
		}
		rows.Move(test.key, test.beside, test.after)
		require.Equal(t, test.want, keysOf(&rows))
		rows.Add("d", "d")
		require.Equal(t, append(test.want, "d"), keysOf(&rows))
		require.True(t, rows.Remove(test.key))
		require.Len(t, keysOf(&rows), 3)
	}
}

func TestTableAllowsAnyNumberOfMovesToOnePlace(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	for _, key := range []string{"a", "b", "c", "d"} {
		rows.Add(key, key)
	}
	for range 100 {
		rows.Move("c", "a", true)
		require.Equal(t, []string{"a", "c", "b", "d"}, keysOf(&rows))
		rows.Move("b", "a", true)
		require.Equal(t, []string{"a", "b", "c", "d"}, keysOf(&rows))
	}
	for range 100 {
		rows.Move("c", "a", false)
		rows.Move("a", "c", false)
	}
	require.Equal(t, []string{"a", "c", "b", "d"}, keysOf(&rows))
}

// TestTableOfManyRowsKeepsOrder fails if positions have 32 bits: they end after 2,047 rows.
func TestTableOfManyRowsKeepsOrder(t *testing.T) {
	t.Parallel()
	const count = 6_000
	var rows Table[string]
	var want []string
	for n := range count {
		key := strconv.Itoa(n)
		rows.Add(key, key)
		want = append(want, key)
	}
	require.Equal(t, want, keysOf(&rows))
	move := func(key, beside string, after bool) {
		rows.Move(key, beside, after)
		want = slices.DeleteFunc(want, func(other string) bool { return other == key })
		at := slices.Index(want, beside)
		if after {
			at++
		}
		want = slices.Insert(want, at, key)
	}
	for n := range 50 {
		move(strconv.Itoa(count-1-n), strconv.Itoa(n*7), n%2 == 0)
		move(strconv.Itoa(n*5), "4000", n%2 == 1)
		move(strconv.Itoa(n*11), strconv.Itoa(count-100), true)
	}
	require.Equal(t, want, keysOf(&rows))
	for range 100 { // until the table is renumbered
		move("3000", "3001", true)
		move("3002", "3001", true)
	}
	require.Equal(t, want, keysOf(&rows))
	require.True(t, rows.Remove("2500"))
	rows.Add("last", "last")
	want = append(slices.DeleteFunc(want, func(other string) bool { return other == "2500" }), "last")
	require.Equal(t, want, keysOf(&rows))
}

func TestPutReplacesInPlace(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	rows.Put("a", "a")
	rows.Put("b", "b")
	rows.Put("a", "c")
	value, _ := rows.Get("a")
	require.Equal(t, "c", value)
	require.Equal(t, []string{"c", "b"}, keysOf(&rows))
	require.Equal(t, []string{"a", "b"}, slices.Collect(rows.Keys()))
	require.Equal(t, []string{"c", "b"}, slices.Collect(rows.Values()))
	require.True(t, rows.Has("a"))
	require.False(t, rows.Has("c"))
	for range rows.Keys() {
		break
	}
}

func TestBackwardIteratesInReverseOrderWithGrowingPositions(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	for _, key := range []string{"a", "b", "c"} {
		rows.Add(key, key)
	}
	rows.Move("c", "a", false)
	positions, keys := collected(rows.Backward())
	require.Equal(t, []string{"b", "a", "c"}, keys)
	require.IsIncreasing(t, positions)
}

func namesOf(rows *Rows[string]) (names []string) {
	last := int64(0)
	for position, name := range rows.All() {
		if position <= last {
			return nil
		}
		last = position
		names = append(names, name)
	}
	return names
}

func TestGroupsKeepTheOrderOfTheTable(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	require.Zero(t, rows.Group("even").Len())
	for n := range 6 {
		groups := []string{"all", []string{"even", "odd"}[n%2]}
		rows.Add(strconv.Itoa(n), strconv.Itoa(n), groups...)
	}
	rows.Add("none", "none")
	check := func(even, odd, all []string) {
		t.Helper()
		require.Equal(t, even, namesOf(rows.Group("even")))
		require.Equal(t, odd, namesOf(rows.Group("odd")))
		require.Equal(t, all, namesOf(rows.Group("all")))
	}
	check([]string{"0", "2", "4"}, []string{"1", "3", "5"}, []string{"0", "1", "2", "3", "4", "5"})
	rows.Move("4", "1", true)
	check([]string{"0", "4", "2"}, []string{"1", "3", "5"}, []string{"0", "1", "4", "2", "3", "5"})
	rows.Regroup("1", "even")
	check([]string{"0", "1", "4", "2"}, []string{"3", "5"}, []string{"0", "4", "2", "3", "5"})
	rows.Regroup("none", "odd")
	rows.Regroup("absent", "odd")
	check([]string{"0", "1", "4", "2"}, []string{"3", "5", "none"}, []string{"0", "4", "2", "3", "5"})
	require.True(t, rows.Remove("4"))
	check([]string{"0", "1", "2"}, []string{"3", "5", "none"}, []string{"0", "2", "3", "5"})
	for range 100 { // until the table is renumbered
		rows.Move("2", "0", true)
		rows.Move("5", "0", true)
	}
	check([]string{"0", "2", "1"}, []string{"5", "3", "none"}, []string{"0", "5", "2", "3"})
	for _, key := range []string{"0", "1", "2"} {
		rows.Regroup(key)
	}
	require.Zero(t, rows.Group("even").Len())
	require.NotContains(t, rows.table.groups, "even", "a group without rows takes no memory")
	require.Equal(t, 6, rows.Len())
}

func TestPositionIsThatOfTheRow(t *testing.T) {
	t.Parallel()
	var rows Table[string]
	rows.Add("a", "a")
	rows.Add("b", "b")
	require.Equal(t, Gap, rows.Position("a"))
	require.Equal(t, 2*Gap, rows.Position("b"))
	require.Zero(t, rows.Position("c"))
}
