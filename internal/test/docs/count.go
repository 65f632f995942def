package docs

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

var (
	counted = regexp.MustCompile(`<!-- (\w+) -->\d*<!-- -->`)
	typed   = regexp.MustCompile(`\b\d+ (\w+ )?operations\b`)
)

// Count puts the numbers of operations into a Markdown file. A number stands between two comments,
// of which the first identifies what is counted: operations, documented or experimental.
//
//	<!-- operations -->163<!-- --> operations
//
// A number of operations that is typed by hand is an error, except in the changelog, whose sections
// stay as they were released.
func Count(markdown []byte, operations []*op.Op) ([]byte, error) {
	counts := map[string]int{"operations": len(operations), "documented": 0, "experimental": 0}
	for _, o := range operations {
		if o.Experimental {
			counts["experimental"]++
		} else {
			counts["documented"]++
		}
	}
	var failure error
	written := counted.ReplaceAllStringFunc(string(markdown), func(match string) string {
		of := counted.FindStringSubmatch(match)[1]
		if _, known := counts[of]; !known {
			failure = fmt.Errorf("%s: want operations, documented or experimental", match)
		}
		return "<!-- " + of + " -->" + strconv.Itoa(counts[of]) + "<!-- -->"
	})
	if failure == nil && !strings.HasPrefix(written, "# Changelog") {
		if number := typed.FindString(counted.ReplaceAllString(written, "")); number != "" {
			failure = fmt.Errorf("%q: want the number between comments, such as <!-- operations -->1<!-- -->", number)
		}
	}
	return []byte(written), failure
}
