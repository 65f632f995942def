package spaces_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// nodesWithData contains a node of each type that has data, except for those that only describe the
// layout.
const nodesWithData = `{"object": "document", "data": {}, "nodes": [
	{"object": "block", "type": "heading-1", "data": {"id": "setup"}, "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Setup", "marks": []}]}]},
	{"object": "block", "type": "heading-2", "data": {}, "nodes": []},
	{"object": "block", "type": "heading-3", "data": {}, "nodes": []},
	{"object": "block", "type": "paragraph", "nodes": [
		{"object": "inline", "type": "link", "data": {"ref": {"kind": "anchor", "anchor": "part", "page": "page_1", "space": "space_1"}}, "nodes": []},
		{"object": "inline", "type": "mention", "isVoid": true, "data": {"ref": {"kind": "user", "user": "user_1"}}},
		{"object": "inline", "type": "button", "isVoid": true, "data": {"label": "Start", "kind": "primary", "icon": "rocket", "ref": {"kind": "url", "url": "https://example.com"}}},
		{"object": "inline", "type": "emoji", "isVoid": true, "data": {"code": "1f680"}},
		{"object": "inline", "type": "icon", "isVoid": true, "data": {"icon": "rocket"}},
		{"object": "inline", "type": "expression", "isVoid": true, "data": {"expression": "visitor.claims.a"}},
		{"object": "inline", "type": "inline-math", "isVoid": true, "data": {"formula": "x^2"}},
		{"object": "inline", "type": "inline-image", "isVoid": true, "data": {"ref": {"kind": "file", "file": "file_1"}, "caption": "A logo", "alt": "logo", "size": "line"}}]},
	{"object": "block", "type": "list-ordered", "data": {"start": 3}, "nodes": [{"object": "block", "type": "list-item", "nodes": []}]},
	{"object": "block", "type": "list-tasks", "nodes": [{"object": "block", "type": "list-item", "data": {"checked": true}, "nodes": []}]},
	{"object": "block", "type": "hint", "data": {"style": "info"}, "nodes": []},
	{"object": "block", "type": "code", "data": {"syntax": "go", "title": "main.go"}, "nodes": []},
	{"object": "block", "type": "math", "isVoid": true, "data": {"formula": "y^2"}},
	{"object": "block", "type": "if", "data": {"expression": "visitor.claims.b"}, "nodes": []},
	{"object": "block", "type": "images", "isVoid": false, "data": {"align": "left"}, "nodes": [
		{"object": "block", "type": "image", "isVoid": true, "data": {"ref": {"kind": "url", "url": "https://example.com/a.png"}, "refDark": {"kind": "file", "file": "file_2"}, "alt": "A", "width": 100}, "fragments": []}]},
	{"object": "block", "type": "file", "isVoid": true, "data": {"ref": {"kind": "file", "file": "file_3"}}},
	{"object": "block", "type": "drawing", "isVoid": true, "data": {}},
	{"object": "block", "type": "embed", "isVoid": true, "data": {"url": "https://video.example.com/1"}},
	{"object": "block", "type": "tabs", "nodes": [{"object": "block", "type": "tabs-item", "data": {"title": "Go"}, "nodes": []}]},
	{"object": "block", "type": "stepper", "nodes": [{"object": "block", "type": "stepper-step", "data": {"icon": "flag"}, "nodes": []}]},
	{"object": "block", "type": "content-ref", "isVoid": true, "data": {"ref": {"kind": "page", "page": "page_2"}}},
	{"object": "block", "type": "reusable-content", "isVoid": true, "data": {"ref": {"kind": "reusable-content", "reusableContent": "reusable_1"}}},
	{"object": "block", "type": "swagger", "isVoid": true, "data": {"ref": {"kind": "file", "file": "file_4"}, "method": "get", "path": "/a"}},
	{"object": "block", "type": "openapi-operation", "isVoid": true, "data": {"ref": {"kind": "openapi", "spec": "spec_1"}}},
	{"object": "block", "type": "openapi-schemas", "isVoid": true, "data": {"ref": {"kind": "openapi", "spec": "spec_2"}}},
	{"object": "block", "type": "openapi-webhook", "isVoid": true, "data": {"ref": {"kind": "openapi", "spec": "spec_3"}}},
	{"object": "block", "type": "table", "isVoid": true, "fragments": [], "data": {
		"view": {"type": "grid", "columns": ["name", "done"], "hideHeader": false},
		"definition": {"done": {"id": "done", "title": "Done", "type": "checkbox"}, "name": {"id": "name", "title": "Name", "type": "text"}},
		"records": {"r2": {"orderIndex": "b", "values": {"done": true}}, "r1": {"orderIndex": "a", "values": {"done": false}}}}},
	{"object": "block", "type": "carousel", "data": {"ref": 5}}
]}`

