package jsonx

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHintIsFoundBeforeTheFirstArray(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"next":{"page":"c2"},"items":[]}`:                                "c2",
		` { "next" : { "page" : "c2" } , "items" : [ ] } `:                 "c2",
		`{"count":1,"x":{"y":{"next":{"page":"no"}}},"next":{"page":"c2"}`: "c2",
		`{"next":{"more":{"page":"no"},"page":"c2"}}`:                      "c2",
		`{"next":{"page":"c2"`:                                             "c2",
		`{"next":{"page":"a\/\u0062\n"}}`:                                  "a/b\n",
		`{"next":{"page":""}}`:                                             "",
		`{"next":{"page":"c2"},"next":{"page":"c3"}}`:                      "c2",
		`{"items":[],"next":{"page":"c2"}}`:                                "",
		`{"items":[{"next":{"page":"no"}}],"next":{"page":"c2"}}`:          "",
		`{"next":{"more":[],"page":"c2"}}`:                                 "",
		`{"x":{"y":[]},"next":{"page":"c2"}}`:                              "c2", // an array inside a value that is skipped is no list yet
		`{"next":null}`:                                                    "", `{"next":5}`: "", `{"next":"c2"}`: "", `{"next":[]}`: "", `{"next":{}}`: "", `{"next":{"page":5}}`: "",
		`{"next":{"page":null}}`: "", `{"next":{"page":{"page":"no"}}}`: "", `{"next":{"page":["no"]}}`: "",
		`{}`: "", `[]`: "", `null`: "", `"next"`: "", ``: "", `{`: "", `{"next"`: "", `{"next":`: "", `{"next":{`: "", `{"next":{"page"`: "", `{"next":{"page":`: "", `{"next":{"page":"c2`: "",
		`}`: "", `]`: "", `nonsense`: "", "\x00": "", `{"next":{"page":tru`: "", `{5:1}`: "",
		strings.Repeat(`{"next":`, 20000):        "",
		`{"a":` + strings.Repeat(`{"a":`, 20000): "",
	} {
		require.Equal(t, want, Hint([]byte(text), "next", "page"), text[:min(len(text), 60)])
	}
}

func TestHintDoesNotWriteToTheResponse(t *testing.T) {
	t.Parallel()
	text := []byte(`{"next":{"page":"a\/b"},"items":[1,2,3]}`)
	before := string(text)
	require.Equal(t, "a/b", Hint(text, "next", "page"))
	require.Equal(t, before, string(text))
}

func FuzzHintIsTheCursorOrNothing(f *testing.F) {
	for _, text := range []string{`{"next":{"page":"c2"},"items":[]}`, `{"items":[],"next":{"page":"c2"}}`, `{"next":{"page":5}}`, `{"a":{"next":{}},"next":{"x":1,"page":"\u0041"}}`, `{`, ``, `[`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Hint([]byte(text), "next", "page")
		if got == "" {
			return
		}
		// What it read before it stopped is an object whose first next has that page first.
		var all map[string]json.RawMessage
		if Unmarshal([]byte(text), &all) != nil {
			return
		}
		if strings.Count(text, `"`+"next") > 1 || strings.Count(text, `"page`) > 1 || strings.Contains(text, `\u`) {
			return // it may stand there twice
		}
		var next struct {
			Page string `json:"page"`
		}
		require.NoError(t, Unmarshal(all["next"], &next))
		require.Equal(t, next.Page, got)
	})
}

func FuzzDecodeFailsOrFits(f *testing.F) {
	for _, text := range []string{
		`{"id":5,"shapes":[{"radius":"x"}],"last":"z"}`, `{"count":"x","inner":{"name":5}}`, `{"byName":{"a":5}}`, `{"at":"x","since":5}`, `{"byCode":{"x":1}}`, `{"shape":{"side":[]}}`, `[`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, strict response
		mismatch, err := Decode([]byte(text), &got)
		strictErr := Unmarshal([]byte(text), &strict)
		switch {
		case err != nil:
			require.Error(t, strictErr)
			require.Nil(t, mismatch)
		case mismatch == nil:
			require.NoError(t, strictErr)
			require.Equal(t, strict, got)
		default:
			require.Error(t, strictErr)
			require.NotEmpty(t, mismatch.Pointer)
			require.True(t, strings.HasPrefix(mismatch.Pointer, "/"))
			var whole map[string]json.RawMessage
			require.NoError(t, Unmarshal([]byte(text), &whole), "the JSON is whole")
		}
	})
}
