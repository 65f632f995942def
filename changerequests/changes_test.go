package changerequests_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

// collectIncomplete collects changes from a service that returns one change, how many more there
// are, and the status of the limit. It returns the limits too.
func collectIncomplete(t *testing.T, more string, statuses map[string]int) (*spaces.RevisionChanges, []string, error) {
	t.Helper()
	var limits []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit := r.URL.Query().Get("limit")
		limits = append(limits, limit)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(statuses[limit])
		_, _ = w.Write([]byte(`{"changes": [{"type": "page_deleted", "page": {"id": "page_1", "type": "document", "title": "Start"}}], "more": ` + more + `}`))
	}))
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL, publishing.WithToken("token"))
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	all, err := client.ChangeRequests.CollectChanges(t.Context(), "space", "2")
	return all, limits, err
}

// A service that caps the limit must neither keep CollectChanges busy for ever nor pass for
// complete.
func TestCollectChangesReportsAServiceThatReturnsNoMore(t *testing.T) {
	t.Parallel()
	all, limits, err := collectIncomplete(t, "3", map[string]int{"100": http.StatusOK, "200": http.StatusOK})
	require.ErrorIs(t, err, changerequests.ErrIncompleteChanges)
	require.EqualError(t, err, "ChangeRequests.Changes: the service does not return all changes: 1 of 4")
	require.Len(t, all.Changes, 1, "what there is")
	require.Equal(t, []string{"100", "200"}, limits)
}

func TestCollectChangesKeepsTheChangesIfAHigherLimitFails(t *testing.T) {
	t.Parallel()
	all, limits, err := collectIncomplete(t, "3", map[string]int{"100": http.StatusOK, "200": http.StatusUnprocessableEntity})
	require.ErrorIs(t, err, changerequests.ErrIncompleteChanges)
	require.ErrorIs(t, err, publishing.ErrUnprocessable)
	require.ErrorContains(t, err, "ChangeRequests.Changes: the service does not return all changes: ChangeRequests.Changes: GET ")
	require.Len(t, all.Changes, 1)
	require.Equal(t, []string{"100", "200"}, limits)
}

func TestCollectChangesReportsAnUnknownNumberOfFurtherChanges(t *testing.T) {
	t.Parallel()
	all, _, err := collectIncomplete(t, `"3"`, map[string]int{"100": http.StatusOK})
	require.ErrorIs(t, err, changerequests.ErrIncompleteChanges)
	require.EqualError(t, err, "ChangeRequests.Changes: the service does not return all changes: want int64 at /more, got string")
	require.Len(t, all.Changes, 1)
	_, _, err = collectIncomplete(t, "null", map[string]int{"100": http.StatusOK})
	require.NoError(t, err)
}
