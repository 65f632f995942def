package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// method is an exported method of a service and its parts.
type method struct {
	area    *pkg
	service string // name of its type
	decl    *ast.FuncDecl
	ids     []string // names of the parameters that are ids
	op      string   // variable of the op table it passes to internal/transport, empty if it combines other methods
	call    string   // the function of internal/transport that it calls
}

// methods returns the exported methods of the services of an area, and the problems of their
// signatures.
func methods(t *tree, area *pkg) ([]*method, []string) {
	found := problems{tree: t}
	var list []*method
	for _, f := range area.sources() {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !strings.HasSuffix(receiver(fn), "Service") || !fn.Name.IsExported() {
				continue
			}
			m := &method{area: area, service: receiver(fn), decl: fn}
			m.signature(&found)
			m.findCall()
			list = append(list, m)
		}
	}
	return list, found.list
}

// receiver returns the name of the type that a method belongs to, or "" for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) != 1 {
		return ""
	}
	expr := fn.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if index, ok := expr.(*ast.IndexExpr); ok {
		expr = index.X
	}
	return types.ExprString(expr)
}

type param struct{ name, kind string }

func params(list *ast.FieldList) []param {
	var all []param
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		kind := types.ExprString(field.Type)
		if len(field.Names) == 0 {
			all = append(all, param{kind: kind})
		}
		for _, name := range field.Names {
			all = append(all, param{name.Name, kind})
		}
	}
	return all
}

func (m *method) String() string { return m.service + "." + m.decl.Name.Name }

// returnsSource reports whether a method returns a token source, which makes calls of its own
// later. It has only ids as parameters.
func (m *method) returnsSource() bool {
	results := params(m.decl.Type.Results)
	return len(results) == 1 && results[0].kind == "func(context.Context) (string, error)"
}

// signature requires the parameters (ctx context.Context, ids string, values, opts
// ...api.CallOption).
func (m *method) signature(found *problems) {
	if _, pointer := m.decl.Recv.List[0].Type.(*ast.StarExpr); pointer {
		found.add(m.decl, "%s: want a value receiver", m) // a client that NewClient did not create has no pointer
	}
	all := params(m.decl.Type.Params)
	if m.returnsSource() {
		for _, p := range all {
			m.ids = append(m.ids, p.name)
			if p.kind != "string" {
				found.add(m.decl, "%s: want only ids", m)
			}
		}
		return
	}
	if len(all) < 2 || all[0] != (param{"ctx", "context.Context"}) || all[len(all)-1] != (param{"opts", "...api.CallOption"}) {
		found.add(m.decl, "%s: want ctx context.Context first and opts ...api.CallOption last", m)
		return
	}
	values := false
	for _, p := range all[1 : len(all)-1] {
		switch {
		case p.kind != "string":
			values = true
			if strings.HasPrefix(p.kind, "*") {
				found.add(m.decl, "%s: want %s by value", m, p.name)
			}
			if p.kind == "api.Secret" {
				found.add(m.decl, "%s: want %s in the options", m, p.name)
			}
		case values:
			found.add(m.decl, "%s: want the id %s before the query and the body", m, p.name)
		default:
			m.ids = append(m.ids, p.name)
		}
	}
	results := params(m.decl.Type.Results)
	switch {
	case len(results) == 1 && (results[0].kind == "error" || strings.HasPrefix(results[0].kind, "iter.Seq2[") && strings.HasSuffix(results[0].kind, ", error]")):
	case len(results) == 2 && results[1].kind == "error":
	default:
		found.add(m.decl, "%s: want (T, error), error or iter.Seq2[T, error] as result", m)
	}
}

// findCall finds the first call of the core with an operation. A method that uses what Intact
// returns combines operations.
func (m *method) findCall() {
	ast.Inspect(m.decl.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || m.op != "" || !isOfPackage(call.Fun, "transport") {
			return true
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(call.Fun), "transport."), "[")
		for _, arg := range call.Args {
			if path := pathCall(arg); path != nil && name != "Intact" {
				m.op, m.call = types.ExprString(path.Fun.(*ast.SelectorExpr).X), name
			}
		}
		return name != "Intact"
	})
}

// pathCall returns the call opX.Path(…) at the root of a chain of Query and Body.
func pathCall(expr ast.Expr) *ast.CallExpr {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	switch selector.Sel.Name {
	case "Path":
		if name, ok := selector.X.(*ast.Ident); ok && strings.HasPrefix(name.Name, "op") {
			return call
		}
	case "Query", "Body", "Secret":
		return pathCall(selector.X)
	}
	return nil
}

// operation is a line of an op table.
type operation struct {
	area                   *pkg
	node                   ast.Node
	variable               string
	name, method, template string
	experimental           bool
	comment                string // beside the line
}

// opTable returns the operations and the groups in the ops.go of an area, which may contain nothing
// but groups, calls of their New with literals, and limits.
func opTable(t *tree, area *pkg) ([]*operation, map[string]group, []string) {
	found := problems{tree: t}
	var list []*operation
	groups := map[string]group{}
	for _, decl := range area.file("ops.go").Decls {
		vars, ok := decl.(*ast.GenDecl)
		if ok && vars.Tok == token.IMPORT {
			continue
		}
		if !ok || vars.Tok != token.VAR {
			found.add(decl, "want only operations in ops.go")
			continue
		}
		for _, spec := range vars.Specs {
			spec := spec.(*ast.ValueSpec)
			if len(spec.Names) == 1 && len(spec.Values) == 1 {
				name := spec.Names[0].Name
				if g, ok := groupOf(spec.Values[0]); ok {
					groups[name] = g
					continue
				}
				if o := opLine(name, spec.Values[0], groups); o != nil {
					o.area, o.node = area, spec
					o.comment = strings.TrimSpace(spec.Doc.Text() + spec.Comment.Text())
					list = append(list, o)
					continue
				}
			}
			found.add(spec, `want opX = onY.New("Name", "METHOD", "/path", …)`)
		}
	}
	return list, groups, found.list
}

// A group is the value of an op.Group.
type group struct {
	path         string
	experimental bool
}

// groupOf returns the value of an op.Group, and true for an op.Limit too.
func groupOf(expr ast.Expr) (g group, ok bool) {
	literal, ok := expr.(*ast.CompositeLit)
	if !ok || !slices.Contains([]string{"op.Group", "op.Limit"}, types.ExprString(literal.Type)) {
		return g, false
	}
	for _, element := range literal.Elts {
		field, _ := element.(*ast.KeyValueExpr)
		if field == nil {
			return g, false
		}
		switch types.ExprString(field.Key) {
		case "Path":
			g.path = textOf(field.Value)
		case "Experimental":
			g.experimental = true
		}
	}
	return g, true
}

// textOf returns the value of a string literal, "" if the expression is none.
func textOf(expr ast.Expr) string {
	literal, ok := expr.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return ""
	}
	return strings.Trim(literal.Value, "\"`")
}

func opLine(variable string, expr ast.Expr, groups map[string]group) *operation {
	call, ok := expr.(*ast.CallExpr)
	if !ok || !strings.HasPrefix(variable, "op") || len(call.Args) < 3 {
		return nil
	}
	of, isNew := strings.CutSuffix(types.ExprString(call.Fun), ".New")
	g, known := groups[of]
	name, method := textOf(call.Args[0]), textOf(call.Args[1])
	if _, isText := call.Args[2].(*ast.BasicLit); !isNew || !known || !isText || name == "" || method == "" {
		return nil
	}
	return &operation{
		variable: variable, name: name, method: method, template: g.path + textOf(call.Args[2]), experimental: g.experimental,
	}
}
