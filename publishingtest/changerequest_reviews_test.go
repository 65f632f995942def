package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func reviewProofs() map[string]proof {
	const (
		reviews = proposal + "/reviews"
		submit  = "changerequests.reviews.create"
	)
	p := proofs{}
	p.then(submit+".comment", "POST", reviews, `{"status":"approved","comment":{"markdown":"x"}}`, proposal+"/comments?limit=1", func(list map[string]any) bool {
		return at(list, "items.0.target.review") != nil
	})
	p["review.outdated"] = func(t *testing.T, w *world) bool {
		w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
		return at(w.send(t, "GET", reviews, "").object(t), "items.0.outdated") == true
	}
	p.shows(submit+".requested-by", "GET", reviews, "", func(list map[string]any) bool { return at(list, "items.0.requestedBy.id") == "mona" })
	p[submit+".request-ends"] = func(t *testing.T, w *world) bool {
		w.ActAs("mona")
		require.Equal(t, http.StatusCreated, w.send(t, "POST", reviews, `{"status":"approved"}`).status)
		return len(w.ChangeRequests.RequestedReviewers.All("wiki", "proposal")) == 1
	}
	return p
}

func TestReviewIsOfTheRevisionThatWasReviewed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	reviews := w.client.ChangeRequests.Reviews
	list := func(outdated *bool) string {
		var all []string
		for _, review := range collect(t, reviews.All(t.Context(), "wiki", "proposal", changerequests.ReviewListOptions{Outdated: outdated, Limit: 1})) {
			require.True(t, outdated == nil || *outdated == review.Outdated)
			all = append(all, review.Reviewer.ID+":"+string(review.Status))
		}
		return strings.Join(all, " ")
	}
	proposed := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
	w.ActAs("mona")
	now = now.Add(time.Hour)
	created := must(reviews.Create(t.Context(), "wiki", "2", changerequests.ReviewCreate{Status: changerequests.ReviewStatusChangesRequested}))(t)
	require.Equal(t, "change-request-review", created.Object)
	require.Equal(t, proposed.Revision, created.Revision)
	require.Equal(t, "mona", created.Reviewer.ID)
	require.Equal(t, "caller", created.RequestedBy.ID)
	require.Equal(t, []time.Time{now, now}, []time.Time{created.CreatedAt, created.UpdatedAt})
	require.Nil(t, created.Comment)
	require.False(t, created.Outdated)
	require.Equal(t, *created, w.ChangeRequests.Reviews.All("wiki", "proposal")[1])
	require.Equal(t, created, must(reviews.Get(t.Context(), "wiki", "proposal", created.ID, changerequests.ReviewGetOptions{}))(t))
	require.Equal(t, "nils:approved mona:changes-requested", list(nil))
	require.Equal(t, "nils:approved mona:changes-requested", list(new(false)))
	require.Empty(t, list(new(true)))

	edited := w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	again := must(reviews.Create(t.Context(), "wiki", "proposal", changerequests.ReviewCreate{Status: changerequests.ReviewStatusApproved}))(t)
	require.Equal(t, edited.ID, again.Revision)
	require.NotEqual(t, created.ID, again.ID)
	require.Equal(t, "nils:approved mona:changes-requested", list(new(true)))
	require.Equal(t, "mona:approved", list(new(false)))
	w.Spaces.Pages.Add("wiki", "", "", publishingtest.Page{Title: "New"})
	require.Equal(t, "mona:approved", list(new(false)), "what is new in the main content is not in the change request yet")
	must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "wiki", "proposal"))(t)
	require.Empty(t, list(new(false)))
}

