package main

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const example = `package p

import "net/http"

type T struct {
	Limit int ` + "`json:\"limit\" check:\"range=0..100\"`" + `
}

func f(a, b int, failed error) error {
	switch {
	case a == b:
		return failed
	}
	if a < b && a >= 0 {
		a = 20
	} else {
		f(a, b, nil)
	}
	for range []error{nil, failed} {
		if a > http.StatusOK {
			continue
		}
		_ = "/v1/sites/{siteId}/banner"
	}
	return nil
}
`

// sources returns the example as a package of each group, without need of the go command.
func sources() []*source {
	http := types.NewPackage("net/http", "http")
	for _, name := range []string{"StatusOK", "StatusTeapot"} {
		http.Scope().Insert(types.NewConst(token.NoPos, http, name, types.Typ[types.UntypedInt], constant.MakeInt64(200)))
	}
	http.MarkComplete()
	var list []*source
	for _, path := range []string{"internal/check", "sites", "publishingtest"} {
		list = append(list, &source{token.NewFileSet(), imports{http}, path, map[string][]byte{path + "/a.go": []byte(example)}})
	}
	return list
}

type imports struct{ pkg *types.Package }

func (i imports) Import(string) (*types.Package, error) { return i.pkg, nil }

func changes(mutants []mutant) []string {
	var list []string
	for _, m := range mutants {
		list = append(list, m.path+" "+m.kind+" "+m.change())
	}
	return list
}

func TestPlacesOfEachKindAreFound(t *testing.T) {
	t.Parallel()
	places, err := sources()[0].places()
	require.NoError(t, err)
	found := map[string][]string{}
	for _, m := range places {
		found[m.kind] = append(found[m.kind], m.change())
		require.NotEqual(t, example, string(m.mutate(m.texts[m.name], 0)), m.change())
	}
	require.Equal(t, map[string][]string{
		"negate":    {"if⟦a < b && a >= 0 → !(a < b && a >= 0)⟧{", "if⟦a > http.StatusOK → !(a > http.StatusOK)⟧{"},
		"compare":   {"case a⟦== → !=⟧b:", "if a⟦< → <=⟧b && a >= 0 {", "if a < b && a⟦>= → >⟧0 {", "if a⟦> → >=⟧http.StatusOK {"},
		"logic":     {"if a < b⟦&& → ||⟧a >= 0 {"},
		"number":    {"if a < b && a >=⟦0 → (0+1)⟧{", "if a < b && a >=⟦0 → (0-1)⟧{", "a =⟦20 → (20+1)⟧", "a =⟦20 → (20-1)⟧"},
		"statement": {"⟦a = 20 → ⟧", "⟦f(a, b, nil) → ⟧", "⟦_ = \"/v1/sites/{siteId}/banner\" → ⟧"},
		"error":     {"return⟦failed → nil⟧"},
		"element":   {"for range []error{⟦nil, → ⟧failed} {", "for range []error{nil,⟦failed → ⟧} {"},
		"string":    {"if a > http.⟦StatusOK → StatusTeapot⟧{", "_ = \"/v1/sites⟦ → x⟧/{siteId}/banner\"", "_ = \"/v1/sites/{siteId}/banner⟦ → x⟧\""},
		"name":      {"Limit int `json:\"limit⟦ → x⟧\" check:\"range=0..100\"`"},
		"limit": {
			"Limit int `json:\"limit\" check:\"range=⟦0 → 1⟧..100\"`",
			"Limit int `json:\"limit\" check:\"range=0..⟦100 → 101⟧\"`", "Limit int `json:\"limit\" check:\"range=0..⟦100 → 99⟧\"`",
		},
		"arguments": {"f(⟦a, b → b, a⟧, nil)"},
		"jump":      {"⟦continue → ⟧"},
		"branch":    {"⟦case a == b: return failed → ⟧", "}⟦else { f(a, b, nil) } → ⟧"},
	}, found)
}

