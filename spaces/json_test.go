package spaces_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// roundTrip decodes data with the standard library and requires that encoding returns the same
// JSON, for the value, a pointer to it and a slice that contains it. It returns the value.
func roundTrip[T any](t *testing.T, data string) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal([]byte(data), &value))
	for _, v := range []any{value, &value} {
		encoded, err := json.Marshal(v)
		require.NoError(t, err)
		require.JSONEq(t, data, string(encoded))
	}
	encoded, err := json.Marshal([]T{value})
	require.NoError(t, err)
	require.JSONEq(t, "["+data+"]", string(encoded))
	return value
}
