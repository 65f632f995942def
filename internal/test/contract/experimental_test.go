package contract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
)

const (
	module = "github.com/publishing-platform/publishing-go"
	// marker is the paragraph of a doc comment that covers what the API reference does not contain.
	marker = "Experimental: may change in any minor release; see [api]."
	// apiMarker is the same paragraph in package api.
	apiMarker = "Experimental: may change in any minor release; see the package comment."
)

// goField is a field of a Go type by the path fields.tsv would give it.
type goField struct {
	path  string
	field reflect.StructField
	owner reflect.Type
}

// eachField visits the fields in t and reports whether a line has them. It does not visit what is
// in a field that none has.
func eachField(t reflect.Type, key string, lines []*line, visit func(f goField, covered bool)) {
	seen := map[reflect.Type]bool{}
	var visitType func(t reflect.Type, at string)
	visitField := func(f goField) {
		covered, whole := covers(lines, f.path)
		visit(f, covered)
		if covered && !whole {
			visitType(f.field.Type, f.path)
		}
	}
	visitType = func(t reflect.Type, at string) {
		switch t.Kind() {
		case reflect.Pointer:
			visitType(t.Elem(), at)
		case reflect.Slice:
			visitType(t.Elem(), at+"[]")
		case reflect.Map:
			visitType(t.Elem(), at+".*")
		case reflect.Struct:
			if seen[t] || t == reflect.TypeFor[time.Time]() {
				return
			}
			seen[t] = true
			for field := range t.Fields() {
				name, _, _ := strings.Cut(field.Tag.Get(key), ",")
				switch {
				case field.Anonymous && name == "":
					visitType(field.Type, at)
				case field.IsExported() && name != "" && name != "-":
					visitField(goField{strings.TrimPrefix(at+"."+name, "."), field, t})
				}
			}
		}
	}
	visitType(t, "")
}

// covers reports whether a line has a field or something in it, and whether the lines go no
// further: what is in the field is of another shape, or the API reference does not show it.
func covers(lines []*line, path string) (covered, whole bool) {
	further := false
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l.path, path)
		if !ok || (rest != "" && rest[0] != '.' && rest[0] != '[') {
			continue
		}
		covered = true
		if strings.Trim(rest, "[].*") != "" {
			further = true
		} else if l.shape != "" {
			whole = true
		}
	}
	return covered, whole || !further
}

// responseShapes returns the Go types of the shapes in the responses of the operations, and of the
// responses themselves.
func responseShapes(lines map[string][]*line, operations []*op.Op, found map[string]reflect.Type) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	var take func(of string, t reflect.Type)
	take = func(of string, t reflect.Type) {
		if t == nil || types[of] != nil {
			return
		}
		types[of] = t
		for _, l := range lines[of] {
			element, isList := strings.CutPrefix(l.shape, listOf)
			switch {
			case l.kind != kindResponse || l.shape == "":
			case isList:
				take("List", t)
				take(element, typeAt(t, "items[]"))
			case l.path == whole:
				take(l.shape, t)
			default:
				take(l.shape, typeAt(t, l.path))
			}
		}
	}
	for _, o := range operations {
		t := responseOf(found[o.Name])
		if value, there := resultValue(t); there {
			t = structIn(value.Type)
		}
		if field := unwrapped[o.Name]; field != "" {
			for _, l := range ofKind(lines[routeOf(o)], kindResponse) {
				if l.path == field {
					take(l.shape, t)
				}
			}
			continue
		}
		take(routeOf(o), t)
	}
	return types
}

// unwrapped are the fields of responses that are all that the methods of their operations return.
var unwrapped = map[string]string{"Orgs.Ask.Answer": "answer"}

// resultValue is the field with the response itself, where a method returns more than that.
func resultValue(t reflect.Type) (reflect.StructField, bool) {
	if t == nil || hasTag(t, "json") {
		return reflect.StructField{}, false
	}
	return t.FieldByName("Value")
}

// member is an exported name of a public package whose marker is checked, such as
// "sites.Site.Title" or "sites.TypeBasic".
type member struct {
	name string
	in   []string // what also covers it: its package, its type, its block of constants
}

// sourceMarks are the markers in the source of the public packages.
type sourceMarks struct {
	marked  map[string]bool // packages, types, blocks, constants, fields, methods and functions by name
	members []member
}

