package arch

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
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

// copyable rejects examples that a reader cannot copy, since they import an internal package: the
// examples of the public packages and the quickstart.
func copyable(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.files {
			example := p.public() && f.test && strings.HasPrefix(path.Base(f.path), "example_")
			if !example && p.dir != "examples/quickstart" {
				continue
			}
			for _, spec := range f.Imports {
				if dir, ok := dirOf(importPath(spec)); ok && slices.Contains(strings.Split(dir, "/"), "internal") {
					found.add(spec, "%s: want an example that can be copied, without internal packages", dir)
				}
			}
		}
	}
	return found.list
}

// writers are the types of the examples that write to the terminal, with what keeps them from
// controlling it.
var writers = map[string]string{
	"terminal.Writer": "it writes only what can be printed",
	"printable":       "the same in the quickstart, which imports no other package of the examples",
	"console":         "run puts a terminal.Writer around it",
	"bar":             "it writes nothing of the service",
}

// throughWriters rejects programs among the examples that print other than through one of the
// writers, since what a service sends may contain characters that control a terminal.
func throughWriters(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if p.dir != "." && !strings.HasPrefix(p.dir, "examples/") {
			continue
		}
		for _, f := range p.sources() {
			if f.Name.Name != "main" {
				continue
			}
			ast.Inspect(f.File, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CompositeLit:
					return writers[types.ExprString(node.Type)] == ""
				case *ast.CallExpr:
					if name := types.ExprString(node.Fun); strings.HasPrefix(name, "fmt.Print") || strings.HasPrefix(name, "log.Fatal") {
						found.add(node, "%s: want a writer", name)
					}
				case *ast.SelectorExpr:
					if name := types.ExprString(node); name == "os.Stdout.Fd" || name == "os.Stderr.Fd" {
						return false
					} else if name == "os.Stdout" || name == "os.Stderr" {
						found.add(node, "%s: want it in a terminal.Writer", name)
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestExamplesPrintThroughWriters(t *testing.T) {
	t.Parallel()
	holds(t, throughWriters)
}

func TestThroughWritersDetectsOtherOutput(t *testing.T) {
	t.Parallel()
	program := func(body string) map[string]string {
		return map[string]string{"examples/a/main.go": "package main\nfunc main() {\n" + body + "\n}"}
	}
	detects(t, throughWriters, []sample{
		{"through a writer", program("run(terminal.Writer{Out: os.Stdout}, os.Stdout.Fd(), printable{os.Stderr})"), nil},
		{"directly", program("run(os.Stdout)\nfmt.Fprintln(os.Stderr)"), []string{"main.go:3: os.Stdout: want it in", "main.go:4: os.Stderr: want"}},
		{"of a package", program("fmt.Println(1)\nlog.Fatal(1)"), []string{"fmt.Println: want a writer", "log.Fatal: want"}},
		{"another literal", program("run(writer{os.Stdout})"), []string{"os.Stdout: want"}},
		{"a package that is no example", map[string]string{"internal/a/main.go": "package main\nvar out = os.Stdout"}, nil},
	})
}

func TestExamplesCanBeCopied(t *testing.T) {
	t.Parallel()
	holds(t, copyable)
}

func TestCopyableDetectsInternalPackages(t *testing.T) {
	t.Parallel()
	const imports = "import \"" + module + "/internal/op\"\n"
	detects(t, copyable, []sample{
		{"an example", map[string]string{"as/as.go": "package as\n", "as/example_test.go": "package as_test\n" + imports}, []string{"internal/op: want an example"}},
		{"the quickstart", map[string]string{"examples/quickstart/main.go": "package main\n" + strings.Replace(imports, "internal", "examples/internal", 1)}, []string{"examples/internal/op: want"}},
		{"another test", map[string]string{"as/as.go": "package as\n", "as/as_test.go": "package as_test\n" + imports}, nil},
		{"another example", map[string]string{"examples/tour/main.go": "package main\n" + imports}, nil},
		{"an example that can be copied", map[string]string{"as/as.go": "package as\n", "as/example_test.go": "package as_test\nimport \"" + module + "/api\"\n"}, nil},
	})
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
