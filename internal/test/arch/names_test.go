package arch

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the rule "Names" in CONTRIBUTING must find of the names, and how long it and the list of its
// exceptions may be.
const (
	wantCalls      = 0.85
	wantDocumented = 0.90
	wantTypes      = 0.90
	mostLines      = 60
	mostExceptions = 15
)

// TestNamesFollowFromPaths guesses the name of each operation, of its body and of its options from
// the methods and paths of all operations. The misses are in the log.
func TestNamesFollowFromPaths(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../CONTRIBUTING.md")
	require.NoError(t, err)
	_, rule, found := strings.Cut(string(guide), "\n## Names\n")
	require.True(t, found, "CONTRIBUTING has no section Names")
	rule, _, _ = strings.Cut(rule, "\n## ")
	require.LessOrEqual(t, strings.Count(rule, "\n"), mostLines, "lines of the rule")

	source := ownTree(t)
	var operations []*operation
	used := map[string][]string{} // types by the name of an operation
	for _, area := range source.areas() {
		list, _, _ := opTable(source, area)
		operations = append(operations, list...)
		byVariable := map[string]*operation{}
		for _, o := range list {
			byVariable[o.variable] = o
		}
		methods, _ := methods(source, area)
		for _, m := range methods {
			if o := byVariable[m.op]; o != nil && strings.HasSuffix(o.name, "."+m.decl.Name.Name) {
				used[o.name] = m.types()
			}
		}
	}
	g := newGuesser(operations)
	var calls, documented, kinds share
	var wrong []string
	exceptions := 0
	for _, o := range operations {
		guess := g.guess(o.method, o.template)
		isFound := guess.call() == o.name
		calls.count(isFound)
		if !o.experimental {
			documented.count(isFound)
		}
		if !isFound {
			t.Logf("%s %s: want %s, got %s", o.method, o.template, guess.call(), o.name)
			guess = guess.called(o.name)
			exceptions++
		}
		if isFound != (o.comment == "") {
			wrong = append(wrong, o.name)
		}
		for _, kind := range used[o.name] {
			want := g.typeName(guess, strings.HasSuffix(kind, "Options"))
			kinds.count(kind == want)
			if kind != want {
				t.Logf("%s: want %s, got %s", o.name, want, kind)
			}
		}
	}
	t.Logf("calls %v, documented calls %v, types %v", calls, documented, kinds)
	require.Empty(t, wrong, "want a reason beside the line of an exception in ops.go, and only there")
	require.GreaterOrEqual(t, calls.of(), wantCalls, "calls")
	require.GreaterOrEqual(t, documented.of(), wantDocumented, "documented calls")
	require.GreaterOrEqual(t, kinds.of(), wantTypes, "types of bodies and options")
	require.LessOrEqual(t, exceptions, mostExceptions, "exceptions")
}

// A share is how many of all were found.
type share struct{ found, all int }

func (s *share) count(found bool) {
	s.all++
	if found {
		s.found++
	}
}

func (s share) of() float64    { return float64(s.found) / float64(s.all) }
func (s share) String() string { return fmt.Sprintf("%d of %d (%.1f %%)", s.found, s.all, 100*s.of()) }

// types returns the types of the body and the options of a method, qualified by their packages.
func (m *method) types() []string {
	imports := map[string]string{}
	for _, f := range m.area.sources() {
		for _, spec := range f.Imports {
			name := strings.Trim(spec.Path.Value, `"`)
			imports[name[strings.LastIndexByte(name, '/')+1:]] = strings.TrimPrefix(name, module+"/")
		}
	}
	var list []string
	for _, p := range params(m.decl.Type.Params) {
		name, kind, qualified := strings.Cut(p.kind, ".")
		switch {
		case p.kind == "string" || p.kind == "context.Context" || strings.HasPrefix(p.kind, "..."):
		case qualified:
			list = append(list, imports[name]+"."+kind)
		case ast.IsExported(p.kind):
			list = append(list, m.area.dir+"."+p.kind)
		}
	}
	return list
}

// A guesser knows the methods and paths of all operations, without their names.
type guesser struct {
	nodes map[string]*pathNode // keys are paths with {} for each ID
	calls map[string]bool      // those it guesses
}

type pathNode struct {
	methods map[string]bool
	below   map[string]bool
}

// A guess is what the rule gives for an operation.
type guess struct {
	services []noun
	method   string
}

type noun struct{ name, singular string }

func (g guess) call() string {
	var names []string
	for _, s := range g.services {
		names = append(names, s.name)
	}
	return strings.Join(append(names, g.method), ".")
}

// called returns a guess with another method, which the types of an exception follow.
func (g guess) called(call string) guess {
	g.method = call[strings.LastIndexByte(call, '.')+1:]
	return g
}

