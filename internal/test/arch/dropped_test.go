package arch

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var quoted = regexp.MustCompile("`([A-Za-z.]+)`")

// TestDroppedOperationsAreThoseOfTheGuide compares the list in docs/sources.md with the comments
// of the methods.
func TestDroppedOperationsAreThoseOfTheGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../docs/sources.md")
	require.NoError(t, err)
	_, list, found := strings.Cut(string(guide), "\n## Operations that the newer description leaves out\n")
	require.True(t, found)
	var listed []string
	for _, name := range quoted.FindAllStringSubmatch(list, -1) {
		listed = append(listed, name[1])
	}
	slices.Sort(listed)

	loaded := ownTree(t)
	paths := servicePaths(loaded)
	marked := map[string]bool{}
	for _, area := range loaded.areas() {
		all, _ := methods(loaded, area)
		for _, m := range all {
			if strings.Contains(strings.ReplaceAll(m.decl.Doc.Text(), "\n", " "), "404 or 405") {
				marked[paths[area.dir+"."+m.service]+"."+m.decl.Name.Name] = true
			}
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(marked)), listed)
	require.Len(t, listed, 19)
}
