package transport

import (
	"math"
	"sync"
)

// price is the cost of a retry. A call earns 1, so that a client whose calls mostly succeed never
// runs out.
const price = 10

// A budget bounds the retries of a client in an outage. A retry takes its price, a call adds a
// tenth of that, and a call that succeeds returns what its retries took. A nil budget allows every
// retry.
type budget struct {
	mu    sync.Mutex
	size  int
	there int
}

func newBudget(retries int) *budget {
	if retries < 0 {
		return nil
	}
	size := min(retries, math.MaxInt/2/price) * price
	return &budget{size: size, there: size}
}

func (b *budget) add(n int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.there = min(b.size, b.there+n)
}

func (b *budget) earn()              { b.add(1) }
func (b *budget) refund(retries int) { b.add(retries * price) }

func (b *budget) take() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.there < price {
		return false
	}
	b.there -= price
	return true
}
