package changerequests

import (
	"errors"
	"fmt"
)

// MergeResult is the result of a merge or an update from the main content.
type MergeResult struct {
	Revision string `json:"revision" response:"id"` // ID of the new revision
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
// Experimental: may change in any release; see docs/sources.md.
const ResultConflicts Result = "conflicts"

// ErrMergeConflicts means that a merge or an update from the main content has conflicts. A
// [*MergeConflictsError] matches it.
var ErrMergeConflicts = errors.New("conflicts with the main content")

// MergeConflictsError is the error that [Service.Merge] and [Service.UpdateFromMain] return if
// there are conflicts. It matches [ErrMergeConflicts].
type MergeConflictsError struct {
	// Result is the response of the service.
	Result MergeResult
}

// Error returns a message that contains the revision.
func (e *MergeConflictsError) Error() string {
	return fmt.Sprintf("%v (revision %s)", ErrMergeConflicts, e.Result.Revision)
}

// Is reports whether target is [ErrMergeConflicts].
func (e *MergeConflictsError) Is(target error) bool { return target == ErrMergeConflicts }

// Err returns a [*MergeConflictsError] if Result is [ResultConflicts], and nil otherwise.
// [Service.Merge] and [Service.UpdateFromMain] return that error.
func (r *MergeResult) Err() error {
	if r.Result == ResultConflicts {
		return &MergeConflictsError{Result: *r}
	}
	return nil
}
