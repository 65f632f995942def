package pagination

import (
	"context"
	"iter"
)

// Fetch gets the page at a cursor, "" for the first. It may call early with the cursor of the following page before it returns, so that
// a prefetching walk can go on; an early cursor is a hint and is checked against the page. HandOver, if not nil, is called on the
// goroutine of the loop just before the loop gets the page or the error.
//
// It is for the packages of this SDK: a program uses the List, All and Pages of an area.
type Fetch[P any] func(ctx context.Context, cursor string, early func(next string)) (page P, handOver func(), err error)

// Walk returns the pages from a cursor on. Nothing is fetched before the range; ranging again starts anew. An empty page with a cursor
// goes on; the walk ends where there is no cursor. An error is the last turn: a [*PageError], or a [*CursorLoopError] when a cursor
// comes a second time. A break stops fetching.
//
// With prefetch the next page is fetched while the loop works on this one, never more than one page beyond the one the loop is in or
// waits for. When the loop ends, no goroutine is left.
//
// It is for the packages of this SDK: a program uses the List, All and Pages of an area.
func Walk[P interface{ NextPage() string }](ctx context.Context, from string, prefetch bool, fetch Fetch[P]) iter.Seq2[P, error] {
	if prefetch {
		return func(yield func(P, error) bool) { walkAhead(ctx, from, fetch, yield) }
	}
	return func(yield func(P, error) bool) {
		var nothing P
		seen := map[string]bool{from: true}
		for cursor := from; ; {
			page, handOver, err := fetch(ctx, cursor, func(string) {})
			if !give(landed[P]{page: page, handOver: handOver, err: err}, cursor, yield) {
				return
			}
			if cursor = page.NextPage(); cursor == "" {
				return
			}
			if seen[cursor] {
				yield(nothing, &CursorLoopError{cursor})
				return
			}
			seen[cursor] = true
		}
	}
}

// landed is what a fetch returned.
type landed[P any] struct {
	page     P
	handOver func()
	err      error
	panicked any // what the fetch panicked with, nil when it did not
}

// give hands over a page or the error instead of it, and tells whether the walk goes on.
func give[P any](l landed[P], cursor string, yield func(P, error) bool) bool {
	if l.handOver != nil {
		l.handOver()
	}
	if l.err != nil {
		var nothing P
		yield(nothing, &PageError{cursor, l.err})
		return false
	}
	return yield(l.page, nil)
}

// Items returns the elements of pages.
//
// It is for the packages of this SDK: a program uses the List, All and Pages of an area.
func Items[T any, L List[T]](pages iter.Seq2[L, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for list, err := range pages {
			if err != nil {
				var nothing T
				yield(nothing, err)
				return
			}
			for _, item := range list.page().Items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
