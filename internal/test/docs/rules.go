package docs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// retries matches the table of retries with the lines around it.
var retries = regexp.MustCompile(`(?s)<!-- retries -->\n.*?<!-- end -->\n`)

// Retries writes the retry table, without the rules that have no description, between two lines of
// a Markdown file:
//
//	<!-- retries -->
//	<!-- end -->
func Retries(markdown []byte, rules []*fault.Rule) []byte {
	var b strings.Builder
	b.WriteString("<!-- retries -->\n\n| failure | safe requests, deletes, idempotent PUTs | POST, PATCH, other PUTs | event streams |\n| --- | --- | --- | --- |\n")
	for _, r := range rules {
		if r.Description == "" {
			continue
		}
		fmt.Fprintf(&b, "| %s |", r.Description)
		for _, retry := range r.Retries {
			b.WriteString(map[fault.Retry]string{
				fault.Retried: " retried |", fault.RetriedWithBody: " retried, if the request has a body |", fault.NotRetried: " no |",
			}[retry])
		}
		b.WriteString("\n")
	}
	b.WriteString("\n<!-- end -->\n")
	return retries.ReplaceAllLiteral(markdown, []byte(b.String()))
}

// listed matches a list of rules with the lines around it, of which the first identifies the rules.
var listed = regexp.MustCompile(`(?s)<!-- (\w+) rules -->\n.*?<!-- end -->\n`)

// Rules writes the rules of the in-memory server that are undecided, for calls of a second caller,
// or neither, between two lines of a Markdown file:
//
//	<!-- undecided rules -->
//	<!-- end -->
func Rules(markdown []byte, rules []publishingtest.Rule) ([]byte, error) {
	var failure error
	written := listed.ReplaceAllStringFunc(string(markdown), func(match string) string {
		kind := listed.FindStringSubmatch(match)[1]
		selects := map[string]func(publishingtest.Rule) bool{
			"undecided": func(r publishingtest.Rule) bool { return r.Undecided },
			"caller":    func(r publishingtest.Rule) bool { return r.Callers && !r.Undecided },
			"other":     func(r publishingtest.Rule) bool { return !r.Callers && !r.Undecided },
		}[kind]
		if selects == nil {
			failure = fmt.Errorf("%s rules: want undecided, caller or other", kind)
			return match
		}
		var b strings.Builder
		for _, r := range rules {
			if selects(r) {
				note := ""
				if r.Callers && r.Undecided {
					note = " (callers)"
				}
				fmt.Fprintf(&b, "- `%s`%s: %s\n", r.ID, note, r.Text)
			}
		}
		return "<!-- " + kind + " rules -->\n\n" + b.String() + "\n<!-- end -->\n"
	})
	return []byte(written), failure
}
