package spaces

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PageDiff is a page that differs between two page trees.
type PageDiff struct {
	// Before and After point to the page in the two trees. Before is nil if the page was added, and
	// After is nil if it was removed. In both cases, the fields below that are bools are false.
	Before, After *Page
	// ParentBefore and ParentAfter are the pages directly above Before and After, nil at the top.
	ParentBefore, ParentAfter *Page
	// Moved reports whether the page has another parent, or another place among the pages that its
	// parent has in both trees. Of these, as few as possible count as moved: if two pages swap
	// places, only one of them does.
	Moved bool
	// Renamed reports whether the title or the slug differs.
	Renamed bool
	// Edited reports whether the page was changed otherwise. [DiffPages] describes what that means
	// for its text.
	Edited bool
	// PathChanged reports whether the path differs. If it is the only field that is true, a page
	// above has moved or has another slug.
	PathChanged bool
}

// DiffPages compares two page trees, such as those of two revisions of a space, and returns the
// pages that differ: first those of after in the order of [WalkPages], then in the same order those
// that are only in before. If a page was added or removed with pages below it, each of them is a
// [PageDiff] of its own. If nothing differs, DiffPages returns nil.
//
// Pages with the same ID are the same page. If a tree contains several of them, the first is
// compared with the first in the other tree, the second with the second, and so on. The tree does
// not contain the text, so the text counts as edited if one of the following differs:
//
//   - UpdatedAt. The API reference does not specify what updates it: a page that was only moved or
//     renamed may count as edited too.
//   - Git.OID
//   - DocumentID, Markdown or Document, of which the first and the last are experimental
//
// Each of these is compared only if both pages have it. A page whose text differs in nothing of
// this is not detected. Nor is a change of a file or of reusable content that the page includes. A
// page is also edited if any other field differs, apart from CreatedAt, URLs, Kind and the path in
// Git; an absent field and one that is false or empty are the same.
//
// Request both trees with the same [ContentOptions]: Computed decides whether a tree contains a
// computed page or the pages computed from it, which have other IDs.
func DiffPages(before, after []Page) []PageDiff {
	was, is := placesOf(before), placesOf(after)
	match(was, is)
	markReordered(was, is)
	var diffs []PageDiff
	for _, place := range is {
		diff := PageDiff{After: place.page, ParentAfter: pageAt(is, place.parent)}
		if place.twin == none {
			diffs = append(diffs, diff)
			continue
		}
		old := was[place.twin]
		diff.Before, diff.ParentBefore = old.page, pageAt(was, old.parent)
		diff.Moved = place.reordered || !sameParent(is, place.parent, old.parent)
		diff.Renamed = old.page.Title != place.page.Title || !same(old.page.Slug, place.page.Slug)
		diff.Edited = edited(old.page, place.page)
		diff.PathChanged = !same(old.page.Path, place.page.Path)
		if diff.Moved || diff.Renamed || diff.Edited || diff.PathChanged {
			diffs = append(diffs, diff)
		}
	}
	for _, place := range was {
		if place.twin == none {
			diffs = append(diffs, PageDiff{Before: place.page, ParentBefore: pageAt(was, place.parent)})
		}
	}
	return diffs
}

// String returns what differs and the path of the page, such as "added: guides/install" or "moved,
// edited: guides/setup -> start/setup". A page without a path is represented by its title.
func (d PageDiff) String() string {
	switch {
	case d.Before == nil && d.After == nil:
		return "equal"
	case d.Before == nil:
		return "added: " + label(d.After)
	case d.After == nil:
		return "removed: " + label(d.Before)
	}
	var kinds []string
	for _, kind := range []struct {
		is   bool
		name string
	}{{d.Moved, "moved"}, {d.Renamed, "renamed"}, {d.Edited, "edited"}} {
		if kind.is {
			kinds = append(kinds, kind.name)
		}
	}
	if len(kinds) == 0 {
		kinds = []string{"path changed"}
	}
	text := strings.Join(kinds, ", ") + ": " + label(d.Before)
	if to := label(d.After); to != label(d.Before) {
		text += " -> " + to
	}
	return text
}

func label(page *Page) string {
	if page.Path != nil {
		return *page.Path
	}
	return strconv.Quote(page.Title)
}

