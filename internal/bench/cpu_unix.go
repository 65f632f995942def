//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime returns what this process has used of the processors, system time included.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
