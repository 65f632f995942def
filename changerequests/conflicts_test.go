package changerequests_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
)

func TestConflictsMatchTheirSentinelAndThatOf409(t *testing.T) {
	t.Parallel()
	result := changerequests.MergeResult{Revision: "revision_1", Result: changerequests.MergeOutcomeConflicts}
	for want, err := range map[string]error{
		"conflict with the main content (revision revision_1)": &changerequests.MergeConflictsError{Result: result},
		"ChangeRequests.Merge: conflict with the main content (revision revision_1), request id r1": &changerequests.MergeConflictsError{
			FailedCall: api.FailedCall{Operation: "ChangeRequests.Merge", RequestID: "r1"}, Result: result,
		},
	} {
		require.EqualError(t, err, want)
		wrapped := fmt.Errorf("publish: %w", err)
		require.ErrorIs(t, wrapped, changerequests.ErrMergeConflicts)
		require.ErrorIs(t, wrapped, api.ErrConflict)
		conflicts, ok := errors.AsType[*changerequests.MergeConflictsError](wrapped)
		require.True(t, ok)
		require.Equal(t, result, conflicts.Result)
		require.NotErrorIs(t, err, errors.New("conflict with the main content"))
		require.NotErrorIs(t, err, api.ErrPreconditionFailed)
	}
	require.ErrorIs(t, changerequests.ErrMergeConflicts, api.ErrConflict)
	repeated := &changerequests.MergeConflictsError{FailedCall: api.FailedCall{Operation: "ChangeRequests.Merge", Attempts: 2, MayHaveApplied: true}}
	require.True(t, api.MayHaveApplied(repeated))
	require.EqualError(t, repeated, "ChangeRequests.Merge: conflict with the main content (revision ) (after 2 attempts) (may have taken effect)")
	require.NotErrorIs(t, &api.Error{Status: 409}, changerequests.ErrMergeConflicts)
}

func TestNumberReturnsAnID(t *testing.T) {
	t.Parallel()
	require.Equal(t, "7", changerequests.Number(7))
	require.Equal(t, "9007199254740993", changerequests.Number(9007199254740993))
}
