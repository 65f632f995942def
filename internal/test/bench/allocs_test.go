//go:build !race

package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// These are the targets of docs/performance.md that are counts. The race detector allocates too.

func TestAllocationsOfAGetStayBelowTheCeiling(t *testing.T) { //nolint:paralleltest // other tests would allocate too
	sides, err := getSides(t.Context(), replayBase, newReplay(nil))
	require.NoError(t, err)
	objects, bytes, err := over(sides)
	require.NoError(t, err)
	require.LessOrEqual(t, objects, float64(mostGetObjects), "allocations over hand2")
	require.LessOrEqual(t, bytes, float64(mostGetBytes), "bytes over hand2")
}

func TestAllocationsOfAPostStayBelowTheCeiling(t *testing.T) { //nolint:paralleltest // other tests would allocate too
	sides, err := postSides(t.Context(), newReplay(nil))
	require.NoError(t, err)
	objects, _, err := over(sides)
	require.NoError(t, err)
	require.LessOrEqual(t, objects, float64(mostPostObjects), "allocations over hand2")
}

func TestAllocationsOfAListStayBelowTheCeiling(t *testing.T) { //nolint:paralleltest // other tests would allocate too
	sides, err := listSides(t.Context(), started(t, 10, 0))
	require.NoError(t, err)
	objects, err := siteAllocations(sides[len(sides)-1])
	require.NoError(t, err)
	require.LessOrEqual(t, objects, float64(mostSiteObjects), "allocations per site")
}
