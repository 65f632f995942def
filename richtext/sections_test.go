package richtext_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

func heading(level int, key, anchor, text string) richtext.Node {
	node := richtext.NewParagraph(text)
	node.Type, node.Key = richtext.NodeType(fmt.Sprint("heading-", level)), &key
	if anchor != "" {
		node.Data = map[string]api.Raw{"id": api.Raw(`"` + anchor + `"`)}
	}
	return node
}

func TestSectionsBeginAtHeadings(t *testing.T) {
	t.Parallel()
	tabs := richtext.Node{Type: richtext.BlockTabs, Nodes: []richtext.Node{{
		Type: richtext.BlockTabsItem, Nodes: []richtext.Node{heading(2, "inner", "", "In a tab")},
	}}}
	document := richtext.NewDocument(
		richtext.NewParagraph("Before."), heading(1, "k1", "setup", "Set up"), richtext.NewParagraph("First."), tabs,
		heading(3, "k2", "", "Next"), heading(2, "k3", "", "Last"), richtext.Node{Type: "poll", Nodes: []richtext.Node{richtext.NewParagraph("Yes?")}},
	)
	var got []string
	for _, section := range richtext.Sections(&document) {
		got = append(got, fmt.Sprintf("%d %q %q %q %q", section.Level, section.Key, section.Anchor, section.Title(), section.PlainText()))
	}
	require.Equal(t, []string{
		`0 "" "" "" "Before."`, `1 "k1" "setup" "Set up" "First.\nIn a tab"`, `3 "k2" "" "Next" ""`, `2 "k3" "" "Last" "Yes?"`,
	}, got)
	require.Same(t, &document.Nodes[1], richtext.Sections(&document)[1].Heading)
	require.Empty(t, richtext.Sections(nil))
	require.Empty(t, richtext.Sections(new(richtext.Document)))
}

func TestNodesOfASectionDoNotGrowIntoTheNext(t *testing.T) {
	t.Parallel()
	document := richtext.NewDocument(heading(1, "a", "", "A"), heading(1, "b", "", "B"))
	_ = append(richtext.Sections(&document)[0].Nodes, richtext.NewParagraph("more"))
	require.Equal(t, "A\nB", document.PlainText())
}

func TestSectionsAndLossesOfALargeDocumentTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	document := richtext.NewDocument()
	for range 100_000 { // with the square of it, the test does not end
		document.Nodes = append(document.Nodes, heading(2, "k", "", "Title"), richtext.NewParagraph("Text."), richtext.Node{Type: "poll"})
	}
	length := 0
	for _, section := range richtext.Sections(&document) {
		length += len(section.PlainText())
	}
	require.Equal(t, 100_000*len("Text."), length)
	require.Equal(t, []richtext.Loss{{Node: "poll", Count: 100_000}}, richtext.MarkdownLosses(&document))
}

// requireSections checks what holds for the sections of any document.
func requireSections(t *testing.T, document *richtext.Document) {
	t.Helper()
	var nodes []*richtext.Node
	var lines []string
	for i, section := range richtext.Sections(document) {
		require.NotEmpty(t, section.Nodes)
		require.Equal(t, section.Heading != nil, section.Level > 0)
		require.True(t, i == 0 || section.Heading != nil)
		for j := range section.Nodes {
			nodes = append(nodes, &section.Nodes[j])
			require.Equal(t, j == 0 && section.Heading != nil, slices.Contains((richtext.Heading{}).NodeTypes(), section.Nodes[j].Type))
		}
		lines = append(lines, section.Title(), section.PlainText())
	}
	require.Len(t, nodes, len(document.Nodes))
	for i := range document.Nodes {
		require.Same(t, &document.Nodes[i], nodes[i], "every node is in exactly one section, in order")
	}
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	require.Equal(t, words(document.PlainText()), words(strings.Join(lines, "\n")))
}

