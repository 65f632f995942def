package changerequests

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/failure"
)

// MergeResult is the result of a merge or an update from the main content.
type MergeResult struct {
	Revision string       `json:"revision" response:"id"` // ID of the new revision, or of the revision with the conflicts
	Result   MergeOutcome `json:"result" response:"about"`
}

// MergeOutcome is the outcome of a merge or an update from the main content.
type MergeOutcome string

// Outcomes of a merge or an update.
const (
	MergeOutcomeMerge  MergeOutcome = "merge"  // the change request was merged
	MergeOutcomeUpdate MergeOutcome = "update" // the change request was updated
)

// MergeOutcomeConflicts means that there are conflicts. Only a [*MergeConflictsError] contains it.
//
// Experimental: may change in any minor release; see [api].
const MergeOutcomeConflicts MergeOutcome = "conflicts"

// ErrMergeConflicts means that a merge or an update from the main content has conflicts. It matches
// a [*MergeConflictsError]. [api.ErrConflict] matches that error too, although the status of the
// response is 200.
var ErrMergeConflicts = fmt.Errorf("%w with the main content", api.ErrConflict)

// MergeConflictsError is the error that [Service.Merge] and [Service.UpdateFromMain] return if
// there are conflicts. [ErrMergeConflicts] and [api.ErrConflict] match it. The response does not
// list the pages with conflicts. To resolve the conflicts, update the change request from the main
// content and edit these pages in the editor.
type MergeConflictsError struct {
	api.FailedCall
	// Result is the response of the service.
	Result MergeResult
}

// Error returns the operation, the request and the revision.
func (e *MergeConflictsError) Error() string {
	return failure.Call(e.FailedCall).Text(e.cause())
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and, as the cause, the revision.
func (e *MergeConflictsError) LogValue() slog.Value {
	return failure.Call(e.FailedCall).LogValue(http.StatusOK, false, e.cause())
}

func (e *MergeConflictsError) cause() string {
	text := fmt.Sprintf("%v (revision %s)", ErrMergeConflicts, e.Result.Revision)
	return failure.WithoutUser(text)
}

// Is reports whether target is [ErrMergeConflicts] or [api.ErrConflict].
func (e *MergeConflictsError) Is(target error) bool { return errors.Is(ErrMergeConflicts, target) }

// conflicts returns the error for a merge or an update with conflicts.
func conflicts(result *MergeResult, failed api.FailedCall) error {
	if result.Result != MergeOutcomeConflicts {
		return nil
	}
	return &MergeConflictsError{FailedCall: failed, Result: *result}
}
