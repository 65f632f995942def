package pagination

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// book is a list in memory. Its pages are asked for by their cursors; a page that is not there is errMissing.
type book struct {
	pages map[string]*Page[string]
	hints map[string]string        // in place of the true cursor of the page after; "-" for none
	gates map[string]chan struct{} // a page waits until its gate is closed or the context ends

	mu      sync.Mutex
	started []string
	ended   []string
	handed  []string // hand-overs, on the goroutine of the loop
	running int
}

var errMissing = errors.New("page is missing")

// bookOf makes a list of pages that are written as their cursor, the next one and their elements.
func bookOf(pages ...[]string) *book {
	b := &book{pages: map[string]*Page[string]{}, hints: map[string]string{}, gates: map[string]chan struct{}{}}
	for _, p := range pages {
		page := &Page[string]{Items: p[2:]}
		if p[1] != "" {
			page.Next = &Next{Page: p[1]}
		}
		b.pages[p[0]] = page
	}
	return b
}

func (b *book) fetch(ctx context.Context, cursor string, early func(string)) (*Page[string], func(), error) {
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
	if hint := b.hints[cursor]; hint != "" && hint != "-" {
		early(hint)
	} else if hint == "" && ok {
		early(page.NextPage())
	}
	if gate := b.gates[cursor]; gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	handOver := func() { b.handed = append(b.handed, cursor) } // without a lock: a race if it were elsewhere
	if err := ctx.Err(); err != nil {
		return nil, handOver, err
	}
	if !ok {
		return nil, handOver, errMissing
	}
	return page, handOver, nil
}

func (b *book) asked() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.started)
}

func (b *book) walk(ctx context.Context, from string, prefetch bool) func(func(*Page[string], error) bool) {
	return Walk(ctx, from, prefetch, b.fetch)
}

// items ranges over the elements to the end.
func (b *book) items(ctx context.Context, from string, prefetch bool) (all []string, err error) {
	for item, err := range Items[string](b.walk(ctx, from, prefetch)) {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

// both runs a test in a bubble of time without and with prefetch. What is still running at its end fails it.
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
