//go:build !unix

package bench

import "time"

var began = time.Now()

// processorTime returns the elapsed time, which is the same for one goroutine on an idle machine.
func processorTime() time.Duration { return time.Since(began) }
