package spaces

import "iter"

// PageVisit is a page that [WalkPages] yields.
type PageVisit struct {
	Page *Page
	// Depth is the number of pages above the page.
	Depth int
	// Parents contains the pages above the page, from the top down. It is valid only until the
	// next iteration.
	Parents []*Page
}

// WalkPages returns an iterator over pages and all pages below them, in depth-first preorder.
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
