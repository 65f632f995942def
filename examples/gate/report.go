package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// A report is the result of a check.
type report struct {
	ChangeRequest string        `json:"changeRequest"`
	Status        string        `json:"status"` // "clean", "worse" or "unknown"
	Worse         []finding     `json:"worse"`
	Unknown       []string      `json:"unknown"`       // what could not be told
	Old           int           `json:"old"`           // number of links that are not whole, as before
	Read          []contentRead `json:"read"`          // everything that was read
	Site          string        `json:"site,omitzero"` // site whose paths were checked
	Unchecked     []string      `json:"unchecked"`     // what was not looked at
}

// A finding is something that the change request makes worse.
type finding struct {
	Kind    findingKind `json:"kind"`
	Where   string      `json:"where"`
	Message string      `json:"message"`
}

type findingKind string

const (
	kindLink findingKind = "broken-link"
	kindPage findingKind = "removed-page"
	kindFile findingKind = "removed-file"
	kindPath findingKind = "lost-path"
)

// A contentRead is a revision that was read, with the names of the pages whose text was read.
type contentRead struct {
	Role     string   `json:"role"`
	Space    string   `json:"space"`
	Revision string   `json:"revision"`
	Pages    []string `json:"pages"`
}

var statusNames = map[int]string{statusClean: "clean", statusWorse: "worse", statusUnknown: "unknown"}

// status returns the exit status.
func (r *report) status() int {
	switch {
	case len(r.Unknown) > 0:
		return statusUnknown
	case len(r.Worse) > 0:
		return statusWorse
	default:
		return statusClean
	}
}

// formats are the forms of a report.
var formats = map[string]func(out io.Writer, r *report) error{"text": writeText, "json": writeJSON, "github": writeAnnotations}

func writeText(out io.Writer, r *report) error {
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(terminal.Line(fmt.Sprintf(format, args...)) + "\n") }
	line("change request %s: %s", r.ChangeRequest, r.Status)
	for _, found := range r.Worse {
		line("worse: %s", found.Message)
	}
	for _, text := range r.Unknown {
		line("unknown: %s", text)
	}
	line("old: %d links are not whole, as in the base", r.Old)
	for _, from := range r.Read {
		line("read: %s, space %s, revision %s, %d pages: %s",
			from.Role, from.Space, from.Revision, len(from.Pages), strings.Join(from.Pages, ", "))
	}
	if r.Site != "" {
		line("read: site %s, its redirects and the places of the space", r.Site)
	}
	for _, text := range r.Unchecked {
		line("not checked: %s", text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func writeJSON(out io.Writer, r *report) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// writeAnnotations writes the report as text, and before it a workflow command of GitHub Actions
// for each finding.
func writeAnnotations(out io.Writer, r *report) error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	var b strings.Builder
	for _, found := range r.Worse {
		b.WriteString("::error title=" + string(found.Kind) + "::" + escape.Replace(found.Message) + "\n")
	}
	for _, text := range r.Unknown {
		b.WriteString("::error title=unknown::" + escape.Replace(text) + "\n")
	}
	if _, err := io.WriteString(out, b.String()); err != nil {
		return err
	}
	return writeText(out, r)
}
