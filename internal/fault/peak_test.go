package fault_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/fault"
)

// weights are answers of which a process could grow, and how it ends with each.
var weights = map[string]struct {
	method string
	act    fault.Act
	check  func(t *testing.T, events int, err error)
	most   int // MiB that it may add to a process with small calls, noise among them
}{
	"small": {act: fault.Answer(200, `{"id":"x"}`), check: fine, most: 0},
	"1 GiB with a length": {
		act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Length", "1073741824"), fault.Repeat(spaces, 1<<10)),
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
		act:   fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Encoding", "gzip", "Connection", "close"), fault.Repeat(fault.Bomb, 1<<10), fault.Close),
		check: unreadable, most: 48,
	},
	"gzip of an error that grows to 1 GiB": {
		act:   fault.Do(fault.Head(400, "Content-Encoding", "gzip", "Connection", "close"), fault.Repeat(fault.Bomb, 1<<10), fault.Close),
		check: refused, most: noise,
	},
	"endless error": {
		act:   fault.Do(fault.Head(400, "Transfer-Encoding", "chunked"), fault.Repeat(chunked(spaces), -1)),
		check: refused, most: noise,
	},
	"endless body nobody wants": {
		method: "DELETE",
		act:    fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Repeat(chunked(spaces), -1)),
		check:  fine, most: noise,
	},
	"1 GiB of comments": {
		method: "STREAM",
		act:    fault.Do(stream, fault.Repeat(comments, 1<<10), fault.Raw("data: {}\n\n"), fault.Close),
		check:  oneEvent, most: noise,
	},
	"1 GiB in one comment": {
		method: "STREAM",
		act:    fault.Do(stream, fault.Repeat(bytes.Repeat([]byte(":"), 1<<20), 1<<10), fault.Raw("\ndata: {}\n\n"), fault.Close),
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
		act: fault.Do(zippedStream, fault.Raw(string(fault.Zip([]byte(":")))), fault.Repeat(fault.Bomb, 1<<10),
			fault.Raw(string(fault.Zip([]byte("\ndata: {}\n\n")))), fault.Close),
		check: oneEvent, most: noise,
	},
}

// noise is in MiB what two processes that do the same can differ by: the collector's smallest heap is 4, and it is asked for in steps.
const noise = 6

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

func refused(t *testing.T, _ int, err error) {
	require.ErrorIs(t, err, api.ErrBadRequest)
}

// peak is what a process has taken at most.
type peak struct {
	HWM  int64 // bytes of memory the system says, 0 where it does not
	Go   int64 // bytes that Go has asked of it
	Race bool  // the race detector takes some for itself
}

var weight = flag.String("weight", "small", "the calls of TestCallsWithAWeightEndAndSayTheirPeak, a key of weights")

// TestCallsWithAWeightEndAndSayTheirPeak is run once for each weight in a process of its own, by the figure below.
func TestCallsWithAWeightEndAndSayTheirPeak(t *testing.T) { //nolint:paralleltest // the peak is that of the process
	w, ok := weights[*weight]
	require.True(t, ok, *weight)
	s := serve(t, fault.Config{Answer: func(*fault.Request) fault.Act { return w.act }})
	client := clientOf(t, s, publishing.WithoutRetry())
	small := serve(t, fault.Config{Answer: func(*fault.Request) fault.Act { return weights["small"].act }})
	warm := clientOf(t, small)
	for range 2000 { // what any process has that has run for a while
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
				err = client.Do(t.Context(), publishing.Request{Method: "GET", Path: "/v1/x"}, new(map[string]any))
			}
			w.check(t, events, err)
		}
	}
	said, err := json.Marshal(taken(t))
	require.NoError(t, err)
	t.Logf("peak %s", said)
}

func taken(t *testing.T) (p peak) {
	t.Helper()
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(sample)
	p.Go = int64(sample[0].Value.Uint64())
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

// peakOf runs the calls of a weight in a process of their own.
func peakOf(t *testing.T, name string) (p peak) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), program, "-test.run=^TestCallsWithAWeightEndAndSayTheirPeak$", "-test.v", ownTimeout(), "-weight="+name).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, out)
	_, said, ok := strings.Cut(string(out), "peak ")
	require.True(t, ok, "%s", out)
	require.NoError(t, json.NewDecoder(strings.NewReader(said)).Decode(&p))
	return p
}

func TestFigureMemoryIsBounded(t *testing.T) {
	t.Parallel()
	small := peakOf(t, "small")
	for name, w := range weights {
		if name == "small" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := peakOf(t, name)
			system, own := got.HWM-small.HWM, got.Go-small.Go
			t.Logf("%-38s adds %5.1f MiB (%5.1f MiB asked for by Go)", name, float64(system)/(1<<20), float64(own)/(1<<20))
			most := int64(w.most) << 20
			if got.Race { // it makes a sync.Pool forget, and takes memory that Go does not know of
				require.LessOrEqual(t, own, 2*most, "asked for by Go")
				return
			}
			require.LessOrEqual(t, own, most, "asked for by Go")
			require.LessOrEqual(t, system, most)
		})
	}
}
