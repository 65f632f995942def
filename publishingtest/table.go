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
	last  int
}

// row is a resource at its position, which no other has had before.
type row[T any] struct {
	position int
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
	t.last++
	added := &row[T]{t.last, key, value}
	t.byKey[key] = added
	t.rows = append(t.rows, added)
}

// remove tells whether there was something to remove.
func (t *table[T]) remove(key string) bool {
	found, ok := t.byKey[key]
	if !ok {
		return false
	}
	delete(t.byKey, key)
	at, _ := slices.BinarySearchFunc(t.rows, found.position, func(r *row[T], position int) int { return cmp.Compare(r.position, position) })
	t.rows = slices.Delete(t.rows, at, at+1)
	return true
}

func (t *table[T]) len() int { return len(t.rows) }

// all yields positions and values, in order.
func (t *table[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for _, r := range t.rows {
			if !yield(r.position, r.value) {
				return
			}
		}
	}
}
