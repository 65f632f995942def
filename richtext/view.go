package richtext

import (
	"slices"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A View is a struct that contains the Data of a node of certain types. This package has the views
// that do not refer to content. Views that do, such as for links and images, are in package spaces.
//
// Experimental: may change in any minor release; see [api].
type View interface {
	// NodeTypes returns the types of the nodes that the view is for.
	NodeTypes() []NodeType
}

// As returns the Data of a node as a view, and reports whether the view is for nodes of that type:
//
//	if code, ok := richtext.As[richtext.Code](node); ok {
//		fmt.Println(code.Syntax)
//	}
//
// V is one of the structs of the SDK, or a struct of the program, but not a pointer. A field of the
// view is zero if Data does not contain it or, for a struct of the SDK, if its value does not fit.
// Package encoding/json decodes a struct of the program, and its errors are ignored. Data can
// contain further fields that the view does not have. Changing the view does not change the node.
//
// Experimental: may change in any minor release; see [api].
func As[V View](n *Node) (view V, ok bool) {
	if n == nil || !slices.Contains(view.NodeTypes(), n.Type) {
		return view, false
	}
	if data, err := jsonx.Marshal(n.Data); err == nil {
		jsonx.DecodeEither(data, &view)
	}
	return view, true
}

// Heading is the data of a heading.
//
// Experimental: may change in any minor release; see [api].
type Heading struct {
	ID string `json:"id"` // anchor; "" if none was set and the service derives it from the text
}

// NodeTypes implements [View].
func (Heading) NodeTypes() []NodeType {
	return []NodeType{BlockHeading1, BlockHeading2, BlockHeading3}
}

// ListItem is the data of an item of a list.
//
// Experimental: may change in any minor release; see [api].
type ListItem struct {
	Checked *bool `json:"checked"` // nil unless the list is a [BlockListTasks]
}

// NodeTypes implements [View].
func (ListItem) NodeTypes() []NodeType { return []NodeType{BlockListItem} }

// ListOrdered is the data of a numbered list.
//
// Experimental: may change in any minor release; see [api].
type ListOrdered struct {
	Start *float64 `json:"start"` // first number; nil means 1
}

// NodeTypes implements [View].
func (ListOrdered) NodeTypes() []NodeType { return []NodeType{BlockListOrdered} }

// Hint is the data of a hint.
//
// Experimental: may change in any minor release; see [api].
type Hint struct {
	Style string `json:"style"` // such as "info", "warning", "danger" or "success"
}

// NodeTypes implements [View].
func (Hint) NodeTypes() []NodeType { return []NodeType{BlockHint} }

// Code is the data of a block of code.
//
// Experimental: may change in any minor release; see [api].
type Code struct {
	Syntax      string `json:"syntax"` // language; "" if unknown
	Title       string `json:"title"`
	Overflow    string `json:"overflow"` // "wrap" if long lines wrap, "scroll" or "" if they scroll
	LineNumbers bool   `json:"lineNumbers"`
}

// NodeTypes implements [View].
func (Code) NodeTypes() []NodeType { return []NodeType{BlockCode} }

// Formula is the data of a formula.
//
// Experimental: may change in any minor release; see [api].
type Formula struct {
	Formula string `json:"formula"`
}

// NodeTypes implements [View].
func (Formula) NodeTypes() []NodeType { return []NodeType{BlockMath, InlineMath} }

// Expression is the data of an expression, or of blocks that are shown on a condition.
//
// Experimental: may change in any minor release; see [api].
type Expression struct {
	Expression string `json:"expression"`
}

// NodeTypes implements [View].
func (Expression) NodeTypes() []NodeType { return []NodeType{InlineExpression, BlockIf} }

// Emoji is the data of an emoji.
//
// Experimental: may change in any minor release; see [api].
type Emoji struct {
	Code string `json:"code"` // code points in hexadecimal, such as "1f680"
}

// NodeTypes implements [View].
func (Emoji) NodeTypes() []NodeType { return []NodeType{InlineEmoji} }

// Icon is the data of an icon or a step.
//
// Experimental: may change in any minor release; see [api].
type Icon struct {
	Icon string `json:"icon"` // name; "" for a step without an icon
}

// NodeTypes implements [View].
func (Icon) NodeTypes() []NodeType { return []NodeType{InlineIcon, BlockStepperStep} }

// Tab is the data of a tab.
//
// Experimental: may change in any minor release; see [api].
type Tab struct {
	Title string `json:"title"`
}

// NodeTypes implements [View].
func (Tab) NodeTypes() []NodeType { return []NodeType{BlockTabsItem} }

// Embed is the data of content from another site.
//
// Experimental: may change in any minor release; see [api].
type Embed struct {
	URL string `json:"url"`
}

// NodeTypes implements [View].
func (Embed) NodeTypes() []NodeType { return []NodeType{BlockEmbed} }
