package stories_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfTwoDiscussions discusses the main content of a space next to a change request, with a
// token for each user. That each list leaves out the comments of the other is the in-memory
// server's own idea (rule spaces.comments.main), as is who may edit and resolve (comment.update.*),
// and that those who only replied are commenters (commenter.list.posted).
func TestStoryOfTwoDiscussions(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	for id, role := range map[string]api.Role{"ada": api.RoleAdmin, "grace": api.RoleEdit, "alan": api.RoleComment, "mallory": api.RoleRead} {
		server.Orgs.Members.Add(org, api.Member{User: api.User{ID: id}, Role: &role})
	}
	space := server.Spaces.Add(org, spaces.Space{Title: "Guides"}, publishingtest.Page{ID: "install", Title: "Install"}).ID
	ada, grace := server.ClientFor("ada", strict, strictWrites), server.ClientFor("grace", strict)
	alan, mallory := server.ClientFor("alan", strict, strictWrites), server.ClientFor("mallory", strict)

	asked, err := alan.Spaces.Comments.Create(t.Context(), space, spaces.CommentCreate{Body: richtext.Markdown("Which version?"), Page: new("install")})
	require.NoError(t, err)
	reply, err := grace.Spaces.Comments.Replies.Create(t.Context(), space, asked.ID, spaces.CommentReplyCreate{Body: richtext.Markdown("I shall add it.")})
	require.NoError(t, err)

	request, err := grace.ChangeRequests.Create(t.Context(), space, changerequests.Create{Subject: new("Name the version")})
	require.NoError(t, err)
	server.Spaces.Pages.Edit(space, request.ID, "install", func(page *publishingtest.Page) {
		page.Sections = []publishingtest.Section{{Title: "Version", Body: "Install version 7."}}
	})
	remark, err := alan.ChangeRequests.Comments.Create(t.Context(), space, request.ID, spaces.CommentCreate{Body: richtext.Markdown("7.1, please."), Page: new("install")})
	require.NoError(t, err)
	changes, err := ada.ChangeRequests.CollectChanges(t.Context(), space, request.ID)
	require.NoError(t, err)
	require.Len(t, changes.Changes, 1)
	require.Equal(t, spaces.RevisionChangeTypePageEdited, changes.Changes[0].Type)

	require.Nil(t, asked.Target.ChangeRequest)
	require.Equal(t, &request.ID, remark.Target.ChangeRequest)
	ids := func(comments []spaces.Comment) (all []string) {
		for i := range comments {
			all = append(all, comments[i].ID)
		}
		return all
	}
	onSpace, err := ada.Spaces.Comments.List(t.Context(), space, spaces.CommentListOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{asked.ID}, ids(onSpace.Items))
	onRequest, err := ada.ChangeRequests.Comments.List(t.Context(), space, request.ID, spaces.CommentListOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{remark.ID}, ids(onRequest.Items))
	counted, err := ada.Spaces.Get(t.Context(), space, spaces.GetOptions{})
	require.NoError(t, err)
	require.EqualValues(t, 2, *counted.Comments, "both are open")

	_, err = ada.Spaces.Comments.Update(t.Context(), space, asked.ID, spaces.CommentUpdate{Body: new(richtext.Markdown("Which one?"))})
	require.ErrorIs(t, err, publishing.ErrForbidden, "it is alan's")
	_, err = mallory.Spaces.Comments.Update(t.Context(), space, asked.ID, spaces.CommentUpdate{Resolved: new(true)})
	require.ErrorIs(t, err, publishing.ErrForbidden, "who only reads may not comment")
	resolved, err := alan.Spaces.Comments.Update(t.Context(), space, asked.ID, spaces.CommentUpdate{Resolved: new(true), AddedReactions: []string{"1f44d"}})
	require.NoError(t, err)
	require.Equal(t, "alan", resolved.ResolvedBy.ID)
	require.Equal(t, "1f44d", resolved.Reactions[0].Emoji)
	open, err := ada.Spaces.Comments.List(t.Context(), space, spaces.CommentListOptions{Status: spaces.CommentStatusFilterOpen})
	require.NoError(t, err)
	require.Empty(t, open.Items)
	still, err := ada.ChangeRequests.Comments.Get(t.Context(), space, request.ID, remark.ID, spaces.CommentGetOptions{})
	require.NoError(t, err)
	require.Equal(t, spaces.CommentStatusOpen, still.Status)

	var said []string
	for member, err := range ada.Spaces.Commenters.All(t.Context(), space, spaces.CommenterListOptions{}) {
		require.NoError(t, err)
		said = append(said, member.ID)
	}
	require.Equal(t, []string{"alan", "grace"}, said)
	outcome, err := ada.Spaces.Comments.Delete(t.Context(), space, asked.ID)
	require.NoError(t, err)
	require.Equal(t, api.Deleted, outcome)
	_, err = grace.Spaces.Comments.Replies.Get(t.Context(), space, asked.ID, reply.ID, spaces.CommentReplyGetOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound, "the replies go with their comment")
	require.Len(t, server.Spaces.Comments.All(space, request.ID), 1)
}
