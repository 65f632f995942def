package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
)

var swapped = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS,
	token.GTR: token.GEQ, token.GEQ: token.GTR, token.LAND: token.LOR, token.LOR: token.LAND,
}

var (
	pathOrWord = regexp.MustCompile("^[\"`][A-Za-z0-9_/{}-]+[\"`]$")
	word       = regexp.MustCompile(`\{[^}]*\}|[A-Za-z]{2,}`)
	tagName    = regexp.MustCompile(`(?:json|url):"[A-Za-z0-9_]+`)
	tagCheck   = regexp.MustCompile(`check:"[^"]*"`)
	digits     = regexp.MustCompile(`\d+`)
)

// A finder collects the places of a source.
type finder struct {
	*source
	info   *types.Info
	failed *types.Interface // the type error
	found  []mutant
}

// places returns where mistakes of all kinds can be made, in the order of the sources.
func (s *source) places() ([]mutant, error) {
	failed, _ := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	f := &finder{source: s, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}, failed: failed}
	files, err := s.check("", nil, f.info)
	for _, file := range files {
		ast.Inspect(file, f.visit)
	}
	return f.found, err
}

// add adds the replacement of the source between two positions, unless it is the same.
func (f *finder) add(kind string, from, to token.Pos, text string) {
	start := f.fset.Position(from)
	if f.between(from, to) != text {
		f.found = append(f.found, mutant{f.source, kind, start.Filename, start.Offset, f.fset.Position(to).Offset, text})
	}
}

func (f *finder) between(from, to token.Pos) string {
	start := f.fset.Position(from)
	return string(f.texts[start.Filename][start.Offset:f.fset.Position(to).Offset])
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field:
		if n.Tag != nil {
			f.tag(n.Tag)
		}
	case *ast.IfStmt:
		f.add("negate", n.Cond.Pos(), n.Cond.End(), "!("+f.between(n.Cond.Pos(), n.Cond.End())+")")
		if n.Else != nil {
			f.add("branch", n.Body.End(), n.Else.End(), "")
		}
	case *ast.BinaryExpr:
		kind := "compare"
		if n.Op == token.LAND || n.Op == token.LOR {
			kind = "logic"
		}
		if other, ok := swapped[n.Op]; ok {
			f.add(kind, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String())
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.SelectorExpr:
		status, ok := f.info.Uses[n.Sel].(*types.Const)
		if ok && status.Pkg().Path() == "net/http" && strings.HasPrefix(status.Name(), "Status") {
			f.add("string", n.Sel.Pos(), n.Sel.End(), "StatusTeapot")
		}
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			f.add("statement", n.Pos(), n.End(), "")
		}
	case *ast.ExprStmt, *ast.IncDecStmt:
		f.add("statement", n.Pos(), n.End(), "")
	case *ast.BranchStmt:
		if n.Tok == token.BREAK || n.Tok == token.CONTINUE {
			f.add("jump", n.Pos(), n.End(), "")
		}
	case *ast.CaseClause, *ast.CommClause:
		f.add("branch", n.Pos(), n.End(), "")
	case *ast.ReturnStmt:
		if i := len(n.Results) - 1; i >= 0 && f.info.TypeOf(n.Results[i]) != nil && types.Implements(f.info.TypeOf(n.Results[i]), f.failed) {
			f.add("error", n.Results[i].Pos(), n.Results[i].End(), "nil")
		}
	case *ast.CompositeLit:
		for i, element := range n.Elts {
			next := n.Rbrace
			if i+1 < len(n.Elts) {
				next = n.Elts[i+1].Pos()
			}
			f.add("element", element.Pos(), next, "")
		}
	case *ast.CallExpr:
		for i := 1; i < len(n.Args) && !n.Ellipsis.IsValid(); i++ {
			a, b := n.Args[i-1], n.Args[i]
			if t := f.info.TypeOf(a); t != nil && types.Identical(t, f.info.TypeOf(b)) {
				f.add("arguments", a.Pos(), b.End(), f.between(b.Pos(), b.End())+f.between(a.End(), b.Pos())+f.between(a.Pos(), a.End()))
			}
		}
	}
	return true
}

func (f *finder) literal(n *ast.BasicLit) {
	switch {
	case n.Kind == token.INT:
		f.add("number", n.Pos(), n.End(), "("+n.Value+"+1)")
		f.add("number", n.Pos(), n.End(), "("+n.Value+"-1)")
	case n.Kind == token.STRING && pathOrWord.MatchString(n.Value):
		for _, at := range word.FindAllStringIndex(n.Value, -1) {
			if end := n.Pos() + token.Pos(at[1]); n.Value[at[0]] != '{' {
				f.add("string", end, end, "x")
			}
		}
	}
}

func (f *finder) tag(n *ast.BasicLit) {
	for _, at := range tagName.FindAllStringIndex(n.Value, -1) {
		end := n.Pos() + token.Pos(at[1])
		f.add("name", end, end, "x")
	}
	for _, check := range tagCheck.FindAllStringIndex(n.Value, -1) {
		for _, at := range digits.FindAllStringIndex(n.Value[check[0]:check[1]], -1) {
			from, to := check[0]+at[0], check[0]+at[1]
			limit, _ := strconv.Atoi(n.Value[from:to])
			for _, other := range []int{limit + 1, max(limit-1, 0)} {
				f.add("limit", n.Pos()+token.Pos(from), n.Pos()+token.Pos(to), strconv.Itoa(other))
			}
		}
	}
}
