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
//
// The compiler compiles each method of a generic type for each type argument, once more if the
// method is promoted to a type that embeds it, or has a value as its receiver. The methods of the
// generic types are therefore few and call those of table and rows.
type Table[T any] struct{ table table }

type table struct {
	rows   rows
	groups map[string]rows
	byKey  map[string]*row
	last   int64 // the largest position so far
}

// Gap is the distance between the positions of two rows that were added one after the other. It
// leaves positions for rows that are moved between the two.
const Gap int64 = 1 << 20

// row is a value at its position. A position is not reused for another row, unless the table is
// renumbered: see [Table.Move]. Positions have 64 bits on every platform, because the gaps use up
// 31 bits after 2,047 rows.
type row struct {
	position int64
	key      string
	value    any
	groups   []string
}

func valueOf[T any](r *row) T {
	value, _ := r.value.(T)
	return value
}

// Get returns the value of a key, and reports whether the table contains the key.
func (t *Table[T]) Get(key string) (value T, ok bool) {
	found, ok := t.table.byKey[key]
	if ok {
		value = valueOf[T](found)
	}
	return value, ok
}

// Add appends a row with a key that the table does not contain yet, and adds the row to the groups.
func (t *Table[T]) Add(key string, value T, groups ...string) { t.table.add(key, value, groups) }

// Put replaces the value of a key, or adds it if the table does not contain the key.
func (t *Table[T]) Put(key string, value T) {
	if found, ok := t.table.byKey[key]; ok {
		found.value = value
		return
	}
	t.table.add(key, value, nil)
}

// Has reports whether the table contains a key.
func (t *Table[T]) Has(key string) bool {
	_, ok := t.table.byKey[key]
	return ok
}

// Position returns the position of a key, or 0 if the table does not contain the key. Positions are
// positive.
func (t *Table[T]) Position(key string) int64 { return t.table.position(key) }

// Regroup replaces the groups that a row belongs to. It does nothing if the table does not contain
// the key.
func (t *Table[T]) Regroup(key string, groups ...string) { t.table.regroup(key, groups) }

// Remove removes a key with its value, and reports whether the table contained the key.
func (t *Table[T]) Remove(key string) bool { return t.table.remove(key) }

// Move moves a row right before or right after another row. The table must contain both keys, and
// they must differ. The other rows keep their positions, unless repeated moves have used up all
// positions in one place. All rows then get new positions.
func (t *Table[T]) Move(key, beside string, after bool) { t.table.move(key, beside, after) }

// Rows returns all rows.
func (t *Table[T]) Rows() *Rows[T] { return &Rows[T]{t.table.rows} }

// Group returns the rows that belong to a group, in the order of the table.
func (t *Table[T]) Group(name string) *Rows[T] { return &Rows[T]{t.table.groups[name]} }

// Len returns the number of rows.
func (t *Table[T]) Len() int { return len(t.table.rows) }

// Keys is like [Rows.Keys].
func (t *Table[T]) Keys() iter.Seq[string] { return t.table.rows.keys() }

// KeyList is like [Rows.KeyList].
func (t *Table[T]) KeyList() List[string] { return t.table.rows.keyList() }

// Values is like [Rows.Values].
func (t *Table[T]) Values() iter.Seq[T] { return t.Rows().Values() }

// All is like [Rows.All].
func (t *Table[T]) All() iter.Seq2[int64, T] { return t.Rows().All() }

// List is like [Rows.List].
func (t *Table[T]) List() List[T] { return t.Rows().List() }

// Backward is like [Rows.Backward].
func (t *Table[T]) Backward() List[T] { return t.Rows().Backward() }

func (t *table) position(key string) int64 {
	if found, ok := t.byKey[key]; ok {
		return found.position
	}
	return 0
}

