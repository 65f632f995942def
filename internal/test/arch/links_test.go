package arch

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// docLink is a link in a comment to a name, such as [Page] or [pagination.Page.NextCursor].
var docLink = regexp.MustCompile(`\[\*?(\w+(?:\.\w+){0,2})\](?:[^(:\w]|$)`)

// linksResolve requires each link in a comment to lead to a name of this module. Go doc shows any
// other with its brackets.
func linksResolve(t *tree) []string {
	found := problems{tree: t}
	names := map[string]map[string]bool{}
	for dir, p := range t.pkgs {
		names[dir] = declared(p)
	}
	for _, p := range t.packages() {
		for _, f := range p.sources() {
			for _, group := range f.Comments {
				for _, line := range group.List {
					text := strings.TrimPrefix(line.Text, "//")
					if strings.HasPrefix(text, "\t") {
						continue // code
					}
					for _, link := range docLink.FindAllStringSubmatch(text, -1) {
						if link[1] != "DONE" && !resolves(f, names, p.dir, link[1]) { // [DONE] is the data of an event
							found.add(line, "[%s] leads nowhere", link[1])
						}
					}
				}
			}
		}
	}
	return found.list
}

// resolves reports whether a link leads to a declared name, or out of the module.
func resolves(f *file, names map[string]map[string]bool, dir, link string) bool {
	if unicode.IsUpper(rune(link[0])) {
		return names[dir][link]
	}
	name, rest, qualified := strings.Cut(link, ".")
	if !qualified {
		return true // a word in brackets, or a package
	}
	target, own := dirOf(f.imported(name))
	if own {
		return names[target][rest]
	}
	for dir := range names { // a package that only a comment names
		if dir == name || strings.HasSuffix(dir, "/"+name) {
			return names[dir][rest]
		}
	}
	return true
}

// declared returns the names that a package declares, and those of methods and fields after the
// name of their type and a dot.
func declared(p *pkg) map[string]bool {
	names := map[string]bool{}
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				names[strings.TrimPrefix(receiver(decl)+"."+decl.Name.Name, ".")] = true
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							names[name.Name] = true
						}
					case *ast.TypeSpec:
						names[spec.Name.Name] = true
						members(names, spec)
					}
				}
			}
		}
	}
	return names
}

func members(names map[string]bool, spec *ast.TypeSpec) {
	var list *ast.FieldList
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		list = typ.Fields
	case *ast.InterfaceType:
		list = typ.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			names[spec.Name.Name+"."+name.Name] = true
		}
	}
}

func TestDocLinksResolve(t *testing.T) {
	t.Parallel()
	holds(t, linksResolve)
}

func TestLinksResolveDetectsLinksToNothing(t *testing.T) {
	t.Parallel()
	with := func(name, comment string, want ...string) sample {
		return sample{name, map[string]string{
			"a/a.go": "package a\n\nimport \"" + module + "/b\"\n\n" + comment + "\ntype Thing struct{ Field int }\n\nfunc (t *Thing) Do() { b.New() }",
			"b/b.go": "package b\n\ntype Kind interface{ Name() string }\n\nfunc New() {}",
		}, want}
	}
	detects(t, linksResolve, []sample{
		with("all kinds", "// See [Thing], [*Thing], [Thing.Do], [Thing.Field], [b.New], [b.Kind.Name], [net/http] and [http.Client]."),
		with("no links", "// As [the guide](Guide.md), items[0], [7] and [word].\n//\n//\tlist[Item]"),
		with("a name that is gone", "// See [Thong].", "[Thong] leads nowhere"),
		with("a member that is gone", "// See [Thing.Done].", "[Thing.Done] leads nowhere"),
		with("a name of another package that is gone", "// See [b.Old].", "[b.Old] leads nowhere"),
		with("a member of another package that is gone", "// See [b.Kind.Old].", "[b.Kind.Old] leads nowhere"),
	})
}
