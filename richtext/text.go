package richtext

import (
	"slices"
	"strings"
)

// PlainText returns the text of the document, a line for each block that holds text: a paragraph, a heading, a line of code. The texts of
// fragments, such as captions, annotations and the cells of tables, are lines after those of the node they belong to. What is no text has
// none: images, emoji, formulas, and what the service puts in when it shows a page, such as reusable content and expressions. A document without
// text has "", and so has nil: a page that is read without a format has no document.
//
// It is for searching, counting and comparing, and no rendering: to have a page as Markdown, ask the service for [FormatMarkdown].
//
// Beyond the documents.
func (d *Document) PlainText() string {
	if d == nil {
		return ""
	}
	var lines []string
	for i := range d.Nodes {
		lines = appendLines(lines, &d.Nodes[i])
	}
	return strings.Join(lines, "\n")
}

// appendLines adds the lines of a node.
func appendLines(lines []string, n *Node) []string {
	if n.holdsText() {
		var line strings.Builder
		n.writeText(&line)
		lines = append(lines, line.String())
		return n.appendFragments(lines)
	}
	for i := range n.Nodes {
		lines = appendLines(lines, &n.Nodes[i])
	}
	return appendFragmentsOf(lines, n)
}

// holdsText tells whether a node is part of a line or holds what is.
func (n *Node) holdsText() bool {
	return n.inLine() || slices.ContainsFunc(n.Nodes, func(inner Node) bool { return inner.inLine() })
}

func (n *Node) inLine() bool {
	return n.Object == "text" || n.Object == "inline" || n.Leaves != nil
}

// writeText writes the text of a line.
func (n *Node) writeText(line *strings.Builder) {
	for i := range n.Leaves {
		line.WriteString(n.Leaves[i].Text)
	}
	for i := range n.Nodes {
		n.Nodes[i].writeText(line)
	}
}

// appendFragments adds the lines of the fragments of a line: its own, and those of what is in it.
func (n *Node) appendFragments(lines []string) []string {
	for i := range n.Nodes {
		lines = n.Nodes[i].appendFragments(lines)
	}
	return appendFragmentsOf(lines, n)
}

func appendFragmentsOf(lines []string, n *Node) []string {
	for i := range n.Fragments {
		for j := range n.Fragments[i].Nodes {
			lines = appendLines(lines, &n.Fragments[i].Nodes[j])
		}
	}
	return lines
}
