package publishingtest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestRestoredSpaceLeavesTheTrash inspects the state, since no response contains the trash.
func TestRestoredSpaceLeavesTheTrash(t *testing.T) {
	t.Parallel()
	server := NewServer(t)
	server.Spaces.Add(server.Orgs.Add(orgs.Organization{}).ID, spaces.Space{ID: "space"})
	send := func(method, path string) int {
		req := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		req.Header.Set("Authorization", "Bearer "+server.Token())
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, req)
		return recorder.Code
	}
	for range 2 {
		require.Equal(t, http.StatusResetContent, send(http.MethodDelete, "/v1/spaces/space"))
		require.Equal(t, 1, open(server.server).state.trash.Len())
		require.Zero(t, open(server.server).state.spaces.Len())
		require.Zero(t, open(server.server).state.tree.Len())
		require.Equal(t, http.StatusOK, send(http.MethodPost, "/v1/spaces/space/restore"))
		require.Zero(t, open(server.server).state.trash.Len())
		require.Equal(t, 1, open(server.server).state.spaces.Len())
		require.Equal(t, 1, open(server.server).state.tree.Len())
	}
}
