package transport

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

type record struct {
	ID     string         `json:"id,omitzero"`
	Count  int64          `json:"count,omitzero"`
	Since  time.Time      `json:"since,omitzero"`
	Inner  inner          `json:"inner,omitzero"`
	Labels map[string]int `json:"labels,omitzero"`
	List   []inner        `json:"list,omitzero"`
}

type inner struct {
	Name string `json:"name,omitzero"`
	OK   bool   `json:"ok,omitzero"`
}

func decodeRecord(t *testing.T, body string, change ...func(*Settings)) (*record, *api.Meta, error) {
	t.Helper()
	var meta api.Meta
	n := play(t, respond(200, body))
	got, err := JSON[record](t.Context(), newCore(t, n, change...), operation(t, "PATCH", "/v1/records").Path(), []api.CallOption{api.WithMeta(&meta)})
	require.Len(t, n.attempts(), 1)
	return got, &meta, err
}

func TestFieldOfAnotherTypeIsZeroAndTheRestIsDecoded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want record
		off  *api.Mismatch
	}{
		"none": {`{"id":"a","count":3}`, record{ID: "a", Count: 3}, nil},
		"unknown fields and nulls": {
			`{"id":"a","new":{"x":[1]},"count":null,"since":null,"inner":null,"labels":null,"list":null}`,
			record{ID: "a"},
			nil,
		},
		"a number for a text": {
			`{"count":3,"id":5,"inner":{"name":"n","ok":true}}`,
			record{Count: 3, Inner: inner{"n", true}},
			&api.Mismatch{Pointer: "/id", Want: "string", Got: "number"},
		},
		"deep": {
			`{"id":"a","inner":{"name":[],"ok":true},"count":1}`,
			record{ID: "a", Count: 1, Inner: inner{"", true}},
			&api.Mismatch{Pointer: "/inner/name", Want: "string", Got: "array"},
		},
		"in a list": {
			`{"list":[{"name":"x"},{"name":7,"ok":true},{"name":"z"}],"id":"a"}`,
			record{ID: "a", List: []inner{{"x", false}, {"", true}, {"z", false}}},
			&api.Mismatch{Pointer: "/list/1/name", Want: "string", Got: "number"},
		},
		"in a map": {
			`{"labels":{"a/b":"x","c":1},"id":"a"}`,
			record{ID: "a", Labels: map[string]int{"a/b": 0, "c": 1}},
			&api.Mismatch{Pointer: "/labels/a~1b", Want: "int", Got: "string"},
		},
		"a fraction": {`{"count":1.5,"id":"a"}`, record{ID: "a"}, &api.Mismatch{Pointer: "/count", Want: "int64", Got: "number"}},
		"too large":  {`{"count":99999999999999999999,"id":"a"}`, record{ID: "a"}, &api.Mismatch{Pointer: "/count", Want: "int64", Got: "number"}},
		"no time":    {`{"since":"yesterday","id":"a"}`, record{ID: "a"}, &api.Mismatch{Pointer: "/since", Want: "time.Time", Got: "string"}},
		"empty time": {`{"since":"","id":"a"}`, record{ID: "a"}, &api.Mismatch{Pointer: "/since", Want: "time.Time", Got: "string"}},
		"the first of two": {
			`{"inner":{"ok":"yes"},"count":"x","id":"a"}`,
			record{ID: "a"},
			&api.Mismatch{Pointer: "/inner/ok", Want: "bool", Got: "string"},
		},
		"a duplicate":         {`{"id":"a","id":"b"}`, record{ID: "b"}, nil},
		"another case":        {`{"id":"a","ID":"b"}`, record{ID: "a"}, nil},
		"invalid UTF-8":       {"{\"id\":\"a\xffb\"}", record{ID: "a\ufffdb"}, nil},
		"half a surrogate":    {`{"id":"\ud800"}`, record{ID: "\ufffd"}, nil},
		"space around it all": {" \r\n\t{\"id\":\"a\"}\n ", record{ID: "a"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, meta, err := decodeRecord(t, test.body)
			require.NoError(t, err)
			require.Equal(t, &test.want, got)
			require.Equal(t, test.off, meta.Mismatch)

			strict := func(s *Settings) { s.StrictDecoding = true }
			_, meta, err = decodeRecord(t, test.body, strict)
			if test.off == nil {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, as[*api.DecodeError](t, err), test.off.Pointer+": want "+test.off.Want+", got ")
			require.True(t, api.MayHaveApplied(err))
			require.Equal(t, 200, meta.Status)
		})
	}
}

func TestResponseThatIsNoObjectIsADecodeError(t *testing.T) {
	t.Parallel()
	for body, message := range map[string]string{
		"":                                    "want a JSON object, got an empty body",
		" \n":                                 "want a JSON object, got an empty body",
		"null":                                "want a JSON object",
		"[]":                                  "want a JSON object",
		`"x"`:                                 "want a JSON object",
		"5":                                   "want a JSON object",
		"<!doctype html><html>secret page":    "want a JSON object, got what looks like HTML",
		"\ufeff{}":                            "want a JSON object",
		"garbage":                             "want a JSON object",
		`{`:                                   "",
		`{"id":`:                              "",
		`{"id":"a"`:                           "",
		`{"id":"a"}}`:                         "",
		`{"id":"a"} {}`:                       "",
		`{"id":"a"}x`:                         "",
		`{"id":5,"count":`:                    "", // broken beyond a field of another type
		`{"id":5}x`:                           "",
		`{"x":` + strings.Repeat("[", 1<<16):  "",
		strings.Repeat(`{"inner":`, 1<<16):    "",
		`{"id":01}`:                           "",
		`{"id":"a",}`:                         "",
		`{id:"a"}`:                            "",
		"{\"id\":\"a\nb\"}":                   "",
		`{"x":NaN}`:                           "",
		`{"count":5,"inner":5,"list":[{]}`:    "",
		`{"inner":{"name":5},"list":[{"n":}]`: "",
	} {
		got, meta, err := decodeRecord(t, body)
		require.Nil(t, got, body)
		require.ErrorContains(t, as[*api.DecodeError](t, err), message)
		require.NotContains(t, err.Error(), "secret")
		require.Less(t, len(err.Error()), 1000)
		require.True(t, api.MayHaveApplied(err))
		require.Equal(t, 200, meta.Status)
	}
}
