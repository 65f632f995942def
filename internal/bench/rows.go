package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

// The limits on allocations, which tests check.
const (
	mostGetObjects  = 5    // over hand2
	mostGetBytes    = 2500 // over hand2
	mostPostObjects = 6    // over hand2
	mostSiteObjects = 27   // per site of a list
)

const (
	listPages     = 100
	prefetchPages = 40
)

// Figure is a line of the table.
type Figure struct {
	Row   int
	What  string
	Must  string
	Got   string
	Holds bool
	// OlderEngine marks a comparison with encoding/json whose target applies only to its older
	// engine.
	OlderEngine bool
}

// rows are the functions that measure the rows of the table.
var rows = []func(context.Context, int) ([]Figure, error){
	getProcessor, getAllocations, listProcessor, listMemory, decodeProcessor, askProcessor, prefetchTime, postAllocations, crowdThroughput, constructTime,
}

// Run measures the wanted rows, or all if there are none, in the given number of rounds, and
// writes the table. It reports whether all targets are met.
func Run(ctx context.Context, rounds int, wanted []int, out io.Writer) (holds bool, err error) {
	newer := !strings.HasPrefix(runtime.Version(), "go1.26")
	fmt.Fprintf(out, "%s, %s/%s, %d processors, %d rounds\n\n| # | what | must be | measured |\n| --- | --- | --- | --- |\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), rounds)
	holds = true
	for i, measure := range rows {
		if len(wanted) > 0 && !slices.Contains(wanted, i+1) {
			continue
		}
		figures, err := measure(ctx, rounds)
		if err != nil {
			return false, fmt.Errorf("row %d: %w", i+1, err)
		}
		for _, f := range figures {
			mark := ""
			switch {
			case f.OlderEngine && newer:
				mark = " (no figure on this release)"
			case !f.Holds:
				mark, holds = " **misses**", false
			}
			fmt.Fprintf(out, "| %d | %s | %s | %s%s |\n", i+1, f.What, f.Must, f.Got, mark)
		}
	}
	return holds, nil
}

func atMost(what, unit string, got, limit float64) Figure {
	return Figure{What: what, Must: fmt.Sprintf("<= %g%s", limit, unit), Got: fmt.Sprintf("%.4g%s", got, unit), Holds: got <= limit}
}

// ratios returns the figures of a series, relative to the faster handwritten side and to hand2.
func ratios(what string, got series, n int, hand, hand2 float64) []Figure {
	faster := got.faster(byDecoder, byWhole)
	show := func(name string, limit float64) Figure {
		ratio := got.ratio(bySDK, name)
		return Figure{
			What: what + " over " + name, Must: fmt.Sprintf("<= %.2fx", limit), Holds: ratio <= limit, OlderEngine: name != byHand2,
			Got: fmt.Sprintf("%.3fx (%s : %s)", ratio, short(median(got[bySDK])/float64(n)), short(median(got[name])/float64(n))),
		}
	}
	return []Figure{show(faster, hand), show(byHand2, hand2)}
}

func short(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return fmt.Sprintf("%.3g µs", seconds*1e6)
	case seconds < 1:
		return fmt.Sprintf("%.3g ms", seconds*1e3)
	default:
		return fmt.Sprintf("%.3g s", seconds)
	}
}

func getProcessor(ctx context.Context, rounds int) ([]Figure, error) {
	sides, err := getSides(ctx, replayBase, newReplay(nil))
	if err != nil {
		return nil, err
	}
	got, err := compare(rounds, 20, 1500, sides, processor)
	return ratios("GET from memory, CPU", got, 1, 0.62, 1.25), err
}

// over returns how much more than hand2 the SDK allocates.
func over(sides []side) (objects, bytes float64, err error) {
	for _, s := range sides {
		o, b, failed := allocations(1000, s.run)
		switch {
		case failed != nil:
			return 0, 0, failed
		case s.name == bySDK:
			objects, bytes = objects+o, bytes+b
		case s.name == byHand2:
			objects, bytes = objects-o, bytes-b
		}
	}
	return objects, bytes, nil
}

func getAllocations(ctx context.Context, _ int) ([]Figure, error) {
	sides, err := getSides(ctx, replayBase, newReplay(nil))
	if err != nil {
		return nil, err
	}
	objects, bytes, err := over(sides)
	return []Figure{
		atMost("GET from memory, allocations over hand2", "", objects, mostGetObjects),
		atMost("GET from memory, bytes over hand2", " B", bytes, mostGetBytes),
	}, err
}

// withServer measures with a server in a child process.
func withServer(ctx context.Context, count int, delay time.Duration, measure func(base string) error) (err error) {
	server, err := startServer(ctx, count, delay)
	if err != nil {
		return err
	}
	defer func() {
		if stopped := server.stop(); err == nil {
			err = stopped
		}
	}()
	return measure(server.url)
}

