// Package pagination contains [Page], a page of a list, and the errors that end an iteration over
// pages.
//
// # Lists
//
// A list has three methods: List returns one page, ListPages returns an iterator over the pages,
// and All returns an iterator over the elements of all pages. This loop prints the titles of all
// sites of an organization:
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
// The following rules hold for every All and ListPages, and for publishing.All.
//
// An iterator is lazy: it sends its first request when the loop begins, and stops fetching when the
// loop ends. It can be used in several loops. Each loop begins at the Cursor of the options, or at
// the first page if Cursor is empty. The iterator never changes the options.
//
// A page can be empty even if another page follows. The iteration ends after a page without a
// cursor.
//
// A list ends early if it has fewer elements than the smallest Count of its pages. With
// [github.com/publishing-platform/publishing-go/api.WithStrictDecoding], the iteration then ends
// with an [*IncompleteError]. List returns the same error if the list has a single page. By
// default, the api.Meta of the last page has a Mismatch with the pointer "/count". The iterator
// does not check the count if the options have a Cursor, or if the loop ends before the list does.
//
// An error ends the iteration. The elements before it have already been yielded. The error is a
// [*CursorLoopError], an [*IncompleteError], or a [*PageError] that wraps the error of the call and
// contains the cursor to resume from:
//
//	if stopped, ok := errors.AsType[*pagination.PageError](err); ok {
//		options.Cursor = stopped.Cursor // resumes at the page that failed
//	}
//
// The call options apply to each page. The variables of api.WithMeta and api.WithRawBody are set
// before the page, its elements or its error are yielded.
//
// With api.WithPrefetch, the next page is fetched and decoded while the loop works on the current
// one. The iterator never fetches more than one page ahead. When the loop has ended, for whatever
// reason, no goroutine is running and no connection is in use.
package pagination

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// A Page is a page of a list.
type Page[T any] struct {
	// Next contains the cursor of the next page. On the last page, it is nil or contains an empty
	// cursor; [Page.NextCursor] returns "" in both cases.
	Next *Next `json:"next,omitzero"`
	// Count is the number of elements in the list, or nil if the service does not report it.
	Count *int64 `json:"count,omitzero"`
	// Items contains the elements of the page. A page can be empty even if another page follows.
	Items []T `json:"items" response:"about"`
}

// Next contains the cursor of the next page.
type Next struct {
	// Cursor is an opaque text. To get the next page, set the Cursor field of the list options to
	// it.
	Cursor string `json:"page" response:"optional"`
}

// NextCursor returns the cursor of the next page, or "" on the last page. A program can store the
// cursor and use it with another client. It is undocumented how long a cursor remains valid.
func (p *Page[T]) NextCursor() string {
	if p.Next == nil {
		return ""
	}
	return p.Next.Cursor
}

// LogValue implements [slog.LogValuer], so that a log does not show the secrets of the elements.
func (p Page[T]) LogValue() slog.Value { return logvalue.Of(p) }
