// Package sourcetest generates directories of Markdown for tests, with a model of their content.
package sourcetest

import (
	"fmt"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"
)

// Directory is a generated directory, and a model of the content that package source has to find in
// it.
type Directory struct {
	Files  fstest.MapFS
	Pages  []Page
	Assets []string // sorted
	Notes  []string // each with its path and line, sorted
}

// Page is a page in the order of the directory.
type Page struct {
	Path, Parent, Group, Title, Slug string
	Links                            []string // paths of the targets with their anchors
}

// Repository returns the directories of five spaces with 294 pages and 900 assets in total.
func Repository(seed uint64) (directories []Directory) {
	for i, pages := range []int{59, 59, 59, 59, 58} {
		directories = append(directories, Generate(seed+uint64(i), pages, 180, i%2 == 0))
	}
	return directories
}

// node is a page while the directory is generated.
type node struct {
	Page
	stem     string // path without an extension, which determines the order
	folder   string // folder of the pages below it; "" if there is none
	isText   bool
	depth    int
	children []*node
}

// names contains names of different forms, and the slugs that follow from them.
var names = [][2]string{
	{"page-%d", "page-%d"},
	{"Page %d (new)", "page-%d-new"},
	{"größe_%d", "größe-%d"},
	{"v%d.0", "v%d-0"},
	{"a & b %d", "a-b-%d"},
	{"UPPER@%d", "upper-%d"},
}

// Generate returns a directory with the given numbers of pages and assets. The result is the same
// for the same seed. If hasSummary is true, SUMMARY.md contains the tree of pages. Otherwise, the
// folders determine it.
func Generate(seed uint64, pages, assets int, hasSummary bool) Directory {
	g := generator{rand: rand.New(rand.NewPCG(seed, 1)), hasSummary: hasSummary, left: pages, d: Directory{Files: fstest.MapFS{}}} //nolint:gosec // the same in each run
	start := g.page(nil, "README.md", "README", "")
	g.tops = append(g.tops, start)
	for g.left > 0 {
		g.grow()
	}
	if hasSummary {
		g.summarize()
	} else {
		sortByPath(g.tops[1:])
	}
	var all []*node
	var visit func(n *node)
	visit = func(n *node) {
		all = append(all, n)
		for _, child := range n.children {
			visit(child)
		}
	}
	for _, n := range g.tops {
		visit(n)
	}
	for i := range assets {
		form := []string{"image_%d.png", "an image (%d).png", "a&b@%d.svg", "file%d"}[i%4]
		name := ".gitbook/assets/" + fmt.Sprintf(form, i)
		g.d.Files[name] = &fstest.MapFile{Data: fmt.Appendf(nil, "asset %d", i)}
		g.d.Assets = append(g.d.Assets, name)
	}
	slices.Sort(g.d.Assets)
	texts := slices.DeleteFunc(slices.Clone(all), func(n *node) bool { return !n.isText })
	for i, n := range texts {
		var own []string
		for j := i; j < assets; j += len(texts) {
			own = append(own, g.d.Assets[j])
		}
		g.write(n, texts, own)
	}
	for _, n := range all {
		g.d.Pages = append(g.d.Pages, n.Page)
	}
	slices.Sort(g.d.Notes)
	return g.d
}

type generator struct {
	rand       *rand.Rand
	hasSummary bool
	left, n    int
	tops, all  []*node
	d          Directory
}

// page adds a page below a parent.
func (g *generator) page(parent *node, file, stem, slug string) *node {
	n := &node{Page: Page{Path: file, Slug: slug, Title: path.Base(stem)}, stem: stem, isText: true}
	if parent != nil {
		n.Parent, n.depth = parent.Path, parent.depth+1
		parent.children = append(parent.children, n)
	}
	g.left--
	g.all = append(g.all, n)
	return n
}

