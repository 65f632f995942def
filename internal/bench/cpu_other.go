//go:build !unix

package bench

import "time"

var began = time.Now()

// processorTime is the time on the wall, which is the same for one goroutine on a quiet machine.
func processorTime() time.Duration { return time.Since(began) }
