package publishingtest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

const week = 7 * 24 * time.Hour

func TestAdvanceSetsTheClockForward(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return start }))
	require.Equal(t, start, w.Now())
	w.Advance(90 * time.Minute)
	w.Advance(0)
	w.Advance(30 * time.Minute)
	require.Equal(t, start.Add(2*time.Hour), w.Now())
	require.Equal(t, w.Now(), w.Sites.Add(w.org, sites.Site{}).CreatedAt)
}

// TestEverythingFollowsTheClock covers what depends on the time: headers, the call log, times in
// resources, the window of a rate limit, and the time in which a space can be restored.
func TestEverythingFollowsTheClock(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return start }), publishingtest.WithRateLimit(2, time.Hour))
	space := w.Spaces.Add(w.org, spaces.Space{Title: "Guides"})
	require.Equal(t, start, space.CreatedAt)

	w.Advance(time.Hour)
	got := w.send(t, "PATCH", "/v1/spaces/"+space.ID, `{"title":"Renamed"}`)
	require.Equal(t, "Thu, 01 Jan 2026 13:00:00 GMT", got.header.Get("Date"))
	require.Equal(t, strconv.FormatInt(start.Add(2*time.Hour).Unix(), 10), got.header.Get("X-Ratelimit-Reset"))
	require.Equal(t, "2026-01-01T13:00:00Z", got.object(t)["updatedAt"])
	require.Equal(t, start.Add(time.Hour), w.Calls.All("Spaces.Update")[0].Time)
	require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", "/v1/spaces/"+space.ID, "").status)
	require.Equal(t, http.StatusTooManyRequests, w.send(t, "GET", w.at("/spaces"), "").status)

	w.Advance(time.Hour)
	require.Equal(t, http.StatusOK, w.send(t, "GET", w.at("/spaces"), "").status, "the window has ended")
	w.Advance(week - time.Hour)
	require.Equal(t, http.StatusNotFound, w.send(t, "POST", "/v1/spaces/"+space.ID+"/restore", "").status)
}

func TestEachResponseHasTheDateOfTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return time.Date(2000, 2, 29, 1, 2, 3, 4, time.UTC) }))
	w.Spaces.Files.Add(w.Spaces.Add(w.org, spaces.Space{}).ID, "", spaces.File{ID: "plan", Name: "plan.txt"})
	w.lax = true
	for _, path := range []string{w.at("/sites"), "/v1/nothing", "/files/plan/plan.txt", "/storage/org/absent", "/pdf/space/a.pdf"} {
		require.Equal(t, "Tue, 29 Feb 2000 01:02:03 GMT", w.send(t, "GET", path, "").header.Get("Date"), path)
	}
}

// served is a transport that calls a server without the network.
type served struct{ server *publishingtest.Server }

func (s served) RoundTrip(req *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	s.server.ServeHTTP(recorder, req.Clone(context.WithoutCancel(req.Context())))
	return recorder.Result(), nil
}

// TestClockOfABubble lets time pass in a bubble of testing/synctest, with a server that is called
// without the network.
func TestClockOfABubble(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{}).ID
	synctest.Test(t, func(t *testing.T) {
		client, err := publishing.NewClient(server.URL(), publishing.WithToken(server.Token()), publishing.WithHTTPClient(&http.Client{Transport: served{server}}))
		require.NoError(t, err)
		must(client.Spaces.Delete(t.Context(), space))(t)
		require.Equal(t, time.Now(), server.Now())
		time.Sleep(week)
		require.ErrorIs(t, errorOf(client.Spaces.Restore(t.Context(), space)), publishing.ErrNotFound)
	})
}