func newGuesser(operations []*operation) *guesser {
	g := &guesser{map[string]*pathNode{}, map[string]bool{}}
	for _, o := range operations {
		segments, _ := normalized(o.template)
		for i := range len(segments) + 1 {
			n := g.node(segments[:i])
			if i < len(segments) {
				n.below[generic(segments[i])] = true
			} else {
				n.methods[o.method] = true
			}
		}
	}
	for _, o := range operations {
		g.calls[g.guess(o.method, o.template).call()] = true
	}
	return g
}

// node returns the node of a path, a new one if there is none.
func (g *guesser) node(segments []string) *pathNode {
	var names []string
	for _, s := range segments {
		names = append(names, generic(s))
	}
	key := strings.Join(names, "/")
	if g.nodes[key] == nil {
		g.nodes[key] = &pathNode{map[string]bool{}, map[string]bool{}}
	}
	return g.nodes[key]
}

func isID(segment string) bool { return strings.HasPrefix(segment, "{") }

func generic(segment string) string {
	if isID(segment) {
		return "{}"
	}
	return segment
}

// twoNouns are the nouns with a hyphen that are two.
var twoNouns = regexp.MustCompile(`^(conversations|translations|installations|integration)[-_](\w+)$`)

// normalized returns the segments of a path without its owners, and the end of the method that
// names the owner instead.
func normalized(template string) (segments []string, owner string) {
	switch rest := strings.TrimPrefix(template, "/v1/"); rest {
	case "":
		return []string{"system", "info"}, ""
	case "user":
		return []string{"users", "me"}, ""
	default:
		for segment := range strings.SplitSeq(rest, "/") {
			switch two := twoNouns.FindStringSubmatch(segment); {
			case segment == "org":
				segments = append(segments, "orgs")
			case segment == "page" || segment == "path":
				segments = append(segments, "pages")
			case segment == "installation_status":
				segments = append(segments, "installations", "status", "{}")
			case two != nil && two[1] == "integration":
				segments = append(segments, "integrations", two[2])
			case two != nil:
				segments = append(segments, two[1], two[2])
			default:
				segments = append(segments, segment)
			}
		}
	}
	segments, owner = withoutOwner(segments)
	var kept []string
	for i, s := range segments { // content before another noun
		last := i == len(segments)-1
		if s == "content" && i >= 2 && !last && (strings.HasSuffix(segments[i+1], "s") || i+2 < len(segments)) {
			continue
		}
		kept = append(kept, s)
	}
	return kept, owner
}

func withoutOwner(s []string) (segments []string, owner string) {
	of := map[string]string{"orgs": "InOrg", "spaces": "InSpace", "sites": "InSite"}
	if len(s) > 2 && s[0] == "orgs" && slices.Contains([]string{"sites", "spaces", "collections"}, s[2]) {
		s = s[2:]
	}
	if len(s) > 2 && (s[0] == "orgs" || s[0] == "spaces") && s[2] == "change-requests" {
		if s[0] == "orgs" {
			owner = "InOrg"
		}
		s = s[2:]
	}
	if len(s) > 2 && of[s[0]] != "" && (s[2] == "integrations" || s[2] == "installations") {
		owner, s = of[s[0]], s[2:]
		switch {
		case s[0] == "installations":
			s = append([]string{"integrations"}, s...)
		case len(s) > 3 && s[1] != "blocks" && s[2] == "installations": // an integration before its installations
			s = append([]string{"integrations"}, s[2:]...)
		}
	}
	if len(s) > 2 && s[2] == "permissions" {
		s = append([]string{"permissions", s[0], "{}"}, s[3:]...)
	}
	return s, owner
}

var acronyms = map[string]string{"openapi": "OpenAPI", "saml": "SAML", "sso": "SSO", "pdf": "PDF", "urls": "URLs", "mcp": "MCP", "ai": "AI"}

