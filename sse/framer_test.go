package sse

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	gosse "github.com/tmaxmax/go-sse"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// repeat gives unit n times, then tail, at most size bytes a Read.
type repeat struct {
	unit string
	n    int
	tail string
	size int
	off  int
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.size > 0 && len(p) > r.size {
		p = p[:r.size]
	}
	n := 0
	for r.n > 0 && n < len(p) {
		k := copy(p[n:], r.unit[r.off:])
		n += k
		if r.off += k; r.off == len(r.unit) {
			r.off = 0
			r.n--
		}
	}
	if r.n == 0 && n < len(p) {
		k := copy(p[n:], r.tail)
		n += k
		r.tail = r.tail[k:]
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A handover counts what go-sse reads from a framer.
type handover struct {
	*framer
	reads   int
	held    int // bytes of the block that go-sse has begun
	scanned int // after each Read go-sse scans all it holds of a block
}

func newHandover(r io.Reader, limit int) *handover {
	return &handover{framer: &framer{r: r, limit: limit}}
}

func (h *handover) Read(p []byte) (int, error) {
	n, err := h.framer.Read(p)
	if n > 0 {
		h.reads++
	}
	h.held += n
	h.scanned += h.held
	if len(h.out) == 0 {
		h.held = 0
	}
	return n, err
}

// kept is the capacity of the largest of the framer's buffers that grow.
func (h *handover) kept() int { return max(cap(h.block), cap(h.id)) }

// drain gives how many events there are, the bytes of their data, and the last.
func drain(t testing.TB, h *handover) (count, size int, last Event) {
	t.Helper()
	for e, err := range read(h) {
		require.NoError(t, err)
		count++
		size += len(e.Data)
		last = e
	}
	return count, size, last
}

// go-sse scans each byte a few times as its buffer doubles, and a bad byte becomes three. The first
// bound is twice what that makes of plain text. The second is for an event of four times the size:
// a buffer that doubles makes up to nine times the scans, a square sixteen. What the framer does
// with a byte is measured by BenchmarkLargeEvent.
const (
	maxScansPerByte = 12
	maxScanGrowth   = 10
)

func TestScansAreLinearInTheSizeOfAnEvent(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"one line":         "x",
		"one bad line":     "x\xFF",
		"LF lines":         "x\ndata: y\n",
		"CR lines":         "x\rdata: y\r",
		"CRLF lines":       "x\r\ndata: y\r\n",
		"empty lines":      "\ndata",
		"unknown lines":    "\n?",
		"unknown CR lines": "\r?",
		"comments":         "x\n: a comment\ndata: ",
		"CR comments":      "x\r: a comment\rdata: ",
		"ids":              "\nid: 1234",
		"bad ids":          "\nid: \xFF",
		"names":            "\nevent: x",
	} {
		for chunk, size := range map[int]int{1: sample.Count(16<<10, 128<<10), 1 << 10: sample.Count(512<<10, 4<<20), chunkSize: sample.Count(128<<10, 1<<20)} {
			t.Run(fmt.Sprintf("%s/%d", name, chunk), func(t *testing.T) {
				t.Parallel()
				if name != "one line" {
					size = min(size, sample.Count(64<<10, 512<<10))
				}
				work := func(size int) int {
					r := &repeat{unit: line, n: size / len(line), tail: "\n\n", size: chunk}
					h := newHandover(io.MultiReader(strings.NewReader("data: "), r), 8<<20)
					count, _, _ := drain(t, h)
					require.Equal(t, 1, count)
					return h.scanned
				}
				part, all := work(size/4), work(size)
				require.Less(t, all, maxScansPerByte*size)
				require.Less(t, float64(all)/float64(part), float64(maxScanGrowth))
			})
		}
	}
}

func TestFigureEventOfTenMegabytesIsLinear(t *testing.T) {
	t.Parallel()
	most := sample.Count(1_000_000, 10_000_000)
	for _, chunk := range []int{1 << 10, 4 << 10, 0} {
		work := func(size int) int {
			r := &repeat{unit: "x", n: size, tail: "\n\n", size: chunk}
			h := newHandover(io.MultiReader(strings.NewReader("data: "), r), 16<<20)
			count, got, _ := drain(t, h)
			require.Equal(t, 1, count)
			require.Equal(t, size, got)
			return h.scanned
		}
		part, whole := work(most/4), work(most)
		require.Less(t, float64(whole)/float64(part), float64(maxScanGrowth))
		require.Less(t, whole, maxScansPerByte*most)
		t.Logf("%d MB event in reads of at most %d bytes (0: as many as fit): %.1f scans of each byte, %.2f times an event of a quarter of the size", most/1_000_000, chunk, float64(whole)/float64(most), float64(whole)/float64(part))
	}
}

func TestScansAreLinearInTheNumberOfBlocks(t *testing.T) {
	t.Parallel()
	for name, block := range map[string]string{
		"events":       "event: x\ndata: y\n\n",
		"CR events":    "event: x\rdata: y\r\r",
		"ids":          "id: 1\n\n",
		"event and id": "id: 1\ndata: a\n\n",
		"blank lines":  "\n",
		"blank CRs":    "\r",
		"comments":     ": ping\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size := sample.Count(1<<17, 1<<20)
			h := newHandover(&repeat{unit: block, n: size / len(block)}, DefaultMaxEventSize)
			drain(t, h)
			require.Less(t, h.scanned, maxScansPerByte*size)
		})
	}
}

