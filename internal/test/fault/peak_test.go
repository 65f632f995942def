package fault_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// A weighing is a response that could make a process grow, and its expected result.
type weighing struct {
	method string
	act    fault.Act
	check  func(t *testing.T, events int, err error)
	most   int // MiB that it may add to a process with small calls, including noise
}

func weights() map[string]weighing {
	return map[string]weighing{
		"small": {act: fault.Respond(200, `{"id":"x"}`), check: fine, most: 0},
		"1 GiB with a length": {
			act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Length", "1073741824"), fault.Repeat(spaces, gib())),
			check: unreadable, most: 48,
		},
		"endless chunks": {
			act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Transfer-Encoding", "chunked"), fault.Repeat(chunked(spaces), -1)),
			check: unreadable, most: 48,
		},
		"endless without a length": {
			act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Connection", "close"), fault.Repeat(spaces, -1)),
			check: unreadable, most: 48,
		},
		"gzip that grows to 1 GiB": {
			act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Encoding", "gzip", "Connection", "close"), fault.Repeat(fault.Bomb, gib()), fault.Close),
			check: unreadable, most: 48,
		},
		"gzip of an error that grows to 1 GiB": {
			act:   fault.Do(fault.Head(400, "Content-Encoding", "gzip", "Connection", "close"), fault.Repeat(fault.Bomb, gib()), fault.Close),
			check: badRequest, most: noise,
		},
		"endless error": {
			act:   fault.Do(fault.Head(400, "Transfer-Encoding", "chunked"), fault.Repeat(chunked(spaces), -1)),
			check: badRequest, most: noise,
		},
		"endless body that is not read": {
			method: "DELETE",
			act:    fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Repeat(chunked(spaces), -1)),
			check:  fine, most: noise,
		},
		"a wrong value of 2 MiB with nested escapes": {
			act:   fault.Respond(200, `{"createdAt":"`+strings.Repeat(`%252525 &amp;amp;amp; !!!! `, 2<<20/27)+`"}`),
			check: unreadable, most: 48,
		},
		"1 GiB of comments": {
			method: "STREAM",
			act:    fault.Do(stream, fault.Repeat(comments, gib()), fault.Raw("data: {}\n\n"), fault.Close),
			check:  oneEvent, most: noise,
		},
		"1 GiB in one comment": {
			method: "STREAM",
			act:    fault.Do(stream, fault.Repeat(bytes.Repeat([]byte(":"), 1<<20), gib()), fault.Raw("\ndata: {}\n\n"), fault.Close),
			check:  oneEvent, most: noise,
		},
		"endless event": {
			method: "STREAM",
			act:    fault.Do(stream, fault.Raw("data: "), fault.Repeat(spaces, -1)),
			check:  unreadable, most: 48,
		},
		"gzip of an endless event": {
			method: "STREAM",
			act:    fault.Do(zippedStream, fault.Raw(string(fault.Zip([]byte("data: ")))), fault.Repeat(fault.Bomb, -1)),
			check:  unreadable, most: 48,
		},
		"gzip of 1 GiB in one comment": {
			method: "STREAM",
			act: fault.Do(zippedStream, fault.Raw(string(fault.Zip([]byte(":")))), fault.Repeat(fault.Bomb, gib()),
				fault.Raw(string(fault.Zip([]byte("\ndata: {}\n\n")))), fault.Close),
			check: oneEvent, most: noise,
		},
	}
}

// gib returns the number of MiB in a "GiB", which exceeds all limits even in the sample.
func gib() int { return sample.Count(64, 1<<10) }

// noise is by how many MiB two equal processes can differ: the smallest heap of the garbage
// collector is 4 MiB and grows in steps. On a busy machine, a collection takes longer.
const noise = 16

var (
	spaces   = bytes.Repeat([]byte{' '}, 1<<20)
	comments = bytes.Repeat(fmt.Appendf(nil, ": %1021s\n", "ping"), 1<<10)
	stream   = fault.Head(200, "Content-Type", "text/event-stream", "Connection", "close")

	zippedStream = fault.Head(200, "Content-Type", "text/event-stream", "Content-Encoding", "gzip", "Connection", "close")
)

func chunked(p []byte) []byte { return fmt.Appendf(nil, "%x\r\n%s\r\n", len(p), p) }

func fine(t *testing.T, _ int, err error) { require.NoError(t, err) }

