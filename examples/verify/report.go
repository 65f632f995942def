package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	publishing "github.com/publishing-platform/publishing-go"
)

// kind is how a response differs.
type kind string

const (
	kindStatus         kind = "status"          // the status is not 200
	kindFailed         kind = "failed"          // the call failed otherwise
	kindUndecodable    kind = "undecodable"     // the SDK returned an error
	kindMissing        kind = "missing"         // a required field is absent or null
	kindType           kind = "type"            // a field has another JSON type
	kindUnknownField   kind = "unknown field"   // the SDK has no such field
	kindUnknownValue   kind = "unknown value"   // the SDK has no such constant
	kindUnknownVariant kind = "unknown variant" // the SDK has no such variant of a union
	kindChanged        kind = "changed"         // encoded again, a value is another one
	kindCount          kind = "count"           // a list has fewer elements than it counts
	kindCursor         kind = "cursor"          // the pages of a list do not lead to its end
)

// A finding is a difference. It contains paths and types, but no content.
type finding struct {
	Operation string `json:"operation"`
	Kind      kind   `json:"kind"`
	Path      string `json:"path"` // [] is an element of a list, * a key of a map
	Detail    string `json:"detail,omitzero"`
}

// An outcome is how often an operation was called, and with what results.
type outcome struct {
	Operation string      `json:"operation"`
	Calls     int         `json:"calls"`
	Statuses  map[int]int `json:"statuses"` // number of calls by status; 0 is no response
}

// A report is the result of a run.
type report struct {
	requests int
	outcomes map[string]*outcome
	findings map[finding]int // number of times
	rules    []ruling
	skipped  map[string]string // what was not tried, with the reason
}

func newReport() *report {
	return &report{
		outcomes: map[string]*outcome{}, findings: map[finding]int{}, skipped: maps.Clone(notCalled),
	}
}

func (p *report) add(f finding) { p.findings[f]++ }

// reach counts a call.
func (p *report) reach(operation string, r *response) {
	o := p.outcomes[operation]
	if o == nil {
		o = &outcome{Operation: operation, Statuses: map[int]int{}}
		p.outcomes[operation] = o
	}
	o.Calls++
	o.Statuses[r.meta.Status]++
}

// finish notes the operations that were not called, and why.
func (p *report) finish(isFull, isEarly bool) {
	reason := "the token sees nothing to call it on"
	switch {
	case isEarly:
		reason = "the run ended early"
	case isFull:
		reason = enough
	}
	for _, name := range safeOperations() {
		if p.outcomes[name] == nil {
			p.skipped[name] = reason
		}
	}
}

// hasSuccess reports whether any operation responded with 200.
func (p *report) hasSuccess() bool {
	for _, o := range p.outcomes {
		if o.Statuses[http.StatusOK] > 0 {
			return true
		}
	}
	return false
}

// differs reports whether anything is not as the SDK and publishingtest expect it.
func (p *report) differs() bool {
	isOtherwise := func(r ruling) bool { return r.Verdict == otherwise }
	return len(p.findings) > 0 || slices.ContainsFunc(p.rules, isOtherwise)
}

// sortedFindings returns the findings by operation.
func (p *report) sortedFindings() []finding {
	return slices.SortedFunc(maps.Keys(p.findings), func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Detail, b.Detail),
		)
	})
}

// A table is a part of the report.
type table struct {
	title  string
	header []string
	rows   [][]string
}

