package contract

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatIsDecodedKeepsNoPartOfTheAnswersBuffer overwrites what each answer was read into, as the next call does. It is done to answers as
// the documents show them, to answers with members the SDK does not know, and to answers whose unions have a form it does not know.
func TestWhatIsDecodedKeepsNoPartOfTheAnswersBuffer(t *testing.T) { //nolint:paralleltest // overwrites buffers that others would be using
	compared := 0
	for _, f := range findings() {
		if f.row.Err != nil || f.fixture.stream || f.fixture.root == nil {
			continue
		}
		for name, root := range map[string]any{"shown": f.fixture.root, "more": withUnknownMembers(f.fixture.root), "other forms": withUnknownForms(f.fixture.root)} {
			s := newService()
			var lent [][]byte
			s.lent = func(p []byte) { lent = append(lent, p) }
			got := s.run(t.Context(), f.row.Call, sampleIDs(f.op), f.fixture.replyWith(f.row.Status, root))
			if got.err != nil {
				require.Equal(t, "other forms", name, "%s: %v", f.row, got.err)
				continue
			}
			want, err := f.fixture.encode(got)
			require.NoError(t, err)
			meta := got.meta
			for _, p := range lent {
				copy(p, bytes.Repeat([]byte{'#'}, len(p)))
			}
			after, err := f.fixture.encode(got)
			require.NoError(t, err, "%s: %s", f.row, name)
			require.Empty(t, difference(want, after), "%s: %s", f.row, name)
			require.Equal(t, meta, got.meta)
			compared++
		}
	}
	require.Greater(t, compared, 300)
}

// withUnknownMembers adds members to each object.
func withUnknownMembers(root any) any {
	return eachObject(root, func(object map[string]any) {
		object["unheardOf"] = map[string]any{"kept": []any{"as it came", true}}
		object["unheardOfText"] = "as it came"
	})
}

// withUnknownForms gives each object that says what it is a word the SDK does not know.
func withUnknownForms(root any) any {
	return eachObject(root, func(object map[string]any) {
		for _, name := range []string{"type", "object", "kind", "rule"} {
			if _, ok := object[name].(string); ok {
				object[name] = "unheard-of"
			}
		}
	})
}

func eachObject(root any, change func(map[string]any)) any {
	root = clone(root)
	var objects []map[string]any
	visit(root, nil, func(_ path, value any) {
		if object, ok := value.(map[string]any); ok {
			objects = append(objects, object)
		}
	})
	for _, object := range objects {
		change(object)
	}
	return root
}
