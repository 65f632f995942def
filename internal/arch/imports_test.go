package arch

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layers are the packages from the bottom up: a package imports those of lower layers only, so the core cannot come to know an operation.
var layers = [][]string{
	{"internal/call", "internal/jsonx"},
	{"api"},
	{"richtext"},
	{"internal/check", "internal/redact"},
	{"internal/op"},
	{"pagination", "sse"},
	{"internal/paging"},
	{"internal/transport"},
	{"changerequests", "orgs", "permissions", "sites", "spaces"},
	{"."},
	{"publishingtest"},
}

// between are the imports within a layer. Other areas stay apart: what a second one needs moves to api, or is an api.Raw.
var between = map[string][]string{
	"changerequests": {"spaces"},
	"orgs":           {"spaces"},
	"sites":          {"spaces"},
}

// importers are the packages that may import a module. A library has one seam, so that it can be replaced and shows in no public type.
var importers = map[string][]string{
	"github.com/go-json-experiment/json":    {"internal/jsonx"},
	"github.com/google/go-querystring":      {"internal/transport"},
	"github.com/hashicorp/go-retryablehttp": {"internal/transport", "internal/fault"}, // as it comes, it is what the SDK is compared with
	"github.com/tmaxmax/go-sse":             {"sse"},
	"github.com/stretchr/testify":           nil,
	goleak:                                  nil,
}

// testingOnly are the packages that only tests import: a program that links the SDK must not get their flags and code.
var testingOnly = []string{"testing", "github.com/stretchr/testify", goleak}

// importsFit holds the imports of files that are no tests to layers, between and importers.
func importsFit(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if layerOf(p.dir) < 0 && len(p.sources()) > 0 {
			found.add(p.sources()[0], "package %s: want a place in the layers", p.dir)
		}
		for _, f := range p.files {
			for _, spec := range f.Imports {
				if trouble := importTrouble(p, f, importPath(spec)); trouble != "" {
					found.add(spec, "%s imports %s: %s", p.dir, importPath(spec), trouble)
				}
			}
		}
	}
	return found.list
}

// layerOf is the layer of a package, -1 for none. Programs and packages of tests are above all others, and what the examples share just below.
// The server of faults is on top, so that only tests import it.
func layerOf(dir string) int {
	if dir == "internal/fault" {
		return len(layers) + 2
	}
	if strings.HasPrefix(dir, "examples/") && !strings.HasPrefix(dir, "examples/internal/") ||
		slices.Contains([]string{"internal/bench/ratios", "internal/docs/generate"}, dir) {
		return len(layers) + 1
	}
	if strings.HasPrefix(dir, "examples/") ||
		slices.Contains([]string{"internal/arch", "internal/bench", "internal/contract", "internal/demo", "internal/docs", "internal/stories"}, dir) {
		return len(layers)
	}
	return slices.IndexFunc(layers, func(layer []string) bool { return slices.Contains(layer, dir) })
}

func importTrouble(p *pkg, f *file, target string) string {
	if dir, ok := dirOf(target); ok {
		from, to := layerOf(p.dir), layerOf(dir)
		switch {
		case f.test:
			return "" // the compiler finds cycles
		case from == to && slices.Contains(between[p.dir], dir):
			return ""
		case to >= from:
			return "want imports of lower layers only"
		}
		return ""
	}
	for library, allowed := range importers {
		if !within(target, library) {
			continue
		}
		if slices.Contains(testingOnly, library) {
			break
		}
		if !slices.Contains(allowed, p.dir) {
			return "want it in " + strings.Join(allowed, ", ") + " only"
		}
		return ""
	}
	for _, forbidden := range testingOnly {
		if within(target, forbidden) {
			if f.test {
				return ""
			}
			return "want it in tests only"
		}
	}
	if first, _, _ := strings.Cut(target, "/"); strings.Contains(first, ".") {
		return "want none but the listed modules"
	}
	return ""
}

// within tells whether an import path is that of a module or package or below it.
func within(target, path string) bool {
	return target == path || strings.HasPrefix(target, path+"/")
}

func TestImportsFollowTheLayers(t *testing.T) {
	t.Parallel()
	holds(t, importsFit)
}

