package richtext

import (
	"slices"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A View is the Data of nodes of some types as a struct. The views in this package are of data
// without references. Those with references, such as of links and images, are in package spaces.
//
// Experimental: may change in any minor release; see [api].
type View interface {
	// NodeTypes returns the types of the nodes that have the data.
	NodeTypes() []NodeType
}

// As returns the Data of a node as a view, and reports whether the node is of a type of the view:
//
//	if code, ok := richtext.As[richtext.Code](node); ok {
//		fmt.Println(code.Syntax)
//	}
//
// A field of the view is zero if it is absent or does not fit. Data contains everything, and a
// change of the view does not change the node.
//
// Experimental: may change in any minor release; see [api].
func As[V View](n *Node) (view V, ok bool) {
	if n == nil || !slices.Contains(view.NodeTypes(), n.Type) {
		return view, false
	}
	if data, err := jsonx.Marshal(n.Data); err == nil {
		_, _ = jsonx.Decode(data, &view) // what does not fit is left zero
	}
	return view, true
}

// Heading is the data of headings.
//
// Experimental: may change in any minor release; see [api].
type Heading struct {
	ID string `json:"id"` // anchor that was set, "" for that of the text
}

// NodeTypes implements [View].
func (Heading) NodeTypes() []NodeType {
	return []NodeType{BlockHeading1, BlockHeading2, BlockHeading3}
}

// ListItem is the data of the items of lists.
//
// Experimental: may change in any minor release; see [api].
type ListItem struct {
	Checked *bool `json:"checked"` // nil for an item of another list than [BlockListTasks]
}

// NodeTypes implements [View].
func (ListItem) NodeTypes() []NodeType { return []NodeType{BlockListItem} }

// ListOrdered is the data of numbered lists.
//
// Experimental: may change in any minor release; see [api].
type ListOrdered struct {
	Start *float64 `json:"start"` // first number, nil for 1
}

// NodeTypes implements [View].
func (ListOrdered) NodeTypes() []NodeType { return []NodeType{BlockListOrdered} }

// Hint is the data of hints.
//
// Experimental: may change in any minor release; see [api].
type Hint struct {
	Style string `json:"style"` // such as "info", "warning", "danger" or "success"
}

// NodeTypes implements [View].
func (Hint) NodeTypes() []NodeType { return []NodeType{BlockHint} }

// Code is the data of blocks of code.
//
// Experimental: may change in any minor release; see [api].
type Code struct {
	Syntax      string `json:"syntax"` // language, "" if unknown
	Title       string `json:"title"`
	Overflow    string `json:"overflow"` // "wrap", or "scroll" or "" for lines that are scrolled
	LineNumbers bool   `json:"lineNumbers"`
}

// NodeTypes implements [View].
func (Code) NodeTypes() []NodeType { return []NodeType{BlockCode} }

// Formula is the data of formulas.
//
// Experimental: may change in any minor release; see [api].
type Formula struct {
	Formula string `json:"formula"`
}

// NodeTypes implements [View].
func (Formula) NodeTypes() []NodeType { return []NodeType{BlockMath, InlineMath} }

// Expression is the data of expressions, and of blocks that are shown on a condition.
//
// Experimental: may change in any minor release; see [api].
type Expression struct {
	Expression string `json:"expression"`
}

// NodeTypes implements [View].
func (Expression) NodeTypes() []NodeType { return []NodeType{InlineExpression, BlockIf} }

// Emoji is the data of emoji.
//
// Experimental: may change in any minor release; see [api].
type Emoji struct {
	Code string `json:"code"` // code points in hexadecimal, such as "1f680"
}

// NodeTypes implements [View].
func (Emoji) NodeTypes() []NodeType { return []NodeType{InlineEmoji} }

// Icon is the data of icons, and of steps.
//
// Experimental: may change in any minor release; see [api].
type Icon struct {
	Icon string `json:"icon"` // name, "" for a step without one
}

// NodeTypes implements [View].
func (Icon) NodeTypes() []NodeType { return []NodeType{InlineIcon, BlockStepperStep} }

// Tab is the data of tabs.
//
// Experimental: may change in any minor release; see [api].
type Tab struct {
	Title string `json:"title"`
}

// NodeTypes implements [View].
func (Tab) NodeTypes() []NodeType { return []NodeType{BlockTabsItem} }

// Embed is the data of content from other sites.
//
// Experimental: may change in any minor release; see [api].
type Embed struct {
	URL string `json:"url"`
}

// NodeTypes implements [View].
func (Embed) NodeTypes() []NodeType { return []NodeType{BlockEmbed} }
