package publishingtest

import (
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
)

// written is a text in the format that the request asks for, or as it is kept when it asks for none.
func (r *request) written(kept api.Content, asked rule) api.Content {
	switch format := api.Format(r.query.Get("format")); {
	case !r.holds(asked):
		return kept
	case format == api.FormatDocument && kept.Document == nil && kept.Markdown != nil:
		return api.Content{Document: documentOf(*kept.Markdown)}
	case format == api.FormatMarkdown && kept.Markdown == nil && kept.Document != nil:
		return api.Markdown(textOf(kept.Document.Nodes))
	default:
		return kept
	}
}

// documentOf is Markdown as a tree of nodes: a heading or a paragraph for each block. What is within a line stays Markdown.
func documentOf(markdown string) *api.RichDocument {
	document := &api.RichDocument{Object: "document", Data: api.RichData{SchemaVersion: new(int64(1))}, Nodes: []api.RichNode{}}
	for text := range strings.SplitSeq(markdown, "\n\n") {
		if strings.TrimSpace(text) == "" {
			continue // a piece of an answer can end between two
		}
		kind := api.RichBlockParagraph
		for prefix, heading := range headings {
			if rest, ok := strings.CutPrefix(text, prefix); ok {
				kind, text = heading, rest
				break
			}
		}
		document.Nodes = append(document.Nodes, api.RichNode{
			Object: "block",
			Type:   kind,
			Key:    new(strconv.Itoa(len(document.Nodes) + 1)),
			IsVoid: new(false),
			Data:   map[string]api.Raw{},
			Nodes: []api.RichNode{{
				Object: "text",
				Leaves: []api.RichLeaf{{Object: "leaf", Text: text, Marks: []api.RichMark{}}},
			}},
		})
	}
	return document
}

// headings are the types of nodes by what a heading begins with in Markdown.
var headings = map[string]api.RichNodeType{"# ": api.RichBlockHeading1, "## ": api.RichBlockHeading2, "### ": api.RichBlockHeading3}

// textOf is the text of nodes as Markdown, a blank line between blocks.
func textOf(nodes []api.RichNode) string {
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
