package pagination_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/pagination"
)

func TestNextPageIsTheCursorOrEmpty(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"items":[],"next":{"page":"c1"}}`:               "c1",
		`{"items":[],"next":{"page":"c1","more":[1,{}]}}`: "c1",
		`{"items":[],"next":{"page":""}}`:                 "",
		`{"items":[],"next":{"page":null}}`:               "",
		`{"items":[],"next":{}}`:                          "",
		`{"items":[],"next":null}`:                        "",
		`{"items":[]}`:                                    "",
	} {
		for name, unmarshal := range map[string]func([]byte, any) error{"jsonx": jsonx.Unmarshal, "encoding/json": json.Unmarshal} {
			var page pagination.Page[string]
			require.NoError(t, unmarshal([]byte(body), &page), name)
			require.Equal(t, want, page.NextCursor(), "%s %s", name, body)
		}
	}
}

func TestPageEncodesToTheJSONItCameFrom(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"next":{"page":"c1"},"count":5,"items":["a"]}`,
		`{"count":0,"items":[]}`,
		`{"items":["a","b"]}`,
	} {
		var page pagination.Page[string]
		require.NoError(t, json.Unmarshal([]byte(body), &page))
		got, err := json.Marshal(page)
		require.NoError(t, err)
		require.JSONEq(t, body, string(got))
	}
}

// counted is a page with a further field.
type counted struct {
	pagination.Page[string]
	Total int `json:"total"`
}

func TestStructCanEmbedAPage(t *testing.T) {
	t.Parallel()
	var list counted
	require.NoError(t, jsonx.Unmarshal([]byte(`{"total":3,"items":["a"],"next":{"page":"c1"}}`), &list))
	require.Equal(t, "c1", list.NextCursor())
	require.Equal(t, []string{"a"}, list.Items)
	require.Equal(t, 3, list.Total)
}
