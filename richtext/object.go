package richtext

import (
	"cmp"
	"slices"
)

// The values of Object.
const (
	objectDocument = "document"
	objectBlock    = "block"
	objectInline   = "inline"
	objectText     = "text"
	objectFragment = "fragment"
	objectLeaf     = "leaf"
	objectMark     = "mark"
)

// The methods below return a part of a document. They set every Object, and replace a nil list by
// an empty list if the API requires a list. They copy the parts that they change, because the
// originals belong to the caller.

func (d *Document) filled() *Document {
	nodes, changed := fillEach(d.Nodes, (*Node).filled)
	if d.Object != "" && !changed {
		return d
	}
	filled := *d
	filled.Object, filled.Nodes = cmp.Or(d.Object, objectDocument), nodes
	return &filled
}

func (n *Node) filled() *Node { return n.filledAs(objectBlock) }

// filledAs returns the node with every Object set. place is "block" or "inline", depending on the
// siblings of the node. It is the Object if the type of the node does not determine one.
func (n *Node) filledAs(place string) *Node {
	object := cmp.Or(n.Object, n.objectAt(place))
	inner := objectBlock
	if object == objectInline || n.Type.containsInlines() {
		inner = objectInline
	}
	nodes, changedNodes := fillEach(n.Nodes, func(child *Node) *Node { return child.filledAs(inner) })
	fragments, changedFragments := fillEach(n.Fragments, (*Fragment).filled)
	leaves, changedLeaves := fillEach(n.Leaves, (*Leaf).filled)
	if n.Object != "" && !changedNodes && !changedFragments && !changedLeaves {
		return n
	}
	filled := *n
	filled.Object, filled.Nodes, filled.Fragments, filled.Leaves = object, nodes, fragments, leaves
	switch {
	case n.Object != "":
	case object == objectText:
		filled.Leaves = orEmpty(leaves)
	case n.Type.containsInlines():
		filled.Nodes = orEmpty(nodes)
	}
	return &filled
}

func (n *Node) objectAt(place string) string {
	switch {
	case n.Leaves != nil, n.Type == "" && n.Nodes == nil && n.Fragments == nil:
		return objectText
	case n.Type.isInline():
		return objectInline
	default:
		return place
	}
}

func (f *Fragment) filled() *Fragment {
	nodes, changed := fillEach(orEmpty(f.Nodes), (*Node).filled)
	if f.Object != "" && f.Nodes != nil && !changed {
		return f
	}
	filled := *f
	filled.Object, filled.Nodes = cmp.Or(f.Object, objectFragment), nodes
	return &filled
}

func (l *Leaf) filled() *Leaf {
	marks, changed := fillEach(orEmpty(l.Marks), (*Mark).filled)
	if l.Object != "" && l.Marks != nil && !changed {
		return l
	}
	filled := *l
	filled.Object, filled.Marks = cmp.Or(l.Object, objectLeaf), marks
	return &filled
}

func (m *Mark) filled() *Mark {
	if m.Object != "" {
		return m
	}
	filled := *m
	filled.Object = objectMark
	return &filled
}

// orEmpty returns the list, or an empty list if it is nil. The option omitzero omits nil, but not
// an empty list.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// fillEach returns the list with each part filled, and reports whether fill changed any part.
func fillEach[T any](list []T, fill func(*T) *T) (filled []T, changed bool) {
	filled = list
	for i := range list {
		part := fill(&list[i])
		if part == &list[i] {
			continue
		}
		if !changed {
			filled, changed = slices.Clone(list), true
		}
		filled[i] = *part
	}
	return filled, changed
}

func (t NodeType) isInline() bool {
	switch t {
	case InlineLink, InlineEmoji, InlineIcon, InlineExpression, InlineMath,
		InlineImage, InlineAnnotation, InlineMention, InlineButton:
		return true
	default:
		return false
	}
}

// containsInlines reports whether a block contains inlines and text nodes instead of blocks.
func (t NodeType) containsInlines() bool {
	switch t {
	case BlockParagraph, BlockHeading1, BlockHeading2, BlockHeading3, BlockCodeLine:
		return true
	default:
		return false
	}
}
