package ordered

import (
	"cmp"
	"iter"
	"sort"
)

// A List is a sequence of elements with ascending positions. The cost of reading a page depends on
// the number of elements in the page, not in the list. A list must be read before the table that it
// comes from changes.
type List[P cmp.Ordered, T any] struct {
	len int
	at  func(i int) (P, T)
}

// Len returns the number of elements.
func (l List[P, T]) Len() int { return l.len }

// UpTo returns the number of elements up to a position. This is the index of the first element
// after the position.
func (l List[P, T]) UpTo(position P) int {
	return sort.Search(l.len, func(i int) bool {
		at, _ := l.at(i)
		return at > position
	})
}

// All returns an iterator over positions and elements.
func (l List[P, T]) All() iter.Seq2[P, T] { return l.Range(0, l.len) }

// Values iterates over elements.
func (l List[P, T]) Values() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, value := range l.All() {
			if !yield(value) {
				return
			}
		}
	}
}

// Range iterates over positions and elements from one index up to, but excluding, another.
func (l List[P, T]) Range(from, to int) iter.Seq2[P, T] {
	return func(yield func(P, T) bool) {
		for i := from; i < to; i++ {
			if !yield(l.at(i)) {
				return
			}
		}
	}
}

// Where returns the list of the elements for which keep returns true. If keep is nil, it returns
// the list itself. Otherwise, it visits all elements.
func (l List[P, T]) Where(keep func(T) bool) List[P, T] {
	if keep == nil {
		return l
	}
	return Select(l, func(value T) (T, bool) { return value, keep(value) })
}

// Select returns the list of the values for which pick also returns true. It visits all elements.
func Select[P cmp.Ordered, T, V any](l List[P, T], pick func(T) (V, bool)) List[P, V] {
	var picked Elements[P, V]
	for position, value := range l.All() {
		if made, selected := pick(value); selected {
			picked.Add(position, made)
		}
	}
	return picked.inOrder()
}

// Of returns the list of the elements of a slice, whose positions are their indexes.
func Of[T any](s []T) List[int, T] {
	return List[int, T]{len(s), func(i int) (int, T) { return i, s[i] }}
}

// Elements are elements with positions, in any order. The zero Elements are empty.
type Elements[P cmp.Ordered, T any] struct{ elements []element[P, T] }

type element[P cmp.Ordered, T any] struct {
	position P
	value    T
}

// Add adds an element at a position that no other element has.
func (e *Elements[P, T]) Add(position P, value T) {
	e.elements = append(e.elements, element[P, T]{position, value})
}

// Sorted returns the list of the elements in the order of their positions.
func (e *Elements[P, T]) Sorted() List[P, T] {
	// The compiler would compile slices.SortFunc for each type of element.
	sort.Slice(e.elements, func(i, j int) bool {
		return e.elements[i].position < e.elements[j].position
	})
	return e.inOrder()
}

func (e *Elements[P, T]) inOrder() List[P, T] {
	return List[P, T]{
		len(e.elements), func(i int) (P, T) { return e.elements[i].position, e.elements[i].value },
	}
}
