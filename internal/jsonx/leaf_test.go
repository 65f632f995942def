package jsonx

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// open is a struct that keeps what it does not know, and can be a string instead.
type open struct {
	Text  *string                   `json:"text,omitzero"`
	Size  int                       `json:"size,omitzero"`
	Name  string                    `json:"-"`
	Extra map[string]jsontext.Value `json:",embed"`
}

type plainOpen open

var opens = Codec{New: func() Types { return Leaf(func(o *open) *plainOpen { return (*plainOpen)(o) }) }}

func (o open) MarshalJSON() ([]byte, error) { return opens.Marshal(&o) }

func (o *open) UnmarshalJSON(data []byte) error {
	if IsString(data) {
		*o = open{}
		return Unmarshal(data, &o.Name)
	}
	return opens.Unmarshal(data, o)
}

type envelope struct {
	Kind string `json:"kind"`
	Open *open  `json:"open"`
	Also open   `json:"also"`
	List []open `json:"list"`
	Last string `json:"last"`
}

func TestDecodeTextReadsWhatDecodeReads(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"kind":"a","open":{"text":"x","new":[1, {"b":null}]},"also":{"size":3},"list":[{"text":"y"},{}],"last":"z"}`,
		`{"open":"name","also":"other","list":["one",{"size":1,"z":1,"y":2}]}`,
		`{"open":null,"also":{},"list":[]}`,
		`{"open":{"text":null,"size":0}}`,
		`{"open":{"text":"a","text":"b"}}`,
		`{"kind":"a","open":{"size":"large","text":"x","new":1},"last":"z"}`,
		`{"kind":"a","also":{"text":{}},"last":"z"}`,
		`{"kind":"a","list":[{"size":1},{"size":[]},{"size":3}],"last":"z"}`,
		`{"kind":"a","open":5,"also":true,"last":"z"}`,
		`{"kind":"a","also":null,"last":5}`,
		`{"open":{"text":"x"`, `{"open":{"text":"x"}} x`, `[]`, ``,
	} {
		var want, got envelope
		wantMismatch, wantErr := Decode([]byte(text), &want)
		mismatch, err := DecodeText([]byte(text), &got)
		require.Equal(t, wantErr == nil, err == nil, text)
		if err != nil {
			continue
		}
		require.Equal(t, want, got, text)
		require.Equal(t, wantMismatch == nil, mismatch == nil, text)
		if mismatch != nil {
			require.Equal(t, wantMismatch.Pointer, mismatch.Pointer, text)
			require.Equal(t, wantMismatch.Got, mismatch.Got, text)
		}
	}
}

func TestLeafKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	var got open
	require.NoError(t, Unmarshal([]byte(`{"z":null,"text":"\u0041","new":[1.0]}`), &got))
	data, err := Marshal(got)
	require.NoError(t, err)
	require.Equal(t, `{"text":"A","new":[1.0],"z":null}`, string(data))
}

// around is a leaf that contains another one.
type around struct {
	Open  open                      `json:"open"`
	List  []open                    `json:"list,omitzero"`
	Extra map[string]jsontext.Value `json:",embed"`
}

type plainAround around

var arounds = Codec{New: func() Types { return Leaf(func(a *around) *plainAround { return (*plainAround)(a) }, &opens) }}

func (a around) MarshalJSON() ([]byte, error) { return arounds.Marshal(&a) }

func (a *around) UnmarshalJSON(data []byte) error { return arounds.Unmarshal(data, a) }

func TestLeafDecodesTheLeavesThatItContains(t *testing.T) {
	t.Parallel()
	const text = `{"open":{"text":"x","new":[1]},"list":["name",{"size":2,"z":{}}],"other":null}`
	want := around{
		Open:  open{Text: new("x"), Extra: map[string]jsontext.Value{"new": jsontext.Value("[1]")}},
		List:  []open{{Name: "name"}, {Size: 2, Extra: map[string]jsontext.Value{"z": jsontext.Value("{}")}}},
		Extra: map[string]jsontext.Value{"other": jsontext.Value("null")},
	}
	for _, decode := range []func([]byte, any) (*Mismatch, error){Decode, DecodeText} {
		var got struct {
			Around around `json:"around"`
		}
		mismatch, err := decode([]byte(`{"around":`+text+`}`), &got)
		require.NoError(t, err)
		require.Nil(t, mismatch)
		require.Equal(t, want, got.Around)

		mismatch, err = decode([]byte(`{"around":{"open":{"size":"large","text":"x","new":1},"other":2}}`), &got)
		require.NoError(t, err)
		require.Equal(t, "/around/open/size", mismatch.Pointer)
		require.Equal(t, "string", mismatch.Got)
		require.Equal(t, "x", *got.Around.Open.Text)
		require.Equal(t, jsontext.Value("1"), got.Around.Open.Extra["new"])
		require.Equal(t, jsontext.Value("2"), got.Around.Extra["other"])
	}
	data, err := Marshal(around{Open: want.Open, Extra: want.Extra})
	require.NoError(t, err)
	require.JSONEq(t, `{"open":{"text":"x","new":[1]},"other":null}`, string(data))
}

func TestDecodeTextForgetsWhatWasThere(t *testing.T) {
	t.Parallel()
	got := envelope{Also: open{Size: 5, Extra: map[string]jsontext.Value{"old": jsontext.Value("1")}}}
	_, err := DecodeText([]byte(`{"also":{"text":"x"}}`), &got)
	require.NoError(t, err)
	require.Equal(t, open{Text: new("x")}, got.Also)
}
