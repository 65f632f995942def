package transport

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPictureNamesEachFile compares the package comment with the directory.
func TestPictureNamesEachFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	named := regexp.MustCompile(`\w+\.go\b`).FindAllString(string(text), -1)
	slices.Sort(named)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") || name == "doc.go" })
	require.Equal(t, files, slices.Compact(named))
}
