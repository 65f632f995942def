package spaces_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestVariablesOfAnyTypeRoundTrip(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]struct {
		value any
		text  string
	}{
		`"Rocket"`:             {"Rocket", "Rocket"},
		`""`:                   {"", ""},
		`"12"`:                 {"12", "12"},
		`"true"`:               {"true", "true"},
		`12`:                   {json.Number("12"), "12"},
		`-0.50`:                {json.Number("-0.50"), "-0.50"},
		`12345678901234567890`: {json.Number("12345678901234567890"), "12345678901234567890"},
		`true`:                 {true, "true"},
		`false`:                {false, "false"},
		`null`:                 {api.Raw("null"), "null"},
		`{"a":[1,null]}`:       {api.Raw(`{"a":[1,null]}`), `{"a":[1,null]}`},
		`["a",{"b":false}]`:    {api.Raw(`["a",{"b":false}]`), `["a",{"b":false}]`},
	} {
		variable := roundTrip[spaces.Variable](t, data)
		require.Equal(t, want.value, variable.Value, data)
		require.Equal(t, want.text, variable.String(), data)
		encoded, err := json.Marshal(variable)
		require.NoError(t, err)
		require.Equal(t, data, string(encoded), "digits and order are kept")
	}
}

func TestVariableWithAValueOfAnotherGoTypeIsEncoded(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]any{"3": 3, "null": nil, `["a"]`: []string{"a"}} {
		encoded, err := json.Marshal(spaces.Variable{Value: value})
		require.NoError(t, err)
		require.Equal(t, want, string(encoded))
	}
	_, err := json.Marshal(spaces.Variable{Value: json.Number("twelve")})
	require.Error(t, err, "a number that is none")
}
