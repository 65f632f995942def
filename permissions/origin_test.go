package permissions_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/permissions"
)

func TestOriginOfAnotherKindIsKept(t *testing.T) {
	t.Parallel()
	const sent = `{"type":"collection","collection":"collection_1","through":{"team":"team_1"}}`
	var origin permissions.Origin
	require.NoError(t, json.Unmarshal([]byte(sent), &origin))
	require.Equal(t, permissions.OriginType("collection"), origin.Type)
	require.Equal(t, `"collection_1"`, string(origin.Extra["collection"]))
	again, err := json.Marshal(origin)
	require.NoError(t, err)
	require.JSONEq(t, sent, string(again))
}