var marks = sync.OnceValues(func() (*sourceMarks, error) {
	found := &sourceMarks{marked: map[string]bool{}}
	err := filepath.WalkDir(filepath.Join("..", "..", ".."), func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && name != filepath.Join("..", "..", "..") && (strings.HasPrefix(base, ".") || slices.Contains(notPublic, base)) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pkg, err := filepath.Rel(filepath.Join("..", "..", ".."), filepath.Dir(name))
		if err != nil {
			return err
		}
		return found.read(filepath.ToSlash(pkg), source)
	})
	return found, err
})

// notPublic are the directories without packages of the API.
var notPublic = []string{"internal", "examples", "docs", "tools", "testdata", "publishingtest", "push"}

func (m *sourceMarks) read(pkg string, source []byte) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.mark(pkg, file.Doc)
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			owner := receiver(decl)
			switch {
			case owner == "":
				m.add(member{pkg + "." + decl.Name.Name, []string{pkg}}, decl.Doc)
			case decl.Name.IsExported() && ast.IsExported(owner):
				m.add(member{pkg + "." + owner + "." + decl.Name.Name, []string{pkg, pkg + "." + owner}}, decl.Doc)
			}
		case *ast.GenDecl:
			block := fmt.Sprintf("%s %s %d", pkg, file.Name.Name, len(m.marked)+len(m.members))
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					m.readType(set, pkg, file.Comments, decl, spec)
				case *ast.ValueSpec:
					m.mark(block, decl.Doc)
					in := []string{pkg, block}
					if named, ok := spec.Type.(*ast.Ident); ok {
						in = append(in, pkg+"."+named.Name)
					}
					for _, name := range spec.Names {
						m.add(member{pkg + "." + name.Name, in}, spec.Doc)
					}
				}
			}
		}
	}
	return nil
}

// readType reads a type. A comment of a field is also that of the fields on the lines right after
// it that have none. A comment between blank lines is that of all fields up to the next blank line.
func (m *sourceMarks) readType(
	set *token.FileSet, pkg string, comments []*ast.CommentGroup, decl *ast.GenDecl, spec *ast.TypeSpec,
) {
	name := pkg + "." + spec.Name.Name
	doc := spec.Doc
	if doc == nil && !decl.Lparen.IsValid() {
		doc = decl.Doc
	}
	m.add(member{name, []string{pkg}}, doc)
	structure, ok := spec.Type.(*ast.StructType)
	if !ok || !spec.Name.IsExported() {
		return
	}
	block, last := "", structure.Fields.Opening
	isHeaded := false // a comment between blank lines is above
	for _, field := range structure.Fields.List {
		begin := field.Pos()
		if field.Doc != nil {
			begin = field.Doc.Pos()
		}
		isNext := set.Position(begin).Line == set.Position(last).Line+1
		if !isNext || field.Doc != nil && !isHeaded {
			block = fmt.Sprintf("%s %d", name, set.Position(begin).Line)
			m.mark(block, field.Doc)
		}
		if !isNext {
			isHeaded = false
			for _, head := range comments {
				if head != field.Doc && last < head.Pos() && head.End() < begin && set.Position(head.Pos()).Line > set.Position(last).Line {
					isHeaded = true
					m.mark(block, head)
				}
			}
		}
		last = field.End()
		for _, fieldName := range field.Names {
			one, doc := member{name + "." + fieldName.Name, []string{pkg, block, name}}, (*ast.CommentGroup)(nil)
			if isHeaded {
				doc = field.Doc
			}
			m.add(one, doc)
		}
	}
}

func (m *sourceMarks) add(one member, doc *ast.CommentGroup) {
	if ast.IsExported(one.name[strings.LastIndexByte(one.name, '.')+1:]) {
		m.members = append(m.members, one)
		m.mark(one.name, doc)
	}
}

func (m *sourceMarks) mark(name string, doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	want := marker
	if strings.HasPrefix(name, "api.") || strings.HasPrefix(name, "api ") {
		want = apiMarker
	}
	if paragraphs := strings.Split(strings.TrimSpace(doc.Text()), "\n\n"); slices.Contains(paragraphs, want) {
		m.marked[name] = true
	}
}

// receiver is the name of the type that a method belongs to, "" for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	if pointer, ok := t.(*ast.StarExpr); ok {
		t = pointer.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	return types.ExprString(t)
}

