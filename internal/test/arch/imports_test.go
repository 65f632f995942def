package arch

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layers are the packages from the bottom up. A package imports only packages of lower layers, so
// the core cannot depend on an operation.
var layers = [][]string{
	{"internal/call", "internal/clock", "internal/clone", "internal/enums", "internal/failure", "internal/gunzip", "internal/jsonx", "internal/logvalue", "internal/neterr", "internal/rison", "internal/treediff", "publishingtest/internal/ordered"},
	{"api", "internal/future"},
	{"richtext"},
	{"internal/check", "internal/querystring", "internal/ratelimit", "internal/redact"},
	{"internal/idle", "internal/op", "publishingtest/internal/limits"},
	{"ask", "pagination", "sse"},
	{"internal/paging"},
	{"internal/transport"},
	{"internal/poll", "internal/tokens"},
	{"changerequests", "integrations", "orgs", "permissions", "sites", "sites/customization", "sites/insights", "spaces", "spaces/feed", "urls"},
	{"."},
	{"publishingtest"},
}

// between are the allowed imports within a layer. Other areas are independent: what two of them
// need is in api, or is an api.Raw.
var between = map[string][]string{
	"changerequests":      {"spaces"},
	"integrations":        {"sites", "sites/insights", "spaces"},
	"internal/call":       {"internal/jsonx"},
	"internal/neterr":     {"internal/failure"},
	"internal/rison":      {"internal/jsonx"},
	"orgs":                {"spaces"},
	"sites":               {"sites/customization", "sites/insights", "spaces"},
	"sites/customization": {"spaces"},
	"sites/insights":      {"spaces"},
	"spaces/feed":         {"spaces"},
	"urls":                {"changerequests", "spaces"},
}

// importers are the packages that may import a module. Each library is used in one place, so that
// it can be replaced and occurs in no exported type.
var importers = map[string][]string{
	"github.com/go-json-experiment/json":    {"internal/jsonx"},
	"github.com/google/go-querystring":      {"internal/querystring"},
	"github.com/hashicorp/go-retryablehttp": {"internal/transport", "internal/test/fault"}, // internal/test/fault compares the SDK with it
	"github.com/tmaxmax/go-sse":             {"sse"},
	"github.com/stretchr/testify":           nil,
	goleak:                                  nil,
}

// testingOnly are the packages that only tests import. A program that links the SDK must not
// contain their code and flags.
var testingOnly = []string{"testing", "github.com/stretchr/testify", goleak}

// ofTests are packages that only tests import, and which may import the same as tests.
var ofTests = []string{"internal/test/contract", "examples/internal/proxytest"}

// importsFit requires imports to follow layers, between and importers.
func importsFit(t *tree) []string {
	found := problems{tree: t}
	for _, p := range t.packages() {
		if layerOf(p.dir) < 0 && len(p.sources()) > 0 {
			found.add(p.sources()[0], "package %s: want a layer for it", p.dir)
		}
		for _, f := range p.files {
			for _, spec := range f.Imports {
				if problem := importProblem(p, f, importPath(spec)); problem != "" {
					found.add(spec, "%s imports %s: %s", p.dir, importPath(spec), problem)
				}
			}
		}
	}
	return found.list
}

// layerOf returns the layer of a package, or -1 for an unknown one. Programs are above the
// packages of the SDK, and what only tests and figures use is above both, so that no program
// contains it.
func layerOf(dir string) int {
	switch {
	case dir == "internal/test/docs/generate":
		return len(layers) + 5
	case slices.Contains([]string{"internal/test/contract", "internal/test/docs"}, dir):
		return len(layers) + 4
	case slices.Contains([]string{"internal/test/fault", "internal/test/bench/ratios", "internal/test/bench/servers", "internal/test/mutants", "examples/internal/proxytest"}, dir):
		return len(layers) + 3
	case strings.HasPrefix(dir, "internal/test/"):
		return len(layers) + 2
	case strings.HasPrefix(dir, "examples/internal/"):
		return len(layers)
	case strings.HasPrefix(dir, "examples/"):
		return len(layers) + 1
	}
	return slices.IndexFunc(layers, func(layer []string) bool { return slices.Contains(layer, dir) })
}

// importProblem returns why a file may not import a package, or "" if it may.
func importProblem(p *pkg, f *file, target string) string {
	if dir, ok := dirOf(target); ok {
		from, to := layerOf(p.dir), layerOf(dir)
		switch {
		case f.test:
			return "" // the compiler rejects cycles
		case from == to && slices.Contains(between[p.dir], dir):
			return ""
		case to >= from:
			return "want only imports of lower layers"
		}
		return ""
	}
	if target == "html/template" && !f.test && layerOf(p.dir) < len(layers) {
		return "the SDK renders nothing"
	}
	for library, allowed := range importers {
		if !within(target, library) {
			continue
		}
		if slices.Contains(testingOnly, library) {
			break
		}
		if !slices.Contains(allowed, p.dir) {
			return "want it only in " + strings.Join(allowed, ", ")
		}
		return ""
	}
	for _, forbidden := range testingOnly {
		if within(target, forbidden) {
			if f.test || slices.Contains(ofTests, p.dir) {
				return ""
			}
			return "want it only in tests"
		}
	}
	if first, _, _ := strings.Cut(target, "/"); strings.Contains(first, ".") {
		return "want only the listed modules"
	}
	return ""
}

// within reports whether an import path is that of a module or package, or below it.
func within(target, path string) bool {
	return target == path || strings.HasPrefix(target, path+"/")
}

