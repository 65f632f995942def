package jsonx

import (
	"encoding/json"
	"io"
	"strings"
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

func TestAnyDecodesWhatEncodingJSONDecodes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`null`, `true`, `"a\u0000\ud83d"`, `-0.50`, `12345678901234567890`, `1e400`, ` [1, [], {}, null] `,
		`{"a": 1, "a": "text"}`, `{"a": "text", "a": {"b": 1}}`, `{"a": {"x": 1}, "a": {"y": 2}}`, `{"a": [1, 2], "a": [3]}`,
		"\"\xff\"", `{"": {"": ""}}`, strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"", " ", "{", `{"a"}`, `[1,]`, "1 2", `{} {}`, "nul", "01", `"\x"`, strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
	} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var want any
		err := decoder.Decode(&want)
		if _, more := decoder.Token(); err != nil || more != io.EOF {
			_, err = Any([]byte(text))
			require.Error(t, err, "%.40s", text)
			continue
		}
		got, err := Any([]byte(text))
		require.NoError(t, err, "%.40s", text)
		require.Equal(t, want, got, "%.40s", text)
	}
}
