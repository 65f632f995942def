package api

import "iter"

// RichVisit is a node on a walk.
//
// Beyond the documents.
type RichVisit struct {
	// Node is the document's own: what is changed in it is changed in the document.
	Node *RichNode
	// Fragment is the fragment that the node is in, nil for one that is in none. Of fragments in fragments it is the innermost.
	Fragment *RichFragment
	// Parents are the nodes above it, from the top down. The slice is the walk's own and changes with the next turn.
	Parents []*RichNode
}

// WalkRichNodes visits nodes and those below them in reading order: each node before those below it, and these before those in its
// fragments. Nodes of types this release does not know are visited too. Without nodes there is no turn. The document
// of a page that is read without a format is nil: it has no Nodes to give.
//
// Beyond the documents.
func WalkRichNodes(nodes []RichNode) iter.Seq[RichVisit] {
	return func(yield func(RichVisit) bool) { walkRichNodes(nodes, nil, make([]*RichNode, 0, 8), yield) }
}

func walkRichNodes(nodes []RichNode, in *RichFragment, parents []*RichNode, yield func(RichVisit) bool) bool {
	for i := range nodes {
		node := &nodes[i]
		if !yield(RichVisit{Node: node, Fragment: in, Parents: parents}) {
			return false
		}
		if !walkRichNodes(node.Nodes, in, append(parents, node), yield) {
			return false
		}
		for j := range node.Fragments {
			if !walkRichNodes(node.Fragments[j].Nodes, &node.Fragments[j], append(parents, node), yield) {
				return false
			}
		}
	}
	return true
}