func FuzzSectionsContainEachNodeOnce(f *testing.F) {
	f.Add([]byte(bookJSON))
	f.Add([]byte(richJSON))
	f.Add([]byte(`{"nodes":[{"type":"heading-2"},{"type":"heading-4"},{"type":"heading-3","data":{"id":5},"key":"k"},{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var document richtext.Document
		if json.Unmarshal(data, &document) != nil {
			return
		}
		before, err := json.Marshal(document)
		require.NoError(t, err)
		requireSections(t, &document)
		for _, loss := range richtext.MarkdownLosses(&document) {
			require.Positive(t, loss.Count)
		}
		after, err := json.Marshal(document)
		require.NoError(t, err)
		require.Equal(t, string(before), string(after), "nothing changes the document")
	})
}

func TestMarkdownLosses(t *testing.T) {
	t.Parallel()
	leaf := func(marks ...richtext.Mark) richtext.Node {
		return richtext.Node{Leaves: []richtext.Leaf{{Text: "x", Marks: marks}}}
	}
	color := richtext.Mark{Type: richtext.MarkColor, Data: map[string]api.Raw{"color": api.Raw(`"red"`)}}
	link := func(kind string) richtext.Node {
		return richtext.Node{Type: richtext.InlineLink, Data: map[string]api.Raw{"ref": api.Raw(`{"kind":"` + kind + `"}`)}, Nodes: []richtext.Node{leaf()}}
	}
	table := func(values string) richtext.Node {
		return richtext.Node{Type: richtext.BlockTable, Data: map[string]api.Raw{"records": api.Raw(`{"row":{"values":` + values + `}}`)}}
	}
	centered := richtext.Node{Type: richtext.BlockParagraph, Data: map[string]api.Raw{"align": api.Raw(`"center"`), "isNew": api.Raw("null")}, Nodes: []richtext.Node{
		leaf(richtext.Mark{Type: richtext.MarkBold}, color), leaf(color), link("page"), link("user"), link("user"), link(""),
		leaf(richtext.Mark{Type: "glow"}, richtext.Mark{Type: richtext.MarkBold, Data: map[string]api.Raw{"weight": api.Raw("900")}, Extra: map[string]api.Raw{"new": api.Raw("1")}}),
	}}
	document := richtext.NewDocument(
		centered, heading(1, "k", "anchor", "Kept"),
		richtext.Node{Type: "poll", Data: map[string]api.Raw{"a": api.Raw("1")}, Nodes: []richtext.Node{{Type: "poll"}, leaf(color)}},
		richtext.Node{Type: richtext.BlockHint, Data: map[string]api.Raw{"style": api.Raw(`"info"`)}, Extra: map[string]api.Raw{"meta": api.Raw(`{"id":"a"}`), "rows": api.Raw("[1]"), "none": api.Raw("null")}},
		table(`{"a": {"kind":"user","user":"u"}, "b": {"kind":"page","page":"p"}, "c": {"ref":{"kind":"reusable-content"}}, "d": 1}`),
		richtext.Node{Type: richtext.BlockImage, Fragments: []richtext.Fragment{{Nodes: []richtext.Node{{Type: richtext.InlineMath}}}}},
		richtext.Node{Object: "block"},
		richtext.Node{Type: richtext.BlockQuote, Fragments: []richtext.Fragment{{Nodes: []richtext.Node{richtext.NewParagraph("a note")}}}},
	)
	document.Data.Extra = map[string]api.Raw{"theme": api.Raw(`"dark"`)}
	require.Equal(t, []richtext.Loss{
		{Count: 1}, // a block without a type
		{Field: "data.theme", Count: 1},
		{Mark: richtext.MarkBold, Field: "data.weight", Count: 1},
		{Mark: richtext.MarkBold, Field: "new", Count: 1},
		{Mark: richtext.MarkColor, Count: 3},
		{Mark: "glow", Count: 1},
		{Node: richtext.BlockQuote, Field: "fragments", Count: 1},
		{Node: richtext.BlockHint, Field: "rows", Count: 1},
		{Node: richtext.InlineMath, Count: 1},
		{Node: richtext.InlineLink, Field: "data.ref: ", Count: 1},
		{Node: richtext.InlineLink, Field: "data.ref: user", Count: 2},
		{Node: richtext.BlockParagraph, Field: "data.align", Count: 1},
		{Node: "poll", Count: 2},
		{Node: richtext.BlockTable, Field: "data.records: reusable-content", Count: 1},
		{Node: richtext.BlockTable, Field: "data.records: user", Count: 1},
	}, richtext.MarkdownLosses(&document))
	plain := richtext.NewDocument(richtext.NewParagraph("One."), heading(2, "k", "a", "Two"))
	require.Empty(t, richtext.MarkdownLosses(&plain))
	require.Nil(t, richtext.MarkdownLosses(nil))
}

func ExampleSections() {
	document := richtext.NewDocument(
		richtext.NewParagraph("A site consists of spaces."),
		richtext.Node{Type: richtext.BlockHeading2, Nodes: richtext.NewParagraph("Publish").Nodes},
		richtext.NewParagraph("Press Publish."),
	)
	for _, section := range richtext.Sections(&document) {
		fmt.Printf("%q: %s\n", section.Title(), section.PlainText())
	}
	// Output:
	// "": A site consists of spaces.
	// "Publish": Press Publish.
}

func ExampleMarkdownLosses() {
	document := richtext.NewDocument(
		richtext.NewParagraph("Area of a circle:"),
		richtext.Node{Type: richtext.BlockMath, Data: map[string]api.Raw{"formula": api.Raw(`"\\pi r^2"`)}},
	)
	for _, loss := range richtext.MarkdownLosses(&document) {
		fmt.Println(loss.Node, loss.Mark, loss.Field, loss.Count)
	}
	// Output: math   1
}
