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

// TestCoreExportsNothingForOneArea requires a reason for each name that one package alone uses.
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
