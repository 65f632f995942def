package contract

import (
	"testing"

	"go.uber.org/goleak"
)

// Iterators that prefetch start goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
