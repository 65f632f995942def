package arch

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/docs"
)

// nestedModules returns the directories of examples that are modules of their own, which may
// require modules that the SDK may not.
func nestedModules(fsys fs.FS) ([]string, error) {
	found, err := fs.Glob(fsys, "examples/*/go.mod")
	for i := range found {
		found[i] = path.Dir(found[i])
	}
	return found, err
}

// likeAProgram rejects imports in a nested module that a program elsewhere could not have. The
// compiler allows them because of the path of the module.
func likeAProgram(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.files {
			for _, spec := range f.Imports {
				dir, ok := dirOf(importPath(spec))
				if ok && !strings.HasPrefix(dir, "examples/") && slices.Contains(strings.Split(dir, "/"), "internal") {
					found.add(spec, "imports %s: want only what a program elsewhere can import", importPath(spec))
				}
			}
		}
	}
	return found.list
}

// commented requires a package comment for each package.
func commented(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		checkPackageComment(&found, p)
	}
	return found.list
}

func TestNestedModulesFollowTheRulesOfPrograms(t *testing.T) {
	t.Parallel()
	root := os.DirFS("../../..")
	modules, err := nestedModules(root)
	require.NoError(t, err)
	require.NotEqual(t, docs.Zipped("../../.."), len(modules) > 0, "only a module zip has no nested modules")
	for _, dir := range modules {
		below, err := fs.Sub(root, dir)
		require.NoError(t, err)
		nested, err := load(below)
		require.NoError(t, err)
		require.NotEmpty(t, nested.pkgs, dir)
		for _, r := range []rule{likeAProgram, commented, noSleep, leaksAreTested, throughWriters} {
			require.Empty(t, strings.Join(r(nested), "\n"), dir)
		}
		gomod, err := fs.ReadFile(below, "go.mod")
		require.NoError(t, err)
		require.Contains(t, string(gomod), "module "+module+"/"+dir+"\n")
		require.Contains(t, string(gomod), "replace "+module+" => ../..\n", "%s must be built with the SDK of this module", dir)
	}
}

func TestLikeAProgramDetectsInternalImports(t *testing.T) {
	t.Parallel()
	imports := func(name, target string, want ...string) sample {
		return sample{name, map[string]string{"main.go": "package main\nimport _ \"" + target + "\"\n"}, want}
	}
	detects(t, likeAProgram, []sample{
		imports("an area", module+"/sites"),
		imports("the in-memory server", module+"/publishingtest"),
		imports("what the examples share", module+"/examples/internal/service"),
		imports("the core", module+"/internal/transport", "main.go:2: imports "+module+"/internal/transport: want only what a program elsewhere can import"),
		imports("another module", "a.org/internal/b"),
	})
}

func TestCommentedDetectsPackagesWithoutComment(t *testing.T) {
	t.Parallel()
	detects(t, commented, []sample{
		{"with", map[string]string{"main.go": "// Command a is here.\npackage main"}, nil},
		{"without", map[string]string{"main.go": "package main"}, []string{"package main: want a comment in one of its files, got 0"}},
	})
}

func TestNestedModulesAreFound(t *testing.T) {
	t.Parallel()
	found, err := nestedModules(fstest.MapFS{"go.mod": {}, "tools/go.mod": {}, "examples/a/go.mod": {}, "examples/b/b.go": {}})
	require.NoError(t, err)
	require.Equal(t, []string{"examples/a"}, found)
}
