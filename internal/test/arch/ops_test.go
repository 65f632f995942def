package arch

import (
	"fmt"
	"go/ast"
	"go/types"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/publishing-platform/publishing-go" // links the areas in
	"github.com/publishing-platform/publishing-go/internal/op"
)

// tablesFit requires op tables and methods to match. Each line is used. Its name is the path from
// the client to the method, its parameters are those of the method, and the comment of the method
// ends with its method and path. The iterators of a list use the line of List. A method that
// combines others has a name of its own, and its comment ends with an operation of its area.
func tablesFit(t *tree) []string {
	found := problems{tree: t}
	paths := servicePaths(t)
	for _, area := range t.areas() {
		operations, groups, wrong := opTable(t, area)
		found.list = append(found.list, wrong...)
		byVariable := map[string]*operation{}
		for _, o := range operations {
			byVariable[o.variable] = o
		}
		callers := map[*operation][]string{}
		list, _ := methods(t, area)
		for _, m := range list {
			path := paths[area.dir+"."+m.service]
			if path == "" {
				found.add(m.decl, "%s: no path of fields leads from the client to the service", m)
				continue
			}
			o := byVariable[m.op]
			if m.op == "" {
				o = combined(m, operations)
			}
			if o == nil {
				found.add(m.decl, "%s: ops.go contains no %q", m, m.op)
				continue
			}
			callers[o] = append(callers[o], m.decl.Name.Name)
			checkFit(&found, m, o, path)
		}
		for _, o := range operations {
			checkCallers(&found, o, callers[o])
		}
		checkTableAlone(&found, area, groups)
	}
	return found.list
}

// combined returns the operation that ends the comment of a method, nil if there is none.
func combined(m *method, operations []*operation) *operation {
	for _, o := range operations {
		if strings.HasSuffix(strings.TrimSpace(m.decl.Doc.Text()), "\n"+apiLine(o)) {
			return o
		}
	}
	return nil
}

// opens are the functions of the core for methods whose content is read while it arrives. Their
// names are their own.
var opens = []string{"Open", "OpenFile", "Download"}

func apiLine(o *operation) string { return fmt.Sprintf("API: %s %s", o.method, o.template) }

func checkFit(found *problems, m *method, o *operation, path string) {
	name := m.decl.Name.Name
	for _, iterator := range []string{"All", "ListPages"} { // and AllInOrg
		if rest, ok := strings.CutPrefix(name, iterator); ok {
			name = "List" + rest
		}
	}
	if want := path + "." + name; o.name != want && m.op != "" && !slices.Contains(opens, m.call) {
		found.add(m.decl, "%s: uses %s, which is called %q; want %q", m, o.variable, o.name, want)
	}
	if want := idNames(o.template); !slices.Equal(m.ids, want) {
		found.add(m.decl, "%s: has ids %q; want %q", m, m.ids, want)
	}
	lines := strings.Split(strings.TrimSpace(m.decl.Doc.Text()), "\n")
	want := apiLine(o)
	if len(lines) < 3 || lines[len(lines)-1] != want || lines[len(lines)-2] != "" {
		found.add(m.decl, "%s: want a comment that ends with a line of its own, %s", m, want)
	}
}

// idNames returns the Go names of the parameters of a path.
func idNames(template string) []string {
	parsed, err := op.Parse("", http.MethodGet, template)
	if err != nil {
		return []string{err.Error()}
	}
	var names []string
	for _, param := range parsed.Params() {
		if short, ok := strings.CutSuffix(param, "Id"); ok {
			param = short + "ID"
		}
		if rest, ok := strings.CutPrefix(param, "organization"); ok {
			param = "org" + rest
		}
		names = append(names, strings.ReplaceAll(param, "Mcp", "MCP"))
	}
	return names
}

func checkCallers(found *problems, o *operation, callers []string) {
	if len(callers) == 0 {
		found.add(o.node, "%s: no method uses it", o.variable)
	}
	for _, caller := range callers {
		rest, ok := strings.CutPrefix(caller, "List")
		if !ok || strings.HasPrefix(rest, "Pages") {
			continue
		}
		for _, iterator := range []string{"All", "ListPages"} {
			if !slices.Contains(callers, iterator+rest) {
				found.add(o.node, "%s: has a %s and no %s", o.variable, caller, iterator+rest)
			}
		}
	}
}

