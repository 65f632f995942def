package changerequests

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/failure"
)

// MergeResult is the result of a merge or an update from the main content.
type MergeResult struct {
	Revision string `json:"revision" response:"id"` // ID of the revision that was created, or that has the conflicts
	Result   Result `json:"result" response:"about"`
}

// Result is the outcome of a merge or an update from the main content.
type Result string

// Outcomes of a merge or an update.
const (
	ResultMerge  Result = "merge"  // the change request was merged
	ResultUpdate Result = "update" // the change request was updated
)

// ResultConflicts means that there are conflicts. It is returned only in a [*MergeConflictsError].
//
// Experimental: may change in any minor release; see [api].
const ResultConflicts Result = "conflicts"

// ErrMergeConflicts means that a merge or an update from the main content has conflicts. An error
// that matches it, such as a [*MergeConflictsError], matches [api.ErrConflict] too, although the
// status of the response is 200.
var ErrMergeConflicts = fmt.Errorf("%w with the main content", api.ErrConflict)

// MergeConflictsError is the error that [Service.Merge] and [Service.UpdateFromMain] return if
// there are conflicts. It matches [ErrMergeConflicts] and [api.ErrConflict], which also matches a
// response with the status 409. The response does not list the pages that have conflicts. Somebody
// has to resolve them in the editor, after an update from the main content.
type MergeConflictsError struct {
	// Operation is the name of the operation, such as "ChangeRequests.Merge".
	Operation string
	// RequestID is the request ID in the response, or "" if there is none.
	RequestID string
	// Result is the response of the service.
	Result MergeResult
}

// Error returns the operation, the revision and the request ID.
func (e *MergeConflictsError) Error() string {
	return failure.Text(e.Operation, e.cause(), e.RequestID)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation, the request ID and, as
// the cause, the revision.
func (e *MergeConflictsError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, e.cause())
}

func (e *MergeConflictsError) cause() string {
	return fmt.Sprintf("%v (revision %s)", ErrMergeConflicts, e.Result.Revision)
}

// Is reports whether target is [ErrMergeConflicts] or [api.ErrConflict].
func (e *MergeConflictsError) Is(target error) bool { return errors.Is(ErrMergeConflicts, target) }

// conflicts returns the error for a merge or an update with conflicts.
func conflicts(result *MergeResult, meta *api.Meta) error {
	if result.Result != ResultConflicts {
		return nil
	}
	return &MergeConflictsError{
		Operation: meta.Operation, RequestID: meta.RequestID, Result: *result,
	}
}
