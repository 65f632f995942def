package main

import (
	"cmp"
	"context"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/spaces"
)

// changes prints what a change request changes.
func (r *reviewer) changes(ctx context.Context, space, id string) error {
	all, err := r.client.ChangeRequests.CollectChanges(ctx, space, id)
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

// described are the types of changes in words.
var described = map[spaces.RevisionChangeType]string{
	spaces.RevisionChangeTypePageCreated:            "added page",
	spaces.RevisionChangeTypePageDeleted:            "removed page",
	spaces.RevisionChangeTypePageMoved:              "moved page",
	spaces.RevisionChangeTypePageEdited:             "edited page",
	spaces.RevisionChangeTypeFileCreated:            "added file",
	spaces.RevisionChangeTypeFileDeleted:            "removed file",
	spaces.RevisionChangeTypeFileEdited:             "edited file",
	spaces.RevisionChangeTypeReusableContentCreated: "added reusable content",
	spaces.RevisionChangeTypeReusableContentDeleted: "removed reusable content",
	spaces.RevisionChangeTypeReusableContentEdited:  "edited reusable content",
	spaces.RevisionChangeTypeVariablesEdited:        "edited variables",
}

// describe returns a change in a few words. A change that this release does not know has its type.
func describe(change *spaces.RevisionChange) string {
	what := cmp.Or(described[change.Type], string(change.Type))
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