// checkTableAlone rejects operations that are created outside of ops.go.
func checkTableAlone(found *problems, area *pkg, groups map[string]group) {
	for _, f := range area.sources() {
		if f == area.file("ops.go") {
			continue
		}
		ast.Inspect(f.File, func(node ast.Node) bool {
			selector, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of := types.ExprString(selector.X)
			_, isGroup := groups[of]
			if isGroup || of == "op" && f.imported("op") == module+"/internal/op" {
				found.add(node, "%s.%s: want operations only in ops.go", of, selector.Sel.Name)
			}
			return true
		})
	}
}

// servicePaths maps the type of a service, such as "sites.ShareLinkService", to the path of
// fields from the client to it, such as "Sites.ShareLinks".
func servicePaths(t *tree) map[string]string {
	paths := map[string]string{}
	root := t.pkgs["."]
	if root == nil {
		return paths
	}
	var visit func(p *pkg, name, path string)
	visit = func(p *pkg, name, path string) {
		f, fields := structFields(p, name)
		for _, field := range fields {
			if len(field.Names) != 1 || !field.Names[0].IsExported() {
				continue
			}
			target, service := p, types.ExprString(field.Type)
			if selector, ok := field.Type.(*ast.SelectorExpr); ok {
				dir, _ := dirOf(f.imported(types.ExprString(selector.X)))
				target, service = t.pkgs[dir], selector.Sel.Name
			}
			if target == nil || !strings.HasSuffix(service, "Service") {
				continue
			}
			next := strings.TrimPrefix(path+"."+field.Names[0].Name, ".")
			paths[target.dir+"."+service] = next
			visit(target, service, next)
		}
	}
	visit(root, "Client", "")
	return paths
}

func structFields(p *pkg, name string) (*file, []*ast.Field) {
	for _, f := range p.sources() {
		for _, spec := range typeSpecs(f) {
			if structure, ok := spec.Type.(*ast.StructType); ok && spec.Name.Name == name {
				return f, structure.Fields.List
			}
		}
	}
	return nil, nil
}

func typeSpecs(f *file) []*ast.TypeSpec {
	var list []*ast.TypeSpec
	for _, decl := range f.Decls {
		if group, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range group.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					list = append(list, spec)
				}
			}
		}
	}
	return list
}

// routeConflicts reports the operations that a ServeMux cannot distinguish.
func routeConflicts(operations []*op.Op) []string {
	var list []string
	mux := http.NewServeMux()
	names := map[string]bool{}
	for _, o := range operations {
		if names[o.Name] {
			list = append(list, o.Name+": two operations of this name")
		}
		names[o.Name] = true
		func() {
			defer func() {
				if problem := recover(); problem != nil {
					list = append(list, fmt.Sprintf("%s: %v", o.Name, problem))
				}
			}()
			mux.Handle(o.Route(), http.NotFoundHandler())
		}()
	}
	return list
}

func TestOpTablesFitTheMethods(t *testing.T) {
	t.Parallel()
	holds(t, tablesFit)
}

// TestOpTablesAreLinkedIn compares the tables in the source with those linked into a program. If
// the client did not import an area, the in-memory server and the conformance table would lack
// it.
func TestOpTablesAreLinkedIn(t *testing.T) {
	t.Parallel()
	loaded := ownTree(t)
	var read, linked []string
	for _, area := range loaded.areas() {
		operations, _, _ := opTable(loaded, area)
		for _, o := range operations {
			read = append(read, o.name+" "+o.method+" "+o.template)
		}
	}
	for _, o := range op.All() {
		linked = append(linked, o.Name+" "+o.Method+" "+o.Template)
	}
	require.ElementsMatch(t, read, linked)
	require.GreaterOrEqual(t, len(linked), 122)
}

func TestRoutesOfOperationsDoNotConflict(t *testing.T) {
	t.Parallel()
	require.Empty(t, routeConflicts(op.All()))
}

