package richtext

import "iter"

// Visit is a node on a walk.
//
// Beyond the documents.
type Visit struct {
	// Node is the document's own: what is changed in it is changed in the document.
	Node *Node
	// Fragment is the fragment that the node is in, nil for one that is in none. Of fragments in fragments it is the innermost.
	Fragment *Fragment
	// Parents are the nodes above it, from the top down. The slice is the walk's own and changes with the next turn.
	Parents []*Node
}

// Walk visits nodes and those below them in reading order: each node before those below it, and these before those in its
// fragments. Nodes of types this release does not know are visited too. Without nodes there is no turn. The document
// of a page that is read without a format is nil: it has no Nodes to give.
//
// Beyond the documents.
func Walk(nodes []Node) iter.Seq[Visit] {
	return func(yield func(Visit) bool) { walk(nodes, nil, make([]*Node, 0, 8), yield) }
}

func walk(nodes []Node, in *Fragment, parents []*Node, yield func(Visit) bool) bool {
	for i := range nodes {
		node := &nodes[i]
		if !yield(Visit{Node: node, Fragment: in, Parents: parents}) {
			return false
		}
		if !walk(node.Nodes, in, append(parents, node), yield) {
			return false
		}
		for j := range node.Fragments {
			if !walk(node.Fragments[j].Nodes, &node.Fragments[j], append(parents, node), yield) {
				return false
			}
		}
	}
	return true
}
