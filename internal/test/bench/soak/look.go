package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

// A look contains what is left of the calls that have ended.
type look struct {
	goroutines  int
	descriptors int // 0 if the platform has no /dev/fd
	heap        int // bytes after a garbage collection
}

func (l look) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, heap %.2f MB",
		l.goroutines, l.descriptors, float64(l.heap)/1e6)
}

// newLook waits until the number of goroutines no longer changes, since the ends of connections
// take a moment, and returns what is left.
func newLook(closeIdleConnections func()) look {
	const (
		pause  = 10 * time.Millisecond
		steady = 20 // pauses without a change
		limit  = 1000
	)
	last, same := 0, 0
	for range limit {
		closeIdleConnections()
		if n := runtime.NumGoroutine(); n != last {
			last, same = n, 0
		} else if same++; same == steady {
			break
		}
		time.Sleep(pause)
	}
	runtime.GC()
	runtime.GC() // the first one only moves what pools keep
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	open, _ := os.ReadDir("/dev/fd") // the directory itself is among them
	return look{
		goroutines: runtime.NumGoroutine(), descriptors: len(open), heap: int(memory.HeapAlloc), //nolint:gosec // of a small program
	}
}

// grown returns an error if there is more in the last quarter of the looks than in the first. Few
// looks do not show whether the heap grows, since it does at the beginning of each program.
func grown(looks []look) error {
	quarter := (len(looks) + 3) / 4
	for _, figure := range []struct {
		name  string
		value func(look) int
		above float64 // how far the last may be above the first
		least int     // looks that show it
	}{
		{"goroutines", func(l look) int { return l.goroutines }, 1, 0},
		{"descriptors", func(l look) int { return l.descriptors }, 1, 0},
		{"bytes of heap", func(l look) int { return l.heap }, 1.05, 8},
	} {
		if len(looks) < figure.least {
			continue
		}
		median := func(looks []look) int {
			values := make([]int, 0, len(looks))
			for _, l := range looks {
				values = append(values, figure.value(l))
			}
			slices.Sort(values)
			return values[len(values)/2]
		}
		first, last := median(looks[:quarter]), median(looks[len(looks)-quarter:])
		if float64(last) > float64(first)*figure.above {
			return fmt.Errorf("want no more %s at the end than at first, got %d and at first %d", figure.name, last, first)
		}
	}
	return nil
}