// check reports the names that are not covered as they should be. documented contains the names of
// which it is known whether the API reference contains them. hidden are the types that only
// experimental operations use.
//
// The marker of a type is in its own comment, and covers its fields, methods and constants. That of
// any other name is in its own comment or in that of its block. The marker of a package covers
// nothing, but each name of such a package needs one.
func (m *sourceMarks) check(documented, hidden map[string]bool) (problems []string) {
	types, shown := map[string]bool{}, map[string]bool{} // types with known members, and those with documented ones
	for _, one := range m.members {
		if isDocumented, known := documented[one.name]; known && len(one.in) > 1 {
			of := one.in[len(one.in)-1]
			types[of] = true
			shown[of] = shown[of] || isDocumented
		}
	}
	for _, one := range m.members {
		covers := 0
		for _, name := range append([]string{one.name}, one.in[1:]...) {
			if m.marked[name] {
				covers++
			}
		}
		isDocumented, known := documented[one.name]
		wanted := known && !isDocumented ||
			types[one.name] && !shown[one.name] ||
			hidden[one.name] && !shown[one.name] ||
			m.marked[one.in[0]] && !isDocumented && !shown[one.name]
		switch {
		case covers > 1:
			problems = append(problems, one.name+": covered by more than one marker")
		case isDocumented && covers == 1:
			problems = append(problems, one.name+": the API reference has it, want no marker that covers it")
		case wanted && covers == 0:
			problems = append(problems, fmt.Sprintf("%s: the API reference does not have it, want the paragraph %q in its comment, or in that of its type or block", one.name, marker))
		}
	}
	slices.Sort(problems)
	return slices.Compact(problems)
}

// hiddenTypes returns the types that only experimental operations use: what no documented operation
// takes or returns, other than in an experimental field.
func hiddenTypes(documented map[string]bool) map[string]bool {
	hidden, seen := map[string]bool{}, map[bool]map[reflect.Type]bool{true: {}, false: {}}
	var use func(t reflect.Type, isDocumented bool)
	use = func(t reflect.Type, isDocumented bool) {
		if seen[isDocumented][t] {
			return
		}
		seen[isDocumented][t] = true
		if strings.HasPrefix(t.PkgPath(), module) {
			name := nameOf(t)
			before, used := hidden[name]
			hidden[name] = !isDocumented && (!used || before)
		}
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			use(t.Elem(), isDocumented)
		case reflect.Map:
			use(t.Key(), isDocumented)
			use(t.Elem(), isDocumented)
		case reflect.Func:
			for in := range t.Ins() {
				use(in, isDocumented)
			}
			for out := range t.Outs() {
				use(out, isDocumented)
			}
		case reflect.Struct:
			for field := range t.Fields() {
				if shown, known := documented[nameOf(t)+"."+field.Name]; shown || !known || !isDocumented {
					use(field.Type, isDocumented)
				}
			}
		}
	}
	for way, method := range methods() {
		if o := operationOf(way); o != nil {
			for i := 1; i < method.NumIn(); i++ {
				use(method.In(i), !o.Experimental)
			}
			for out := range method.Outs() {
				use(out, !o.Experimental)
			}
		}
	}
	return hidden
}

// documentedNames reports, for each field, constant and operation that the tables or the types
// show, whether the API reference contains it.
func documentedNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, c := range readConstants(t) {
		names[c.pkg+"."+c.name] = c.documented
	}
	for way, method := range methods() {
		if o := operationOf(way); o != nil {
			service := method.In(0)
			names[nameOf(service)+"."+way[strings.LastIndexByte(way, '.')+1:]] = !o.Experimental
			showServices(names, way, !o.Experimental)
		}
	}
	lines, documented := map[string][]*line{}, map[string][]*line{}
	for _, l := range readAllFields(t) {
		lines[l.of] = append(lines[l.of], l)
		if l.document != experimental {
			documented[l.of] = append(documented[l.of], l)
		}
	}
	show := func(of string) func(f goField, covered bool) {
		return func(f goField, covered bool) {
			name := nameOf(f.owner) + "." + f.field.Name
			isUnnamed := slices.ContainsFunc(documented[of], func(l *line) bool { return l.unnamed && l.path == f.path })
			names[name] = names[name] || covered && !isUnnamed
		}
	}
	found := methods()
	ops := slices.DeleteFunc(op.All(), func(o *op.Op) bool { return found[o.Name] == nil }) // its area reports what is missing
	for _, o := range ops {
		query, body, _ := structsOf(found[o.Name])
		operation := o.Method + " " + o.Template
		if query != nil {
			eachField(query, "url", ofKind(documented[operation], kindQuery), show(operation))
		}
		if body != nil {
			eachField(body, "json", ofKind(documented[operation], kindBody), show(operation))
		}
	}
	shapes := responseShapes(lines, ops, found)
	require.Greater(t, len(shapes), len(op.All())/2)
	for of, t := range shapes {
		if responses := ofKind(lines[of], kindResponse); len(responses) > 0 && responses[0].path != whole {
			eachField(t, "json", ofKind(documented[of], kindResponse), show(of))
		}
	}
	return names
}

