package pagination

import (
	"context"
	"errors"

	"github.com/publishing-platform/publishing-go/internal/call"
)

var errGone = errors.New("the goroutine of the fetch was ended by what it called")

// flight is a page being fetched.
type flight[P any] struct {
	cursor string
	early  chan string // has the hint, if there is one
	done   chan landed[P]
	cancel context.CancelCauseFunc
}

func launch[P any](ctx context.Context, cursor string, fetch Fetch[P]) *flight[P] {
	ctx, cancel := context.WithCancelCause(ctx)
	f := &flight[P]{cursor, make(chan string, 1), make(chan landed[P], 1), cancel}
	go func() {
		l := landed[P]{err: errGone}
		defer func() { // runs also when something the fetch calls panics or leaves the goroutine
			l.panicked = recover()
			f.done <- l
		}()
		l.page, l.handOver, l.err = fetch(ctx, cursor, func(next string) {
			select {
			case f.early <- next:
			default: // one hint is enough
			}
		})
	}()
	return f
}

// wait returns what the flight lands with, and on the way the hint. A panic comes out on the goroutine of the loop, where the program can
// recover from it.
func (f *flight[P]) wait(hint func(string)) landed[P] {
	defer f.cancel(nil)
	for {
		select {
		case next := <-f.early:
			hint(next)
		case l := <-f.done:
			if l.panicked != nil {
				panic(l.panicked)
			}
			return l
		}
	}
}

// abandon stops a flight and waits until its goroutine is gone.
func (f *flight[P]) abandon() {
	if f != nil {
		f.cancel(call.ErrAbandoned)
		<-f.done
	}
}

func walkAhead[P interface{ NextPage() string }](ctx context.Context, from string, fetch Fetch[P], yield func(P, error) bool) {
	var nothing P
	seen := map[string]bool{}
	start := func(cursor string) *flight[P] {
		seen[cursor] = true
		return launch(ctx, cursor, fetch)
	}
	var next *flight[P]
	defer func() { next.abandon() }() // also when the loop's body panics
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
			cursor = got.page.NextPage()
		}
		if next != nil && next.cursor != cursor {
			next.abandon()
			delete(seen, next.cursor)
			next = nil
		}
		loop := next == nil && seen[cursor]
		if next == nil && cursor != "" && !loop {
			next = start(cursor)
		}
		if !give(got, current.cursor, yield) {
			return
		}
		if cursor != "" && loop {
			yield(nothing, &CursorLoopError{cursor})
			return
		}
	}
}
