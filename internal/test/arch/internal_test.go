package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// publicTypesFit requires that no exported function, method, type, field or variable of a public
// package names a type of an internal one: a program could neither use it nor understand its
// documentation.
func publicTypesFit(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		for _, f := range p.sources() {
			for _, decl := range f.Decls {
				switch decl := decl.(type) {
				case *ast.FuncDecl:
					if owner := receiver(decl); decl.Name.IsExported() && (owner == "" || ast.IsExported(owner)) {
						findInternal(&found, f, decl.Name.Name, decl.Type)
					}
				case *ast.GenDecl:
					for _, spec := range decl.Specs {
						findInternalSpec(&found, f, spec)
					}
				}
			}
		}
	}
	return found.list
}

func findInternalSpec(found *problems, f *file, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		if spec.TypeParams != nil {
			findInternal(found, f, spec.Name.Name, spec.TypeParams)
		}
		findInternal(found, f, spec.Name.Name, spec.Type)
	case *ast.ValueSpec:
		if spec.Type != nil && slices.ContainsFunc(spec.Names, (*ast.Ident).IsExported) {
			findInternal(found, f, spec.Names[0].Name, spec.Type)
		}
	}
}

// findInternal reports the types of internal packages in the exported part of a type.
func findInternal(found *problems, f *file, name string, kind ast.Node) {
	ast.Inspect(kind, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Field:
			// The fields of a struct and the methods of an interface. Parameters have small names
			// too, but they are below a function type, which is inspected whole.
			return len(node.Names) == 0 || slices.ContainsFunc(node.Names, (*ast.Ident).IsExported)
		case *ast.FuncType:
			for _, list := range []*ast.FieldList{node.TypeParams, node.Params, node.Results} {
				if list == nil {
					continue
				}
				for _, field := range list.List {
					findInternal(found, f, name, field.Type)
				}
			}
			return false
		case *ast.SelectorExpr:
			if pkg, ok := node.X.(*ast.Ident); ok && slices.Contains(strings.Split(f.imported(pkg.Name), "/"), "internal") {
				found.add(node, "%s: want no type of an internal package, got %s.%s", name, pkg.Name, node.Sel.Name)
			}
			return false
		}
		return true
	})
}

func TestPublicPackagesNameNoInternalType(t *testing.T) {
	t.Parallel()
	holds(t, publicTypesFit)
}

func TestPublicTypesFitDetectsInternalTypes(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\nimport (\n\"" + module + "/internal/core\"\n\"" + module + "/api\"\n)\n" + decl}, want}
	}
	detects(t, publicTypesFit, []sample{
		with("inside", "type Service struct{ core *core.Core; b, c core.Core }\nfunc (s Service) Get() error { var c core.Core; return c.Get() }"),
		with("other packages", "func Get(c api.Core) (api.Core, error) { return c, nil }"),
		with("unexported names", "type option = core.Option\nvar x core.Option\nfunc get(c core.Core) {}\ntype s struct{ Core core.Core }\nfunc (s) Get(c core.Core) {}"),
		with("an unexported alias", "type Option interface{ option }\ntype Service struct{ made }"),
		with("an unexported method", "type Option interface{ apply(c *core.Config) }"),
		with("parameter", "func New(c *core.Core) {}", "a/a.go:6: New: want no type of an internal package, got core.Core"),
		with("parameter without a name", "func New(*core.Core) {}", "got core.Core"),
		with("result", "func New() (int, []core.Core) { return 0, nil }", "got core.Core"),
		with("type parameter", "func New[T core.Kind]() {}", "got core.Kind"),
		with("type argument", "func New() (p api.Page[core.Item]) { return }", "got core.Item"),
		with("method", "type S struct{}\nfunc (s *S) Get(c core.Core) {}", "Get: want no type"),
		with("field", "type S struct{ Core map[string]core.Core }", "S: want no type"),
		with("function in a field", "type S struct{ Get func(c core.Core) }", "got core.Core"),
		with("embedded", "type S struct{ core.Core }", "got core.Core"),
		with("method of an interface", "type I interface{ Get(c *core.Core) }", "got core.Core"),
		with("embedded interface", "type I interface{ core.Option }", "got core.Option"),
		with("alias", "type Core = core.Core", "got core.Core"),
		with("variable", "var Core core.Core", "got core.Core"),
		{"an internal package", map[string]string{"internal/a/a.go": "package a\nimport \"" + module + "/internal/core\"\nfunc New(c core.Core) {}"}, nil},
		{"a command", map[string]string{"examples/a/a.go": "package main\nimport \"" + module + "/internal/core\"\nfunc Run(c core.Core) {}"}, nil},
	})
}
