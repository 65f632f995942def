package arch

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// direct returns the modules that a go.mod requires without "// indirect".
func direct(gomod string) []string {
	var list []string
	block := false
	for line := range strings.Lines(gomod) {
		line = strings.TrimSpace(line)
		switch line {
		case "require (":
			block = true
			continue
		case ")":
			block = false
		}
		required, single := strings.CutPrefix(line, "require ")
		if fields := strings.Fields(required); (block || single) && len(fields) > 1 && !strings.HasSuffix(line, "// indirect") {
			list = append(list, fields[0])
		}
	}
	return list
}

func TestModuleRequiresOnlyTheListedModules(t *testing.T) {
	t.Parallel()
	gomod, err := os.ReadFile("../../../go.mod")
	require.NoError(t, err)
	require.ElementsMatch(t, slices.Collect(maps.Keys(importers)), direct(string(gomod)))
	require.NotContains(t, string(gomod), "replace ", "a replace has no effect in the programs that use the module")
}

func TestDirectReadsBothFormsOfRequire(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"a.org/one", "b.org/two", "c.org/three"},
		direct("module m\n\ngo 1.26\n\nrequire a.org/one v1.0.0\n\nrequire (\n\tb.org/two v1.0.0\n\tc.org/three v1.0.0 // the reason\n)\n\nrequire (\n\td.org/four v1.0.0 // indirect\n)\n"))
}

// TestProgramsLinkNoTestCode asks the go command, because a dependency could import testing too.
func TestProgramsLinkNoTestCode(t *testing.T) {
	t.Parallel()
	var patterns []string
	for _, p := range ownTree(t).packages() {
		if p.public() {
			patterns = append(patterns, path.Join(module, p.dir))
		}
	}
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", "-f", "{{.ImportPath}}{{with .Module}} {{.Path}}{{end}}"}, patterns...)...)
	list.Dir = "../../.."
	var stderr strings.Builder
	list.Stderr = &stderr
	out, err := list.Output()
	require.NoError(t, err, stderr.String())

	modules := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		target, from, _ := strings.Cut(strings.TrimSpace(line), " ")
		if from != "" {
			modules[from] = true
		}
		for _, forbidden := range testingOnly {
			require.False(t, within(target, forbidden), "a public package links %s", target)
		}
	}
	linked := []string{module, "github.com/hashicorp/go-cleanhttp"} // go-retryablehttp requires the second
	for library := range importers {
		if !slices.Contains(testingOnly, library) {
			linked = append(linked, library)
		}
	}
	require.ElementsMatch(t, linked, slices.Collect(maps.Keys(modules)))

	security, err := os.ReadFile("../../../SECURITY.md")
	require.NoError(t, err)
	listed := regexp.MustCompile(`(?s)link (\w+) modules besides the standard library:\s(.*?)\.\n`).FindStringSubmatch(string(security))
	require.NotNil(t, listed)
	require.Equal(t, "five", listed[1])
	names := regexp.MustCompile(`[\w-]*go-[\w/-]+`).FindAllString(listed[2], -1)
	require.Len(t, names, 5, "each of the linked modules apart from this one: %q", names)
	for _, other := range linked[1:] {
		require.True(t, slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(other, "/"+name) }), "%s is not in SECURITY.md", other)
	}
}
