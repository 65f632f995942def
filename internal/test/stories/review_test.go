package stories_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfAReview does what a team does to improve a page of a published site, with experimental
// operations.
func TestStoryOfAReview(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	server := publishingtest.NewServer(t, publishingtest.WithClock(func() time.Time { return now }))
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	s := &story{T: t, server: server, client: server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites), org: org}
	for id, role := range map[string]api.Role{"ada": api.RoleAdmin, "grace": api.RoleEdit, "alan": api.RoleComment} {
		server.Orgs.Members.Add(s.org, api.Member{User: api.User{ID: id}, Role: &role})
	}
	s.space = server.Spaces.Add(s.org, spaces.Space{Title: "Guides"},
		publishingtest.Page{ID: "start", Title: "Start", Pages: []publishingtest.Page{{ID: "install", Title: "Install"}}},
	).ID
	s.edit("", "install", "Run the installer.")

	s.publish()
	require.Equal(t, "## Install\n\nRun the installer.", s.read("start/install"))
	number := s.reply()
	comment := s.requestReview(number)
	now = now.Add(time.Hour)
	s.approve(number, comment)
	_, err := s.client.ChangeRequests.Merge(t.Context(), s.space, number, changerequests.MergeOptions{})
	require.NoError(t, err)
	require.Equal(t, "## Install\n\nRun the **installer** as an administrator.", s.read("start/install"))
}

// publish creates a site of the space and publishes it.
func (s *story) publish() {
	site, err := s.client.Sites.Create(s.Context(), s.org, sites.Create{Title: new("Acme docs"), Spaces: []string{s.space}})
	require.NoError(s, err)
	require.False(s, site.Published)
	_, err = s.client.Sites.Publish(s.Context(), s.org, site.ID, sites.PublishOptions{})
	require.NoError(s, err)
	site, err = s.client.Sites.Get(s.Context(), s.org, site.ID, sites.GetOptions{})
	require.NoError(s, err)
	require.True(s, site.Published)
}

// read returns the Markdown of a page of the main content by its path.
func (s *story) read(path string) string {
	s.Helper()
	page, err := s.client.Spaces.Pages.GetByPath(s.Context(), s.space, path, spaces.PageGetByPathOptions{Format: richtext.FormatMarkdown})
	require.NoError(s, err)
	return *page.Markdown
}

// reply proposes a change and replies to a comment on it.
func (s *story) reply() (number string) {
	client := s.client.ChangeRequests
	s.server.ActAs("grace")
	made, err := client.Create(s.Context(), s.space, changerequests.Create{Subject: new("Who may install")})
	require.NoError(s, err)
	number = changerequests.Number(made.Number)
	s.edit(number, "install", "Run the **installer**.")
	s.server.ActAs("alan")
	comment, err := client.Comments.Create(s.Context(), s.space, number, spaces.CommentCreate{Body: richtext.Markdown("Why bold?"), Page: new("install")})
	require.NoError(s, err)

	s.server.ActAs("grace")
	reply, err := client.Comments.Replies.Create(s.Context(), s.space, number, comment.ID,
		spaces.CommentReplyCreate{Body: richtext.Markdown("It is easy to mis.")}, changerequests.CommentReplyCreateOptions{})
	require.NoError(s, err)
	fixed, err := client.Comments.Replies.Update(s.Context(), s.space, number, comment.ID, reply.ID, changerequests.CommentReplyUpdate{Body: new(richtext.Markdown("It is easy to miss."))})
	require.NoError(s, err)
	require.NotNil(s, fixed.EditedAt)
	s.server.ActAs("alan")
	_, err = client.Comments.Replies.Update(s.Context(), s.space, number, comment.ID, reply.ID, changerequests.CommentReplyUpdate{AddedReactions: []string{"1f44d"}})
	require.NoError(s, err)
	reply, err = client.Comments.Replies.Get(s.Context(), s.space, number, comment.ID, reply.ID, spaces.CommentReplyGetOptions{Format: richtext.FormatMarkdown})
	require.NoError(s, err)
	require.Equal(s, "It is easy to miss.", *reply.Body.Markdown)
	require.Equal(s, "alan", reply.Reactions[0].Users[0].User.ID)
	comment, err = client.Comments.Get(s.Context(), s.space, number, comment.ID, spaces.CommentGetOptions{})
	require.NoError(s, err)
	require.EqualValues(s, 1, comment.Replies.Count)
	return number
}

