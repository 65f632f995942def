package richtext_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

func nodeWith(t *testing.T, nodeType richtext.NodeType, data string) *richtext.Node {
	t.Helper()
	node := &richtext.Node{Type: nodeType}
	require.NoError(t, json.Unmarshal([]byte(data), &node.Data))
	return node
}

func requireView[V richtext.View](t *testing.T, want V, data string) {
	t.Helper()
	require.NotEmpty(t, want.NodeTypes())
	for _, nodeType := range want.NodeTypes() {
		got, ok := richtext.As[V](nodeWith(t, nodeType, data))
		require.True(t, ok, nodeType)
		require.Equal(t, want, got, nodeType)
	}
	got, ok := richtext.As[V](nodeWith(t, richtext.BlockParagraph, data))
	require.False(t, ok)
	require.Zero(t, got)
}

func TestDataOfANodeHasAView(t *testing.T) {
	t.Parallel()
	requireView(t, richtext.Heading{ID: "setup"}, `{"id": "setup"}`)
	requireView(t, richtext.ListItem{Checked: new(false)}, `{"checked": false}`)
	requireView(t, richtext.ListOrdered{Start: new(3.0)}, `{"start": 3}`)
	requireView(t, richtext.Hint{Style: "info"}, `{"style": "info"}`)
	requireView(t, richtext.Code{Syntax: "go", Title: "main.go", Overflow: "wrap", LineNumbers: true}, `{"syntax": "go", "title": "main.go", "overflow": "wrap", "lineNumbers": true, "fullWidth": true}`)
	requireView(t, richtext.Formula{Formula: "x^2"}, `{"formula": "x^2"}`)
	requireView(t, richtext.Expression{Expression: "visitor.claims.a"}, `{"expression": "visitor.claims.a"}`)
	requireView(t, richtext.Emoji{Code: "1f680"}, `{"code": "1f680"}`)
	requireView(t, richtext.Icon{Icon: "rocket"}, `{"icon": "rocket"}`)
	requireView(t, richtext.Tab{Title: "Go"}, `{"title": "Go"}`)
	requireView(t, richtext.Embed{URL: "https://video.example.com/1"}, `{"url": "https://video.example.com/1"}`)
}

func TestViewLeavesOutWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	got, ok := richtext.As[richtext.Code](nodeWith(t, richtext.BlockCode, `{"syntax": 5, "title": "a", "new": [1], "lineNumbers": "yes"}`))
	require.True(t, ok)
	require.Equal(t, richtext.Code{Title: "a"}, got)
	got, ok = richtext.As[richtext.Code](&richtext.Node{Type: richtext.BlockCode})
	require.True(t, ok)
	require.Zero(t, got)
	_, ok = richtext.As[richtext.Code](&richtext.Node{Type: richtext.BlockCode, Data: map[string]api.Raw{"title": api.Raw(`{`)}})
	require.True(t, ok)
	_, ok = richtext.As[richtext.Code](nil)
	require.False(t, ok)
}

func TestPlainTextOfANode(t *testing.T) {
	t.Parallel()
	require.Empty(t, (*richtext.Node)(nil).PlainText())
	document := book(t)
	lines := ""
	for i := range document.Nodes {
		if text := document.Nodes[i].PlainText(); text != "" {
			lines += text + "\n"
		}
	}
	require.Equal(t, document.PlainText()+"\n", lines)
	unknown := richtext.Node{Type: "carousel", Nodes: []richtext.Node{richtext.NewParagraph("One."), richtext.NewParagraph("Two.")}}
	require.Equal(t, "One.\nTwo.", unknown.PlainText())
}

func ExampleAs() {
	document := richtext.NewDocument(richtext.Node{
		Type: richtext.BlockHint,
		Data: map[string]api.Raw{"style": api.Raw(`"warning"`)},
		Nodes: []richtext.Node{
			richtext.NewParagraph("Publish in the evening."),
		},
	})
	for visit := range richtext.Walk(document.Nodes) {
		if hint, ok := richtext.As[richtext.Hint](visit.Node); ok {
			fmt.Printf("%s: %s\n", hint.Style, visit.Node.PlainText())
		}
	}
	// Output: warning: Publish in the evening.
}
