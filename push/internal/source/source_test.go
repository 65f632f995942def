package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/push/internal/source/sourcetest"
)

// files returns a file system from the texts of its files.
func files(texts map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func mustRead(t testing.TB, root fs.FS) *Tree {
	t.Helper()
	tree, err := Read(root)
	require.NoError(t, err)
	return tree
}

// outline returns a line for each page: its path, below its parent, and what else is set.
func outline(tree *Tree) (lines []string) {
	for _, p := range tree.Pages {
		indent := ""
		for above := p.Parent; above != nil; above = above.Parent {
			indent += "  "
		}
		line := fmt.Sprintf("%s%s %q %s", indent, p.Path, p.Title, p.Slug)
		if p.Group != "" {
			line += " in " + p.Group
		}
		lines = append(lines, line)
	}
	return lines
}

func texts(notes []Note) (lines []string) {
	for _, n := range notes {
		lines = append(lines, n.String())
	}
	return lines
}

// targets returns what the links of a page lead to.
func targets(t testing.TB, tree *Tree, file string) (found []string) {
	t.Helper()
	i := slices.IndexFunc(tree.Pages, func(p *Page) bool { return p.Path == file })
	require.GreaterOrEqual(t, i, 0)
	text, err := tree.Text(tree.Pages[i])
	require.NoError(t, err)
	for _, link := range text.Links {
		to := link.Asset
		if link.Page != nil {
			to = link.Page.Path
		}
		found = append(found, to+link.Anchor)
	}
	return found
}

func TestPagesWithoutSummaryFollowPaths(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(map[string]string{
		"README.md": "# Start", "b.md": "text", "a/index.md": "# A", "a/z.md": "---\ntitle: Zed\n---\n# Other", "a/deep/x y.md": "Heading\n=======",
		"guides.md": "# Guides", "guides/first.md": "", "guides-b.md": "", ".hidden/x.md": "", "empty/a.txt": "", "empty/below/.keep": "",
	}))
	require.Equal(t, []string{
		`README.md "Start" `,
		`a/index.md "A" a`,
		`  a/deep "deep" deep`,
		`    a/deep/x y.md "Heading" x-y`,
		`  a/z.md "Zed" z`,
		`b.md "b" b`,
		`guides.md "Guides" guides`,
		`  guides/first.md "first" first`,
		`guides-b.md "guides-b" guides-b`,
	}, outline(tree))
	require.Empty(t, tree.Notes)
}

func TestPagesFollowSummary(t *testing.T) {
	t.Parallel()
	summary := `# Table of contents

* [Start](README.md)
* [Guides \[updated\]](guides/README.md "Short")
  * [First & last](guides/first.md)
    - [Deep](<guides/x y.md>)
  * [Part](guides/first.md#part)
* Plain
  * **[Below](below.md)**, [again](below.md) [](below.md)
* [Site](https://example.com)

  [Loose](loose.md)

[Afterword](after.md)

## Reference <a href="#ref" id="ref"></a>

* [One](reference/first.md)
    * [Two](reference/two.md)
* ` + "```yaml\n  type: builtin:openapi\n  ```\n"
	tree := mustRead(t, files(map[string]string{
		".gitbook.yaml":  "root: ./docs/\nstructure:\n  summary: SUMMARY.md\nredirects:\n  old: new.md\n",
		"docs/README.md": "", "docs/SUMMARY.md": summary, "docs/guides/README.md": "", "docs/guides/first.md": "", "docs/guides/x y.md": "",
		"docs/below.md": "", "docs/reference/first.md": "", "docs/reference/two.md": "", "docs/unlisted.md": "", "README.md": "not of the space",
		"docs/.gitbook/vars.yaml": "", "docs/.gitbook/includes/a.md": "",
	}))
	require.Equal(t, []string{
		`docs/README.md "Start" `,
		`docs/guides/README.md "Guides [updated]" guides`,
		`  docs/guides/first.md "First & last" first`,
		`    docs/guides/x y.md "Deep" x-y`,
		`docs/below.md "Below" below`,
		`docs/reference/first.md "One" first in Reference`,
		`  docs/reference/two.md "Two" two`,
	}, outline(tree))
	require.Equal(t, []string{
		".gitbook.yaml:5: a redirect is not created: old",
		"docs/.gitbook/includes/a.md: reusable content is not created",
		"docs/.gitbook/vars.yaml: variables are not created",
		"docs/SUMMARY.md:4: a link title is not created: Short",
		"docs/SUMMARY.md:7: a link to a part of a page is not created: guides/first.md#part",
		"docs/SUMMARY.md:8: an item without a link is not created: Plain",
		"docs/SUMMARY.md:9: a further link of an item is not created: ",
		"docs/SUMMARY.md:9: a further link of an item is not created: again",
		"docs/SUMMARY.md:10: a link in the tree is not created: https://example.com",
		"docs/SUMMARY.md:12: a further link of an item is not created: Loose",
		"docs/SUMMARY.md:14: a link outside of a list is not created: Afterword",
		"docs/SUMMARY.md:16: a group is not created: Reference",
		"docs/SUMMARY.md:20: computed pages are not created",
	}, texts(tree.Notes))
}

