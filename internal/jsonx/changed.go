package jsonx

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Changed applies the differences between before and after to raw and returns the result. before is
// the encoding of the Go value decoded from raw, and after is its encoding after a change.
// Everything else in raw stays the same, even in the elements of lists: absent fields stay absent,
// even if the Go type always encodes them, and null fields stay null.
func Changed(raw, before, after []byte) ([]byte, error) {
	if bytes.Equal(before, after) {
		return raw, nil
	}
	switch kind := jsontext.Value(raw).Kind(); { // raw may begin with white space
	case kind != jsontext.Value(before).Kind() || kind != jsontext.Value(after).Kind():
		return after, nil
	case kind == jsontext.KindBeginObject:
		return changedObject(raw, before, after)
	case kind == jsontext.KindBeginArray:
		return changedList(raw, before, after)
	default:
		return after, nil
	}
}

func changedObject(raw, before, after []byte) ([]byte, error) {
	fields, errRaw := Fields(raw)
	old, errBefore := Fields(before)
	changed, errAfter := Fields(after)
	if err := errors.Join(errRaw, errBefore, errAfter); err != nil {
		return nil, err
	}
	for name := range old {
		if _, stays := changed[name]; !stays {
			delete(fields, name)
		}
	}
	for name, value := range changed {
		was, known := old[name]
		if known && bytes.Equal(was, value) {
			continue
		}
		inner, err := Changed(fields[name], was, value)
		if err != nil {
			return nil, err
		}
		fields[name] = inner
	}
	return Marshal(fields)
}

func changedList(raw, before, after []byte) ([]byte, error) {
	var elements, old, changed []jsontext.Value
	if err := errors.Join(Unmarshal(raw, &elements), Unmarshal(before, &old), Unmarshal(after, &changed)); err != nil {
		return nil, err
	}
	if len(elements) != len(old) { // the Go type adds or drops elements
		return after, nil
	}
	for j, i := range origins(old, changed) {
		if i < 0 {
			continue
		}
		element, err := Changed(elements[i], old[i], changed[j])
		if err != nil {
			return nil, err
		}
		changed[j] = element
	}
	return Marshal(changed)
}

// maxLikeness is the maximum number of pairs of elements that origins compares field by field, so
// that long lists do not take quadratic time.
const maxLikeness = 10_000

// origins returns, for each element of a changed list, the index of its origin in the old list. The
// index is negative for a new element. It first matches equal elements. If the length of the list
// has not changed, it then matches the remaining elements with the same index. Finally, it matches
// elements of which at least half of the fields are equal, beginning with the most similar ones.
func origins(old, changed []jsontext.Value) []int {
	from := slices.Repeat([]int{-1}, len(changed))
	left := make(map[int]bool, len(old)) // indexes of old elements without a match
	for i := range old {
		left[i] = true
	}
	pair := func(j, i int) {
		from[j] = i
		delete(left, i)
	}

	// Most changes do not move the elements before and after them. If several elements are equal,
	// the program has therefore not touched those at the beginning and at the end.
	first, last := 0, min(len(old), len(changed))
	for first < last && bytes.Equal(old[first], changed[first]) {
		pair(first, first)
		first++
	}
	for end := 1; first <= last-end && bytes.Equal(old[len(old)-end], changed[len(changed)-end]); end++ {
		pair(len(changed)-end, len(old)-end)
	}
	equal := map[string][]int{}
	for _, i := range slices.Sorted(maps.Keys(left)) {
		equal[string(old[i])] = append(equal[string(old[i])], i)
	}
	for j, element := range changed {
		if same := equal[string(element)]; from[j] < 0 && len(same) > 0 {
			pair(j, same[0])
			equal[string(element)] = same[1:]
		}
	}
	if len(old) == len(changed) {
		for j := range changed {
			if from[j] < 0 && left[j] {
				pair(j, j)
			}
		}
	}
	if len(left)*len(changed) > maxLikeness {
		return from
	}
	// The most similar pairs come first, because a new element must not get the origin of a changed
	// element that follows it.
	type alike struct {
		j, i     int
		likeness float64
	}
	var pairs []alike
	for j, element := range changed {
		if from[j] >= 0 {
			continue
		}
		for _, i := range slices.Sorted(maps.Keys(left)) {
			if likeness := likeness(old[i], element); likeness >= 0.5 {
				pairs = append(pairs, alike{j, i, likeness})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b alike) int { return cmp.Compare(b.likeness, a.likeness) })
	for _, p := range pairs {
		if from[p.j] < 0 && left[p.i] {
			pair(p.j, p.i)
		}
	}
	return from
}

// likeness returns the share of the fields of an object that are equal in another object. It
// returns 0 if one of the values is not an object.
func likeness(old, changed []byte) float64 {
	was, errWas := Fields(old)
	is, errIs := Fields(changed)
	if errWas != nil || errIs != nil || len(was) == 0 {
		return 0
	}
	equal := 0
	for name, value := range was {
		if other, ok := is[name]; ok && bytes.Equal(value, other) {
			equal++
		}
	}
	return float64(equal) / float64(len(was))
}

// Merge adds the fields of the JSON object changes to the JSON object data, or replaces them there.
// It returns the result, and reports whether it differs from data.
func Merge(data, changes []byte) (merged []byte, changed bool, err error) {
	fields, errData := Fields(data)
	added, errChanges := Fields(changes)
	before, errBefore := Marshal(fields)
	if err := errors.Join(errData, errChanges, errBefore); err != nil {
		return nil, false, err
	}
	maps.Copy(fields, added)
	merged, err = Marshal(fields)
	return merged, !bytes.Equal(before, merged), err
}
