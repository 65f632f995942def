package arch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestProgramsLinkOnlyTheOperationsTheyCall proves that nothing puts a service in an interface,
// where the linker must keep all of its methods with their requests and responses.
func TestProgramsLinkOnlyTheOperationsTheyCall(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "small")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./testdata/small").CombinedOutput()
	require.NoError(t, err, string(out))
	symbols, err := exec.CommandContext(t.Context(), "go", "tool", "nm", program).Output()
	require.NoError(t, err)
	methods := regexp.MustCompile(regexp.QuoteMeta(module)+`/[a-z]+\.\w*Service\.\w+`).FindAllString(string(symbols), -1)
	require.Equal(t, []string{module + "/sites.Service.Get"}, methods)
}

// TestProgramsDoNotCompileTheInMemoryServer looks at what a program that imports publishingtest
// compiles. The methods of each generic type that the exported types reach would be compiled again
// in every package that imports it, which took ten times as long.
func TestProgramsDoNotCompileTheInMemoryServer(t *testing.T) {
	t.Parallel()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-f", "{{.Export}}", module+"/examples/quickstart")
	file, err := list.Output()
	require.NoError(t, err)
	compiled, err := os.ReadFile(strings.TrimSpace(string(file)))
	require.NoError(t, err)
	require.True(t, bytes.Contains(compiled, []byte("publishingtest.Start")), "the file is not that of the program")
	require.False(t, bytes.Contains(compiled, []byte("ordered.(*Table[")), "the program compiles the tables of the server")
}

// TestNoTestCompilesTheInMemoryServerAgain looks for tests in package publishingtest, and for
// packages below it whose tests are in the package and which also have external tests that import
// publishingtest: it would be compiled again for each of them.
func TestNoTestCompilesTheInMemoryServerAgain(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-test", "-deps", module+"/...").Output()
	require.NoError(t, err)
	require.Empty(t, regexp.MustCompile(regexp.QuoteMeta(module)+`/publishingtest \[.*\]`).FindAllString(string(out), -1))
}
