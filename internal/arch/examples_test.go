package arch

import (
	"go/ast"
	"strings"
	"testing"
)

// exemplified requires at least two examples for each public package, since they are what users
// copy.
func exemplified(t *tree) []string {
	const enough = 2
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		count := 0
		for _, f := range p.files {
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && f.test && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Example") {
					count++
				}
			}
		}
		if count < enough {
			found.add(p.sources()[0], "package %s: want at least %d examples, got %d", p.sources()[0].Name.Name, enough, count)
		}
	}
	return found.list
}

func TestPublicPackagesHaveExamples(t *testing.T) {
	t.Parallel()
	holds(t, exemplified)
}

func TestExemplifiedDetectsPackagesWithFewExamples(t *testing.T) {
	t.Parallel()
	const examples = "package as_test\nfunc ExampleA() {}\nfunc ExampleB() {}\n"
	detects(t, exemplified, []sample{
		{"two", map[string]string{"as/as.go": "package as\n", "as/as_test.go": examples}, nil},
		{"one", map[string]string{"as/as.go": "package as\n", "as/as_test.go": strings.Replace(examples, "ExampleB", "TestB", 1)}, []string{"package as: want at least 2 examples, got 1"}},
		{"internal", map[string]string{"internal/as/as.go": "package as\n"}, nil},
	})
}
