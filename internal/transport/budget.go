package transport

import "sync"

// earned is what a call adds to the budget: a tenth of a retry, so that a client whose calls mostly succeed never runs dry.
const earned = 0.1

// budget bounds the retries of a client in an outage. A retry takes one, a call adds a tenth, and a call that succeeds in the end gives
// back what it took. A nil budget allows all.
type budget struct {
	mu    sync.Mutex
	size  float64
	there float64
}

func newBudget(size int) *budget {
	if size < 0 {
		return nil
	}
	return &budget{size: float64(size), there: float64(size)}
}

func (b *budget) add(n float64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.there = min(b.size, b.there+n)
}

func (b *budget) earn()        { b.add(earned) }
func (b *budget) refund(n int) { b.add(float64(n)) }

func (b *budget) take() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.there < 1 {
		return false
	}
	b.there--
	return true
}
