// Package future runs functions on goroutines of their own.
package future

import (
	"context"
	"errors"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// A Future is the result of a function that runs on a goroutine of its own.
type Future[T any] struct {
	done     chan struct{} // closed when the function has returned
	value    T
	err      error
	panicked any
}

// ErrExited is the error for a function that ends its goroutine instead of returning.
var ErrExited = errors.New("the function called runtime.Goexit")

// Go calls f on a goroutine of its own.
func Go[T any](f func() (T, error)) *Future[T] {
	r := &Future[T]{done: make(chan struct{}), err: ErrExited}
	go func() {
		defer close(r.done)
		defer func() { r.panicked = recover() }()
		r.value, r.err = f()
	}()
	return r
}

// Wait returns the result of the function, or the cause of ctx if it ends first. If the function
// panics, Wait panics too, so that the caller can recover from the panic.
func (r *Future[T]) Wait(ctx context.Context) (T, error) {
	select {
	case <-r.done:
		if r.panicked != nil {
			panic(r.panicked)
		}
		return r.value, r.err
	case <-ctx.Done():
		var nothing T
		return nothing, neterr.Ended(ctx)
	}
}