// tables returns the report as tables.
func (p *report) tables() []table {
	operations := table{
		title: "Operations", header: []string{"operation", "calls", "200", "403", "404", "other"},
	}
	for _, name := range slices.Sorted(maps.Keys(p.outcomes)) {
		o := p.outcomes[name]
		row := []string{name, strconv.Itoa(o.Calls)}
		other := o.Calls
		for _, status := range []int{200, 403, 404} {
			row = append(row, number(o.Statuses[status]))
			other -= o.Statuses[status]
		}
		operations.rows = append(operations.rows, append(row, number(other)))
	}
	differences := table{
		title: "Differences", header: []string{"operation", "kind", "path", "times", "detail"},
	}
	for _, f := range p.sortedFindings() {
		row := []string{f.Operation, string(f.Kind), f.Path, strconv.Itoa(p.findings[f]), f.Detail}
		differences.rows = append(differences.rows, row)
	}
	rules := table{title: "Rules that no source states", header: []string{"rule", "verdict", "detail"}}
	for _, r := range p.rules {
		rules.rows = append(rules.rows, []string{r.Rule, string(r.Verdict), r.Detail})
	}
	skipped := table{title: "Not tried", header: []string{"what", "reason"}}
	for _, name := range slices.Sorted(maps.Keys(p.skipped)) {
		skipped.rows = append(skipped.rows, []string{name, p.skipped[name]})
	}
	return []table{operations, differences, rules, skipped}
}

// number returns a number, and nothing for 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// summary is the last line of the report.
func (p *report) summary() string {
	reached, expected, other := 0, 0, 0
	for _, o := range p.outcomes {
		if o.Statuses[200] > 0 {
			reached++
		}
	}
	for _, r := range p.rules {
		switch r.Verdict {
		case asExpected:
			expected++
		case otherwise:
			other++
		case unsettled:
		}
	}
	return fmt.Sprintf(
		"publishing-go %s: %d requests, %d operations reached, %d differences, "+
			"%d rules as expected, %d otherwise",
		publishing.Version, p.requests, reached, len(p.findings), expected, other,
	)
}

// writers are the formats of the report.
var writers = map[string]func(w io.Writer, p *report) error{
	"text": writeText, "markdown": writeMarkdown,
}

func writeText(w io.Writer, p *report) error {
	for _, t := range p.tables() {
		if len(t.rows) == 0 {
			continue
		}
		fmt.Fprintf(w, "# %s\n", t.title)
		aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, row := range append([][]string{t.header}, t.rows...) {
			fmt.Fprintln(aligned, strings.Join(row, "\t"))
		}
		if err := aligned.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintln(w, p.summary())
	return err
}

func writeMarkdown(w io.Writer, p *report) error {
	var b strings.Builder
	for _, t := range p.tables() {
		if len(t.rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "### %s\n\n", t.title)
		writeRow(&b, t.header)
		writeRow(&b, slices.Repeat([]string{"---"}, len(t.header)))
		for _, row := range t.rows {
			writeRow(&b, row)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s.\n", p.summary())
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRow writes a row of a table in Markdown, in which paths are code.
func writeRow(b *strings.Builder, row []string) {
	for _, cell := range row {
		if strings.ContainsAny(cell, `/*_"`) {
			cell = "`" + strings.ReplaceAll(cell, "|", `\|`) + "`"
		}
		fmt.Fprintf(b, "| %s ", cell)
	}
	b.WriteString("|\n")
}

// MarshalJSON implements [json.Marshaler].
func (p *report) MarshalJSON() ([]byte, error) {
	type counted struct {
		finding
		Times int `json:"times"`
	}
	encoded := struct {
		Version     string            `json:"version"`
		Requests    int               `json:"requests"`
		Operations  []*outcome        `json:"operations"`
		Differences []counted         `json:"differences"`
		Rules       []ruling          `json:"rules"`
		NotTried    map[string]string `json:"notTried"`
	}{
		Version: publishing.Version, Requests: p.requests, Differences: []counted{},
		Rules: p.rules, NotTried: p.skipped,
	}
	for _, name := range slices.Sorted(maps.Keys(p.outcomes)) {
		encoded.Operations = append(encoded.Operations, p.outcomes[name])
	}
	for _, f := range p.sortedFindings() {
		encoded.Differences = append(encoded.Differences, counted{f, p.findings[f]})
	}
	return json.Marshal(encoded)
}