// A long id is given to go-sse once, not again with each event after it.
func TestLongIDIsScannedOnce(t *testing.T) {
	t.Parallel()
	id := "id: " + strings.Repeat("x", 1<<20) + "\n\n"
	h := newHandover(io.MultiReader(strings.NewReader(id), &repeat{unit: "data: a\n\n", n: 10_000}), DefaultMaxEventSize)
	count, _, last := drain(t, h)
	require.Equal(t, 10_000, count)
	require.Len(t, last.LastEventID, 1<<20)
	require.Less(t, h.scanned, maxScansPerByte*(1<<20+10_000*9))
}

// The bounds above are worth testing only if bare go-sse exceeds them.
func TestBareGoSSEScansQuadratically(t *testing.T) {
	t.Parallel()
	work := func(size int) int {
		scanned, held := 0, 0
		r := &repeat{unit: "data: ", n: 1, tail: strings.Repeat("x", size) + "\n\n", size: 1 << 10}
		counted := readerFunc(func(p []byte) (int, error) {
			n, err := r.Read(p)
			held += n
			scanned += held
			return n, err
		})
		for _, err := range gosse.Read(counted, &gosse.ReadConfig{MaxEventSize: 2 * size}) {
			require.NoError(t, err)
		}
		return scanned
	}
	half, all := work(128<<10), work(256<<10)
	require.Greater(t, all, 5*maxScansPerByte*256<<10)
	require.Greater(t, float64(all)/float64(half), 3.5)
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestBlockIsHandedOverInAsFewReadsAsGoSSEsBufferAllows(t *testing.T) {
	t.Parallel()
	h := newHandover(&repeat{unit: "x", n: 4 << 20, tail: "\n\n", size: 1 << 10}, DefaultMaxEventSize+10)
	h.r = io.MultiReader(strings.NewReader("data: "), h.r)
	drain(t, h)
	// 4 KiB doubled until 4 MiB fits is 12.
	require.LessOrEqual(t, h.reads, 12)
}

func TestHeartbeatsNeverAddUp(t *testing.T) {
	t.Parallel()
	for _, beat := range []string{":\n", "\n", ": ping\n\n", "\r", "\r\n", ":\r", ": ping\r\n\r\n", "retry: 1\n\n", "event: ping\n\n"} {
		for _, size := range []int{0, 1, 7} {
			t.Run(fmt.Sprintf("%q/%d", beat, size), func(t *testing.T) {
				t.Parallel()
				h := newHandover(&repeat{unit: beat, n: sample.Count(10_000, 100_000), tail: "data: a\n\n", size: size}, DefaultMaxEventSize)
				count, _, last := drain(t, h)
				require.Equal(t, 1, count)
				require.Equal(t, Event{Data: "a"}, last)
				require.LessOrEqual(t, h.kept(), 64)
			})
		}
	}
}

func TestEndlessCommentIsReadInConstantMemory(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*repeat{
		"one line":         {unit: strings.Repeat(":", 1<<20), n: sample.Count(1<<6, 1<<10), tail: "\ndata: a\n\n"},
		"many lines":       {unit: strings.Repeat(":"+strings.Repeat("x", 63)+"\n", 1<<10), n: sample.Count(1<<6, 1<<10), tail: "data: a\n\n"},
		"inside an event":  {unit: strings.Repeat(":", 1<<20), n: sample.Count(1<<6, 1<<8), tail: "\n\n"},
		"from the mark on": {unit: strings.Repeat(":", 1<<20), n: sample.Count(1<<6, 1<<8), tail: "\ndata: a\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := map[string]string{"inside an event": "data: a\n", "from the mark on": bom}[name]
			h := newHandover(io.MultiReader(strings.NewReader(before), r), 100)
			count, _, last := drain(t, h)
			require.Equal(t, 1, count)
			require.Equal(t, Event{Data: "a"}, last)
			require.LessOrEqual(t, h.kept(), 64)
			require.Len(t, h.chunk, chunkSize)
		})
	}
}

