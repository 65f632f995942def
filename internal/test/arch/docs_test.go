package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// documented requires a comment that begins with the name for each exported name of the public
// packages, and one package comment for each package. Fields are not checked: the name and the
// type of many of them say everything.
func documented(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		checkPackageComment(&found, p)
		if !p.public() {
			continue
		}
		for _, f := range p.sources() {
			for _, decl := range f.Decls {
				switch decl := decl.(type) {
				case *ast.FuncDecl:
					checkFunctionComment(&found, decl)
				case *ast.GenDecl:
					checkGroupComments(&found, decl)
				}
			}
		}
	}
	return found.list
}

func checkPackageComment(found *problems, p *pkg) {
	sources := p.sources()
	if len(sources) == 0 {
		return
	}
	name := sources[0].Name.Name
	var comments []*file
	for _, f := range sources {
		if f.Doc != nil {
			comments = append(comments, f)
		}
	}
	switch {
	case len(comments) != 1:
		found.add(sources[0], "package %s: want a comment in one of its files, got %d", name, len(comments))
	case name != "main" && !begins(comments[0].Doc, "Package "+name):
		found.add(comments[0], `package %s: want a comment that begins with "Package %s"`, name, name)
	}
}

func checkFunctionComment(found *problems, fn *ast.FuncDecl) {
	owner := receiver(fn)
	if !fn.Name.IsExported() || owner != "" && !ast.IsExported(owner) {
		return
	}
	if !begins(fn.Doc, fn.Name.Name) {
		found.add(fn, "%s: want a comment that begins with its name", strings.TrimPrefix(owner+"."+fn.Name.Name, "."))
	}
}

func checkGroupComments(found *problems, group *ast.GenDecl) {
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc := commentOf(group, spec.Doc)
			if spec.Name.IsExported() && !begins(doc, spec.Name.Name) && !begins(doc, "A "+spec.Name.Name) && !begins(doc, "An "+spec.Name.Name) {
				found.add(spec, "%s: want a comment that begins with its name", spec.Name.Name)
			}
		case *ast.ValueSpec:
			checkValueComment(found, group, spec)
		}
	}
}

// checkValueComment requires a comment for each constant and variable: one of its own, which
// begins with the name, or that of its block.
func checkValueComment(found *problems, group *ast.GenDecl, spec *ast.ValueSpec) {
	own := commentOf(group, spec.Doc)
	if own == nil && group.Lparen.IsValid() && strings.TrimSpace(group.Doc.Text()) != "" {
		return
	}
	for _, name := range spec.Names {
		if name.IsExported() && !begins(own, name.Name) {
			found.add(spec, "%s: want a comment that begins with its name, or one above its block", name.Name)
		}
	}
}

func commentOf(group *ast.GenDecl, own *ast.CommentGroup) *ast.CommentGroup {
	if own == nil && !group.Lparen.IsValid() {
		return group.Doc
	}
	return own
}

// begins reports whether a comment begins with the given words and contains more than them.
func begins(doc *ast.CommentGroup, words string) bool {
	rest, found := strings.CutPrefix(doc.Text(), words)
	return found && len(strings.TrimSpace(rest)) > 2 && !token.IsIdentifier(rest[:1])
}

// freeTexts are the string types that are no enums, with what they are.
var freeTexts = map[string]string{
	"UntrustedHTML": "HTML of a third party, whose type warns of it",
}

// enumsHaveConstants requires a constant for each string type of the public packages that is an
// enum. Without one, a caller could only guess its values.
func enumsHaveConstants(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		used := constantTypes(p)
		for _, f := range p.sources() {
			for _, spec := range typeSpecs(f) {
				if spec.Name.IsExported() && !spec.Assign.IsValid() && types.ExprString(spec.Type) == "string" && !used[spec.Name.Name] && freeTexts[spec.Name.Name] == "" {
					found.add(spec, "%s: want constants of its values", spec.Name.Name)
				}
			}
		}
	}
	return found.list
}

