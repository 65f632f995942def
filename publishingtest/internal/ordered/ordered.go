// Package ordered implements a table whose rows have keys and an order.
//
// Each row has a position. Positions grow along the table and stay with their rows, so that the
// position of the last row of a page identifies the place where the next page begins, even after
// other rows were added, moved or removed.
package ordered

import (
	"cmp"
	"iter"
	"slices"
)

// A Table contains values by key, in the order in which they were added, unless they were moved.
// The zero Table is empty. It is not safe for concurrent use.
type Table[T any] struct {
	rows  []*row[T]
	byKey map[string]*row[T]
	last  int64 // the largest position so far
}

// Gap is the distance between the positions of rows that were added one after the other. It leaves
// positions for rows that are moved in between.
const Gap int64 = 1 << 20

// row is a value at its position. No other row has had the position, unless the table was
// renumbered: see [Table.Move]. Positions have 64 bits on every platform, since the gaps use up 31
// bits after 2,047 rows.
type row[T any] struct {
	position int64
	key      string
	value    T
}

// Get returns the value of a key, and reports whether the table contains the key.
func (t *Table[T]) Get(key string) (T, bool) {
	found, ok := t.byKey[key]
	if !ok {
		var zero T
		return zero, false
	}
	return found.value, true
}

// Add appends a value under a key that the table does not contain.
func (t *Table[T]) Add(key string, value T) {
	if t.byKey == nil {
		t.byKey = map[string]*row[T]{}
	}
	t.last += Gap
	added := &row[T]{t.last, key, value}
	t.byKey[key] = added
	t.rows = append(t.rows, added)
}

// Put replaces the value of a key, or adds it if the table does not contain the key.
func (t *Table[T]) Put(key string, value T) {
	if found, ok := t.byKey[key]; ok {
		found.value = value
		return
	}
	t.Add(key, value)
}

// Remove removes a key with its value, and reports whether the table contained the key.
func (t *Table[T]) Remove(key string) bool {
	found, ok := t.byKey[key]
	if !ok {
		return false
	}
	delete(t.byKey, key)
	at := t.index(found)
	t.rows = slices.Delete(t.rows, at, at+1)
	return true
}

// index returns the index of a row of the table.
func (t *Table[T]) index(of *row[T]) int {
	at, _ := slices.BinarySearchFunc(t.rows, of.position, func(r *row[T], position int64) int { return cmp.Compare(r.position, position) })
	return at
}

// Move moves a row to the place right before another one, or right after it. The table must contain
// both keys, and they must differ. The other rows keep their positions, except when repeated moves
// have used up all positions in one place: then all rows get new ones.
func (t *Table[T]) Move(key, beside string, after bool) {
	moved, other := t.byKey[key], t.byKey[beside]
	at := t.index(moved)
	t.rows = slices.Delete(t.rows, at, at+1)
	at = t.index(other)
	if after {
		at++
	}
	t.rows = slices.Insert(t.rows, at, moved)
	before, next := int64(0), t.last+2*Gap
	if at > 0 {
		before = t.rows[at-1].position
	}
	if at+1 < len(t.rows) {
		next = t.rows[at+1].position
	}
	moved.position = before + (next-before)/2
	t.last = max(t.last, moved.position)
	if moved.position == before {
		t.renumber()
	}
}

func (t *Table[T]) renumber() {
	t.last = 0
	for _, r := range t.rows {
		t.last += Gap
		r.position = t.last
	}
}

// Len returns the number of rows.
func (t *Table[T]) Len() int { return len(t.rows) }

// Keys iterates over positions and keys, in order.
func (t *Table[T]) Keys() iter.Seq2[int64, string] {
	return func(yield func(int64, string) bool) {
		for _, r := range t.rows {
			if !yield(r.position, r.key) {
				return
			}
		}
	}
}

// All iterates over positions and values, in order.
func (t *Table[T]) All() iter.Seq2[int64, T] {
	return func(yield func(int64, T) bool) {
		for _, r := range t.rows {
			if !yield(r.position, r.value) {
				return
			}
		}
	}
}

// Backward iterates over positions and values in reverse order. Its positions are negative, so that
// they grow along the iteration as those of [Table.All] do.
func (t *Table[T]) Backward() iter.Seq2[int64, T] {
	return func(yield func(int64, T) bool) {
		for _, r := range slices.Backward(t.rows) {
			if !yield(-r.position, r.value) {
				return
			}
		}
	}
}
