package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

func requestedReviewerProofs() map[string]proof {
	const (
		reviewers = proposal + "/requested-reviewers"
		request   = "changerequests.requestedreviewers.create"
	)
	p := proofs{}
	p.rejects(request+".member", "POST", reviewers, `{"users":["nils","olga"]}`, "users[1]")
	p.then(request+".once", "POST", reviewers, `{"users":["mona"]}`, reviewers, func(list map[string]any) bool { return list["count"] == 2.0 })
	p.shows(request+".response", "POST", reviewers, `{"users":["nils","nils"]}`, func(result map[string]any) bool { return len(result["users"].([]any)) == 1 })
	p.then(request+".subject", "POST", reviewers, `{"users":[],"subject":"Look"}`, proposal, func(got map[string]any) bool { return got["subject"] == "Look" })
	return p
}

// requested returns the requested reviewers and who requested them.
func requested(reviewers []changerequests.RequestedReviewer) string {
	var all []string
	for _, one := range reviewers {
		switch one.Kind {
		case changerequests.ReviewerKindUser:
			all = append(all, one.User.ID+":"+one.RequestedBy.ID)
		case changerequests.ReviewerKindTeam:
			all = append(all, one.Team.ID+":"+one.RequestedBy.ID)
		}
	}
	return strings.Join(all, " ")
}

func TestReviewersAreRequestedOnce(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	reviewers := w.client.ChangeRequests.RequestedReviewers
	list := func() (all []changerequests.RequestedReviewer) {
		all = collect(t, reviewers.All(t.Context(), "wiki", "proposal", changerequests.RequestedReviewerListOptions{Limit: 1}))
		require.Equal(t, all, w.ChangeRequests.RequestedReviewers.All("wiki", "2"))
		return all
	}
	require.Equal(t, "mona:caller board:mona", requested(list()))
	board := list()[1]
	require.Nil(t, board.User)
	require.Equal(t, changerequests.ReviewerTeam{Object: "team", ID: "board"}, *board.Team)

	before := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
	now = now.Add(time.Hour)
	w.ActAs("nils")
	result := must(reviewers.Create(t.Context(), "wiki", "2", changerequests.RequestedReviewerCreate{Users: []string{"guest", "nils", "guest"}}))(t)
	require.Equal(t, "guest:nils nils:nils", requested(result.Users))
	guest := result.Users[0]
	require.Equal(t, "change-request-requested-reviewer", guest.Object)
	require.Equal(t, before.Revision, guest.Revision)
	require.Equal(t, now, guest.CreatedAt)
	require.Nil(t, guest.Team)
	require.Equal(t, result.Users, list()[2:])
	after := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
	require.Equal(t, before, after, "a request alone does not change the change request")

	edited := w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	result = must(reviewers.Create(t.Context(), "wiki", "proposal", changerequests.RequestedReviewerCreate{Users: []string{"mona"}}))(t)
	require.Equal(t, "mona:nils", requested(result.Users))
	require.Equal(t, "mona:nils board:mona guest:nils nils:nils", requested(list()))
	require.Equal(t, edited.ID, list()[0].Revision)

	text := &richtext.Document{Object: "document", Nodes: []richtext.Node{}}
	result = must(reviewers.Create(t.Context(), "wiki", "proposal", changerequests.RequestedReviewerCreate{Users: []string{}, Subject: new("Please look"), Description: text}))(t)
	require.Empty(t, result.Users)
	after = must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
	require.Equal(t, "Please look", after.Subject)
	require.Equal(t, "document", after.Description.Object)

	_, err := reviewers.Create(t.Context(), "wiki", "proposal", changerequests.RequestedReviewerCreate{Users: []string{"nils", "olga"}, Subject: new("No")})
	requireError(t, err, publishing.ErrBadRequest, `users[1]: want a member of the organization, got "olga"`)
}

func TestReviewRequestIsDeleted(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	must(w.client.ChangeRequests.RequestedReviewers.Delete(t.Context(), "wiki", "2", "mona"))(t)
	require.Equal(t, http.StatusNoContent, w.send(t, "DELETE", proposal+"/requested-reviewers/board", "").status)
	require.Equal(t, "board:mona", requested(w.ChangeRequests.RequestedReviewers.All("wiki", "proposal")), "the request to a team is not one to a user")
}