// goName returns a segment as a Go name.
func goName(segment string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(segment, "-") {
		if acronym := acronyms[word]; acronym != "" {
			word = acronym
		}
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

func singularOf(name string) string {
	switch {
	case name == "URLs" || strings.HasSuffix(name, "ss") || strings.HasSuffix(name, "us"):
		return name
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	default:
		return strings.TrimSuffix(name, "s")
	}
}

// isList reports whether the noun at the end of a path is a plural.
func (g *guesser) isList(segments []string) bool {
	n := g.node(segments)
	return n.below["{}"] || strings.HasSuffix(segments[len(segments)-1], "s") && !n.methods["PUT"]
}

// wholes are plurals that come whole in one response.
var wholes = []string{"changes", "questions", "template-conditions", "blocks", "scripts", "meta-links", "audit-event-actions", "question-stats"}

func (g *guesser) guess(method, template string) guess {
	s, owner := normalized(template)
	last := len(s) - 1
	made := guess{}
	push := func(i int) {
		name := goName(s[i])
		one := name
		if g.isList(s[:i+1]) || i < last && strings.HasSuffix(s[i], "s") {
			one = singularOf(name)
		}
		made.services = append(made.services, noun{name, one})
	}
	prefix := ""
	for i, segment := range s {
		switch {
		case isID(segment):
			if i == last {
				made.method = g.ofItem(method, s, strings.Contains(template, "{pagePath}"))
			}
		case i > 1 && !isID(s[i-1]) && segment == "latest": // takes the place of an ID
			if prefix = "Latest"; i == last {
				made.method = prefix
			}
		case i < last && prefix != "":
			prefix += goName(segment)
		case i < last:
			push(i)
		default:
			made.method = g.ofNoun(method, s, &made, push, prefix)
		}
	}
	if s[0] == "permissions" && (isID(s[last]) && last == 2) {
		made.method = "Invite"
	}
	made.method += owner
	return made
}

// ofItem returns the method of an operation whose path ends with an ID.
func (g *guesser) ofItem(method string, s []string, byPath bool) string {
	item, list := g.node(s), g.node(s[:len(s)-1])
	switch {
	case method == "GET" && byPath:
		return "GetByPath"
	case method == "PUT" && list.methods["POST"] && !item.methods["PATCH"]:
		return "Update"
	default:
		return map[string]string{"GET": "Get", "DELETE": "Delete", "PATCH": "Update", "POST": "Update", "PUT": "Put"}[method]
	}
}

// ofNoun returns the method of an operation whose path ends with a noun or a verb.
func (g *guesser) ofNoun(method string, s []string, made *guess, push func(int), prefix string) string {
	last := len(s) - 1
	segment, n := s[last], g.node(s)
	item := g.node(append(slices.Clone(s), "{}"))
	add := func() { made.services = append(made.services, noun{goName(segment), goName(segment)}) }
	switch {
	case prefix != "":
		return prefix + goName(segment)
	case segment == "stream" && made.services[len(made.services)-1].name == "Ask":
		return "Stream"
	case segment == "stream":
		of := made.services[len(made.services)-1].name
		made.services = made.services[:len(made.services)-1]
		return "Stream" + of
	case s[0] == "sites" && segment == "ask":
		add()
		return "Stream"
	case s[0] == "sites" && slices.Contains(s, "ask"):
		return "Stream" + goName(segment)
	case segment == "search", segment == "aggregate" && s[0] == "permissions":
		add()
		return "List"
	case slices.Contains(wholes, segment) && !n.below["{}"]:
		return goName(segment)
	case segment == "pages" && method == "GET":
		push(last)
		return "Tree"
	case last == 0, g.isList(s):
		push(last)
		if method == "PUT" && n.methods["POST"] {
			return "Put"
		}
		if method == "PUT" && !item.methods["PATCH"] && !item.methods["POST"] {
			return "Update"
		}
		return map[string]string{"GET": "List", "POST": "Create", "PUT": "Create", "DELETE": "Delete", "PATCH": "Update"}[method]
	case method == "POST" && segment == "content":
		add()
		return "Update"
	case len(n.methods) > 1 || len(n.below) > 0:
		add()
		return map[string]string{"GET": "Get", "POST": "Create", "PUT": "Put", "PATCH": "Update", "DELETE": "Delete"}[method]
	default:
		return goName(segment)
	}
}

// packages are the packages of the first services, and what the types of those after the first in
// a package begin with.
var packages = map[string]struct{ dir, prefix string }{
	"Orgs": {"orgs", ""}, "Users": {"orgs", "User"}, "Subdomains": {"orgs", "Subdomain"}, "System": {"orgs", "System"},
	"Sites": {"sites", ""}, "CustomHostnames": {"sites", "CustomHostname"},
	"Spaces": {"spaces", ""}, "Collections": {"spaces", "Collection"},
	"ChangeRequests": {"changerequests", ""}, "Permissions": {"permissions", ""}, "URLs": {"urls", ""}, "Integrations": {"integrations", ""},
}

// typeName returns the qualified name of the body or the options of an operation.
func (g *guesser) typeName(of guess, isOptions bool) string {
	first, services := of.services[0].name, of.services[1:]
	in := packages[first]
	rest := strings.TrimPrefix(of.call(), first+".")
	switch {
	case first == "Permissions":
		services = services[1:]
	case len(services) > 0 && services[0].name == "Insights":
		in.dir, services = "sites/insights", services[1:]
	case first == "Sites" && (len(services) == 0 && of.method == "QuestionStats" || len(services) > 0 && (services[0].name == "Questions" || services[0].name == "Answers")):
		in.dir = "sites/insights"
	case first == "ChangeRequests" && (g.calls["Spaces."+rest] && len(services) > 0 || rest == "PDF"):
		in.dir = "spaces"
	case first == "Spaces" && len(services) > 1 && services[0].name == "Revisions" && g.calls["Spaces."+strings.TrimPrefix(rest, "Revisions.")]:
		services = services[1:]
	}
	name := in.prefix
	for _, s := range services {
		name += s.singular
	}
	name += of.method
	if isOptions {
		name += "Options"
	}
	return in.dir + "." + name
}
