package richtext

import "iter"

// A Visit is a node that [Walk] visits, with its place in the document.
//
// Experimental: may change in any minor release; see [api].
type Visit struct {
	// Node points into the document: changing it changes the document.
	Node *Node
	// Fragment is the innermost fragment that contains the node, or nil if there is none.
	Fragment *Fragment
	// Parents contains the nodes above the node, from the top down. The slice is valid only until
	// the next visit.
	Parents []*Node
}

// Walk returns an iterator over nodes and all nodes below them, in reading order: first a node,
// then its child nodes, then the nodes in its fragments. It includes nodes of types that this
// release does not know.
//
// Experimental: may change in any minor release; see [api].
func Walk(nodes []Node) iter.Seq[Visit] {
	return func(yield func(Visit) bool) { walk(nodes, nil, make([]*Node, 0, 8), yield) }
}

func walk(nodes []Node, fragment *Fragment, parents []*Node, yield func(Visit) bool) bool {
	for i := range nodes {
		node := &nodes[i]
		if !yield(Visit{Node: node, Fragment: fragment, Parents: parents}) {
			return false
		}
		if !walk(node.Nodes, fragment, append(parents, node), yield) {
			return false
		}
		fragments := node.Fragments // the loop may change the field
		for j := range fragments {
			if !walk(fragments[j].Nodes, &fragments[j], append(parents, node), yield) {
				return false
			}
		}
	}
	return true
}
