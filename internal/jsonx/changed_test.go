package jsonx

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

func TestChangedKeepsWhatDidNotChange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ raw, before, after, want string }{
		{`{"a": 1.0}`, `{"a":1}`, `{"a":1}`, `{"a": 1.0}`},
		{`{"a": 1.0,"b":2}`, `{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"a":1.0,"b":3}`},
		{`{"b":2}`, `{"a":0,"b":2}`, `{"a":0,"b":3}`, `{"b":3}`},
		{`{"b":2}`, `{"a":0,"b":2}`, `{"a":1,"b":2}`, `{"a":1,"b":2}`},
		{`{"a":null,"b":2}`, `{"b":2}`, `{"b":3}`, `{"a":null,"b":3}`},
		{`{"a":null}`, `{}`, `{"a":1}`, `{"a":1}`},
		{`{"a":1,"b":2}`, `{"a":1,"b":2}`, `{"b":2}`, `{"b":2}`},
		{`{"a":1,"b":2}`, `{"a":1,"b":2}`, `{}`, `{}`},
		{`{}`, `{}`, `{"a":1}`, `{"a":1}`},
		{`{"in":{"new":{"x":1}}}`, `{"in":{"flag":false,"new":{"x":1},"text":""}}`, `{"in":{"flag":false,"new":{"x":1},"text":"t"}}`, `{"in":{"new":{"x":1},"text":"t"}}`},
		{`{"in":null}`, `{"in":{"flag":false}}`, `{"in":{"flag":true}}`, `{"in":{"flag":true}}`},
		{`{}`, `{"in":{"flag":false,"text":""}}`, `{"in":{"flag":false,"text":"t"}}`, `{"in":{"flag":false,"text":"t"}}`},
		{`{"list":[{"new":1},{"new":2}]}`, `{"list":[{"flag":false,"new":1},{"flag":false,"new":2}]}`, `{"list":[{"flag":false,"new":2}]}`, `{"list":[{"new":2}]}`},
		{`[{"a":1,"z":null},{"a":2}]`, `[{"a":1},{"a":2}]`, `[{"a":1},{"a":3}]`, `[{"a":1,"z":null},{"a":3}]`},
		{`[{"a":1,"z":null},{"a":2}]`, `[{"a":1},{"a":2}]`, `[{"a":3},{"a":2}]`, `[{"a":3,"z":null},{"a":2}]`},
		{`[{"a":1,"z":null},{"a":2}]`, `[{"a":1},{"a":2}]`, `[{"a":2},{"a":1}]`, `[{"a":2},{"a":1,"z":null}]`},
		{`[{"a":1,"z":null},{"a":2}]`, `[{"a":1},{"a":2}]`, `[{"a":0},{"a":1},{"a":2}]`, `[{"a":0},{"a":1,"z":null},{"a":2}]`},
		{`[{"a":1},{"a":2,"b":5,"y":null},{"a":3}]`, `[{"a":1},{"a":2,"b":5},{"a":3}]`, `[{"a":6,"b":5},{"a":3}]`, `[{"a":6,"b":5,"y":null},{"a":3}]`},
		{`[{"a":1,"y":null}]`, `[{"a":1,"b":0}]`, `[{"a":2,"b":1},{"a":3,"b":2}]`, `[{"a":2,"b":1},{"a":3,"b":2}]`},
		{`[{"a":1,"y":null},{"a":1}]`, `[{"a":1},{"a":1}]`, `[{"a":1},{"a":2}]`, `[{"a":1,"y":null},{"a":2}]`},
		{`[[{"z":null}],[1.0]]`, `[[{}],[1]]`, `[[{}],[1,2]]`, `[[{"z":null}],[1.0,2]]`},
		{`[{"z":null}]`, `[{}]`, `[]`, `[]`},
		{`{"l":null}`, `{"l":[]}`, `{"l":[1]}`, `{"l":[1]}`},
		{`[1,2]`, `[1]`, `[3]`, `[3]`},
		{`{"font":"Inter"}`, `{"font":"Inter"}`, `{"font":{"id":"f"}}`, `{"font":{"id":"f"}}`},
		{`{"font":{"id":"f","new":1}}`, `{"font":{"id":"f","new":1}}`, `{"font":"Inter"}`, `{"font":"Inter"}`},
		{` {"a":1}`, `{"a":1,"b":0}`, `{"a":2,"b":0}`, `{"a":2}`},
	} {
		got, err := Changed([]byte(test.raw), []byte(test.before), []byte(test.after))
		require.NoError(t, err, test.raw)
		require.Equal(t, test.want, string(got), "%s: from %s to %s", test.raw, test.before, test.after)
	}
}

