package main

import (
	"context"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/spaces"
)

// changes prints what a change request changes.
func (r *reviewer) changes(ctx context.Context, space, id string) error {
	all, err := r.client.ChangeRequests.Content.AllChanges(ctx, space, id)
	if err != nil {
		return err
	}
	if len(all.Changes) == 0 {
		r.printf("\nIt changes nothing.")
		return nil
	}
	r.printf("\nChanges:")
	for i := range all.Changes {
		r.printf("  %s", describe(&all.Changes[i]))
	}
	return nil
}

// describe returns a change in a few words. A change that this release does not know has its type.
func describe(change *spaces.RevisionChange) string {
	what := string(change.Type)
	switch change.Type {
	case spaces.RevisionChangeTypePageCreated:
		what = "added page"
	case spaces.RevisionChangeTypePageDeleted:
		what = "removed page"
	case spaces.RevisionChangeTypePageMoved:
		what = "moved page"
	case spaces.RevisionChangeTypePageEdited:
		what = "edited page"
	case spaces.RevisionChangeTypeFileCreated:
		what = "added file"
	case spaces.RevisionChangeTypeFileDeleted:
		what = "removed file"
	case spaces.RevisionChangeTypeFileEdited:
		what = "edited file"
	case spaces.RevisionChangeTypeReusableContentCreated:
		what = "added reusable content"
	case spaces.RevisionChangeTypeReusableContentDeleted:
		what = "removed reusable content"
	case spaces.RevisionChangeTypeReusableContentEdited:
		what = "edited reusable content"
	case spaces.RevisionChangeTypeVariablesEdited:
		what = "edited variables"
	}
	var name string
	switch {
	case change.Page != nil:
		name = change.Page.Title
	case change.File != nil:
		name = change.File.Name
	case change.ReusableContent != nil:
		name = change.ReusableContent.Title
	}
	text := terminal.Line(what + " " + name)
	if title := renamed(change.Attributes); title != "" {
		text += ", renamed from " + terminal.Line(title)
	}
	return text
}

// renamed returns the title or the name before a change, or "" if it is the same.
func renamed(attributes *spaces.ChangedAttributes) string {
	if attributes == nil {
		return ""
	}
	for _, change := range []*spaces.Change[string]{attributes.Title, attributes.Name} {
		if change != nil && change.Before != nil {
			return *change.Before
		}
	}
	return ""
}
