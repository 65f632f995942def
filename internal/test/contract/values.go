package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A JSON value here is nil, bool, json.Number, string, []any or map[string]any.

// parse reads the one JSON value in data.
func parse(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return value, nil
}

// text encodes a JSON value. It cannot fail, since the value was parsed.
func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// path leads to a value: names of fields and indexes of lists.
type path []any

func (p path) String() string {
	var b strings.Builder
	for _, step := range p {
		fmt.Fprintf(&b, "/%v", step)
	}
	return b.String()
}

func (p path) to(step any) path { return append(slices.Clip(p), step) }

// passes reports whether the path leads through a field of one of these names.
func (p path) passes(names []string) bool {
	return slices.ContainsFunc(p, func(step any) bool {
		name, ok := step.(string)
		return ok && slices.Contains(names, name)
	})
}

// owner returns the path of the field with the value: for an element of a list, that of the list.
func (p path) owner() path {
	for len(p) > 0 {
		if _, ok := p[len(p)-1].(string); ok {
			return p
		}
		p = p[:len(p)-1]
	}
	return p
}

// visit calls see for a value and all values in it, in a fixed order.
func visit(value any, at path, see func(path, any)) {
	see(at, value)
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			visit(value[name], at.to(name), see)
		}
	case []any:
		for i, element := range value {
			visit(element, at.to(i), see)
		}
	}
}

// valuesOf returns the paths of the values below the root that are not null, at any depth.
func valuesOf(root any) []path {
	var list []path
	visit(root, nil, func(at path, value any) {
		if len(at) > 0 && value != nil {
			list = append(list, at)
		}
	})
	return list
}

// fieldsOf returns the paths of those that are fields.
func fieldsOf(root any) []path {
	return slices.DeleteFunc(valuesOf(root), func(at path) bool {
		_, isField := at[len(at)-1].(string)
		return !isField
	})
}

// atPath returns the value at a path and whether there is one. null is a value.
func atPath(root any, p path) (any, bool) {
	for _, step := range p {
		switch value := root.(type) {
		case map[string]any:
			name, ok := step.(string)
			if !ok {
				return nil, false
			}
			if root, ok = value[name]; !ok {
				return nil, false
			}
		case []any:
			i, ok := step.(int)
			if !ok || i >= len(value) {
				return nil, false
			}
			root = value[i]
		default:
			return nil, false
		}
	}
	return root, true
}

func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		copied := make(map[string]any, len(value))
		for name, member := range value {
			copied[name] = clone(member)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i, element := range value {
			copied[i] = clone(element)
		}
		return copied
	default:
		return value
	}
}

// without returns a copy of root without the fields at the paths. A path that leads nowhere changes
// nothing.
func without(root any, paths ...path) any {
	root = clone(root)
	for _, p := range paths {
		around, _ := atPath(root, p[:len(p)-1])
		if object, ok := around.(map[string]any); ok {
			delete(object, p[len(p)-1].(string))
		}
	}
	return root
}

// with returns a copy of root with another value at the path.
func with(root any, p path, value any) any {
	if len(p) == 0 {
		return value
	}
	root = clone(root)
	around, _ := atPath(root, p[:len(p)-1])
	switch around := around.(type) {
	case map[string]any:
		around[p[len(p)-1].(string)] = value
	case []any:
		around[p[len(p)-1].(int)] = value
	}
	return root
}

// find returns the paths of the values that are not null at a pattern of fields.tsv. A star stands
// for each name other than the named ones.
func find(root any, pattern string, named []string) []path {
	found := []path{nil}
	if pattern == "." {
		return found
	}
	for step := range strings.SplitSeq(pattern, ".") {
		name, elements := strings.CutSuffix(step, "[]")
		var next []path
		for _, p := range found {
			value, _ := atPath(root, p)
			if list, isList := value.([]any); isList && step == "[]" { // the body itself
				for i := range list {
					next = append(next, p.to(i))
				}
				continue
			}
			object, _ := value.(map[string]any)
			for _, member := range slices.Sorted(maps.Keys(object)) {
				if object[member] == nil || (name != member && (name != "*" || slices.Contains(named, member))) {
					continue
				}
				if !elements {
					next = append(next, p.to(member))
					continue
				}
				list, _ := object[member].([]any)
				for i := range list {
					next = append(next, p.to(member).to(i))
				}
			}
		}
		found = next
	}
	return found
}

// difference describes the first place where got differs from want, "" for none. It compares JSON
// values, times as instants and absent fields as null.
func difference(want, got any) string { return differenceAt(nil, want, got) }

func differenceAt(p path, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			break
		}
		names := maps.Clone(want)
		maps.Copy(names, object)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if d := differenceAt(p.to(name), want[name], object[name]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			break
		}
		for i := range want {
			if d := differenceAt(p.to(i), want[i], list[i]); d != "" {
				return d
			}
		}
		return ""
	default:
		if equal(want, got) {
			return ""
		}
	}
	return fmt.Sprintf("%s: want %s, got %s", p, text(want), text(got))
}

func equal(want, got any) bool {
	switch want := want.(type) {
	case json.Number:
		number, ok := got.(json.Number)
		a, known := new(big.Rat).SetString(want.String())
		b, readable := new(big.Rat).SetString(number.String())
		return ok && known && readable && a.Cmp(b) == 0
	case string:
		other, ok := got.(string)
		if a, b, times := instants(want, other); times {
			return ok && a.Equal(b)
		}
		return ok && want == other
	case map[string]any, []any:
		return false
	default:
		return want == got
	}
}

func instants(a, b string) (time.Time, time.Time, bool) {
	first, err := time.Parse(time.RFC3339, a)
	if err != nil {
		return time.Time{}, time.Time{}, false
	}
	second, err := time.Parse(time.RFC3339, b)
	return first, second, err == nil
}

func isTime(value string) bool {
	_, err := time.Parse(time.RFC3339, value)
	return err == nil
}

// Fixture returns the JSON of a fixture of an area, with the contents of the files in it.
func Fixture(t *testing.T, name string) []byte {
	t.Helper()
	f, err := load(Area{}.fixtures(), name)
	require.NoError(t, err)
	return f.data
}

// Decode decodes JSON and requires that encoding the result returns all of it.
func Decode[T any](t *testing.T, data []byte) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal(data, &value))
	want, err := parse(data)
	require.NoError(t, err)
	got, err := encode(value)
	require.NoError(t, err)
	require.Empty(t, difference(want, got))
	return value
}
