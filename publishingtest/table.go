package publishingtest

import (
	"cmp"
	"iter"
	"slices"
)

// table holds resources by key, in the order they were added. The zero table is empty.
type table[T any] struct {
	rows  []*row[T]
	byKey map[string]*row[T]
	last  int64
}

// gap is between the positions of rows that were added one after the other, so that others can be moved there.
const gap int64 = 1 << 20

// row is a resource at its position, which no other has had before unless the table was renumbered: see [table.move].
// Positions have 64 bits on every platform, since gaps use up 31 bits after 2,047 rows.
type row[T any] struct {
	position int64
	key      string
	value    T
}

func (t *table[T]) get(key string) (T, bool) {
	found, ok := t.byKey[key]
	if !ok {
		var nothing T
		return nothing, false
	}
	return found.value, true
}

// add puts a value under a key that is free.
func (t *table[T]) add(key string, value T) {
	if t.byKey == nil {
		t.byKey = map[string]*row[T]{}
	}
	t.last += gap
	added := &row[T]{t.last, key, value}
	t.byKey[key] = added
	t.rows = append(t.rows, added)
}

// put puts a value under a key, in place of the one that is there.
func (t *table[T]) put(key string, value T) {
	if found, ok := t.byKey[key]; ok {
		found.value = value
		return
	}
	t.add(key, value)
}

// remove tells whether there was something to remove.
func (t *table[T]) remove(key string) bool {
	found, ok := t.byKey[key]
	if !ok {
		return false
	}
	delete(t.byKey, key)
	at := t.index(found)
	t.rows = slices.Delete(t.rows, at, at+1)
	return true
}

// index is where a row of the table stands.
func (t *table[T]) index(of *row[T]) int {
	at, _ := slices.BinarySearchFunc(t.rows, of.position, func(r *row[T], position int64) int { return cmp.Compare(r.position, position) })
	return at
}

// move puts a row right before another one, or right after it. Both are in the table and not the same. The others keep their positions, so
// that cursors stay good, unless there have been so many moves to one place that no position is left there.
func (t *table[T]) move(key, beside string, after bool) {
	moved, other := t.byKey[key], t.byKey[beside]
	at := t.index(moved)
	t.rows = slices.Delete(t.rows, at, at+1)
	at = t.index(other)
	if after {
		at++
	}
	t.rows = slices.Insert(t.rows, at, moved)
	before, next := int64(0), t.last+2*gap
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

func (t *table[T]) renumber() {
	t.last = 0
	for _, r := range t.rows {
		t.last += gap
		r.position = t.last
	}
}

func (t *table[T]) len() int { return len(t.rows) }

// keyed yields positions and keys, in order.
func (t *table[T]) keyed() iter.Seq2[int64, string] {
	return func(yield func(int64, string) bool) {
		for _, r := range t.rows {
			if !yield(r.position, r.key) {
				return
			}
		}
	}
}

// all yields positions and values, in order.
func (t *table[T]) all() iter.Seq2[int64, T] {
	return func(yield func(int64, T) bool) {
		for _, r := range t.rows {
			if !yield(r.position, r.value) {
				return
			}
		}
	}
}
