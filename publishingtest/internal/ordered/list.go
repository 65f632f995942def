package ordered

import (
	"fmt"
	"iter"
	"sort"
)

// A List is a sequence of elements with ascending positions. The cost of reading a page depends on
// the number of elements in the page, not in the list. A list must be read before the table that it
// comes from changes.
type List[T any] struct {
	Order Order
	Value func(i int) T // the element with an index
}

// An Order contains the positions of the elements of a list.
type Order struct {
	Len      int                // number of elements
	Position func(i int) string // the position of the element with an index
}

// At returns a position for a number. The positions of ascending numbers ascend.
func At(n int64) string { return fmt.Sprintf("%016x", uint64(n)^1<<63) } //nolint:gosec // negative numbers come first

// UpTo returns the number of elements up to a position. This is the index of the first element
// after the position.
func (o Order) UpTo(position string) int {
	return sort.Search(o.Len, func(i int) bool { return o.Position(i) > position })
}

// pick returns the order of the elements for whose indexes keep returns true, and their indexes.
func (o Order) pick(keep func(i int) bool) (Order, []int) {
	var picked []int
	for i := range o.Len {
		if keep(i) {
			picked = append(picked, i)
		}
	}
	return Order{len(picked), func(i int) string { return o.Position(picked[i]) }}, picked
}

// Values iterates over the elements of a list.
func Values[T any](l List[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range l.Order.Len {
			if !yield(l.Value(i)) {
				return
			}
		}
	}
}

// Where returns the list of the elements for which keep returns true. If keep is nil, it returns
// the list itself. Otherwise, it visits all elements.
func (l List[T]) Where(keep func(T) bool) List[T] {
	if keep == nil {
		return l
	}
	order, picked := l.Order.pick(func(i int) bool { return keep(l.Value(i)) })
	return List[T]{order, func(i int) T { return l.Value(picked[i]) }}
}

// Select returns the list of the values for which pick also returns true. It visits all elements.
func Select[T, V any](l List[T], pick func(T) (V, bool)) List[V] {
	var values []V
	order, _ := l.Order.pick(func(i int) bool {
		value, selected := pick(l.Value(i))
		if selected {
			values = append(values, value)
		}
		return selected
	})
	return List[V]{order, func(i int) V { return values[i] }}
}

// Of returns the list of the elements of a slice, whose positions are their indexes.
func Of[T any](s []T) List[T] {
	return List[T]{
		Order{len(s), func(i int) string { return At(int64(i)) }}, func(i int) T { return s[i] },
	}
}

// Elements are elements with positions, in any order. The zero Elements are empty.
type Elements[T any] struct {
	positions []string
	values    []T
}

// Add adds an element at a position that no other element has.
func (e *Elements[T]) Add(position string, value T) {
	e.positions, e.values = append(e.positions, position), append(e.values, value)
}

// Sorted returns the list of the elements in the order of their positions.
func (e *Elements[T]) Sorted() List[T] {
	order, indexes := sorted(e.positions)
	return List[T]{order, func(i int) T { return e.values[indexes[i]] }}
}

// sorted returns the order of positions, and their indexes.
func sorted(positions []string) (Order, []int) {
	indexes := make([]int, len(positions))
	for i := range indexes {
		indexes[i] = i
	}
	sort.Slice(indexes, func(i, j int) bool { return positions[indexes[i]] < positions[indexes[j]] })
	return Order{len(indexes), func(i int) string { return positions[indexes[i]] }}, indexes
}