func TestFrontMatterIsRead(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(map[string]string{"a.md": "---\r\ndescription: >-\r\n  One\r\n  two: three\r\nicon: bolt\r\nhidden: true\r\nif: visitor.claims.a\r\nlayout:\r\n  width: wide\r\ntags: [a]\r\n---\r\n# A"}))
	require.Equal(t, Meta{Description: "One two: three", Icon: "bolt", Condition: "visitor.claims.a", Hidden: true}, tree.Pages[0].Meta)
	require.Equal(t, "A", tree.Pages[0].Title)
	require.Equal(t, []string{"a.md:10: tags are not created"}, texts(tree.Notes))
}

func TestAllProblemsAreFoundInOneRun(t *testing.T) {
	t.Parallel()
	_, err := Read(files(map[string]string{
		"SUMMARY.md": "* [A](a.md)\n* [B](b.md)\n* [A](a.md)\n* [No](no.md)\n* [Out](../out.md)\n* [C](x/c.md)\n* [C](y/C.md)\n* [P](p.png)\n",
		"a.md":       "one\n\xff\n", "b.md": "---\ntitle: a\ndescription: b: c\n---\n", "x/c.md": "", "y/C.md": "", "p.png": "",
	}))
	var all *Error
	require.ErrorAs(t, err, &all)
	require.Equal(t, []string{
		"SUMMARY.md:3: lists a.md again, after line 1",
		"SUMMARY.md:4: lists no.md, which does not exist",
		"SUMMARY.md:5: ../out.md is out of the directory",
		"SUMMARY.md:8: lists p.png, which is not Markdown",
		"a.md:2: not UTF-8",
	}, texts(all.Problems)[:5])
	require.Len(t, all.Problems, 7)
	require.Equal(t, [2]any{"b.md", 3}, [2]any{all.Problems[5].Path, all.Problems[5].Line})
	require.Equal(t, `y/C.md: has the slug "c" of x/c.md`, all.Problems[6].String())

	for name, texts := range map[string]map[string]string{
		"no Markdown":     {"a.txt": ""},
		"two pages":       {"a/README.md": "", "a/index.md": ""},
		"two of a folder": {"a/README.md": "", "a.md": ""},
		"same slug":       {"a b.md": "", "a-b.md": ""},
		"root out":        {".gitbook.yaml": "root: ../x", "a.md": ""},
		"no summary":      {".gitbook.yaml": "root: x\nstructure:\n  summary: toc.md", "x/a.md": ""},
		"configuration":   {".gitbook.yaml": "root: [", "a.md": ""},
		"byte order mark": {"a.md": "\ufeff---\nhidden: true\n---\n# A\n"},
		"escaped keys":    {"a.md": "---\n\"sl\\u0075g\": a/b\n\"ic\\u006fn\": " + strings.Repeat("x", 60) + "\n---\n"},
	} {
		_, err := Read(files(texts))
		require.ErrorAs(t, err, &all, name)
	}
}

