package arch

import (
	"go/ast"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// ofOne are the exported names of the core that only one package uses, with the reason. The root
// package may use any.
var ofOne = map[string]string{
	"Editor":     "sites: an edit rejects what the put would, before it compares",
	"Intact":     "integrations: what an installation gets back is what it sends",
	"IsLoopback": "publishingtest: the same rule for the address of the server",
	"Open":       "orgs: the body of a response is HTTP, which areas do not hold",
	"Put":        "orgs: only the core knows whether a lost attempt may have created it",
}

// TestCoreExportsNothingForOneArea requires a reason for each name that one package alone uses, and
// that another package uses each name.
func TestCoreExportsNothingForOneArea(t *testing.T) {
	t.Parallel()
	loaded := ownTree(t)
	users := map[string]map[string]bool{}
	for _, p := range loaded.packages() {
		for _, f := range p.sources() {
			if f.imported("transport") != module+"/internal/transport" {
				continue
			}
			ast.Inspect(f.File, func(node ast.Node) bool {
				selector, ok := node.(*ast.SelectorExpr)
				if !ok || !isOfPackage(selector, "transport") {
					return true
				}
				if users[selector.Sel.Name] == nil {
					users[selector.Sel.Name] = map[string]bool{}
				}
				users[selector.Sel.Name][p.dir] = true
				return true
			})
		}
	}
	require.Greater(t, len(users), 15)
	for _, p := range loaded.packages() {
		if p.dir != "internal/transport" {
			continue
		}
		for _, f := range p.sources() {
			for _, decl := range f.Decls {
				for _, name := range declaredIn(decl) {
					require.NotEmpty(t, users[name], "no other package uses transport.%s", name)
				}
			}
		}
	}
	var alone []string
	for name, dirs := range users {
		if !dirs["."] && len(dirs) == 1 {
			alone = append(alone, name)
		}
	}
	slices.Sort(alone)
	require.Equal(t, slices.Sorted(maps.Keys(ofOne)), alone)
	require.LessOrEqual(t, len(alone), 5)
}

// declaredIn returns the exported names that a declaration declares in its package.
func declaredIn(decl ast.Decl) (names []string) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			names = append(names, decl.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !ast.IsExported(name) })
}