// showServices records the fields that lead from the client to an operation. A field is documented
// if it leads to a documented operation.
func showServices(names map[string]bool, way string, documented bool) {
	service := reflect.TypeFor[publishing.Client]()
	steps := strings.Split(way, ".")
	for _, step := range steps[:len(steps)-1] {
		field, _ := service.FieldByName(step)
		name := nameOf(service) + "." + step
		names[name] = names[name] || documented
		service = field.Type
	}
}

// nameOf returns the name of a type in sourceMarks, such as "sites.Site" or "..Client".
func nameOf(t reflect.Type) string {
	if t.PkgPath() == module {
		return ".." + t.Name()
	}
	return strings.TrimPrefix(t.PkgPath(), module+"/") + "." + t.Name()
}

// operationOf returns the operation of a method by its way from the client: the iterators of a list
// have that of List, a wait that of Get.
func operationOf(way string) *op.Op {
	if o := op.Find(way); o != nil {
		return o
	}
	service, method := way[:strings.LastIndexByte(way, '.')+1], way[strings.LastIndexByte(way, '.')+1:]
	for _, iterator := range []string{"All", "ListPages"} {
		if rest, ok := strings.CutPrefix(method, iterator); ok {
			return op.Find(service + "List" + rest)
		}
	}
	if strings.HasPrefix(method, "Wait") {
		return op.Find(service + "Get")
	}
	return nil
}

// TestEachUndocumentedNameIsMarkedOnce compares the markers in the source with the tables of the
// API reference: what it contains is not marked, and what it does not contain is covered by exactly
// one marker, on its own page of the documentation.
func TestEachUndocumentedNameIsMarkedOnce(t *testing.T) {
	t.Parallel()
	found, err := marks()
	require.NoError(t, err)
	documented := documentedNames(t)
	require.Greater(t, len(documented), 1000)
	t.Logf("markers: %d", len(found.marked))
	report(t, found.check(documented, hiddenTypes(documented)))
}

