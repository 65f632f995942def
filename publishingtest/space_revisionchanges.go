package publishingtest

import (
	"reflect"
	"strconv"

	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleChanges      = newUndecidedRule("spaces.revisions.changes.compared", "the changes of a revision are its differences from its first parent; without a parent, they are all of its content; without the rule, it then has none")
	ruleChangesRange = newUndecidedRule("changes.limit.range", "the limit of changes is a number from 0; without the rule, any other is ignored")
)

const changesByDefault = 10

func getRevisionChanges(c *call, b branch) (response, error) {
	rev := b.head()
	before := byRule(c.state, ruleChanges, &revision{}, rev)
	if len(rev.parents) > 0 {
		if parent, ok := b.space.kept.Get(rev.parents[0]); ok {
			before = parent
		}
	}
	return c.respondChanges(b.space, before, rev)
}

func getChanges(c *call, cr *changeRequest) (response, error) {
	return c.respondChanges(cr.space, cr.ancestor, cr.head)
}

// respondChanges responds with the differences between two revisions, up to the limit in the query,
// and the number of further differences.
func (c *call) respondChanges(sp *space, before, after *revision) (response, error) {
	limit := changesByDefault
	if c.query.Has("limit") {
		n, err := strconv.Atoi(c.query.Get("limit"))
		if (err != nil || n < 0) && c.enabled(ruleChangesRange) {
			return response{}, invalid("limit", "a number from 0",
				c.query.Get("limit"), ruleChangesRange)
		}
		if n > 0 {
			limit = n
		}
	}
	shown := spaces.RevisionChanges{
		MergedFrom: c.showMerged(after), Changes: orNone(c.changes(sp, before, after)),
	}
	if more := len(shown.Changes) - limit; more > 0 {
		shown.Changes, shown.More = shown.Changes[:limit], new(int64(more))
	}
	return respondOK(shown)
}

// changes returns the differences between two revisions. It returns the differences of pages in
// reading order, then those of files, and then those of reusable contents. In each of these groups,
// removed elements come last.
func (c *call) changes(sp *space, before, after *revision) []spaces.RevisionChange {
	how := c.reading()
	var all []spaces.RevisionChange
	eachPair(placesOf(before.pages, how.computed), placesOf(after.pages,
		how.computed), pagePlace.id, func(was, is *pagePlace) {
		all = append(all, c.pageChanges(sp, was, is)...)
	})
	eachPair(before.files, after.files, fileID, func(was, is *spaces.File) {
		change := spaces.RevisionChange{
			Type: spaces.RevisionChangeTypeFileCreated, File: changedFile(is),
		}
		switch {
		case is == nil:
			change.Type, change.File = spaces.RevisionChangeTypeFileDeleted, changedFile(was)
		case was != nil:
			change.Type = spaces.RevisionChangeTypeFileEdited
			change.Attributes = &spaces.ChangedAttributes{
				Name:        changeOf(&was.Name, &is.Name),
				DownloadURL: changeOf(&was.DownloadURL, &is.DownloadURL),
				Size:        changeOf(&was.Size, &is.Size),
				ContentType: changeOf(&was.ContentType, &is.ContentType),
				Dimensions:  changeOf(was.Dimensions, is.Dimensions),
			}
		}
		appendChange(&all, change)
	})
	eachPair(before.reusables, after.reusables, (*reusableContent).id, func(was, is **reusableContent) {
		change := spaces.RevisionChange{
			Type:            spaces.RevisionChangeTypeReusableContentCreated,
			ReusableContent: changedReusable(sp, is),
		}
		switch {
		case is == nil:
			change.Type = spaces.RevisionChangeTypeReusableContentDeleted
			change.ReusableContent = changedReusable(sp, was)
		case was != nil:
			old, now := changedReusable(sp, was), change.ReusableContent
			change.Type = spaces.RevisionChangeTypeReusableContentEdited
			change.Attributes = &spaces.ChangedAttributes{
				Title: changeOf(&old.Title, &now.Title), Document: changeOf(old.Document, now.Document),
			}
		}
		appendChange(&all, change)
	})
	return all
}

// appendChange appends a change, unless it is an edit that changes nothing.
func appendChange(all *[]spaces.RevisionChange, change spaces.RevisionChange) {
	if change.Attributes == nil || !reflect.ValueOf(*change.Attributes).IsZero() {
		*all = append(*all, change)
	}
}