func TestImportsFollowTheLayers(t *testing.T) {
	t.Parallel()
	holds(t, importsFit)
}

// TestLayersAreReal proves that every package in the layers exists.
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

func TestImportsFitDetectsForbiddenImports(t *testing.T) {
	t.Parallel()
	imports := func(name, file, target string, want ...string) sample {
		source := "package a\nimport _ \"" + target + "\"\n"
		return sample{name, map[string]string{file: source}, want}
	}
	const lower = "want only imports of lower layers"
	detects(t, importsFit, []sample{
		imports("down", "sites/a.go", module+"/internal/transport"),
		imports("far down", "publishingtest/a.go", module+"/api"),
		imports("up", "api/a.go", module+"/internal/transport", "api/a.go:2: api imports "+module+"/internal/transport: "+lower),
		imports("up to the root", "sites/a.go", module, lower),
		imports("the root imports the in-memory server", "a.go", module+"/publishingtest", lower),
		imports("sse and the core", "sse/a.go", module+"/internal/transport", lower),
		imports("pagination and op", "pagination/a.go", module+"/internal/op"),
		imports("api and op", "api/a.go", module+"/internal/op", lower),
		imports("within a layer", "internal/call/a.go", module+"/internal/enums", lower),
		imports("sites and spaces", "sites/a.go", module+"/spaces"),
		imports("sites and customization", "sites/a.go", module+"/sites/customization"),
		imports("sites and insights", "sites/a.go", module+"/sites/insights"),
		imports("insights and the core", "sites/insights/a.go", module+"/internal/transport"),
		imports("customization and spaces", "sites/customization/a.go", module+"/spaces"),
		imports("customization and sites", "sites/customization/a.go", module+"/sites", lower),
		imports("orgs and spaces", "orgs/a.go", module+"/spaces"),
		imports("orgs and ask", "orgs/a.go", module+"/ask"),
		imports("ask and orgs", "ask/a.go", module+"/orgs", lower),
		imports("change requests and spaces", "changerequests/a.go", module+"/spaces"),
		imports("spaces and sites", "spaces/a.go", module+"/sites", lower),
		imports("sites and orgs", "sites/a.go", module+"/orgs", lower),
		imports("urls and change requests", "urls/a.go", module+"/changerequests"),
		imports("urls and sites", "urls/a.go", module+"/sites", lower),
		imports("permissions and spaces", "permissions/a.go", module+"/spaces", lower),
		imports("a test", "api/a_test.go", module+"/publishingtest"),
		imports("an example", "examples/a/a.go", module+"/publishingtest"),
		imports("an example imports what all share", "examples/a/a.go", module+"/examples/internal/b"),
		imports("an example imports another", "examples/a/a.go", module+"/examples/b", lower),
		imports("the fault server", "internal/test/fault/a.go", "net/http/httptest"),
		imports("the fault server and testify", "internal/test/fault/a.go", "github.com/stretchr/testify/require", "want it only in tests"),
		imports("fault server in a test", "internal/transport/a_test.go", module+"/internal/test/fault"),
		imports("fault server in a source", "publishingtest/a.go", module+"/internal/test/fault", lower),
		imports("benchmarks in an example", "examples/a/a.go", module+"/internal/test/bench", lower),
		imports("fault server in an example", "examples/a/a.go", module+"/internal/test/fault", lower),
		imports("a package without a layer", "internal/new/a.go", "fmt", "package internal/new: want a layer for it"),
		imports("json in its package", "internal/jsonx/a.go", "github.com/go-json-experiment/json/jsontext"),
		imports("json elsewhere", "internal/transport/a.go", "github.com/go-json-experiment/json/jsontext", "want it only in internal/jsonx"),
		imports("json in a test", "api/a_test.go", "github.com/go-json-experiment/json", "want it only in internal/jsonx"),
		imports("queries elsewhere", "publishingtest/a.go", "github.com/google/go-querystring/query", "want it only in internal/querystring"),
		imports("templates", "richtext/a.go", "html/template", "the SDK renders nothing"),
		imports("templates in an example", "examples/a/a.go", "html/template"),
		imports("testing", "publishingtest/a.go", "testing", "want it only in tests"),
		imports("a part of testing", "publishingtest/a.go", "testing/synctest", "want it only in tests"),
		imports("testify", "publishingtest/a.go", "github.com/stretchr/testify/require", "want it only in tests"),
		imports("goleak", "internal/test/bench/a.go", goleak, "want it only in tests"),
		imports("the engine of the contract and testify", "internal/test/contract/a.go", "github.com/stretchr/testify/require"),
		imports("the engine of the contract and the fault server", "internal/test/contract/a.go", module+"/internal/test/fault"),
		imports("the engine of the contract in a test", "sites/a_test.go", module+"/internal/test/contract"),
		imports("the engine of the contract in a source", "sites/a.go", module+"/internal/test/contract", lower),
		imports("the engine of the contract in the fault server", "internal/test/fault/a.go", module+"/internal/test/contract", lower),
		imports("testify in a test", "api/a_test.go", "github.com/stretchr/testify/require"),
		imports("another module", "examples/a/a.go", "golang.org/x/sync/errgroup", "want only the listed modules"),
		imports("another module in a test", "api/a_test.go", "github.com/google/go-cmp/cmp", "want only the listed modules"),
		imports("the standard library", "api/a.go", "net/http/httptest"),
	})
}