// FuzzChangedDecodesToTheChange changes a tree and requires what is sent to decode to it.
func FuzzChangedDecodesToTheChange(f *testing.F) {
	for _, text := range []string{`{"name":"a","twigs":[{"new":1}],"z":null}`, `{"size":null}`, `{"twigs":[]}`, `{}`, `{"name":"x","size":1e2,"y":{"z":{}}}`} {
		f.Add(text, "b", true)
	}
	f.Fuzz(func(t *testing.T, text, name string, cut bool) {
		var b branch
		if Unmarshal([]byte(text), &b) != nil || !IsObject(bytes.TrimLeft([]byte(text), " \t\r\n")) {
			return
		}
		before, err := Marshal(b)
		require.NoError(t, err)
		b.Name = name
		if cut {
			b.Twigs = nil
		}
		b.Extra = map[string]jsontext.Value{"added": jsontext.Value(`{"a":1}`)}
		after, err := Marshal(b)
		require.NoError(t, err)
		sent, err := Changed([]byte(text), before, after)
		require.NoError(t, err)
		var got branch
		require.NoError(t, Unmarshal(sent, &got))
		again, err := Marshal(got)
		require.NoError(t, err)
		require.Equal(t, string(after), string(again))
	})
}

// A document makes and changes random JSON. Each object and number in it is different, so that only
// one difference explains each change.
type document struct {
	random *rand.Rand
	last   int
}

func (d *document) number() any {
	d.last++
	return stdjson.Number(fmt.Sprint(d.last))
}

// value returns a value with fields and elements that are null, and fields that are absent.
func (d *document) value(depth int) any {
	switch kind := d.random.IntN(6); {
	case depth == 0 || kind < 2:
		return d.number()
	case kind < 4:
		object := map[string]any{"id": d.number()}
		for i := range d.random.IntN(4) {
			object[fmt.Sprint("f", i)] = d.value(depth - 1)
		}
		if d.random.IntN(2) == 0 {
			object["none"] = nil
		}
		if d.random.IntN(3) == 0 {
			object["flag"] = d.random.IntN(2) == 0
		}
		return object
	default:
		list := []any{}
		for range d.random.IntN(5) {
			list = append(list, d.value(depth-1))
		}
		return list
	}
}

// encoded returns a value as a Go type would encode it, without null and with each flag.
func encoded(value any) any {
	switch value := value.(type) {
	case map[string]any:
		object := map[string]any{"flag": false}
		for name, field := range value {
			if field != nil {
				object[name] = encoded(field)
			}
		}
		return object
	case []any:
		list := []any{}
		for _, element := range value {
			list = append(list, encoded(element))
		}
		return list
	default:
		return value
	}
}

// edit returns a copy of a value with one change in it: a number, a field that is added or removed,
// or an element that is added, removed or moved.
func (d *document) edit(value any) any {
	switch value := value.(type) {
	case map[string]any:
		object := maps.Clone(value)
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(name string) bool { return name == "none" || name == "flag" || name == "id" })
		switch at := d.random.IntN(len(names) + 2); {
		case at == 0:
			object["id"] = d.number()
		case at == 1 && len(names) > 0 && d.random.IntN(2) == 0:
			delete(object, names[0])
		case at == 1:
			object["added"] = encoded(d.value(1))
		default:
			object[names[at-2]] = d.edit(object[names[at-2]])
		}
		return object
	case []any:
		list := slices.Clone(value)
		at := d.random.IntN(len(list) + 1)
		switch how := d.random.IntN(6); {
		case how == 0 || at == len(list):
			return slices.Insert(list, at, encoded(d.value(2)))
		case how == 1:
			return slices.Delete(list, at, at+1)
		case how == 2:
			element := list[at]
			list = slices.Delete(list, at, at+1)
			return slices.Insert(list, d.random.IntN(len(list)+1), element)
		default:
			list[at] = d.edit(list[at])
			return list
		}
	default:
		return d.number()
	}
}

