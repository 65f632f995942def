package bench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
)

// figure describes a figure of the table.
type figure struct {
	row int
	// id identifies the figure in files. If what it measures changes, it gets another one.
	id     string
	what   string
	unit   string
	better string
	target targets
}

// targets are the limits of a figure on Go 1.26 and on later releases, whose encoding/json uses the
// same engine as the SDK. They are nil if the figure has no target.
type targets []float64

const (
	less = "less"
	more = "more"
)

// figures are the figures of the table in its order, with this project's targets.
var figures = []figure{
	{1, "get.processor.hand", "GET from memory, CPU over hand", "x", less, targets{0.62, 0.97}},
	{1, "get.processor.hand2", "GET from memory, CPU over hand2", "x", less, targets{1.25, 1.25}},
	{2, "get.allocations", "GET from memory, allocations over hand2", "", less, targets{mostGetObjects, mostGetObjects}},
	{2, "get.bytes", "GET from memory, bytes over hand2", "B", less, targets{mostGetBytes, mostGetBytes}},
	{3, "list.processor.hand", "listing of 100,000 sites, CPU over hand", "x", less, targets{0.54, 0.87}},
	{3, "list.processor.hand2", "listing of 100,000 sites, CPU over hand2", "x", less, targets{1.10, 1.10}},
	{4, "list.peak", "listing of 100,000 sites, peak memory over an idle client", "MB", less, targets{8, 8}},
	{4, "list.peak.million", "listing of 1,000,000 sites, peak memory over an idle client", "MB", less, targets{8, 8}},
	{4, "list.peak.growth", "listing of 1,000,000 sites, peak memory over that of 100,000", "x", less, targets{1.12, 1.12}},
	{4, "list.allocations", "listing of 100,000 sites, allocations a site", "", less, targets{mostSiteObjects, mostSiteObjects}},
	{5, "ask.small", "ask stream of events of 0.2 KB, CPU over hand", "x", less, targets{0.78, 1.22}},
	{6, "ask.large", "ask stream of events of 4 KB, CPU over hand", "x", less, targets{0.65, 1.12}},
	{7, "crowd.own", "64 goroutines, throughput over hand2, with the SDK's transport", "x", more, targets{0.97, 0.97}},
	{7, "crowd.same", "64 goroutines, throughput over hand2, with the transport of hand2", "x", more, targets{0.93, 0.93}},
	{7, "crowd.own.opened", "64 goroutines, connections opened, with the SDK's transport", "", less, targets{0, 0}},
	{7, "crowd.same.opened", "64 goroutines, connections opened, with the transport of hand2", "", less, targets{0, 0}},
	{8, "construct.time", "first client of a process, op tables and packages included, time", "µs", less, targets{300, 300}},
	{8, "construct.io", "first client of a process, reads and writes", "", less, targets{0, 0}},
	{9, "build.cold", "program that lists sites, CPU of a cold build over hand", "x", less, targets{1.55, 1.55}},
	{9, "build.warm", "program that lists sites, CPU of a warm build over hand", "x", less, targets{1.25, 1.25}},
	{9, "build.size", "program that lists sites, stripped size over hand", "x", less, targets{1.45, 1.45}},
	{10, "server.start", "in-memory server, time from start to first response", "ms", less, targets{1, 1}},
	{10, "server.get", "in-memory server, GET of a site of 100,000 over one of 10, CPU", "x", less, targets{1.2, 1.2}},
	{10, "server.page.first", "in-memory server, first 1000 of 100,000 sites over those of 1,000, CPU", "x", less, targets{1.2, 1.2}},
	{10, "server.page.middle", "in-memory server, middle 1000 of 100,000 sites over those of 1,000, CPU", "x", less, targets{1.2, 1.2}},
	{10, "server.page.filter", "in-memory server, 1000 of 100,000 sites with a filter over those of 1,000, CPU", "x", less, nil},
	{11, "servers.memory", "1,000 in-memory servers alive, memory of each", "MB", less, targets{1, 1}},
	{11, "servers.goroutines", "1,000 in-memory servers, goroutines left after Close", "", less, targets{0, 0}},
	{11, "servers.ports", "1,000 in-memory servers, ports left after Close", "", less, targets{0, 0}},
	{12, "post.allocations", "POST of 1 KB, allocations over hand2", "", less, targets{mostPostObjects, mostPostObjects}},
	{13, "decode.processor", "rich sites over flat strings, CPU", "x", less, targets{1.15, 1.15}},
	{14, "prefetch.20ms", "prefetch, latency 20 ms, consumer 50 ms, speedup", "x", more, targets{1.45, 1.45}},
	{14, "prefetch.20ms.bound", "prefetch, latency 20 ms, consumer 50 ms, share of the bound", "", more, targets{0.93, 0.93}},
	{14, "prefetch.100ms", "prefetch, latency 100 ms, consumer 50 ms, speedup", "x", more, targets{1.45, 1.45}},
	{14, "prefetch.100ms.bound", "prefetch, latency 100 ms, consumer 50 ms, share of the bound", "", more, targets{0.93, 0.93}},
	{14, "prefetch.0s", "prefetch, no latency, no consumer, speedup", "x", more, targets{1.40, 1.40}},
	{14, "prefetch.0s.bound", "prefetch, no latency, no consumer, share of the bound", "", more, targets{0.93, 0.93}},
	{15, "strict.processor", "listing of 100,000 sites with strict decoding, CPU over without", "x", less, targets{1.6, 1.6}},
	{15, "strict.allocations", "listing of 100,000 sites with strict decoding, allocations over without", "x", less, targets{1.3, 1.3}},
}