// pagePlace is a page in a list of all pages of a tree, in the order of [WalkPages].
type pagePlace struct {
	page      *Page
	parent    int // index in the list, or none
	twin      int // index of the same page in the list of the other tree, or none
	reordered bool
}

const none = -1

func placesOf(pages []Page) []pagePlace {
	var places []pagePlace
	var above []int // indexes of the pages above the next one
	for visit := range WalkPages(pages) {
		place := pagePlace{page: visit.Page, parent: none, twin: none}
		if visit.Depth > 0 {
			place.parent = above[visit.Depth-1]
		}
		above = append(above[:visit.Depth], len(places))
		places = append(places, place)
	}
	return places
}

func pageAt(places []pagePlace, index int) *Page {
	if index == none {
		return nil
	}
	return places[index].page
}

// match sets the twins of the pages in two lists.
func match(was, is []pagePlace) {
	unmatched := map[string][]int{}
	for i := range was {
		unmatched[was[i].page.ID] = append(unmatched[was[i].page.ID], i)
	}
	for i := range is {
		if queue := unmatched[is[i].page.ID]; len(queue) > 0 {
			is[i].twin, was[queue[0]].twin = queue[0], i
			unmatched[is[i].page.ID] = queue[1:]
		}
	}
}

// sameParent reports whether the parent of a page in after is that in before.
func sameParent(is []pagePlace, now, old int) bool {
	if now == none || old == none {
		return now == old
	}
	return is[now].twin == old
}

// markReordered marks pages that have kept their parent, but not their order among the siblings of
// which that is true too. A longest sequence of siblings in their old order stays unmarked.
func markReordered(was, is []pagePlace) {
	kept := map[int][]int{} // indexes of siblings, by the index of their parent
	for i, place := range is {
		if place.twin != none && sameParent(is, place.parent, was[place.twin].parent) {
			kept[place.parent] = append(kept[place.parent], i)
		}
	}
	for _, siblings := range kept {
		// ends[n] is the position in siblings at which a sequence of n+1 pages ends, the one with
		// the smallest twin. previous leads from a position to the one before it in its sequence.
		var ends []int
		previous := make([]int, len(siblings))
		for at, i := range siblings {
			is[i].reordered = true
			n, _ := slices.BinarySearchFunc(ends, is[i].twin, func(end, twin int) int { return is[siblings[end]].twin - twin })
			if n == len(ends) {
				ends = append(ends, at)
			}
			ends[n], previous[at] = at, none
			if n > 0 {
				previous[at] = ends[n-1]
			}
		}
		for at := ends[len(ends)-1]; at != none; at = previous[at] {
			is[siblings[at]].reordered = false
		}
	}
}

// edited reports whether two pages differ in other fields than those of their places, names,
// addresses and creation.
func edited(a, b *Page) bool {
	return differ(a.UpdatedAt, b.UpdatedAt, time.Time.Equal) ||
		differ(a.Git, b.Git, func(a, b GitBlob) bool { return a.OID == b.OID }) || // its path is that of the page
		differ(a.DocumentID, b.DocumentID, equal) || differ(a.Markdown, b.Markdown, equal) || differ(a.Document, b.Document, equal) ||
		a.Type != b.Type ||
		!same(a.Emoji, b.Emoji) || !same(a.Icon, b.Icon) || !same(a.Description, b.Description) ||
		!same(a.Hidden, b.Hidden) || !same(a.NoIndex, b.NoIndex) || !same(a.NoRobotsIndex, b.NoRobotsIndex) ||
		!same(a.ComputedSeed, b.ComputedSeed) || !same(a.Href, b.Href) ||
		!equal(a.Layout, b.Layout) || !equal(a.Cover, b.Cover) || !equal(a.Computed, b.Computed) || !equal(a.Target, b.Target) ||
		!maps.EqualFunc(a.Variables, b.Variables, equal) || !maps.EqualFunc(a.Extra, b.Extra, equal)
}

// differ reports whether both values exist and differ.
func differ[T any](a, b *T, equal func(a, b T) bool) bool {
	return a != nil && b != nil && !equal(*a, *b)
}

// same reports whether two values are equal, if an absent value is zero.
func same[T comparable](a, b *T) bool {
	var zero T
	if a == nil {
		a = &zero
	}
	if b == nil {
		b = &zero
	}
	return *a == *b
}

func equal[T any](a, b T) bool { return reflect.DeepEqual(a, b) }
