package contract

import (
	"testing"

	"go.uber.org/goleak"
)

// A walk that prefetches starts goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
