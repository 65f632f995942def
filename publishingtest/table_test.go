package publishingtest

import (
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
	var positions []int
	var values []string
	for position, value := range rows.all() {
		positions = append(positions, position)
		values = append(values, value)
	}
	require.Equal(t, []int{1, 3, 5}, positions)
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
