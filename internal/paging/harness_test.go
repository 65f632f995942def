package paging

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

// A book is a list in memory. Its pages are fetched by cursor; the fetch of a page that does not
// exist fails with errMissing.
type book struct {
	pages map[string]*pagination.Page[string]
	hints map[string]string        // replaces the cursor of the next page; "-" for none
	gates map[string]chan struct{} // a fetch waits until the gate of its page is closed or the context ends

	mu        sync.Mutex
	started   []string
	ended     []string
	delivered []string // on the goroutine of the loop
	running   int
}

var errMissing = errors.New("page is missing")

// bookOf returns a list of pages. Each is written as its cursor, the cursor of the next page and
// its elements.
func bookOf(pages ...[]string) *book {
	b := &book{pages: map[string]*pagination.Page[string]{}, hints: map[string]string{}, gates: map[string]chan struct{}{}}
	for _, p := range pages {
		page := &pagination.Page[string]{Items: p[2:]}
		if p[1] != "" {
			page.Next = &pagination.Next{Cursor: p[1]}
		}
		b.pages[p[0]] = page
	}
	return b
}

func (b *book) fetch(ctx context.Context, cursor string, hint func(string)) (Page, func(), error) {
	b.mu.Lock()
	b.started = append(b.started, cursor)
	b.running++
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.running--
		b.ended = append(b.ended, cursor)
	}()
	page, ok := b.pages[cursor]
	if wrong := b.hints[cursor]; wrong != "" && wrong != "-" {
		hint(wrong)
	} else if wrong == "" && ok {
		hint(page.NextCursor())
	}
	if gate := b.gates[cursor]; gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	deliver := func() { b.delivered = append(b.delivered, cursor) } // without a lock: on another goroutine it would be a race
	if err := ctx.Err(); err != nil {
		return nil, deliver, err
	}
	if !ok {
		return nil, deliver, errMissing
	}
	return page, deliver, nil
}

// fetched returns the cursors of the fetches that have started.
func (b *book) fetched() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.started)
}

// iterate returns the iterator over the pages.
func (b *book) iterate(ctx context.Context, from string, prefetch bool) func(func(*pagination.Page[string], error) bool) {
	return typed(Pages(ctx, "Books.List", from, prefetch, b.fetch))
}

// pagesOf returns the iterator over the pages of a fetch, with prefetching.
func pagesOf(t *testing.T, fetch Fetch) func(func(*pagination.Page[string], error) bool) {
	t.Helper()
	return typed(Pages(t.Context(), "Books.List", "", true, fetch))
}

// typed returns an iterator over pages of strings.
func typed(pages iter.Seq2[Page, error]) func(func(*pagination.Page[string], error) bool) {
	return func(yield func(*pagination.Page[string], error) bool) {
		pages(func(page Page, err error) bool {
			own, _ := page.(*pagination.Page[string])
			return yield(own, err)
		})
	}
}

// itemsOf returns an iterator over the elements of pages.
func itemsOf(pages iter.Seq2[*pagination.Page[string], error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for page, err := range pages {
			if err != nil {
				yield("", err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// items ranges over the elements to the end.
func (b *book) items(ctx context.Context, from string, prefetch bool) (all []string, err error) {
	for item, err := range itemsOf(b.iterate(ctx, from, prefetch)) {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

// both runs a test without and with prefetch, each in a synctest bubble. A goroutine that is left
// at the end fails it.
func both(t *testing.T, test func(t *testing.T, prefetch bool)) {
	t.Helper()
	for _, prefetch := range []bool{false, true} {
		t.Run(fmt.Sprintf("prefetch %t", prefetch), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(t, prefetch) })
		})
	}
}

func as[E error](t *testing.T, err error) E {
	t.Helper()
	found, ok := errors.AsType[E](err)
	require.True(t, ok, "%T %v", err, err)
	return found
}
