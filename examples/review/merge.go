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

// errNotMerged means that a merge has conflicts.
var errNotMerged = errors.New("not merged: it conflicts with the main content")

// merge prints what a change request changes, and merges it. If there are conflicts and update is
// set, it updates the change request from the main content, prints the changes again, and merges
// again, which is safe, because the first merge changed nothing.
func (r *reviewer) merge(ctx context.Context, space, id string, update bool) error {
	request, err := r.client.ChangeRequests.Get(ctx, space, id)
	if err != nil {
		return err
	}
	switch request.Status {
	case changerequests.StatusOpen:
	case changerequests.StatusMerged:
		r.printf("%s is already merged%s.", idOf(request), revisionOf(request))
		return nil
	default:
		return notOpen(request)
	}
	result, err := r.mergeShown(ctx, space, request)
	if errors.Is(err, changerequests.ErrMergeConflicts) && update {
		r.printf("%s conflicts with the main content. Updating it.", idOf(request))
		_, err = r.client.ChangeRequests.UpdateFromMain(ctx, space, id)
		if err == nil {
			if request, err = r.client.ChangeRequests.Get(ctx, space, id); err != nil {
				return err
			}
			result, err = r.mergeShown(ctx, space, request)
		} else if !errors.Is(err, changerequests.ErrMergeConflicts) {
			return fmt.Errorf("nothing is merged: %w", err)
		}
	}
	switch {
	case err == nil:
		r.printf("Merged %s: %s, revision %s.", idOf(request), subjectOf(request), terminal.Line(result.Revision))
		return nil
	case errors.Is(err, changerequests.ErrMergeConflicts):
		if err := r.conflicts(ctx, request, update); err != nil {
			return errors.Join(errNotMerged, err)
		}
		return errNotMerged
	case publishing.MayHaveApplied(err), errors.Is(err, publishing.ErrConflict):
		return r.check(ctx, space, id, err)
	default:
		return err
	}
}

// mergeShown prints what a change request changes, and merges it unless somebody has changed it in
// the meantime. The service has no merge with a precondition, so a change between the last read and
// the merge is merged too.
func (r *reviewer) mergeShown(
	ctx context.Context, space string, shown *changerequests.ChangeRequest,
) (*changerequests.MergeResult, error) {
	if err := r.changes(ctx, space, shown.ID); err != nil {
		return nil, err
	}
	now, err := r.client.ChangeRequests.Get(ctx, space, shown.ID)
	if err != nil {
		return nil, err
	}
	if now.Status != changerequests.StatusOpen {
		return nil, notOpen(now)
	}
	if now.Revision != shown.Revision {
		return nil, fmt.Errorf("%s has changed in the meantime, and is not merged; run this again", idOf(shown))
	}
	return r.client.ChangeRequests.Merge(ctx, space, shown.ID, changerequests.MergeOptions{})
}

func notOpen(request *changerequests.ChangeRequest) error {
	return fmt.Errorf("%s is %s; only an open change request can be merged",
		idOf(request), terminal.Line(string(request.Status)))
}

func revisionOf(request *changerequests.ChangeRequest) string {
	revision := publishing.Value(request.RevisionMerged)
	if revision == "" {
		return ""
	}
	return ", as revision " + terminal.Line(revision)
}

// check gets a change request after a call whose outcome is unknown, because the response was lost
// or somebody else was faster, and reports whether it is merged. It also runs after an interrupt,
// when the context is done, so it has a timeout of its own.
func (r *reviewer) check(ctx context.Context, space, id string, cause error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	request, err := r.client.ChangeRequests.Get(ctx, space, id)
	switch {
	case err != nil:
		return fmt.Errorf("it may be merged; check before you try again: %w", errors.Join(cause, err))
	case request.Status == changerequests.StatusMerged:
		r.printf("%s is merged%s, although the call returned an error: %s", idOf(request), revisionOf(request), terminal.Line(cause.Error()))
		return nil
	default:
		return fmt.Errorf("%s is %s and not merged yet, but a pending call may still merge it; check before you try again: %w",
			idOf(request), terminal.Line(string(request.Status)), cause)
	}
}

// conflicts prints the pages that were changed on both sides. The service reports that there are
// conflicts, but not where.
func (r *reviewer) conflicts(ctx context.Context, request *changerequests.ChangeRequest, updated bool) error {
	plain := spaces.PageTreeOptions{Metadata: new(false), Computed: new(false)}
	main, err := r.client.Spaces.Pages.Tree(ctx, request.Space, plain)
	if err != nil {
		return err
	}
	changed, err := r.client.ChangeRequests.Pages.Tree(ctx, request.Space, request.ID, plain)
	if err != nil {
		return err
	}
	r.printf("%s has conflicts, so nothing was merged. The service does not report where they are.", idOf(request))
	found := bothChanged(main.Pages, changed.Pages, request.CreatedAt)
	if len(found) > 0 {
		r.printf("Since its creation, these pages were changed in it and in the main content:")
	}
	for _, c := range found {
		r.printf("  %s (%s in it, %s in the main content)", terminal.Line(c.title), r.what(c.ours), r.what(c.theirs))
	}
	otherwise := ""
	if !updated {
		otherwise = ", or try again with -update"
	}
	r.printf("Resolve the conflicts at %s%s.", terminal.Line(request.URLs.App), otherwise)
	return nil
}

func (r *reviewer) what(page *spaces.Page) string {
	if page == nil {
		return "deleted"
	}
	return "changed " + r.since(*page.UpdatedAt) + " ago"
}

// A candidate is a page that may have a conflict. If it was deleted on one side, it is nil there.
type candidate struct {
	title        string
	ours, theirs *spaces.Page
}

// bothChanged returns the pages that differ and were changed or deleted on both sides since a
// time. Pages without times are omitted.
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
