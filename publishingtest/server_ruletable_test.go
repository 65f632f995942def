package publishingtest_test

import (
	"encoding/csv"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

// rowsOfTables are rows of tables in the API reference, by part. Each of them must be in rules.tsv
// unchanged.
var rowsOfTables = map[string][]string{
	"1": {
		"| none | create share link | `name` given | exists | initial `active` value: not shown |",
		"| active=true | PATCH with `active: false` | link exists | active=false | none shown |",
		"| active=false | PATCH with `active: true` | link exists | active=true | none shown |",
		"| any | DELETE | link exists | removed (answer 205) | |",
		"| none | DELETE | link absent | unchanged (answer 204) | |",
		"| absent | PUT by slug | body valid | present | answer 201 |",
		"| present | PUT by slug | body valid | present, updated | answer 200 |",
		"| present | DELETE by slug | | absent | answer 205 |",
		"| absent | DELETE by slug | | absent | answer 204 |",
		"| `limit` query | every list operation | at most 1000 |",
		"| `previousQueries` | organization ask | at most 10 items |",
		"| Site title | sites | 2-128 characters |",
		"| Site basename | sites | 1-100 |",
		"| Site hostname / proxy | sites | max 512 |",
		"| Section title / path / description / condition | site sections | 2-128 / 1-100 / max 256 / max 1024 |",
		"| Section group title | section groups | 1-100 |",
		"| Icon name | sections, groups | max 50 |",
		"| Share link name | share links | max 50 |",
		"| OpenAPI slug / source URL | OpenAPI specs | 1-100 / max 2048 |",
		"| Font family | custom fonts | 1-50 |",
		"| Subdomain | subdomains | 3-32 characters by its pattern |",
	},
	"2": {
		"| active | DELETE space | space exists | deleted | answer 205; permanently removed after 7 days |",
		"| none | DELETE space | space absent | unchanged | answer 204 |",
		"| deleted | POST restore | deleted within the last 7 days | active | answer is the Space |",
		"| deleted | 7 days elapse | | permanently removed | outcome of a restore after that: not shown |",
		"| any | POST merge | change request exists | merged | answer `{revision, result: 'merge'}`; `revisionMerged` holds the resulting revision |",
		"| any | POST update | change request exists | updated from the main content | answer `{revision, result: 'update'}` |",
		"| any | PATCH with `status` | | the given status | |",
	},
}

// ruleRow is a line of rules.tsv: a sentence of the API reference, or a property of an experimental
// operation, with the IDs of rules and the names of tests that prove it.
type ruleRow struct {
	document, section, quote string
	proofs                   []string
}

func readRules(t *testing.T) []ruleRow {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "rules.tsv"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	reader := csv.NewReader(file)
	reader.Comma, reader.LazyQuotes = '\t', true
	lines := must(reader.ReadAll())(t)
	require.Equal(t, []string{"document", "section", "quote", "proof"}, lines[0])
	return mapped(lines[1:], func(line []string) ruleRow { return ruleRow{line[0], line[1], line[2], strings.Fields(line[3])} })
}

// testNames returns the names of the tests in directories.
func testNames(t *testing.T, directories ...string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, directory := range directories {
		paths := must(filepath.Glob(filepath.Join(directory, "*_test.go")))(t)
		for _, path := range paths {
			file := must(parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution))(t)
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && function.Recv == nil && strings.HasPrefix(function.Name.Name, "Test") {
					names[function.Name.Name] = true
				}
			}
		}
	}
	return names
}

// TestEachRuleOfTheAPIReferenceIsProven checks that the rules and tests in rules.tsv exist.
// TestEachRuleHoldsUntilItIsSwitchedOff shows that the rules are in force.
func TestEachRuleOfTheAPIReferenceIsProven(t *testing.T) {
	t.Parallel()
	proven := testNames(t, ".", "..")
	for _, rule := range publishingtest.Rules() {
		proven[rule.ID] = true
	}
	quotes := map[string]map[string]bool{}
	for _, row := range readRules(t) {
		require.NotEmpty(t, row.section, row.quote)
		require.NotEmpty(t, row.proofs, row.quote)
		if quotes[row.document] == nil {
			quotes[row.document] = map[string]bool{}
		}
		key := row.section + "\t" + row.quote
		require.False(t, quotes[row.document][key], "twice: %s", row.quote)
		quotes[row.document][key], quotes[row.document][row.quote] = true, true
		for _, proof := range row.proofs {
			require.True(t, proven[proof], "%s: there is neither a rule nor a test %q", row.quote, proof)
		}
	}
	for document, rows := range rowsOfTables {
		for _, row := range rows {
			require.True(t, quotes[document][row], "document %s: %s", document, row)
		}
	}
}

// TestEachRuleOfAHandlerIsInTheTable finds rules that rest on no line of the table. It does not
// cover limits, whose tables are their own.
func TestEachRuleOfAHandlerIsInTheTable(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, row := range readRules(t) {
		for _, id := range row.proofs {
			named[id] = true
		}
	}
	missing := slices.DeleteFunc(publishingtest.Rules(), func(rule publishingtest.Rule) bool { return rule.FromDescription || named[rule.ID] })
	require.Empty(t, missing, "add these rules as proofs to a line of testdata/rules.tsv")
}