// grow adds a page, or a folder that contains a page.
func (g *generator) grow() {
	var parent *node
	if folders := slices.DeleteFunc(slices.Clone(g.all), func(n *node) bool { return n.folder == "" || n.depth > 2 }); len(folders) > 0 && g.rand.IntN(5) > 0 {
		parent = folders[g.rand.IntN(len(folders))]
	}
	folder := ""
	if parent != nil {
		folder = parent.folder
	}
	g.n++
	form := names[g.rand.IntN(len(names))]
	stem, slug := path.Join(folder, fmt.Sprintf(form[0], g.n)), fmt.Sprintf(form[1], g.n)
	var n *node
	kind := g.rand.IntN(16)
	switch {
	case kind > 3 || g.left < 2:
		n = g.page(parent, stem+".md", stem, slug)
	default:
		file := []string{"/README.md", "/index.md", "", ".md"}[kind]
		if g.hasSummary && file == "" {
			file = "/README.md" // a table of contents lists files
		}
		n = g.page(parent, stem+file, stem, slug)
		n.folder, n.isText = stem, file != ""
		g.n++
		child := path.Join(stem, fmt.Sprintf("first-%d", g.n))
		g.page(n, child+".md", child, path.Base(child))
	}
	if parent == nil {
		g.tops = append(g.tops, n)
	}
}

func sortByPath(nodes []*node) {
	slices.SortFunc(nodes, func(a, b *node) int { return strings.Compare(a.stem, b.stem) })
	for _, n := range nodes {
		sortByPath(n.children)
	}
}

// text is the state of writing a file.
type text struct {
	strings.Builder
	g    *generator
	file string
}

func (t *text) note(about string) {
	line := 1 + strings.Count(t.String(), "\n")
	t.g.d.Notes = append(t.g.d.Notes, fmt.Sprintf("%s:%d: %s", t.file, line, about))
}

// summarize writes the table of contents.
func (g *generator) summarize() {
	t := &text{g: g, file: "SUMMARY.md"}
	t.WriteString("# Table of contents\n\n")
	indent := strings.Repeat(" ", 2+2*g.rand.IntN(2))
	var list func(n *node, depth int)
	list = func(n *node, depth int) {
		title := ""
		if g.rand.IntN(6) == 0 {
			t.note("a link title is not created: Short & sweet")
			title = ` "Short &#x26; sweet"`
		}
		n.Title = "Listed [x] & " + path.Base(n.stem)
		fmt.Fprintf(t, "%s%s [Listed \\[x\\] & %s](%s%s)\n", strings.Repeat(indent, depth), string("*-"[g.rand.IntN(2)]), escapeText(path.Base(n.stem)), escapeMarkdown(n.Path), title)
		for _, child := range n.children {
			list(child, depth+1)
		}
	}
	half := len(g.tops) / 2
	for _, n := range g.tops[:half] {
		list(n, 0)
	}
	t.note("a link in the tree is not created: https://example.com/a_b")
	t.WriteString("* [Outside](https://example.com/a_b)\n")
	t.note("an item without a link is not created: Plain")
	t.WriteString("* Plain\n")
	t.note("a link to a part of a page is not created: README.md#part")
	t.WriteString("* [Part](README.md#part)\n\n")
	t.note("a group is not created: The group")
	t.WriteString("## The group <a href=\"#group\" id=\"group\"></a>\n\n")
	for _, n := range g.tops[half:] {
		n.Group = "The group"
		list(n, 0)
	}
	t.note("computed pages are not created")
	t.WriteString("* ```yaml\n  type: builtin:openapi\n  ```\n")
	g.d.Files[t.file] = &fstest.MapFile{Data: []byte(t.String())}
}

func escapeText(s string) string {
	return strings.NewReplacer("_", `\_`, "(", `\(`, ")", `\)`).Replace(s)
}

func escapeMarkdown(s string) string {
	return strings.NewReplacer(" ", "%20", "&", "&#x26;", "(", `\(`, ")", `\)`, "_", `\_`).Replace(s)
}

func escapeAttribute(s string) string {
	return strings.NewReplacer(" ", "%20", "&", "&#x26;").Replace(s)
}

func same(s string) string { return s }

// form is a form of a link. It contains the text around the destination, and a function that writes
// the destination.
type form struct {
	text   string
	escape func(string) string
}

