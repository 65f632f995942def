package paging

import (
	"context"
	"errors"

	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/pagination"
)

var errGoexit = errors.New("the goroutine of the fetch was ended by what it called")

// A flight is a fetch on its own goroutine.
type flight struct {
	cursor string
	hint   chan string // cursor of the following page
	done   chan result
	cancel context.CancelCauseFunc
}

func launch(ctx context.Context, cursor string, fetch Fetch) *flight {
	ctx, cancel := context.WithCancelCause(ctx)
	f := &flight{cursor, make(chan string, 1), make(chan result, 1), cancel}
	go func() {
		r := result{err: errGoexit}
		defer func() { // runs even if the fetch panics or ends the goroutine
			r.panicked = recover()
			f.done <- r
		}()
		r.page, r.deliver, r.err = fetch(ctx, cursor, func(next string) {
			select {
			case f.hint <- next:
			default: // there already is a hint
			}
		})
	}()
	return f
}

// wait returns the result of the fetch. If the fetch gives a hint first, wait calls hint. If the
// fetch panicked, wait panics on the goroutine of the loop, where the program can recover.
func (f *flight) wait(hint func(string)) result {
	defer f.cancel(nil)
	for {
		select {
		case next := <-f.hint:
			hint(next)
		case r := <-f.done:
			if r.panicked != nil {
				panic(r.panicked)
			}
			return r
		}
	}
}

// abandon stops a flight and waits until its goroutine has ended.
func (f *flight) abandon() {
	if f != nil {
		f.cancel(call.ErrAbandoned)
		<-f.done
	}
}

func prefetching(ctx context.Context, operation, from string, fetch Fetch, yield func(Page, error) bool) {
	seen := map[string]bool{}
	start := func(cursor string) *flight {
		seen[cursor] = true
		return launch(ctx, cursor, fetch)
	}
	var next *flight
	defer func() { next.abandon() }() // runs even if the body of the loop panics
	for next = start(from); next != nil; {
		current := next
		next = nil
		got := current.wait(func(hint string) {
			if hint != "" && !seen[hint] {
				next = start(hint)
			}
		})
		cursor := ""
		if got.err == nil {
			cursor = got.page.NextCursor()
		}
		if next != nil && next.cursor != cursor { // the hint was wrong
			next.abandon()
			delete(seen, next.cursor)
			next = nil
		}
		loop := next == nil && seen[cursor]
		if next == nil && cursor != "" && !loop {
			next = start(cursor)
		}
		if !yieldResult(got, current.cursor, yield) {
			return
		}
		if cursor != "" && loop {
			yield(nil, &pagination.CursorLoopError{Operation: operation, Cursor: cursor})
			return
		}
	}
}
