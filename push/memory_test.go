package push

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// TestFigureMemoryOfAFile measures what a push holds after it has written many files. It does not
// run beside other tests.
func TestFigureMemoryOfAFile(t *testing.T) { //nolint:paralleltest // it measures the heap
	pages := sample.Count(600, 1500)
	p := newPlace(t)
	files := linked(pages)
	r, err := newRun(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.NoError(t, err)
	require.NoError(t, r.push(t.Context()))
	held := heap()
	runtime.KeepAlive(r)
	r = nil // what it holds is free from here on
	perFile := (held - heap()) / int64(pages)
	runtime.KeepAlive(p) // its store has the state
	runtime.KeepAlive(files)
	t.Logf("%d bytes for each file", perFile)
	require.LessOrEqual(t, perFile, int64(1024))
}

func heap() int64 {
	var stats runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
