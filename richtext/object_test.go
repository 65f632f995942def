package richtext_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

// built returns a document of literals without an object, and its JSON.
func built() (richtext.Document, string) {
	text := func(text string, marks ...richtext.Mark) richtext.Node {
		return richtext.Node{Leaves: []richtext.Leaf{{Text: text, Marks: marks}}}
	}
	document := richtext.Document{Nodes: []richtext.Node{
		{Type: richtext.BlockHeading2, Nodes: []richtext.Node{text("Title", richtext.Mark{Type: richtext.MarkBold})}},
		{Type: richtext.BlockParagraph, Nodes: []richtext.Node{
			{Type: richtext.InlineLink, Nodes: []richtext.Node{text("here"), {Type: "unheard-of"}}},
			{Type: richtext.InlineAnnotation, Nodes: []richtext.Node{{}}, Fragments: []richtext.Fragment{
				{Type: new("annotation-body"), Nodes: []richtext.Node{{Type: richtext.BlockParagraph}, {Type: "unheard-of"}}},
			}},
			{Type: "unheard-of"},
		}},
		{Type: richtext.BlockHint, Nodes: []richtext.Node{{Type: "unheard-of"}, {Type: richtext.InlineEmoji}}},
		{Type: richtext.BlockCode, Nodes: []richtext.Node{{Type: richtext.BlockCodeLine, Nodes: []richtext.Node{{Type: "unheard-of"}}}}},
		{Type: richtext.BlockImage, Fragments: []richtext.Fragment{{Fragment: new("caption")}}},
		{Nodes: []richtext.Node{}},
		{Object: "own", Type: richtext.BlockDivider},
	}}
	return document, `{"object": "document", "data": {}, "nodes": [
		{"object": "block", "type": "heading-2", "nodes": [
			{"object": "text", "leaves": [{"object": "leaf", "text": "Title", "marks": [{"object": "mark", "type": "bold"}]}]}
		]},
		{"object": "block", "type": "paragraph", "nodes": [
			{"object": "inline", "type": "link", "nodes": [
				{"object": "text", "leaves": [{"object": "leaf", "text": "here", "marks": []}]}, {"object": "inline", "type": "unheard-of"}
			]},
			{"object": "inline", "type": "annotation", "nodes": [{"object": "text", "leaves": []}], "fragments": [
				{"object": "fragment", "type": "annotation-body", "nodes": [
					{"object": "block", "type": "paragraph", "nodes": []}, {"object": "block", "type": "unheard-of"}
				]}
			]},
			{"object": "inline", "type": "unheard-of"}
		]},
		{"object": "block", "type": "hint", "nodes": [{"object": "block", "type": "unheard-of"}, {"object": "inline", "type": "emoji"}]},
		{"object": "block", "type": "code", "nodes": [
			{"object": "block", "type": "code-line", "nodes": [{"object": "inline", "type": "unheard-of"}]}
		]},
		{"object": "block", "type": "image", "fragments": [{"object": "fragment", "fragment": "caption", "nodes": []}]},
		{"object": "block", "nodes": []},
		{"object": "own", "type": "divider"}
	]}`
}

func TestDocumentOfLiteralsIsEncodedWithItsObjects(t *testing.T) {
	t.Parallel()
	document, want := built()
	for name, value := range map[string]any{"value": document, "pointer": &document} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		require.JSONEq(t, want, string(encoded), name)
	}
	unchanged, _ := built()
	require.Equal(t, unchanged, document, "the program's document")
}

func TestPartOfADocumentIsEncodedWithItsObject(t *testing.T) {
	t.Parallel()
	for want, part := range map[string]any{
		`{"object": "document", "data": {}, "nodes": []}`:                     richtext.Document{},
		`{"object": "block", "type": "divider"}`:                              richtext.Node{Type: richtext.BlockDivider},
		`{"object": "inline", "type": "emoji"}`:                               richtext.Node{Type: richtext.InlineEmoji},
		`{"object": "text", "leaves": []}`:                                    richtext.Node{Leaves: []richtext.Leaf{}},
		`{"object": "block", "type": "code-line", "nodes": []}`:               richtext.Node{Type: richtext.BlockCodeLine},
		`{"object": "fragment", "nodes": [{"object": "text", "leaves": []}]}`: richtext.Fragment{Nodes: []richtext.Node{{}}},
		`{"object": "leaf", "text": "x", "marks": []}`:                        richtext.Leaf{Text: "x"},
		`{"object": "mark", "type": "code"}`:                                  richtext.Mark{Type: richtext.MarkCode},
	} {
		encoded, err := json.Marshal(part)
		require.NoError(t, err)
		require.JSONEq(t, want, string(encoded))
	}
}

func TestDecodedDocumentWithoutObjectsIsEncodedAsItWas(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"data":{},"nodes":[]}`,
		`{"object":"","data":{},"nodes":[{"object":"block","type":"divider"}]}`,
		`{"object":"document","data":{},"nodes":[{"type":"divider"}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"text","leaves":[{"text":"x","marks":[]}]}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"x","marks":[{"type":"bold"}]}]}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"block","fragments":[{"nodes":[]}]}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"block","fragments":[{"object":"fragment"}]}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"x"}]}]}`,
	} {
		var document richtext.Document
		require.NoError(t, json.Unmarshal([]byte(text), &document))
		encoded, err := json.Marshal(document)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))

		document.Extra = map[string]api.Raw{"added": api.Raw(`1`)}
		encoded, err = json.Marshal(document)
		require.NoError(t, err)
		require.Contains(t, string(encoded), `"added":1`, "a change by the program is encoded")
		require.NotContains(t, string(encoded), `"object":""`)
	}
	var document richtext.Document
	require.NoError(t, json.Unmarshal([]byte(`{"data":{},"nodes":[]}`), &document))
	document.Object = "document"
	encoded, err := json.Marshal(document)
	require.NoError(t, err)
	require.JSONEq(t, `{"object":"document","data":{},"nodes":[]}`, string(encoded), "so is one of the object alone")
}
