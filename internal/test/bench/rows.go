package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"os/exec"
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

// rows are the functions that measure the rows of the table.
var rows = []struct {
	rows    []int
	measure func(ctx context.Context, rounds int) ([]value, error)
}{
	{[]int{1}, getProcessor},
	{[]int{2}, getAllocations},
	{[]int{3}, listProcessor},
	{[]int{4}, listMemory},
	{[]int{5, 6}, askProcessor},
	{[]int{7}, crowdThroughput},
	{[]int{8}, constructTime},
	{[]int{9}, buildCost},
	{[]int{10}, serverTime},
	{[]int{11}, serverMemory},
	{[]int{12}, postAllocations},
	{[]int{13}, decodeProcessor},
	{[]int{14}, prefetchTime},
	{[]int{15}, strictCost},
}

// ratios returns the figures of a series, relative to the faster handwritten side and to hand2.
func ratios(id string, got series) []value {
	faster := got.faster(byDecoder, byWhole)
	hand := overHand(id+".hand", got, faster)
	hand.detail += ", " + strings.TrimPrefix(faster, "hand, ")
	return []value{hand, overHand(id+".hand2", got, byHand2)}
}

// overHand returns a figure of the SDK relative to a handwritten side.
func overHand(id string, got series, hand string) value {
	return value{id, got.ratio(bySDK, hand), short(median(got[bySDK])) + " : " + short(median(got[hand]))}
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

func getProcessor(ctx context.Context, rounds int) ([]value, error) {
	sides, err := getSides(ctx, replayBase, newReplay(nil))
	if err != nil {
		return nil, err
	}
	got, err := compare(rounds, 20, 1500, sides, processor)
	return ratios("get.processor", got), err
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

func getAllocations(ctx context.Context, _ int) ([]value, error) {
	sides, err := getSides(ctx, replayBase, newReplay(nil))
	if err != nil {
		return nil, err
	}
	objects, bytes, err := over(sides)
	return []value{{"get.allocations", objects, ""}, {"get.bytes", bytes, ""}}, err
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

func listProcessor(ctx context.Context, rounds int) (values []value, err error) {
	return values, withServer(ctx, listPages, 0, func(base string) error {
		sides, err := listSides(ctx, base)
		if err != nil {
			return err
		}
		got, err := compare(rounds, 1, 1, sides, processor)
		values = ratios("list.processor", got)
		return err
	})
}

func listMemory(ctx context.Context, rounds int) (values []value, err error) {
	err = withServer(ctx, listPages, 0, func(base string) error {
		sides, err := listSides(ctx, base)
		if err != nil {
			return err
		}
		objects, err := siteAllocations(sides[len(sides)-1])
		values = append(values, value{"list.allocations", objects, ""})
		return err
	})
	if err != nil {
		return nil, err
	}
	// An iteration over a million sites takes ten times as long, so there are fewer.
	few, err := listPeak(ctx, listPages, rounds)
	if err != nil {
		return nil, err
	}
	many, err := listPeak(ctx, 10*listPages, (rounds+2)/3)
	return append(values, value{"list.peak", few, ""}, value{"list.peak.million", many, ""}, value{"list.peak.growth", many / few, ""}), err
}

// strictCost compares a list with strict decoding to one without.
func strictCost(ctx context.Context, rounds int) (values []value, err error) {
	return values, withServer(ctx, listPages, 0, func(base string) error {
		sides, err := strictSides(ctx, base)
		if err != nil {
			return err
		}
		got, err := compare(rounds, 1, 1, sides, processor)
		if err != nil {
			return err
		}
		lenient, err := siteAllocations(sides[0])
		if err != nil {
			return err
		}
		strict, err := siteAllocations(sides[1])
		values = []value{
			{"strict.processor", got.ratio(strictly, leniently), short(median(got[strictly])) + " : " + short(median(got[leniently]))},
			{"strict.allocations", strict / lenient, fmt.Sprintf("%v : %v a site", strict, lenient)},
		}
		return err
	})
}

// listPeak returns by how many megabytes the peak memory of a process grows when it iterates over a
// list.
func listPeak(ctx context.Context, count, rounds int) (float64, error) {
	var peaks []float64
	err := withServer(ctx, count, 0, func(base string) error {
		for range rounds {
			numbers, _, err := runChild(ctx, "", peakTask, base)
			if err != nil {
				return err
			}
			if len(numbers) != 2 || numbers[0] != float64(count*perPage) {
				return fmt.Errorf("the child iterated over %v", numbers)
			}
			peaks = append(peaks, numbers[1]/1e6)
		}
		return nil
	})
	return median(peaks), err
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

func decodeProcessor(_ context.Context, rounds int) ([]value, error) {
	got, err := compare(rounds, 20, 30, decodeSides(), processor)
	detail := fmt.Sprintf("%s : %s a site", short(median(got[rich])/richSize), short(median(got[flat])/richSize))
	return []value{{"decode.processor", got.ratio(rich, flat), detail}}, err
}

func askProcessor(ctx context.Context, rounds int) ([]value, error) {
	var values []value
	for i, id := range []string{"ask.small", "ask.large"} {
		size := eventSizes[i]
		sides, err := askSides(ctx, size)
		if err != nil {
			return nil, err
		}
		got, err := compare(rounds, 20, max(1, 4000/size), sides, processor)
		if err != nil {
			return nil, err
		}
		detail := fmt.Sprintf("%s : %s an event", short(median(got[bySDK])/perStream), short(median(got[byHand])/perStream))
		values = append(values, value{id, got.ratio(bySDK, byHand), detail})
	}
	return values, nil
}

func prefetchTime(ctx context.Context, rounds int) ([]value, error) {
	var values []value
	for _, c := range []struct{ latency, consumer time.Duration }{
		{20 * time.Millisecond, 50 * time.Millisecond}, {100 * time.Millisecond, 50 * time.Millisecond}, {0, 0},
	} {
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
			id, detail := fmt.Sprintf("prefetch.%v", c.latency), short(page)+" a page in sequence"
			if c.latency == 0 {
				work, err := pageProcessor(ctx, base, rounds, sides)
				if err != nil {
					return err
				}
				detail += fmt.Sprintf("; %d processors allow %.3fx, since a page is %s of work", runtime.NumCPU(), page/work*float64(runtime.NumCPU()), short(work))
			}
			values = append(values, value{id, gain, detail}, value{id + ".bound", gain / bound, fmt.Sprintf("bound %.3fx", bound)})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return values, nil
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
				for page, err := range client.Sites.ListPages(ctx, orgID, sites.ListOptions{Limit: perPage}, opts...) {
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

func postAllocations(ctx context.Context, _ int) ([]value, error) {
	sides, err := postSides(ctx, newReplay(nil))
	if err != nil {
		return nil, err
	}
	objects, _, err := over(sides)
	return []value{{"post.allocations", objects, ""}}, err
}

func crowdThroughput(ctx context.Context, rounds int) (values []value, err error) {
	return values, withServer(ctx, 1, 0, func(base string) error {
		sides, err := crowdSides(ctx, base)
		if err != nil {
			return err
		}
		got, err := compare(rounds, 10, 20, sides, wall)
		if err != nil {
			return err
		}
		ids := map[string]string{bySDK: "crowd.same", bySDKOwn: "crowd.own"}
		for name, id := range ids {
			detail := fmt.Sprintf("%.0f : %.0f calls/s", callers/median(got[name]), callers/median(got[byHand2]))
			values = append(values, value{id, got.ratio(byHand2, name), detail})
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
			if id := ids[s.name]; id != "" {
				opened := after - before - 1 // without the connection of the second request
				values = append(values, value{id + ".opened", float64(opened), fmt.Sprintf("in %d calls", callers*200)})
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

func constructTime(ctx context.Context, rounds int) ([]value, error) {
	var times, calls []float64
	operations := 0.0
	for range 3 * rounds {
		numbers, trace, err := runChild(ctx, "inittrace=1", constructJob)
		if err != nil {
			return nil, err
		}
		if len(numbers) != 3 {
			return nil, fmt.Errorf("the child printed %v", numbers)
		}
		times = append(times, numbers[0]/1e9+initTime(trace))
		calls = append(calls, numbers[1])
		operations = numbers[2]
	}
	return []value{
		{"construct.time", median(times) * 1e6, fmt.Sprintf("%.0f in the tables", operations)},
		{"construct.io", slices.Max(calls), ""},
	}, nil
}

// initTime returns how many seconds the packages outside of the standard library took to
// initialize, without those that a program that uses the SDK does not link. A line of the trace is
// "init NAME @1.2 ms, 0.03 ms clock, …".
func initTime(trace string) float64 {
	total := 0.0
	for line := range strings.Lines(trace) {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[0] != "init" || !strings.Contains(strings.Split(fields[1], "/")[0], ".") ||
			strings.HasPrefix(fields[1], module+"/internal/test/bench") {
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
	return printed(cmd)
}

// printed runs a command to its end and returns the numbers that it prints, and its standard error.
func printed(cmd *exec.Cmd) (numbers []float64, errors string, err error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, "", fmt.Errorf("%v: %w: %s", cmd, err, stderr.String())
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