func TestRouteConflictsDetectsConflicts(t *testing.T) {
	t.Parallel()
	parse := func(name, method, template string) *op.Op {
		o, err := op.Parse(name, method, template)
		require.NoError(t, err)
		return o
	}
	got := routeConflicts([]*op.Op{
		parse("A.Get", "GET", "/v1/as/{aId}"),
		parse("A.Delete", "DELETE", "/v1/as/{aId}"),
		parse("A.New", "GET", "/v1/as/new"),
		parse("A.Get", "PUT", "/v1/as/{aId}"),
		parse("A.Same", "GET", "/v1/as/{otherId}"),
		parse("A.Left", "GET", "/v1/{x}/left"),
	})
	require.Len(t, got, 3, "%q", got)
	require.Contains(t, got[0], "A.Get: two operations of this name")
	require.Contains(t, got[1], "A.Same: ")
	require.Contains(t, got[1], "conflicts with pattern")
	require.Contains(t, got[2], "A.Left: ")
	require.Contains(t, got[2], "conflicts with pattern")
}

func TestTablesFitDetectsMismatches(t *testing.T) {
	t.Parallel()
	const (
		client = "package publishing\nimport \"" + module + "/as\"\ntype Client struct {\n\tAs as.Service\n\tcore int\n}"
		parts  = "package as\ntype Service struct { Parts PartService }\ntype PartService struct {}\n"
		list   = "\n// List lists.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts\n" +
			"func (s PartService) List(ctx context.Context, orgID, aID string, opts ...api.CallOption) error { return transport.None(ctx, s.core, opPartList.Path(orgID, aID), opts) }\n"
		table = "package as\nvar onV1 = op.Group{Path: \"/v1\"}\nvar opPartList = onV1.New(\"As.Parts.List\", \"GET\", \"/orgs/{organizationId}/as/{aId}/parts\")\n"
	)
	iterators := strings.NewReplacer("List(ctx", "All(ctx", "List lists", "All lists").Replace(list) +
		strings.NewReplacer("List(ctx", "ListPages(ctx", "List lists", "ListPages lists").Replace(list)
	const (
		wait = table + "var opPartGet = onV1.New(\"As.Parts.Get\", \"GET\", \"/orgs/{organizationId}/as/{aId}/parts/{partId}\")\n"
		get  = "\n// Get gets.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts/{partId}\n" +
			"func (s PartService) Get(ctx context.Context, orgID, aID, partID string, opts ...api.CallOption) error { return transport.None(ctx, s.core, opPartGet.Path(orgID, aID, partID), opts) }\n"
		waits = "\n// WaitDone waits.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts/{partId}\n" +
			"func (s PartService) WaitDone(ctx context.Context, orgID, aID, partID string, opts ...api.CallOption) error { return poll.Until(ctx, \"As.Parts.Get\", wait, opts, func() { s.Get(ctx, orgID, aID, partID, opts...) }) }\n"
	)
	const (
		update  = table + "var opPartUpdate = onV1.New(\"As.Parts.Update\", \"PATCH\", \"/orgs/{organizationId}/as/{aId}/parts/{partId}\")\n"
		changes = "\n// Update changes.\n//\n// API: PATCH /v1/orgs/{organizationId}/as/{aId}/parts/{partId}\n" +
			"func (s PartService) Update(ctx context.Context, orgID, aID, partID string, opts ...api.CallOption) error { return transport.JSON(ctx, s.core, opPartUpdate.Path(orgID, aID, partID), opts) }\n"
		token  = table + "var opPartCreateToken = onV1.New(\"As.Parts.CreateToken\", \"POST\", \"/as/{aId}/tokens\")\n"
		create = "\n// CreateToken creates.\n//\n// API: POST /v1/as/{aId}/tokens\n" +
			"func (s PartService) CreateToken(ctx context.Context, aID string, opts ...api.CallOption) error { return transport.None(ctx, s.core, opPartCreateToken.Path(aID), opts) }\n"
		source = "\n// TokenSource returns.\n//\n// API: POST /v1/as/{aId}/tokens\n" +
			"func (s PartService) TokenSource(aID string) func(context.Context) (string, error) { return cached(func() { s.CreateToken(aID) }) }\n"
	)
	with := func(name, table, methods string, want ...string) sample {
		return sample{name, map[string]string{"client.go": client, "as/ops.go": table, "as/as.go": parts + methods}, want}
	}
	detects(t, tablesFit, []sample{
		with("a list and its iterators", table, list+iterators),
		with("no iterators", table, list, "opPartList: has a List and no All", "opPartList: has a List and no ListPages"),
		with("unused line", table+"var opPartGet = onV1.New(\"As.Parts.Get\", \"GET\", \"/parts\")\n", list+iterators, "opPartGet: no method uses it"),
		with("unknown line", table, list+iterators+strings.NewReplacer("List(ctx", "Get(ctx", "opPartList", "opPartGet").Replace(list), `ops.go contains no "opPartGet"`),
		with("another name", strings.ReplaceAll(table, "As.Parts", "As.Part"), list+iterators, `called "As.Part.List"; want "As.Parts.List"`, "want", "want"),
		with("another method name", table, list+iterators+strings.ReplaceAll(list, "List(ctx", "Find(ctx"), `called "As.Parts.List"; want "As.Parts.Find"`),
		with("a wait", wait, list+iterators+get+waits),
		with("a wait that does not wait", wait, list+iterators+get+strings.NewReplacer("Get gets", "WaitDone waits", " Get(", " WaitDone(").Replace(get), `called "As.Parts.Get"; want "As.Parts.WaitDone"`),
		with("a merge", update, list+iterators+changes+strings.NewReplacer("opPartUpdate", "opPartGet", "Update", "MergeTags", "JSON(", "Intact(").Replace(changes)),
		with("a merge that does not merge", update, list+iterators+changes+strings.NewReplacer("Update", "MergeTags", "opPartUpdate", "opPartUpdate").Replace(changes),
			`called "As.Parts.Update"; want "As.Parts.MergeTags"`),
		with("a token source", token, list+iterators+create+source),
		with("a combination without an operation", token, list+iterators+create+strings.ReplaceAll(source, "tokens", "parts"), `ops.go contains no ""`),
		with("another path in the comment", table, strings.ReplaceAll(list, "API: GET /v1", "API: GET /v2")+iterators, "want a comment that ends with a line of its own, API: GET /v1/orgs/"),
		with("another method in the comment", table, strings.ReplaceAll(list, "API: GET", "API: PUT")+iterators, "want a comment that ends with"),
		with("no line in the comment", table, strings.ReplaceAll(list, "API: ", "")+iterators, "want a comment that ends with"),
		with("no paragraph of its own", table, strings.ReplaceAll(list, "//\n", "")+iterators, "want a comment that ends with"),
		with("only the line in the comment", table, strings.ReplaceAll(list, "//", "\n//")+iterators, "want a comment that ends with"),
		with("other ids", strings.ReplaceAll(table, "{aId}", "{bId}"), strings.ReplaceAll(list+iterators, "{aId}", "{bId}"),
			`has ids ["orgID" "aID"]; want ["orgID" "bID"]`, "want", "want"),
		with("fewer ids", strings.ReplaceAll(table, "/{aId}", ""), strings.ReplaceAll(list+iterators, "/{aId}", ""), `want ["orgID"]`, "want", "want"),
		with("no literal", table+"var opGet = onV1.New(name, \"GET\", \"/parts\")\n", list+iterators, "want opX = onY.New("),
		with("more than lines", table+"func extra() {}\n", list+iterators, "want only operations"),
		{"a line in another file", map[string]string{
			"client.go": client, "as/ops.go": table, "as/as.go": parts + list + iterators,
			"as/more.go": "package as\nimport \"" + module + "/internal/op\"\nvar onV2 = op.Group{Path: \"/v2\"}\nvar opGet = onV1.New(\"As.Get\", \"GET\", \"/parts\")\n",
		}, []string{"op.Group: want operations only in ops.go", "onV1.New: want operations only in ops.go"}},
		{
			"a service without a path",
			map[string]string{"client.go": strings.ReplaceAll(client, "As as", "as as"), "as/ops.go": table, "as/as.go": parts + list},
			[]string{"no path of fields leads from the client to the service", "no method uses it"},
		},
	})
}
