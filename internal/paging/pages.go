// Package paging iterates over the pages of a list and over their elements. It is below the All and
// Pages of the areas; package pagination has what their callers see.
package paging

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/pagination"
)

// A Page leads to the page after it.
type Page interface {
	NextCursor() string // its cursor, "" on the last page
}

// A Fetch returns the page at a cursor, "" for the first. It may call hint with the cursor of the
// following page before it returns, so that a prefetching iteration need not wait for the page; the
// hint is checked against the page. deliver, if not nil, is called on the goroutine of the loop
// just before the page or the error is yielded.
type Fetch[P Page] func(ctx context.Context, cursor string, hint func(next string)) (page P, deliver func(), err error)

// Pages iterates over the pages of an operation from a cursor on, as package pagination documents.
//
// With prefetch the next page is fetched while the loop works on this one, and never more than one
// page beyond the one that the loop works on or waits for. When the loop ends, no goroutine is
// left.
func Pages[P Page](ctx context.Context, operation, from string, prefetch bool, fetch Fetch[P]) iter.Seq2[P, error] {
	if prefetch {
		return func(yield func(P, error) bool) { prefetching(ctx, operation, from, fetch, yield) }
	}
	return func(yield func(P, error) bool) {
		var nothing P
		seen := map[string]bool{from: true}
		for cursor := from; ; {
			page, deliver, err := fetch(ctx, cursor, func(string) {})
			if !yieldResult(result[P]{page: page, deliver: deliver, err: err}, cursor, yield) {
				return
			}
			if cursor = page.NextCursor(); cursor == "" {
				return
			}
			if seen[cursor] {
				yield(nothing, &pagination.CursorLoopError{Operation: operation, Cursor: cursor})
				return
			}
			seen[cursor] = true
		}
	}
}

// A result is what a fetch returned.
type result[P Page] struct {
	page     P
	deliver  func()
	err      error
	panicked any // the value the fetch panicked with, nil if it did not
}

// yieldResult yields a page, or the error instead of it, and reports whether the iteration goes on.
func yieldResult[P Page](r result[P], cursor string, yield func(P, error) bool) bool {
	if r.deliver != nil {
		r.deliver()
	}
	if r.err != nil {
		var nothing P
		yield(nothing, &pagination.PageError{Cursor: cursor, Err: r.err})
		return false
	}
	return yield(r.page, nil)
}

// Items iterates over the elements of pages. items returns those of a page.
func Items[P Page, T any](pages iter.Seq2[P, error], items func(P) []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range pages {
			if err != nil {
				var nothing T
				yield(nothing, err)
				return
			}
			for _, item := range items(page) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