func TestDrawingDependsOnlyOnTheSeedAndTheSources(t *testing.T) {
	t.Parallel()
	first, err := draw(sources(), 1, 40)
	require.NoError(t, err)
	same, err := draw(sources(), 1, 40)
	require.NoError(t, err)
	require.Equal(t, changes(first), changes(same))
	few, err := draw(sources(), 1, 4)
	require.NoError(t, err)
	require.Equal(t, changes(first)[:4], changes(few), "the first of more")
	others, err := draw(sources(), 2, 40)
	require.NoError(t, err)
	require.NotEqual(t, changes(first), changes(others), "another seed")
}

func TestDrawnMutantsCompileAndDiffer(t *testing.T) {
	t.Parallel()
	drawn, err := draw(sources(), 1, 39)
	require.NoError(t, err)
	groups, drawnKinds, seen := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, m := range drawn {
		mutated := m.mutate(m.texts[m.name], 0)
		_, err := m.check(m.name, mutated, nil)
		require.NoError(t, err, m.change())
		key := m.path + string(mutated)
		require.False(t, seen[key], "%s: want it once", m.change())
		seen[key] = true
		groups[m.group()]++
		drawnKinds[m.kind]++
	}
	require.Equal(t, map[string]int{"core": 13, "areas": 13, "server": 13}, groups)
	require.Len(t, drawnKinds, len(kinds))
}

func TestDrawingEndsWhenNoMutantIsLeft(t *testing.T) {
	t.Parallel()
	_, err := draw(sources(), 1, 10_000)
	require.ErrorContains(t, err, "want 10000 mutants that compile, got ")
}

func TestMutantIsFoundInAnotherCheckout(t *testing.T) {
	t.Parallel()
	places, err := sources()[1].places()
	require.NoError(t, err)
	var m mutant
	for _, m = range places {
		if m.kind == "jump" {
			break
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"the same":     {example, strings.Replace(example, "continue", "", 1)},
		"moved":        {"// A comment.\n" + example, "// A comment.\n" + strings.Replace(example, "continue", "", 1)},
		"changed near": {strings.Replace(example, "StatusOK", "StatusTeapot", 1), ""},
		"twice":        {example + example, ""},
		"not there":    {"package p\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "sites"), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, m.name), []byte(c.text), 0o600))
			_, mutated := (&tree{dir: dir}).find(m)
			require.Equal(t, c.want, string(mutated))
		})
	}
	_, mutated := (&tree{dir: t.TempDir()}).find(m)
	require.Nil(t, mutated, "no such file")
}

func TestNearestTestsRunFirst(t *testing.T) {
	t.Parallel()
	deps := " " + module + "/api " + module + "/spaces "
	tests := &tree{tests: map[string]string{
		"": deps, "ask": " " + module + "/api ", "publishingtest": deps, "sites": deps, "spaces": deps, "orgs": deps,
		"internal/transport": deps, "internal/test/contract": deps, "examples/tour": deps,
	}}
	require.Equal(t, []string{
		"spaces", "internal/transport", "orgs", "sites", "internal/test/contract", "publishingtest", "", "examples/tour",
	}, tests.nearest("spaces"))
}

func TestFirstFailureIsReported(t *testing.T) {
	t.Parallel()
	for out, want := range map[string]string{
		"--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/b (0.1s)\n--- FAIL: TestC (0s)\nFAIL\n": "TestA/b",
		"--- FAIL: TestA (0.1s)\npanic: boom [recovered]\n":                                  "TestA",
		"panic: test timed out after 1m0s\nrunning tests:\n\tTestA (1m0s)\n":                 "panic: test timed out after 1m0s",
		"fatal error: all goroutines are asleep - deadlock!\n":                               "fatal error: all goroutines are asleep - deadlock!",
		"# p\na_test.go:1:1: no\nFAIL\tp [build failed]\n":                                   "FAIL p [build failed]",
	} {
		require.Equal(t, want, failed([]byte(out)), out)
	}
}

func TestOnlyTheTestThatFailedIsRunWithoutTheMutant(t *testing.T) {
	t.Parallel()
	require.Equal(t, `^TestA$/^b\.c$/^d$`, pattern("TestA/b.c/d"))
	require.Equal(t, ".", pattern("panic: test timed out after 1m0s"))
}
