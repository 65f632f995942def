package arch

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// environment are the functions of package os that read the environment.
var environment = []string{"os.Getenv", "os.LookupEnv", "os.Environ", "os.ExpandEnv"}

// securityHolds requires what SECURITY.md promises about the source of the public packages and of
// what they import: none uses unsafe, and only NewClient reads the environment.
func securityHolds(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if strings.HasPrefix(p.dir, "internal/test") || strings.HasPrefix(p.dir, "examples/") {
			continue
		}
		for _, f := range p.sources() {
			for _, spec := range f.Imports {
				if target := importPath(spec); target == "unsafe" || target == "C" {
					found.add(spec, "want no import of %s", target)
				}
			}
			ast.Inspect(f.File, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.FuncDecl:
					return p.dir != "." || node.Recv != nil || node.Name.Name != "NewClient"
				case *ast.SelectorExpr:
					for _, reads := range environment {
						if types.ExprString(node) == reads && f.imported("os") == "os" {
							found.add(node, "want %s only in NewClient", reads)
						}
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestSourceHoldsThePromisesOfSecurity(t *testing.T) {
	t.Parallel()
	holds(t, securityHolds)
}

func TestSecurityHoldsDetectsUnsafeAndTheEnvironment(t *testing.T) {
	t.Parallel()
	const reads = "import \"os\"\nfunc NewClient() string { return os.Getenv(\"A\") }\n"
	detects(t, securityHolds, []sample{
		{"in NewClient", map[string]string{"client.go": "package a\n" + reads}, nil},
		{"in NewClient of another package", map[string]string{"a/a.go": "package a\n" + reads}, []string{"a/a.go:3: want os.Getenv only in NewClient"}},
		{"elsewhere", map[string]string{"a.go": "package a\nimport \"os\"\nvar home, _ = os.LookupEnv(\"HOME\")\n"}, []string{"a.go:3: want os.LookupEnv"}},
		{"in a test", map[string]string{"a_test.go": "package a\nimport \"os\"\nvar all = os.Environ\n"}, nil},
		{"in a program", map[string]string{"examples/a/main.go": "package main\nimport \"os\"\nvar all = os.Environ\n"}, nil},
		{"unsafe", map[string]string{"internal/a/a.go": "package a\nimport _ \"unsafe\"\n"}, []string{"internal/a/a.go:2: want no import of unsafe"}},
	})
}
