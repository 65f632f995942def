package spaces

import "iter"

// PageVisit is a page on a walk.
type PageVisit struct {
	Page *Page
	// Depth is 0 for a page at the top.
	Depth int
	// Parents are the pages above it, from the top down. The slice is the walk's own and changes with the next turn.
	Parents []*Page
}

// WalkPages visits pages and the pages below them in reading order: each page before those below it.
func WalkPages(pages []Page) iter.Seq[PageVisit] {
	return func(yield func(PageVisit) bool) { walkPages(pages, make([]*Page, 0, 8), yield) }
}

func walkPages(pages []Page, parents []*Page, yield func(PageVisit) bool) bool {
	for i := range pages {
		page := &pages[i]
		if !yield(PageVisit{Page: page, Depth: len(parents), Parents: parents}) {
			return false
		}
		if !walkPages(page.Pages, append(parents, page), yield) {
			return false
		}
	}
	return true
}