func listProcessor(ctx context.Context, rounds int) (figures []Figure, err error) {
	return figures, withServer(ctx, listPages, 0, func(base string) error {
		sides, err := listSides(ctx, base)
		if err != nil {
			return err
		}
		got, err := compare(rounds, 1, 1, sides, processor)
		figures = ratios("listing of 100,000 sites, CPU", got, 1, 0.55, 1.10)
		return err
	})
}

func listMemory(ctx context.Context, rounds int) (figures []Figure, err error) {
	return figures, withServer(ctx, listPages, 0, func(base string) error {
		sides, err := listSides(ctx, base)
		if err != nil {
			return err
		}
		objects, err := siteAllocations(sides[len(sides)-1])
		if err != nil {
			return err
		}
		var peaks []float64
		for range rounds {
			numbers, _, err := runChild(ctx, "", peakTask, base)
			if err != nil {
				return err
			}
			if len(numbers) != 2 || numbers[0] != listPages*perPage {
				return fmt.Errorf("the child iterated over %v", numbers)
			}
			peaks = append(peaks, numbers[1]/1e6)
		}
		figures = []Figure{
			atMost("listing of 100,000 sites, allocations a site", "", objects, mostSiteObjects),
			atMost("listing of 100,000 sites, peak memory over an idle client", " MB", median(peaks), 24),
		}
		return nil
	})
}

