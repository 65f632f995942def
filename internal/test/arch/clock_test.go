package arch

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// realTime are the functions of package time that use the real time.
var realTime = []string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// oneClock rejects the real time in package publishingtest outside of its clock, which tests
// replace and advance. Only For measures real time, as its documentation states.
func oneClock(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if p.dir != "publishingtest" && !strings.HasPrefix(p.dir, "publishingtest/") {
			continue
		}
		for _, f := range p.sources() {
			if path.Base(f.path) == "server_clock.go" {
				continue
			}
			ast.Inspect(f.File, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.FuncDecl:
					return node.Recv != nil || node.Name.Name != "For"
				case *ast.SelectorExpr:
					if types.ExprString(node.X) == "time" && slices.Contains(realTime, node.Sel.Name) && f.imported("time") == "time" {
						found.add(node, "want the clock of the server instead of time.%s", node.Sel.Name)
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestInMemoryServerHasOneClock(t *testing.T) {
	t.Parallel()
	holds(t, oneClock)
}

func TestOneClockDetectsTheRealTime(t *testing.T) {
	t.Parallel()
	const now = "package a\nimport \"time\"\nvar now = time.Now"
	const waits = "package a\nimport \"time\"\nfunc For(d time.Duration) {\n\ttime.NewTimer(d)\n}"
	detects(t, oneClock, []sample{
		{"in the clock", map[string]string{"publishingtest/server_clock.go": now}, nil},
		{"elsewhere", map[string]string{"publishingtest/site.go": now}, []string{"publishingtest/site.go:3: want the clock of the server instead of time.Now"}},
		{"in a package below", map[string]string{"publishingtest/internal/a/a.go": now}, []string{"publishingtest/internal/a/a.go:3: want the clock"}},
		{"in a test", map[string]string{"publishingtest/site_test.go": now}, nil},
		{"in another package", map[string]string{"sites/site.go": now}, nil},
		{"in For", map[string]string{"publishingtest/site.go": waits}, nil},
		{"in a method", map[string]string{"publishingtest/site.go": strings.Replace(waits, "func For", "func (s site) For", 1)}, []string{"site.go:4: want the clock"}},
		{"a duration", map[string]string{"publishingtest/site.go": "package a\nimport \"time\"\nvar week = 168 * time.Hour"}, nil},
	})
}