func TestSymbolicLinksStayInTheDirectory(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o750))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte("![x](x.png)"), 0o600))
	}
	write("docs/a.md")
	write("docs/below/b.md")
	write("secret.md")
	require.NoError(t, os.Symlink("a.md", filepath.Join(root, "docs/c.md")))
	require.NoError(t, os.Symlink(".", filepath.Join(root, "docs/here")))
	require.NoError(t, os.Mkdir(filepath.Join(root, "docs/images"), 0o750))
	require.NoError(t, os.Symlink("images", filepath.Join(root, "docs/pictures")))
	tree := mustRead(t, os.DirFS(filepath.Join(root, "docs")))
	require.Equal(t, []string{`a.md "a" a`, `below "below" below`, `  below/b.md "b" b`, `c.md "c" c`}, outline(tree))
	require.Contains(t, texts(tree.Notes), "here: a symbolic link to a folder is not followed, so its files are no pages")
	require.NotContains(t, strings.Join(texts(tree.Notes), "\n"), "pictures")

	for name, to := range map[string]string{"d.md": "../secret.md", "e.md": filepath.Join(root, "secret.md"), "f.md": "here/../secret.md", "x.png": "../secret.md"} {
		require.NoError(t, os.Symlink(to, filepath.Join(root, "docs", name)))
		_, err := Read(os.DirFS(filepath.Join(root, "docs")))
		require.ErrorContains(t, err, "a symbolic link out of the directory", name)
		require.NoError(t, os.Remove(filepath.Join(root, "docs", name)))
	}
}

func TestSymbolicLinkToNothingIsNotAnAbsentFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"SUMMARY.md", ".gitbook.yaml"} {
		root := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(root, "a.md"), nil, 0o600))
		require.NoError(t, os.Symlink("submodule/"+name, filepath.Join(root, name)))
		_, err := Read(os.DirFS(root))
		require.ErrorContains(t, err, name+": unreadable")
	}
}

func TestByteOrderMarkHidesNoPageOfTheSummary(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(map[string]string{"SUMMARY.md": "\ufeff* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n", "a.md": "", "b.md": "", "c.md": ""}))
	require.Equal(t, []string{`a.md "A" a`, `  b.md "B" b`, `c.md "C" c`}, outline(tree))
}

// linkForms is a text with the forms of links. Each leads to a page or to an asset.
const linkForms = `---
description: "[no](b.md)"
---

# Links

[inline](b.md), [anchor](b.md#part "title"), [folder](sub/), [root](./), [root](./#a), [reference][r], [short], ![image](<x y.png> "title")
[space](x%20y.png) [entity](a&#x26;b.png) [escaped](a\_\(1\).png) [nested ![inner](a_b.png)](sub/index.md) **[bold](sub/c.md)**
[absolute](/b.md) [upper](sub/../b.md)

[r]: b.md "title"
[short]: <sub/c.md#x>
[^1]: [in a footnote](b.md)

| a | b |
| --- | --- |
| [cell](b.md) | ![cell](a_b.png) |

* list
  1. [deep](b.md)

     > [quoted](b.md)

{% content-ref url="b.md#c" %}
[b.md](b.md)
{% endcontent-ref %}

{% file src="x y.png" %}

<table data-view="cards"><tbody><tr><td><a href="b.md">b</a></td><td><img src="a&#x26;b.png" alt=""></td></tr></tbody></table>

<figure><picture><source srcset="a_b.png" media="(prefers-color-scheme: dark)"><img src='x%20y.png' alt="a > b"></picture></figure>

Inline <a href="b.md">html</a> and <img srcset="a_b.png" src="a&#x26;b.png">.
`

// noLinks is a text without links that can be resolved.
const noLinks = "```\n[a](b.md) <a href=\"b.md\">\n```\n\n`[a](b.md)` `<img src=\"b.md\">` ``{% file src=\"b.md\" %}``\n\n    [a](b.md)\n\n<!-- [a](b.md) <a href=\"b.md\"> -->\n\n" +
	"{% raw %}\n[a](b.md)\n\n{% file src=\"b.md\" %}\n{% endraw %}\n\n[a](https://example.com/b.md) <https://example.com> [a](#b) [a](mailto:a@b.c) [a](/pages/x) [a]() \\[a](b.md)\n"

func linkTree() map[string]string {
	return map[string]string{
		"README.md": "", "a.md": linkForms, "b.md": noLinks, "sub/index.md": "", "sub/c.md": "[up](../b.md) [out](../../x.md) [readme](../README.md) [gone](gone.md)\n[broken](/broken/pages/1) [text](notes.txt)",
		"x y.png": "", "a&b.png": "", "a_(1).png": "", "a_b.png": "", "sub/notes.txt": "",
	}
}