var pageForms = []form{
	{"See [the page](%s).", escapeMarkdown},
	{"* A list\n  1. with *a* [link](<%s> \"mention\")", same},
	{"{%% content-ref url=\"%s\" %%}\nThe page\n{%% endcontent-ref %%}", escapeAttribute},
	{"| a | b |\n| --- | --- |\n| [cell](%s) | `[no](code.md)` |", escapeMarkdown},
	{"<table data-view=\"cards\"><tbody><tr><td><a href=\"%s\">Card</a></td></tr></tbody></table>", escapeAttribute},
	{"> [quoted](%s)", escapeMarkdown},
	{"A [reference].\n\n[reference]: <%s>", same},
}

var assetForms = []form{
	{"![An image](%s)", escapeMarkdown},
	{"<figure><img src=\"%s\" alt=\"a > b\"><figcaption><p>Caption</p></figcaption></figure>", escapeAttribute},
	{"{%% file src=\"%s\" %%}", escapeAttribute},
	{"An inline ![image](<%s> 'title').", same},
	{"<picture><source srcset=\"%s\" media=\"(prefers-color-scheme: dark)\"></picture>", escapeAttribute},
}

// plain contains blocks in which no link is resolved.
var plain = []string{
	"```md\n[a](gone.md) <a href=\"gone.md\">\n```",
	"Code: `[a](gone.md)`.",
	"<!-- [a](gone.md) -->",
	"{% raw %}\n[a](gone.md)\n{% endraw %}",
	"{% hint style=\"info\" %}\n[outside](https://example.com/a.md) [mail](mailto:a@example.com) [here](#anchor)\n{% endhint %}",
	"{% tabs %}\n{% tab title=\"One\" %}\nText\n{% endtab %}\n{% endtabs %}",
	"{% embed url=\"https://example.com/video\" %}",
	"{% @company/block id=\"1\" %}",
}

// write writes the file of a page with links to some pages and to its assets.
func (g *generator) write(n *node, pages []*node, assets []string) {
	t := &text{g: g, file: n.Path}
	switch g.rand.IntN(4) {
	case 0:
		n.Title = "Front: " + n.Slug
		fmt.Fprintf(t, "---\ntitle: \"%s\"\ndescription: >-\n  two: parts\n  of it\nlayout:\n  width: wide\n---\n\n# Heading\n\n", n.Title)
	case 1:
		n.Title = strings.TrimSpace("Heading " + n.Slug)
		fmt.Fprintf(t, "# %s\n\n", n.Title)
	}
	t.WriteString("Text.\n")
	block := func(text string) { t.WriteString("\n" + text + "\n") }
	link := func(f form, target, anchor string) {
		to, err := filepath.Rel(path.Dir(n.Path), target)
		if err != nil {
			panic(err) // both are relative
		}
		to = filepath.ToSlash(to)
		if path.Base(target) == "README.md" && g.rand.IntN(2) == 0 {
			to = "./" + strings.TrimSuffix(to, "README.md")
		}
		n.Links = append(n.Links, target+anchor)
		block(fmt.Sprintf(f.text, f.escape(to)+anchor))
	}
	hasReference := false
	for range 3 {
		f := pageForms[g.rand.IntN(len(pageForms))]
		if strings.HasPrefix(f.text, "A [reference]") {
			if hasReference {
				continue
			}
			hasReference = true
		}
		link(f, pages[g.rand.IntN(len(pages))].Path, []string{"", "#part"}[g.rand.IntN(2)])
		block(plain[g.rand.IntN(len(plain))])
	}
	for _, asset := range assets {
		link(assetForms[g.rand.IntN(len(assetForms))], asset, "")
	}
	if g.rand.IntN(8) == 0 {
		t.WriteString("\n")
		t.note("the service could not resolve the link: /broken/pages/1")
		t.WriteString("[broken](/broken/pages/1)\n\n")
		t.note("the link leads to nothing: no such.md")
		t.WriteString("[nothing](<no such.md>)\n\n")
		t.note("reusable content stays as it is: /x.md")
		t.WriteString("{% include \"/x.md\" %}\n")
	}
	g.d.Files[t.file] = &fstest.MapFile{Data: []byte(t.String())}
}
