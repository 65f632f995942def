package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/spaces"
)

// errNotMerged is a merge that had conflicts.
var errNotMerged = errors.New("not merged: it conflicts with the main content")

// merge merges a change request. With update it brings the main content in when there are conflicts, and merges again: the service has said
// that the first merge changed nothing.
func (r *reviewer) merge(ctx context.Context, space, id string, update bool) error {
	request, err := r.client.ChangeRequests.Get(ctx, space, id)
	if err != nil {
		return err
	}
	switch request.Status {
	case changerequests.StatusOpen:
	case changerequests.StatusMerged:
		r.say("%s is merged already%s.", idOf(request), revisionOf(request))
		return nil
	default:
		return fmt.Errorf("%s is %s, and only an open change request is merged", idOf(request), terminal.Line(string(request.Status)))
	}
	result, err := r.client.ChangeRequests.Merge(ctx, space, id)
	if errors.Is(err, changerequests.ErrConflicts) && update {
		r.say("%s conflicts with the main content, which is brought in now.", idOf(request))
		if _, err = r.client.ChangeRequests.UpdateFromMain(ctx, space, id); err == nil {
			result, err = r.client.ChangeRequests.Merge(ctx, space, id)
		}
	}
	switch {
	case err == nil:
		r.say("Merged %s: %s, revision %s.", idOf(request), subjectOf(request), terminal.Line(result.Revision))
		return nil
	case errors.Is(err, changerequests.ErrConflicts):
		if err := r.conflicts(ctx, request, update); err != nil {
			return errors.Join(errNotMerged, err)
		}
		return errNotMerged
	case publishing.MayHaveApplied(err), errors.Is(err, publishing.ErrConflict):
		return r.look(ctx, space, id, err)
	default:
		return err
	}
}

func revisionOf(request *changerequests.ChangeRequest) string {
	if request.RevisionMerged == nil {
		return ""
	}
	return ", as revision " + terminal.Line(*request.RevisionMerged)
}

// look tells what has become of a change request when a call on it has not: its answer was lost, or somebody else was faster. It looks after
// an interrupt too, so it has a time limit of its own.
func (r *reviewer) look(ctx context.Context, space, id string, cause error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	request, err := r.client.ChangeRequests.Get(ctx, space, id)
	switch {
	case err != nil:
		return fmt.Errorf("it may be merged; look before you try again: %w", errors.Join(cause, err))
	case request.Status == changerequests.StatusMerged:
		r.say("%s is merged%s, although the call ended in an error: %s", idOf(request), revisionOf(request), terminal.Line(cause.Error()))
		return nil
	default:
		return fmt.Errorf("%s is %s and not merged so far, which a call still under way can change; look before you try again: %w",
			idOf(request), terminal.Line(string(request.Status)), cause)
	}
}

// conflicts prints the pages that were changed on both sides. The service says that there are conflicts, and not where.
func (r *reviewer) conflicts(ctx context.Context, request *changerequests.ChangeRequest, updated bool) error {
	plain := spaces.ContentOptions{Metadata: new(false), Computed: new(false)}
	main, err := r.client.Spaces.Content.PageTree(ctx, request.Space, plain)
	if err != nil {
		return err
	}
	changed, err := r.client.ChangeRequests.Content.PageTree(ctx, request.Space, request.ID, plain)
	if err != nil {
		return err
	}
	r.say("%s has conflicts, and nothing is merged. The service does not say where.", idOf(request))
	found := bothChanged(main.Pages, changed.Pages, request.CreatedAt)
	if len(found) > 0 {
		r.say("Since it was made, these pages were changed in it and in the main content:")
	}
	for _, c := range found {
		r.say("  %s (%s in it, %s in the main content)", terminal.Line(c.title), r.what(c.ours), r.what(c.theirs))
	}
	otherwise := ""
	if !updated {
		otherwise = ", or try again with -update"
	}
	r.say("Settle them at %s%s.", terminal.Line(request.URLs.App), otherwise)
	return nil
}

func (r *reviewer) what(page *spaces.Page) string {
	if page == nil {
		return "gone"
	}
	return "changed " + r.since(*page.UpdatedAt) + " ago"
}

// candidate is a page over which there may be a conflict. A page that is gone on one side is nil there.
type candidate struct {
	title        string
	ours, theirs *spaces.Page
}

// bothChanged finds the pages that differ and were changed on both sides since a time. A page that is gone was changed. A page without times
// is left out.
func bothChanged(main, changed []spaces.Page, since time.Time) []candidate {
	after := func(t *time.Time) bool { return t != nil && !t.Before(since) }
	theirs := map[string]*spaces.Page{}
	for visit := range spaces.WalkPages(main) {
		theirs[visit.Page.ID] = visit.Page
	}
	var found []candidate
	seen := map[string]bool{}
	for visit := range spaces.WalkPages(changed) {
		page, other := visit.Page, theirs[visit.Page.ID]
		seen[page.ID] = true
		switch {
		case !after(page.UpdatedAt):
		case other == nil && !after(page.CreatedAt), other != nil && after(other.UpdatedAt) && !other.UpdatedAt.Equal(*page.UpdatedAt):
			found = append(found, candidate{page.Title, page, other})
		}
	}
	for visit := range spaces.WalkPages(main) {
		if page := visit.Page; !seen[page.ID] && after(page.UpdatedAt) && !after(page.CreatedAt) {
			found = append(found, candidate{page.Title, nil, page})
		}
	}
	return found
}
