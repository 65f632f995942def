package richtext_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/richtext"
)

// bookJSON contains text in blocks within blocks, between inlines and in fragments.
const bookJSON = `{"object": "document", "data": {}, "nodes": [
	{"object": "block", "type": "heading-1", "data": {}, "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Guide", "marks": []}]}]},
	{"object": "block", "type": "list-unordered", "nodes": [
		{"object": "block", "type": "list-item", "nodes": [
			{"object": "block", "type": "paragraph", "nodes": [
				{"object": "text", "leaves": [{"object": "leaf", "text": "Press ", "marks": []}, {"object": "leaf", "text": "Publish", "marks": [{"object": "mark", "type": "bold"}]}]},
				{"object": "inline", "type": "emoji", "isVoid": true, "data": {"code": "1f680"}},
				{"object": "inline", "type": "link", "data": {}, "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": " now", "marks": []}]}]},
				{"object": "inline", "type": "annotation", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": " or later", "marks": []}]}],
					"fragments": [{"object": "fragment", "type": "annotation-body", "nodes": [
						{"object": "block", "type": "paragraph", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Later is fine", "marks": []}]}]}]}]},
				{"object": "text", "leaves": [{"object": "leaf", "text": ".", "marks": []}]}
			]}
		]}
	]},
	{"object": "block", "type": "divider", "isVoid": true, "data": {}},
	{"object": "block", "type": "code", "data": {}, "nodes": [
		{"object": "block", "type": "code-line", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "a := 1", "marks": []}]}]},
		{"object": "block", "type": "code-line", "nodes": [{"object": "text", "leaves": []}]},
		{"object": "block", "type": "code-line", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "\tb := 2", "marks": []}]}]}
	]},
	{"object": "block", "type": "expandable", "isVoid": true, "data": {}, "fragments": [
		{"object": "fragment", "fragment": "expandable-title", "nodes": [{"object": "block", "type": "paragraph", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "More", "marks": []}]}]}]},
		{"object": "fragment", "fragment": "expandable-body", "nodes": [{"object": "block", "type": "poll", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Yes?", "marks": []}]}]}]}
	]},
	{"object": "block", "type": "math", "isVoid": true, "data": {"formula": "x^2"}}
]}`

func book(t *testing.T) *richtext.Document {
	t.Helper()
	document := &richtext.Document{}
	require.NoError(t, json.Unmarshal([]byte(bookJSON), document))
	return document
}

func TestPlainTextHasALineForEachBlockWithText(t *testing.T) {
	t.Parallel()
	require.Equal(t, strings.Join([]string{
		"Guide", "Press Publish now or later.", "Later is fine", "a := 1", "", "\tb := 2", "More", "Yes?",
	}, "\n"), book(t).PlainText())
	require.Empty(t, new(richtext.Document).PlainText())
	require.Empty(t, (*richtext.Document)(nil).PlainText())
	document := richtext.NewDocument(richtext.NewParagraph("One."), richtext.NewParagraph(""), richtext.NewParagraph("Two."))
	require.Equal(t, "One.\n\nTwo.", document.PlainText())

	link := richtext.Node{Type: richtext.InlineLink, Nodes: []richtext.Node{{Leaves: []richtext.Leaf{{Text: "here"}}}}}
	built := &richtext.Document{Nodes: []richtext.Node{{Type: richtext.BlockParagraph, Nodes: []richtext.Node{link, link}}}}
	require.Equal(t, "herehere", built.PlainText(), "without an Object, links are part of a line")
}

func TestWalkVisitsNodesInReadingOrder(t *testing.T) {
	t.Parallel()
	var all []string
	for visit := range richtext.Walk(book(t).Nodes) {
		name := string(visit.Node.Type)
		if name == "" {
			name = visit.Node.Object
		}
		if visit.Fragment != nil {
			name += "*"
		}
		all = append(all, strings.Repeat(".", len(visit.Parents))+name)
	}
	require.Equal(t, strings.Fields(`heading-1 .text list-unordered .list-item ..paragraph ...text ...emoji ...link ....text ...annotation ....text
		....paragraph* .....text* ...text divider code .code-line ..text .code-line ..text .code-line ..text expandable .paragraph* ..text* .poll* ..text* math`), all)
}

func TestWalkStopsWithTheLoop(t *testing.T) {
	t.Parallel()
	document := book(t)
	for _, last := range []richtext.NodeType{richtext.BlockHeading1, richtext.InlineLink, richtext.BlockCodeLine, "poll"} {
		var seen []richtext.NodeType
		for visit := range richtext.Walk(document.Nodes) {
			seen = append(seen, visit.Node.Type)
			if visit.Node.Type == last {
				break
			}
		}
		require.Equal(t, len(seen)-1, slices.Index(seen, last))
	}
}

func TestVisitedNodePointsIntoTheDocument(t *testing.T) {
	t.Parallel()
	document := book(t)
	for visit := range richtext.Walk(document.Nodes) {
		require.NotContains(t, visit.Parents, visit.Node)
		for i := range visit.Node.Leaves {
			visit.Node.Leaves[i].Text = strings.ToUpper(visit.Node.Leaves[i].Text)
		}
	}
	require.Contains(t, document.PlainText(), "PRESS PUBLISH NOW OR LATER.\nLATER IS FINE\n")
}

func TestDocumentWithFragmentsRoundTrips(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(book(t))
	require.NoError(t, err)
	require.JSONEq(t, bookJSON, string(encoded))
}
