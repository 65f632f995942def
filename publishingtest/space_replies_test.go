package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func replyProofs() map[string]proof {
	p := proofs{}
	p.shows("reply.update.reactions", "PUT", thanks, `{"addedReactions":["1f44d"],"removedReactions":["1f44d"]}`, func(reply map[string]any) bool {
		return len(reply["reactions"].([]any)) == 0
	})
	p.then("changerequests.comments.replies.update.resolved", "PUT", thanks, `{"resolved":true}`, remark, func(c map[string]any) bool { return c["status"] == "open" })
	return p
}

func TestReplyThatOnlyItsAuthorMayEditResolvesNothing(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t, publishingtest.WithoutRule("changerequests.comments.replies.update.resolved"))
	require.Equal(t, http.StatusForbidden, w.try(t, w.TokenFor("mona"), "PUT", thanks, `{"resolved":true,"body":{"markdown":"y"}}`).status)
}

func TestRepliesThreadUnderTheirComment(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	replies := w.client.ChangeRequests.Comments.Replies
	w.ActAs("olga")
	created := must(replies.Create(t.Context(), "wiki", "2", "remark", spaces.CommentReplyCreate{Body: richtext.Markdown("# Why\n\nSo.")}, changerequests.CommentReplyCreateOptions{}))(t)
	require.Equal(t, "comment-reply", created.Object)
	require.Equal(t, "olga", created.PostedBy.ID)
	require.Equal(t, now, created.PostedAt)
	require.Nil(t, created.EditedAt)
	require.Equal(t, richtext.Markdown("# Why\n\nSo."), created.Body)
	require.Equal(t, w.URL()+thanks[:len(thanks)-len("noted")]+created.ID, created.URLs.Location)
	require.Empty(t, created.Reactions)

	document := must(replies.Get(t.Context(), "wiki", "proposal", "remark", created.ID, spaces.CommentReplyGetOptions{Format: richtext.FormatDocument}))(t)
	require.Equal(t, richtext.BlockHeading1, document.Body.Document.Nodes[0].Type)
	document = must(replies.Create(t.Context(), "wiki", "2", "settled", spaces.CommentReplyCreate{Body: richtext.Markdown("Well.")},
		changerequests.CommentReplyCreateOptions{Format: richtext.FormatDocument}))(t)
	require.Equal(t, richtext.BlockParagraph, document.Body.Document.Nodes[0].Type)

	got := collect(t, replies.All(t.Context(), "wiki", "proposal", "remark", spaces.CommentReplyListOptions{Limit: 1}))
	require.Len(t, got, 2)
	require.Equal(t, "nils", got[0].PostedBy.ID)
	require.Equal(t, *created, got[1])
	counts := func() []int64 {
		return mapped(w.Spaces.Comments.All("wiki", "proposal"), func(comment spaces.Comment) int64 { return comment.Replies.Count })
	}
	require.Equal(t, []int64{2, 1}, counts())
	require.ErrorIs(t, errorOf(replies.Get(t.Context(), "wiki", "proposal", "settled", created.ID, spaces.CommentReplyGetOptions{})), publishing.ErrNotFound, "it is to another comment")

	must(replies.Delete(t.Context(), "wiki", "proposal", "remark", created.ID))(t)
	require.Equal(t, []int64{1, 1}, counts())
}

func TestReplyIsEditedAndReactedTo(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	update := func(update changerequests.CommentReplyUpdate) *spaces.CommentReply {
		return must(w.client.ChangeRequests.Comments.Replies.Update(t.Context(), "wiki", "proposal", "remark", "noted", update))(t)
	}
	now = now.Add(time.Hour)
	reacted := update(changerequests.CommentReplyUpdate{AddedReactions: []string{"a", "b", "a"}, Resolved: new(true)})
	require.Nil(t, reacted.EditedAt)
	require.Len(t, reacted.Reactions, 2)
	require.Equal(t, []spaces.ReactionUser{{User: w.Caller(), ReactedAt: now}}, reacted.Reactions[0].Users)
	require.Equal(t, spaces.CommentStatusOpen, w.Spaces.Comments.All("wiki", "proposal")[0].Status, "a reply resolves nothing")
	require.Empty(t, w.Spaces.Comments.All("wiki", "proposal")[0].Reactions)

	w.ActAs("mona")
	edited := update(changerequests.CommentReplyUpdate{Body: new(richtext.Markdown("Thank you.")), AddedReactions: []string{"b"}, RemovedReactions: []string{"a"}})
	require.Equal(t, &now, edited.EditedAt)
	require.Equal(t, richtext.Markdown("Thank you."), edited.Body)
	require.EqualValues(t, 1, edited.Reactions[0].Count, "the other user's stays")
	require.EqualValues(t, 2, edited.Reactions[1].Count)
	got := must(w.client.ChangeRequests.Comments.Replies.Get(t.Context(), "wiki", "2", "remark", "noted", spaces.CommentReplyGetOptions{}))(t)
	require.Equal(t, edited, got)
}

func TestSeededReplyIsByTheCallerByDefault(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	added := w.Spaces.Comments.Replies.Add("wiki", "2", "remark", spaces.CommentReply{})
	require.Equal(t, "comment-reply", added.Object)
	require.Equal(t, w.Caller(), added.PostedBy)
	page := must(w.client.ChangeRequests.Comments.Replies.List(t.Context(), "wiki", "proposal", "remark", spaces.CommentReplyListOptions{}))(t)
	require.Equal(t, added, page.Items[1])
}

func TestReplyToACommentOnTheMainContent(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	replies := w.client.Spaces.Comments.Replies
	created := must(replies.Create(t.Context(), "wiki", "asked", spaces.CommentReplyCreate{Body: richtext.Markdown("Well.")}))(t)
	require.Equal(t, w.URL()+wiki+"/comments/asked/replies/"+created.ID, created.URLs.Location)
	list := must(replies.List(t.Context(), "wiki", "asked", spaces.CommentReplyListOptions{Format: richtext.FormatDocument}))(t)
	require.Len(t, list.Items, 2)
	require.NotNil(t, list.Items[1].Body.Document)
	updated := must(replies.Update(t.Context(), "wiki", "asked", created.ID, spaces.CommentReplyUpdate{AddedReactions: []string{"1f44d"}}))(t)
	require.Equal(t, *updated, w.Spaces.Comments.Replies.All("wiki", "", "asked")[1])
	require.EqualValues(t, 2, w.Spaces.Comments.All("wiki", "")[0].Replies.Count)
	must(replies.Delete(t.Context(), "wiki", "asked", created.ID))(t)
	require.ErrorIs(t, errorOf(replies.Get(t.Context(), "wiki", "remark", "noted", spaces.CommentReplyGetOptions{})), publishing.ErrNotFound, "its comment is on a change request")
}