func constantTypes(p *pkg) map[string]bool {
	used := map[string]bool{}
	for _, f := range p.sources() {
		for _, decl := range f.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				if spec := spec.(*ast.ValueSpec); spec.Type != nil {
					used[types.ExprString(spec.Type)] = true
				}
			}
		}
	}
	return used
}

// deletesDescribeAbsence requires the comment of each delete to describe what it returns if its
// target does not exist.
func deletesDescribeAbsence(t *tree) []string {
	found := problems{tree: t}
	for _, area := range t.areas() {
		list, _ := methods(t, area)
		for _, m := range list {
			if m.call == "Delete" && !strings.Contains(m.decl.Doc.Text(), "[api.AlreadyAbsent]") {
				found.add(m.decl, "%s: want a comment that contains [api.AlreadyAbsent]", m)
			}
		}
	}
	return found.list
}

// rejectionsHaveBothStatuses requires a comment of the public packages that names the sentinel of
// 400 to name that of 422 too: the service returns either of them for invalid input.
func rejectionsHaveBothStatuses(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if !p.public() {
			continue
		}
		for _, f := range p.sources() {
			for _, comment := range f.Comments {
				text := comment.Text()
				if strings.Contains(text, "ErrBadRequest") && !strings.Contains(text, "ErrUnprocessable") {
					found.add(comment, "want ErrUnprocessable beside ErrBadRequest")
				}
			}
		}
	}
	return found.list
}

func TestExportedNamesAreDocumented(t *testing.T) {
	t.Parallel()
	holds(t, documented)
}

func TestDeletesDescribeAbsence(t *testing.T) {
	t.Parallel()
	holds(t, deletesDescribeAbsence)
}

func TestRejectionsHaveBothStatuses(t *testing.T) {
	t.Parallel()
	holds(t, rejectionsHaveBothStatuses)
}

func TestEnumsHaveConstants(t *testing.T) {
	t.Parallel()
	holds(t, enumsHaveConstants)
}

func TestDocumentedDetectsMissingComments(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "// Package a is here.\npackage a\n\n" + decl}, want}
	}
	detects(t, documented, []sample{
		with("all kinds", `
			// A Thing is a thing.
			type Thing struct{ Field int }
			// Do does.
			func (t *Thing) Do() {}
			// List lists.
			type List[T any] []T
			// Len counts.
			func (l List[T]) Len() int { return 0 }
			// New makes.
			func New() {}
			// Most is the most.
			const Most = 1
			// The errors.
			var (
				ErrOne = 1 // one
				ErrTwo = 2
			)
			type small struct{}
			func (small) Do() {}
			func do() {}`),
		with("type", "type Thing struct{}", "Thing: want a comment"),
		with("type of another name", "// Thong is one.\ntype Thing struct{}", "Thing: want a comment"),
		with("type with a longer name", "// Things are many.\ntype Thing struct{}", "Thing: want a comment"),
		with("type in a group", "// Things are here.\ntype (\n\tThing struct{}\n)", "Thing: want a comment"),
		with("name alone", "// Thing.\ntype Thing struct{}", "Thing: want a comment"),
		with("function", "func New() {}", "a/a.go:4: New: want a comment"),
		with("comment apart", "// New makes.\n\nfunc New() {}", "New: want a comment"),
		with("method", "// Thing is.\ntype Thing struct{}\nfunc (t *Thing) Do() {}", "Thing.Do: want a comment"),
		with("generic method", "// Thing is.\ntype Thing[T any] struct{}\nfunc (t *Thing[T]) Do() {}", "Thing.Do: want a comment"),
		with("constant", "const Most = 1", "Most: want a comment"),
		with("variable in a bare group", "var (\n\tErrOne = 1\n)", "ErrOne: want a comment"),
		with("constants in a bare group", "const (\n\tKindOne Kind = \"one\" // one\n)", "KindOne: want a comment"),
		with("group with an empty comment", "//\nconst (\n\tKindOne Kind = \"one\"\n)", "KindOne: want a comment"),
		with("group that only directs a tool", "//lint:ignore x y\nconst (\n\tKindOne Kind = \"one\"\n)", "KindOne: want a comment"),
		with("single constant with another name", "// Mist is the most.\nconst Most = 1", "Most: want a comment"),
		with("constants in a group with a comment", "// The kinds of a thing.\nconst (\n\tKindOne Kind = \"one\"\n\t// KindTwo is the second.\n\tKindTwo Kind = \"two\"\n)"),
		with("constant with a comment that begins otherwise", "// The kinds of a thing.\nconst (\n\t// The first.\n\tKindOne Kind = \"one\"\n)", "KindOne: want a comment"),
		{"no package comment", map[string]string{"internal/a/a.go": "package a"}, []string{"package a: want a comment in one of its files, got 0"}},
		{"two package comments", map[string]string{"a/a.go": "// Package a is.\npackage a", "a/b.go": "// Package a is.\npackage a"}, []string{"got 2"}},
		{"another package comment", map[string]string{"a/a.go": "// Here is a.\npackage a"}, []string{`begins with "Package a"`}},
		{"a command", map[string]string{"examples/a/a.go": "// A tour.\npackage main\nfunc Run() {}"}, nil},
		{"an internal package", map[string]string{"internal/a/a.go": "// Package a is.\npackage a\nfunc Run() {}"}, nil},
	})
}

