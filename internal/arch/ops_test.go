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

// tablesFit holds op tables and methods together: each line is used, a line's name is the way from the client to the method, its
// parameters are the method's, and the comment of the method ends with what is sent. The walk of a list has the line of List, and a wait
// that of Get.
func tablesFit(t *tree) []string {
	found := problems{tree: t}
	ways := serviceWays(t)
	for _, area := range t.areas() {
		operations, wrong := opTable(t, area)
		found.list = append(found.list, wrong...)
		byVariable := map[string]*operation{}
		for _, o := range operations {
			byVariable[o.variable] = o
		}
		callers := map[*operation][]string{}
		list, _ := methods(t, area)
		for _, m := range list {
			way := ways[area.dir+"."+m.service]
			if way == "" {
				found.add(m.decl, "%s: no field of the client leads to the service", m)
				continue
			}
			o := byVariable[m.op]
			if o == nil {
				found.add(m.decl, "%s: ops.go has no %q", m, m.op)
				continue
			}
			callers[o] = append(callers[o], m.decl.Name.Name)
			checkFit(&found, m, o, way)
		}
		for _, o := range operations {
			checkCallers(&found, o, callers[o])
		}
		checkTableAlone(&found, area)
	}
	return found.list
}

func checkFit(found *problems, m *method, o *operation, way string) {
	name := m.decl.Name.Name
	for _, walk := range []string{"All", "Pages"} { // also AllInOrg and the like
		if rest, ok := strings.CutPrefix(name, walk); ok {
			name = "List" + rest
		}
	}
	if strings.HasPrefix(name, "Wait") && m.call == "Await" {
		name = "Get"
	}
	if want := way + "." + name; o.name != want {
		found.add(m.decl, "%s: uses %s, which is called %q; want %q", m, o.variable, o.name, want)
	}
	if want := idNames(o.template); !slices.Equal(m.ids, want) {
		found.add(m.decl, "%s: has ids %q; want %q", m, m.ids, want)
	}
	lines := strings.Split(strings.TrimSpace(m.decl.Doc.Text()), "\n")
	want := fmt.Sprintf("API: %s %s", o.method, o.template)
	if len(lines) < 3 || lines[len(lines)-1] != want || lines[len(lines)-2] != "" {
		found.add(m.decl, "%s: want a comment that ends with a line of its own, %s", m, want)
	}
}

// idNames is what the parameters of a path are called in Go.
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
		names = append(names, param)
	}
	return names
}

// listsWithoutPages are the lists that take no page and no limit, so there is nothing to walk.
var listsWithoutPages = []string{"Orgs.Fonts.List", "ChangeRequests.Contributors.List"}

func checkCallers(found *problems, o *operation, callers []string) {
	if len(callers) == 0 {
		found.add(o.node, "%s: no method uses it", o.variable)
	}
	for _, caller := range callers {
		rest, ok := strings.CutPrefix(caller, "List")
		if !ok || slices.Contains(listsWithoutPages, o.name) {
			continue
		}
		for _, walk := range []string{"All", "Pages"} {
			if !slices.Contains(callers, walk+rest) {
				found.add(o.node, "%s: has a %s and no %s", o.variable, caller, walk+rest)
			}
		}
	}
}

// checkTableAlone finds operations that are made outside of the table.
func checkTableAlone(found *problems, area *pkg) {
	for _, f := range area.sources() {
		if f == area.file("ops.go") {
			continue
		}
		ast.Inspect(f.File, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok && types.ExprString(selector.X) == "op" && f.imported("op") == module+"/internal/op" {
				found.add(node, "op.%s: want operations in ops.go only", selector.Sel.Name)
			}
			return true
		})
	}
}

// serviceWays maps a service's type, such as "sites.ShareLinkService", to the fields that lead to it, such as "Sites.ShareLinks".
func serviceWays(t *tree) map[string]string {
	ways := map[string]string{}
	root := t.pkgs["."]
	if root == nil {
		return ways
	}
	var walk func(p *pkg, name, way string)
	walk = func(p *pkg, name, way string) {
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
			next := strings.TrimPrefix(way+"."+field.Names[0].Name, ".")
			ways[target.dir+"."+service] = next
			walk(target, service, next)
		}
	}
	walk(root, "Client", "")
	return ways
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

// routes tells which operations a ServeMux cannot tell apart.
func routes(operations []*op.Op) []string {
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
				if trouble := recover(); trouble != nil {
					list = append(list, fmt.Sprintf("%s: %v", o.Name, trouble))
				}
			}()
			mux.Handle(o.Method+" "+o.Template, http.NotFoundHandler())
		}()
	}
	return list
}

func TestOpTablesFitTheMethods(t *testing.T) {
	t.Parallel()
	holds(t, tablesFit)
}

