package arch

import (
	"go/ast"
	"go/types"
	"testing"
)

// noSleep rejects time.Sleep outside of synctest.Test. In the SDK it ignores the context, and in
// a test it makes the result depend on the speed of the machine.
func noSleep(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.files {
			ast.Inspect(f.File, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CallExpr:
					return !(f.test && types.ExprString(node.Fun) == "synctest.Test" && f.imported("synctest") == "testing/synctest")
				case *ast.SelectorExpr:
					if types.ExprString(node) == "time.Sleep" && f.imported("time") == "time" {
						found.add(node, "want time.Sleep only in synctest.Test")
					}
				}
				return true
			})
		}
	}
	return found.list
}

func TestNothingSleeps(t *testing.T) {
	t.Parallel()
	holds(t, noSleep)
}

func TestNoSleepDetectsSleeps(t *testing.T) {
	t.Parallel()
	const (
		imports = "package a\nimport (\n\t\"testing\"\n\t\"testing/synctest\"\n\t\"time\"\n)\n"
		sleep   = "func TestA(t *testing.T) {\n\ttime.Sleep(time.Second)\n}\n"
		bubble  = "func TestA(t *testing.T) {\n\tsynctest.Test(t, func(t *testing.T) {\n\t\tslow := func() { time.Sleep(time.Second) }\n\t\tslow()\n\t})\n}\n"
	)
	detects(t, noSleep, []sample{
		{"on the fake clock", map[string]string{"a/a_test.go": imports + bubble}, nil},
		{"in a test", map[string]string{"a/a_test.go": imports + sleep}, []string{"a/a_test.go:8: want time.Sleep only"}},
		{"before the bubble", map[string]string{"a/a_test.go": imports + "func f() { time.Sleep(1) }\n" + bubble}, []string{"a/a_test.go:7: want time.Sleep"}},
		{"in a source", map[string]string{"a/a.go": imports + sleep}, []string{"a/a.go:8: want time.Sleep only"}},
		{"as a value", map[string]string{"a/a.go": "package a\nimport \"time\"\nvar wait = time.Sleep"}, []string{"a/a.go:3: want time.Sleep only"}},
		{"another time", map[string]string{"a/a.go": "package a\nimport \"a.org/time\"\nvar wait = time.Sleep"}, nil},
	})
}
