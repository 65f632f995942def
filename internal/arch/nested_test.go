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
)

// nestedModules returns the directories of examples that are modules of their own: they may require what this one may not.
func nestedModules(fsys fs.FS) ([]string, error) {
	found, err := fs.Glob(fsys, "examples/*/go.mod")
	for i := range found {
		found[i] = path.Dir(found[i])
	}
	return found, err
}

// likeAProgram finds imports of this module in a nested one that a program elsewhere could not have. The compiler allows them, by its path.
func likeAProgram(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.files {
			for _, spec := range f.Imports {
				dir, ok := dirOf(importPath(spec))
				if ok && !strings.HasPrefix(dir, "examples/") && slices.Contains(strings.Split(dir, "/"), "internal") {
					found.add(spec, "imports %s: want what a program elsewhere can import", importPath(spec))
				}
			}
		}
	}
	return found.list
}

// commented wants a comment on each package, as documented does, which holds no more of a program.
func commented(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		checkPackageComment(&found, p)
	}
	return found.list
}

func TestNestedModulesKeepTheRulesOfPrograms(t *testing.T) {
	t.Parallel()
	root := os.DirFS("../..")
	modules, err := nestedModules(root)
	require.NoError(t, err)
	require.NotEmpty(t, modules)
	for _, dir := range modules {
		below, err := fs.Sub(root, dir)
		require.NoError(t, err)
		nested, err := load(below)
		require.NoError(t, err)
		require.NotEmpty(t, nested.pkgs, dir)
		for _, r := range []rule{likeAProgram, commented, noSleep, leaksAreTested} {
			require.Empty(t, strings.Join(r(nested), "\n"), dir)
		}
		gomod, err := fs.ReadFile(below, "go.mod")
		require.NoError(t, err)
		require.Contains(t, string(gomod), "module "+module+"/"+dir+"\n")
		require.Contains(t, string(gomod), "replace "+module+" => ../..\n", "%s is built with the SDK beside it", dir)
	}
}

func TestLikeAProgramBites(t *testing.T) {
	t.Parallel()
	imports := func(name, target string, want ...string) bite {
		return bite{name, map[string]string{"main.go": "package main\nimport _ \"" + target + "\"\n"}, want}
	}
	bites(t, likeAProgram, []bite{
		imports("an area", module+"/sites"),
		imports("the service in memory", module+"/publishingtest"),
		imports("what the examples share", module+"/examples/internal/service"),
		imports("the core", module+"/internal/transport", "main.go:2: imports "+module+"/internal/transport: want what a program elsewhere can import"),
		imports("another module", "a.org/internal/b"),
	})
}

func TestCommentedBites(t *testing.T) {
	t.Parallel()
	bites(t, commented, []bite{
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
