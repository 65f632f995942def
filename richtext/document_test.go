package richtext_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

const richJSON = `{
	"object": "document",
	"data": {"schemaVersion": 7, "later": 1.50},
	"nodes": [{
		"object": "block", "type": "paragraph", "key": "k1", "isVoid": false, "data": {"align": "start"},
		"nodes": [
			{"object": "text", "key": "", "leaves": [{"object": "leaf", "text": "", "marks": [{"object": "mark", "type": "bold", "later": [1]}], "later": true}]},
			{"object": "inline", "type": "link", "data": {"ref": {"kind": "url", "url": "https://example.com"}}, "nodes": []}
		],
		"meta": {"id": "x"}
	}],
	"later": 12345678901234567890
}`

func TestDocumentKeepsUnknownFields(t *testing.T) {
	t.Parallel()
	var document richtext.Document
	require.NoError(t, json.Unmarshal([]byte(richJSON), &document))
	require.Equal(t, int64(7), *document.Data.SchemaVersion)
	node := document.Nodes[0]
	require.Equal(t, richtext.BlockParagraph, node.Type)
	require.JSONEq(t, `"start"`, node.Data["align"].String())
	require.JSONEq(t, `{"id": "x"}`, node.Extra["meta"].String())
	require.Equal(t, "12345678901234567890", document.Extra["later"].String(), "a number keeps its digits")

	for name, value := range map[string]any{"document": document, "pointer": &document, "in a map": map[string]any{"d": document}} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		if name == "in a map" {
			var outer map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(encoded, &outer))
			encoded = outer["d"]
		}
		require.JSONEq(t, richJSON, string(encoded), name)
		require.Contains(t, string(encoded), "12345678901234567890")
		require.Contains(t, string(encoded), "1.50")
	}
	for _, part := range []any{&document.Data, &node, &node.Nodes[0].Leaves[0], &node.Nodes[0].Leaves[0].Marks[0]} {
		encoded, err := json.Marshal(part)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(encoded, part))
		again, err := json.Marshal(part)
		require.NoError(t, err)
		require.JSONEq(t, string(encoded), string(again))
	}
}

func TestUnmarshalReplacesADocument(t *testing.T) {
	t.Parallel()
	document := richtext.NewDocument(richtext.NewParagraph("old"))
	document.Extra = map[string]api.Raw{"old": api.Raw("1")}
	require.NoError(t, json.Unmarshal([]byte(`{"object": "document", "data": {}, "nodes": []}`), &document))
	require.Equal(t, richtext.Document{Object: "document", Nodes: []richtext.Node{}}, document)
}

func TestUnmarshalDecodesTheRestAfterAMismatch(t *testing.T) {
	t.Parallel()
	var document richtext.Document
	require.Error(t, json.Unmarshal([]byte(`{"object": "document", "nodes": [{"object": "block", "type": 5, "key": "k"}, {"object": "block", "type": "divider"}]}`), &document))
	require.Len(t, document.Nodes, 2)
	require.Equal(t, "k", *document.Nodes[0].Key)
	require.Equal(t, richtext.BlockDivider, document.Nodes[1].Type)
}

func TestNewDocumentEncodesLikeTheAPI(t *testing.T) {
	t.Parallel()
	encoded, err := json.Marshal(richtext.NewDocument(richtext.NewParagraph("Be brief.")))
	require.NoError(t, err)
	require.JSONEq(t, `{"object": "document", "data": {}, "nodes": [{"object": "block", "type": "paragraph",
		"nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Be brief.", "marks": []}]}]}]}`, string(encoded))
}

func FuzzNodesRoundTrip(f *testing.F) {
	f.Add([]byte(richJSON))
	f.Add([]byte(`{"object":"document","data":{},"nodes":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var document richtext.Document
		if json.Unmarshal(data, &document) != nil {
			return
		}
		encoded, err := json.Marshal(document)
		require.NoError(t, err)
		var again richtext.Document
		require.NoError(t, json.Unmarshal(encoded, &again))
		reencoded, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(encoded), string(reencoded)) // a number beyond float64 is JSON too
	})
}