func TestDeletesDescribeAbsenceDetectsMissingSentences(t *testing.T) {
	t.Parallel()
	with := func(name, comment, call string, want ...string) sample {
		return sample{name, map[string]string{"a/ops.go": opsHead, "a/a.go": "package a\n" + comment + `
			func (s *Service) Remove(ctx context.Context, aID string, opts ...api.CallOption) (api.Deletion, error) {
				return transport.` + call + `(ctx, s.core, opGet.Path(aID), opts)
			}`}, want}
	}
	detects(t, deletesDescribeAbsence, []sample{
		with("a comment", "// Remove removes a part. If it does not exist, it returns [api.AlreadyAbsent].", "Delete"),
		with("no absence", "// Remove removes a part.", "Delete", "Service.Remove: want a comment that contains [api.AlreadyAbsent]"),
		with("no comment", "", "Delete", "want a comment that contains [api.AlreadyAbsent]"),
		with("another call", "// Remove removes a part.", "None"),
	})
}

func TestRejectionsHaveBothStatusesDetectsOneAlone(t *testing.T) {
	t.Parallel()
	with := func(name, comment string, want ...string) sample {
		return sample{name, map[string]string{"a/a.go": "package a\n" + comment + "\nfunc Set() {}"}, want}
	}
	detects(t, rejectionsHaveBothStatuses, []sample{
		with("both", "// Set fails with [api.ErrBadRequest] or [api.ErrUnprocessable]."),
		with("neither", "// Set fails with [api.ErrConflict]."),
		with("one", "// Set fails with [api.ErrBadRequest].", "a/a.go:2: want ErrUnprocessable beside ErrBadRequest"),
	})
}

func TestEnumsHaveConstantsDetectsEnumsWithoutConstants(t *testing.T) {
	t.Parallel()
	detects(t, enumsHaveConstants, []sample{
		{"constants", map[string]string{"a/a.go": "package a\ntype Kind string", "a/b.go": "package a\nconst One Kind = \"one\""}, nil},
		{"none", map[string]string{"a/a.go": "package a\ntype Kind string\nconst One = \"one\""}, []string{"Kind: want constants"}},
		{"of a test", map[string]string{"a/a.go": "package a\ntype Kind string", "a/a_test.go": "package a\nconst One Kind = \"one\""}, []string{"Kind: want constants"}},
		{"an alias", map[string]string{"a/a.go": "package a\ntype Kind = string"}, nil},
	})
}
