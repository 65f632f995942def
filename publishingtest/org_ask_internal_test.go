package publishingtest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextIsSplitIntoAtLeastFourPieces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"a b c d": 4, " a\n\nb\tc  d ": 4, "a b c d e f g": 7, "a b c d e f g h": 4, "one": 1, "": 0,
		"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40": 5,
	} {
		pieces := piecesOf(text)
		require.Len(t, pieces, want, text)
		joined := ""
		for _, piece := range pieces {
			joined += piece
		}
		require.Equal(t, text, joined)
	}
}
