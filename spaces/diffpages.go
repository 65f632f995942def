package spaces

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/internal/treediff"
)

// PageDiff is a page that differs between two page trees.
type PageDiff struct {
	// Before and After point to the page in the two trees. Before is nil if the page was added, and
	// After is nil if it was removed. In both cases, Moved, Renamed, Edited and PathChanged are
	// false.
	Before, After *Page
	// ParentBefore and ParentAfter are the parents of Before and After, or nil at the top level.
	ParentBefore, ParentAfter *Page
	// Moved reports whether the page has another parent, or another position among those siblings
	// that are in both trees. As few pages as possible are reported as moved: if two pages swap
	// positions, only one of them is reported.
	Moved bool
	// Renamed reports whether the title or the slug differs.
	Renamed bool
	// Edited reports whether the page differs in another way. [DiffPages] describes which changes
	// it detects.
	Edited bool
	// PathChanged reports whether the path differs. The path also changes if a page above it was
	// moved or has another slug.
	PathChanged bool
}

// DiffPages compares two page trees, such as the trees of two revisions of a space, and returns the
// pages that differ: first the pages in after, in the order of [WalkPages], and then the pages that
// are only in before, in the same order. If a page was added or removed, the pages below it are
// returned too. If nothing differs, DiffPages returns nil. It does not change the trees.
//
// Pages with the same ID are compared. If several pages of a tree have the same ID, the first of
// them is compared with the first in the other tree, the second with the second, and so on.
//
// Edited reports whether the pages differ in a field other than ID, Title, Slug, Path, Pages,
// CreatedAt, URLs and Git.Path. An absent string or map counts as empty, and an absent bool as
// false. UpdatedAt, Git, DocumentID, Markdown and Document are compared only if both pages have
// them.
//
// Because a tree does not contain the text of its pages, a changed text is detected only if
// UpdatedAt, Git.OID or DocumentID differs. The API reference does not specify which changes set
// UpdatedAt, so a page that was only moved or renamed may also be Edited. Changes in files and in
// reusable content that a page includes are not detected.
//
// The method CollectChanges of changerequests.Service returns the changes of a change request as
// the service computes them, including changes of files and reusable content.
//
// Request both trees with the same [PageTreeOptions]: depending on the options, a tree contains
// either a computed page or the pages computed from it, which have other IDs.
func DiffPages(before, after []Page) []PageDiff {
	oldPages, oldNodes := listPages(before)
	newPages, newNodes := listPages(after)
	was, is := treediff.Compare(oldNodes, newNodes)
	pageAt := func(pages []*Page, index int) *Page {
		if index == treediff.None {
			return nil
		}
		return pages[index]
	}
	var diffs []PageDiff
	for i, place := range is {
		diff := PageDiff{
			Before: pageAt(oldPages, place.Twin), After: newPages[i],
			ParentAfter: pageAt(newPages, place.Parent), Moved: place.Moved,
		}
		if a, b := diff.Before, diff.After; a != nil {
			diff.ParentBefore = pageAt(oldPages, was[place.Twin].Parent)
			diff.Renamed = a.Title != b.Title || !sameValue(a.Slug, b.Slug)
			diff.Edited = editedPage(a, b)
			diff.PathChanged = !sameValue(a.Path, b.Path)
		}
		if diff.Before == nil || diff.Moved || diff.Renamed || diff.Edited || diff.PathChanged {
			diffs = append(diffs, diff)
		}
	}
	for i, place := range was {
		if place.Twin == treediff.None {
			diffs = append(diffs,
				PageDiff{Before: oldPages[i], ParentBefore: pageAt(oldPages, place.Parent)})
		}
	}
	return diffs
}

// listPages returns the pages of a tree in the order of [WalkPages].
func listPages(pages []Page) (list []*Page, nodes []treediff.Node) {
	for visit := range WalkPages(pages) {
		list = append(list, visit.Page)
		nodes = append(nodes, treediff.Node{ID: visit.Page.ID, Depth: visit.Depth})
	}
	return list, nodes
}

// String returns the differences and the path of the page, such as "added: guides/install" or
// "moved, edited: guides/setup -> start/setup". A page without a path is represented by its title.
func (d PageDiff) String() string {
	label := func(page *Page) string {
		if page.Path != nil {
			return *page.Path
		}
		return strconv.Quote(page.Title)
	}
	switch {
	case d.Before == nil && d.After == nil:
		return "equal"
	case d.Before == nil:
		return "added: " + label(d.After)
	case d.After == nil:
		return "removed: " + label(d.Before)
	}
	var kinds []string
	if d.Moved {
		kinds = append(kinds, "moved")
	}
	if d.Renamed {
		kinds = append(kinds, "renamed")
	}
	if d.Edited {
		kinds = append(kinds, "edited")
	}
	if len(kinds) == 0 {
		kinds = append(kinds, "path changed")
	}
	text := strings.Join(kinds, ", ") + ": " + label(d.Before)
	if to := label(d.After); to != label(d.Before) {
		text += " -> " + to
	}
	return text
}

// editedPage reports whether two pages differ in anything other than their position, name, URLs and
// creation time.
func editedPage(a, b *Page) bool {
	return bothDiffer(a.UpdatedAt, b.UpdatedAt, time.Time.Equal) ||
		bothDiffer(a.Git, b.Git, func(a, b GitBlob) bool { return a.OID == b.OID }) || // Git.Path changes whenever the path of the page does
		bothDiffer(a.DocumentID, b.DocumentID, deepEqual) || bothDiffer(a.Markdown,
		b.Markdown, deepEqual) || bothDiffer(a.Document, b.Document, deepEqual) ||
		a.Type != b.Type ||
		!sameValue(a.Emoji, b.Emoji) || !sameValue(a.Icon, b.Icon) ||
		!sameValue(a.Description, b.Description) ||
		!sameValue(a.Hidden, b.Hidden) || !sameValue(a.NoIndex, b.NoIndex) ||
		!sameValue(a.NoRobotsIndex, b.NoRobotsIndex) ||
		!sameValue(a.ComputedSeed, b.ComputedSeed) || !sameValue(a.Href, b.Href) ||
		!sameValue(a.LinkTitle, b.LinkTitle) || !sameValue(a.Condition, b.Condition) ||
		!deepEqual(a.MetaLinks, b.MetaLinks) || !slices.EqualFunc(a.Tags, b.Tags, deepEqual) ||
		!deepEqual(a.Layout, b.Layout) || !deepEqual(a.Cover, b.Cover) ||
		!deepEqual(a.Computed, b.Computed) || !deepEqual(a.Target, b.Target) ||
		!maps.EqualFunc(a.Variables, b.Variables, deepEqual) ||
		!maps.EqualFunc(a.Extra, b.Extra, deepEqual)
}

// bothDiffer reports whether both values exist and differ.
func bothDiffer[T any](a, b *T, equal func(a, b T) bool) bool {
	return a != nil && b != nil && !equal(*a, *b)
}

// sameValue reports whether two values are equal. An absent value counts as zero.
func sameValue[T comparable](a, b *T) bool {
	return *cmp.Or(a, new(T)) == *cmp.Or(b, new(T))
}

func deepEqual[T any](a, b T) bool { return reflect.DeepEqual(a, b) }
