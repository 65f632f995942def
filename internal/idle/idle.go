// Package idle ends a call whose body is silent.
package idle

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// A Reader cancels the context of a call if no byte comes for too long. A heartbeat counts as
// bytes.
//
// Setting the timer for each Read would cost several percent of reading a short event. A Read only
// notes when it began. The timer runs on from one Read to the next, and when it fires, it is set
// for the rest of the time that the current Read has. If there is none, the next Read sets it.
type Reader struct {
	next   io.ReadCloser
	limit  time.Duration // not positive for none
	cancel context.CancelCauseFunc

	created time.Time
	waiting atomic.Int64 // when the current Read began, in nanoseconds after created; notWaiting between two
	running atomic.Bool  // whether the timer will fire

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

const notWaiting = -1

// NewReader returns a reader that calls cancel if a Read of next takes longer than limit.
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
	// Read notes that it waits before it looks at running, and fire clears running before it looks
	// whether a Read waits, so that one of them sees the other.
	if !r.running.Load() {
		r.run(r.limit)
	}
	return r.next.Read(p)
}

// run sets the timer unless it runs.
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

// Close closes next and ends the use of the timer. It can be called during a Read.
func (r *Reader) Close() error {
	r.mu.Lock()
	r.stopped = true
	if r.timer != nil {
		r.timer.Stop()
	}
	r.mu.Unlock()
	return r.next.Close()
}
