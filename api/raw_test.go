package api_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestRawRoundTripsUnchanged(t *testing.T) {
	t.Parallel()
	type holder struct {
		Raw  api.Raw   `json:"raw,omitzero"`
		List []api.Raw `json:"list,omitzero"`
	}
	for name, library := range libraries {
		for _, value := range []string{`{"b":1.50,"a":[12345678901234567890123]}`, `null`, `"x"`, `0`, `[]`, `{}`, `true`, `1e400`} {
			var got holder
			require.NoError(t, library.unmarshal([]byte(`{"raw":`+value+`,"list":[`+value+`]}`), &got), name)
			require.Equal(t, value, got.Raw.String(), name)
			require.Equal(t, value, string(got.List[0]), name)
			data, err := library.marshal(got)
			require.NoError(t, err)
			require.Equal(t, `{"raw":`+value+`,"list":[`+value+`]}`, string(data), name)
		}
		var none holder
		require.NoError(t, library.unmarshal([]byte(`{}`), &none))
		require.Nil(t, none.Raw)
		data, err := library.marshal(none)
		require.NoError(t, err)
		require.Equal(t, `{}`, string(data), name)
	}
}

func TestUnmarshalRawCopies(t *testing.T) {
	t.Parallel()
	data := []byte(`"abc"`)
	var raw api.Raw
	require.NoError(t, raw.UnmarshalJSON(data))
	data[1] = 'x'
	require.Equal(t, `"abc"`, raw.String())
}

func TestRawDecodesLikeEncodingJSON(t *testing.T) {
	t.Parallel()
	var got struct{ A int }
	require.NoError(t, api.Raw(`{"a":5,"b":1}`).Decode(&got))
	require.Equal(t, 5, got.A)
	require.ErrorContains(t, api.Raw(`{"a":"x"}`).Decode(&got), "decode raw JSON: ")
	require.ErrorContains(t, api.Raw(`{`).Decode(&got), "decode raw JSON: ")

	got.A = 7
	for _, none := range []api.Raw{nil, {}} {
		require.ErrorContains(t, none.Decode(&got), "it is empty")
	}
	require.Equal(t, 7, got.A)
}

func TestInvalidRawIsNotEncoded(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for _, invalid := range []api.Raw{api.Raw(`{`), api.Raw(`x`), api.Raw(`1 2`)} {
			_, err := library.marshal(map[string]api.Raw{"a": invalid})
			require.Error(t, err, name)
		}
		data, err := library.marshal(map[string]api.Raw{"a": nil})
		require.NoError(t, err)
		require.Equal(t, `{"a":null}`, string(data))
	}
	_, err := json.Marshal(api.Raw("1\n2"))
	require.Error(t, err)
}