func TestLinksAreFoundInAllForms(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(linkTree()))
	require.Equal(t, []string{
		"b.md", "b.md#part", "sub/index.md", "README.md", "README.md#a", "x y.png",
		"x y.png", "a&b.png", "a_(1).png", "a_b.png", "sub/index.md", "sub/c.md",
		"b.md", "b.md",
		"b.md", "sub/c.md#x", "b.md",
		"b.md", "a_b.png",
		"b.md", "b.md",
		"b.md#c", "b.md", "x y.png",
		"b.md", "a&b.png", "a_b.png", "x y.png", "b.md", "a_b.png", "a&b.png",
	}, targets(t, tree, "a.md"))
	require.Empty(t, targets(t, tree, "b.md"))
	require.Equal(t, []string{"b.md", "README.md", "sub/notes.txt"}, targets(t, tree, "sub/c.md"))
	require.Equal(t, []string{"a&b.png", "a_(1).png", "a_b.png", "sub/notes.txt", "x y.png"}, tree.Assets)
	require.Equal(t, []Note{
		{IsLink: true, Path: "sub/c.md", Line: 1, Text: "the link leads out of the directory: ../../x.md"},
		{IsLink: true, Path: "sub/c.md", Line: 1, Text: "the link leads to nothing: gone.md"},
		{IsLink: true, Path: "sub/c.md", Line: 2, Text: "the service could not resolve the link: /broken/pages/1"},
	}, tree.Notes)
}

// requireRendered checks that each destination becomes a unique address where it was, and that
// nothing else changes.
func requireRendered(t testing.TB, markdown []byte) {
	t.Helper()
	before, _, _ := destinations(markdown)
	text := &Text{Markdown: markdown}
	end := 0
	for _, s := range before {
		require.True(t, end <= s.start && s.start < s.end && s.end <= len(markdown))
		end = s.end
		text.Links = append(text.Links, Link{Start: s.start, End: s.end})
	}
	require.Equal(t, string(markdown), string(text.Render(func(Link) string { return "" })))
	n := 0
	var want []string
	rendered := text.Render(func(Link) string {
		n++
		want = append(want, fmt.Sprintf("/pages/page_%d?a=1&copy=(2)|%%20", n))
		return want[n-1]
	})
	after, _, _ := destinations(rendered)
	var got []string
	shift, shortened := 0, rendered
	for i := range after {
		got = append(got, unescapePath(decodeDestination(string(rendered[after[i].start:after[i].end]))))
	}
	for i := range want {
		want[i] = unescapePath(want[i])
	}
	require.Equal(t, want, got)
	for i, s := range after {
		shortened = slices.Replace(slices.Clone(shortened), s.start+shift, s.end+shift, markdown[before[i].start:before[i].end]...)
		shift += (before[i].end - before[i].start) - (s.end - s.start)
	}
	require.Equal(t, string(markdown), string(shortened))
}

func TestRenderReplacesDestinationsOnly(t *testing.T) {
	t.Parallel()
	for _, text := range linkTree() {
		requireRendered(t, []byte(text))
		requireRendered(t, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
	}
}

// TestTextsOfOpeningsAreReadInLinearTime reads texts for which a quadratic time is far longer than
// the timeout of the tests.
func TestTextsOfOpeningsAreReadInLinearTime(t *testing.T) {
	t.Parallel()
	for _, opening := range []string{"```\n<!--\n```\n", "```\n{% raw %}\n```\n"} {
		links, includes, _ := destinations([]byte(strings.Repeat(opening, 1<<16) + "\n[a](b.md)\n"))
		require.Len(t, links, 1)
		require.Empty(t, includes)
	}
}

func TestLinksToFoldersLeadToTheirPages(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(map[string]string{
		"README.md": "[a](a/) [b](b/) [c](c/) [c](c) [d](d/#x)", "a/Readme.md": "", "b.md": "", "b/x.md": "", "c/x.md": "", "d/index.md": "",
	}))
	require.Equal(t, []string{"a/Readme.md", "b.md", "c", "c", "d/index.md#x"}, targets(t, tree, "README.md"))
	require.Empty(t, tree.Notes)
}

