package arch

import (
	"go/ast"
	"testing"
)

const goleak = "go.uber.org/goleak"

// leaksAreTested requires goleak in the tests of each package that starts a goroutine.
func leaksAreTested(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		tested := false
		for _, f := range p.files {
			tested = tested || f.test && f.imported("goleak") == goleak
		}
		if tested {
			continue
		}
		for _, f := range p.sources() {
			ast.Inspect(f.File, func(node ast.Node) bool {
				if _, ok := node.(*ast.GoStmt); ok {
					found.add(node, "starts a goroutine; want goleak in a test of the package")
				}
				return true
			})
		}
	}
	return found.list
}

func TestPackagesThatStartGoroutinesTestForLeaks(t *testing.T) {
	t.Parallel()
	holds(t, leaksAreTested)
}

func TestLeaksAreTestedDetectsPackagesWithoutGoleak(t *testing.T) {
	t.Parallel()
	const starts = "package a\nfunc f() {\n\tgo f()\n}"
	detects(t, leaksAreTested, []sample{
		{"with goleak", map[string]string{"a/a.go": starts, "a/a_test.go": "package a_test\nimport \"" + goleak + "\""}, nil},
		{"without", map[string]string{"a/a.go": starts, "a/a_test.go": "package a"}, []string{"a/a.go:3: starts a goroutine"}},
		{"goleak elsewhere", map[string]string{"a/a.go": starts, "b/a_test.go": "package b\nimport \"" + goleak + "\""}, []string{"a/a.go:3: starts a goroutine"}},
		{"only in a test", map[string]string{"a/a_test.go": starts}, nil},
	})
}