// siteAllocations returns the allocations per site of a list.
func siteAllocations(s side) (float64, error) {
	sites, err := s.run(1)
	if err != nil {
		return 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = s.run(1)
	runtime.ReadMemStats(&after)
	return math.Floor(float64(after.Mallocs-before.Mallocs) / float64(sites.count)), err
}

func decodeProcessor(_ context.Context, rounds int) ([]Figure, error) {
	got, err := compare(rounds, 20, 30, decodeSides(), processor)
	f := Figure{What: "rich sites over flat strings, CPU", Must: "<= 1.15x"}
	ratio := got.ratio(rich, flat)
	f.Got, f.Holds = fmt.Sprintf("%.3fx (%s : %s a site)", ratio, short(median(got[rich])/richSize), short(median(got[flat])/richSize)), ratio <= 1.15
	return []Figure{f}, err
}

func askProcessor(ctx context.Context, rounds int) ([]Figure, error) {
	var figures []Figure
	for _, size := range eventSizes {
		sides, err := askSides(ctx, size)
		if err != nil {
			return nil, err
		}
		got, err := compare(rounds, 20, max(1, 4000/size), sides, processor)
		if err != nil {
			return nil, err
		}
		ratio := got.ratio(bySDK, byHand)
		figures = append(figures, Figure{
			What: fmt.Sprintf("ask stream of events of %.1f KB over hand, CPU", float64(size)/1024), Must: "<= 0.70x", Holds: ratio <= 0.70, OlderEngine: true,
			Got: fmt.Sprintf("%.3fx (%s : %s an event)", ratio, short(median(got[bySDK])/perStream), short(median(got[byHand])/perStream)),
		})
	}
	return figures, nil
}

func prefetchTime(ctx context.Context, rounds int) ([]Figure, error) {
	var figures []Figure
	for _, c := range []struct {
		latency, consumer time.Duration
		least             float64
	}{{20 * time.Millisecond, 50 * time.Millisecond, 1.45}, {100 * time.Millisecond, 50 * time.Millisecond, 1.45}, {0, 0, 1.40}} {
		err := withServer(ctx, prefetchPages, c.latency, func(base string) error {
			sides, err := prefetchSides(ctx, base, c.consumer)
			if err != nil {
				return err
			}
			got, err := compare(rounds, 1, 1, sides, wall)
			if err != nil {
				return err
			}
			gain := got.ratio(sequential, ahead)
			page := median(got[sequential]) / prefetchPages
			bound := page / max(c.consumer.Seconds(), page/2, c.latency.Seconds())
			f := Figure{
				What:  fmt.Sprintf("prefetch, latency %v, consumer %v, time", c.latency, c.consumer),
				Must:  fmt.Sprintf(">= %.2fx, >= 0.93 of the bound", c.least),
				Got:   fmt.Sprintf("%.3fx, %.3f of the bound %.3fx (%s a page in sequence)", gain, gain/bound, bound, short(page)),
				Holds: gain >= c.least && gain/bound >= 0.93,
			}
			if c.latency == 0 {
				work, err := pageProcessor(ctx, base, rounds, sides)
				if err != nil {
					return err
				}
				f.Got += fmt.Sprintf("; %d processors allow %.3fx, since a page is %s of work", runtime.NumCPU(), page/work*float64(runtime.NumCPU()), short(work))
			}
			figures = append(figures, f)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return figures, nil
}

// pageProcessor returns the processor time of a prefetched page in the client and the server.
func pageProcessor(ctx context.Context, base string, rounds int, sides []side) (float64, error) {
	before, err := serverNumber(ctx, base, processorPath)
	if err != nil {
		return 0, err
	}
	got, err := compare(rounds, 1, 1, sides, processor)
	if err != nil {
		return 0, err
	}
	after, err := serverNumber(ctx, base, processorPath)
	served := (1 + rounds) * len(sides) * prefetchPages
	return median(got[ahead])/prefetchPages + time.Duration(after-before).Seconds()/float64(served), err
}

const (
	sequential = "in sequence"
	ahead      = "ahead"
)

// prefetchSides iterate over pages with and without prefetching, with a loop that takes time for
// each.
func prefetchSides(ctx context.Context, base string, consumer time.Duration) ([]side, error) {
	client, err := newSDK(base, tuned())
	if err != nil {
		return nil, err
	}
	with := func(opts ...publishing.CallOption) func(int) (sum, error) {
		return func(n int) (s sum, err error) {
			for range n {
				for page, err := range client.Sites.Pages(ctx, orgID, sites.ListOptions{Limit: perPage}, opts...) {
					if err != nil {
						return s, err
					}
					for i := range page.Items {
						s.addSite(&page.Items[i])
					}
					pause(ctx, consumer)
				}
			}
			return s, nil
		}
	}
	return []side{{sequential, with()}, {ahead, with(publishing.WithPrefetch())}}, nil
}

func postAllocations(ctx context.Context, _ int) ([]Figure, error) {
	sides, err := postSides(ctx, newReplay(nil))
	if err != nil {
		return nil, err
	}
	objects, _, err := over(sides)
	return []Figure{atMost("POST of 1 KB, allocations over hand2", "", objects, mostPostObjects)}, err
}

func crowdThroughput(ctx context.Context, rounds int) (figures []Figure, err error) {
	return figures, withServer(ctx, 1, 0, func(base string) error {
		sides, err := crowdSides(ctx, base)
		if err != nil {
			return err
		}
		got, err := compare(rounds, 10, 20, sides, wall)
		if err != nil {
			return err
		}
		for _, name := range []string{bySDK, bySDKOwn} {
			share := got.ratio(byHand2, name)
			figures = append(figures, Figure{
				What: "64 goroutines, throughput of " + name + " over hand2", Must: ">= 0.93x", Holds: share >= 0.93,
				Got: fmt.Sprintf("%.3fx (%.0f : %.0f calls/s)", share, callers/median(got[name]), callers/median(got[byHand2])),
			})
		}
		for _, s := range sides {
			before, err := serverNumber(ctx, base, connectionsPath)
			if err != nil {
				return err
			}
			if _, err := s.run(200); err != nil {
				return err
			}
			after, err := serverNumber(ctx, base, connectionsPath)
			if err != nil {
				return err
			}
			if s.name != byHand2 {
				opened := after - before - 1 // without the connection of the second request
				figures = append(figures, Figure{
					What: "64 goroutines, connections opened by " + s.name, Must: "0", Holds: opened == 0, Got: fmt.Sprintf("%d in %d calls", opened, callers*200),
				})
			}
		}
		return nil
	})
}

// serverNumber returns a number that the server counts: the connections opened, including the one
// of this request, or nanoseconds of processor time.
func serverNumber(ctx context.Context, base, path string) (int, error) {
	transport := &http.Transport{DisableKeepAlives: true}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
	if err != nil {
		return 0, err
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(text))
}

func constructTime(ctx context.Context, rounds int) ([]Figure, error) {
	var times, calls []float64
	for range 3 * rounds {
		numbers, trace, err := runChild(ctx, "inittrace=1", constructJob)
		if err != nil {
			return nil, err
		}
		if len(numbers) != 2 {
			return nil, fmt.Errorf("the child printed %v", numbers)
		}
		times = append(times, numbers[0]/1e9+initTime(trace))
		calls = append(calls, numbers[1])
	}
	f := Figure{What: "first client of a process, op tables and packages included, time", Must: "<= 300 µs", Got: short(median(times)), Holds: median(times) <= 300e-6}
	return []Figure{f, atMost("first client of a process, reads and writes", "", slices.Max(calls), 0)}, nil
}

// initTime returns how many seconds the packages outside of the standard library took to
// initialize. A line of the trace is "init NAME @1.2 ms, 0.03 ms clock, …".
func initTime(trace string) float64 {
	total := 0.0
	for line := range strings.Lines(trace) {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[0] != "init" || !strings.Contains(strings.Split(fields[1], "/")[0], ".") {
			continue
		}
		if ms, err := strconv.ParseFloat(fields[4], 64); err == nil {
			total += ms / 1e3
		}
	}
	return total
}

// runChild runs a child to its end and returns the numbers that it prints, and its standard
// error.
func runChild(ctx context.Context, debug string, task ...string) (numbers []float64, errors string, err error) {
	cmd, err := childCommand(ctx, task...)
	if err != nil {
		return nil, "", err
	}
	if debug != "" {
		cmd.Env = append(cmd.Environ(), "GODEBUG="+debug)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w: %s", task[0], err, stderr.String())
	}
	for field := range strings.FieldsSeq(string(out)) {
		number, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, "", err
		}
		numbers = append(numbers, number)
	}
	return numbers, stderr.String(), nil
}
