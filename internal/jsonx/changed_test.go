package jsonx

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
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
		{`{"list":[{"new":1},{"new":2}]}`, `{"list":[{"flag":false,"new":1},{"flag":false,"new":2}]}`, `{"list":[{"flag":false,"new":2}]}`, `{"list":[{"flag":false,"new":2}]}`},
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
		if Unmarshal([]byte(text), &b) != nil || !isObjectText([]byte(text)) {
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
		{``, `{"a": 1}`, `{"a":1}`, true},
		{`null`, `{"a": 1}`, `{"a":1}`, true},
		{`null`, `{}`, `{}`, false},
	} {
		merged, changed, err := Merge([]byte(test.data), []byte(test.changes))
		require.NoError(t, err)
		require.Equal(t, test.want, string(merged), test.data)
		require.Equal(t, test.changed, changed, test.data)
	}
	for _, test := range [][2]string{{`[]`, `{}`}, {`"x"`, `{}`}, {`{}`, `[]`}, {`{}`, `null`}, {`{}`, ``}, {`{`, `{}`}, {`{}`, `{`}} {
		_, _, err := Merge([]byte(test[0]), []byte(test[1]))
		require.Error(t, err, test)
	}
}
