// Package idle ends a call if its response body sends no bytes for too long.
package idle

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// A Reader cancels the context of a call if it receives no byte for too long. The bytes of a
// heartbeat count.
//
// It does not set the timer for each Read, which would cost several percent of the time to read a
// short event. A Read only records when it began. The timer keeps running from one Read to the
// next. When it fires, it is set again for the time that remains for the current Read. If no Read
// is in progress, the next Read sets the timer.
type Reader struct {
	next   io.ReadCloser
	limit  time.Duration // none if it is not positive
	cancel context.CancelCauseFunc

	created time.Time
	waiting atomic.Int64 // start of the current Read in nanoseconds after created; notWaiting if there is none
	running atomic.Bool  // whether the timer will fire

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

const notWaiting = -1

// NewReader returns a reader of next that calls cancel if a Read takes longer than limit.
func NewReader(next io.ReadCloser, limit time.Duration, cancel context.CancelCauseFunc) *Reader {
	r := &Reader{next: next, limit: limit, cancel: cancel, created: time.Now()}
	r.waiting.Store(notWaiting)
	return r
}

func (r *Reader) Read(p []byte) (int, error) {
	if r.limit <= 0 {
		return r.next.Read(p)
	}
	r.waiting.Store(int64(time.Since(r.created)))
	defer r.waiting.Store(notWaiting)
	// Read sets waiting before it loads running, and fire clears running before it loads waiting.
	// At least one of them therefore sees what the other has stored.
	if !r.running.Load() {
		r.run(r.limit)
	}
	return r.next.Read(p)
}

// run sets the timer, unless it is running.
func (r *Reader) run(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.stopped || !r.running.CompareAndSwap(false, true):
	case r.timer == nil:
		r.timer = time.AfterFunc(d, r.fire)
	default:
		r.timer.Reset(d)
	}
}

func (r *Reader) fire() {
	r.running.Store(false)
	began := r.waiting.Load()
	if began == notWaiting {
		return
	}
	left := r.limit - (time.Since(r.created) - time.Duration(began))
	if left <= 0 {
		r.cancel(&neterr.TimeoutError{What: "idle timeout", D: r.limit})
		return
	}
	r.run(left)
}

// Close closes next once and stops the timer. It can be called during a Read.
func (r *Reader) Close() error {
	r.mu.Lock()
	wasStopped := r.stopped
	r.stopped = true
	if r.timer != nil {
		r.timer.Stop()
	}
	r.mu.Unlock()
	if wasStopped {
		return nil
	}
	return r.next.Close()
}
