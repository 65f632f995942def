// Package paging iterates over the pages of a list and over their elements. It implements the All
// and ListPages methods of the areas. The types that callers see are in package pagination.
package paging

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/pagination"
)

// A Page contains the cursor of the page after it.
type Page interface {
	NextCursor() string // cursor of the next page; "" on the last page
}

// A Fetch returns the page at a cursor, which is "" for the first page. Before it returns, it may
// call hint with the cursor of the following page, so that a prefetching iteration can start
// earlier. The iteration verifies the hint. If deliver is not nil, the iteration calls it on the
// goroutine of the loop right before it yields the page or the error.
type Fetch func(ctx context.Context, cursor string, hint func(next string)) (page Page, deliver func(), err error)

// Pages returns an iterator over the pages of an operation, starting at a cursor. Package
// pagination documents the iteration.
//
// If prefetch is true, Pages fetches the next page while the loop works on the current page. It
// never fetches more than one page beyond the page that the loop works on or waits for. When the
// loop ends, no goroutine is left.
//
// Pages has no type parameters. Otherwise, the compiler would compile it again for each page type,
// in every program.
func Pages(ctx context.Context, operation, from string, prefetch bool, fetch Fetch) iter.Seq2[Page, error] {
	if prefetch {
		return func(yield func(Page, error) bool) { prefetching(ctx, operation, from, fetch, yield) }
	}
	return func(yield func(Page, error) bool) {
		seen := map[string]bool{from: true}
		for cursor := from; ; {
			page, deliver, err := fetch(ctx, cursor, func(string) {})
			if !yieldResult(result{page: page, deliver: deliver, err: err}, cursor, yield) {
				return
			}
			if cursor = page.NextCursor(); cursor == "" {
				return
			}
			if seen[cursor] {
				yield(nil, &pagination.CursorLoopError{Operation: operation, Cursor: cursor})
				return
			}
			seen[cursor] = true
		}
	}
}

// A result is the result of a fetch.
type result struct {
	page     Page
	deliver  func()
	err      error
	panicked any // value with which the fetch panicked; nil if it did not
}

// yieldResult yields a page or an error, and reports whether the iteration should continue.
func yieldResult(r result, cursor string, yield func(Page, error) bool) bool {
	if r.deliver != nil {
		r.deliver()
	}
	if r.err != nil {
		yield(nil, &pagination.PageError{Cursor: cursor, Err: r.err})
		return false
	}
	return yield(r.page, nil)
}
