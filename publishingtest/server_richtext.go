package publishingtest

import (
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

// inRequestedFormat returns a text in the format that the request asks for.
func (c *call) inRequestedFormat(kept richtext.Content) richtext.Content {
	return inFormat(kept, richtext.Format(c.query.Get("format")))
}

// inFormat returns a text in a format. If the format is empty, it returns the text unchanged.
func inFormat(kept richtext.Content, format richtext.Format) richtext.Content {
	switch {
	case format == richtext.FormatDocument && kept.Document == nil && kept.Markdown != nil:
		return richtext.Content{Document: documentOf(*kept.Markdown)}
	case format == richtext.FormatMarkdown && kept.Markdown == nil && kept.Document != nil:
		return richtext.Markdown(textOf(kept.Document.Nodes))
	default:
		return kept
	}
}

// documentOf converts Markdown to a document with a heading or a paragraph for each block. Markup
// within a line stays Markdown.
func documentOf(markdown string) *richtext.Document {
	document := &richtext.Document{
		Object: "document", Data: richtext.DocumentData{SchemaVersion: new(int64(1))},
		Nodes: []richtext.Node{},
	}
	document.Nodes = appendBlocks(document.Nodes, markdown)
	return document
}

// appendBlocks appends the blocks of a text in Markdown. The key of a block is its number.
func appendBlocks(nodes []richtext.Node, markdown string) []richtext.Node {
	for text := range strings.SplitSeq(markdown, "\n\n") {
		if strings.TrimSpace(text) != "" { // a part of a streamed answer can end between two blocks
			nodes = append(nodes, textBlock(text, new(strconv.Itoa(len(nodes)+1))))
		}
	}
	return nodes
}

// textBlock converts a block of Markdown to a heading or a paragraph.
func textBlock(text string, key *string) richtext.Node {
	for prefix, heading := range headings {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			return blockNode(heading, key, textNode(rest))
		}
	}
	return blockNode(richtext.BlockParagraph, key, textNode(text))
}

// blockNode returns a block. A block within another has no key.
func blockNode(kind richtext.NodeType, key *string, nodes ...richtext.Node) richtext.Node {
	return richtext.Node{
		Object: "block", Type: kind, Key: key, IsVoid: new(false),
		Data: map[string]api.Raw{}, Nodes: nodes,
	}
}

func textNode(text string) richtext.Node {
	return richtext.Node{Object: "text", Leaves: []richtext.Leaf{
		{Object: "leaf", Text: text, Marks: []richtext.Mark{}},
	}}
}

// headings are the types of headings, by their prefix in Markdown.
var headings = map[string]richtext.NodeType{
	"# ": richtext.BlockHeading1, "## ": richtext.BlockHeading2, "### ": richtext.BlockHeading3,
}

// textOf converts nodes to Markdown, with a blank line between blocks.
func textOf(nodes []richtext.Node) string {
	var b strings.Builder
	for _, node := range nodes {
		if node.Object == "block" && b.Len() > 0 {
			b.WriteString("\n\n")
		}
		for prefix, heading := range headings {
			if node.Type == heading {
				b.WriteString(prefix)
			}
		}
		for _, leaf := range node.Leaves {
			b.WriteString(leaf.Text)
		}
		b.WriteString(textOf(node.Nodes))
	}
	return b.String()
}