// value is what was measured for a figure, and details that the table shows in parentheses.
type value struct {
	id     string
	number float64
	detail string
}

// Report contains the figures of a run.
type Report struct {
	Go         string   `json:"go"`
	Platform   string   `json:"platform"`
	Processors int      `json:"processors"`
	Rounds     int      `json:"rounds"`
	Seconds    float64  `json:"seconds"`
	Figures    []Figure `json:"figures"`
}

// Figure is a measured value. Its target depends on the release of Go, and is nil if it has none.
type Figure struct {
	Row    int      `json:"row"`
	ID     string   `json:"id"`
	What   string   `json:"what"`
	Value  float64  `json:"value"`
	Unit   string   `json:"unit"`
	Better string   `json:"better"` // less or more
	Target *float64 `json:"target"`
	Detail string   `json:"detail"`
}

// Run measures the wanted rows, or all if there are none, in the given number of rounds, and writes
// the table row by row.
func Run(ctx context.Context, rounds int, wanted []int, out io.Writer) (*Report, error) {
	report := &Report{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Processors: runtime.NumCPU(), Rounds: rounds}
	writeHead(out, report)
	began := time.Now()
	for _, r := range rows {
		if len(wanted) > 0 && !slices.ContainsFunc(r.rows, func(row int) bool { return slices.Contains(wanted, row) }) {
			continue
		}
		values, err := r.measure(ctx, rounds)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", r.rows[0], err)
		}
		measured, err := report.add(values)
		if err != nil {
			return nil, err
		}
		for i := range measured {
			writeRow(out, &measured[i])
		}
	}
	if len(report.Figures) == 0 {
		return nil, fmt.Errorf("there is no row of %v", wanted)
	}
	report.Seconds = time.Since(began).Round(time.Second).Seconds()
	return report, nil
}

// add adds the figures of values in the order of the table, and returns them.
func (r *Report) add(values []value) ([]Figure, error) {
	release := 1
	if strings.HasPrefix(r.Go, "go1.26") {
		release = 0
	}
	var measured []Figure
	for i := range figures {
		f := &figures[i]
		for _, v := range values {
			if v.id != f.id {
				continue
			}
			got := Figure{f.row, f.id, f.what, v.number, f.unit, f.better, nil, v.detail}
			if f.target != nil {
				got.Target = &f.target[release]
			}
			measured = append(measured, got)
		}
	}
	if len(measured) != len(values) {
		return nil, fmt.Errorf("%d of the values %v are in the table once", len(measured), values)
	}
	r.Figures = append(r.Figures, measured...)
	return measured, nil
}

// Holds reports whether the figures meet their targets.
func (r *Report) Holds() bool {
	return !slices.ContainsFunc(r.Figures, func(f Figure) bool { return !f.holds() })
}

