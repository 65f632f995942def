package sample

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSampleOfAProductHasEachPair compares the sample of 1,000 cases with the pairs of values.
func TestSampleOfAProductHasEachPair(t *testing.T) {
	t.Parallel()
	var all []int
	for i := range 1000 {
		all = append(all, i)
	}
	pairs := func(i int) []string { return Pairs(fmt.Sprint(i/100), fmt.Sprint(i/10%10), fmt.Sprint(i%10)) }
	chosen := Of(all, pairs)
	require.Equal(t, chosen, Of(all, pairs), "the same in each run")
	require.IsIncreasing(t, chosen)
	if Whole() {
		require.Equal(t, all, chosen)
		return
	}
	require.Less(t, len(chosen), 250)
	seen := map[string]bool{}
	for _, i := range chosen {
		for _, pair := range pairs(i) {
			seen[pair] = true
		}
	}
	require.Len(t, seen, 300)
}

func TestSweepOfSingleCallsIsSmallerWithTheRaceDetector(t *testing.T) {
	t.Parallel()
	cases := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	want := cases
	if raced && !Whole() {
		want = []int{0, 8}
	}
	require.Equal(t, want, OneByOne(cases))
}
