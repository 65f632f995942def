package source

import (
	"cmp"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// summaryReader reads a table of contents from SUMMARY.md.
type summaryReader struct {
	*directory
	file  string
	text  []byte
	group string
}

func (r *summaryReader) line(n ast.Node) int { return lineAt(r.text, position(n)) }

func (r *summaryReader) readAll() {
	for n := parse(r.text).FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level > 1 {
				r.group = plainText(n, r.text)
				r.note(r.file, r.line(n), "a group is not created: %s", r.group)
				r.notes[len(r.notes)-1].Group = r.group
			}
		case *ast.List:
			r.readList(n, nil)
		default:
			r.noteLinks(n, linksIn(n), "a link outside of a list")
		}
	}
}

// noteLinks adds a note about each of some links in a block, which are not created.
func (r *summaryReader) noteLinks(block ast.Node, links []*ast.Link, what string) {
	for _, link := range links {
		line := lineAt(r.text, cmp.Or(position(link), position(block))) // a link can be without text
		r.note(r.file, line, "%s is not created: %s", what, plainText(link, r.text))
	}
}

// linksIn returns the links within a node.
func linksIn(n ast.Node) (links []*ast.Link) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if link, ok := child.(*ast.Link); ok {
			links = append(links, link)
			continue
		}
		links = append(links, linksIn(child)...)
	}
	return links
}

func (r *summaryReader) readList(list *ast.List, parent *Page) {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		below := r.readItem(item, parent)
		for n := item.FirstChild(); n != nil; n = n.NextSibling() {
			if nested, ok := n.(*ast.List); ok {
				r.readList(nested, below)
			} else if n != item.FirstChild() {
				r.noteLinks(n, linksIn(n), "a further link of an item")
			}
		}
	}
}

// readItem adds the page of an item and returns it as the parent for nested items. If the item is
// not a page, readItem returns parent.
func (r *summaryReader) readItem(item ast.Node, parent *Page) *Page {
	for n := item.FirstChild(); n != nil; n = n.NextSibling() {
		if _, ok := n.(*ast.FencedCodeBlock); ok {
			r.note(r.file, r.line(n), "computed pages are not created")
			return parent
		}
	}
	title := item.FirstChild()
	if title == nil {
		return parent
	}
	if _, ok := title.(*ast.List); ok {
		return parent
	}
	line, links := r.line(title), linksIn(title)
	if len(links) == 0 {
		r.note(r.file, line, "an item without a link is not created: %s", plainText(title, r.text))
		return parent
	}
	link := links[0]
	r.noteLinks(title, links[1:], "a further link of an item")
	to := decodeDestination(string(link.Destination))
	if schemes.MatchString(to) || strings.HasPrefix(to, "//") {
		r.note(r.file, line, "a link in the tree is not created: %s", to)
		return parent
	}
	to, anchor, _ := strings.Cut(to, "#")
	name := path.Join(path.Dir(r.file), unescapePath(to))
	if !isIn(r.root, name) {
		r.problem(r.file, line, "%s is out of the directory", to)
		return parent
	}
	if found := r.readmeOf(name); found != "" {
		name = found
	}
	switch listed := r.pages[name]; {
	case listed != nil && anchor != "":
		r.note(r.file, line, "a link to a part of a page is not created: %s#%s", to, anchor)
		return parent
	case listed != nil:
		r.problem(r.file, line, "lists %s again, after line %d", name, r.lines[listed])
		return listed
	case !r.isFile(name):
		r.problem(r.file, line, "lists %s, which does not exist", name)
		return parent
	case !isMarkdown(name):
		r.problem(r.file, line, "lists %s, which is not Markdown", name)
		return parent
	}
	if len(link.Title) > 0 {
		r.note(r.file, line, "a link title is not created: %s", decodeDestination(string(link.Title)))
	}
	p := &Page{Path: name, Parent: parent, Title: plainText(link, r.text)}
	if parent == nil {
		p.Group = r.group
	}
	r.add(p, line)
	return p
}

// readmeOf returns the file that is the page of a folder, or "" if there is none.
func (d *directory) readmeOf(folder string) string {
	for _, name := range []string{"README.md", "index.md", d.readme} {
		if file := path.Join(folder, name); d.isFile(file) && d.isReadme(file) {
			return file
		}
	}
	return ""
}
