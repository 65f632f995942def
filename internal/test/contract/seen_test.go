package contract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A statement is a line of testdata/seen.tsv. number is that of a statement about a service by
// people who have called it, and outcome is what followed from it:
//
//   - rule: the rule of the in-memory server that where is the ID of says that it has been seen
//   - comment: the comment or the guide in the file where contains the words of note
//   - test: the directory where has the test that note names
//   - left: nothing; note contains the reason
type statement struct {
	number, outcome, where, note string
}

// problem returns why the outcome of a statement is not there. rules are the lines of the list of
// rules.
func (s statement) problem(root string, rules []string) string {
	switch s.outcome {
	case "rule":
		isSeen := func(line string) bool {
			return strings.HasPrefix(line, "- `"+s.where+"`: ") && strings.Contains(line, "seen")
		}
		if !slices.ContainsFunc(rules, isSeen) {
			return "no such rule says that it has been seen"
		}
	case "comment":
		text, err := os.ReadFile(filepath.Join(root, s.where))
		if err != nil {
			return err.Error()
		}
		inLine := strings.Join(strings.Fields(strings.ReplaceAll(string(text), "//", "")), " ")
		if s.note == "" || !strings.Contains(inLine, s.note) {
			return "the file does not contain the words"
		}
	case "test":
		paths, err := filepath.Glob(filepath.Join(root, s.where, "*_test.go"))
		if err != nil {
			return err.Error()
		}
		declaration := regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(s.note) + `\(`)
		for _, path := range paths {
			if text, err := os.ReadFile(path); err == nil && declaration.Match(text) {
				return ""
			}
		}
		return "the directory has no such test"
	case "left":
		if s.note == "" {
			return "want a reason"
		}
	default:
		return "undecided"
	}
	return ""
}

// TestEachStatementAboutAServiceHasAnOutcome checks that nothing that was seen is decided by
// silence.
func TestEachStatementAboutAServiceHasAnOutcome(t *testing.T) {
	t.Parallel()
	const statements = 51
	root := filepath.Join("..", "..", "..")
	list, err := os.ReadFile(filepath.Join(root, "docs", "RULES.md"))
	require.NoError(t, err)
	rows, err := readTable(os.DirFS("testdata"), "seen.tsv", "number", "outcome", "where", "note")
	require.NoError(t, err)
	outcomes, decided := map[string]int{}, map[string]bool{}
	for _, r := range rows {
		s := statement{r[0], r[1], r[2], r[3]}
		require.Empty(t, s.problem(root, strings.Split(string(list), "\n")), "%v", s)
		outcomes[s.outcome]++
		decided[s.number] = true
	}
	require.Len(t, decided, statements)
	t.Log(outcomes)
}

func TestStatementWithoutOutcomeIsDetected(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "a.go"), []byte("// It has been\n// seen."), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "a_test.go"), []byte("func TestA(t *T) {}"), 0o600))
	for want, statements := range map[string][]statement{
		"": {
			{"1", "rule", "a.seen", ""},
			{"1", "comment", "a.go", "has been seen"},
			{"1", "test", ".", "TestA"},
			{"1", "left", "", "why"},
		},
		"no such rule says that it has been seen": {{"1", "rule", "a.guess", ""}, {"1", "rule", "a", ""}},
		"the file does not contain the words":     {{"1", "comment", "a.go", "was seen"}, {"1", "comment", "a.go", ""}},
		"the directory has no such test":          {{"1", "test", ".", "Test"}, {"1", "test", "b", "TestA"}},
		"want a reason":                           {{"1", "left", "", ""}},
		"undecided":                               {{"1", "", "", ""}, {"1", "open", "", "later"}},
	} {
		for _, s := range statements {
			require.Equal(t, want, s.problem(root, []string{"- `a.seen`: x (seen)", "- `a.guess`: x"}), "%v", s)
		}
	}
	require.Contains(t, statement{"1", "comment", "b.go", "x"}.problem(root, nil), "b.go")
}
