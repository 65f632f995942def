package push

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A MergeError reports why [Merge] merged nothing, or that somebody changed something between the
// last read and the merge.
type MergeError struct {
	ChangeRequest string // ID
	Reason        string
	Revision      string // ID of the revision that is the reason; empty if no revision is
	IsMerged      bool   // whether the change request was merged anyway
}

// Error returns the change request, whether it was merged, the reason and the revision.
func (e *MergeError) Error() string {
	text := "merging: the change request " + e.ChangeRequest + " was not merged: "
	if e.IsMerged {
		text = "merging: the change request " + e.ChangeRequest + " was merged, but "
	}
	text += e.Reason
	if e.Revision != "" {
		text += ": revision " + e.Revision
	}
	return text
}

// baseOf returns the ID of the revision of the main content from which a change request was created
// or last updated.
func baseOf(cr *changerequests.ChangeRequest) string {
	return cmp.Or(publishing.Value(cr.RevisionMergedAncestor), cr.RevisionInitial)
}

// Merge merges the change request of the last push into the main content, but only if nobody else
// has changed either of them. Pushes with this Store must have created each revision of the change
// request, and the main content must still have the revision from which the change request was
// created or last updated. Otherwise, Merge merges nothing and returns a [*MergeError]. If the
// Store has no change request, it returns another error. If the response to a push was lost, Merge
// treats its revision as one by somebody else.
//
// No operation of the service accepts a precondition. If somebody else makes a change between the
// last read and the merge, the change is therefore merged too. Merge detects this afterwards, and
// returns the result with a MergeError whose IsMerged is true. If it cannot read what was merged,
// it returns the result with the error of that request. The error for a merge with conflicts
// matches [changerequests.ErrMergeConflicts].
func Merge(
	ctx context.Context, client *publishing.Client, space string, store Store,
) (*changerequests.MergeResult, error) {
	s, _, err := loadState(ctx, store, space)
	if err != nil {
		return nil, err
	}
	refuse := func(reason, revision string) (*changerequests.MergeResult, error) {
		return nil, &MergeError{ChangeRequest: s.ChangeRequest, Reason: reason, Revision: revision}
	}
	switch {
	case s.ChangeRequest == "":
		return nil, fmt.Errorf("merging: the state has no change request of the space %q", space)
	case s.Intent != nil:
		return refuse("the last push did not end", "")
	case s.Foreign != "":
		return refuse("somebody else has changed it", s.Foreign)
	}
	found, err := client.ChangeRequests.Get(ctx, space, s.ChangeRequest, api.WithStrictDecoding())
	if err != nil {
		return nil, err
	}
	main, err := client.Spaces.Get(ctx, space, spaces.GetOptions{}, api.WithStrictDecoding())
	if err != nil {
		return nil, err
	}
	base := baseOf(found)
	switch {
	case found.Status != changerequests.StatusDraft && found.Status != changerequests.StatusOpen:
		return refuse("its status is "+string(found.Status), "")
	case found.Revision != s.Revision:
		return refuse("somebody else has changed it", found.Revision)
	case main.Revision != base:
		return refuse("the main content has changed since it was created or updated", main.Revision)
	}
	result, err := client.ChangeRequests.Merge(ctx, space, s.ChangeRequest, changerequests.MergeOptions{})
	if err != nil {
		return nil, err
	}
	without := false
	merged, err := client.Spaces.Revisions.Get(ctx, space, result.Revision, spaces.RevisionGetOptions{Metadata: &without}, api.WithStrictDecoding())
	if err != nil {
		return result, fmt.Errorf("merging: what was merged is not known: %w", err)
	}
	for _, parent := range merged.Parents {
		if !slices.Contains([]string{base, s.Revision}, parent) {
			return result, &MergeError{s.ChangeRequest, "somebody else has changed it or the main content at the same time", parent, true}
		}
	}
	return result, nil
}
