package publishingtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEachRuleOfAHandlerIsInTheTable finds rules that rest on no line of the table. It does not
// cover limits, whose tables are their own.
func TestEachRuleOfAHandlerIsInTheTable(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile(filepath.Join("testdata", "rules.tsv"))
	require.NoError(t, err)
	named := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		for id := range strings.FieldsSeq(line[strings.LastIndexByte(line, '\t')+1:]) {
			named[id] = true
		}
	}
	var missing []string
	for _, rule := range handlerRules {
		if !named[rule.ID] {
			missing = append(missing, rule.ID+": "+rule.Text)
		}
	}
	if len(missing) > 0 {
		require.FailNow(t, "add these rules as proofs to a line of testdata/rules.tsv:\n"+strings.Join(missing, "\n"))
	}
}
