package publishingtest

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableKeepsOrderAndGivesNoPositionTwice(t *testing.T) {
	t.Parallel()
	var rows table[string]
	require.Zero(t, rows.len())
	require.False(t, rows.remove("a"))
	for _, key := range []string{"a", "b", "c", "d"} {
		rows.add(key, "value of "+key)
	}
	require.True(t, rows.remove("d"))
	require.False(t, rows.remove("d"))
	require.True(t, rows.remove("b"))
	rows.add("e", "value of e")
	var positions []int64
	var values []string
	for position, value := range rows.all() {
		positions = append(positions, position)
		values = append(values, value)
	}
	require.Equal(t, []int64{1 * gap, 3 * gap, 5 * gap}, positions)
	require.Equal(t, []string{"value of a", "value of c", "value of e"}, values)
	value, ok := rows.get("c")
	require.True(t, ok)
	require.Equal(t, "value of c", value)
	_, ok = rows.get("b")
	require.False(t, ok)
	for range rows.all() {
		break
	}
}

func keysOf(rows *table[string]) (keys []string) {
	last := int64(0)
	for position, key := range rows.all() {
		if position <= last {
			return nil
		}
		last = position
		keys = append(keys, key)
	}
	return keys
}

func TestTableMovesRows(t *testing.T) {
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
		var rows table[string]
		for _, key := range []string{"a", "b", "c"} {
			rows.add(key, key)
		}
		rows.move(test.key, test.beside, test.after)
		require.Equal(t, test.want, keysOf(&rows))
		rows.add("d", "d")
		require.Equal(t, append(test.want, "d"), keysOf(&rows))
		require.True(t, rows.remove(test.key))
		require.Len(t, keysOf(&rows), 3)
	}
}

func TestTableTakesAnyNumberOfMovesToOnePlace(t *testing.T) {
	t.Parallel()
	var rows table[string]
	for _, key := range []string{"a", "b", "c", "d"} {
		rows.add(key, key)
	}
	for range 100 {
		rows.move("c", "a", true)
		require.Equal(t, []string{"a", "c", "b", "d"}, keysOf(&rows))
		rows.move("b", "a", true)
		require.Equal(t, []string{"a", "b", "c", "d"}, keysOf(&rows))
	}
	for range 100 {
		rows.move("c", "a", false)
		rows.move("a", "c", false)
	}
	require.Equal(t, []string{"a", "c", "b", "d"}, keysOf(&rows))
}

// TestTableOfManyRowsKeepsOrder failed on 32-bit platforms, where positions ended after 2,047 rows.
func TestTableOfManyRowsKeepsOrder(t *testing.T) {
	t.Parallel()
	const count = 6_000
	var rows table[string]
	var want []string
	for n := range count {
		key := strconv.Itoa(n)
		rows.add(key, key)
		want = append(want, key)
	}
	require.Equal(t, want, keysOf(&rows))
	move := func(key, beside string, after bool) {
		rows.move(key, beside, after)
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
	require.True(t, rows.remove("2500"))
	rows.add("last", "last")
	want = append(slices.DeleteFunc(want, func(other string) bool { return other == "2500" }), "last")
	require.Equal(t, want, keysOf(&rows))
}

func TestTablePutsInPlace(t *testing.T) {
	t.Parallel()
	var rows table[string]
	rows.put("a", "a")
	rows.put("b", "b")
	rows.put("a", "c")
	value, _ := rows.get("a")
	require.Equal(t, "c", value)
	require.Equal(t, []string{"c", "b"}, keysOf(&rows))
	var keys []string
	for _, key := range rows.keyed() {
		keys = append(keys, key)
	}
	require.Equal(t, []string{"a", "b"}, keys)
	for range rows.keyed() {
		break
	}
}
