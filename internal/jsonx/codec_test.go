package jsonx

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// branch is a tree whose nodes keep what they do not know.
type branch struct {
	Name  string                    `json:"name,omitzero"`
	Size  *int                      `json:"size,omitzero"`
	Twigs []branch                  `json:"twigs,omitzero"`
	Extra map[string]jsontext.Value `json:",embed"`
}

type plainBranch branch

var branches = Codec{New: func() Types { return Join(Tree(func(b *branch) *plainBranch { return (*plainBranch)(b) })) }}

func (b branch) MarshalJSON() ([]byte, error)     { return branches.Marshal(&b) }
func (b *branch) UnmarshalJSON(data []byte) error { return branches.Unmarshal(data, b) }

func TestTreeKeepsWhatItDoesNotKnowAtEachLevel(t *testing.T) {
	t.Parallel()
	const text = `{"name":"a","size":0,"twigs":[{"twigs":[],"new":[1.0,{"b":1,"a":2}]},{"name":"c"}],"z":null,"y":"\u0041"}`
	var got branch
	require.NoError(t, Unmarshal([]byte(text), &got))
	require.Equal(t, `[1.0,{"b":1,"a":2}]`, string(got.Twigs[0].Extra["new"]))
	for range 10 {
		data, err := Marshal(got)
		require.NoError(t, err)
		require.Equal(t, `{"name":"a","size":0,"twigs":[{"twigs":[],"new":[1.0,{"b":1,"a":2}]},{"name":"c"}],"y":"\u0041","z":null}`, string(data), "sorted, and else as it came")
	}
}

func TestTreeForgetsWhatWasThere(t *testing.T) {
	t.Parallel()
	got := branch{Name: "old", Twigs: []branch{{Name: "old"}}, Extra: map[string]jsontext.Value{"old": jsontext.Value("1")}}
	require.NoError(t, branches.Unmarshal([]byte(`{"size":1}`), &got))
	require.Equal(t, branch{Size: new(1)}, got)
}

func TestTreeWithAMismatchIsAnErrorAndTheRestIsThere(t *testing.T) {
	t.Parallel()
	var got branch
	err := branches.Unmarshal([]byte(`{"name":"a","twigs":[{"size":"large","name":"b","new":1},{"name":5,"twigs":[{"name":"d"}]}]}`), &got)
	require.ErrorContains(t, err, "/twigs/0/size")
	require.Equal(t, branch{Name: "a", Twigs: []branch{
		{Name: "b", Extra: map[string]jsontext.Value{"new": jsontext.Value("1")}},
		{Twigs: []branch{{Name: "d"}}},
	}}, got)
	for _, text := range []string{``, `{`, `[]`, `5`, `{"name":"a"} x`} {
		require.Error(t, branches.Unmarshal([]byte(text), &got), text)
	}
}
