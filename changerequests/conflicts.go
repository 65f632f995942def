package changerequests

import (
	"errors"
	"fmt"
)

// MergeResult is the result of a merge or an update from the main content.
type MergeResult struct {
	Revision string `json:"revision"` // ID of the new revision
	Result   Result `json:"result"`
}

// Result is the outcome of a merge or an update from the main content.
type Result string

// The outcomes of a merge or an update.
const (
	ResultMerge  Result = "merge"  // the change request was merged
	ResultUpdate Result = "update" // the change request was updated
)

// ResultConflicts means that there were conflicts. The operation returns it in a
// [*ConflictsError].
//
// Experimental: may change in any release; see docs/sources.md.
const ResultConflicts Result = "conflicts"

// ErrConflicts matches the error of a merge or an update that has conflicts.
var ErrConflicts = errors.New("conflicts with the main content")

// ConflictsError reports that a merge or an update has conflicts. It matches [ErrConflicts].
type ConflictsError struct {
	// Result is the response of the service.
	Result MergeResult
}

// Error returns a text with the revision.
func (e *ConflictsError) Error() string {
	return fmt.Sprintf("%v (revision %s)", ErrConflicts, e.Result.Revision)
}

// Is reports whether target is [ErrConflicts].
func (e *ConflictsError) Is(target error) bool { return target == ErrConflicts }

// Err returns a [*ConflictsError] if the result is conflicts, and nil otherwise. [Service.Merge]
// and [Service.UpdateFromMain] call it.
func (r *MergeResult) Err() error {
	if r.Result == ResultConflicts {
		return &ConflictsError{Result: *r}
	}
	return nil
}