// TestOpTablesAreLinkedIn holds what the rules read against what a program has: an area the client does not reach would be in neither the
// in-memory service nor the conformance table.
func TestOpTablesAreLinkedIn(t *testing.T) {
	t.Parallel()
	loaded := ownTree(t)
	var read, linked []string
	for _, area := range loaded.areas() {
		operations, _ := opTable(loaded, area)
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

func TestOperationsAreRoutesWithoutConflict(t *testing.T) {
	t.Parallel()
	require.Empty(t, routes(op.All()))
}

func TestRoutesBite(t *testing.T) {
	t.Parallel()
	parse := func(name, method, template string) *op.Op {
		o, err := op.Parse(name, method, template)
		require.NoError(t, err)
		return o
	}
	got := routes([]*op.Op{
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

func TestTablesFitBites(t *testing.T) {
	t.Parallel()
	const (
		client = "package publishing\nimport \"" + module + "/as\"\ntype Client struct {\n\tAs as.Service\n\tcore int\n}"
		parts  = "package as\ntype Service struct { Parts PartService }\ntype PartService struct {}\n"
		list   = "\n// List lists.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts\n" +
			"func (s PartService) List(ctx context.Context, orgID, aID string, opts ...api.CallOption) error { return transport.None(ctx, s.core, opPartList.Path(orgID, aID), opts) }\n"
		table = "package as\nvar opPartList = op.New(\"As.Parts.List\", \"GET\", \"/v1/orgs/{organizationId}/as/{aId}/parts\")\n"
	)
	walks := strings.NewReplacer("List(ctx", "All(ctx", "List lists", "All lists").Replace(list) +
		strings.NewReplacer("List(ctx", "Pages(ctx", "List lists", "Pages lists").Replace(list)
	const (
		wait = table + "var opPartGet = op.New(\"As.Parts.Get\", \"GET\", \"/v1/orgs/{organizationId}/as/{aId}/parts/{partId}\")\n"
		get  = "\n// Get gets.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts/{partId}\n" +
			"func (s PartService) Get(ctx context.Context, orgID, aID, partID string, opts ...api.CallOption) error { return transport.None(ctx, s.core, opPartGet.Path(orgID, aID, partID), opts) }\n"
		waits = "\n// WaitDone waits.\n//\n// API: GET /v1/orgs/{organizationId}/as/{aId}/parts/{partId}\n" +
			"func (s PartService) WaitDone(ctx context.Context, orgID, aID, partID string, opts ...api.CallOption) error { return transport.Await(ctx, s.core, opPartGet.Path(orgID, aID, partID), pace, done, opts) }\n"
	)
	with := func(name, table, methods string, want ...string) bite {
		return bite{name, map[string]string{"client.go": client, "as/ops.go": table, "as/as.go": parts + methods}, want}
	}
	bites(t, tablesFit, []bite{
		with("a list and its walks", table, list+walks),
		with("no walks", table, list, "opPartList: has a List and no All", "opPartList: has a List and no Pages"),
		with("unused line", table+"var opPartGet = op.New(\"As.Parts.Get\", \"GET\", \"/v1/parts\")\n", list+walks, "opPartGet: no method uses it"),
		with("unknown line", table, list+walks+strings.NewReplacer("List(ctx", "Get(ctx", "opPartList", "opPartGet").Replace(list), `ops.go has no "opPartGet"`),
		with("another name", strings.ReplaceAll(table, "As.Parts", "As.Part"), list+walks, `called "As.Part.List"; want "As.Parts.List"`, "want", "want"),
		with("another method name", table, list+walks+strings.ReplaceAll(list, "List(ctx", "Find(ctx"), `called "As.Parts.List"; want "As.Parts.Find"`),
		with("a wait", wait, list+walks+get+waits),
		with("a wait that does not wait", wait, list+walks+get+strings.ReplaceAll(waits, "Await", "JSON"), `called "As.Parts.Get"; want "As.Parts.WaitDone"`),
		with("a wait for a list", table, list+walks+strings.NewReplacer("opPartGet", "opPartList", ", partID", "", "partID", "", "/{partId}", "").Replace(waits),
			`called "As.Parts.List"; want "As.Parts.Get"`),
		with("another path in the comment", table, strings.ReplaceAll(list, "API: GET /v1", "API: GET /v2")+walks, "want a comment that ends with a line of its own, API: GET /v1/orgs/"),
		with("another verb in the comment", table, strings.ReplaceAll(list, "API: GET", "API: PUT")+walks, "want a comment that ends with"),
		with("no line in the comment", table, strings.ReplaceAll(list, "API: ", "")+walks, "want a comment that ends with"),
		with("no paragraph of its own", table, strings.ReplaceAll(list, "//\n", "")+walks, "want a comment that ends with"),
		with("a comment of the line alone", table, strings.ReplaceAll(list, "//", "\n//")+walks, "want a comment that ends with"),
		with("other ids", strings.ReplaceAll(table, "{aId}", "{bId}"), strings.ReplaceAll(list+walks, "{aId}", "{bId}"),
			`has ids ["orgID" "aID"]; want ["orgID" "bID"]`, "want", "want"),
		with("fewer ids", strings.ReplaceAll(table, "/{aId}", ""), strings.ReplaceAll(list+walks, "/{aId}", ""), `want ["orgID"]`, "want", "want"),
		with("no literal", table+"var opGet = op.New(name, \"GET\", \"/v1/parts\")\n", list+walks, "want opX = op.New("),
		with("more than lines", table+"func extra() {}\n", list+walks, "want nothing but operations"),
		{"a line elsewhere", map[string]string{
			"client.go": client, "as/ops.go": table, "as/as.go": parts + list + walks,
			"as/more.go": "package as\nimport \"" + module + "/internal/op\"\nvar opGet = op.New(\"As.Get\", \"GET\", \"/v1/parts\")\n",
		}, []string{"op.New: want operations in ops.go only"}},
		{
			"a service out of reach",
			map[string]string{"client.go": strings.ReplaceAll(client, "As as", "as as"), "as/ops.go": table, "as/as.go": parts + list},
			[]string{"no field of the client leads to the service", "no method uses it"},
		},
	})
}