// changeOf returns the difference between two values, or nil if they are equal.
func changeOf[T any](before, after *T) *spaces.Change[T] {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	return &spaces.Change[T]{Before: before, After: after}
}

// eachPair calls visit with pairs of rows of two lists that have the same ID. It visits the rows of
// after first, and then the rows that only before contains. A missing row is nil.
func eachPair[T any](before, after []T, id func(T) string, visit func(was, is *T)) {
	for i := range after {
		visit(withID(before, id(after[i]), id), &after[i])
	}
	for i := range before {
		if withID(after, id(before[i]), id) == nil {
			visit(&before[i], nil)
		}
	}
}

// pagePlace is a page with its parent and the page from which it is computed. The parent and the
// source may be nil.
type pagePlace struct{ page, above, source *contentPage }

// placesOf returns pages and their subpages in reading order. Instead of a computed page, it
// returns the pages that are computed from it. If computed is false, it returns the computed page
// itself.
func placesOf(pages []*contentPage, computed bool) []pagePlace {
	var all []pagePlace
	var visit func(pages []*contentPage, above, source *contentPage)
	visit = func(pages []*contentPage, above, source *contentPage) {
		for _, p := range pages {
			switch {
			case !p.computed():
				all = append(all, pagePlace{p, above, source})
				visit(p.below, p, source)
			case computed:
				visit(p.below, above, p)
			default:
				all = append(all, pagePlace{p, above, nil})
			}
		}
	}
	visit(pages, nil, nil)
	return all
}

func (p pagePlace) id() string { return p.page.seed.ID }

// pageChanges returns the differences for a page that was created, removed, edited or moved.
func (c *call) pageChanges(sp *space, was, is *pagePlace) (all []spaces.RevisionChange) {
	switch {
	case was == nil:
		return append(all, spaces.RevisionChange{
			Type: spaces.RevisionChangeTypePageCreated, Page: changedPage(is.page),
		})
	case is == nil:
		return append(all, spaces.RevisionChange{
			Type: spaces.RevisionChangeTypePageDeleted, Page: changedPage(was.page),
		})
	}
	old, now := c.showPage(sp, was.source, was.page, inFull), c.showPage(sp, is.source, is.page, inFull)
	appendChange(&all, spaces.RevisionChange{
		Type: spaces.RevisionChangeTypePageEdited, Page: changedPage(is.page),
		Attributes: &spaces.ChangedAttributes{
			Title:       changeOf(&old.Title, &now.Title),
			Description: changeOf(old.Description, now.Description),
			Slug:        changeOf(old.Slug, now.Slug),
			Document:    changeOf(old.DocumentID, now.DocumentID),
			Cover:       changeOf(old.Cover, now.Cover),
			Emoji:       changeOf(old.Emoji, now.Emoji),
			Layout:      changeOf(layoutOf(&old), layoutOf(&now)),
			Target:      changeOf(old.Target, now.Target),
		},
	})
	if from, to := changedPage(was.above), changedPage(is.above); (from == nil) != (to == nil) || from != nil && from.ID != to.ID {
		appendChange(&all, spaces.RevisionChange{
			Type: spaces.RevisionChangeTypePageMoved, Page: changedPage(is.page),
			Parent: &spaces.ChangedParent{Before: from, After: to},
		})
	}
	return all
}

func changedPage(p *contentPage) *spaces.ChangedPage {
	if p == nil {
		return nil
	}
	shown := &spaces.ChangedPage{ID: p.seed.ID, Type: p.seed.Type, Title: p.seed.Title}
	if p.hasPath() {
		shown.Path = &p.path
	}
	return shown
}

func layoutOf(p *spaces.Page) *spaces.ChangedLayout {
	if p.Layout == nil {
		return nil
	}
	return &spaces.ChangedLayout{Layout: p.Layout}
}

func changedFile(f *spaces.File) *spaces.ChangedFile {
	if f == nil {
		return nil
	}
	return &spaces.ChangedFile{
		ID: f.ID, Name: f.Name, ContentType: f.ContentType, DownloadURL: f.DownloadURL,
	}
}

func changedReusable(sp *space, c **reusableContent) *spaces.ChangedReusableContent {
	if c == nil {
		return nil
	}
	shown := showReusable(sp, *c, inFull)
	return &spaces.ChangedReusableContent{ID: shown.ID, Title: shown.Title, Document: shown.Document}
}
