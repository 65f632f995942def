package spaces_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestGitErrorActionOfAnyFormRoundTrips(t *testing.T) {
	t.Parallel()
	const failed = `{"state":"failure","direction":"import","startedAt":"2026-01-06T03:04:05Z"`
	for data, want := range map[string]spaces.GitErrorAction{
		`{"label":"Reconnect","url":"https://app.example.com"}`: {Label: "Reconnect", URL: "https://app.example.com"},
		`{"label":"Reconnect","url":"","kind":[1.50]}`:          {Label: "Reconnect", Extra: map[string]api.Raw{"kind": api.Raw(`[1.50]`)}},
		`"reconnect"`: {Label: "reconnect", Raw: api.Raw(`"reconnect"`)},
		`["a",1.50]`:  {Raw: api.Raw(`["a",1.50]`)},
		`7`:           {Raw: api.Raw(`7`)},
	} {
		operation := roundTrip[spaces.GitOperation](t, failed+`,"errorAction":`+data+`}`)
		require.Equal(t, want, *operation.ErrorAction, data)
		encoded, err := json.Marshal(operation.ErrorAction)
		require.NoError(t, err)
		require.Equal(t, data, string(encoded))
	}
	require.Nil(t, roundTrip[spaces.GitOperation](t, failed+`}`).ErrorAction)
}
