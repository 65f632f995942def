package spaces_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestPageOfAnUnknownTypeRoundTrips(t *testing.T) {
	t.Parallel()
	page := roundTrip[spaces.Page](t, `{"id": "a", "title": "A", "type": "canvas", "shapes": [{"x": 1.50}], "pages": [
		{"id": "b", "title": "B", "type": "link", "target": {"kind": "shape", "shape": "s"}},
		{"id": "c", "title": "C", "type": "computed", "computed": {"type": "integration:a:b", "version": 2, "dependencies": {
			"one": {"ref": {"kind": "translation", "translation": "t"}, "value": null}}, "props": {}}}]}`)
	require.Equal(t, spaces.PageType("canvas"), page.Type)
	require.Equal(t, map[string]api.Raw{"shapes": api.Raw(`[{"x": 1.50}]`)}, page.Extra)
	require.Equal(t, &spaces.ContentRef{Kind: "shape", Extra: map[string]api.Raw{"shape": api.Raw(`"s"`)}}, page.Pages[0].Target)
	require.Equal(t, &spaces.Computed{
		Type: "integration:a:b",
		Dependencies: map[string]spaces.ComputedDependency{
			"one": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindTranslation, Translation: new("t")}, Value: api.Raw("null")},
		},
		Props: api.Raw("{}"),
		Extra: map[string]api.Raw{"version": api.Raw("2")},
	}, page.Pages[1].Computed)
}

func TestUnmarshalJSONReplacesThePage(t *testing.T) {
	t.Parallel()
	page := spaces.Page{ID: "old", Slug: new("old"), Extra: map[string]api.Raw{"old": api.Raw("1")}, Pages: []spaces.Page{{ID: "old"}}}
	require.NoError(t, json.Unmarshal([]byte(`{"id": "new", "title": "New", "type": "group"}`), &page))
	require.Equal(t, spaces.Page{ID: "new", Title: "New", Type: spaces.PageTypeGroup}, page)
}

func TestPageKeepsADocumentWithAMismatch(t *testing.T) {
	t.Parallel()
	const text = `{"id": "a", "title": "A", "type": "document", "pages": [{"id": "b", "title": "B", "type": "document",
		"document": {"object": 5, "data": {}, "nodes": [7, {"object": "block", "type": false}]}, "new": 1.50}]}`
	var page spaces.Page
	require.Error(t, json.Unmarshal([]byte(text), &page))
	page.Pages[0].Title = "changed"
	got, err := json.Marshal(page)
	require.NoError(t, err)
	require.JSONEq(t, strings.Replace(text, `"B"`, `"changed"`, 1), string(got))
}

// nested returns the JSON of n pages, each of which contains the next.
func nested(n int) []byte {
	const page = `{"id": "p", "title": "Page", "type": "document"`
	return []byte(strings.Repeat(page+`, "pages": [`, n-1) + page + "}" + strings.Repeat("]}", n-1))
}

func TestDeepPagesRoundTrip(t *testing.T) {
	t.Parallel()
	page := roundTrip[spaces.Page](t, string(nested(1000)))
	deepest := 0
	for visit := range spaces.WalkPages([]spaces.Page{page}) {
		deepest = max(deepest, visit.Depth)
	}
	require.Equal(t, 999, deepest)
}

// TestPagesAreDecodedInOnePass requires that a nested page is decoded in place. If its JSON were
// extracted first, each level would be scanned once for each level above it, and truncated JSON
// would be reported before an earlier mismatch.
func TestPagesAreDecodedInOnePass(t *testing.T) {
	t.Parallel()
	const broken = `"title": 1, "pages": [{"id": `
	for _, data := range []string{
		`{"pages": [{` + broken,
		`{"pages": [{"computed": {"dependencies": {"spec": {"ref": {"kind": 1, "spec": `,
		`{"target": {"kind": 1, "page": `,
	} {
		err := new(spaces.Page).UnmarshalJSON([]byte(data))
		require.ErrorContains(t, err, "JSON number", data)
		require.NotContains(t, err.Error(), "EOF", data)
	}
	err := new(spaces.Revision).UnmarshalJSON([]byte(`{"pages": [{"pages": [{` + broken))
	require.ErrorContains(t, err, "/pages/0/pages/0/title")
	require.NotContains(t, err.Error(), "EOF")
}

// TestAllocationsGrowWithTheNumberOfPages cannot run in parallel, because allocations are counted
// for the whole program.
func TestAllocationsGrowWithTheNumberOfPages(t *testing.T) { //nolint:paralleltest // see above
	allocations := func(n int) (decode, encode float64) {
		data := nested(n)
		var page spaces.Page
		decode = testing.AllocsPerRun(3, func() { require.NoError(t, page.UnmarshalJSON(data)) })
		encode = testing.AllocsPerRun(3, func() {
			_, err := page.MarshalJSON()
			require.NoError(t, err)
		})
		return decode, encode
	}
	decode, encode := allocations(500)
	decodeTwice, encodeTwice := allocations(1000)
	require.LessOrEqual(t, decodeTwice/decode, 2.5)
	require.LessOrEqual(t, encode, 1000.0)
	require.LessOrEqual(t, encodeTwice, 2000.0)
}
