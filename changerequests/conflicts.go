package changerequests

import (
	"errors"
	"fmt"
)

// MergeResult is what a merge or an update from the main content came to.
type MergeResult struct {
	Revision string `json:"revision"` // ID of the revision it made
	Result   Result `json:"result"`
}

// Result tells how a merge or an update ended. The service may know more values than the constants.
type Result string

const (
	// ResultMerge is a merge that was made.
	ResultMerge Result = "merge"
	// ResultUpdate is an update that was made.
	ResultUpdate Result = "update"
	// ResultConflicts is a merge or an update with conflicts. It comes as a [*ConflictsError].
	//
	// Beyond the documents.
	ResultConflicts Result = "conflicts"
)

// ErrConflicts is matched by a merge or an update that has conflicts.
var ErrConflicts = errors.New("conflicts with the main content")

// ConflictsError is a merge or an update that has conflicts. It matches [ErrConflicts].
type ConflictsError struct {
	// Result is what the service answered.
	Result MergeResult
}

// Error names the revision.
func (e *ConflictsError) Error() string {
	return fmt.Sprintf("%v (revision %s)", ErrConflicts, e.Result.Revision)
}

// Is matches [ErrConflicts].
func (e *ConflictsError) Is(target error) bool { return target == ErrConflicts }

// Err returns a [*ConflictsError] when the result is one of conflicts, else nil. [Service.Merge] and [Service.UpdateFromMain] have called
// it.
func (r *MergeResult) Err() error {
	if r.Result == ResultConflicts {
		return &ConflictsError{Result: *r}
	}
	return nil
}
