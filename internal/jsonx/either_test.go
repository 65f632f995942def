package jsonx

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStructOfAProgramIsDecodedAsWithEncodingJSON(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"question": "?", "votes": 12}`: "?",
		`{"question": 5, "votes": 12}`:   "", // does not fit
	} {
		var poll struct { // as if it were of another module
			Question string
			Votes    json.Number
		}
		DecodeEither([]byte(data), &poll)
		require.Equal(t, want, poll.Question, data)
		require.Equal(t, json.Number("12"), poll.Votes, data)
	}
	var tagged tray
	DecodeEither([]byte(`{"count": "x", "labels": ["a"], "Labels": ["b"]}`), &tagged)
	require.Equal(t, tray{Labels: []string{"a"}}, tagged, "a type of this module")
}

type tray struct {
	Count  int64    `json:"count"`
	Labels []string `json:"labels"`
}
