package arch_test

import (
	"errors"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/docs"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

const root = "../../.."

func TestDocumentationIsGenerated(t *testing.T) {
	t.Parallel()
	files, err := docs.Generated(root)
	require.NoError(t, err)
	require.Greater(t, len(files), 8)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s: run go generate ./internal/test/docs", name)
	}
}

func TestTableContainsEachOperation(t *testing.T) {
	t.Parallel()
	table, err := docs.Operations()
	require.NoError(t, err)
	require.NotEmpty(t, op.All())
	for _, o := range op.All() {
		require.Equal(t, 1, strings.Count(table, "| ["+o.Name+"]("), o.Name)
		require.Contains(t, table, "| "+o.Method+" | `"+o.Template+"` |")
	}
}

const source = `package a

func ExampleList() {
	setup()

	list()

	stop()
	// Output: 1
}

func ExampleShort() {
	list()
}

func TestList(t *testing.T) {
	list()
}
`

func TestWeaveInsertsTheCodeOfTheSource(t *testing.T) {
	t.Parallel()
	read := func(name string) ([]byte, error) {
		switch name {
		case "a.go":
			return []byte(source), nil
		case "nested/a.go":
			return nil, docs.ErrOmitted
		default:
			return nil, errors.New("no file " + name)
		}
	}
	block := func(from, code string) string {
		return "text\n<!-- from " + from + " -->\n```go\n" + code + "\n```\ntext"
	}
	for _, c := range []struct{ name, markdown, want, err string }{
		{"an example with an empty line", block("a.go ExampleList", "old()\nold()"), block("a.go ExampleList", "list()\n\nstop()"), ""},
		{"an example without an empty line", block("a.go ExampleShort", "old()"), block("a.go ExampleShort", "list()"), ""},
		{"a test", block("a.go TestList", "old()"), block("a.go TestList", "func TestList(t *testing.T) {\n\tlist()\n}"), ""},
		{"a file", block("a.go", "old()"), block("a.go", strings.TrimSpace(source)), ""},
		{"a file that the module zip omits", block("nested/a.go", "old()"), block("nested/a.go", "old()"), ""},
		{"no code", "text\n```\ngo get\n```\n", "text\n```\ngo get\n```\n", ""},
		{"no source", "```go\nold()\n```", "", "line 1: want a line before the code that identifies its source"},
		{"no file", block("b.go", "old()"), "", "no file b.go"},
		{"no function", block("a.go ExampleGone", "old()"), "", "a.go: no function ExampleGone"},
		{"no block", "<!-- from a.go -->\ntext", "", "line 1: want a block of Go code after the line"},
		{"no end", "<!-- from a.go -->\n```go\nold()", "", "line 2: the block of code has no end"},
	} {
		got, err := docs.Weave([]byte(c.markdown), read)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, string(got), c.name)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	code    = regexp.MustCompile("(?s)\n```.*?\n```|`[^`\n]+`")
	noWord  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the fragments that link to the headings of a Markdown file.
func anchors(markdown string) []string {
	var list []string
	for _, h := range heading.FindAllStringSubmatch(code.ReplaceAllString(markdown, ""), -1) {
		list = append(list, strings.ReplaceAll(noWord.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-"))
	}
	return list
}

// brokenLinks returns the links of a Markdown file whose target in the module does not exist.
// Links to other sites are not followed.
func brokenLinks(name, markdown string, read func(name string) (content string, found bool)) []string {
	var list []string
	known := map[string][]string{} // the anchors of a file
	for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(markdown, ""), -1) {
		target, err := url.Parse(found[1])
		if err != nil || target.Scheme != "" {
			if err != nil || target.Scheme != "https" || target.Host == "" {
				list = append(list, found[1])
			}
			continue
		}
		content, exists := markdown, true
		if target.Path != "" {
			content, exists = read(path.Join(path.Dir(name), target.Path))
		}
		if _, is := known[target.Path]; !is && target.Fragment != "" {
			known[target.Path] = anchors(content)
		}
		if !exists || (target.Fragment != "" && !slices.Contains(known[target.Path], target.Fragment)) {
			list = append(list, found[1])
		}
	}
	return list
}

func TestLinksInTheDocumentationExist(t *testing.T) {
	t.Parallel()
	names, err := docs.Markdown(root)
	require.NoError(t, err)
	read := func(name string) (string, bool) {
		file := filepath.Join(root, name)
		info, err := os.Stat(file)
		if err != nil {
			nested := strings.HasPrefix(name, "examples/") || strings.HasPrefix(name, "internal/test/bench/soak/")
			return "", docs.Zipped(root) && nested // which no module zip of another module contains
		}
		if info.IsDir() {
			return "", true
		}
		content, err := os.ReadFile(file)
		return string(content), err == nil
	}
	for _, name := range names {
		content, found := read(name)
		require.True(t, found)
		require.Empty(t, brokenLinks(name, content, read), name)
	}
}

func TestBrokenLinksAreDetected(t *testing.T) {
	t.Parallel()
	files := map[string]string{"docs/a.md": "# What it's for\n", "README.md": ""}
	read := func(name string) (string, bool) {
		content, found := files[name]
		return content, found
	}
	good := "# Top of all\n[a](a.md) [b](a.md#what-its-for) [c](#top-of-all) [d](../README.md) [e](https://go.dev/x)\n```\n[f](none.md)\n```\n`a[int](b)`"
	require.Empty(t, brokenLinks("docs/b.md", good, read))
	bad := "[a](b.md) [b](a.md#else) [c](#top) [d](README.md) [e](http://go.dev) [f](https:///x)"
	require.Equal(t, []string{"b.md", "a.md#else", "#top", "README.md", "http://go.dev", "https:///x"}, brokenLinks("docs/b.md", bad, read))
}

func TestRulesAreListed(t *testing.T) {
	t.Parallel()
	rules := []publishingtest.Rule{{ID: "a", Text: "one", Undecided: true}, {ID: "b", Text: "two"}, {ID: "c", Text: "three", Callers: true}, {ID: "d", Text: "four", Callers: true, Undecided: true}}
	written, err := docs.Rules([]byte("x\n<!-- undecided rules -->\nold\n<!-- end -->\ny\n<!-- caller rules -->\n<!-- end -->\n"), rules)
	require.NoError(t, err)
	require.Equal(t, "x\n<!-- undecided rules -->\n\n- `a`: one\n- `d` (callers): four\n\n<!-- end -->\ny\n<!-- caller rules -->\n\n- `c`: three\n\n<!-- end -->\n", string(written))
	written, err = docs.Rules([]byte("x\n"), rules)
	require.NoError(t, err)
	require.Equal(t, "x\n", string(written))
	_, err = docs.Rules([]byte("<!-- no rules -->\n<!-- end -->\n"), rules)
	require.ErrorContains(t, err, "want undecided, caller or other")
}

func TestRetriesAreListed(t *testing.T) {
	t.Parallel()
	rules := []*fault.Rule{{Name: "a", Description: "one", Retries: [3]fault.Retry{fault.Retried, fault.NotRetried, fault.RetriedWithBody}}, {Name: "b"}}
	require.Equal(t, `x
<!-- retries -->

| failure | safe requests, deletes, idempotent PUTs | POST, PATCH, other PUTs | event streams |
| --- | --- | --- | --- |
| one | retried | no | retried, if the request has a body |

<!-- end -->
y
`, string(docs.Retries([]byte("x\n<!-- retries -->\nold\n<!-- end -->\ny\n"), rules)))
}