func oneEvent(t *testing.T, events int, err error) {
	require.NoError(t, err)
	require.Equal(t, 1, events)
}

func unreadable(t *testing.T, _ int, err error) {
	require.ErrorAs(t, err, new(*api.DecodeError))
}

func badRequest(t *testing.T, _ int, err error) {
	require.ErrorIs(t, err, api.ErrBadRequest)
}

// peak is the peak memory of a process.
type peak struct {
	HWM  int64 // bytes of memory reported by the system; 0 if it does not report them
	Go   int64 // bytes that Go has requested
	Race bool  // the race detector takes additional memory
}

var weight = flag.String("weight", "small", "the calls of TestCallsWithAWeightReportTheirPeak, a key of weights")

// TestCallsWithAWeightReportTheirPeak runs in a separate process for each weight, started by
// TestFigureMemoryIsBounded.
func TestCallsWithAWeightReportTheirPeak(t *testing.T) { //nolint:paralleltest // the peak is that of the process
	all := weights()
	w, ok := all[*weight]
	require.True(t, ok, *weight)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the limits are those of the default GOGC
	s := serve(t, fault.Config{Respond: func(*fault.Request) fault.Act { return w.act }})
	client := clientOf(t, s, publishing.WithoutRetry())
	small := serve(t, fault.Config{Respond: func(*fault.Request) fault.Act { return all["small"].act }})
	warm := clientOf(t, small)
	for range sample.Count(500, 2000) { // the memory of any process that has run for a while
		require.NoError(t, warm.Do(t.Context(), publishing.Request{Method: "GET", Path: "/v1/x"}, new(map[string]any)))
	}
	if *weight != "small" {
		for range 3 {
			events := 0
			var err error
			switch w.method {
			case "STREAM":
				for _, err = range client.Stream(t.Context(), publishing.Request{Method: "GET", Path: "/v1/x"}) {
					if err == nil {
						events++
					}
				}
			case "DELETE":
				err = client.Do(t.Context(), publishing.Request{Method: "DELETE", Path: "/v1/x"}, nil)
			default:
				err = client.Do(t.Context(), publishing.Request{Method: "GET", Path: "/v1/x"}, new(struct{ CreatedAt *time.Time }))
			}
			w.check(t, events, err)
			runtime.GC() // a late collection would count two calls as one
		}
	}
	text, err := json.Marshal(currentPeak(t))
	require.NoError(t, err)
	t.Logf("peak %s", text)
}

func currentPeak(t *testing.T) (p peak) {
	t.Helper()
	total := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(total)
	p.Go = int64(total[0].Value.Uint64())
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			p.Race = p.Race || setting.Key == "-race" && setting.Value == "true"
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return p
	}
	for line := range strings.Lines(string(status)) {
		if after, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			_, err := fmt.Sscanf(after, "%d kB", &p.HWM)
			require.NoError(t, err)
			p.HWM <<= 10
		}
	}
	return p
}

// peakOf runs the calls of a weight in a separate process.
func peakOf(t *testing.T, name string) (p peak) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), program, "-test.run=^TestCallsWithAWeightReportTheirPeak$", "-test.v", ownTimeout(), "-weight="+name).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, out)
	_, text, ok := strings.Cut(string(out), "peak ")
	require.True(t, ok, "%s", out)
	require.NoError(t, json.NewDecoder(strings.NewReader(text)).Decode(&p))
	return p
}

func TestFigureMemoryIsBounded(t *testing.T) {
	t.Parallel()
	small := peakOf(t, "small")
	all := weights()
	delete(all, "small")
	for _, name := range sample.OneByOne(slices.Sorted(maps.Keys(all))) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := peakOf(t, name)
			system, own := got.HWM-small.HWM, got.Go-small.Go
			t.Logf("%-38s adds %5.1f MiB (%5.1f MiB requested by Go)", name, float64(system)/(1<<20), float64(own)/(1<<20))
			most := int64(all[name].most) << 20
			if got.Race { // it drops items of a sync.Pool, and takes memory that Go does not count
				require.LessOrEqual(t, own, 2*most, "requested by Go")
				return
			}
			const step = 4 << 20 // Go requests memory in steps
			require.LessOrEqual(t, own, most+step, "requested by Go")
			require.LessOrEqual(t, system, most)
		})
	}
}
