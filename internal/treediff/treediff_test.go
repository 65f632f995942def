package treediff_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/treediff"
)

// TestCompareMatchesAndMoves has one of each kind. The fuzz test of spaces.DiffPages compares many
// trees with a slow comparison.
func TestCompareMatchesAndMoves(t *testing.T) {
	t.Parallel()
	before := []treediff.Node{{"a", 0}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 0}, {"f", 0}}
	after := []treediff.Node{{"g", 0}, {"a", 0}, {"d", 1}, {"b", 1}, {"c", 1}, {"f", 1}, {"a", 0}}
	was, is := treediff.Compare(before, after)
	const none = treediff.None
	require.Equal(t, []treediff.Place{{none, 1, false}, {0, 3, false}, {0, 4, false}, {0, 2, false}, {none, none, false}, {none, 5, false}}, was)
	require.Equal(t, []treediff.Place{
		{none, none, false}, {none, 0, false}, {1, 3, true}, {1, 1, false}, {1, 2, false}, {1, 5, true}, {none, none, false},
	}, is)
}

func TestCompareOfEmptyTrees(t *testing.T) {
	t.Parallel()
	was, is := treediff.Compare(nil, nil)
	require.Empty(t, was)
	require.Empty(t, is)
}
