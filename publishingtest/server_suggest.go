package publishingtest

import (
	"fmt"
	"strings"
)

// didYouMean returns the end of a message about a name that does not exist. It suggests the most
// similar name. If no name is similar, it returns "".
func didYouMean(name string, names []string) string {
	best, least := "", len(name)/3+1
	for _, other := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(other)); d < least || d == least && best != "" && other < best {
			best, least = other, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance returns the number of edits between two texts. An edit inserts, deletes or replaces a
// byte, or swaps two adjacent bytes.
func distance(a, b string) int {
	var before, above []int
	for i := range len(a) + 1 {
		row := make([]int, len(b)+1)
		for j := range row {
			switch {
			case i == 0 || j == 0:
				row[j] = i + j
				continue
			case a[i-1] == b[j-1]:
				row[j] = above[j-1]
			default:
				row[j] = 1 + min(above[j-1], above[j], row[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