func TestTooLargeEventIsGivenUpAtOnce(t *testing.T) {
	t.Parallel()
	const limit = 100_000
	for name, unit := range map[string]string{
		"one line":      "x",
		"lines":         "x\ndata: ",
		"unknown lines": "x\nfoo: ",
		"no name":       "xxxxxxxxxxxxxxx",
		"ids":           "\nid: 123",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := 0
			r := &repeat{unit: unit, n: math.MaxInt}
			h := newHandover(readerFunc(func(p []byte) (int, error) {
				n, err := r.Read(p)
				given += n
				return n, err
			}), limit)
			var last error
			for _, err := range read(h) {
				last = err
			}
			var large *EventTooLargeError
			require.ErrorAs(t, last, &large)
			require.Equal(t, limit, large.Limit)
			lineEnds := limit // as many, at the most
			require.LessOrEqual(t, given, limit+lineEnds+chunkSize)
			require.LessOrEqual(t, h.kept(), 2*limit)
		})
	}
}

// Each event that the framer lets pass must pass go-sse.
func TestLimitOfGoSSEIsNeverTheFirst(t *testing.T) {
	t.Parallel()
	const limit = 200_000
	bad := func(n int) string { return strings.Repeat("\xFF", n) }
	for name, in := range map[string]string{
		"good line":          "data:" + strings.Repeat("x", limit-5) + "\n\n",
		"bad line":           "data:" + bad(limit-5) + "\n\n",
		"bad line, bad id":   "id:" + bad(limit-3) + "\n\ndata:" + bad(limit-5) + "\n\n",
		"bad name, bad id":   "id:" + bad(limit-3) + "\n\nevent:" + bad(limit-10) + "\ndata\n\n",
		"empty lines":        strings.Repeat("data\n", limit/4) + "\n",
		"empty names":        strings.Repeat("event\n", limit/5-1) + "data\n\n",
		"empty ids":          strings.Repeat("id\n", limit/2-2) + "data\n\n",
		"empty lines, an id": "id:" + bad(limit-3) + "\n\n" + strings.Repeat("data\n", limit/4) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count, _, _ := drain(t, newHandover(strings.NewReader(in), limit))
			require.Equal(t, 1, count)
		})
	}
}

func TestGreatestLimitDoesNotOverflow(t *testing.T) {
	t.Parallel()
	h := newHandover(strings.NewReader("data: a\n\n"), math.MaxInt)
	_, _, last := drain(t, h)
	require.Equal(t, Event{Data: "a"}, last)
}

func TestLinesAcrossTheEdgeOfAChunk(t *testing.T) {
	t.Parallel()
	for _, eol := range []string{"\n", "\r", "\r\n"} {
		for n := chunkSize - 12; n < chunkSize+3; n++ {
			text := strings.Repeat("x", n)
			in := "data:" + text + eol + "id:1" + eol + eol + "data:€" + eol + eol
			var got []Event
			for e, err := range Read(strings.NewReader(in)) {
				require.NoError(t, err)
				got = append(got, e)
			}
			require.Equal(t, []Event{{Data: text, LastEventID: "1"}, {Data: "€", LastEventID: "1"}}, got)
		}
	}
}

// The tenth is for the allocations of the race detector.
func TestEventCostsAtMostThreeAllocations(t *testing.T) { //nolint:paralleltest // allocations are counted for the whole process
	const n = 1000
	for name, c := range map[string]struct {
		unit string
		max  float64
	}{
		"data":           {"data: {\"text\":\"hello\"}\n\n", 3},
		"data, name, id": {"event: message\nid: 17\ndata: {\"text\":\"hello\"}\n\n", 3},
		"heartbeat":      {": ping\n\n", 0},
		"name only":      {"event: ping\n\n", 0},
	} {
		cost := func(n int) float64 {
			return testing.AllocsPerRun(5, func() {
				for _, err := range Read(&repeat{unit: c.unit, n: n}) {
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		// The difference leaves out what a stream costs once.
		each := (cost(2*n) - cost(n)) / n
		require.LessOrEqual(t, each, c.max+0.1, name)
	}
}