// requestReview requests a review of ada, who requests a change, and returns her comment.
func (s *story) requestReview(number string) (comment *spaces.Comment) {
	client := s.client.ChangeRequests
	s.server.ActAs("grace")
	asked, err := client.RequestedReviewers.Create(s.Context(), s.space, number, changerequests.RequestedReviewerCreate{Users: []string{"ada", "alan"}})
	require.NoError(s, err)
	require.Len(s, asked.Users, 2)
	outcome, err := client.RequestedReviewers.Delete(s.Context(), s.space, number, "alan")
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	for reviewer, err := range client.RequestedReviewers.All(s.Context(), s.space, number, changerequests.RequestedReviewerListOptions{}) {
		require.NoError(s, err)
		require.Equal(s, "ada", reviewer.User.ID)
		require.Equal(s, "grace", reviewer.RequestedBy.ID)
	}

	s.server.ActAs("ada")
	review, err := client.Reviews.Create(s.Context(), s.space, number, changerequests.ReviewCreate{
		Status: changerequests.ReviewStatusChangesRequested, Comment: new(richtext.Markdown("Who may run it?")),
	})
	require.NoError(s, err)
	require.Equal(s, "grace", review.RequestedBy.ID)
	require.Equal(s, s.request(number).Revision, review.Revision)
	return review.Comment
}

// approve makes the change that ada requested, and lets her approve the result.
func (s *story) approve(number string, comment *spaces.Comment) {
	client := s.client.ChangeRequests
	s.server.ActAs("grace")
	s.edit(number, "install", "Run the **installer** as an administrator.")
	_, err := client.Comments.Replies.Create(s.Context(), s.space, number, comment.ID, spaces.CommentReplyCreate{Body: richtext.Markdown("Now it says.")}, changerequests.CommentReplyCreateOptions{})
	require.NoError(s, err)
	s.server.ActAs("ada")
	_, err = client.Comments.Update(s.Context(), s.space, number, comment.ID, spaces.CommentUpdate{Resolved: new(true)})
	require.NoError(s, err)
	_, err = client.Reviews.Create(s.Context(), s.space, number, changerequests.ReviewCreate{Status: changerequests.ReviewStatusApproved})
	require.NoError(s, err)

	for outdated, want := range map[bool]changerequests.ReviewStatus{true: changerequests.ReviewStatusChangesRequested, false: changerequests.ReviewStatusApproved} {
		page, err := client.Reviews.List(s.Context(), s.space, number, changerequests.ReviewListOptions{Outdated: &outdated})
		require.NoError(s, err)
		require.Len(s, page.Items, 1)
		require.Equal(s, want, page.Items[0].Status)
	}
	var commenters []string
	for member, err := range client.Commenters.All(s.Context(), s.space, number, spaces.CommenterListOptions{Limit: 1}) {
		require.NoError(s, err)
		commenters = append(commenters, member.ID)
	}
	require.Equal(s, []string{"alan", "grace", "ada"}, commenters)
	contributors, err := client.Contributors.List(s.Context(), s.space, number, changerequests.ContributorListOptions{})
	require.NoError(s, err)
	first := contributors.Items[0]
	require.Equal(s, "grace", first.User.ID)
	require.Equal(s, changerequests.ActionTypeEdit, first.ActionType)
	require.EqualValues(s, 2, first.Count)
}
