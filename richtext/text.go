package richtext

import (
	"cmp"
	"slices"
	"strings"
)

// PlainText returns the text of the document. Each block that contains text, such as a paragraph, a
// heading or a line of code, is a line. The text of a fragment, such as a caption, an annotation or
// a table cell, is on separate lines after the node that the fragment belongs to. If there is no
// text, or d is nil, PlainText returns "".
//
// Images, emoji and formulas have no text. Neither do nodes that the service replaces when it
// renders a page, such as reusable content and expressions.
//
// PlainText is meant for searching and comparing. A page has a document only if it was requested
// with [FormatDocument]. The SDK does not convert Markdown to text; use a Markdown library, such as
// github.com/yuin/goldmark.
//
// Experimental: may change in any minor release; see [api].
func (d *Document) PlainText() string {
	if d == nil {
		return ""
	}
	return plainText(d.Nodes)
}

func plainText(nodes []Node) string {
	var lines []string
	for i := range nodes {
		lines = appendLines(lines, &nodes[i])
	}
	return join(lines)
}

// join joins lines. It returns "" if all of them are empty.
func join(lines []string) string {
	if strings.Join(lines, "") == "" {
		return ""
	}
	return strings.Join(lines, "\n")
}

// PlainText returns the text of the node and of all nodes below it, as [Document.PlainText] does.
// It returns "" if n is nil. For a node of a type that this release does not know, it returns the
// text of the nodes below it.
//
// Experimental: may change in any minor release; see [api].
func (n *Node) PlainText() string {
	if n == nil {
		return ""
	}
	return join(appendLines(nil, n))
}

// appendLines appends the lines of a node.
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

// holdsText reports whether a node is part of a line, or contains a node that is part of a line.
func (n *Node) holdsText() bool {
	return n.inLine() || slices.ContainsFunc(n.Nodes, func(inner Node) bool { return inner.inLine() })
}

func (n *Node) inLine() bool {
	object := cmp.Or(n.Object, n.objectAt(objectBlock))
	return object == objectText || object == objectInline || n.Leaves != nil
}

// writeText writes the text of a node to its line.
func (n *Node) writeText(line *strings.Builder) {
	for i := range n.Leaves {
		line.WriteString(n.Leaves[i].Text)
	}
	for i := range n.Nodes {
		n.Nodes[i].writeText(line)
	}
}

// appendFragments appends the lines of the fragments of a node and of the nodes below it.
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