func (f *Figure) holds() bool {
	switch {
	case f.Target == nil:
		return true
	case f.Better == more:
		return f.Value >= *f.Target
	default:
		return f.Value <= *f.Target
	}
}

// worse reports whether f is worse by more than a tenth than an earlier figure.
func (f *Figure) worse(old *Figure) bool {
	margin := max(old.Value, -old.Value) / 10
	if f.Better == more {
		return f.Value < old.Value-margin
	}
	return f.Value > old.Value+margin
}

func (f *Figure) String() string {
	switch f.Unit {
	case "x":
		return fmt.Sprintf("%.3fx", f.Value)
	case "":
		return fmt.Sprintf("%.4g", f.Value)
	default:
		return fmt.Sprintf("%.4g %s", f.Value, f.Unit)
	}
}

// must returns the target as text.
func (f *Figure) must() string {
	if f.Target == nil {
		return ""
	}
	limit := Figure{Value: *f.Target, Unit: f.Unit}
	text := limit.String()
	if f.Unit == "x" {
		text = fmt.Sprintf("%.2fx", *f.Target)
	}
	switch {
	case f.Better == more:
		return ">= " + text
	case *f.Target == 0: // nothing is below
		return text
	default:
		return "<= " + text
	}
}

// WriteTable writes the table with a column for each report. The rows are those of any report.
func WriteTable(out io.Writer, reports ...*Report) {
	writeHead(out, reports...)
	for i := range figures {
		columns := make([]*Figure, len(reports))
		for j, r := range reports {
			columns[j] = r.find(figures[i].id)
		}
		writeRow(out, columns...)
	}
}

func (r *Report) find(id string) *Figure {
	if i := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.ID == id }); i >= 0 {
		return &r.Figures[i]
	}
	return nil
}

func writeHead(out io.Writer, reports ...*Report) {
	for _, r := range reports {
		fmt.Fprintf(out, "- %s, %s, %d processors, %d rounds", r.Go, r.Platform, r.Processors, r.Rounds)
		if r.Seconds > 0 {
			fmt.Fprintf(out, ", %v", time.Duration(r.Seconds)*time.Second)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "\n| # | what | must be |")
	for _, r := range reports {
		fmt.Fprintf(out, " %s |", r.Go)
	}
	fmt.Fprintf(out, "\n| --- | --- | --- |%s\n", strings.Repeat(" --- |", len(reports)))
}

// writeRow writes the row of a figure with a column for each report, nil if it lacks the figure. It
// writes nothing if all do.
func writeRow(out io.Writer, columns ...*Figure) {
	var of *Figure
	var musts []string
	var cells strings.Builder
	for _, f := range columns {
		if f == nil {
			cells.WriteString(" |")
			continue
		}
		of = f
		if must := f.must(); must != "" && !slices.Contains(musts, must) {
			musts = append(musts, must)
		}
		fmt.Fprintf(&cells, " %v", f)
		if f.Detail != "" {
			fmt.Fprintf(&cells, " (%s)", f.Detail)
		}
		if !f.holds() {
			cells.WriteString(" **misses**")
		}
		cells.WriteString(" |")
	}
	if of == nil {
		return
	}
	must := strings.Join(musts, ", ")
	if must != "" {
		must += " "
	}
	fmt.Fprintf(out, "| %d | %s | %s|%s\n", of.Row, of.What, must, cells.String())
}

// Compare writes the figures that are worse by more than a tenth than those of an earlier report,
// and which figures the earlier one lacks.
func Compare(out io.Writer, old, now *Report) {
	worse, added := "", ""
	for i := range now.Figures {
		f := &now.Figures[i]
		before := old.find(f.ID)
		switch {
		case before == nil:
			added += fmt.Sprintf("- %d: %s\n", f.Row, f.What)
		case f.worse(before):
			worse += fmt.Sprintf("| %d | %s | %v | %v |\n", f.Row, f.What, before, f)
		}
	}
	if worse != "" {
		fmt.Fprintf(out, "\nWorse by more than a tenth:\n\n| # | what | before, %s | now, %s |\n| --- | --- | --- | --- |\n%s", old.Go, now.Go, worse)
	}
	if added != "" {
		fmt.Fprintf(out, "\nNew:\n\n%s", added)
	}
}
