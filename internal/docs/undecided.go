package docs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

const (
	undecidedLine = "<!-- undecided rules -->\n"
	endLine       = "<!-- end -->\n"
)

// Undecided writes the undecided rules of the in-memory server between two lines of a Markdown
// file, if it has them.
func Undecided(markdown []byte, rules []publishingtest.Rule) ([]byte, error) {
	before, rest, found := strings.Cut(string(markdown), undecidedLine)
	if !found {
		return markdown, nil
	}
	_, after, found := strings.Cut(rest, endLine)
	if !found {
		return nil, errors.New("want a line <!-- end --> after <!-- undecided rules -->")
	}
	var b strings.Builder
	b.WriteString(before + undecidedLine + "\n")
	for _, r := range rules {
		if r.Undecided {
			fmt.Fprintf(&b, "- `%s`: %s\n", r.ID, r.Text)
		}
	}
	b.WriteString("\n" + endLine + after)
	return []byte(b.String()), nil
}
