package jsonx

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Changed returns raw with the differences between before and after. These are what a Go value
// decoded from raw is encoded as, before and after a change. All else stays as it is in raw: fields
// that are absent stay absent, also if the Go type always encodes them, and fields that are null
// stay null, also in the elements of lists.
func Changed(raw, before, after []byte) ([]byte, error) {
	if bytes.Equal(before, after) {
		return raw, nil
	}
	switch kind := jsontext.Value(raw).Kind(); { // raw may begin with space
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
	if len(elements) != len(old) { // a Go type that adds or drops elements
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

// maxLikeness bounds the pairs of elements that origins compares field by field, so that long lists
// do not take quadratic time.
const maxLikeness = 10_000

// origins returns for each element of a changed list the index of the element of the old list that
// it was, negative for a new one. Elements are the same if they are equal; then, in a list that has
// kept its length, if they have the same index; and then if half of their fields are equal, the
// most alike first.
func origins(old, changed []jsontext.Value) []int {
	from := slices.Repeat([]int{-1}, len(changed))
	left := make(map[int]bool, len(old)) // indexes of old elements that are not in from
	for i := range old {
		left[i] = true
	}
	pair := func(j, i int) {
		from[j] = i
		delete(left, i)
	}

	// Most changes leave the elements before and after them where they are. Of elements that are
	// equal, these are the ones that a program has not touched.
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
	// Of the pairs, the most alike go first: an element that was added before one that was changed
	// must not take the fields of that.
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

// likeness returns the share of the fields of an object that are equal in another, 0 if one of them
// is no object.
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

// Merge returns the JSON object data with the fields of the JSON object changes added or replaced,
// and reports whether that changes data.
func Merge(data, changes []byte) (merged []byte, changed bool, err error) {
	fields, err := Fields(data)
	if err != nil {
		return nil, false, err
	}
	before, err := Marshal(fields)
	if err != nil {
		return nil, false, err
	}
	added, err := Fields(changes)
	if err != nil {
		return nil, false, err
	}
	maps.Copy(fields, added)
	merged, err = Marshal(fields)
	return merged, !bytes.Equal(before, merged), err
}