// FuzzChangedChangesNothingElse makes one change to random JSON, and requires exactly that one to
// be sent.
func FuzzChangedChangesNothingElse(f *testing.F) {
	for seed := range uint64(2000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := &document{random: rand.New(rand.NewPCG(seed, 6))}
		value := d.value(4)
		want := d.edit(value)
		text := func(v any) []byte {
			data, err := Marshal(v)
			require.NoError(t, err)
			return data
		}
		got, err := Changed(text(value), text(encoded(value)), text(encoded(want)))
		require.NoError(t, err)
		require.Equal(t, string(text(want)), string(got), "%s", text(value))
	})
}

func TestChangedElementKeepsItsFieldsBehindAnAddedOneThatIsAlike(t *testing.T) {
	t.Parallel()
	got, err := Changed(
		[]byte(`[{"id":1,"a":0,"new":"of 1"},{"id":2,"a":0,"new":"of 2"}]`),
		[]byte(`[{"id":1,"a":0},{"id":2,"a":0}]`),
		[]byte(`[{"id":3,"a":0},{"id":1,"a":0},{"id":2,"a":0,"b":5}]`),
	)
	require.NoError(t, err)
	require.JSONEq(t, `[{"id":3,"a":0},{"id":1,"a":0,"new":"of 1"},{"id":2,"a":0,"b":5,"new":"of 2"}]`, string(got))
}

func TestChangedTakesTimeInProportionToALongList(t *testing.T) {
	t.Parallel()
	var raw, before, after []string
	for i := range sample.CountOneByOne(30_000, 100_000) {
		raw = append(raw, fmt.Sprintf(`{"a":%d,"z":null}`, i))
		before = append(before, fmt.Sprintf(`{"a":%d}`, i))
		after = append(after, fmt.Sprintf(`{"a":%d}`, -1-i))
	}
	list := func(elements []string) []byte { return []byte("[" + strings.Join(elements, ",") + "]") }
	for _, length := range []int{len(after), len(after) - 1} { // each element changed; the test binary ends a test that hangs
		got, err := Changed(list(raw), list(before), list(after[:length]))
		require.NoError(t, err)
		var elements []jsontext.Value
		require.NoError(t, Unmarshal(got, &elements))
		require.Len(t, elements, length)
	}
	got, err := Changed(list(raw), list(before), list(before[1:]))
	require.NoError(t, err)
	require.Equal(t, string(list(raw[1:])), string(got))
}

func TestMergeReplacesTheFieldsOfAnObject(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		data, changes, want string
		changed             bool
	}{
		{`{"b": {"x": 1}, "a": 1.0}`, `{"b": {"y": 2}}`, `{"a":1.0,"b":{"y":2}}`, true},
		{`{"a": 1}`, `{"a": null, "c": []}`, `{"a":null,"c":[]}`, true},
		{`{"a": {"x": [1, 2]}}`, `{"a":{"x":[1,2]}}`, `{"a":{"x":[1,2]}}`, false},
		{`{"a": 1}`, `{}`, `{"a":1}`, false},
	} {
		merged, changed, err := Merge([]byte(test.data), []byte(test.changes))
		require.NoError(t, err)
		require.Equal(t, test.want, string(merged), test.data)
		require.Equal(t, test.changed, changed, test.data)
	}
	for _, test := range [][2]string{{`[]`, `{}`}, {`"x"`, `{}`}, {``, `{}`}, {`null`, `{}`}, {`{}`, `[]`}, {`{}`, `null`}, {`{}`, ``}, {`{`, `{}`}, {`{}`, `{`}} {
		_, _, err := Merge([]byte(test[0]), []byte(test[1]))
		require.Error(t, err, test)
	}
}