// rendered returns what the views contain of a node, and whether there is one.
func rendered(node *richtext.Node) (string, bool) {
	if link, ok := richtext.As[spaces.NodeLink](node); ok {
		return fmt.Sprintf("%s %s %s", refText(&link.Ref), link.Label, link.Icon), true
	}
	if image, ok := richtext.As[spaces.NodeImage](node); ok {
		return fmt.Sprintf("%s %s %s %s %s", refText(&image.Ref), refText(image.RefDark), image.Alt, image.Caption, image.Width), true
	}
	if file, ok := richtext.As[spaces.NodeFile](node); ok {
		return refText(file.Ref), true
	}
	if table, ok := richtext.As[spaces.NodeTable](node); ok {
		text := table.View.Type
		for _, column := range table.View.Columns {
			text += " " + table.Definition[column].Title + ":" + table.Definition[column].Type
		}
		var rows []string
		for _, record := range table.Records {
			rows = append(rows, fmt.Sprintf("%s=%s", record.OrderIndex, record.Values["done"]))
		}
		slices.Sort(rows)
		return text + " " + strings.Join(rows, " "), true
	}
	if heading, ok := richtext.As[richtext.Heading](node); ok {
		return heading.ID + " " + node.PlainText(), true
	}
	if item, ok := richtext.As[richtext.ListItem](node); ok {
		return fmt.Sprint(item.Checked != nil && *item.Checked), true
	}
	if list, ok := richtext.As[richtext.ListOrdered](node); ok {
		return fmt.Sprint(*list.Start), true
	}
	return renderedPlain(node)
}

// renderedPlain is [rendered] for views with texts alone.
func renderedPlain(node *richtext.Node) (string, bool) {
	if hint, ok := richtext.As[richtext.Hint](node); ok {
		return hint.Style, true
	}
	if code, ok := richtext.As[richtext.Code](node); ok {
		return code.Syntax + " " + code.Title, true
	}
	if formula, ok := richtext.As[richtext.Formula](node); ok {
		return formula.Formula, true
	}
	if expression, ok := richtext.As[richtext.Expression](node); ok {
		return expression.Expression, true
	}
	if emoji, ok := richtext.As[richtext.Emoji](node); ok {
		return emoji.Code, true
	}
	if icon, ok := richtext.As[richtext.Icon](node); ok {
		return icon.Icon, true
	}
	if tab, ok := richtext.As[richtext.Tab](node); ok {
		return tab.Title, true
	}
	embed, ok := richtext.As[richtext.Embed](node)
	return embed.URL, ok
}

func refText(ref *spaces.ContentRef) string {
	if ref == nil {
		return "-"
	}
	text, err := json.Marshal(ref)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`"`, "", "{", "", "}", "").Replace(string(text))
}

// TestEachNodeOfAPageHasAView renders a node of each type, from a page of the in-memory server.
func TestEachNodeOfAPageHasAView(t *testing.T) {
	t.Parallel()
	document := new(richtext.Document)
	require.NoError(t, json.Unmarshal([]byte(nodesWithData), document))
	server := publishingtest.NewServer(t)
	server.Orgs.Add(orgs.Organization{ID: "acme"})
	server.Spaces.Add("acme", spaces.Space{ID: "guides"}, publishingtest.Page{ID: "setup", Title: "Setup", Document: document})
	page, err := server.Client().Spaces.Pages.Get(t.Context(), "guides", "setup", spaces.PageGetOptions{Format: richtext.FormatDocument})
	require.NoError(t, err)
	got, err := json.Marshal(page.Document)
	require.NoError(t, err)
	require.JSONEq(t, nodesWithData, string(got))

	layout := []richtext.NodeType{"", "paragraph", "images", "list-tasks", "tabs", "stepper", "carousel"}
	var lines []string
	for visit := range richtext.Walk(page.Document.Nodes) {
		text, ok := rendered(visit.Node)
		require.NotEqual(t, slices.Contains(layout, visit.Node.Type), ok, visit.Node.Type)
		if ok {
			lines = append(lines, strings.TrimSpace(string(visit.Node.Type)+": "+text))
		}
	}
	require.Equal(t, `heading-1: setup Setup
heading-2:
heading-3:
link: kind:anchor,page:page_1,anchor:part,space:space_1
mention: kind:user,user:user_1
button: kind:url,url:https://example.com Start rocket
emoji: 1f680
icon: rocket
expression: visitor.claims.a
inline-math: x^2
inline-image: kind:file,file:file_1 - logo A logo
list-ordered: 3
list-item: false
list-item: true
hint: info
code: go main.go
math: y^2
if: visitor.claims.b
image: kind:url,url:https://example.com/a.png kind:file,file:file_2 A  100
file: kind:file,file:file_3
drawing: -
embed: https://video.example.com/1
tabs-item: Go
stepper-step: flag
content-ref: kind:page,page:page_2
reusable-content: kind:reusable-content,reusableContent:reusable_1
swagger: kind:file,file:file_4
openapi-operation: kind:openapi,spec:spec_1
openapi-schemas: kind:openapi,spec:spec_2
openapi-webhook: kind:openapi,spec:spec_3
table: grid Name:text Done:checkbox a=false b=true`, strings.Join(lines, "\n"))
}

func TestViewOfANodeKeepsAReferenceOfAnUnknownKind(t *testing.T) {
	t.Parallel()
	node := new(richtext.Node)
	require.NoError(t, json.Unmarshal([]byte(`{"object": "inline", "type": "link", "data": {"ref": {"kind": "planet", "planet": "mars"}}}`), node))
	link, ok := richtext.As[spaces.NodeLink](node)
	require.True(t, ok)
	require.Equal(t, spaces.ContentRefKind("planet"), link.Ref.Kind)
	require.JSONEq(t, `"mars"`, string(link.Ref.Extra["planet"]))
	require.NoError(t, json.Unmarshal([]byte(`{"type": "link", "data": {"ref": "mars"}}`), node))
	link, ok = richtext.As[spaces.NodeLink](node)
	require.True(t, ok)
	require.Zero(t, link)
}
