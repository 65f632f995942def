package arch

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// optionsFit requires each option type of the public packages to be an interface that no other
// module can implement, so that all options are used in the same way and nil has no effect.
func optionsFit(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		for _, f := range p.sources() {
			for _, spec := range typeSpecs(f) {
				if !spec.Name.IsExported() || !strings.HasSuffix(spec.Name.Name, "Option") || spec.Assign.IsValid() {
					continue
				}
				kind, ok := spec.Type.(*ast.InterfaceType)
				if !ok || kind.Methods.NumFields() == 0 {
					found.add(spec, "%s: want an interface with an unexported method", spec.Name.Name)
					continue
				}
				for _, field := range kind.Methods.List {
					if len(field.Names) > 0 && field.Names[0].IsExported() {
						found.add(field, "%s: want only unexported methods", spec.Name.Name)
					}
				}
			}
		}
	}
	return found.list
}

// sharedOptionsFit requires each option of a client and of a call to be documented only in the root
// package, where programs find it.
func sharedOptionsFit(t *tree) []string {
	found := problems{tree: t}
	for _, f := range t.pkgs["."].sources() {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Type.Results == nil || types.ExprString(fn.Type.Results.List[0].Type) != "SharedOption" {
				continue
			}
			name := fn.Name.Name
			doc := functionDoc(t.pkgs["api"], name)
			if !strings.HasSuffix(strings.Join(strings.Fields(doc), " "), ". See publishing."+name+".") || strings.Count(doc, "\n") > 2 {
				found.add(fn, `%s: want a sentence at the function of that name in api, and "See publishing.%s."`, name, name)
			}
		}
	}
	return found.list
}

func functionDoc(p *pkg, name string) string {
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == name {
				return fn.Doc.Text()
			}
		}
	}
	return ""
}

func TestOptionsAreInterfaces(t *testing.T) {
	t.Parallel()
	holds(t, optionsFit)
}

func TestSharedOptionsAreDocumentedOnce(t *testing.T) {
	t.Parallel()
	holds(t, sharedOptionsFit)
	require.NotEmpty(t, functionDoc(ownTree(t).pkgs["api"], "WithTimeout"))
}

func TestOptionsFitDetectsOtherTypes(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\n" + decl}, want}
	}
	detects(t, optionsFit, []sample{
		with("unexported method", "type Option interface{ apply(*config) }"),
		with("embedded", "type CallOption interface{ option }"),
		with("two", "type SharedOption interface {\nOption\nCallOption\n}"),
		with("an alias", "type CallOption = api.CallOption"),
		with("not exported", "type option func(*config)"),
		with("options of an operation", "type ListOptions struct{}"),
		with("function", "type Option func(*config)", "a/a.go:2: Option: want an interface"),
		with("struct", "type ReadOption struct{ apply func() }", "ReadOption: want an interface"),
		with("any", "type Option interface{}", "Option: want an interface"),
		with("exported method", "type Option interface{ Apply(*Config) }", "Option: want only unexported methods"),
	})
}

func TestSharedOptionsFitDetectsSecondDocumentation(t *testing.T) {
	t.Parallel()
	with := func(name, doc string, want ...string) sample {
		return sample{name, map[string]string{
			"a.go":     "package publishing\nfunc WithA() SharedOption { return nil }\nfunc WithB() Option { return nil }",
			"api/a.go": "package api\n" + doc + "\nfunc WithA() CallOption { return nil }",
		}, want}
	}
	detects(t, sharedOptionsFit, []sample{
		with("once", "// WithA does A. See publishing.WithA."),
		with("on two lines", "// WithA does A. See\n// publishing.WithA."),
		with("another", "// WithA does A. See publishing.WithB.", "a.go:2: WithA: want a sentence"),
		with("twice", "// WithA does A. Zero means B.", "WithA: want a sentence"),
		with("more", "// WithA does A.\n//\n// Zero means B. See publishing.WithA.", "WithA: want a sentence"),
		with("nowhere", "", "WithA: want a sentence"),
	})
}
