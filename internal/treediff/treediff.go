// Package treediff finds the nodes that two trees have in common, and those that have moved.
package treediff

import "slices"

// A Node is a node of a tree, as part of a list of all nodes in depth-first preorder. Depth is 0 at
// the top.
type Node struct {
	ID    string
	Depth int
}

// None is the index of a node that does not exist.
const None = -1

// A Place describes the position of a node in its tree, and how the node relates to the other tree.
type Place struct {
	Parent int // index in the same list, or None at the top
	Twin   int // index of the same node in the other list, or None
	// Moved reports whether a node of the second list has moved: to another parent, or to another
	// place among the nodes that both trees have below its parent. As few nodes as possible count
	// as moved.
	Moved bool
}

// Compare returns the places of the nodes in two lists. Nodes with the same ID are twins. If a list
// contains an ID several times, the first node is the twin of the first node in the other list, the
// second node is the twin of the second, and so on.
func Compare(before, after []Node) (was, is []Place) {
	was, is = places(before), places(after)
	unmatched := map[string][]int{}
	for i, node := range before {
		unmatched[node.ID] = append(unmatched[node.ID], i)
	}
	for i, node := range after {
		if twins := unmatched[node.ID]; len(twins) > 0 {
			is[i].Twin, was[twins[0]].Twin = twins[0], i
			unmatched[node.ID] = twins[1:]
		}
	}
	kept := map[int][]int{} // siblings with an unchanged parent, by parent
	for i, place := range is {
		switch {
		case place.Twin == None:
		case sameParent(is, place.Parent, was[place.Twin].Parent):
			kept[place.Parent] = append(kept[place.Parent], i)
		default:
			is[i].Moved = true
		}
	}
	for _, siblings := range kept {
		markReordered(is, siblings)
	}
	return was, is
}

func places(nodes []Node) []Place {
	list := make([]Place, len(nodes))
	var above []int // ancestors of the next node
	for i, node := range nodes {
		list[i] = Place{Parent: None, Twin: None}
		if node.Depth > 0 {
			list[i].Parent = above[node.Depth-1]
		}
		above = append(above[:node.Depth], i)
	}
	return list
}

// sameParent reports whether two parents are twins, or both nodes are at the top.
func sameParent(is []Place, now, old int) bool {
	if now == None || old == None {
		return now == old
	}
	return is[now].Twin == old
}

// markReordered marks siblings as moved, except those in a longest sequence whose order has not
// changed.
func markReordered(is []Place, siblings []int) {
	// ends[n] is the last node of a sequence of n+1 nodes, as a position in siblings. Of all such
	// sequences, it belongs to the one whose last node has the earliest twin. previous maps a
	// position to the previous one in its sequence.
	var ends []int
	previous := make([]int, len(siblings))
	for at, i := range siblings {
		is[i].Moved = true
		n, _ := slices.BinarySearchFunc(ends, is[i].Twin, func(end, twin int) int {
			return is[siblings[end]].Twin - twin
		})
		if n == len(ends) {
			ends = append(ends, at)
		}
		ends[n], previous[at] = at, None
		if n > 0 {
			previous[at] = ends[n-1]
		}
	}
	for at := ends[len(ends)-1]; at != None; at = previous[at] {
		is[siblings[at]].Moved = false
	}
}