func TestLinksToFoldersWithTheNamesOfTheServiceLeadToTheirFiles(t *testing.T) {
	t.Parallel()
	tree := mustRead(t, files(map[string]string{
		"README.md": "[a](/pages/a.md#x) [a](/pages/) ![b](/files/b.png) [ID](/pages/x#y) ![ID](/files/x)", "pages/a.md": "", "files/b.png": "",
	}))
	require.Equal(t, []string{"pages/a.md#x", "pages", "files/b.png"}, targets(t, tree, "README.md"))
	require.Equal(t, []string{"files/b.png"}, tree.Assets)
	require.Empty(t, tree.Notes)
}

func TestTextOfAChangedFileIsAnError(t *testing.T) {
	t.Parallel()
	root := files(map[string]string{"a.md": "a", "b/c.md": ""})
	tree := mustRead(t, root)
	root["a.md"].Data = []byte("b")
	_, err := tree.Text(tree.Pages[0])
	require.ErrorContains(t, err, "a.md changed")
	text, err := tree.Text(tree.Pages[1])
	require.NoError(t, err)
	require.Empty(t, text.Markdown)
}

func FuzzRead(f *testing.F) {
	for _, text := range linkTree() {
		f.Add("a.md", text, "sub/B c.md", "[x](../a.md)", "")
		f.Add("README.md", "[x](./sub/)", "sub/README.md", text, "* [A](README.md)\n  * [B](sub/README.md)")
	}
	f.Fuzz(func(t *testing.T, first, firstText, second, secondText, summary string) {
		root := fstest.MapFS{}
		for name, text := range map[string]string{first: firstText, second: secondText, "SUMMARY.md": summary} {
			if fs.ValidPath(name) && name != "." && (name != "SUMMARY.md" || summary != "") {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		if strings.HasPrefix(first, second+"/") || strings.HasPrefix(second, first+"/") {
			return // a file cannot be a folder too
		}
		tree, err := Read(root)
		if err != nil {
			_, ok := errors.AsType[*Error](err)
			require.True(t, ok)
			return
		}
		seen := map[*Page]bool{nil: true}
		for _, p := range tree.Pages {
			require.True(t, seen[p.Parent])
			seen[p] = true
			text, err := tree.Text(p)
			require.NoError(t, err)
			requireInRange(t, text, tree)
		}
	})
}

func requireInRange(t *testing.T, text *Text, tree *Tree) {
	t.Helper()
	end := 0
	for _, link := range text.Links {
		require.True(t, end <= link.Start && link.Start < link.End && link.End <= len(text.Markdown))
		end = link.End
		require.NotEqual(t, link.Page == nil, link.Asset == "")
		require.True(t, link.Asset == "" || slices.Contains(tree.Assets, link.Asset))
	}
	require.Equal(t, string(text.Markdown), string(text.Render(func(Link) string { return "" })))
}

func requireModel(t *testing.T, want sourcetest.Directory) {
	t.Helper()
	tree := mustRead(t, want.Files)
	require.Equal(t, want.Assets, tree.Assets)
	notes := texts(tree.Notes)
	slices.Sort(notes)
	require.Equal(t, want.Notes, notes)
	var pages []sourcetest.Page
	for _, p := range tree.Pages {
		read := sourcetest.Page{Path: p.Path, Group: p.Group, Title: p.Title, Slug: p.Slug, Links: targets(t, tree, p.Path)}
		if p.Parent != nil {
			read.Parent = p.Parent.Path
		}
		pages = append(pages, read)
		if file := want.Files[p.Path]; file != nil {
			requireRendered(t, file.Data)
		}
	}
	require.Equal(t, want.Pages, pages)
}

func TestRepositoryIsReadAsItsModel(t *testing.T) {
	t.Parallel()
	pages, assets := 0, 0
	for _, directory := range sourcetest.Repository(1) {
		requireModel(t, directory)
		pages += len(directory.Pages)
		assets += len(directory.Assets)
	}
	require.Equal(t, [2]int{294, 900}, [2]int{pages, assets})
}

func TestRandomDirectoriesAreReadAsTheirModels(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		requireModel(t, sourcetest.Generate(seed, 1+int(seed), int(seed)*2, seed%2 == 1))
	}
}
