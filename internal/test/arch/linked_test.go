package arch

import (
	"os/exec"
	"path/filepath"
	"regexp"
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
