package transport

import (
	"math"
	"sync"
)

// A budget limits the retries of a client during an outage. Each retry takes its cost from the
// budget. Each call adds a tenth of this cost, and a call that succeeds returns the costs of its
// retries. A client whose calls mostly succeed therefore never runs out of retries.
type budget struct {
	mu   sync.Mutex
	size int
	left int
}

const (
	retryCost = 10
	callEarns = 1
)

func newBudget(retries int) *budget {
	if retries < 0 { // no limit
		retries = math.MaxInt
	}
	size := min(retries, math.MaxInt/2/retryCost) * retryCost
	return &budget{size: size, left: size}
}

func (b *budget) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.size, b.left+n)
}

func (b *budget) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < retryCost {
		return false
	}
	b.left -= retryCost
	return true
}
