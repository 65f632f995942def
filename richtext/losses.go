package richtext

import (
	"cmp"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A Loss is a part of a document that is lost, or may be lost, if the document is written as
// Markdown: all nodes or marks of a type or, if Field is set, only that field of these nodes or
// marks.
//
// Experimental: may change in any minor release; see [api].
type Loss struct {
	// Node is the type of the node; "" for the document, a text node, a leaf or a mark.
	Node NodeType
	// Mark is the type of the mark, or "".
	Mark MarkType
	// Field is the field that is lost, such as "data.align". Its node or mark is kept. If the field
	// refers to a kind of content that Markdown cannot refer to, Field also contains the kind, such
	// as "data.ref: user".
	Field string
	// Count is the number of times that the document contains the part.
	Count int
}

// MarkdownLosses returns the parts of doc that are lost if a program gets the text as Markdown and
// writes it back: types of nodes and marks, and their fields, sorted by name. It includes types and
// fields that this release does not know. If the list is empty, each part of doc has a form in
// Markdown. These forms are those of CommonMark, those of the extensions for tables, task lists and
// strikethrough, and those that the service has been seen to write.
//
// Three things are always lost and not in the list: the keys of nodes, which the sources of answers
// refer to, the field meta, which a service adds to documents and nodes, and the exact form of the
// Markdown, which the service normalizes. MarkdownLosses does not check that the targets of links
// exist. If a target does not exist when the text is written, the link becomes text. To be sure,
// read the text after writing it.
//
// Experimental: may change in any minor release; see [api].
func MarkdownLosses(doc *Document) []Loss {
	if doc == nil {
		return nil
	}
	counts := losses{}
	counts.addExtra(Loss{}, doc.Extra)
	for name, value := range doc.Data.Extra {
		if !isEmpty(value) {
			counts[Loss{Field: "data." + name}]++
		}
	}
	for visit := range Walk(doc.Nodes) {
		counts.addNode(visit.Node)
	}
	list := make([]Loss, 0, len(counts))
	for loss, count := range counts {
		loss.Count = count
		list = append(list, loss)
	}
	slices.SortFunc(list, func(a, b Loss) int {
		return cmp.Or(
			strings.Compare(string(a.Node), string(b.Node)),
			strings.Compare(string(a.Mark), string(b.Mark)),
			strings.Compare(a.Field, b.Field),
		)
	})
	return list
}

// losses contains the count of each loss. The keys have a Count of 0.
type losses map[Loss]int

func (l losses) addNode(n *Node) {
	fields, survives := markdownNodes[n.Type]
	if n.Type == "" && cmp.Or(n.Object, n.objectAt(objectBlock)) != objectText {
		survives = false // only text nodes have no type
	}
	if !survives {
		l[Loss{Node: n.Type}]++
	} else {
		l.addExtra(Loss{Node: n.Type}, n.Extra)
		l.addData(n, fields)
		for i := range n.Fragments {
			if len(n.Fragments[i].Nodes) > 0 && !slices.Contains(withFragments, n.Type) {
				l[Loss{Node: n.Type, Field: "fragments"}]++
			}
			l.addExtra(Loss{Node: n.Type}, n.Fragments[i].Extra)
		}
	}
	for i := range n.Leaves {
		l.addExtra(Loss{}, n.Leaves[i].Extra)
		for j := range n.Leaves[i].Marks {
			l.addMark(&n.Leaves[i].Marks[j])
		}
	}
}

// addData adds the fields of a node's data that have no form in Markdown.
func (l losses) addData(n *Node, fields string) {
	for name, value := range n.Data {
		switch {
		case isEmpty(value):
		case !slices.Contains(strings.Fields(fields), name):
			l[Loss{Node: n.Type, Field: "data." + name}]++
		case name == "ref" || name == "refDark":
			if kind := kindOf(value); !slices.Contains(markdownRefs, kind) {
				l[Loss{Node: n.Type, Field: "data." + name + ": " + kind}]++
			}
		case name == "records":
			var records map[string]struct {
				Values map[string]api.Raw `json:"values"`
			}
			_, _ = jsonx.Decode(value, &records)
			for _, record := range records {
				for _, cell := range record.Values {
					if kind := kindOf(cell); kind != "" && !slices.Contains(markdownRefs, kind) {
						l[Loss{Node: n.Type, Field: "data.records: " + kind}]++
					}
				}
			}
		}
	}
}

// kindOf returns the kind of content that a value refers to, or "" if it refers to none. An image
// in a table has its reference in the field ref.
func kindOf(value api.Raw) string {
	var found struct {
		Kind string `json:"kind"`
		Ref  struct {
			Kind string `json:"kind"`
		} `json:"ref"`
	}
	_, _ = jsonx.Decode(value, &found)
	return cmp.Or(found.Kind, found.Ref.Kind)
}

func (l losses) addMark(m *Mark) {
	if !slices.Contains(markdownMarks, m.Type) {
		l[Loss{Mark: m.Type}]++
		return
	}
	l.addExtra(Loss{Mark: m.Type}, m.Extra)
	for name, value := range m.Data {
		if !isEmpty(value) {
			l[Loss{Mark: m.Type, Field: "data." + name}]++
		}
	}
}

func (l losses) addExtra(of Loss, extra map[string]api.Raw) {
	for name, value := range extra {
		if of.Field = name; name != "meta" && !isEmpty(value) {
			l[of]++
		}
	}
}

// isEmpty reports whether a value means the same as an absent field.
func isEmpty(value api.Raw) bool {
	switch strings.TrimSpace(string(value)) {
	case "", "null", `""`, "false", "{}", "[]":
		return true
	default:
		return false
	}
}

// markdownNodes contains the types of nodes that have a form in Markdown. The value lists the
// fields of the node's data that the form expresses. The forms are those of CommonMark, tables and
// task lists, and blocks such as {% hint %} that the service has been seen to write.
var markdownNodes = map[NodeType]string{
	"":                    "", // text nodes
	BlockParagraph:        "",
	BlockHeading1:         "id",
	BlockHeading2:         "id",
	BlockHeading3:         "id",
	BlockListOrdered:      "start",
	BlockListUnordered:    "",
	BlockListTasks:        "",
	BlockListItem:         "checked",
	BlockDivider:          "",
	BlockQuote:            "",
	BlockHint:             "style",
	BlockImages:           "",
	BlockImage:            "ref refDark alt",
	BlockFile:             "ref",
	BlockEmbed:            "url",
	BlockCode:             "syntax title overflow lineNumbers",
	BlockCodeLine:         "",
	BlockTabs:             "",
	BlockTabsItem:         "title",
	BlockTable:            "view definition records",
	BlockOpenAPIOperation: "ref",
	BlockOpenAPISchemas:   "ref",
	BlockContentRef:       "ref",
	BlockStepper:          "",
	BlockStepperStep:      "",
	BlockColumns:          "",
	BlockColumn:           "",
	BlockIf:               "expression",
	InlineLink:            "ref",
	InlineMention:         "ref",
}

// withFragments contains the types of nodes whose fragments, cells or a caption, have a form.
var withFragments = []NodeType{BlockTable, BlockImage, BlockEmbed, BlockFile}

// markdownMarks are the marks that have a form in Markdown.
var markdownMarks = []MarkType{MarkBold, MarkItalic, MarkCode, MarkStrikethrough}

// markdownRefs are the kinds of content that a link or an image in Markdown can refer to.
var markdownRefs = []string{"url", "page", "anchor", "file", "space", "openapi"}
