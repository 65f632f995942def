package arch

import (
	"go/ast"
	"go/token"
	"testing"
)

// codecsAreStatic forbids calls of jsonx in the initializers of package variables, and calls of
// package sync in those of the root. The linker keeps what an initializer calls, so every program
// would contain the codecs of all areas, or the types of all operations.
func codecsAreStatic(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		for _, f := range p.sources() {
			for _, decl := range f.Decls {
				if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.VAR {
					ast.Inspect(group, func(node ast.Node) bool {
						call, ok := node.(*ast.CallExpr)
						switch {
						case !ok:
						case isOfPackage(call.Fun, "jsonx"):
							found.add(call, "calls jsonx when a program starts; want jsonx.Codec{New: func…}")
						case p.dir == "." && isOfPackage(call.Fun, "sync"):
							found.add(call, "keeps what the function refers to in each program; want a sync.Once in a function")
						}
						_, isLiteral := node.(*ast.FuncLit)
						return !isLiteral
					})
				}
			}
		}
	}
	return found.list
}

// isOfPackage reports whether an expression is a function of a package, with type arguments or
// without.
func isOfPackage(fun ast.Expr, name string) bool {
	switch generic := fun.(type) {
	case *ast.IndexExpr:
		fun = generic.X
	case *ast.IndexListExpr:
		fun = generic.X
	}
	selector, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := selector.X.(*ast.Ident)
	return ok && of.Name == name
}

func TestCodecsAreBuiltOnFirstUse(t *testing.T) {
	t.Parallel()
	holds(t, codecsAreStatic)
}

func TestCodecsAreStaticDetectsCallsOfInitializers(t *testing.T) {
	t.Parallel()
	file := func(text string) map[string]string { return map[string]string{"a/a.go": "package a\n" + text} }
	detects(t, codecsAreStatic, []sample{
		{"static", file("var c = jsonx.Codec{New: func() jsonx.Types { return jsonx.Join(jsonx.Tree(bare)) }}"), nil},
		{"in a function", file("func f() { var c = jsonx.Join() }"), nil},
		{"a call", file("var c = jsonx.Join()"), []string{"a/a.go:2: calls jsonx when a program starts"}},
		{"in a group", file("var (\n\tc = []any{1, jsonx.Tree(bare)}\n)"), []string{"a/a.go:3: calls jsonx"}},
		{"once in the root", map[string]string{"a.go": "package a\nvar c = sync.OnceValue(f)"}, []string{"a.go:2: keeps what the function refers to"}},
		{"once elsewhere", file("var c = sync.OnceValue(f)"), nil},
		{"with one type", file("var c, d = 1, jsonx.Leaf[a](f)"), []string{"a/a.go:2: calls jsonx"}},
	})
}