func TestReviewContainsWhoRequestedIt(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	submit := func(user string) *api.User {
		w.ActAs(user)
		created := must(w.client.ChangeRequests.Reviews.Create(t.Context(), "wiki", "proposal", changerequests.ReviewCreate{Status: changerequests.ReviewStatusApproved}))(t)
		return created.RequestedBy
	}
	require.Equal(t, "caller", submit("mona").ID)
	require.Equal(t, "mona", submit("nils").ID, "who is in a team that was asked")
	require.Nil(t, submit("olga"))
	w.ChangeRequests.RequestedReviewers.Add("wiki", "proposal", changerequests.RequestedReviewer{User: &api.User{ID: "nils"}, RequestedBy: api.User{ID: "olga"}})
	require.Equal(t, "olga", submit("nils").ID, "a request to the user goes before one to a team")
	require.Equal(t, "board:mona", requested(w.ChangeRequests.RequestedReviewers.All("wiki", "proposal")), "who submits a review moves to the reviews")
}

func TestCommentOfAReviewIsACommentOfTheChangeRequest(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.ActAs("olga")
	client := w.client.ChangeRequests
	created := must(client.Reviews.Create(t.Context(), "wiki", "proposal", changerequests.ReviewCreate{
		Status: changerequests.ReviewStatusChangesRequested, Comment: new(richtext.Markdown("# Oh\n\nNot yet.")),
	}))(t)
	require.Equal(t, richtext.Markdown("# Oh\n\nNot yet."), created.Comment.Body)
	require.Equal(t, &created.ID, created.Comment.Target.Review)
	require.Equal(t, "olga", created.Comment.PostedBy.ID)
	got := must(client.Comments.Get(t.Context(), "wiki", "proposal", created.Comment.ID, spaces.CommentGetOptions{}))(t)
	require.Equal(t, created.Comment, got)
	require.EqualValues(t, 2, must(client.Get(t.Context(), "wiki", "proposal"))(t).Comments)

	must(client.Comments.Replies.Create(t.Context(), "wiki", "proposal", created.Comment.ID, spaces.CommentReplyCreate{Body: richtext.Markdown("Why?")}, changerequests.CommentReplyCreateOptions{}))(t)
	for format, isDocument := range map[richtext.Format]bool{richtext.FormatMarkdown: false, richtext.FormatDocument: true} {
		page := must(client.Reviews.List(t.Context(), "wiki", "proposal", changerequests.ReviewListOptions{Format: format}))(t)
		require.EqualValues(t, 1, page.Items[1].Comment.Replies.Count)
		require.Equal(t, isDocument, page.Items[1].Comment.Body.Document != nil)
		require.Equal(t, isDocument, page.Items[1].Comment.Body.Markdown == nil)
		got := must(client.Reviews.Get(t.Context(), "wiki", "proposal", created.ID, changerequests.ReviewGetOptions{Format: format}))(t)
		require.Equal(t, page.Items[1], *got)
	}
	must(client.Comments.Delete(t.Context(), "wiki", "proposal", created.Comment.ID))(t)
	require.Nil(t, w.ChangeRequests.Reviews.All("wiki", "proposal")[1].Comment)

	seeded := w.ChangeRequests.Reviews.Add("wiki", "proposal", changerequests.Review{Status: changerequests.ReviewStatusChangesRequested, Comment: &spaces.Comment{ID: "no", Body: richtext.Markdown("No.")}})
	require.Equal(t, "no", seeded.Comment.ID)
	require.Equal(t, "olga", seeded.Reviewer.ID)
	require.Equal(t, changerequests.ReviewStatusChangesRequested, seeded.Status)
	seeded = w.ChangeRequests.Reviews.Add("wiki", "proposal", changerequests.Review{Reviewer: api.User{ID: "nils"}, Comment: &spaces.Comment{Body: richtext.Markdown("Yes.")}})
	require.Equal(t, "nils", seeded.Comment.PostedBy.ID, "the comment is of the reviewer, whoever the caller is")
	require.Equal(t, seeded.CreatedAt, seeded.Comment.PostedAt)
	require.Len(t, w.Spaces.Comments.All("wiki", "proposal"), 4)
}
