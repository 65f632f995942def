package contract

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// constant is a value of an enumeration as constants.tsv has it, transcribed by hand.
type constant struct {
	pkg             string // package that declares it, not always the one of its type
	of, name, value string // "sites.Type", "TypeBasic", "basic"
	documented      bool   // the API reference shows the value
}

func (c constant) String() string { return fmt.Sprintf("%s %s = %q", c.of, c.name, c.value) }

// readConstants returns the lines of the constants.tsv in the testdata of each public package.
func readConstants(t *testing.T) (list []constant) {
	t.Helper()
	for pkg := range publicPackages(t) {
		if _, err := fs.Stat(testdata(t, pkg), "constants.tsv"); errors.Is(err, fs.ErrNotExist) {
			require.Empty(t, slices.DeleteFunc(constantsIn(t, pkg), func(c constant) bool { return outcomes[c.of] }), "%s: want testdata/constants.tsv", pkg)
			continue
		}
		rows, err := readTable(testdata(t, pkg), "constants.tsv", "type", "name", "value", "source")
		require.NoError(t, err)
		for _, c := range rows {
			require.Contains(t, []string{"documented", "experimental"}, c[3], c[1])
			list = append(list, constant{pkg, c[0], c[1], c[2], c[3] == "documented"})
		}
	}
	return list
}

// outcomes are the types whose values the SDK makes. The service sends none of them.
var outcomes = map[string]bool{"api.Deletion": true, "api.PutOutcome": true, "ask.TextMode": true, "spaces/feed.Kind": true}

// TestConstantsAreTheValuesOfTheService compares the constants of the public packages with their
// lines in constants.tsv, which are transcribed by hand.
func TestConstantsAreTheValuesOfTheService(t *testing.T) {
	t.Parallel()
	var problems []string
	missing := map[string]bool{}
	for _, c := range readConstants(t) {
		missing[c.String()] = true
	}
	for pkg := range publicPackages(t) {
		for _, c := range constantsIn(t, pkg) {
			if !missing[c.String()] && !outcomes[c.of] {
				problems = append(problems, fmt.Sprintf("%s: no such line in %s/testdata/constants.tsv; add it, or correct the constant", c, pkg))
			}
			delete(missing, c.String())
		}
	}
	for line := range missing {
		problems = append(problems, line+": a line of constants.tsv without a constant")
	}
	require.Empty(t, strings.Join(problems, "\n"))
}

// publicPackages are those that declare types, by their path in the module.
func publicPackages(t *testing.T) map[string]bool {
	t.Helper()
	found, err := marks()
	require.NoError(t, err)
	packages := map[string]bool{}
	for _, one := range found.members {
		packages[one.in[0]] = true
	}
	return packages
}

// constantsIn returns the exported string constants of a package that have a type.
func constantsIn(t *testing.T, pkg string) (list []constant) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", pkg, "*.go"))
	require.NoError(t, err)
	texts, typed := map[string]string{}, []*ast.ValueSpec{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				spec := spec.(*ast.ValueSpec)
				if len(spec.Values) == 1 {
					if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
						texts[spec.Names[0].Name], err = strconv.Unquote(literal.Value)
						require.NoError(t, err)
					}
				}
				if spec.Type != nil && spec.Names[0].IsExported() {
					typed = append(typed, spec)
				}
			}
		}
	}
	for _, spec := range typed {
		of := types.ExprString(spec.Type)
		if !strings.Contains(of, ".") {
			of = pkg + "." + of
		}
		value := spec.Names[0].Name
		if len(spec.Values) == 1 {
			if other, ok := spec.Values[0].(*ast.Ident); ok {
				value = other.Name
			}
		}
		if text, ok := texts[value]; ok { // else it is no text
			list = append(list, constant{pkg: pkg, of: of, name: spec.Names[0].Name, value: text})
		}
	}
	return list
}
