package bench

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// sum proves what was read: the number of values, and a hash of some of their fields.
type sum struct {
	count int
	hash  uint64
}

func (s *sum) add(texts ...string) {
	s.count++
	for _, text := range texts {
		for i := range len(text) {
			s.hash = (s.hash ^ uint64(text[i])) * 1099511628211 // FNV-1a
		}
	}
}

// side is one side of a comparison. run does its work n times.
type side struct {
	name string
	run  func(n int) (sum, error)
}

// series contains the measurements of each side by name, one per round.
type series map[string][]float64

// compare runs the sides alternately, n times the work per turn, and adds up the turns of a
// round. Many short turns distribute other load on the machine evenly over the sides. It is an
// error if the sides do not read the same.
func compare(rounds, turns, n int, sides []side, measure func(func() error) (float64, error)) (series, error) {
	got := series{}
	var want sum
	for _, s := range sides { // once without measuring: connections, caches of types
		first, err := s.run(1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		if want == (sum{}) {
			want = first
		}
		if first != want || first.count == 0 {
			return nil, fmt.Errorf("%s read %v, want %v", s.name, first, want)
		}
	}
	want = sum{}
	for range rounds {
		took := map[string]float64{}
		for turn := range turns {
			for _, s := range sides {
				if turn == 0 {
					runtime.GC() // earlier garbage is not counted
				}
				var read sum
				value, err := measure(func() (err error) {
					read, err = s.run(n)
					return err
				})
				if err != nil {
					return nil, fmt.Errorf("%s: %w", s.name, err)
				}
				if want == (sum{}) {
					want = read
				}
				if read != want {
					return nil, fmt.Errorf("%s read %v, want %v", s.name, read, want)
				}
				took[s.name] += value
			}
		}
		for name, total := range took {
			got[name] = append(got[name], total/float64(turns*n))
		}
	}
	return got, nil
}

// processor measures a run in seconds of processor time.
func processor(run func() error) (float64, error) {
	before := processorTime()
	err := run()
	return (processorTime() - before).Seconds(), err
}

// wall measures a run in seconds of elapsed time.
func wall(run func() error) (float64, error) {
	before := time.Now()
	err := run()
	return time.Since(before).Seconds(), err
}

// median returns the median of the values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// ratio returns the median of the ratios of a to b in the same round.
func (s series) ratio(a, b string) float64 {
	ratios := make([]float64, len(s[a]))
	for i := range ratios {
		ratios[i] = s[a][i] / s[b][i]
	}
	return median(ratios)
}

// faster returns the side with the smaller median.
func (s series) faster(a, b string) string {
	if median(s[a]) <= median(s[b]) {
		return a
	}
	return b
}

// allocations returns what one of n runs allocates. The garbage collector is off, so that no pool
// is emptied. Allocations of others, such as a goroutine of the runtime, are less than one in n
// and are rounded off.
func allocations(n int, run func(n int) (sum, error)) (objects, bytes float64, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if _, err := run(10); err != nil {
		return 0, 0, err
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = run(n)
	runtime.ReadMemStats(&after)
	per := func(total uint64) float64 { return math.Floor(float64(total) / float64(n)) }
	return per(after.Mallocs - before.Mallocs), per(after.TotalAlloc - before.TotalAlloc), err
}
