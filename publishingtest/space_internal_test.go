package publishingtest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/spaces"
)

// TestRestoredSpaceLeavesTheTrash looks at the state, since no response shows what is in the trash.
func TestRestoredSpaceLeavesTheTrash(t *testing.T) {
	t.Parallel()
	server := NewServer(t)
	server.AddSpace(server.AddOrganization(Organization{}).ID, spaces.Space{ID: "space"})
	send := func(method, path string) int {
		req := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		req.Header.Set("Authorization", "Bearer "+server.Token())
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, req)
		return recorder.Code
	}
	for range 2 {
		require.Equal(t, http.StatusResetContent, send(http.MethodDelete, "/v1/spaces/space"))
		require.Equal(t, 1, server.state.trash.len())
		require.Zero(t, server.state.spaces.len())
		require.Zero(t, server.state.contents.len())
		require.Equal(t, http.StatusOK, send(http.MethodPost, "/v1/spaces/space/restore"))
		require.Zero(t, server.state.trash.len())
		require.Equal(t, 1, server.state.spaces.len())
		require.Equal(t, 1, server.state.contents.len())
	}
}
