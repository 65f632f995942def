package pagination

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

func TestNextPageIsTheCursorOrNothing(t *testing.T) {
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
			var page Page[string]
			require.NoError(t, unmarshal([]byte(body), &page), name)
			require.Equal(t, want, page.NextPage(), "%s %s", name, body)
			require.NoError(t, Check[string](&page))
		}
	}
}

func TestPageIsWrittenAsItWasRead(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"next":{"page":"c1"},"count":5,"items":["a"]}`,
		`{"count":0,"items":[]}`,
		`{"items":["a","b"]}`,
	} {
		var page Page[string]
		require.NoError(t, json.Unmarshal([]byte(body), &page))
		got, err := json.Marshal(page)
		require.NoError(t, err)
		require.JSONEq(t, body, string(got))
	}
}

func TestBrokenEnvelopeIsNoEndOfTheList(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`{}`:                                errItems,
		`{"items":null}`:                    errItems,
		`{"items":{}}`:                      errItems,
		`{"items":[],"next":5}`:             errNext,
		`{"items":[],"next":"c1"}`:          errNext,
		`{"items":[],"next":[]}`:            errNext,
		`{"items":[],"next":{"page":5}}`:    errNext,
		`{"items":[],"next":{"page":[]}}`:   errNext,
		`{"next":{"page":true},"items":[]}`: errNext,
		`{"items":["a",5],"next":null}`:     nil, // an element of another type is no broken envelope
		`{"items":[],"count":"many"}`:       nil,
	} {
		var page Page[string]
		_, err := jsonx.Decode([]byte(body), &page)
		require.NoError(t, err, body)
		require.Equal(t, want, Check[string](&page), body)
	}
}

// counted is a page with more than a page has.
type counted struct {
	Page[string]
	Total int `json:"total"`
}

func TestStructThatEmbedsAPageIsAList(t *testing.T) {
	t.Parallel()
	var list counted
	require.NoError(t, jsonx.Unmarshal([]byte(`{"total":3,"items":["a"],"next":{"page":"c1"}}`), &list))
	require.NoError(t, Check[string](&list))
	require.Equal(t, "c1", list.NextPage())
	require.Equal(t, errItems, Check[string](&counted{}))
}
