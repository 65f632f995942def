// Package pagination has the page of a list, and the errors that end an iteration over pages.
//
// # Lists
//
// A list of an area has three methods: List returns one page, Pages iterates over the pages, and
// All iterates over the elements of all pages. This prints the titles of all sites of an
// organization:
//
//	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(site.Title)
//	}
//
// # Iteration
//
// What follows holds for every All and Pages, and for publishing.All.
//
// The iterator is lazy: nothing is sent before the range. Ranging again starts anew, from the Page
// field of the options, which the iteration does not write to. Breaking out of the loop stops
// fetching.
//
// A page may be empty and still lead to a next one. The iteration ends at a page without a cursor.
//
// An error ends the iteration. It is a [*PageError], which wraps the error of the call and carries
// the cursor to resume from, or a [*CursorLoopError]. The elements before it have been yielded:
//
//	if stopped, ok := errors.AsType[*pagination.PageError](err); ok {
//		options.Page = stopped.Cursor // resumes at the page that failed
//	}
//
// The options of the call apply to each page. What api.WithMeta and api.WithRawBody point to is
// that of the page whose elements the loop gets.
//
// With api.WithPrefetch the next page is fetched and decoded while the loop works on this one, and
// never more than one page ahead. No goroutine and no connection is left when the loop ends, for
// whatever reason.
package pagination

// Page is one page of a list.
type Page[T any] struct {
	// Next leads to the following page. On the last page it is nil or has an empty cursor, so use
	// [Page.NextPage].
	Next *Next `json:"next,omitzero"`
	// Count is the number of elements of the list, nil if the service does not report it.
	Count *int64 `json:"count,omitzero"`
	// Items are the elements. A page may be empty and still have a next page.
	Items []T `json:"items"`
}

// Next leads to a page.
type Next struct {
	// Page is the cursor of the page, for the Page field of the options of the list. It is opaque.
	Page string `json:"page"`
}

// NextPage returns the cursor of the following page, "" on the last page.
func (p *Page[T]) NextPage() string {
	if p.Next == nil {
		return ""
	}
	return p.Next.Page
}
