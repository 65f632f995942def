package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// written are texts that the service stores in another form, all in one and one by one.
var written = []string{
	"Text without a title",
	"---\ntitle: Title\ndescription: >-\n  two\n  lines\n---\n\nText",
	"- one\n- *two*\n    + __three__\n    + four_five\n\n1. a\n2. b",
	"one  \ntwo \nthree\\\nfour  ",
	"![alt text](https://example.com/a_b.png)\n\n![](https://example.com/c.png \"a caption\")",
	"|a|b|\n|-|:-----:|\n| *x* |y_z|",
	"a snake_case and `code_span *x*` and ``a ` b_c``\n\n```go\n- a_b  \n*x*\n\n\n\n```\n\n\n\nafter",
	"{% hint style=\"info\" %}\n- *x*\n{% endhint %}\n\n{% code title=\"a_b.txt\" %}\n~~~\n__x__\n~~~\n{% endcode %}",
	"[a_b](https://example.com/a_b__c__) <a href=\"https://example.com/a_b\">x_y</a> https://example.com/a_b",
	"\\[not\\](link) \\*x\\* a\\_b &amp; c **_both_** ***all***",
	"> *quoted*  \n> text\n\n---\n\n### Heading *x* <a href=\"#a_b\" id=\"a_b\"></a>\ntext",
	"* a\n\n  text_below\n\n  ```\n  code\n  ```\n* b",
}

// stored returns Markdown as the in-memory server returns it after it was written.
func stored(t *testing.T, texts []string, options ...publishingtest.Option) (read []string) {
	t.Helper()
	server := publishingtest.NewServer(t, options...)
	client := server.Client()
	server.Orgs.Add(orgs.Organization{ID: "org"})
	server.Spaces.Add("org", spaces.Space{ID: "space"})
	server.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: "cr"})
	for _, text := range texts {
		result, err := client.ChangeRequests.Content.Update(t.Context(), "space", "cr", changerequests.ContentUpdate{Changes: []changerequests.ContentChange{{
			Operation: changerequests.ContentOperationInsertPage, Slug: new(string(rune('a' + len(read)))), Title: new("Other"),
			Document: new(richtext.Markdown(text)),
		}}})
		require.NoError(t, err)
		page, err := client.ChangeRequests.Pages.Get(t.Context(), "space", "cr", result.Changes[0].Page.ID, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
		require.NoError(t, err)
		read = append(read, *page.Markdown)
	}
	return read
}

func TestWhatTheServiceReturnsEqualsWhatItWasSent(t *testing.T) {
	t.Parallel()
	changed := 0
	for i, text := range stored(t, written) {
		require.Equal(t, string(Normalize([]byte(written[i]))), string(Normalize([]byte(text))))
		if text != written[i] {
			changed++
		}
	}
	require.Equal(t, len(written), changed) // the server returns none of them as it was sent
}

func TestOtherFormsAreEqual(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"* a\n    * b\n    * c\n* d", "* a\n  * b\n  * c\n* d"},
		{"1) a\n   - b", "1. a\n\n   * b"},
		{"# T\n## A\ntext\n- a", "# T\n\n## A\n\ntext\n\n* a"},
		{"a&#x20;\nb<br>\nc", "a\nb\\\nc"},
		{"***", "---"},
		{"![a\\_b](c.png)", `<figure><img src="c.png" alt="a_b"><figcaption></figcaption></figure>`},
	} {
		require.Equal(t, string(Normalize([]byte(pair[0]))), string(Normalize([]byte(pair[1]))))
	}
}

func TestOtherTextsDiffer(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"a b", "a c"},
		{"**a**", "a"},
		{"*a*", "**a**"},
		{"* a\n  * b", "* a\n* b"},
		{"a\n\nb", "a\nb"},
		{"[a](b.md)", "[a](c.md)"},
		{"[a](b.md)", "a"},
		{"`a_b`", "`a\\_b`"},
		{"```\na\n\n\nb\n```", "```\na\n\nb\n```"},
		{"````\n```yaml\na:\n  b: 1\n```\n````", "````\n```yaml\na:\nb: 1\n```\n````"},
		{"## a", "### a"},
		{"{% hint style=\"info\" %}", "\\{% hint style=\"info\" %}"},
	} {
		require.NotEqual(t, string(Normalize([]byte("# T\n"+pair[0]))), string(Normalize([]byte("# T\n"+pair[1]))), pair)
	}
}

func TestCodeWithinALineBeginsNoBlockOfCode(t *testing.T) {
	t.Parallel()
	require.Equal(t, string(Normalize([]byte("```a``` b\n\n- c\n"))), string(Normalize([]byte("```a``` b\n\n* c\n"))))
	require.Len(t, Blocks([]byte("````\n```\n\na\n```\n````\n\nb\n"), map[string]string{}), 2)
}

func TestEscapesWithinEscapesAreBounded(t *testing.T) {
	t.Parallel()
	require.Equal(t, "&", normalForm("&"+strings.Repeat("amp;", maxPasses-1)))
	require.Equal(t, "&amp;", normalForm("&"+strings.Repeat("amp;", maxPasses+1)))
}

func FuzzNormalFormIsStable(f *testing.F) {
	for _, text := range written {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := normalForm(text)
		require.Equal(t, once, normalForm(once))
	})
}

func TestBlocksHaveTheirLines(t *testing.T) {
	t.Parallel()
	markdown := "---\ntitle: A\n---\n# A\n\nOne\ntwo.\n\n```go\na\n\nb\n```\n* x\n"
	require.Equal(t, []Block{{6, "One\ntwo."}, {9, "```go\na\n\nb\n```"}, {14, "* x"}}, Blocks([]byte(markdown), map[string]string{}))
}

func TestEscapedBlockIsNoBlock(t *testing.T) {
	t.Parallel()
	require.NotEqual(t, Normalize([]byte("{% @a/b x=\"1\" %}")), Normalize([]byte(`\{% @a/b x="1" %}`)))
}

func TestRewriteReplacesDestinations(t *testing.T) {
	t.Parallel()
	markdown := "[a](/pages/1#x)\n\n`[b](/pages/2)` ![c](/files/3 \"t\")\n"
	got, found := Rewrite([]byte(markdown), func(to string) string {
		if to == "/files/3" {
			return "c.png"
		}
		return ""
	})
	require.Equal(t, "[a](/pages/1#x)\n\n`[b](/pages/2)` ![c](c.png \"t\")\n", string(got))
	require.Equal(t, []Destination{{1, "/pages/1#x"}, {3, "/files/3"}}, found)
}
