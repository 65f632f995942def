// Package ordered implements a table whose rows have keys and an order, and lists that can be read
// page by page.
//
// Each row has a position. Positions ascend along the table, and a row keeps its position. The
// position of the last row of a page therefore identifies the start of the next page, even after
// other rows were added, moved or removed.
package ordered

import (
	"cmp"
	"iter"
	"slices"
)

// A Table contains values by key, in the order in which they were added, unless they were moved.
// Its rows may belong to groups. Finding the rows of a group does not search all rows. The zero
// Table is empty. It is not safe for concurrent use.
type Table[T any] struct {
	Rows[T]
	groups map[string]Rows[T]
	byKey  map[string]*row[T]
	last   int64 // the largest position so far
}

// Gap is the distance between the positions of two rows that were added one after the other. It
// leaves positions for rows that are moved between the two.
const Gap int64 = 1 << 20

// row is a value at its position. A position is not reused for another row, unless the table is
// renumbered: see [Table.Move]. Positions have 64 bits on every platform, because the gaps use up
// 31 bits after 2,047 rows.
type row[T any] struct {
	position int64
	key      string
	value    T
	groups   []string
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

// Has reports whether the table contains a key.
func (t *Table[T]) Has(key string) bool {
	_, ok := t.byKey[key]
	return ok
}

// Position returns the position of a key, or 0 if the table does not contain the key. Positions are
// positive.
func (t *Table[T]) Position(key string) int64 {
	if found, ok := t.byKey[key]; ok {
		return found.position
	}
	return 0
}

// Add appends a row with a key that the table does not contain yet, and adds the row to the groups.
func (t *Table[T]) Add(key string, value T, groups ...string) {
	if t.byKey == nil {
		t.byKey = map[string]*row[T]{}
	}
	t.last += Gap
	added := &row[T]{position: t.last, key: key, value: value}
	t.byKey[key] = added
	t.Rows = append(t.Rows, added)
	t.join(added, groups)
}

// Put replaces the value of a key, or adds it if the table does not contain the key.
func (t *Table[T]) Put(key string, value T) {
	if found, ok := t.byKey[key]; ok {
		found.value = value
		return
	}
	t.Add(key, value)
}

// Regroup replaces the groups that a row belongs to. It does nothing if the table does not contain
// the key.
func (t *Table[T]) Regroup(key string, groups ...string) {
	if found, ok := t.byKey[key]; ok && !slices.Equal(found.groups, groups) {
		t.leave(found)
		t.join(found, groups)
	}
}

// Group returns the rows that belong to a group, in the order of the table.
func (t *Table[T]) Group(name string) Rows[T] { return t.groups[name] }

func (t *Table[T]) join(r *row[T], groups []string) {
	if len(groups) > 0 && t.groups == nil {
		t.groups = map[string]Rows[T]{}
	}
	r.groups = groups
	for _, name := range groups {
		rows := t.groups[name]
		t.groups[name] = slices.Insert(rows, rows.upTo(r.position), r)
	}
}

func (t *Table[T]) leave(r *row[T]) {
	for _, name := range r.groups {
		if rest := t.groups[name].without(r); len(rest) > 0 {
			t.groups[name] = rest
		} else {
			delete(t.groups, name)
		}
	}
}

// Remove removes a key with its value, and reports whether the table contained the key.
func (t *Table[T]) Remove(key string) bool {
	found, ok := t.byKey[key]
	if !ok {
		return false
	}
	delete(t.byKey, key)
	t.leave(found)
	t.Rows = t.without(found)
	return true
}

// Move moves a row right before or right after another row. The table must contain both keys, and
// they must differ. The other rows keep their positions, unless repeated moves have used up all
// positions in one place. All rows then get new positions.
func (t *Table[T]) Move(key, beside string, after bool) {
	moved, other := t.byKey[key], t.byKey[beside]
	t.leave(moved)
	t.Rows = t.without(moved)
	at := t.upTo(other.position)
	if !after {
		at--
	}
	t.Rows = slices.Insert(t.Rows, at, moved)
	before, next := int64(0), t.last+2*Gap
	if at > 0 {
		before = t.Rows[at-1].position
	}
	if at+1 < len(t.Rows) {
		next = t.Rows[at+1].position
	}
	moved.position = before + (next-before)/2
	t.last = max(t.last, moved.position)
	if moved.position == before {
		t.renumber()
	}
	t.join(moved, moved.groups)
}

func (t *Table[T]) renumber() {
	t.last = 0
	for _, r := range t.Rows {
		t.last += Gap
		r.position = t.last
	}
}

// Rows are the rows of a table or of a group, in order.
type Rows[T any] []*row[T]

// upTo returns the number of rows up to a position.
func (rows Rows[T]) upTo(position int64) int {
	at, found := slices.BinarySearchFunc(rows,
		position, func(r *row[T], position int64) int { return cmp.Compare(r.position, position) })
	if found {
		at++
	}
	return at
}

func (rows Rows[T]) without(r *row[T]) Rows[T] {
	at := rows.upTo(r.position)
	return slices.Delete(rows, at-1, at)
}

// Len returns the number of rows.
func (rows Rows[T]) Len() int { return len(rows) }

// All returns an iterator over positions and values, in order.
func (rows Rows[T]) All() iter.Seq2[int64, T] { return rows.List().All() }

// Values iterates over values, in order.
func (rows Rows[T]) Values() iter.Seq[T] { return rows.List().Values() }

// Keys iterates over keys, in order.
func (rows Rows[T]) Keys() iter.Seq[string] { return rows.KeyList().Values() }

// List returns the values as a list.
func (rows Rows[T]) List() List[int64, T] {
	return List[int64, T]{len(rows), func(i int) (int64, T) { return rows[i].position, rows[i].value }}
}

// KeyList returns the keys as a list.
func (rows Rows[T]) KeyList() List[int64, string] {
	return List[int64, string]{
		len(rows), func(i int) (int64, string) { return rows[i].position, rows[i].key },
	}
}

// Backward returns the values as a list in reverse order. Its positions are negative, so that they
// ascend like those of [Rows.List].
func (rows Rows[T]) Backward() List[int64, T] {
	return List[int64, T]{len(rows), func(i int) (int64, T) {
		r := rows[len(rows)-1-i]
		return -r.position, r.value
	}}
}