func (t *table) add(key string, value any, groups []string) {
	if t.byKey == nil {
		t.byKey = map[string]*row{}
	}
	t.last += Gap
	added := &row{position: t.last, key: key, value: value}
	t.byKey[key] = added
	t.rows = append(t.rows, added)
	t.join(added, groups)
}

func (t *table) regroup(key string, groups []string) {
	if found, ok := t.byKey[key]; ok && !slices.Equal(found.groups, groups) {
		t.leave(found)
		t.join(found, groups)
	}
}

func (t *table) join(r *row, groups []string) {
	if len(groups) > 0 && t.groups == nil {
		t.groups = map[string]rows{}
	}
	r.groups = groups
	for _, name := range groups {
		group := t.groups[name]
		t.groups[name] = slices.Insert(group, group.upTo(r.position), r)
	}
}

func (t *table) leave(r *row) {
	for _, name := range r.groups {
		if rest := t.groups[name].without(r); len(rest) > 0 {
			t.groups[name] = rest
		} else {
			delete(t.groups, name)
		}
	}
}

func (t *table) remove(key string) bool {
	found, ok := t.byKey[key]
	if !ok {
		return false
	}
	delete(t.byKey, key)
	t.leave(found)
	t.rows = t.rows.without(found)
	return true
}

func (t *table) move(key, beside string, after bool) {
	moved, other := t.byKey[key], t.byKey[beside]
	t.leave(moved)
	t.rows = t.rows.without(moved)
	at := t.rows.upTo(other.position)
	if !after {
		at--
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
	t.join(moved, moved.groups)
}

func (t *table) renumber() {
	t.last = 0
	for _, r := range t.rows {
		t.last += Gap
		r.position = t.last
	}
}

// Rows are the rows of a table or of a group, in order.
type Rows[T any] struct{ rows rows }

// Len returns the number of rows.
func (r *Rows[T]) Len() int { return len(r.rows) }

// Keys iterates over keys, in order.
func (r *Rows[T]) Keys() iter.Seq[string] { return r.rows.keys() }

// KeyList returns the keys as a list.
func (r *Rows[T]) KeyList() List[string] { return r.rows.keyList() }

// Values iterates over values, in order.
func (r *Rows[T]) Values() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, row := range r.rows {
			if !yield(valueOf[T](row)) {
				return
			}
		}
	}
}

// All returns an iterator over positions and values, in order.
func (r *Rows[T]) All() iter.Seq2[int64, T] {
	return func(yield func(int64, T) bool) {
		for _, row := range r.rows {
			if !yield(row.position, valueOf[T](row)) {
				return
			}
		}
	}
}

// List returns the values as a list.
func (r *Rows[T]) List() List[T] {
	return List[T]{r.rows.order(), func(i int) T { return valueOf[T](r.rows[i]) }}
}

// Backward returns the values as a list in reverse order. Its positions are negative, so that they
// ascend like those of [Rows.List].
func (r *Rows[T]) Backward() List[T] {
	return List[T]{
		r.rows.backward(), func(i int) T { return valueOf[T](r.rows[len(r.rows)-1-i]) },
	}
}

type rows []*row

// upTo returns the number of rows up to a position.
func (r rows) upTo(position int64) int {
	at, found := slices.BinarySearchFunc(r,
		position, func(r *row, position int64) int { return cmp.Compare(r.position, position) })
	if found {
		at++
	}
	return at
}

func (r rows) without(removed *row) rows {
	at := r.upTo(removed.position)
	return slices.Delete(r, at-1, at)
}

//go:noinline
func (r rows) keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, row := range r {
			if !yield(row.key) {
				return
			}
		}
	}
}

//go:noinline
func (r rows) keyList() List[string] {
	return List[string]{r.order(), func(i int) string { return r[i].key }}
}

//go:noinline
func (r rows) order() Order {
	return Order{len(r), func(i int) string { return At(r[i].position) }}
}

//go:noinline
func (r rows) backward() Order {
	return Order{len(r), func(i int) string { return At(-r[len(r)-1-i].position) }}
}
