package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/bench"
)

// measured returns the numbers that a task prints.
func measured(t *testing.T, task ...string) []float64 {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, bench.MeasureServers(t.Context(), start, task, &out))
	var numbers []float64
	for text := range strings.FieldsSeq(out.String()) {
		var number float64
		_, err := fmt.Sscan(text, &number)
		require.NoError(t, err)
		numbers = append(numbers, number)
	}
	return numbers
}

func TestTimesAreThoseOfCallsThatSucceed(t *testing.T) {
	t.Parallel()
	numbers := measured(t, "time", "1", "100", "10", "1000", "4000")
	require.Len(t, numbers, 13)
	for _, number := range numbers {
		require.Positive(t, number)
	}
}

func TestServersLeaveNothing(t *testing.T) { //nolint:paralleltest // it counts the goroutines of the process
	numbers := measured(t, "memory", "3")
	require.Len(t, numbers, 3)
	require.Zero(t, numbers[1], "goroutines")
	require.Zero(t, numbers[2], "ports")
}

func TestOtherTasksAreErrors(t *testing.T) {
	t.Parallel()
	for _, task := range [][]string{nil, {"time"}, {"time", "1", "10", "1000", "4000"}, {"memory"}, {"memory", "x"}, {"other", "1"}} {
		require.Error(t, bench.MeasureServers(t.Context(), start, task, nil))
	}
}