// TestLayersAreReal keeps the names in the rule from going stale.
func TestLayersAreReal(t *testing.T) {
	t.Parallel()
	var listed, found []string
	for _, layer := range layers {
		listed = append(listed, layer...)
	}
	for _, p := range ownTree(t).packages() {
		if layer := layerOf(p.dir); layer >= 0 && layer < len(layers) {
			found = append(found, p.dir)
		}
	}
	require.ElementsMatch(t, listed, found)
}

func TestImportsFitBites(t *testing.T) {
	t.Parallel()
	imports := func(name, file, target string, want ...string) bite {
		source := "package a\nimport _ \"" + target + "\"\n"
		return bite{name, map[string]string{file: source}, want}
	}
	const lower = "want imports of lower layers only"
	bites(t, importsFit, []bite{
		imports("down", "sites/a.go", module+"/internal/transport"),
		imports("far down", "publishingtest/a.go", module+"/api"),
		imports("up", "api/a.go", module+"/internal/transport", "api/a.go:2: api imports "+module+"/internal/transport: "+lower),
		imports("up to the root", "sites/a.go", module, lower),
		imports("the root imports the service in memory", "a.go", module+"/publishingtest", lower),
		imports("sse and the core", "sse/a.go", module+"/internal/transport", lower),
		imports("pagination and op", "pagination/a.go", module+"/internal/op"),
		imports("api and op", "api/a.go", module+"/internal/op", lower),
		imports("within a layer", "internal/call/a.go", module+"/internal/jsonx", lower),
		imports("sites and spaces", "sites/a.go", module+"/spaces"),
		imports("orgs and spaces", "orgs/a.go", module+"/spaces"),
		imports("change requests and spaces", "changerequests/a.go", module+"/spaces"),
		imports("spaces and sites", "spaces/a.go", module+"/sites", lower),
		imports("sites and orgs", "sites/a.go", module+"/orgs", lower),
		imports("permissions and spaces", "permissions/a.go", module+"/spaces", lower),
		imports("a test", "api/a_test.go", module+"/publishingtest"),
		imports("an example", "examples/a/a.go", module+"/publishingtest"),
		imports("an example what all share", "examples/a/a.go", module+"/examples/internal/b"),
		imports("an example of another", "examples/a/a.go", module+"/examples/b", lower),
		imports("the server of faults", "internal/fault/a.go", "net/http/httptest"),
		imports("the server of faults and testify", "internal/fault/a.go", "github.com/stretchr/testify/require", "want it in tests only"),
		imports("faults in a test", "internal/transport/a_test.go", module+"/internal/fault"),
		imports("faults in a source", "publishingtest/a.go", module+"/internal/fault", lower),
		imports("faults in an example", "examples/a/a.go", module+"/internal/fault", lower),
		imports("a package without a place", "internal/new/a.go", "fmt", "package internal/new: want a place in the layers"),
		imports("json in its seam", "internal/jsonx/a.go", "github.com/go-json-experiment/json/jsontext"),
		imports("json elsewhere", "internal/transport/a.go", "github.com/go-json-experiment/json/jsontext", "want it in internal/jsonx only"),
		imports("json in a test", "api/a_test.go", "github.com/go-json-experiment/json", "want it in internal/jsonx only"),
		imports("queries elsewhere", "publishingtest/a.go", "github.com/google/go-querystring/query", "want it in internal/transport only"),
		imports("testing", "publishingtest/a.go", "testing", "want it in tests only"),
		imports("a part of testing", "publishingtest/a.go", "testing/synctest", "want it in tests only"),
		imports("testify", "publishingtest/a.go", "github.com/stretchr/testify/require", "want it in tests only"),
		imports("goleak", "internal/contract/a.go", goleak, "want it in tests only"),
		imports("testify in a test", "api/a_test.go", "github.com/stretchr/testify/require"),
		imports("another module", "examples/a/a.go", "golang.org/x/sync/errgroup", "want none but the listed modules"),
		imports("another module in a test", "api/a_test.go", "github.com/google/go-cmp/cmp", "want none but the listed modules"),
		imports("the standard library", "api/a.go", "net/http/httptest"),
	})
}
