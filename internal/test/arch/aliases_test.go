package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// errorsHaveAliases requires an alias in the root package for everything in api that a program
// matches errors with: error types, sentinels, and functions that take an error. To handle
// errors, a program then needs no other import.
func errorsHaveAliases(t *tree) []string {
	found := problems{tree: t}
	there := aliases(t.pkgs["."])
	for _, node := range matchers(t.pkgs["api"]) {
		if name := node.Name; !there[name] {
			found.add(node, "%s: want an alias of that name in the root package", name)
		}
	}
	return found.list
}

// matchers returns the exported names of a package that a program matches errors with.
func matchers(p *pkg) []*ast.Ident {
	var list []*ast.Ident
	add := func(name *ast.Ident) {
		if name.IsExported() {
			list = append(list, name)
		}
	}
	kinds := errorTypes(p)
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil && slices.ContainsFunc(params(decl.Type.Params), func(p param) bool { return p.kind == "error" }) {
					add(decl.Name)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if kinds[spec.Name.Name] {
							add(spec.Name)
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							if decl.Tok == token.VAR && strings.HasPrefix(name.Name, "Err") {
								add(name)
							}
						}
					}
				}
			}
		}
	}
	return list
}

// errorTypes returns the names of the types that have a method Error() string.
func errorTypes(p *pkg) map[string]bool {
	kinds := map[string]bool{}
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv != nil && fn.Name.Name == "Error" && len(params(fn.Type.Params)) == 0 && slices.Equal(params(fn.Type.Results), []param{{kind: "string"}}) {
				kinds[receiver(fn)] = true
			}
		}
	}
	return kinds
}

// aliases returns the names of a package that are aliases of the same names in api.
func aliases(p *pkg) map[string]bool {
	there := map[string]bool{}
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				there[decl.Name.Name] = there[decl.Name.Name] || passesOn(decl)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						there[spec.Name.Name] = spec.Assign.IsValid() && types.ExprString(spec.Type) == "api."+spec.Name.Name
					case *ast.ValueSpec:
						for i, name := range spec.Names {
							there[name.Name] = i < len(spec.Values) && types.ExprString(spec.Values[i]) == "api."+name.Name
						}
					}
				}
			}
		}
	}
	return there
}

// passesOn reports whether a function only calls the function of the same name in api with its
// own parameters.
func passesOn(fn *ast.FuncDecl) bool {
	if fn.Recv != nil || fn.Body == nil || len(fn.Body.List) != 1 {
		return false
	}
	result, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(result.Results) != 1 {
		return false
	}
	var names []string
	for _, p := range params(fn.Type.Params) {
		names = append(names, p.name)
	}
	return types.ExprString(result.Results[0]) == "api."+fn.Name.Name+"("+strings.Join(names, ", ")+")"
}

func TestRootHasEachErrorOfAPI(t *testing.T) {
	t.Parallel()
	holds(t, errorsHaveAliases)
	var names []string
	for _, name := range matchers(ownTree(t).pkgs["api"]) {
		names = append(names, name.Name)
	}
	require.Subset(t, names, []string{"Error", "ValidationError", "ErrNotFound", "MayHaveApplied"})
}

// aliasesLeadToAPI requires the comment of each alias of a type to lead to the type, since that of
// an alias lists neither fields nor methods.
func aliasesLeadToAPI(t *tree) []string {
	found := problems{tree: t}
	for _, f := range t.pkgs["."].sources() {
		ast.Inspect(f.File, func(node ast.Node) bool {
			spec, ok := node.(*ast.TypeSpec)
			if ok && spec.Assign.IsValid() && !strings.Contains(strings.Join(strings.Fields(spec.Doc.Text()), " "), "ee [api."+spec.Name.Name+"].") {
				found.add(spec, "%s: want \"see [api.%[1]s].\" in its comment", spec.Name.Name)
			}
			return true
		})
	}
	return found.list
}

func TestAliasesOfTypesLeadToAPI(t *testing.T) {
	t.Parallel()
	holds(t, aliasesLeadToAPI)
	detects(t, aliasesLeadToAPI, []sample{
		{"leads there", map[string]string{"a.go": "package publishing\ntype (\n\t// Meta is data. Fields: see [api.Meta].\n\tMeta = api.Meta\n)"}, nil},
		{"does not", map[string]string{"a.go": "package publishing\ntype (\n\t// Meta is data.\n\tMeta = api.Meta\n)"}, []string{"a.go:4: Meta: want"}},
		{"no alias", map[string]string{"a.go": "package publishing\ntype (\n\t// Meta is data.\n\tMeta struct{}\n)"}, nil},
	})
}

func TestErrorsHaveAliasesDetectsMissingAliases(t *testing.T) {
	t.Parallel()
	const (
		lost = "package api\ntype Lost struct{}\nfunc (l *Lost) Error() string { return \"\" }"
		gone = "package api\nvar ErrGone = errors.New(\"gone\")"
		asks = "package api\nfunc IsGone(err error, deep bool) bool { return false }"
	)
	with := func(name, api, root string, want ...string) sample {
		return sample{name, map[string]string{"api/a.go": api, "a.go": "package publishing\n" + root}, want}
	}
	detects(t, errorsHaveAliases, []sample{
		with("type", lost, "type Lost = api.Lost"),
		with("type in a group", lost, "type (\n\t// Lost is.\n\tLost = api.Lost\n)"),
		with("no type", lost, "", "api/a.go:2: Lost: want an alias"),
		with("a type of its own", lost, "type Lost api.Lost", "Lost: want an alias"),
		with("an alias of another", lost, "type Lost = api.Found", "Lost: want an alias"),
		with("sentinel", gone, "var ErrGone = api.ErrGone"),
		with("no sentinel", gone, "var ErrAway = api.ErrGone", "ErrGone: want an alias"),
		with("another sentinel", gone, "var ErrGone = errors.New(\"gone\")", "ErrGone: want an alias"),
		with("function", asks, "func IsGone(err error, deep bool) bool { return api.IsGone(err, deep) }"),
		with("no function", asks, "", "IsGone: want an alias"),
		with("another function", asks, "func IsGone(err error, deep bool) bool { return api.IsGone(err, true) }", "IsGone: want an alias"),
		with("a method", asks, "func (c *Client) IsGone(err error, deep bool) bool { return api.IsGone(err, deep) }", "IsGone: want an alias"),
		with("not an error", "package api\ntype Role string\nfunc (r Role) Error() int { return 0 }\nfunc Known(r Role) bool { return true }\nconst ErrLimit = 1", ""),
		with("not exported", "package api\ntype lost struct{}\nfunc (l lost) Error() string { return \"\" }\nvar errGone = 1\nfunc may(err error) bool { return false }", ""),
	})
}
