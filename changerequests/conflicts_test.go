package changerequests_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
)

func TestOnlyConflictsAreAnError(t *testing.T) {
	t.Parallel()
	for _, result := range []changerequests.Result{changerequests.ResultMerge, changerequests.ResultUpdate, "", "another"} {
		require.NoError(t, (&changerequests.MergeResult{Revision: "revision_1", Result: result}).Err(), result)
	}
	result := changerequests.MergeResult{Revision: "revision_1", Result: changerequests.ResultConflicts}
	err := result.Err()
	require.ErrorIs(t, err, changerequests.ErrMergeConflicts)
	require.EqualError(t, err, "conflicts with the main content (revision revision_1)")

	wrapped := fmt.Errorf("publish: %w", err)
	require.ErrorIs(t, wrapped, changerequests.ErrMergeConflicts)
	conflicts, ok := errors.AsType[*changerequests.MergeConflictsError](wrapped)
	require.True(t, ok)
	require.Equal(t, result, conflicts.Result)
	require.NotErrorIs(t, err, errors.New("conflicts with the main content"))
}

func TestNumberReturnsAnID(t *testing.T) {
	t.Parallel()
	require.Equal(t, "7", changerequests.Number(7))
	require.Equal(t, "9007199254740993", changerequests.Number(9007199254740993))
}