func TestMarksAreCountedOnceForEachName(t *testing.T) {
	t.Parallel()
	const start, experimental = "// Package a is a package.\npackage a\n", "//\n// " + marker + "\n"
	const create = "// Create creates.\n" + experimental + "func (s Service) Create(body BCreate) {}"
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"nothing marked":  {start + "// A is a type.\ntype A struct { Known, other string }\n// KindOne is a constant.\nconst KindOne Kind = \"one\"", nil},
		"a type":          {start + "// B is a type.\n" + experimental + "type B struct { Added string }\n// Do does it.\nfunc (b *B) Do() {}", nil},
		"a field":         {start + "type B struct {\n// Added is new.\n" + experimental + "Added string\n\nKnown int\n}", nil},
		"a block":         {start + "// Kinds that are new.\n" + experimental + "const (\n\tKindTwo Kind = \"two\"\n\tKindThree Kind = \"three\"\n)", nil},
		"type of a block": {start + "// Other is a kind.\n" + experimental + "type Other string\nconst (\n\tOtherOne Other = \"one\"\n)", nil},
		"the package":     {"// Package a is a package.\n" + experimental + "package a\ntype B struct { Added string }", []string{"a.B: the API reference does not have it", "a.B.Added: the API reference does not have it"}},
		"no marker":       {start + "type B struct { Added string }", []string{"a.B: the API", "a.B.Added: the API reference does not have it"}},
		"within a line":   {start + "// B is old. " + marker + "\ntype B struct { Added string }", []string{"a.B: the API", "a.B.Added: the API reference does not have it"}},
		"at its end":      {start + "type B struct { Added string // " + marker + "\n}", []string{"a.B: the API", "a.B.Added: the API reference does not have it"}},
		"marked twice": {
			start + "// B is a type.\n" + experimental + "type B struct {\n// Added is new.\n" + experimental + "Added string }\n// Do does it.\n" + experimental + "func (b B) Do() {}",
			[]string{"a.B.Added: covered by more than one", "a.B.Do: covered by more than one"},
		},
		"block and constant": {
			start + "// Kinds that are new.\n" + experimental + "const (\n// KindTwo is two.\n" + experimental + "\tKindTwo Kind = \"two\"\n)",
			[]string{"a.KindTwo: covered by more than one"},
		},
		"documented field":                 {start + "// A is a type.\n" + experimental + "type A struct { Known string }", []string{"a.A.Known: the API reference has it"}},
		"documented constant":              {start + "// Kinds.\n" + experimental + "const (\n\tKindOne Kind = \"one\"\n\tKindTwo Kind = \"two\"\n)", []string{"a.KindOne: the API reference has it"}},
		"each of its fields":               {start + "type B struct {\n// Added is new.\n" + experimental + "Added, More string }", []string{"a.B: the API reference does not have it"}},
		"fields of one comment":            {start + "type A struct {\nKnown string\n// Added is new.\n" + experimental + "Added string\nMore string\n}", nil},
		"fields after a blank line":        {start + "type A struct {\nKnown string\n// Added is new.\n" + experimental + "Added string\n\nMore string\n}", []string{"a.A.More: the API reference does not have it"}},
		"fields after a comment":           {start + "type A struct {\nKnown string\n// Added is new.\n" + experimental + "Added string\n// More is more.\nMore string\n}", []string{"a.A.More: the API reference does not have it"}},
		"fields below a comment":           {start + "type A struct {\nKnown string\n\n// New fields.\n" + experimental + "\n// Added is new.\nAdded string\n// More is more.\nMore string\n}", nil},
		"fields below a paragraph":         {start + "type A struct {\nKnown string\n\n// New fields.\n" + experimental + "\nAdded string\n\nMore string\n}", []string{"a.A.More: the API reference does not have it"}},
		"field marked below a comment":     {start + "type A struct {\nKnown string\n\n// New fields.\n" + experimental + "\n// Added is new.\n" + experimental + "Added string\n}", []string{"a.A.Added: covered by more than one"}},
		"what a marked method takes":       {start + "type BCreate struct { Added string }\n" + create, []string{"a.BCreate: the API reference does not have it", "a.BCreate.Added: the API reference does not have it"}},
		"what it takes, marked too":        {start + "// BCreate is a body.\n" + experimental + "type BCreate struct { Added string }\n" + create, nil},
		"a type of an experimental method": {start + "type Hidden struct{}\n", []string{"a.Hidden: the API reference does not have it"}},
		"names of a marked package": {
			strings.Replace(start, "\npackage", "\n"+experimental+"package", 1) + "// A is a type.\ntype A struct { Known string }\n// C is a type.\ntype C struct { other string }\n// New returns a C.\nfunc New() C { return C{} }\n// C returns a C.\n" + experimental + "func D() C { return C{} }",
			[]string{"a.C: the API reference does not have it", "a.New: the API reference does not have it"},
		},
		"a function": {start + "// New returns a B.\n" + experimental + "func New() B { return B{} }", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := &sourceMarks{marked: map[string]bool{}}
			require.NoError(t, found.read("a", []byte(test.source)))
			got := found.check(map[string]bool{
				"a.A.Known": true, "a.A.Added": false, "a.A.More": false, "a.B.Known": true, "a.KindOne": true,
				"a.B.Added": false, "a.B.More": false, "a.BCreate.Added": false, "a.KindTwo": false, "a.KindThree": false, "a.OtherOne": false,
			}, map[string]bool{"a.Hidden": true, "a.A": true})
			require.Len(t, got, len(test.want), "%q", got)
			for _, want := range test.want {
				require.True(t, slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }), "%q: want %q", got, want)
			}
		})
	}
}

func ofKind(lines []*line, kind string) []*line {
	var list []*line
	for _, l := range lines {
		if l.kind == kind {
			list = append(list, l)
		}
	}
	return list
}
